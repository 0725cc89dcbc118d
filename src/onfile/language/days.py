"""Days and months that a question names, and whether a day is one of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from onfile.language.periods import ExpressionKind, find_periods

Named = tuple[dt.date, bool]
"""A date, and whether the whole month around it is named."""


def days_in(question: str) -> tuple[Named, ...]:
    """Every day and month that a question names ("May 3, 2031", "in August 2031"), in order."""
    kinds = (ExpressionKind.DATE, ExpressionKind.MONTH)
    return tuple(
        (e.date, e.kind is ExpressionKind.MONTH)
        for e in find_periods(question)
        if e.kind in kinds and e.date is not None
    )


def is_named(day: dt.date | None, named: Iterable[Named]) -> bool:
    """Whether a day is one of those named, or lies in a month that is."""
    return day is not None and any(
        day == date or (is_month and (day.year, day.month) == (date.year, date.month))
        for date, is_month in named
    )
