"""One quantity over several periods: shares of a year, ratios, and whether it stays or moves."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

import pytest

from onfile.answer.over_periods import answer_over_periods
from onfile.answer.request import Quantity, Reading
from onfile.types import (
    Computation,
    Draft,
    EvidenceType,
    Figure,
    FigureMatch,
    Intent,
    Pair,
    Period,
    QuestionKind,
    Score,
    ScoreKind,
    Span,
)
from small_archive import SmallArchive

YEARS = [Period(2029), Period(2030), Period(2031)]


def asked(question: str, values: dict[Period, str], *, ratio: bool = False) -> Draft | None:
    archive = SmallArchive()
    document_id = archive.add("Northwind.pdf", ["Revenue 10 20 30"])
    pairs = tuple(Pair("Northwind", period) for period in values)
    figure = Figure(
        "f", document_id, 1, 1, "", "income", "Revenue", (), "2031", "revenue", "", YEARS[0], None,
        False, Decimal(0), 1, "USD", None, False, "0", Span(1, 0, 16), Span(1, 8, 10),
    )  # fmt: skip
    figures = {
        pair: dataclasses.replace(figure, period=pair.period, value=Decimal(values[pair.period]))
        for pair in pairs
        if pair.period is not None
    }
    score = Score(1.0, ScoreKind.FIGURE)
    matches = {pair: [FigureMatch(f, score, 1.0, 1.0, 0)] for pair, f in figures.items()}
    computed = {p: Computation(f.value, "a / b", f"{f.value}", (f,)) for p, f in figures.items()}
    quantity = (
        Quantity("gross margin", "gross_margin", {}, unit="percent", computed=computed)
        if ratio
        else Quantity("revenue", "revenue", matches)
    )
    intent = Intent(question, QuestionKind.FIGURE, EvidenceType.DOCUMENTS, pairs=pairs)
    return answer_over_periods(
        Reading(intent, (), archive, (quantity,), str.split, lambda t: 1.0, {}, {})
    )


def test_a_quarters_share_is_over_its_own_year() -> None:
    values = {Period(2031): "80", Period(2031, 4): "30"}
    draft = asked("What percent of 2031 revenue came in the fourth quarter?", values)
    assert draft is not None
    assert draft.value is not None
    assert draft.value.number == Decimal("37.5")  # 100 * 30 / 80


def test_a_quarter_is_no_share_of_another_year() -> None:
    values = {Period(2030): "80", Period(2031, 4): "30"}
    assert asked("What percent of revenue came in the fourth quarter?", values) is None


def test_a_ratio_of_two_years_is_the_later_over_the_earlier() -> None:
    draft = asked("What was the ratio of 2031 to 2030 revenue?", {YEARS[2]: "30", YEARS[1]: "24"})
    assert draft is not None
    assert draft.claims[0].arithmetic == "30 / 24 = 1.25"


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        (("10", "12", "15"), "Higher each time"),
        (("15", "12", "10"), "Lower each time"),
        (("10", "15", "12"), "It moved both ways"),
    ],
)
def test_growth_each_year_is_judged_on_every_step(values: tuple[str, ...], verdict: str) -> None:
    draft = asked("Did revenue grow each year?", dict(zip(YEARS, values, strict=True)))
    assert draft is not None
    assert draft.answer.startswith(verdict)


@pytest.mark.parametrize(
    ("last", "question", "verdict"),
    [
        ("0.41", "Has the margin been consistent?", "Yes"),  # 41.0 - 40.5 = 0.5 points
        ("0.43", "Has the margin been consistent?", "No"),  # 43.0 - 40.5 = 2.5 points, more than 2
        ("0.43", "Has the margin been consistent, within 3%?", "Yes"),
    ],
)
def test_consistent_means_no_step_beyond_the_limit(last: str, question: str, verdict: str) -> None:
    values = dict(zip(YEARS, ("0.40", "0.405", last), strict=True))
    draft = asked(question, values, ratio=True)
    assert draft is not None
    assert draft.answer.startswith(verdict)


def test_two_periods_of_a_plain_question_are_left_to_others() -> None:
    assert asked("Revenue in 2030 and 2031?", {YEARS[1]: "1", YEARS[2]: "2"}) is None
