"""Which documents should be read for a company and a period, nearest first.

A figure for FY2019 stands in the FY2019 filing, and again as a prior-year column of the filings
for FY2020 and FY2021: the period's own filing comes first, later ones are a fallback that is
always labelled as such.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from onfile.language.dates import find_dates
from onfile.language.people import is_same_person
from onfile.types import Catalog, CatalogEntry, Intent, Pair, Period

ANNUAL_FORMS = ("10-K", "20-F", "40-F", "annual report")
QUARTERLY_FORMS = ("10-Q",)
RELEASE = "earnings release"
CURRENT_REPORT = "8-K"
OWN_FILING, OWN_RELEASE, OWN_OTHER, LATER_FILING, LATER_OTHER = 0, 1, 2, 3, 4
DAYS_TO_FILE = 6  # a current report is due within four business days of the event
OLDEST = 2  # without a period: two years or more behind the latest; still no prior-year column
OTHER_NAMING = 5  # the year that ended in the year asked for, which the company numbers otherwise


def documents_for(pair: Pair, intent: Intent, catalog: Catalog) -> dict[str, int]:
    """Document id to its precedence (0 nearest) for one pair; empty when nothing fits.

    Filter periods, forms and documents that the question names are applied first, each only
    where it leaves something: a form nobody has filed must not hide what is on file.
    """
    entries = [e for e in catalog.entries if _is_of_company(e, pair.company)]
    if intent.document_ids:
        entries = [e for e in entries if e.document_id in intent.document_ids] or entries
    if intent.forms:
        entries = [e for e in entries if _has_form(e, intent.forms)] or entries
    people = [n for n in (intent.speaker, intent.asker) if n is not None]
    spoken = [e for e in entries if people and all(_speaks_in(e, name) for name in people)]
    entries = spoken or entries
    if intent.filter_periods:
        held = [e for e in entries if _is_of_any(e, intent.filter_periods)]
        if held:
            return {e.document_id: _form_order(e) for e in held}
    if pair.period is None:
        return _latest_first(entries)
    together = _covering_filing(pair, intent, entries)
    days = [m.date for m in find_dates(intent.question) if m.day and m.date is not None]
    ranked = {}
    for entry in entries:
        precedence = precedence_of(entry, pair.period)
        if precedence is not None:
            is_own = entry.document_id == together or _is_of_the_day(entry, days)
            ranked[entry.document_id] = OWN_FILING if is_own else precedence
    if together is not None:
        ranked = {d: p if d == together else p + 1 for d, p in ranked.items()}
    if any(form.startswith(CURRENT_REPORT) for form in intent.forms):
        that_day = [e for e in entries if _is_about_the_day(e, days)]
        if that_day:
            return {e.document_id: OWN_FILING for e in that_day}
    if spoken and not ranked:
        return {e.document_id: OWN_OTHER for e in spoken if _is_near(e, pair.period)}
    if spoken and pair.period.quarter is None:  # said of the year on any call of it
        for entry in spoken:
            own = entry.identity.period
            if own is not None and own.fiscal_year == pair.period.fiscal_year:
                ranked.setdefault(entry.document_id, OWN_OTHER)
    if not any(p < LATER_FILING for p in ranked.values()):
        years = {e.document_id for e in entries if _is_of_its_year(e, pair.period)}
        if not years:
            return ranked
        return {d: p if d in years else min(p + 1, LATER_OTHER) for d, p in ranked.items()}
    if intent.forms:
        return {d: p for d, p in ranked.items() if p < LATER_FILING}
    if pair.period.quarter is not None:  # a year's filing at most has it in a table of quarters
        annual = {e.document_id for e in entries if e.identity.form in ANNUAL_FORMS}
        return {d: p for d, p in ranked.items() if p < LATER_FILING or d not in annual}
    return ranked


def _speaks_in(entry: CatalogEntry, name: str) -> bool:
    return any(is_same_person(name, held) for held, _ in entry.speakers)


def _is_near(entry: CatalogEntry, period: Period) -> bool:
    """A call of that year or the one before: what was said there of the year asked about."""
    own = entry.identity.period
    return own is not None and 0 <= period.fiscal_year - own.fiscal_year <= 1


def around(pair: Pair, intent: Intent, catalog: Catalog) -> dict[str, int]:
    """The company's documents for a period that none is about: those of its year come first.

    The annual report tells what was done in a quarter that has no report of its own on file.
    """
    found = documents_for(Pair(pair.company, None), intent, catalog)
    if pair.period is None:
        return found
    years = {
        e.document_id: abs(e.identity.period.fiscal_year - pair.period.fiscal_year)
        for e in catalog.entries
        if e.identity.period is not None
    }
    return {d: min(years.get(d, OLDEST), OLDEST) for d in found}


def _is_of_its_year(entry: CatalogEntry, period: Period) -> bool:
    """The annual report of a quarter's year, which tells of the quarter where nothing else does."""
    own = entry.identity.period
    is_annual = period.quarter is not None and entry.identity.form in ANNUAL_FORMS
    return is_annual and own is not None and own.fiscal_year == period.fiscal_year


