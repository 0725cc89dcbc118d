"""Of when is something said? The time that was last spoken of, and whether it lies ahead.

"For the full year, we expect sales to rise. We expect gross margin to be about 40%": the second
sentence is of the year too. A list takes the time and the verb of its lead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from onfile.types import Period

FORWARD = re.compile(
    r"\b(?:expect\w*|anticipat\w*|outlook|guidance|guid(?:e|ing)|forecast\w*|project(?:s|ed|ing)|"
    r"plans?|planned|target\w*|will be|will have|on track|should be)\b",
    re.I,
)
_ANNUAL = re.compile(
    r"\b(?:full|fiscal|calendar|this)[\s-]?year\b|\bfor the year\b|\bannual(?:ly)?\b|"
    r"\b(?:FY|fiscal)\s?'?’?(?:20)?\d\d\b|\b(?:for|in|of|over|during)\s+20\d\d\b|\b20\d\d\s+(?:outlook|guidance)",
    re.I,
)
_THIS_QUARTER = re.compile(r"\b(?:this|the|our|current) quarter\b", re.I)
_QUARTER = re.compile(
    r"\b(?:(?P<word>first|second|third|fourth)[\s-]+(?:fiscal )?quarter|Q(?P<n>[1-4]))\b", re.I
)
OWN_QUARTER = 5  # of "this quarter": the one that was reported on
_WORDS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_PRODUCT = re.compile(  # "the Office 2031 launch": a name, no time
    r"\b[A-Z]\w+\s+20\d\d\b(?=\s+(?:launch|release|edition|version|upgrade|rollout|campaign|event|"
    r"conference|games|end of)\b)"
)
YEAR = re.compile(r"\b(?P<long>20\d\d)\b|\b(?:FY|fiscal)\s?'?’?(?P<short>\d\d)\b", re.I)
_BULLET = re.compile(r"\s*[•▪●◦*–-]")


@dataclass(frozen=True, slots=True)
class SpokenTime:
    """Of when a sentence speaks: a quarter, or a year; 0 where it does not say."""

    quarter: int = 0
    year: int = 0
    is_annual: bool = False

    @property
    def is_said(self) -> bool:
        """Whether any time is named."""
        return bool(self.quarter or self.year or self.is_annual)


@dataclass(frozen=True, slots=True)
class Spoken:
    """What was last spoken of: the time, whether it lies ahead, and whether a list goes on."""

    time: SpokenTime = SpokenTime()
    is_ahead: bool = False
    is_list: bool = False
    end: int = 0

    def then(self, said: str, end: int, *, is_new: bool) -> Spoken:
        """After a further sentence; ``is_new`` where it begins a paragraph of a call."""
        own = time_of(said)
        is_ahead = FORWARD.search(said) is not None
        if self.is_list and _BULLET.match(said):
            time = own if own.quarter or own.year else self.time
            return Spoken(time, self.is_ahead or is_ahead, True, end)
        kept = SpokenTime() if is_new and not is_ahead else self.time
        time = own if own.is_said else kept
        goes_on = self.is_ahead and not own.is_said and not is_new
        return Spoken(time, is_ahead or goes_on, said.rstrip().endswith(":"), end)


def time_of(said: str) -> SpokenTime:
    """The time that a sentence names first for what it expects; a base ("versus 2021") is none."""
    said = re.sub(
        r"\b(?:versus|vs\.?|compared (?:to|with)|from|over)\s+(?:\w+\s+){0,2}20\d\d", " ", said
    )
    said = _PRODUCT.sub(" ", said)
    quarter = _QUARTER.search(said)
    annual = _ANNUAL.search(said)
    year = YEAR.search(said)
    named = int(year["long"] or f"20{year['short']}") if year is not None else 0
    if quarter is None and annual is None and _THIS_QUARTER.search(said):
        return SpokenTime(OWN_QUARTER, named)
    if quarter is not None and (annual is None or quarter.start() < annual.start()):
        n = int(quarter["n"]) if quarter["n"] else _WORDS[quarter["word"].lower()]
        return SpokenTime(n, named)
    return SpokenTime(0, named, annual is not None)


def is_then(time: SpokenTime, asked: Period | None, own: Period | None) -> bool:
    """Whether a sentence speaks of the time asked.

    Args:
        time: What the sentence says, or what was said last before it.
        asked: The period; None is met by any time.
        own: That of the report or the call: where its own period is asked, as for "the guidance
            that it gave in July", whatever it expects of that year is meant.
    """
    if asked is None:
        return True
    if time.quarter:
        is_same = asked.quarter == time.quarter and time.year in (0, asked.fiscal_year)
        return is_same or (asked == own and time.year in (0, asked.fiscal_year))
    if asked == own:
        return True
    return asked.quarter is None and asked.fiscal_year == (time.year or _year_ahead(own, asked))


def _year_ahead(own: Period | None, asked: Period) -> int:
    """The year that a report speaks of as "the year": the next one, once its own is over."""
    if own is None:
        return asked.fiscal_year
    return own.fiscal_year + (own.quarter in (4, None))
