"""Questions of several steps: the plan, its checks, its limit, and one answer with its pages."""

import json

import pytest
from typer.testing import CliRunner

from onfile.agent import Agent
from onfile.cli.main import app
from onfile.config import Settings
from onfile.engine import Engine
from onfile.errors import ModelError, UsageError
from onfile.modelling import Modelling
from onfile.testing import ScriptedGenerator
from onfile.types import RefusalCode, Reply

NORTHWIND = "What were Northwind's net sales in 2024?"
KESTREL = "What were Kestrel's net sales in 2025?"
BOTH = "What were Northwind's net sales in 2024, and what were Kestrel's net sales in 2025?"


@pytest.fixture(scope="module")
def store(small_store, tmp_path_factory):
    import shutil

    return shutil.copytree(small_store, tmp_path_factory.mktemp("agent") / "store")


@pytest.fixture
def engine(store):
    with Engine(store) as engine:
        yield engine


def planned(*steps, finish="stop"):
    return Reply(json.dumps({"steps": list(steps)}), finish)


def with_planner(engine, *replies):
    engine.model = Modelling(ScriptedGenerator(*replies), 50_000)
    return engine


def test_without_a_model_the_plan_is_the_questions_own_parts(engine):
    plan = Agent(engine).plan(BOTH)
    assert len(plan.steps) == 2
    assert (plan.check.name, plan.check.passed) == ("plan", True)


def test_a_question_of_one_step_is_its_own_plan(engine):
    assert Agent(engine).plan(NORTHWIND).steps == (NORTHWIND,)


def test_every_step_keeps_its_own_citations_and_the_plan_is_recorded(engine):
    outcome = Agent(engine).run(BOTH)
    assert outcome.is_answered, outcome.refusal
    assert outcome.question == BOTH
    companies = [{c.company for c in claim.citations} for claim in outcome.claims]
    assert companies == [{"Northwind Beverages"}, {"Kestrel Drinks"}]
    assert outcome.claims == tuple(c for part in outcome.parts for c in part.claims)
    assert "plan" in [check["name"] for check in engine.log.show(outcome.record).body["checks"]]


def test_the_steps_are_answered_as_they_are_when_asked_alone(engine):
    outcome = Agent(engine).run(BOTH)
    alone = [engine.ask(part.question).answer for part in outcome.parts]
    assert outcome.answer == "\n".join(alone)


def test_a_plan_with_more_steps_than_allowed_is_refused_with_its_steps(engine):
    outcome = Agent(engine, max_steps=1).run(BOTH)
    assert outcome.refusal.code is RefusalCode.UNDERSPECIFIED
    assert len(outcome.refusal.choices) == 2
    assert outcome.record is not None


def test_no_steps_at_all_are_a_wrong_usage(engine):
    with pytest.raises(UsageError):
        Agent(engine, max_steps=0).plan(BOTH)


def test_a_models_plan_in_the_questions_own_words_is_followed(engine):
    plan = Agent(with_planner(engine, planned(NORTHWIND, KESTREL))).plan(BOTH)
    assert plan.steps == (NORTHWIND, KESTREL)
    assert plan.check.passed
    assert "sha256:" in plan.check.detail


@pytest.mark.parametrize(
    ("steps", "fault"),
    [
        ((NORTHWIND, KESTREL, "What were Alder Springs' net sales in 2024?"), "companies"),
        ((NORTHWIND,), "leaves out companies"),
        ((NORTHWIND, "What were Kestrel's net sales in 2019?"), "periods"),
        ((NORTHWIND, KESTREL, "What was Kestrel's net income in 2025?"), "measures"),
        ((NORTHWIND, "What were Kestrel's net sales of spaceships in 2025?"), "subjects"),
        ((NORTHWIND, NORTHWIND), "twice"),
    ],
)
def test_a_models_plan_that_asks_for_more_or_less_is_not_followed(engine, steps, fault):
    plan = Agent(with_planner(engine, planned(*steps))).plan(BOTH)
    assert fault in plan.check.detail
    assert not plan.check.passed
    assert plan.steps == engine.steps(BOTH)


@pytest.mark.parametrize(
    "reply",
    [
        Reply("Sure! First I would look at Northwind.", "stop"),
        Reply('{"steps": "both"}', "stop"),
        Reply('{"steps": ["", " "]}', "stop"),
        Reply("[]", "stop"),
        planned(NORTHWIND, KESTREL, finish="length"),
    ],
)
def test_a_plan_that_can_not_be_read_is_not_followed(engine, reply):
    plan = Agent(with_planner(engine, reply)).plan(BOTH)
    assert "could not be read" in plan.check.detail
    assert plan.steps == engine.steps(BOTH)


def test_a_dead_planner_is_a_failure_unless_a_fallback_is_set(store):
    with Engine(store) as engine, pytest.raises(ModelError):
        Agent(with_planner(engine, ModelError("nobody there"))).plan(BOTH)
    with Engine(store, settings=Settings(store=store, model_fallback="reader")) as engine:
        plan = Agent(with_planner(engine, ModelError("nobody there"))).plan(BOTH)
    assert "nobody there" in plan.check.detail
    assert len(plan.steps) == 2


def test_the_command_shows_one_answer_and_ends_with_its_code(store):
    asked = CliRunner().invoke(app, ["agent", BOTH, "--store", str(store), "--json"])
    assert asked.exit_code == 0
    assert json.loads(asked.stdout)["checks"][0]["name"] == "plan"
    told = CliRunner().invoke(app, ["agent", BOTH, "--store", str(store), "--max-steps", "1"])
    assert told.exit_code == 3
    assert "1 are allowed" in told.output + told.stderr
