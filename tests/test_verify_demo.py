"""``Engine.verify`` over the made-up archive: true answers stand, bent ones fall."""

import json
from decimal import Decimal

import pytest

from onfile.demo.gold import QUESTIONS
from onfile.engine import Engine
from onfile.types import VerdictKind

WORDS = {"thousands": "thousand", "millions": "million", "crore": "crore"}
ROWS = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
FIGURES = [
    row
    for row in ROWS
    if "expected_codes" not in row
    and row["kind"] in ("single_figure", "period_trap")
    and len(row.get("numbers", ())) == 1
    and row["numbers"][0].get("scale") in WORDS
]
BENT = Decimal("1.37")


@pytest.fixture(scope="module")
def engine(archive, tmp_path_factory):
    with Engine(tmp_path_factory.mktemp("store")) as engine:
        engine.ingest([archive], workers=1, ocr=False)
        yield engine


def said(row, factor=Decimal(1)):
    (number,) = row["numbers"]
    amount = abs(Decimal(str(number["value"]))) * factor
    return (
        f"It was {amount:,.1f} {WORDS[number['scale']]}."
        if factor != 1
        else (f"It was {amount:,f} {WORDS[number['scale']]}.")
    )


def test_there_are_figures_to_verify():
    assert len(FIGURES) >= 5


def test_most_true_figures_are_supported_with_a_page(engine):
    found = [engine.verify(row["question"], said(row)) for row in FIGURES]
    kept = [verdict for verdict in found if verdict.is_supported]
    assert len(kept) / len(found) >= 0.7
    assert all(verdict.citations for verdict in kept)


def test_no_bent_figure_is_supported(engine):
    for row in (r for r in FIGURES if r["numbers"][0]["value"]):
        verdict = engine.verify(row["question"], said(row, BENT))
        assert verdict.verdict is not VerdictKind.SUPPORTED, row["question"]


def test_the_same_answer_has_the_same_verdict_every_time(engine):
    row = FIGURES[0]
    assert engine.verify(row["question"], said(row)) == engine.verify(row["question"], said(row))


def test_what_declines_is_not_found(engine):
    verdict = engine.verify(FIGURES[0]["question"], "I cannot find that in the documents.")
    assert verdict.verdict is VerdictKind.NOT_FOUND
    assert verdict.support is None


@pytest.mark.parametrize(
    ("question", "answer", "kind"),
    [
        ("Did Northwind's net sales increase in 2024?", "Yes.", "supported"),
        ("Did Northwind's net sales increase in 2024?", "No, they fell.", "contradicted"),
        (
            "Did Northwind's net sales increase in 2024?",
            "Yes, from $4,000 million to $4,400 million.",
            "not_found",
        ),
        ("Which segment of Northwind had the highest sales in 2024?", "Sparkling.", "supported"),
        ("Which segment of Northwind had the highest sales in 2024?", "Energy.", "contradicted"),
    ],
)
def test_an_answer_is_held_against_what_the_reader_itself_answers(engine, question, answer, kind):
    found = engine.verify(question, answer)
    assert found.verdict.value == kind, found.reasons
    assert found.citations
