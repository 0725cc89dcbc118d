"""Does a passage speak of another time than the question?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.types import Intent, Period, QuestionKind

WRONG_TIME_FACTOR = 0.6
OUTLOOK_FACTOR = 0.8  # an outlook is no report, though a report may mention one
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_QUARTER = re.compile(r"\b(first|second|third|fourth)[\s-]+quarter|\bQ([1-4])\b", re.I)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_OTHER_LENGTH = re.compile(
    r"\b(?:nine|six|9|6)[\s-]months?\b|\bfull[\s-]year\b|\byear[\s-]to[\s-]date\b|\bfirst half\b|"
    r"\bhalf[\s-]year\b|\b9M\b|\bH[12]\b",
    re.I,
)
BEFORE = 40  # characters before a quarter in which it is said to be held against
_COMPARED_WITH = re.compile(
    r"\b(?:compared\s+(?:with|to)|versus|vs\.?|against|over|relative\s+to|from)\s+(?:the\s+|our\s+)?$",
    re.I,
)
_FISCAL_YEAR = re.compile(r"\bfiscal\s+(?:year\s+)?(?:19|20)\d\d\b", re.I)
_SHORT = re.compile(r"\bquarter|\bQ[1-4]\b|\b(?:three|3)[\s-]months?\b|\b1[2-7][\s-]weeks?\b", re.I)
_FORWARD = re.compile(
    r"\b(?:expect|expects|anticipate|anticipates|forecast|outlook|guidance|guide|project|projects|"
    r"estimate|target|will be|should be)\b",
    re.I,
)


def is_of_another_time(quote: str, intent: Intent) -> bool:
    """A quarter is asked for, and the words are of its year, or hold another quarter against it.

    "Sales are expected to grow by 33% compared with the first quarter of 2030" tells of 2031.
    """
    asked = intent.happened or intent.periods
    quarters = [p for p in asked if p.quarter is not None and p.months in (None, 3)]
    if not quarters or len(quarters) < len(asked):
        return False
    is_of_year = _FISCAL_YEAR.search(quote) is not None and not _SHORT.search(quote)
    if is_of_year and intent.kind is QuestionKind.WHY:
        return True
    found = [m for p in quarters for m in _named(p).finditer(quote)]
    return bool(found) and all(
        _COMPARED_WITH.search(quote[max(0, m.start() - BEFORE) : m.start()]) for m in found
    )


def _named(period: Period) -> re.Pattern[str]:
    ordinal = next(word for word, n in _ORDINALS.items() if n == period.quarter)
    year = period.fiscal_year
    return re.compile(
        rf"\b(?:{ordinal}[\s-]+quarter(?:\s+of)?(?:\s+fiscal)?(?:\s+year)?\s+{year}|"
        rf"Q{period.quarter}\s+(?:FY\s?)?(?:{year}|['’]?{year % 100:02d}))\b",
        re.I,
    )


def time_factor(quote: str, intent: Intent) -> float:
    """1, or less where the words speak of another time, or of the future when not asked to."""
    factor = 1.0
    if intent.periods and _names_other_time(quote, intent.periods):
        factor *= WRONG_TIME_FACTOR
    if bool(_FORWARD.search(quote)) != intent.is_forward_looking:
        factor *= WRONG_TIME_FACTOR if intent.is_forward_looking else OUTLOOK_FACTOR
    return factor


def _names_other_time(quote: str, periods: Sequence[Period]) -> bool:
    """True when the quote names years or quarters, and none of them is asked for."""
    years = set(_YEAR.findall(quote))
    wanted = {str(p.fiscal_year) for p in periods}
    if years and not years & wanted:
        return True
    quarters = {int(m[2]) if m[2] else _ORDINALS[m[1].lower()] for m in _QUARTER.finditer(quote)}
    asked = {p.quarter for p in periods if p.quarter is not None}
    if quarters and asked and not quarters & asked:
        return True
    is_quarter = bool(asked) and all(p.months in (None, 3) for p in periods)
    return is_quarter and _OTHER_LENGTH.search(quote) is not None
