"""Columns that say a year alone, told apart by the words that stand over several of them.

"Three Months Ended   Six Months Ended" over 2031, 2030, 2031, 2030; "FOURTH QUARTER" over 2031
and 2030; a row of days ("Dec 26  Sep 26 …") under the years. What these rows say is put into the
columns' headers; years that nothing tells apart keep no time at all.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from onfile.structure.table_periods import dates_in, months_in

_LENGTH = re.compile(
    r"\b(?:(?:first|second|third|fourth)\s+(?:fiscal\s+)?quarters?|Q[1-4]\b(?!\s*[’'-]?\d)"
    r"|(?:three|six|nine|twelve|\d{1,2})[\s-]+months?(?:\s+ended)?|(?:thirteen|twenty-six|thirty-nine|fifty-two"
    r"|13|14|26|27|39|40|52|53)\s+weeks?(?:\s+ended)?"
    r"|full[\s-]+years?|(?:fiscal\s+)?years?\s+ended|quarters?\s+ended|year[\s-]+to[\s-]+date)\b",
    re.I,
)
_DAY = re.compile(
    r"\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?\s+\d{1,2}\b(?!,?\s*(?:19|20)\d\d)",
    re.I,
)
_YEAR_ALONE = re.compile(r"\s*(?:fiscal\s+|FY\s*)?((?:19|20)\d\d)\s*(?:\(\w{1,2}\))*\s*", re.I)
_YEARS = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
_NO_AMOUNT = re.compile(r"%|\bpercent|\bchange|\bvs\b|\bto\s+(?:19|20)\d\d", re.I)
_NUMBERED = re.compile(r"\bQ[1-4]\b|\b[1-4]Q", re.I)
_A_QUARTER = re.compile(r"^(?:first|second|third|fourth|Q[1-4])", re.I)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MIN_QUARTERS = 3  # ends three months apart, from which columns are quarters by themselves
_QUARTER_DAYS = range(77, 120)  # quarters of 12 to 16 weeks
NO_TIME = "same year"  # no header says so; it reads as no time
UNSAID = "Quarter ended "  # what the ends alone show


def printed_of(told: str, header: str) -> str:
    """The header in words that the page prints, without what was concluded."""
    return header.strip() if told == NO_TIME else told.removeprefix(UNSAID).strip()


def is_days_row(text: str) -> bool:
    """True for "Dec 26 Sep 26 June 27": days under years, which look like a row of numbers."""
    days = _DAY.findall(text)
    return len(days) > 1 and not _DAY.sub("", text).strip(" ,.")


def told_apart(
    headers: Sequence[str], rows: Sequence[str], *, is_balance: bool = False
) -> list[str]:
    """The headers with what the rows above them say of each.

    Args:
        headers: One a column, left to right.
        rows: Lines above the columns, the nearest last.
        is_balance: The columns are instants: days in a row are no quarters.
    """
    told = list(headers)
    alone = [n for n, header in enumerate(headers) if _YEAR_ALONE.fullmatch(header)]
    told = _with_days(told, alone, rows)
    years = [n for n, header in enumerate(headers) if _is_of_a_year(header)]
    if years and not is_balance:
        told = _with_lengths(told, years, rows)
    if not is_balance:
        told = _as_quarters(told, rows)
    return _without_doubles(told)


def _with_days(headers: list[str], years: Sequence[int], rows: Sequence[str]) -> list[str]:
    """A row of as many days as there are years, or columns, stands under them, one each."""
    for row in reversed(rows):
        days = [match.group() for match in _DAY.finditer(row)]
        told = list(headers)
        if len(days) == len(years) >= 2:
            for n, day in zip(years, days, strict=True):
                told[n] = f"{day}, {_year(headers[n])}"
            return told
        named = list(dict.fromkeys(int(y) for h in headers for y in _YEARS.findall(h)))
        is_dated = any(dates_in(header) for header in headers)
        if (
            named
            and not is_dated
            and len(days) == len(headers) >= MIN_QUARTERS
            and is_days_row(row)
        ):
            of_days = _years_of(days, named)
            return [f"{d}, {y}" for d, y in zip(days, of_days, strict=True)] if of_days else told
    return headers


def _years_of(days: Sequence[str], years: Sequence[int]) -> list[int]:
    """A year for each day: the next one begins where the months begin anew; [] when unclear."""
    months = [_MONTHS.index(day[:3].lower()) for day in days]
    is_falling = len(months) > 1 and months[1] < months[0]
    at, found = 0, []
    for before, month in zip([months[0], *months], months, strict=False):
        at += (month > before) if is_falling else (month < before)
        found.append(at)
    return [years[n] for n in found] if at == len(years) - 1 else []


def _is_of_a_year(header: str) -> bool:
    """A header that names one year, and neither a length nor a date nor a change."""
    patterns = (_LENGTH, _DAY, _NO_AMOUNT, _NUMBERED)
    is_other = any(pattern.search(header) for pattern in patterns)
    is_other = is_other or months_in(header) is not None or bool(dates_in(header))
    return not is_other and len(set(_YEARS.findall(header))) == 1


def _with_lengths(headers: list[str], years: Sequence[int], rows: Sequence[str]) -> list[str]:
    lengths = _lengths_over(rows)
    groups = _groups([_year(headers[n]) for n in years])
    told = list(headers)
    if not lengths or (len(lengths) == 1 and not _A_QUARTER.match(lengths[0])):
        return told
    if len(groups) % len(lengths):
        is_split = len(lengths) > 1 and len(groups) > 1
        return [f"{NO_TIME}" if n in years and is_split else h for n, h in enumerate(headers)]
    each = len(groups) // len(lengths)
    at = 0
    for number, size in enumerate(groups):
        for n in years[at : at + size]:
            told[n] = f"{lengths[number // each]} {headers[n].strip()}"
        at += size
    return told


def _lengths_over(rows: Sequence[str]) -> list[str]:
    """Lengths that the nearest row with any names, in order."""
    for row in reversed(rows):
        found = [" ".join(match.group().split()) for match in _LENGTH.finditer(row)]
        if found:
            return found
    return []


def _groups(years: Sequence[int]) -> list[int]:
    """Sizes of the runs after which the years begin anew: 2031, 2030, 2031, 2030 gives 2, 2."""
    sizes: list[int] = []
    seen: set[int] = set()
    for year in years:
        if year in seen or not sizes:
            sizes.append(0)
            seen = set()
        seen.add(year)
        sizes[-1] += 1
    return sizes


def _as_quarters(headers: list[str], rows: Sequence[str]) -> list[str]:
    """Ends three months apart, with no length said anywhere, are ends of quarters."""
    ends = [dates_in(header)[-1:] for header in headers]
    dated = [n for n, end in enumerate(ends) if end]
    if len(dated) < MIN_QUARTERS or any(months_in(headers[n]) for n in dated):
        return headers
    if any(months_in(row) for row in rows[-2:]):
        return headers
    steps = [abs((ends[b][0] - ends[a][0]).days) for a, b in itertools.pairwise(dated)]
    if not all(step in _QUARTER_DAYS for step in steps):
        return headers
    return [f"{UNSAID}{h}" if n in dated else h for n, h in enumerate(headers)]


def _without_doubles(headers: list[str]) -> list[str]:
    """Neighbours that say the same year and nothing else: which is which is not known."""
    doubled = {
        n
        for a, b in itertools.pairwise(range(len(headers)))
        if _YEAR_ALONE.fullmatch(headers[a]) and headers[a].strip() == headers[b].strip()
        for n in (a, b)
    }
    return [NO_TIME if n in doubled else header for n, header in enumerate(headers)]


def _year(header: str) -> int:
    return int(_YEARS.findall(header)[-1])
