"""The year of a shareholders' meeting: what was reported of it then, in whichever fiscal year.

"The 2031 annual meeting" was held in that year of the calendar and reported on Form 8-K; the
annual report for 2031 is written a year later and does not tell of it.
"""

from __future__ import annotations

import re

from onfile.language.periods import ExpressionKind, PeriodExpression
from onfile.scope.directory import Company
from onfile.types import Period

FORM = "8-K"
_MEETING = re.compile(
    r"\b(?:(?:annual|special|(?:share|stock)holders?['’]?)\s+(?:general\s+)?meeting|AGM)\b", re.I
)


def meeting_in(
    question: str, expression: PeriodExpression, company: Company
) -> tuple[Period, ...] | None:
    """The period of the current report filed in the year of the meeting that is asked about.

    Empty where there are several: which of them tells of it is seen when they are read. None where
    no meeting is asked about, or no such report is on file.
    """
    is_year = expression.kind is ExpressionKind.YEAR and len(expression.years) == 1
    if not is_year or _MEETING.search(question) is None:
        return None
    found = [
        entry.identity.period
        for entry in company.entries
        if (entry.identity.form or "").startswith(FORM)
        if entry.identity.filed is not None and entry.identity.filed.year == expression.years[0]
    ]
    periods = tuple(dict.fromkeys(period for period in found if period is not None))
    return None if not periods else periods if len(periods) == 1 else ()
