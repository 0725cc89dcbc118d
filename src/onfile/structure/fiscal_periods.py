"""Which fiscal period a document is about, in the company's own calendar."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from onfile.language.dates import MONTH, full_year, nominal_month, parse_date
from onfile.language.periods import (
    CALENDAR_YEAR,
    ExpressionKind,
    FiscalCalendar,
    PeriodExpression,
    find_periods,
    fiscal_period_of,
)
from onfile.structure.cover import Cover
from onfile.types import Page, Period

_DATE_WORDS = (
    r"[A-Za-z]{3,9}\.?\s*\d{1,2}\s*,?\s+\d{4}|\d{1,2}(?:st|nd|rd|th)?\s+[A-Za-z]{3,9},?\s+\d{4}"
)
_YEAR_ENDED = re.compile(
    rf"(?:fiscal\s+|financial\s+)?years?[-\s]+ended\s*:?\s*({_DATE_WORDS})", re.IGNORECASE
)
_QUARTER_ENDED = re.compile(
    rf"quarter(?:ly)?(?:\s+period)?\s+ended\s*:?\s*({_DATE_WORDS})", re.IGNORECASE
)
_REPORT_DATE = re.compile(
    rf"Date\s+of\s+(?:earliest\s+event\s+|the\s+earliest\s+)?report[^\n]{{0,60}}?\n?.{{0,60}}?({_DATE_WORDS})"
    rf"|({_DATE_WORDS})[^\n]{{0,40}}\n\s*\(?Date\s+of\s+(?:earliest\s+event|report)",
    re.IGNORECASE,
)
_ENDED = re.compile(rf"(?:ended|ending)\s*(?:on\s+)?({_DATE_WORDS})", re.IGNORECASE)
_HEADER_ENDED = re.compile(
    rf"(?:months|weeks|quarters?|years?)\s+ended\s[^.]{{0,60}}?(?<!\w)({MONTH}\s+\d{{1,2}}),?\s"
    r"[^.]{0,60}?(20\d\d(?:\s+20\d\d)*)(?!\d)",
    re.IGNORECASE,
)
# "for the quarter and year ended 31st March, 2031"
_STATEMENT_ENDED = re.compile(
    r"\bfor\s+the\s+(?P<last>(?:(?:quarter|(?:three|six|nine|twelve)\s+months|half[-\s]year|year)"
    rf"(?:\s*(?:,|and|&)\s*)?)+)\s*ended\s*(?:on\s+)?(?P<end>{_DATE_WORDS})",
    re.IGNORECASE,
)
_YEAR_COLUMN = re.compile(  # its column of a whole year is the last
    r"\byear\s+ended\b[^\n]{0,40}\n[^\n]{0,90}?\b\d\d\.(\d\d)\.20\d\d\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_FISCAL_YEAR = re.compile(
    r"[Ff](?<!\w[Ff])(?i:(?:iscal(?:\s+years?)?|inancial\s+year|Y)\s*['’]?)"
    r"((?:19|20)\d\d|\d\d)(?![\d,.%]*\d)"
)
_YEAR_ENDS = re.compile(
    rf"fiscal\s+year(?:\s+\d{{4}})?,?\s+(?:ended|ending|ends|end)\s+(?:on\s+)?({_DATE_WORDS})",
    re.IGNORECASE,
)
_TO_DATE = re.compile(
    r"(?<![\w-])(six|nine|26|27|39|40|twenty[-\s]six|thirty[-\s]nine|24|36)[-\s]+(months?|weeks?)\b"
    r"|\bfirst\s+(six|nine)\s+months\b",
    re.IGNORECASE,
)
_ENDED_TO_DATE = re.compile(
    r"(?<![\w-])(?:six|nine|26|27|39|40|twenty[-\s]six|thirty[-\s]nine)[-\s]+(?:months?|weeks?)"
    r"(?:\s+periods?)?\s+ended\b",
    re.IGNORECASE,
)
_QUARTER_NUMBER = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_ORDINAL = re.compile(r"\b(first|second|third|fourth)[-\s]+(?:fiscal\s+)?quarter\b", re.IGNORECASE)
_QUARTER_YEAR = re.compile(
    r"\b(first|second|third|fourth)[-\s]+quarter(?:\s+of)?\s+"
    r"(?:(?:fiscal|FY)\s*(?:year\s+)?['’]?(\d\d|20\d\d)|(20\d\d))\b(?![,.]?\d|%)"
    r"|\b(20\d\d)\s+(first|second|third|fourth)[-\s]+quarter",
    re.IGNORECASE,
)
_LENGTHS = (("half", 2), ("year", 4), ("twelve", 4), ("nine", 3), ("six", 2))
_HEAD_CHARACTERS = 3000
_OPENING = 800  # characters in which a call is introduced, or closed
_MAX_REPORTING_LAG_DAYS = 95  # less than from the quarter before, told two weeks after its end


@dataclass(frozen=True, slots=True)
class PeriodReading:
    """A period as it was read. ``quote`` on ``page`` says it; None is "the text does not say"."""

    period: Period | None = None
    period_end: dt.date | None = None
    fiscal_year_end_month: int | None = None
    page: int | None = None
    quote: str = ""


NOTHING = PeriodReading()


def read_filing_period(cover: Cover, text: str) -> PeriodReading:
    """The period of a filing with a cover: year, quarter, or for an 8-K the day of its event."""
    if cover.form.startswith("8-K"):
        return _read_current_report(cover, text)
    if cover.form.startswith("10-Q"):
        return _read_quarter(cover, text)
    match = _YEAR_ENDED.search(cover.page.text)
    end = parse_date(match.group(1)) if match is not None else None
    if match is None or end is None:
        return NOTHING
    calendar = _calendar(nominal_month(end), text)
    period = fiscal_period_of(end, calendar, "year")
    return PeriodReading(
        period, end, calendar.end_month, cover.page.number, " ".join(match.group().split())
    )


def _read_quarter(cover: Cover, text: str) -> PeriodReading:
    match = _QUARTER_ENDED.search(cover.page.text)
    end = parse_date(match.group(1)) if match is not None else None
    if match is None or end is None:
        return NOTHING
    quote = " ".join(match.group().split())
    quarter = _quarter_of(text)
    year, month = nominal_month(end)
    index = year * 12 + (month - 1) + (4 - quarter) * 3
    calendar = _calendar((index // 12, index % 12 + 1), text)
    period = fiscal_period_of(end, calendar, "quarter")
    return PeriodReading(period, end, calendar.end_month, cover.page.number, quote)


def _quarter_of(text: str) -> int:
    """1, 2 or 3, from the longest year to date that the statements show."""
    counts = Counter(
        3 if re.search(r"nine|39|40|thirty|36", match.group(), re.IGNORECASE) else 2
        for match in _TO_DATE.finditer(text)
    )
    n_headed = sum(1 for _ in _ENDED_TO_DATE.finditer(text))
    if sum(counts.values()) < 3 and n_headed < 2:
        return 1
    return max(counts, key=lambda quarter: counts[quarter])


def _read_current_report(cover: Cover, text: str) -> PeriodReading:
    match = _REPORT_DATE.search(cover.page.text)
    date = parse_date(match.group(1) or match.group(2)) if match is not None else None
    if match is None or date is None:
        return NOTHING
    stated = _stated_year_end(text)
    calendar = _calendar(nominal_month(stated), text) if stated is not None else CALENDAR_YEAR
    month = calendar.end_month if stated is not None else None
    period = period_of_day(date, calendar)
    return PeriodReading(period, date, month, cover.page.number, " ".join(match.group().split()))


def period_of_day(day: dt.date, calendar: FiscalCalendar) -> Period:
    """The fiscal quarter a plain day falls in (5 April is in the June quarter)."""
    return fiscal_period_of(dt.date(day.year, day.month, 28), calendar, "quarter")


def _stated_year_end(text: str) -> dt.date | None:
    match = _YEAR_ENDS.search(text)
    return parse_date(match.group(1)) if match is not None else None


def _calendar(year_end: tuple[int, int], text: str) -> FiscalCalendar:
    """The calendar of a year that ends in (year, month), named as the text names its years.

    A company that calls the year ended in January 2023 "fiscal 2022" hardly ever writes
    "fiscal 2023" in a document about that year; one that calls it "fiscal 2023" writes both.
    """
    year, month = year_end
    counts = Counter(full_year(match.group(1)) for match in _FISCAL_YEAR.finditer(text))
    names_start = month <= 6 and counts[year] < 0.5 * counts[year - 1]
    return FiscalCalendar(month, names_start_year=names_start)


def read_results_period(
    pages: Sequence[Page], text: str, told: dt.date | None, *, is_spoken: bool = False
) -> PeriodReading:
    """The period of an earnings release or a call, from its title and first paragraphs.

    Args:
        pages: The document's pages.
        text: Their joined text.
        told: The day of the release or call, where it was read.
        is_spoken: A call's words alone, without a title: its period is the one most spoken of.
    """
    readable = [page for page in pages if page.text.strip()]
    if not readable:
        return NOTHING
    page, named = readable[0], None
    if not is_spoken:
        page, named = _first_named(readable)
    if named is None and not is_spoken:
        stated = _read_statement_period(page)
        if stated is not NOTHING:
            return stated
    if named is None:
        named = _quarter_in_the_whole(text)
    if named is None:
        return NOTHING
    end = _end_before(text, told)
    month = _year_end_month(named.years[0], named.quarter or 4, end)
    period = Period(named.years[0], named.quarter)
    return PeriodReading(period, end, month, page.number, " ".join(named.text.split()))


def _read_statement_period(page: Page) -> PeriodReading:
    """The period of a statement of results, from the length of its year to date.

    Without one (a first quarter) from the day on which its column of a whole year ends.
    """
    match = _STATEMENT_ENDED.search(page.text[:_HEAD_CHARACTERS])
    end = parse_date(match["end"]) if match is not None else None
    if match is None or end is None:
        return NOTHING
    lengths = match["last"].lower()
    is_quarterly = "quarter" in lengths or "three" in lengths
    number = next((n for word, n in _LENGTHS if word in lengths), None)
    year, month = nominal_month(end)
    if number is None:
        column = _YEAR_COLUMN.search(page.text)
        if column is None:
            return NOTHING
        number = (month - int(column[1]) - 1) % 12 // 3 + 1
    index = year * 12 + month - 1 + (4 - number) * 3
    calendar = FiscalCalendar(index % 12 + 1)
    period = fiscal_period_of(end, calendar, "quarter" if is_quarterly else "year")
    quote = " ".join(match.group().split())
    return PeriodReading(period, end, calendar.end_month, page.number, quote)


def _first_named(pages: Sequence[Page]) -> tuple[Page, PeriodExpression | None]:
    for page in pages[:3]:
        named = _named_quarter(page.text[:_HEAD_CHARACTERS])
        if named is not None:
            return page, named
    return pages[0], None


def _named_quarter(head: str) -> PeriodExpression | None:
    """The quarter the head is about: the first one named, in its first mention with a year."""
    quarters = [e for e in find_periods(head) if e.kind is ExpressionKind.QUARTER and e.quarter]
    if not quarters:
        return None
    first = quarters[0].quarter
    dated = [e for e in quarters if e.quarter == first and e.years]
    fiscal = [e for e in dated if re.search(r"fiscal|FY", e.text, re.IGNORECASE)]
    return next(iter(fiscal[:1] or dated), None)


def _quarter_in_the_whole(text: str) -> PeriodExpression | None:
    """The quarter that a text without a title mostly speaks of, in the year it mostly names."""
    quarters = Counter(_QUARTER_NUMBER[m.group(1).lower()] for m in _ORDINAL.finditer(text))
    if not quarters:
        return None
    quarter = quarters.most_common(1)[0][0]
    year = _year_of_quarter(text, quarter) or _year_spoken_of(text, quarter)
    if year is None:
        return None
    return PeriodExpression(
        ExpressionKind.QUARTER, 0, 0, f"Q{quarter} {year}", years=(year,), quarter=quarter
    )


def _year_of_quarter(text: str, quarter: int) -> int | None:
    """The latest year that the opening or the closing words name together with the quarter."""
    years = [
        full_year(match.group(2) or match.group(3) or match.group(4))
        for match in _QUARTER_YEAR.finditer(text)
        if _QUARTER_NUMBER[(match.group(1) or match.group(5)).lower()] == quarter
        and not _OPENING < match.start() < len(text) - _OPENING
    ]
    return max(years, default=None)


def _year_spoken_of(text: str, quarter: int) -> int | None:
    """The year a call is about, from how often each is named.

    At the end of a year the next one is spoken of as much as the one that ended.
    """
    years = Counter(full_year(match.group(1)) for match in _FISCAL_YEAR.finditer(text))
    if sum(years.values()) < 3:
        years += Counter(int(year) for year in re.findall(r"(?<![\d$.,])(20\d\d)(?![\d,%])", text))
    if not years:
        return None
    if quarter == 4:
        return max(years, key=lambda year: (min(years[year], years[year + 1]), years[year]))
    return max(years, key=lambda year: (years[year], year))


def _end_before(text: str, told: dt.date | None) -> dt.date | None:
    """The latest period end named in the text that lies in the months before it was told."""
    ends = [date for m in _ENDED.finditer(text) if (date := parse_date(m.group(1))) is not None]
    if told is not None:
        ends += _ends_in_headers(text)
    if not ends:
        return None
    if told is None:
        return Counter(ends).most_common(1)[0][0]
    near = [date for date in ends if 0 <= (told - date).days <= _MAX_REPORTING_LAG_DAYS]
    return max(near) if near else None


def _ends_in_headers(text: str) -> list[dt.date]:
    """Ends whose day and year stand on different lines of a column header."""
    return [
        date
        for match in _HEADER_ENDED.finditer(text)
        for year in re.findall(r"20\d\d", match.group(2))
        if (date := parse_date(f"{match.group(1)}, {year}")) is not None
    ]


def _year_end_month(fiscal_year: int, quarter: int, end: dt.date | None) -> int | None:
    """The month the fiscal year ends in, where the quarter's end says so."""
    if end is None:
        return None
    year, month = nominal_month(end)
    index = year * 12 + month - 1 + (4 - quarter) * 3
    return index % 12 + 1 if index // 12 - fiscal_year in (0, 1) else None
