"""Dates as people and filings write them, with where they stand in the text."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from dataclasses import dataclass

_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_YEAR4 = r"(?:19|20)\d\d"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_PATTERNS = (
    rf"(?P<month>{MONTH})\s*(?P<day>{_DAY})\s*,?\s+(?P<year>{_YEAR4})(?![\d,.]*\d)",
    rf"(?P<month>{MONTH})\s*(?P<day>{_DAY})\s*,?\s+'?(?P<year>\d\d)(?![\d,.%/:]|\s*(?:weeks|%))",
    rf"(?P<day>{_DAY})\s+(?:day\s+)?(?:of\s+)?(?P<month>{MONTH}),?\s+(?P<year>{_YEAR4})",
    rf"(?P<year>{_YEAR4})-(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12]\d|3[01])",
    rf"(?P<month>0?[1-9]|1[0-2])/(?P<day>{_DAY})/(?P<year>{_YEAR4}|\d\d)",
    rf"(?P<day>{_DAY})[./-](?P<month>0?[1-9]|1[0-2]|{MONTH})[./-](?P<year>{_YEAR4})",
    rf"(?P<month>{MONTH})[\s,-]*(?:of\s+)?(?P<year>{_YEAR4})",
    rf"(?P<month>{MONTH})\s*[-']\s*(?P<year>\d\d)",
    rf"(?P<month>{MONTH})\s+(?P<day>{_DAY})(?!\d)",
)
_COMPILED = tuple(re.compile(rf"(?<![\w.]){p}(?!\w)", re.IGNORECASE) for p in _PATTERNS)
PIVOT = 70  # two-digit years from 70 are of the last century: no filing on file is about 2070
# A 52/53-week year may end up to a week into the next month; ten days leave room for holidays.
DAYS_INTO_NEXT_MONTH = 10


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date in a text: ``text[start:end]``. ``day`` or ``year`` is None where not written."""

    start: int
    end: int
    text: str
    year: int | None
    month: int
    day: int | None

    @property
    def date(self) -> dt.date | None:
        """The day; the last day of the month where no day is written; None without a year."""
        if self.year is None:
            return None
        last = calendar.monthrange(self.year, self.month)[1]
        return dt.date(self.year, self.month, min(self.day or last, last))


def full_year(digits: str) -> int:
    """``"21"`` → 2021, ``"1998"`` → 1998."""
    year = int(digits)
    if len(digits) > 2:
        return year
    return year + (1900 if year >= PIVOT else 2000)


def month_number(name: str) -> int | None:
    """``"Sept."`` → 9; None where it is not a month's name (three letters suffice)."""
    stem = name.lower().rstrip(".")
    if len(stem) < 3:
        return None
    return next((i for i, month in enumerate(_NAMES, 1) if month.startswith(stem[:3])), None)


def _mention(match: re.Match[str]) -> DateMention | None:
    fields = match.groupdict()
    printed = fields["month"]
    month = int(printed) if printed.isdigit() else month_number(printed)
    if month is None:
        return None
    year = full_year(fields["year"]) if fields.get("year") else None
    day = int(re.sub(r"\D", "", fields["day"])) if fields.get("day") else None
    if day is not None and day > calendar.monthrange(year or 2000, month)[1]:
        return None
    return DateMention(match.start(), match.end(), match.group(), year, month, day)


def find_dates(text: str) -> tuple[DateMention, ...]:
    """Dates of ``text`` in order, never overlapping; at one place the longest reading wins."""
    found = [
        mention
        for pattern in _COMPILED
        for match in pattern.finditer(text)
        if (mention := _mention(match)) is not None
    ]
    kept: list[DateMention] = []
    for mention in sorted(found, key=lambda m: (m.start, -m.end)):
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return tuple(kept)


def parse_date(text: str) -> dt.date | None:
    """The first date of ``text`` that has a year, or None."""
    return next((m.date for m in find_dates(text) if m.date is not None), None)


def nominal_month(date: dt.date) -> tuple[int, int]:
    """The (year, month) whose end a period end stands for.

    A 52/53-week period that ends on 3 January 2021 stands for the end of December 2020.
    """
    if date.day <= DAYS_INTO_NEXT_MONTH:
        return (date.year - 1, 12) if date.month == 1 else (date.year, date.month - 1)
    return date.year, date.month


def is_month_end(date: dt.date) -> bool:
    """True when a 52/53-week year would end on this day: a week before to four days after."""
    last = calendar.monthrange(date.year, date.month)[1]
    return date.day >= last - 7 or date.day <= 4
