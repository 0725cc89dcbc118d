"""How a figure is named and shown in an answer."""

from __future__ import annotations

import dataclasses
import re

from onfile.language.numbers import format_amount
from onfile.types import Figure

# Rows whose brackets mean "paid" or "deducted"; the amount is what people speak of.
_SPENT = re.compile(
    r"\b(?:expens|compensation|cost|purchas|payment|repurchas|dividends|repay|acquisition|"
    r"additions? to|"
    r"provision for|interest expense|capital expenditure|capital spending)",
    re.I,
)
# Rows that are now one thing and now its opposite: there the sign tells which.
_EITHER = re.compile(
    r"benefit|\(income\)|income \(|gain|\bnet$|, net\b(?! of)|\b(?:credit|loan) losses\b", re.I
)

# "Income tax benefit 743" and "Income tax (expense) benefit 743": as the expense it is -743.
_BENEFIT = re.compile(
    r"^(?!.*\(benefit)(?:(?!\b(?:expense|provision)\b)[^(]|\((?:expense|provision)[^)]*\))*\bbenefit",
    re.I,
)
_NUMBERED = re.compile(r"\s*\([^()]*\d[^()]*\)")
_EXPENSE = re.compile(r"\b(?:expense|provision)", re.I)
INCOME_TAX = "income_tax"


def spoken(figure: Figure, sign: str) -> Figure:
    """The figure with the sign that people speak it with: costs and payments are amounts.

    Args:
        figure: As printed.
        sign: The lexicon's for its concept, "either" where it has none.
    """
    if figure.concept == INCOME_TAX and _BENEFIT.search(figure.label):
        is_benefit_alone = _EXPENSE.search(figure.label) is None  # in brackets or not
        value = -abs(figure.value) if is_benefit_alone else -figure.value
        return dataclasses.replace(figure, value=value)
    if figure.value >= 0:
        return figure
    context = f"{figure.label} {figure.path[-1] if figure.path else ''}"
    is_spent = _SPENT.search(context) is not None
    if sign == "either" and (not is_spent or _EITHER.search(figure.label)):
        return figure
    if sign == "negative" or is_spent:
        return dataclasses.replace(figure, value=-figure.value)
    return figure


def voiced(figure: Figure, sign: str) -> Figure:
    """The same as it stands beside its printed label: a benefit is then not an expense below 0."""
    is_benefit = figure.concept == INCOME_TAX and _BENEFIT.search(figure.label) is not None
    return figure if is_benefit else spoken(figure, sign)


def row_name(figure: Figure) -> str:
    """The row's label with the heading above it, as printed."""
    label = figure.label.rstrip(" :")
    if not figure.path:
        return label
    heading = _NUMBERED.sub("", figure.path[-1]).rstrip(" :")  # "(face value of 2 a share)"
    return f"{heading} › {label}"


def shown(figure: Figure) -> str:
    """The amount as an answer shows it, with its unit."""
    amount = format_amount(
        figure.value, figure.scale, figure.currency, is_percent=figure.is_percent
    )
    if not figure.unit or figure.is_percent or figure.unit == "count":
        return amount
    unit = figure.unit.removeprefix(f"{figure.currency} ")  # the amount has the currency already
    return f"{amount} {unit}"
