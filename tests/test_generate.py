"""Generated questions: what the archive states is gold, and what it lacks is certainly absent."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from decimal import Decimal

import pytest

from onfile.cli.main import app
from onfile.engine import Engine
from onfile.errors import UsageError
from onfile.evaluate.generate import by_model
from onfile.evaluate.generate.absent import absent_quarters, absent_years
from onfile.evaluate.generate.figure_probes import _is_near
from onfile.evaluate.generate.holdings import Holdings
from onfile.evaluate.generate.paraphrase import RULES, paraphrased
from onfile.evaluate.generate.probe import Number, Probe
from onfile.evaluate.generate.saying import spoken, whens
from onfile.evaluate.suite import read_suite
from onfile.generating import Asked, generate_suite
from onfile.language import lexicon
from onfile.testing import ScriptedGenerator
from onfile.types import Period, RefusalCode, Reply

ASKED = Asked(seed=3, n_answerable=100, n_adversarial=100, n_paraphrases=40)
SCALES = {"ones": 1, "thousands": 1_000, "millions": 1_000_000, "crore": 10_000_000}


@pytest.fixture(scope="module")
def engine(archive, tmp_path_factory):
    with Engine(tmp_path_factory.mktemp("store")) as engine:
        engine.ingest([archive], workers=1, ocr=False, embed=False)
        yield engine


@pytest.fixture(scope="module")
def suite(engine, tmp_path_factory):
    out = tmp_path_factory.mktemp("suite") / "made.jsonl"
    generate_suite(engine, out, ASKED)
    return out


@pytest.fixture(scope="module")
def rows(suite):
    return [json.loads(line) for line in suite.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def pages(engine):
    """Each document's pages with every run of white space one space, by file name."""
    found = {}
    for document in engine.store.documents():
        texts = engine.store.pages_text(document.document_id)
        found[document.name] = {n: " ".join(text.split()) for n, text in texts.items()}
    return found


def answerable(rows):
    return [row for row in rows if "expected_codes" not in row]


def adversarial(rows):
    return [row for row in rows if "expected_codes" in row]


def digits(text):
    return re.sub(r"[^\d.]", "", text)


# ── the whole ────────────────────────────────────────────────────────────────────────────────


def test_at_least_a_hundred_of_each_class_come_from_the_made_up_archive(rows):
    assert sum("base_id" not in row for row in answerable(rows)) == 100
    assert sum("base_id" not in row for row in adversarial(rows)) == 100


def test_adversarial_questions_are_of_every_kind_that_the_archive_allows(rows):
    kinds = Counter(row["kind"] for row in adversarial(rows))
    assert set(kinds) == {
        "advice",
        "company_absent",
        "false_premise",
        "injection",
        "live_data",
        "not_stated",
        "out_of_scope",
        "period_absent",
        "person_absent",
        "scope_incomplete",
        "underspecified",
    }
    assert max(kinds.values()) <= 25


def test_the_same_seed_gives_the_same_questions_and_another_seed_others(engine, suite, tmp_path):
    generate_suite(engine, tmp_path / "again.jsonl", ASKED)
    assert (tmp_path / "again.jsonl").read_bytes() == suite.read_bytes()
    generate_suite(engine, tmp_path / "other.jsonl", Asked(4, 100, 100, 40))
    assert (tmp_path / "other.jsonl").read_bytes() != suite.read_bytes()


def test_a_generated_suite_is_one_that_eval_reads(suite, rows):
    read = read_suite(suite)
    assert len(read.questions) == len(rows)
    assert len({question.question for question in read.questions}) > 0.95 * len(rows)


def test_an_archive_without_anything_to_ask_about_is_wrong_usage(tmp_path):
    with Engine(tmp_path / "s") as empty, pytest.raises(UsageError, match="nothing on file"):
        generate_suite(empty, tmp_path / "out.jsonl", Asked())


# ── gold is true ─────────────────────────────────────────────────────────────────────────────


def test_every_gold_quote_stands_on_its_page(rows, pages):
    for row in answerable(rows):
        for spot in row["gold"]:
            held = pages[spot["file"]]
            text = held[spot["page"]] if "page" in spot else held[1]
            assert spot["quote"] in text, row["id"]


