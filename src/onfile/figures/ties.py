"""Sums that a statement implies: where they do not come out, a row or column was misread."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from onfile.types import Figure, Period

# Concept sums that hold on every statement: (statement, whole, parts); a part may be unprinted
# (then the sum is not tried). Alternatives of a whole are tried in order.
_SUMS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("balance_sheet", "total_assets", ("liabilities_and_equity",)),
    ("balance_sheet", "total_assets", ("total_liabilities", "equity")),
    ("income", "gross_profit", ("revenue", "-cogs")),
)
ROUNDING = Decimal(2)  # printed units: two rounded terms may differ by one each


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A sum that does not come out: page, column's period, and both sides as printed."""

    page: int
    statement: str
    period: Period
    whole: Figure
    parts: tuple[Figure, ...]
    difference: Decimal


def mismatches(figures: Sequence[Figure]) -> list[Mismatch]:
    """Sums of primary statements that do not come out, in order of page.

    A cost printed as negative is added rather than subtracted. Sums with an unprinted part are
    not tried.
    """
    columns: dict[tuple[str, int, int, Period], dict[str, Figure]] = defaultdict(dict)
    for figure in figures:
        if figure.statement and figure.concept and figure.period and not figure.is_percent:
            key = (figure.statement, figure.page, figure.table, figure.period)
            known = columns[key].get(figure.concept)
            if known is None or figure.label.lower().startswith("total"):
                columns[key][figure.concept] = figure
    found = [
        mismatch
        for (statement, _, _, _), by_concept in columns.items()
        for kind, whole, parts in _SUMS
        if kind == statement
        for mismatch in _check(by_concept, whole, parts)
    ]
    return sorted(found, key=lambda mismatch: mismatch.page)


def _check(by_concept: dict[str, Figure], whole: str, parts: tuple[str, ...]) -> list[Mismatch]:
    total = by_concept.get(whole)
    found = [by_concept.get(part.lstrip("-")) for part in parts]
    terms = [figure for figure in found if figure is not None]
    if total is None or len(terms) < len(parts) or total.period is None:
        return []
    amount = sum(
        (
            -abs(f.value) if part.startswith("-") else f.value
            for f, part in zip(terms, parts, strict=True)
        ),
        Decimal(0),
    )
    difference = total.value - amount
    if abs(difference) <= ROUNDING:
        return []
    statement = total.statement or ""
    return [Mismatch(total.page, statement, total.period, total, tuple(terms), difference)]
