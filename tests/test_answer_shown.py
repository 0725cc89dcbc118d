"""The sign and the words with which a figure is spoken of."""

import dataclasses
from decimal import Decimal

import pytest

from onfile.answer.shown import row_name, shown, spoken, voiced
from test_figures_match import BASE


@pytest.mark.parametrize(
    ("label", "printed", "expense"),
    [
        ("Income tax benefit", 743, -743),
        ("Income tax benefit", -743, -743),
        ("Income tax (expense) benefit", -120, 120),
        ("Income tax benefit (expense)", 743, -743),
        ("Income tax expense (benefit)", -12, -12),
        ("Income taxes (benefit)", 12, 12),
        ("Provision for (benefit from) income taxes", -12, -12),
    ],
)
def test_a_tax_benefit_is_an_expense_below_zero(label: str, printed: int, expense: int) -> None:
    row = dataclasses.replace(BASE, concept="income_tax", label=label, value=Decimal(printed))
    assert spoken(row, "either").value == expense


def test_beside_its_own_label_a_benefit_keeps_its_printed_sign() -> None:
    row = dataclasses.replace(BASE, concept="income_tax", label="Income tax benefit")
    assert voiced(row, "either").value == row.value


def test_an_amount_a_share_names_its_currency_once() -> None:
    unit = "USD per share"
    row = dataclasses.replace(BASE, value=Decimal("2.5"), scale=1, currency="USD", unit=unit)
    assert shown(row) == "$2.5 per share"


def test_a_provision_for_credit_losses_below_zero_is_a_benefit() -> None:
    row = dataclasses.replace(BASE, label="Provision for credit losses", value=Decimal(-402))
    assert spoken(row, "either").value == -402


def test_a_count_is_shown_without_currency_or_unit() -> None:
    row = dataclasses.replace(BASE, value=Decimal(737), scale=1, currency=None, unit="count")
    assert shown(row) == "737"


def test_numbers_in_brackets_of_a_heading_are_not_repeated() -> None:
    heading = "Earnings per share (face value of Rs. 2 each) (not annualised)"
    row = dataclasses.replace(BASE, label="Diluted", path=(heading,))
    assert row_name(row) == "Earnings per share (not annualised) › Diluted"