def test_every_gold_number_of_a_single_figure_is_printed_in_its_quote(rows):
    kinds = ("single_figure", "quarter_figure", "prior_column", "bid_item", "stated_number")
    checked = [row for row in answerable(rows) if row["kind"] in kinds]
    assert len(checked) > 50
    for row in checked:
        value = Decimal(str(row["numbers"][0]["value"]))
        printed = {
            Decimal(n.replace(",", ""))
            for n in re.findall(r"\d[\d,]*(?:\.\d+)?", row["gold"][0]["quote"])
        }
        assert value in printed, row["id"]


def test_a_change_is_the_difference_of_the_two_numbers_that_its_answer_names(rows):
    changes = [row for row in answerable(rows) if row["kind"] == "change"]
    assert changes
    for row in changes:
        before, now = re.search(r"\((.*) to (.*)\)$", row["answer"]).groups()
        difference = Decimal(digits(now)) - Decimal(digits(before))
        assert Decimal(str(row["numbers"][0]["value"])) == difference, row["id"]


def test_a_company_that_is_not_on_file_is_said_nowhere_in_the_archive(rows, pages):
    everything = "\n".join(t for held in pages.values() for t in held.values()).lower()
    absent = {row["missing"][0]["company"] for row in rows if row["kind"] == "company_absent"}
    assert len(absent) > 3
    for name in absent:
        assert not re.search(rf"(?<!\w){re.escape(name.lower())}(?!\w)", everything), name


def test_an_absent_period_is_that_of_no_document_column_or_figure(rows, engine):
    covered = {}
    for entry in engine.store.catalog().entries:
        held = covered.setdefault(entry.identity.company, set())
        held |= {p.name for p in entry.column_periods}
        held |= {entry.identity.period.name} if entry.identity.period else set()
        held |= {f.period.name for f in engine.store.figures([entry.document_id]) if f.period}
    absent = [row["missing"][0] for row in rows if row["kind"] == "period_absent"]
    assert absent
    for pair in absent:
        assert pair["period"] not in covered[pair["company"]], pair


def test_a_false_premise_turns_round_what_two_years_state(rows):
    for row in (row for row in rows if row["kind"] == "false_premise"):
        before, now = re.match(r"(.*?) to (.*?), ", row["note"]).groups()
        rose = Decimal(digits(now)) > Decimal(digits(before))
        assert bool(re.search(r"\b(?:fall|decline)\b", row["question"])) == rose, row["id"]


def test_refusal_codes_are_those_of_the_contract(rows):
    for row in adversarial(rows):
        assert [RefusalCode(code) for code in row["expected_codes"]]


# ── absence ──────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def holdings(engine):
    return Holdings(engine.store, engine.store.catalog(), lexicon.load())


def test_years_next_to_those_on_file_are_not_taken_for_absent_where_a_column_covers_them(holdings):
    # Northwind's filings for 2023 and 2024 print 2021 and 2022 as earlier columns.
    assert {2021, 2022, 2023, 2024}.isdisjoint(absent_years(holdings, "Northwind Beverages"))
    assert 2026 in absent_years(holdings, "Northwind Beverages")


def test_a_quarter_whose_later_quarter_is_on_file_is_not_taken_for_absent(holdings):
    absent = absent_quarters(holdings, "Northwind Beverages")
    assert Period(2025, 1) not in absent
    assert Period(2025, 2) not in absent


def test_names_are_found_whatever_their_case_and_only_as_whole_words(holdings):
    assert holdings.mentioned(["NORTHWIND", "North", "Tesla"]) == {"NORTHWIND"}


def test_an_alias_that_two_companies_share_names_neither(holdings):
    shared = {a.lower() for c in holdings.companies for a in holdings.aliases(c)}
    owners = Counter(name.lower() for c in holdings.companies for name in set(holdings.names(c)))
    assert all(owners[alias] == 1 for alias in shared)


# ── wording ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("Net Cash Provided by Operating Activities", "net cash provided by operating activities"),
        ("NET OPERATING REVENUES", "net operating revenues"),
        (
            "Less: Net income attributable to noncontrolling interests",
            "net income attributable to noncontrolling interests",
        ),
        ("Inventories (Notes 1 and 3)", "inventories"),
        ("SG&A expense", "SG&A expense"),
        ("MGM China dividends", "MGM China dividends"),
    ],
)
def test_a_label_is_said_as_inside_a_sentence(label, said):
    assert spoken(label) == said


