"""Sums that a statement implies: where they do not come out, a row or column was misread."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from onfile.types import Figure, Period

# Concept sums that hold on every statement: (statement, whole, parts). Where a part is unprinted
# the sum is not tried; one with "?" may be any other row then, or none. "-": subtracted, however
# printed.
_SUMS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("balance_sheet", "total_assets", ("liabilities_and_equity",)),
    ("balance_sheet", "total_assets", ("total_liabilities", "equity")),
    ("balance_sheet", "total_assets", ("current_assets", "noncurrent_assets")),
    (
        "cash_flow",
        "net_change_in_cash",
        ("operating_cash_flow", "investing_cash_flow", "financing_cash_flow", "?fx_effect_on_cash"),
    ),
    ("cash_flow", "cash_end", ("cash_begin", "net_change_in_cash")),
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
    printed: dict[tuple[str, int, int, Period], set[Decimal]] = defaultdict(set)
    for figure in figures:
        if figure.statement is None or figure.period is None or figure.is_percent:
            continue
        key = (figure.statement, figure.page, figure.table, figure.period)
        printed[key].add(figure.value)
        if figure.concept:
            known = columns[key].get(figure.concept)
            if known is None or figure.label.lower().startswith("total"):
                columns[key][figure.concept] = figure
    found = [
        mismatch
        for key, by_concept in columns.items()
        for kind, whole, parts in _SUMS
        if kind == key[0]
        for mismatch in _check(by_concept, whole, parts)
        if not (_is_open(by_concept, parts) and mismatch.difference in printed[key])
    ]
    return sorted(found, key=lambda mismatch: mismatch.page)


def _check(by_concept: dict[str, Figure], whole: str, parts: tuple[str, ...]) -> list[Mismatch]:
    total = by_concept.get(whole)
    needed = [part for part in parts if not part.startswith("?")]
    if total is None or total.period is None or any(_id(p) not in by_concept for p in needed):
        return []
    terms = [(part, by_concept[_id(part)]) for part in parts if _id(part) in by_concept]
    amount = sum((-abs(f.value) if p.startswith("-") else f.value for p, f in terms), Decimal(0))
    difference = total.value - amount
    if abs(difference) <= ROUNDING:
        return []
    figures = tuple(figure for _, figure in terms)
    return [Mismatch(total.page, total.statement or "", total.period, total, figures, difference)]


def _id(part: str) -> str:
    return part.lstrip("-?")


def _is_open(by_concept: dict[str, Figure], parts: tuple[str, ...]) -> bool:
    """A part that may be unprinted is: a row under another name may be it."""
    return any(part.startswith("?") and _id(part) not in by_concept for part in parts)
