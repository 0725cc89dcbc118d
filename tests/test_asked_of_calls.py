"""What is asked of calls: who said or asked what, in reply to whom, and lists that prose counts."""

from __future__ import annotations

from decimal import Decimal

import pytest

from asked import answered
from made_up_filing import annual_report
from onfile.answer.enumerated import items_after
from onfile.demo.calls import Call, Voice, write_call
from onfile.engine import Engine
from onfile.language.people import is_same_person
from onfile.language.sentences import units

CHIEF = Voice("Maren Holt", "Larkspur Instruments Inc", "President & CEO")
FINANCE = Voice("Piers A. Lund", "Larkspur Instruments Inc", "Executive VP & CFO")
ANALYST = Voice("Iris Quane", "Dunmore Research", "Analyst")
OTHER = Voice("Teo Barrow", "Cape Point Securities", "Analyst")

REMARKS = (
    (None, "Welcome to the Larkspur fourth quarter 2030 call."),
    (CHIEF, "Our harvest machines sold well. We now serve four states."),
    (
        FINANCE,
        "In the quarter we incurred more than $40 million of flood-related costs, most of them at "
        "the river yard. Gross margin dollars grew 3% and 5% in constant currency. Our service "
        "gross margin was 38%, declining year over year, driven by hiring for new depots. We "
        "remain nil debt. The lower freight rate was driven by the following. First, we moved to "
        "rail. Rail takes longer but costs half. Second, we closed the coastal warehouse. And "
        "third, diesel was cheaper. Capital spending will be $12 million.",
    ),
)
QUESTIONS = (
    (None, "Our first question is from Iris Quane of Dunmore Research."),
    (
        ANALYST,
        "Piers, you guide the machine margin to 31% for 2031. Can you walk through the puts and "
        "takes of the machine margin?",
    ),
    (
        FINANCE,
        "Steel is the main one. Our contracts fix two thirds of it. Paint and wages go against us "
        "by about a point.",
    ),
    (CHIEF, "And the new press helps from June."),
    (None, "Our next question is from Teo Barrow of Cape Point Securities."),
    (OTHER, "Adjusted for the insurance money it seems quite a weak quarter, frankly. Why?"),
    (CHIEF, "The flood took the yard for five weeks."),
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("tallow")
    title = "Q4 2030 Larkspur Instruments Inc Earnings Call"
    call = Call(
        title,
        "JANUARY 30, 2031 / 9:00PM GMT",
        (CHIEF, FINANCE),
        (ANALYST, OTHER),
        REMARKS,
        QUESTIONS,
    )
    write_call(folder / "call.txt", call)
    (folder / "larkspur.htm").write_text(annual_report(), encoding="utf-8")  # of 2031
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([folder], workers=1, ocr=False)
        yield opened


def test_how_one_answered_another_is_the_question_and_the_whole_reply(engine) -> None:
    said = answered(
        engine, "How did Piers Lund answer Iris Quane's question about the machine margin in 2031?"
    )
    assert said.startswith("Iris Quane")
    assert "Steel is the main one" in said
    assert "wages go against us by about a point" in said


def test_a_reply_about_a_year_to_come_names_the_call_it_was_given_on(engine) -> None:
    outcome = engine.ask(
        "How did Piers Lund answer Iris Quane's question about 2031 machine margin?"
    )
    assert outcome.answer is not None
    assert "on the call for 2030Q4" in outcome.answer
    assert all(c.note for claim in outcome.claims for c in claim.citations)


def test_a_reply_that_nobody_gave_is_not_made_up(engine) -> None:
    outcome = engine.ask("How did Piers Lund answer Teo Barrow's question about the weak quarter?")
    assert outcome.answer is None or "five weeks" not in outcome.answer


def test_whoever_asked_in_other_words_is_found_by_what_he_said_alone(engine) -> None:
    said = answered(
        engine,
        "Which analyst told Larkspur's management that the quarter looked weak once the "
        "insurance money is adjusted for?",
    )
    assert said.startswith("Teo Barrow")


def test_whoever_put_it_in_the_questions_words_comes_before_others(engine) -> None:
    said = answered(engine, "Which analyst raised the weak quarter on Larkspur's Q4 2030 call?")
    assert said.startswith("Teo Barrow")
    assert "Iris Quane" not in said


def test_a_sum_that_a_speaker_gave_is_typed(engine) -> None:
    outcome = engine.ask(
        "What flood-related spending did Piers Lund disclose for the fourth quarter of 2030?"
    )
    assert outcome.value is not None
    assert (outcome.value.number, outcome.value.scale) == (Decimal(40), 1_000_000)


def test_level_and_cause_asked_together_give_the_level_as_value_and_no_change(engine) -> None:
    outcome = engine.ask(
        "What service gross margin did Piers Lund give on the Q4 2030 call and why did it decline?"
    )
    assert outcome.answer is not None
    assert "driven by hiring" in outcome.answer
    assert outcome.answer.count("driven by hiring") == 1  # the one sentence answers both parts
    assert outcome.value is not None
    assert (outcome.value.number, outcome.value.percent) == (Decimal(38), True)


def test_debt_free_is_said_in_several_ways(engine) -> None:
    assert "nil debt" in answered(engine, "Does Larkspur's CFO describe the company as debt free?")


def test_a_list_that_prose_counts_is_quoted_to_its_last_item(engine) -> None:
    said = answered(
        engine, "On its Q4 2030 call, what did Larkspur say drove the lower freight rate?"
    )
    assert "moved to rail" in said
    assert "diesel was cheaper" in said
    assert "Capital spending" not in said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("First, it rained. Then more. Second, it froze. Third, it thawed. The end.", 3),
        ("First, it rained. Second, it froze. Lastly, it thawed. The end.", 2),
        ("First, it rained. The end came. Nothing else.", 0),
        ("Second, it froze. Third, it thawed.", 0),
        ("First quarter sales rose. Second, it froze.", 0),
    ],
)
def test_items_are_counted_only_in_their_order(text: str, expected: int) -> None:
    assert items_after(text, units(text)) == expected


@pytest.mark.parametrize(
    ("asked", "printed", "expected"),
    [
        ("Piers Lund", "Piers A. Lund", True),
        ("Lund", "Piers A. Lund", True),
        ("Maren Lund", "Piers A. Lund", False),
        ("", "Piers A. Lund", False),
    ],
)
def test_a_middle_initial_makes_no_other_person(asked: str, printed: str, expected: bool) -> None:
    assert is_same_person(asked, printed) is expected


def test_what_an_officer_blames_is_a_cause_of_that_measure_alone(engine) -> None:
    outcome = engine.ask("What did the CFO blame for Larkspur's net sales drop in Q4 2030?")
    assert outcome.answer is None, outcome.answer


def test_a_reason_for_what_was_is_none_for_what_is_expected(engine) -> None:
    outcome = engine.ask("Why did Piers Lund expect a lower service gross margin in 2031?")
    assert outcome.answer is None, outcome.answer
