"""How people say a company, a period and a line item."""

from __future__ import annotations

import calendar
import datetime as dt
import re

from onfile.types import Period

NTH = {1: "first", 2: "second", 3: "third", 4: "fourth"}
_PREFIX = re.compile(r"^(?:less|add|plus|deduct)\s*[:—–-]\s*", re.I)
_BRACKETED = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
_MARKS = re.compile(r"[*†‡§®™©:]+|\s+\d{1,2}$|\.{2,}")


def possessive(name: str) -> str:
    """``Northwind's``, ``MGM Resorts'``."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def spoken(label: str) -> str:
    """A row's label as it is said inside a sentence: no brackets, marks or capitals of layout."""
    text = _PREFIX.sub("", label.strip())
    for _ in range(2):
        text = _BRACKETED.sub("", text)
    text = " ".join(_MARKS.sub(" ", text.replace("’", "'")).split()).strip(" ,;-–—")
    rest = [word for word in text.split()[1:] if len(word) > 3]
    letters = [c for c in text if c.isalpha()]
    is_title = len(rest) > 1 and sum(w[0].isupper() for w in rest) > len(rest) / 2
    if is_title or (letters and all(c.isupper() for c in letters)):
        text = text.lower()
    head, _, tail = text.partition(" ")
    is_name = sum(c.isupper() for c in head) > 1
    return text if is_name else f"{head[:1].lower()}{head[1:]} {tail}".strip()


def whens(
    period: Period, *, is_instant: bool, is_calendar: bool, end: dt.date | None
) -> tuple[str, ...]:
    """Ways to say when, with their preposition, the usual one first; never ambiguous.

    A bare year is only used where fiscal years are calendar years.
    """
    year = period.fiscal_year
    if period.quarter is None:
        found = [f"fiscal {year}", f"FY{year}", f"fiscal year {year}", f"FY{year % 100:02d}"]
        if is_calendar:
            found = [f"{year}", *found]
        preposition = "at the end of" if is_instant else "in"
    else:
        nth = NTH[period.quarter]
        found = [
            f"the {nth} quarter of fiscal {year}",
            f"Q{period.quarter} FY{year}",
            f"Q{period.quarter} of fiscal {year}",
        ]
        if is_calendar:
            found = [f"the {nth} quarter of {year}", f"Q{period.quarter} {year}", *found]
        preposition = "at the end of" if is_instant else "in"
    said = [f"{preposition} {words}" for words in found]
    if end is not None:
        said += _dated(period, end, is_instant=is_instant)
    return tuple(said)


def _dated(period: Period, end: dt.date, *, is_instant: bool) -> list[str]:
    day = f"{calendar.month_name[end.month]} {end.day}, {end.year}"
    if is_instant:
        return [f"as of {day}"]
    return [f"for the {'year' if period.quarter is None else 'quarter'} ended {day}"]
