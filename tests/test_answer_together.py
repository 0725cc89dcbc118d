"""What several figures say together: only what may be added is, and equals share a place."""

from __future__ import annotations

import dataclasses
from decimal import Decimal
from types import SimpleNamespace

import pytest

from onfile.answer.bid_cells import Cell
from onfile.answer.bid_sums import answer_bid_sum
from onfile.answer.ordering import in_order
from onfile.answer.together import together
from onfile.types import EvidenceType, Intent, Pair, Period, QuestionKind
from test_figures_match import BASE

YEARS = tuple(Period(year) for year in (2029, 2030, 2031))


def told(periods=YEARS, **given):
    amounts = (Decimal(100), Decimal(120), Decimal(140))
    return [
        (Pair("Larkspur", period), dataclasses.replace(BASE, value=amount, **given))
        for period, amount in zip(periods, amounts, strict=False)
    ]


def said(question: str, figures) -> str:
    intent = Intent(question, QuestionKind.FIGURE, EvidenceType.DOCUMENTS)
    summary = together(intent, figures)
    return "" if summary is None else summary[0]


def test_sales_of_three_years_add_up() -> None:
    assert said("total sales from 2029 to 2031", told()) == "Together: $360 million."


def test_what_is_owed_at_three_year_ends_does_not() -> None:
    assert "Together" not in said("total debt from 2029 to 2031", told(is_instant=True))
    assert "Together" not in said("combined debt of 2029 to 2031", told(is_instant=True))


def test_a_year_is_not_added_to_its_own_quarter() -> None:
    figures = told((Period(2030), Period(2030, 4)))
    assert "Together" not in said("combined sales of 2030 and its last quarter", figures)


def test_percentages_are_not_added_but_averaged() -> None:
    shares = told(is_percent=True, currency=None, scale=None)
    assert "Together" not in said("combined margin from 2029 to 2031", shares)
    assert said("average margin from 2029 to 2031", shares) == "Average: 120.0%."


def test_nothing_is_said_of_figures_in_two_currencies() -> None:
    (pair, figure), *others = told()
    mixed = [(pair, dataclasses.replace(figure, currency="EUR")), *others]
    assert said("total sales from 2029 to 2031", mixed) == ""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("which is highest", "Highest: C (3); then A (2) and B (2)."),
        ("which is lowest", "Lowest: A (2) and B (2); then C (3)."),
    ],
)
def test_equals_share_a_place(question: str, expected: str) -> None:
    amounts = [Decimal(2), Decimal(2), Decimal(3)]
    assert in_order(question, amounts, ["A (2)", "B (2)", "C (3)"]) == expected


def test_two_rows_of_one_name_are_not_averaged_as_if_more_had_bid() -> None:
    asked = SimpleNamespace(intent=SimpleNamespace(asked="What is the average of the total bids?"))
    row = dataclasses.replace(BASE, label="TOTAL", statement="bid_tabulation")
    cells = [Cell(row, bidder, "extension") for bidder in ("Corran", "Thorne", "Corran")]
    assert answer_bid_sum(asked, cells) is None
