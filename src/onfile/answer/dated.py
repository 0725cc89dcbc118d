"""Documents that a date in the question selects: "in its 8-K of May 3", "in August 2031".

A report, a release or a call is known by its day as well as by its period. The day that an event
is dated to and the day on which it was reported both name the report.
"""

from __future__ import annotations

import datetime as dt

from onfile.answer.request import Reading
from onfile.language.days import days_in, is_named


def published_then(reading: Reading, *forms: str) -> tuple[str, ...]:
    """Ids of the documents of the forms (their first letters) that are of a date asked for.

    Only documents of the companies asked about are looked at, in the order of their dates. Empty
    where the question names no date.
    """
    companies = {pair.company for pair in reading.intent.pairs}
    named = days_in(reading.intent.asked)
    found: dict[str, dt.date] = {}
    for document_id in {*reading.precedence, *(e.document.document_id for e in reading.evidence)}:
        identity = reading.archive.document(document_id).identity
        if not (identity.form or "").startswith(forms) or identity.company not in companies:
            continue
        own = [day for day in (identity.period_end, identity.filed) if day is not None]
        if any(is_named(day, named) for day in own):
            found[document_id] = own[0]
    return tuple(sorted(found, key=lambda document_id: (found[document_id], document_id)))
