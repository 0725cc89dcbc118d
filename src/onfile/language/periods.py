"""Period expressions in any text, with where they stand.

This is the module to import: it also gives what ``fiscal.py`` defines (calendars, ``resolve``).
"""

from __future__ import annotations

import functools
import re
from dataclasses import replace

from onfile.language.dates import DateMention, find_dates
from onfile.language.fiscal import (
    CALENDAR_YEAR,
    ExpressionKind,
    FiscalCalendar,
    PeriodExpression,
    fiscal_period_of,
    period_end,
    resolve,
    shift,
)
from onfile.language.period_rules import COUNT, RULES, YEAR4, months_of

__all__ = [
    "CALENDAR_YEAR",
    "ExpressionKind",
    "FiscalCalendar",
    "PeriodExpression",
    "find_periods",
    "fiscal_period_of",
    "period_end",
    "resolve",
    "shift",
]

K = ExpressionKind
_ENDED = re.compile(
    rf"(?:(?P<unit>years?|yrs?|quarters?|qtr|half[\s\-]year)|{COUNT}[\s\-]*(?P<long>months?|weeks?))"
    r"(?:\s+periods?)?\s+(?:that\s+)?(?:ended|ending|ends|end)(?:\s+(?:on|in))?\s+$",
    re.IGNORECASE,
)
_MORE_YEARS = re.compile(rf"(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)(?P<y>{YEAR4})(?!\w)")
_AT = re.compile(r"\b(?:as\s+of|as\s+at|at|on|by|since|until)\s+$", re.IGNORECASE)


def _dated(text: str) -> list[PeriodExpression]:
    """Dates, with the words before them that say what length of time ends there."""
    found: list[PeriodExpression] = []
    for mention in find_dates(text):
        found += _from_date(text, mention)
    return found


def _from_date(text: str, mention: DateMention) -> list[PeriodExpression]:
    ended = _ENDED.search(text[: mention.start])
    if mention.date is None:
        return _without_year(text, mention, ended)
    if ended is None:
        at = _AT.search(text[: mention.start])
        kind = K.MONTH if mention.day is None else K.DATE
        start = at.start() if at and kind is K.DATE else mention.start
        span = text[start : mention.end]
        return [PeriodExpression(kind, start, mention.end, span, date=mention.date)]
    return [_ended(text, ended, mention), *_more_years(text, ended, mention)]


def _without_year(
    text: str, mention: DateMention, ended: re.Match[str] | None
) -> list[PeriodExpression]:
    """Read "the years ended December 31": the year is in a column header, not here."""
    if ended is None:
        return []
    months = _length(ended)
    span = text[ended.start() : mention.end]
    return [PeriodExpression(K.ENDED, ended.start(), mention.end, span, months=months)]


def _ended(text: str, ended: re.Match[str], mention: DateMention) -> PeriodExpression:
    start, end = ended.start(), mention.end
    months = _length(ended)
    return PeriodExpression(K.ENDED, start, end, text[start:end], months=months, date=mention.date)


def _length(ended: re.Match[str]) -> int | None:
    unit = (ended.group("unit") or "").lower()
    if unit.startswith("q"):
        return 3
    if unit.startswith("half"):
        return 6
    if unit:
        return 12
    return months_of(ended.group("count"), ended.group("long"))


def _more_years(text: str, ended: re.Match[str], mention: DateMention) -> list[PeriodExpression]:
    """Read "… ended December 31, 2021, 2020 and 2019": one expression a year."""
    found = []
    at = mention.end
    while (more := _MORE_YEARS.match(text, at)) is not None:
        other = replace(mention, year=int(more.group("y")))
        start = more.start("y")
        found.append(
            PeriodExpression(
                K.ENDED, start, more.end(), more.group("y"), months=_length(ended), date=other.date
            )
        )
        at = more.end()
    return found