def _is_of_the_day(entry: CatalogEntry, days: Sequence[dt.date]) -> bool:
    """A current report of an event on one of the days that the question names."""
    if entry.identity.form != CURRENT_REPORT:
        return False
    dates = [d for d in (entry.identity.period_end, entry.identity.filed) if d is not None]
    return any(0 <= (date - day).days <= DAYS_TO_FILE for date in dates for day in days)


def _is_about_the_day(entry: CatalogEntry, days: Sequence[dt.date]) -> bool:
    """A current report of that event, or filed on that day: the two lie days apart."""
    if not (entry.identity.form or "").startswith(CURRENT_REPORT):
        return False
    dates = [d for d in (entry.identity.period_end, entry.identity.filed) if d is not None]
    return any(abs((date - day).days) <= DAYS_TO_FILE for date in dates for day in days)


def _latest_first(entries: Sequence[CatalogEntry]) -> dict[str, int]:
    """Without a period the present is meant: each company's latest year, then those before it.

    What came after the latest annual filing is as near as that filing.
    """
    years: dict[str | None, list[tuple[bool, int]]] = {}
    for entry in entries:
        if entry.identity.period is not None:
            is_annual = entry.identity.form in ANNUAL_FORMS
            year = (is_annual, entry.identity.period.fiscal_year)
            years.setdefault(entry.identity.company, []).append(year)
    latest = {company: max(found)[1] for company, found in years.items()}
    ranked = {}
    for entry in entries:
        period = entry.identity.period
        newest = latest.get(entry.identity.company)
        behind = 0 if period is None or newest is None else newest - period.fiscal_year
        ranked[entry.document_id] = min(max(behind, 0), OLDEST)
    return ranked


def _covering_filing(pair: Pair, intent: Intent, entries: Sequence[CatalogEntry]) -> str | None:
    """The filing (or else release) that holds every period asked of this company, or None.

    Years that are compared should be read side by side, as one filing states them: an earlier
    filing may have been recast since.
    """
    periods = {p.period for p in intent.pairs if p.company == pair.company and p.period}
    if len(periods) < 2:
        return None
    last = max(periods, key=_by_time)

    def order(entry: CatalogEntry) -> tuple[bool, bool, str]:
        has_columns = periods <= set(entry.column_periods)  # else half a file may stand for all
        return (not has_columns, not _is_filing(entry), entry.document_id)

    for entry in sorted(entries, key=order):
        is_report = _is_filing(entry) or entry.identity.form == RELEASE
        if is_report and entry.identity.period == last and _holds_all(entry, periods):
            return entry.document_id
    return None


def _holds_all(entry: CatalogEntry, periods: AbstractSet[Period]) -> bool:
    return all(
        p in (entry.identity.period, *entry.column_periods) or _compares_with(entry, p)
        for p in periods
    )


def precedence_of(entry: CatalogEntry, period: Period) -> int | None:
    """How near a document is to a period; None when it says nothing of it."""
    own = entry.identity.period
    if _furnishes(entry, period):
        return OWN_OTHER  # behind the release of the quarter itself: it may recast that
    if own is not None and _covers(own, period):
        return _form_order(entry)
    if period in entry.column_periods or _compares_with(entry, period):
        return LATER_FILING if _is_filing(entry) else LATER_OTHER
    end = entry.identity.period_end
    if period.quarter is None and end is not None and end.year == period.fiscal_year:
        own_full_year = own is not None and own.quarter in (None, 4)
        return OTHER_NAMING if own_full_year else None
    return None


def _furnishes(entry: CatalogEntry, period: Period) -> bool:
    """A current report whose exhibit holds the statements of the period, as a release does."""
    is_current = (entry.identity.form or "").startswith(CURRENT_REPORT)
    if not is_current or not entry.column_periods:
        return False
    last = max(entry.column_periods, key=_by_time)
    return period in entry.column_periods and _by_time(period) == _by_time(last)


def _compares_with(entry: CatalogEntry, period: Period) -> bool:
    """Results are printed beside those of a year before, whether or not a table told so."""
    own = entry.identity.period
    if own is None or not (_is_filing(entry) or entry.identity.form == RELEASE):
        return False
    return own.fiscal_year == period.fiscal_year + 1 and own.quarter == period.quarter


def _covers(own: Period, period: Period) -> bool:
    if period.quarter is None:  # a full year: its annual filing, or what came with its last quarter
        return own.fiscal_year == period.fiscal_year and own.quarter in (None, 4)
    return own.fiscal_year == period.fiscal_year and own.quarter == period.quarter


def _is_of_company(entry: CatalogEntry, company: str | None) -> bool:
    return company is None or entry.identity.company == company


def _has_form(entry: CatalogEntry, forms: Sequence[str]) -> bool:
    return entry.identity.form in forms


def _is_of_any(entry: CatalogEntry, periods: Sequence[Period]) -> bool:
    own = entry.identity.period
    return own is not None and any(_covers(own, p) for p in periods)


def _is_filing(entry: CatalogEntry) -> bool:
    return entry.identity.form in ANNUAL_FORMS + QUARTERLY_FORMS


def _form_order(entry: CatalogEntry) -> int:
    if _is_filing(entry):
        return OWN_FILING
    return OWN_RELEASE if entry.identity.form == RELEASE else OWN_OTHER


def _by_time(period: Period) -> tuple[int, int]:
    """A full year ends with its fourth quarter."""
    return (period.fiscal_year, period.quarter or 4)
