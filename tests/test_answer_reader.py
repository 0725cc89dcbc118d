"""The built-in reader: what it quotes, what it computes, when it declines."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from decimal import Decimal

import pytest
from small_archive import SmallArchive

from onfile.answer.reader import read
from onfile.answer.request import Quantity, Reading
from onfile.types import (
    Draft,
    EvidenceType,
    Figure,
    FigureMatch,
    Identity,
    Intent,
    Pair,
    Period,
    QuestionKind,
    Refusal,
    RefusalCode,
    Score,
    ScoreKind,
    Span,
    Turn,
)

FY24 = Period(2024)
NORTHWIND = Pair("Northwind", FY24)
KESTREL = Pair("Kestrel", FY24)
STOP = set(
    "the a an of in and to for on by with was were is are its did what which who why how s".split()
)


def terms(text: str) -> list[str]:
    words = [w for w in re.findall(r"[a-z0-9]+", text.lower()) if w not in STOP]
    return [w[:-1] if w.endswith("s") and len(w) > 3 else w for w in words]


def intent(question: str, kind: QuestionKind, **given: object) -> Intent:
    base = Intent(question, kind, EvidenceType.DOCUMENTS, terms=tuple(terms(question)))
    return dataclasses.replace(base, **given)


def reading(archive: SmallArchive, asked: Intent, quantities: Sequence[Quantity] = ()) -> Reading:
    pair = asked.pairs[0] if len(asked.pairs) == 1 else None
    return Reading(
        asked, archive.evidence(pair), archive, quantities, terms, lambda term: 1.0, {}, {}
    )


def figure(document_id: str, label: str, value: int, **given: object) -> Figure:
    base = Figure(
        f"{document_id}-{label}-{value}", document_id, 1, 1, "Statements of income", "income", label,
        (), "2024", None, "", FY24, None, False, Decimal(value), 1_000_000, "USD", None, False,
        str(value), Span(1, 0, 10), Span(1, 5, 10),
    )  # fmt: skip
    return dataclasses.replace(base, **given)


def match(one: Figure, precedence: int = 0, precision: float = 1.0) -> FigureMatch:
    return FigureMatch(one, Score(1.0, ScoreKind.FIGURE), 1.0, precision, precedence)


def archive_with(text: str, company: str = "Northwind") -> SmallArchive:
    archive = SmallArchive()
    archive.add(
        f"{company}.pdf", [text], identity=Identity(company=company, form="10-K", period=FY24)
    )
    return archive


# ── figures ──


def test_a_figure_has_its_row_as_quote_and_its_value_with_scale_and_currency() -> None:
    archive = archive_with("Marketing 120 110\nOther 3 4")
    asked = intent("Marketing in fiscal 2024?", QuestionKind.FIGURE, pairs=(NORTHWIND,))
    found = {NORTHWIND: [match(figure("sha256:Northwind.pdf", "Marketing", 120))]}
    draft = read(reading(archive, asked, [Quantity("marketing", None, found)]), {})
    assert isinstance(draft, Draft)
    assert draft.value is not None
    assert draft.value.number * draft.value.scale == Decimal(120) * 1_000_000
    assert draft.value.currency == "USD"
    assert draft.claims[0].citations[0].quote == "Marketing "
    assert draft.claims[0].citations[0].page_label == "F-1"


def test_a_figure_without_a_stated_scale_is_not_given() -> None:
    archive = archive_with("Marketing 120 110")
    asked = intent("Marketing in fiscal 2024?", QuestionKind.FIGURE, pairs=(NORTHWIND,))
    unscaled = figure("sha256:Northwind.pdf", "Marketing", 120, scale=None)
    draft = read(reading(archive, asked, [Quantity("m", None, {NORTHWIND: [match(unscaled)]})]), {})
    assert not isinstance(draft, Draft) or draft.value is None


def test_two_rows_that_fit_equally_are_shown_as_choices() -> None:
    archive = archive_with("Casino 10\nCasino 7")
    asked = intent("Casino in fiscal 2024?", QuestionKind.FIGURE, pairs=(NORTHWIND,))
    rows = [match(figure("sha256:Northwind.pdf", "Casino", v)) for v in (10, 7)]
    refusal = read(reading(archive, asked, [Quantity("casino", None, {NORTHWIND: rows})]), {})
    assert isinstance(refusal, Refusal)
    assert refusal.code is RefusalCode.UNDERSPECIFIED
    assert len(refusal.choices) == 2


def test_the_own_filing_wins_over_a_later_filings_prior_year_column() -> None:
    archive = archive_with("Marketing 120")
    archive.add("later.pdf", ["Marketing 125"], identity=Identity(company="Northwind"))
    asked = intent("Marketing in fiscal 2024?", QuestionKind.FIGURE, pairs=(NORTHWIND,))
    rows = [
        match(figure("sha256:later.pdf", "Marketing", 125), precedence=3),
        match(figure("sha256:Northwind.pdf", "Marketing", 120)),
    ]
    draft = read(reading(archive, asked, [Quantity("m", None, {NORTHWIND: rows})]), {})
    assert isinstance(draft, Draft)
    assert draft.value is not None
    assert draft.value.number == 120


def test_a_comparison_cites_each_side_and_shows_its_arithmetic() -> None:
    archive = archive_with("Marketing 120")
    archive.add("k.pdf", ["Marketing 90"], identity=Identity(company="Kestrel", period=FY24))
    asked = intent("Who spent more?", QuestionKind.COMPARE, pairs=(KESTREL, NORTHWIND))
    found = {
        NORTHWIND: [match(figure("sha256:Northwind.pdf", "Marketing", 120))],
        KESTREL: [match(figure("sha256:k.pdf", "Marketing", 90))],
    }
    draft = read(reading(archive, asked, [Quantity("m", None, found)]), {})
    assert isinstance(draft, Draft)
    assert [c.citations[0].document for c in draft.claims[:2]] == ["k.pdf", "Northwind.pdf"]
    assert draft.claims[2].arithmetic == "120 - 90 = 30"
    assert "Northwind is larger by $30 million" in draft.answer
    assert draft.value is None


def test_one_side_without_a_figure_gives_no_comparison() -> None:
    archive = archive_with("Marketing 120")
    asked = intent("Who spent more?", QuestionKind.COMPARE, pairs=(KESTREL, NORTHWIND))
    found = {NORTHWIND: [match(figure("sha256:Northwind.pdf", "Marketing", 120))], KESTREL: []}
    assert isinstance(read(reading(archive, asked, [Quantity("m", None, found)]), {}), Refusal)


# ── premises ──


def test_a_fall_that_was_a_rise_is_a_false_premise() -> None:
    archive = archive_with("Marketing 120 110")
    asked = intent("Why did marketing decline?", QuestionKind.WHY, pairs=(NORTHWIND,))
    now = match(figure("sha256:Northwind.pdf", "Marketing", 120))
    before = match(figure("sha256:Northwind.pdf", "Marketing", 110, period=Period(2023)))
    quantity = Quantity("marketing", None, {NORTHWIND: [now]})
    refusal = read(reading(archive, asked, [quantity]), {NORTHWIND: [before]})
    assert isinstance(refusal, Refusal)
    assert refusal.code is RefusalCode.FALSE_PREMISE
    assert refusal.citations[0].page == 1


# ── passages ──

WHY_TEXT = (
    "Marketing expense increased in 2024 compared to 2023 primarily due to the spring campaign "
    "for orange soda. Rent was flat.\nThe board met six times."
)


def test_a_reason_is_quoted_verbatim_with_its_page() -> None:
    asked = intent("Why did marketing expense increase?", QuestionKind.WHY, pairs=(NORTHWIND,))
    draft = read(reading(archive_with(WHY_TEXT), asked), {})
    assert isinstance(draft, Draft)
    quote = draft.claims[0].citations[0].quote
    assert quote in WHY_TEXT
    assert "primarily due to the spring campaign" in quote
    assert "board" not in quote


@pytest.mark.parametrize(
    "question",
    ["Why did Northwind sell its orchard?", "Why did marketing of lemon tea in Peru increase?"],
)
def test_what_no_sentence_covers_is_not_stated(question: str) -> None:
    refusal = read(reading(archive_with(WHY_TEXT), intent(question, QuestionKind.WHY)), {})
    assert isinstance(refusal, Refusal)
    assert refusal.code is RefusalCode.NOT_STATED


def test_a_question_for_a_number_is_not_answered_by_a_sentence_without_one() -> None:
    text = "Premium members enjoy free delivery of orange soda."
    asked = intent("How many premium members?", QuestionKind.FIGURE, pairs=(NORTHWIND,))
    refusal = read(reading(archive_with(text), asked), {})
    assert isinstance(refusal, Refusal)
    assert refusal.code is RefusalCode.NOT_STATED


# ── calls ──


def call() -> tuple[SmallArchive, str]:
    lines = [
        "Gross margin was 44% in the quarter.",
        "Could you speak about bottle supply and lead times?",
        "Bottle supply is fine.",
    ]
    text = "\n".join(lines)
    spans = []
    for line in lines:
        start = text.index(line)
        spans.append((Span(1, start, start + len(line)),))
    turns = (
        Turn(1, "Ana Reyes", "CFO", "Northwind", False, False, "prepared remarks", spans[0], 1),
        Turn(2, "Bo Lind", "Analyst", "Alba Bank", True, False, "questions and answers", spans[1], 2),
        Turn(3, "Ana Reyes", "CFO", "Northwind", False, False, "questions and answers", spans[2], 3),
    )  # fmt: skip
    archive = SmallArchive()
    archive.add("call.txt", [text], has_pages=False, turns=turns)
    return archive, text


def test_who_said_it_is_named_with_role_and_part() -> None:
    archive, _ = call()
    asked = intent("What did the CFO say about gross margin?", QuestionKind.SAID, role="CFO")
    asked = dataclasses.replace(asked, terms=("gros", "margin"))
    draft = read(reading(archive, asked), {})
    assert isinstance(draft, Draft)
    assert "Ana Reyes" in draft.answer
    assert "prepared remarks" in draft.answer
    assert draft.claims[0].citations[0].quote == "Gross margin was 44% in the quarter."


def test_who_asked_gives_the_analyst_and_the_line() -> None:
    archive, _ = call()
    asked = intent("Who asked about bottle supply lead times?", QuestionKind.WHO)
    draft = read(reading(archive, asked), {})
    assert isinstance(draft, Draft)
    assert "Bo Lind" in draft.answer
    assert draft.claims[0].citations[0].line == 2
    assert draft.claims[0].citations[0].page is None
