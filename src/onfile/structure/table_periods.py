"""What the words above a column say about time, in the company's own calendar.

A date is placed by counting quarters from the document's own period end, so that fiscal years
that end in January, May or September, and years of 52 or 53 weeks, come out as the company
names them. What the document's identity can't anchor stays None, except a bare year, which is
the company's own word for a fiscal year.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from functools import lru_cache

from onfile.types import Identity, Period

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    r"Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_DATE = re.compile(
    rf"\b(?P<month>{_MONTH})\.?\s*(?P<day>\d{{1,2}}),?\s*(?P<year>(?:19|20)\d\d)\b", re.I
)
_DAY_MONTH = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?[ -](?P<month>{_MONTH})[ ,-]*(?P<year>(?:19|20)\d\d)\b",
    re.I,
)
_DOTTED = re.compile(r"\b(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>(?:19|20)\d\d)\b")
_SLASHED = re.compile(r"\b(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>(?:(?:19|20)\d\d|\d\d))\b")
_MONTH_DAY = re.compile(rf"\b(?P<month>{_MONTH})\.?\s+(?P<day>\d{{1,2}})\b(?!\d)", re.I)
_YEAR = re.compile(r"(?<![\d$,.])((?:19|20)\d\d)(?![\d,]|\.\d)")
_FISCAL = re.compile(r"\b(?:fiscal(?:\s+year)?|FY)\s*[’']?(?P<year>(?:(?:19|20)\d\d|\d\d))\b", re.I)
_QUARTER = re.compile(
    r"\b(?:Q(?P<a>[1-4])|(?P<b>[1-4])Q|(?P<c>first|second|third|fourth|1st|2nd|3rd|4th)\s+(?:fiscal\s+)?quarter)"
    r"(?:\s*(?:of\s+)?(?:fiscal\s*)?(?:FY\s*)?[’'-]?(?P<year>(?:19|20)\d\d|\d\d)\b)?",
    re.I,
)
_ORDINALS = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "1st": 1,
    "2nd": 2,
    "3rd": 3,
    "4th": 4,
}
_DURATIONS = (
    (
        re.compile(
            r"\b(?:three|3)[- ]months?\b|\bquarters?\s+ended\b"
            r"|\b(?:12|13|14|16|17|twelve|thirteen|fourteen)[- ]weeks?\b",
            re.I,
        ),
        3,
    ),
    (
        re.compile(
            r"\b(?:six|6)[- ]months?\b|\bhalf[- ]year\b"
            r"|\b(?:24|26|27|twenty[- ](?:four|six))[- ]weeks?\b",
            re.I,
        ),
        6,
    ),
    (
        re.compile(
            r"\b(?:nine|9)[- ]months?\b|\b(?:36|39|40|thirty[- ](?:six|nine))[- ]weeks?\b", re.I
        ),
        9,
    ),
    (
        re.compile(
            r"\b(?:twelve|12)[- ]months?\b|\b(?:52|53|fifty[- ](?:two|three))[- ]weeks?\b"
            r"|\byears?\b(?!\s*(?:over|to|ago))",
            re.I,
        ),
        12,
    ),
)
_INSTANT = re.compile(r"\b(?:as\s+(?:of|at)|at)\b|\bbalance\b", re.I)
_NOT_A_PERIOD = re.compile(
    r"%\s*(?:change|chg|increase)|\b(?:change|variance|increase|decrease|better|growth|vs\.?|versus|"
    r"favorable|inc|from|adjustments?)\b|\b(?:previously|originally)\s+(?:reported|stated)\b|"
    r"\bto\s+(?:19|20)\d\d|\d{4}\s*/\s*\d{4}",
    re.I,
)
_LONE_TIME = re.compile(
    r"(?:(?:for\s+)?(?:the\s+)?(?:fiscal\s+|twelve\s+|three\s+|six\s+|nine\s+)?(?:years?|months|quarter)"
    r"(?:\s+ended)?:?\s+)?(?:as of\s+|at\s+)?(?:[A-Z][a-z]+\.?\s+\d{1,2},\s+)?(?:19|20)\d\d:?",
    re.IGNORECASE,
)
_QUARTER_DAYS = 365.25 / 4
MAX_DRIFT_DAYS = 25  # quarters of 12, 12, 12 and 16 weeks end up to 22 days from a month's end


@dataclass(frozen=True, slots=True)
class ColumnTime:
    """A column's period; all None where it can't be told."""

    period: Period | None = None
    period_end: dt.date | None = None
    is_instant: bool = False


def is_period_words(text: str) -> bool:
    """True when a header or caption speaks of time: a year, a date or a length."""
    return bool(
        _YEAR.search(text) or _MONTH_DAY.search(text) or months_in(text) or _QUARTER.search(text)
    )


def is_lone_time(text: str) -> bool:
    """True for a line that says one time and nothing else: "2021", "Year ended June 30, 2021"."""
    return _LONE_TIME.fullmatch(text.strip()) is not None


@lru_cache(maxsize=4_096)
def months_in(text: str) -> int | None:
    """Length of the duration that the words name: 3, 6, 9 or 12; None when they name none."""
    for pattern, months in _DURATIONS:
        if pattern.search(text):
            return months
    return None


@lru_cache(maxsize=4_096)  # the headers of a document's tables repeat
def dates_in(text: str) -> tuple[dt.date, ...]:
    """All full dates in the text, in order."""
    found: list[tuple[int, dt.date]] = []
    for pattern in (_DATE, _DAY_MONTH, _DOTTED, _SLASHED):
        for match in pattern.finditer(text):
            date = _date(match["year"], match["month"], match["day"])
            if date:
                found.append((match.start(), date))
    return tuple(date for _, date in sorted(found))


def column_time(header: str, caption: str, identity: Identity, *, is_balance: bool) -> ColumnTime:
    """The time of one column.

    Args:
        header: The words above the column, top to bottom.
        caption: Words above or beside all columns ("Years ended December 31").
        identity: Of the document; its period and period end anchor the calendar.
        is_balance: The table is a balance sheet, whose columns are instants.
    """
    if not header.strip() or _NOT_A_PERIOD.search(header):
        return ColumnTime()
    quarter = _QUARTER.search(header)
    if quarter:
        return _named_quarter(quarter, header, identity)
    end = _end_date(header, caption, identity)
    months = months_in(header) or (None if is_balance else months_in(caption))
    instant = is_balance or (months is None and _INSTANT.search(header) is not None)
    if end is not None and not (_FISCAL.search(header) and not _DATE.search(header)):
        return _dated(end, months, identity, is_instant=instant, header=header, caption=caption)
    year = _bare_year(header)
    if year is None:
        return ColumnTime()
    return _yearly(year, months, identity, is_instant=is_balance)


def period_of_date(end: dt.date, identity: Identity, months: int | None) -> Period | None:
    """The fiscal period that ends on a date, ``months`` long (None: an instant or a year).

    None when the date is no quarter's end of the identity's calendar, or there is no calendar
    and the date is not the end of a year that is named after it.
    """
    anchor = _anchor(identity)
    if anchor is None:
        # Years that end in March or later carry their own calendar year; January's differ.
        return Period(end.year) if months == 12 and end.month >= 3 else None
    anchor_end, index = anchor
    quarters = (end - anchor_end).days / _QUARTER_DAYS
    nearest = round(quarters)
    if abs(quarters - nearest) * _QUARTER_DAYS > MAX_DRIFT_DAYS:
        return None
    at = index + nearest - 1
    fiscal_year, quarter = at // 4, at % 4 + 1
    if months == 12 or (months is None and quarter == 4):
        return Period(fiscal_year) if quarter == 4 else None
    return Period(fiscal_year, quarter, months if months in (6, 9) else None)


def _anchor(identity: Identity) -> tuple[dt.date, int] | None:
    """A quarter's end and its running number (4 x fiscal year + quarter)."""
    period, end = identity.period, identity.period_end
    is_report = identity.form is None or not identity.form.startswith("8-K")
    if period is not None and end is not None and is_report:
        return end, period.fiscal_year * 4 + (period.quarter or 4)
    month = identity.fiscal_year_end_month
    if month is None:
        return None
    year = period.fiscal_year if period is not None else 2000
    next_month = dt.date(year + month // 12, month % 12 + 1, 1)
    return next_month - dt.timedelta(days=1), year * 4 + 4


def _dated(
    end: dt.date,
    months: int | None,
    identity: Identity,
    *,
    is_instant: bool,
    header: str,
    caption: str,
) -> ColumnTime:
    if is_instant:
        return ColumnTime(period_of_date(end, identity, None), end, True)
    if months is None:
        unsaid = period_of_date(end, identity, None)
        is_year = unsaid is not None and unsaid.quarter is None
        ended = re.search(r"\bended\b", f"{caption} {header}", re.I) is not None
        if not (is_year and ended):
            return ColumnTime(unsaid, end, not ended)
        months = 12
    return ColumnTime(period_of_date(end, identity, months), end, False)


def _yearly(year: int, months: int | None, identity: Identity, *, is_instant: bool) -> ColumnTime:
    """A column headed by a year alone."""
    quarter = identity.period.quarter if identity.period else None
    if months in (3, 6, 9):
        if quarter is None and months != 3:
            quarter = months // 3
        if quarter is None:
            return ColumnTime()
        return ColumnTime(Period(year, quarter, months if months != 3 else None), None, False)
    if months is None and quarter is not None and identity.form == "10-Q":
        return ColumnTime()
    end = _year_end(year, identity)
    return ColumnTime(Period(year), end, is_instant)


def _year_end(year: int, identity: Identity) -> dt.date | None:
    """The year's last day, only where it is the document's own."""
    period = identity.period
    if period is not None and period.quarter is None and period.fiscal_year == year:
        return identity.period_end
    return None


def _named_quarter(match: re.Match[str], header: str, identity: Identity) -> ColumnTime:
    printed = match["a"] or match["b"]
    quarter = int(printed) if printed else _ORDINALS[match["c"].lower()]
    year = match["year"] or ""
    if not year:
        found = _bare_year(header)
        year = str(found) if found is not None else ""
    if not year:
        return ColumnTime()
    fiscal_year = int(year) + (2000 if len(year) == 2 else 0)
    return ColumnTime(Period(fiscal_year, quarter), None, False)


def _bare_year(header: str) -> int | None:
    fiscal = _FISCAL.search(header)
    if fiscal:
        year = int(fiscal["year"])
        return year + 2000 if year < 100 else year
    years = {int(year) for year in _YEAR.findall(header)}
    return years.pop() if len(years) == 1 else None


def _end_date(header: str, caption: str, identity: Identity) -> dt.date | None:
    """A full date of the header, or a day there or in the caption with the header's year."""
    dates = dates_in(header)
    if dates:
        return dates[-1]
    year = _bare_year(header)
    if year is None or _FISCAL.search(header):
        in_caption = dates_in(caption)
        return (
            in_caption[0] if year is None and len(in_caption) == 1 and months_in(header) else None
        )
    dated = [date for date in dates_in(caption) if _fiscal_year_of(date, identity) == year]
    if len(set(dated)) == 1:
        return dated[0]
    for text in (header, caption):
        days = list(_MONTH_DAY.finditer(_DATE.sub(" ", text)))
        if days and len({(day["month"].lower()[:3], day["day"]) for day in days}) == 1:
            return _date(str(year), days[0]["month"], days[0]["day"])
    return None


def _fiscal_year_of(date: dt.date, identity: Identity) -> int:
    """The year a date's column is headed by: a year that ends on 2 January is the one before."""
    period = period_of_date(date, identity, None)
    if period is not None:
        return period.fiscal_year
    return (date - dt.timedelta(days=10)).year


def _date(year: str, month: str, day: str) -> dt.date | None:
    number = int(month) if month.isdigit() else _month_number(month)
    if number > 12:  # 31/3/2025 where 3/31/2025 was taken to be usual
        number, day = int(day), month
    try:
        return dt.date(int(year) + (2000 if len(year) == 2 else 0), number, int(day))
    except ValueError:
        return None


def _month_number(word: str) -> int:
    prefix = word.lower()[:3]
    return next((i for i, name in enumerate(_MONTHS, 1) if name.startswith(prefix)), 0)
