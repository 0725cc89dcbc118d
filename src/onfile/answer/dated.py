"""Documents that a date in the question selects: "in its 8-K of May 3", "in August 2031".

A report, a release or a call is known by its day as well as by its period. The day that an event
is dated to and the day on which it was reported both name the report.
"""

from __future__ import annotations

import datetime as dt

from onfile.answer.request import Reading
from onfile.language.periods import ExpressionKind, find_periods


def dates_asked(reading: Reading) -> tuple[tuple[dt.date, bool], ...]:
    """(date, whether it is a whole month) of every day and month that the question names."""
    kinds = (ExpressionKind.DATE, ExpressionKind.MONTH)
    found = find_periods(reading.intent.asked)
    return tuple(
        (e.date, e.kind is ExpressionKind.MONTH)
        for e in found
        if e.kind in kinds and e.date is not None
    )


def published_then(reading: Reading, form: str) -> tuple[str, ...]:
    """Ids of the documents of a form (its first letters) that are of a date asked for.

    Only documents of the companies asked about, of the periods asked about, are looked at; in
    order of their dates. Empty where the question names no date.
    """
    companies = {pair.company for pair in reading.intent.pairs}
    dates = dates_asked(reading)
    found: dict[str, dt.date] = {}
    for document_id in {*reading.precedence, *(e.document.document_id for e in reading.evidence)}:
        identity = reading.archive.document(document_id).identity
        if not (identity.form or "").startswith(form) or identity.company not in companies:
            continue
        own = [day for day in (identity.period_end, identity.filed) if day is not None]
        if any(_is_then(day, asked, is_month) for day in own for asked, is_month in dates):
            found[document_id] = own[0]
    return tuple(sorted(found, key=lambda document_id: (found[document_id], document_id)))


def _is_then(day: dt.date, asked: dt.date, is_month: bool) -> bool:
    return day == asked or (is_month and (day.year, day.month) == (asked.year, asked.month))