@functools.lru_cache(maxsize=512)  # of one question it is asked for every document on file
def find_periods(text: str) -> tuple[PeriodExpression, ...]:
    """Period expressions of ``text`` in order, never overlapping.

    At one place the longest reading wins: "the year ended January 28, 2023" is one expression,
    not a date and a year. Years that share a quarter ("Q2 2022 and 2023") each get it; ranges
    written with a dash ("FY2015 - FY2017") become one RANGE.
    """
    found = _dated(text)
    for pattern, build in RULES:
        found += [e for m in pattern.finditer(text) if (e := build(m)) is not None]
    kept: list[PeriodExpression] = []
    for expression in sorted(found, key=lambda e: (e.start, -e.end)):
        if not kept or expression.start >= kept[-1].end:
            kept.append(expression)
    return tuple(_ranges(text, _shared_years(text, kept)))


_JOIN = re.compile(
    r"\s*(?:,|and|&|or|vs\.?|versus|against|to|compared\s+(?:to|with))\s*(?:in\s+|for\s+)?$", re.I
)
_DASH = re.compile(r"\s*(?:-|–|—|through|thru)\s*", re.IGNORECASE)
_AND = re.compile(r"\s*(?:and|to)\s*", re.IGNORECASE)
# "The sum from 2018 to 2020" takes every year; "the change from 2018 to 2020" its two ends.
_OF_ALL = re.compile(
    r"\b(?:sum|total|combined|cumulative(?:ly)?|altogether|average|avg|mean|each|every|annual)\b",
    re.IGNORECASE,
)
_OF_ENDS = re.compile(
    r"\b(?:chang\w*|gr[eo]w\w*|increas\w*|decreas\w*|declin\w*|cagr|rise|rose|fall|fell|improv\w*|"
    r"drop\w*|compound\w*)\b",
    re.IGNORECASE,
)
_TO = re.compile(r"\s*(?:to|until)\s*", re.IGNORECASE)


def _shared_years(text: str, found: list[PeriodExpression]) -> list[PeriodExpression]:
    """Lend a quarter its neighbour's year, and a plain year its neighbour's quarter."""
    result = list(found)
    for i in range(len(result) - 1, 0, -1):
        left, right = result[i - 1], result[i]
        if not _is_joined(text, left, right):
            continue
        if left.kind is right.kind is K.QUARTER and right.years and not left.years:
            result[i - 1] = replace(left, years=right.years)
    for i in range(1, len(result)):
        left, right = result[i - 1], result[i]
        if right.kind is left.kind is K.QUARTER and right.quarter is None:
            result[i] = replace(right, quarter=left.quarter)
        if not _is_joined(text, left, right):
            continue
        if right.kind is K.YEAR and left.kind in (K.QUARTER, K.TO_DATE) and left.years:
            result[i] = replace(right, kind=left.kind, quarter=left.quarter, months=left.months)
        if right.kind is K.QUARTER and left.kind is K.QUARTER and not right.years:
            result[i] = replace(right, years=left.years)
    return result


def _is_joined(text: str, left: PeriodExpression, right: PeriodExpression) -> bool:
    return _JOIN.fullmatch(text[left.end : right.start]) is not None


def _ranges(text: str, found: list[PeriodExpression]) -> list[PeriodExpression]:
    """Join "A - B", and "A to B" where no "from" or "between" says that only the ends count."""
    result: list[PeriodExpression] = []
    for expression in found:
        left = result[-1] if result else None
        if left is not None and _is_range(text, left, expression):
            years = (left.years[0], expression.years[-1])
            span = text[left.start : expression.end]
            result[-1] = replace(left, kind=K.RANGE, end=expression.end, text=span, years=years)
        else:
            result.append(expression)
    return result


def _is_range(text: str, left: PeriodExpression, right: PeriodExpression) -> bool:
    kinds = (K.FISCAL_YEAR, K.YEAR)
    if left.kind not in kinds or right.kind not in kinds:
        return False
    if not left.years[-1] < right.years[0] <= left.years[-1] + 30:
        return False
    between = text[left.end : right.start]
    if _DASH.fullmatch(between):
        return True
    before = re.search(r"\b(from|between)\s+(?:its\s+|the\s+)?$", text[: left.start], re.I)
    if before is not None and _OF_ALL.search(text) and not _OF_ENDS.search(text):
        up_to = _AND if before[1].lower() == "between" else _TO
        return up_to.fullmatch(between) is not None
    return _TO.fullmatch(between) is not None and before is None
