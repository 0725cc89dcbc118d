"""A company's fiscal calendar, told from all of its documents together.

One document seldom says it all: a current report gives a date and no fiscal year end, a call
names a quarter and the day it was held. The annual filings beside them settle it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from onfile.language.fiscal import FiscalCalendar, fiscal_period_of, period_end
from onfile.types import Identity, Period

ANNUAL = ("10-K", "20-F", "40-F", "annual report")
CURRENT_REPORT = "8-K"
DAYS_TO_REPORT = (5, 75)  # a quarter is reported this many days after its end
ANNUAL_VOTE = 3  # an annual filing says its year outright, a quarter only in combination


def calendar_of(identities: Sequence[Identity]) -> FiscalCalendar:
    """The calendar of one company by vote of its documents; calendar years where none tells."""
    votes: Counter[FiscalCalendar] = Counter()
    for identity in identities:
        if identity.period is None or identity.period_end is None:
            continue
        if identity.form in ANNUAL and identity.period.quarter is None:
            said = FiscalCalendar.from_period(identity.period_end, identity.period.fiscal_year)
            votes[said] += ANNUAL_VOTE
        elif identity.fiscal_year_end_month is not None and identity.form != CURRENT_REPORT:
            calendar = FiscalCalendar(identity.fiscal_year_end_month)
            year = fiscal_period_of(identity.period_end, calendar).fiscal_year
            votes[FiscalCalendar(calendar.end_month, year > identity.period.fiscal_year)] += 1
    if votes:
        return max(votes, key=lambda c: (votes[c], c.end_month))
    month = next((i.fiscal_year_end_month for i in identities if i.fiscal_year_end_month), None)
    return FiscalCalendar(month) if month is not None else _calendar_of_calls(identities)


def settled_periods(identities: Sequence[Identity]) -> list[Period | None]:
    """Each document's period, those of current reports in their company's own calendar.

    A current report that states no fiscal year end was read as if years were calendar years;
    the other documents of the company know better. All else stays as it was read.

    Args:
        identities: Of all documents on file, companies' names already merged.
    """
    by_company: dict[str, list[Identity]] = defaultdict(list)
    for identity in identities:
        if identity.company is not None:
            by_company[identity.company].append(identity)
    calendars = {company: calendar_of(found) for company, found in by_company.items()}
    return [_settled(identity, calendars) for identity in identities]


def _settled(identity: Identity, calendars: dict[str, FiscalCalendar]) -> Period | None:
    is_open = identity.form == CURRENT_REPORT and identity.fiscal_year_end_month is None
    if not is_open or identity.company is None or identity.period_end is None:
        return identity.period
    return fiscal_period_of(identity.period_end, calendars[identity.company])


def _calendar_of_calls(identities: Iterable[Identity]) -> FiscalCalendar:
    """From when a quarter was reported: Q3 FY25 on 30 January 2025 makes a March year."""
    first, last = DAYS_TO_REPORT
    for identity in identities:
        if identity.period is None or identity.filed is None or identity.period.quarter is None:
            continue
        if identity.form == CURRENT_REPORT:  # its quarter is that of its date, none it reports
            continue
        for month in (12, 3, 6, 9):
            calendar = FiscalCalendar(month)
            delay = identity.filed - period_end(identity.period, calendar)
            if first <= delay.days <= last:
                return calendar
    return FiscalCalendar()