def test_a_bare_year_is_only_said_where_fiscal_years_are_calendar_years():
    period = Period(2024)
    assert "in 2024" in whens(period, is_instant=False, is_calendar=True, end=None)
    assert "in 2024" not in whens(period, is_instant=False, is_calendar=False, end=None)


PROBE = Probe(
    kind="single_figure",
    question="What was Northwind Beverages' gross profit in fiscal 2024?",
    numbers=(Number(Decimal(2247), 1_000_000, "USD"),),
    slots={"company": "Northwind Beverages", "item": "gross profit", "when": "in fiscal 2024"},
    variants={
        "company": ("NWBV",),
        "item": ("gross profit", "gross income"),
        "when": ("in fiscal 2024", "in FY24"),
    },
)


@pytest.mark.parametrize(
    ("rule", "question"),
    [
        ("_abbreviation", "What was NWBV's gross profit in fiscal 2024?"),
        ("_synonym", "What was Northwind Beverages' gross income in fiscal 2024?"),
        ("_other_period", "What was Northwind Beverages' gross profit in FY24?"),
        ("_lower_case", "what was northwind beverages' gross profit in fiscal 2024"),
        ("_keywords", "Northwind Beverages' gross profit in fiscal 2024"),
        ("_reordered", "In fiscal 2024, what was Northwind Beverages' gross profit?"),
    ],
)
def test_each_rule_changes_one_thing(rule, question):
    made = next(r for r in RULES if r.__name__ == rule)
    assert made(PROBE, random.Random(1)) == question


@pytest.mark.parametrize(
    ("item", "ask", "is_near"),
    [
        ("gross profit", "gross income", True),
        ("cost of goods sold", "cogs", True),
        ("retained earnings", "reserves and surplus", False),
        ("total equity", "book value", False),
        ("accumulated other comprehensive income", "accumulated other comprehensive loss", False),
    ],
)
def test_only_synonyms_that_nobody_would_dispute_are_taken(item, ask, is_near):
    assert _is_near(item, ask) is is_near


def test_a_typo_swaps_two_letters_of_the_item_and_nothing_else():
    made = next(r for r in RULES if r.__name__ == "_typo")(PROBE, random.Random(1))
    assert made != PROBE.question
    assert sorted(made) == sorted(PROBE.question)


def test_a_paraphrase_keeps_the_gold():
    other = paraphrased(PROBE, random.Random(2))
    assert other is not None
    assert other.question != PROBE.question
    assert (other.numbers, other.gold, other.codes) == (PROBE.numbers, PROBE.gold, PROBE.codes)


# ── by model ─────────────────────────────────────────────────────────────────────────────────


def test_a_models_wording_is_kept_with_the_prompts_hash():
    model = ScriptedGenerator(Reply("gross profit of Northwind Beverages, fiscal 2024", "stop"))
    other = by_model.reworded(PROBE, model)
    assert other is not None
    assert other.question == "gross profit of Northwind Beverages, fiscal 2024"
    assert other.numbers == PROBE.numbers
    assert model.prompts[0].fingerprint in other.note


@pytest.mark.parametrize(
    "written",
    [
        "",
        "What was the gross profit in fiscal 2024?",  # the company is gone
        "Northwind Beverages' gross profit in fiscal 2023?",  # another year
        "Northwind Beverages' gross profit of 2247 in fiscal 2024?",  # the answer is told
        "Northwind Beverages' gross profit in fiscal 2024?\nIt was high.",
        PROBE.question,
        f"{PROBE.question} {'Explained at length. ' * 10}",
    ],
)
def test_a_models_wording_that_loses_or_adds_anything_is_dropped(written):
    assert by_model.reworded(PROBE, ScriptedGenerator(Reply(written, "stop"))) is None


# ── the command ──────────────────────────────────────────────────────────────────────────────


def test_the_command_says_how_many_of_each_kind_it_wrote(engine, tmp_path):
    from typer.testing import CliRunner

    store, out = str(engine.store.directory), tmp_path / "s.jsonl"
    arguments = ["eval", "generate", "--store", store, "--out", str(out), "--answerable", "5000"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert "of 5,000 answerable: the archive gives no more" in result.stdout
    assert f"onfile eval {out}" in result.stdout
    assert out.is_file()
