"""Is a sentence of the time that a question gives to what happened?"""

from __future__ import annotations

import re

from onfile.answer.request import Reading
from onfile.language.dates import find_dates, month_number
from onfile.types import Intent, Period, QuestionKind

_YEAR = re.compile(r"(?<![\d$.,])(?:19|20)\d\d\b(?![,.]\d)")
_QUARTER = re.compile(r"\b(?:first|second|third|fourth)[\s-]+quarter|\bQ[1-4]\b", re.I)
_ORDINALS = ("first", "second", "third", "fourth")
_MONTH = re.compile(
    r"\b(January|February|March|April|May|June|July|August|September|October|November|December)\b"
)
_ASKS_DATE = re.compile(r"\b(?:on |in )?(?:what|which) (?:date|day|month)\b", re.I)
_AT = re.compile(
    r"\b(?:at|as of|as at|ended|ending|until|through)\s+$", re.I
)  # a date of a balance

_TO_DATE = re.compile(
    r"\b(?:at|as of|as at|ended|ending|until|through)\s+(?:\w+\s+\d{1,2},\s+)?$", re.I
)
_STATUTE = re.compile(r"\bAct\s+of\s+(?:19|20)\d\d\b|\b(?:19|20)\d\d\s+(?:\w+\s+){0,3}Act\b")
_LASTS = re.compile(r"\b(?:expir\w*|matur\w*|ends?|ending|due|terminat\w*|until|balance)\b", re.I)


def asks_when(reading: Reading) -> bool:
    """A date is asked for, or a month."""
    is_when = reading.intent.kind is QuestionKind.WHEN
    return is_when or _ASKS_DATE.search(reading.intent.asked) is not None


def says_when(text: str, asked: str) -> bool:
    """True where it names a day, a month, a quarter, or a year that the question does not name.

    "When was the 2031 annual meeting" is not answered by a sentence on the 2031 annual meeting.
    """
    text = _STATUTE.sub(" ", text)
    lasts = _LASTS.search(asked) is not None
    days = (d for d in find_dates(text) if lasts or not _AT.search(text[: d.start]))
    is_dated = any(True for _ in days) or _QUARTER.search(text) is not None
    years = (m[0] for m in _YEAR.finditer(text) if lasts or not _TO_DATE.search(text[: m.start()]))
    return is_dated or not set(years) <= set(_YEAR.findall(asked))


def time_words(intent: Intent) -> tuple[str, ...]:
    """The words of a question that say when something happened, where that is told elsewhere."""
    if not intent.happened:
        return ()
    return (*_MONTH.findall(intent.asked), *_YEAR.findall(intent.asked))


class TimeAsked:
    """The years, quarters and months of one question."""

    def __init__(self, intent: Intent) -> None:
        self._happened = bool(intent.happened)
        periods = (*intent.periods, *intent.happened)
        self._around = {p.quarter for p in intent.happened if p.quarter is not None}
        self._fiscal_years = {str(p.fiscal_year) for p in intent.happened}
        self._months = {month_number(name) for name in _MONTH.findall(intent.asked)}
        self._years = set(_YEAR.findall(intent.asked))
        if not (self._happened and self._years):  # a month's year is the calendar's
            self._years |= {str(p.fiscal_year) for p in periods}
        self._quarters = {_quarter_of(m) for m in _QUARTER.findall(intent.asked)}
        if not self._months:
            self._quarters |= {p.quarter for p in periods if p.quarter is not None}

    def is_of(self, text: str, own: Period | None) -> bool:
        """False where it names years or quarters, none of which is asked for.

        Where documents of other periods are asked, it must name the time itself; a quarter without
        its year is of the document's ``own``.
        """
        years = set(_YEAR.findall(text))
        if self._happened and not self._names_it(text, years, own):
            return False
        if self._years and years and not years & self._years:
            return False
        quarters = {_quarter_of(m) for m in _QUARTER.findall(text)}
        return not (self._quarters and quarters and not quarters & self._quarters)

    def _names_it(self, text: str, years: set[str], own: Period | None) -> bool:
        if self._months:
            quarters = {_quarter_of(m) for m in _QUARTER.findall(text)}
            if quarters & self._around and bool(years & self._fiscal_years):
                return True  # "in the third quarter of 2031", of August
            return any(
                str(date.year) in self._years and date.month in self._months
                for date in find_dates(text)
                if not _AT.search(text[: date.start])
            )
        if self._quarters:
            is_own = not years and own is not None and str(own.fiscal_year) in self._years
            quarters = {_quarter_of(m) for m in _QUARTER.findall(text)}
            return bool(quarters & self._quarters) and (is_own or bool(years & self._years))
        return self._years <= years

    def distance(self, text: str, own: Period | None, *, is_amount: bool) -> float:
        """0 where it names the very time that is asked for, more where it does so less."""
        years = set(_YEAR.findall(text))
        if not years and own is not None:
            years = {str(own.fiscal_year)}
        far = 0.0 if years & self._years or not self._years else 0.5
        if self._months and self._months.isdisjoint(d.month for d in find_dates(text)):
            far += 0.5
        if is_amount and not self._quarters and not self._months and _QUARTER.search(text):
            far += 0.25  # of a quarter, where a year is asked for
        return far


def _quarter_of(words: str) -> int:
    if words[0] in "Qq":
        return int(words[1])
    return 1 + _ORDINALS.index(words.split()[0].split("-")[0].lower())
