"""Choosing among figures: pure selection, best first, every criterion a field of the figure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from onfile.types import Figure, Period

_STATEMENT_RANK = {
    "income": 0,
    "balance_sheet": 0,
    "cash_flow": 0,
    "comprehensive_income": 1,
    "equity": 2,
    None: 3,
    "segments": 4,
    "bid_tabulation": 5,
}
_NOT_CONSOLIDATED = re.compile(
    r"\bsegments?\b|\bpro forma\b|\bdiscontinued\b|\bparent\b|\bguarantor|\bunaudited pro\b|"
    r"\bas previously reported\b|\badjusted\b|\bnon-gaap\b",
    re.IGNORECASE,
)
_TOTAL_LABEL = re.compile(r"total\b", re.IGNORECASE)
_TOTAL_COLUMN = re.compile(r"\b(?:total|consolidated|as reported|company)\b", re.IGNORECASE)


def candidates(figures: Sequence[Figure], concept: str, period: Period | None) -> list[Figure]:
    """Figures of a concept in a period, best first.

    Order: primary statements before notes and discussion; consolidated before segments and
    columns of places; amounts before percentages; a stated scale and currency before unknown
    ones; a row that says "Total" before its parts; then the order given (the caller puts the
    period's own filing first).

    Args:
        figures: Of one company, in the caller's order of documents.
        concept: Lexicon id.
        period: None accepts any. A quarter matches quarters only, never the year to date.
    """
    found = [
        (figure, n)
        for n, figure in enumerate(figures)
        if figure.concept == concept and (period is None or same_period(figure.period, period))
    ]
    return [figure for figure, n in sorted(found, key=lambda pair: (*_rank(pair[0]), pair[1]))]


def same_period(one: Period | None, other: Period | None) -> bool:
    """Equal in name: a quarter's length of 3 and a year's of 12 months may be unsaid."""
    return one is not None and other is not None and one.name == other.name


def documents_first(figures: Iterable[Figure], order: Sequence[str]) -> list[Figure]:
    """Figures by the place of their document in ``order``; unlisted documents come last."""
    place = {document_id: n for n, document_id in enumerate(order)}
    return sorted(figures, key=lambda figure: place.get(figure.document_id, len(place)))


def distinct_amounts(figures: Iterable[Figure]) -> list[Figure]:
    """The first figure of each amount, unit and currency: more than one is a conflict."""
    seen: dict[tuple[object, ...], Figure] = {}
    for figure in figures:
        key = (figure.value * (figure.scale or 1), figure.unit, figure.currency)
        seen.setdefault(key, figure)
    return list(seen.values())


def _rank(figure: Figure) -> tuple[int, int, int, int, int]:
    context = " ".join((figure.table_title, figure.column_header, *figure.path))
    is_part = _NOT_CONSOLIDATED.search(context) is not None
    if _TOTAL_COLUMN.search(figure.column_header):
        is_part = False
    elif figure.column_header and not re.search(r"\d", figure.column_header):
        is_part = True  # a column of a place or a segment, not of a period
    is_unknown = figure.scale is None or (figure.currency is None and figure.unit is None)
    return (
        _STATEMENT_RANK.get(figure.statement, 3),
        int(is_part),
        int(figure.is_percent and not _is_ratio(figure)),
        int(is_unknown),
        int(_TOTAL_LABEL.match(figure.label) is None),
    )


def _is_ratio(figure: Figure) -> bool:
    return re.search(r"%|percent|margin|rate", figure.label, re.IGNORECASE) is not None
