"""The built-in reader: what it quotes, what it computes, when it declines."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from decimal import Decimal

import pytest

from onfile.answer.astray import says_what_it_is
from onfile.answer.declined import words_of
from onfile.answer.quantities import choose
from onfile.answer.reader import read
from onfile.answer.request import Quantity, Reading
from onfile.types import (
    Computation,
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
from small_archive import SmallArchive

FY24 = Period(2024)
NORTHWIND = Pair("Northwind", FY24)
KESTREL = Pair("Kestrel", FY24)
STOP = frozenset(
    re.findall(
        r"\w+", "the a an of in and to for on by with was were is are its did what which who"
    )
) | {"why", "how", "s"}


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
        f"{document_id}-{label}-{value}", document_id, 1, 1, "Statements of income", "income",
        label, (), "2024", None, "", FY24, None, False, Decimal(value), 1_000_000, "USD", None,
        False, str(value), Span(1, 0, 10), Span(1, 5, 10),
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


def test_the_own_release_wins_over_a_later_report_that_recasts_its_statement() -> None:
    document_id = "sha256:Northwind.pdf"
    own = match(figure(document_id, "Net sales", 2_400, concept="revenue"), precedence=1)
    later = match(figure(document_id, "Net sales", 2_100, concept="revenue"), precedence=4)
    own = dataclasses.replace(own, concept="revenue")
    nearer = Score(own.score.value + 0.2, ScoreKind.FIGURE)
    later = dataclasses.replace(later, concept="revenue", score=nearer)
    chosen = choose(NORTHWIND, [later, own])
    assert chosen is not None
    assert chosen.figure.value == 2_400
    assert chosen.restated is not None
    assert chosen.restated.value == 2_100


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
        Turn(2, "Bo Lind", "Analyst", "Alba", True, False, "questions and answers", spans[1], 2),
        Turn(3, "Ana Reyes", "CFO", "", False, False, "questions and answers", spans[2], 3),
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


def test_the_sentence_with_the_number_comes_before_one_with_other_numbers() -> None:
    text = (
        "Gross margin declined on syrup mix; operating costs grew 6% and gross profit fell 5%. "
        "Gross margin was 42%, down on the cost of new presses."
    )
    span = (Span(1, 0, len(text)),)
    turn = Turn(1, "Ana Reyes", "CFO", "Northwind", False, False, "prepared remarks", span, 1)
    archive = SmallArchive()
    identity = Identity(company="Northwind", form="call transcript", period=FY24)
    archive.add("call.txt", [text], identity=identity, has_pages=False, turns=[turn])
    question = "What gross margin did the CFO give and why did it decline?"
    quantity = Quantity("gross margin", "gross_margin", {}, unit="percent")
    asked = intent(question, QuestionKind.WHY, role="CFO", pairs=(NORTHWIND,))
    asked = dataclasses.replace(asked, terms=("gros", "margin", "decline"))
    draft = read(reading(archive, asked, [quantity]), {})
    assert isinstance(draft, Draft)
    assert "42%" in draft.answer


def test_who_asked_gives_the_analyst_and_the_line() -> None:
    archive, _ = call()
    asked = intent("Who asked about bottle supply lead times?", QuestionKind.WHO)
    draft = read(reading(archive, asked), {})
    assert isinstance(draft, Draft)
    assert "Bo Lind" in draft.answer
    assert draft.claims[0].citations[0].line == 2
    assert draft.claims[0].citations[0].page is None


# ── kinds of wrong answers that were mended, each with a made-up case ──


def passages_of(text: str, question: str, kind: QuestionKind, **given: object) -> Draft | Refusal:
    asked = intent(question, kind, pairs=(NORTHWIND,), **given)
    return read(reading(archive_with(text), asked), {})


def test_a_count_must_count_what_is_asked_for() -> None:
    text = "Orchard members received 11 billion points in rewards from orchard partners."
    refusal = passages_of(text, "How many orchard members?", QuestionKind.FIGURE)
    assert isinstance(refusal, Refusal)


def test_of_two_counts_in_one_sentence_none_is_typed() -> None:
    text = "Orchard shops placed 85 stands in the quarter and now run 2,470 of them."
    draft = passages_of(text, "How many orchard shops stands run?", QuestionKind.FIGURE)
    assert not isinstance(draft, Draft) or draft.value is None


def test_the_size_of_a_change_is_not_the_level() -> None:
    text = "Orchard rental income increased $4.5 million in the year."
    refusal = passages_of(text, "How much is orchard rental income?", QuestionKind.FIGURE)
    assert isinstance(refusal, Refusal)


def test_a_level_stated_in_prose_is_typed() -> None:
    text = "Orchard rental income was $12.5 million, up 4%."
    draft = passages_of(text, "How much is orchard rental income?", QuestionKind.FIGURE)
    assert isinstance(draft, Draft)
    assert draft.value is not None
    assert draft.value.number * draft.value.scale == Decimal("12.5") * 1_000_000


def test_a_subject_may_follow_its_number() -> None:
    text = "We issued $500 million of 4.0% notes due 2031, $850 million of 4.7% notes due 2034."
    asked = {"terms": ("note", "due", "2034")}
    draft = passages_of(text, "How much in notes due 2034?", QuestionKind.FIGURE, **asked)
    assert isinstance(draft, Draft)
    assert draft.value is not None
    assert draft.value.number == 850


def test_what_a_total_includes_is_not_the_total() -> None:
    text = "Beverage revenue, which includes lemonade, cider and water, was $51 million."
    refusal = passages_of(text, "How much lemonade revenue?", QuestionKind.FIGURE)
    assert isinstance(refusal, Refusal)


def test_a_narrower_subject_is_not_the_whole() -> None:
    text = "Frozen lemonade gross margin was 60%. Gross margin was 44%."
    draft = passages_of(text, "What percentage was gross margin?", QuestionKind.FIGURE)
    assert isinstance(draft, Draft)
    assert draft.claims[0].citations[0].quote == "Gross margin was 44%."


def test_a_cause_counts_for_what_is_named_before_it() -> None:
    text = (
        "Cost of bottles increased primarily due to more freight and delivery. "
        "Delivery costs increased due to fuel prices."
    )
    draft = passages_of(text, "Why did delivery costs increase?", QuestionKind.WHY)
    assert isinstance(draft, Draft)
    assert draft.claims[0].citations[0].quote == "Delivery costs increased due to fuel prices."


def test_what_may_happen_is_no_reason_for_what_did() -> None:
    text = "Gross margin may decrease due to sugar prices, which could change."
    refusal = passages_of(text, "Why did gross margin decrease?", QuestionKind.WHY)
    assert isinstance(refusal, Refusal)


def test_a_reason_for_the_opposite_contradicts_the_question() -> None:
    text = "Gross margin increased due to lower sugar prices."
    refusal = passages_of(text, "Why did gross margin decrease?", QuestionKind.WHY)
    assert isinstance(refusal, Refusal)
    assert refusal.code is RefusalCode.FALSE_PREMISE
    assert refusal.citations[0].quote == text


def test_the_largest_is_not_told_by_a_passage_about_one_of_them() -> None:
    text = "The coastal region had bottle revenue of $40 million."
    question = "Which region had the highest bottle revenue?"
    assert isinstance(passages_of(text, question, QuestionKind.WHAT), Refusal)


def test_a_statement_item_is_not_read_from_a_filings_prose() -> None:
    archive = archive_with("In 2024 we derived $20 million of revenue from abroad.")
    asked = intent("How much revenue?", QuestionKind.FIGURE, pairs=(NORTHWIND,))
    quantity = Quantity("revenue", "revenue", {NORTHWIND: []}, is_statement_item=True)
    assert isinstance(read(reading(archive, asked, [quantity]), {}), Refusal)


def test_the_words_of_an_analyst_are_no_report() -> None:
    archive, _ = call()
    asked = intent("Describe bottle supply lead times", QuestionKind.WHAT)
    draft = read(reading(archive, asked), {})
    quotes = [c.quote for claim in getattr(draft, "claims", ()) for c in claim.citations]
    assert "Could you speak about bottle supply and lead times?" not in quotes


def test_a_nearer_filing_without_a_unit_is_not_replaced_by_a_later_recast() -> None:
    archive = archive_with("Marketing 120")
    archive.add("later.pdf", ["Marketing 125"], identity=Identity(company="Northwind"))
    asked = intent("Marketing in fiscal 2024?", QuestionKind.FIGURE, pairs=(NORTHWIND,))
    rows = [
        match(figure("sha256:Northwind.pdf", "Marketing", 120, scale=None)),
        match(figure("sha256:later.pdf", "Marketing", 125), precedence=3),
    ]
    result = read(reading(archive, asked, [Quantity("m", None, {NORTHWIND: rows})]), {})
    assert not isinstance(result, Draft) or result.value is None


def test_money_spent_is_spoken_of_as_an_amount() -> None:
    archive = archive_with("Purchases of equipment (318)")
    asked = intent("Capital expenditure?", QuestionKind.FIGURE, pairs=(NORTHWIND,))
    row = match(figure("sha256:Northwind.pdf", "Purchases of equipment", -318, concept="capex"))
    quantity = Quantity("capex", "capex", {NORTHWIND: [row]}, sign="negative")
    draft = read(reading(archive, asked, [quantity]), {})
    assert isinstance(draft, Draft)
    assert draft.value is not None
    assert draft.value.number == 318


def test_a_loss_keeps_its_sign() -> None:
    archive = archive_with("Net loss (42)")
    asked = intent("Net income?", QuestionKind.FIGURE, pairs=(NORTHWIND,))
    row = match(figure("sha256:Northwind.pdf", "Net loss", -42, concept="net_income"))
    quantity = Quantity("net income", "net_income", {NORTHWIND: [row]}, sign="either")
    draft = read(reading(archive, asked, [quantity]), {})
    assert isinstance(draft, Draft)
    assert draft.value is not None
    assert draft.value.number == -42


def test_yes_or_no_about_a_rise_is_decided_by_both_figures() -> None:
    archive = archive_with("Inventories 90 100")
    asked = intent("Did inventories increase in 2024?", QuestionKind.YES_NO, pairs=(NORTHWIND,))
    now = match(figure("sha256:Northwind.pdf", "Inventories", 90))
    before = match(figure("sha256:Northwind.pdf", "Inventories", 100, period=Period(2023)))
    quantity = Quantity("inventories", None, {NORTHWIND: [now]})
    draft = read(reading(archive, asked, [quantity]), {NORTHWIND: [before]})
    assert isinstance(draft, Draft)
    assert draft.answer.startswith("No: Northwind's inventories decreased by $10 million")
    assert "$100 million" in draft.answer
    assert "$90 million" in draft.answer


def test_a_printed_row_is_not_held_against_a_sum_of_the_statements() -> None:
    archive = archive_with("Total debt 90 100")
    asked = intent("Did total debt fall in 2024?", QuestionKind.YES_NO, pairs=(NORTHWIND,))
    now = figure("sha256:Northwind.pdf", "Total debt", 90)
    before = match(figure("sha256:Northwind.pdf", "Total debt", 100, period=Period(2023)))
    done = Computation(Decimal(90_000_000), "a + b", "40 + 50", (now,))
    quantity = Quantity("total debt", "total_debt", {NORTHWIND: []}, computed={NORTHWIND: done})
    assert isinstance(read(reading(archive, asked, [quantity]), {NORTHWIND: [before]}), Refusal)


def test_compound_growth_is_computed_and_shown() -> None:
    archive = archive_with("Revenue 121 110 100")
    first, last = Pair("Northwind", Period(2022)), NORTHWIND
    asked = intent("Revenue CAGR from 2022 to 2024?", QuestionKind.CHANGE, pairs=(first, last))
    found = {
        first: [match(figure("sha256:Northwind.pdf", "Revenue", 100, period=Period(2022)))],
        last: [match(figure("sha256:Northwind.pdf", "Revenue", 121))],
    }
    draft = read(reading(archive, asked, [Quantity("revenue", None, found)]), {})
    assert isinstance(draft, Draft)
    assert draft.value is not None
    assert draft.value.number == Decimal("10.0")  # (121 / 100) ** (1 / 2) - 1
    assert draft.claims[-1].arithmetic == "100 * ((121 / 100) ** (1 / 2) - 1) = 10.0"


def test_a_question_about_nothing_in_particular_asks_what_is_meant() -> None:
    asked = intent("How did it go?", QuestionKind.WHAT, terms=(), companies=("Northwind",))
    refusal = read(reading(archive_with(WHY_TEXT), asked), {})
    assert isinstance(refusal, Refusal)
    assert refusal.code is RefusalCode.UNDERSPECIFIED


CLAUSES = """2-09.3(1)D Disposal of Material
Excess material is hauled away.
2-09.3(1)E Backfill
Backfill is placed in layers no thicker than 8 inches. Frozen soil is not used.
2-09.3(2) Measurement
Backfill is measured by the cubic yard."""


def test_a_clause_is_found_by_its_number_and_ends_where_the_next_begins() -> None:
    asked = intent(
        "What does clause 2-09.3(1)E say of backfill layers?",
        QuestionKind.WHAT,
        phrases=("clause 2-09.3(1)E",),
        terms=("backfill", "layer"),
    )
    draft = read(reading(archive_with(CLAUSES), asked), {})
    assert isinstance(draft, Draft)
    quote = draft.claims[0].citations[0].quote
    assert quote == "Backfill is placed in layers no thicker than 8 inches."


def test_which_note_covers_a_subject_is_told_by_the_line_that_names_both() -> None:
    text = "Goodwill (Note 4) 120 118\nCommitments and contingencies (Note 16)\nTotal 9 9"
    asked = intent(
        "Which note covers commitments and contingencies?",
        QuestionKind.WHAT,
        terms=("commitment", "contingencie"),
    )
    draft = read(reading(archive_with(text), asked), {})
    assert isinstance(draft, Draft)
    assert draft.answer.startswith("Note 16")


@pytest.mark.parametrize(
    ("text", "is_said"),
    [
        ("Northwind runs a capital-intensive business.", True),
        ("Northwind defines capital as net of intensive care costs.", False),
    ],
)
def test_what_something_is_must_be_said_in_these_words(text: str, is_said: bool) -> None:
    asked = "Is Northwind a capital-intensive business?"
    assert says_what_it_is(asked, text) is is_said
    assert says_what_it_is("Is there a recall at Northwind?", text)


def test_a_refusal_repeats_the_questions_own_words_rather_than_stems() -> None:
    archive = SmallArchive()
    asked = intent("Which covenants limit dividends?", QuestionKind.WHAT)
    assert words_of(["covenant", "dividend"], reading(archive, asked)) == [
        "covenants",
        "dividends",
    ]
