"""Does a question ask how a quantity goes over time, and which way?"""

from __future__ import annotations

import re

_GOES = (
    r"(?:improving|worsening|deteriorating|growing|declining|shrinking|rising|falling|increasing|"
    r"decreasing|expanding|contracting|trending|developing|(?:getting|becoming) (?:better|worse|"
    r"higher|lower|larger|smaller))"
)
_COURSE = re.compile(
    rf"\b(?:is|are|has|have|been)\b[^?.]*?\b{_GOES}\b|\bwhat\b[^?.]*\btrends?\b|"
    r"\btrend (?:in|of)\b|"
    r"\bhow (?:has|have)\b[^?.]*\b(?:developed|evolved|trended|moved|changed)\b|"
    r"\bover (?:time|the (?:past |last )?years)\b|"
    r"\bhistorically (?:consistent|stable|steady|flat)\b|"
    r"\b(?:consistent|stable|steady) historically\b|"
    r"\bfluctuat\w+\b[^?.]*\beach year\b",
    re.I,
)
# Of days, costs and debts the lower is the better: there these words tell no direction.
_JUDGED = re.compile(r"\b(?:improv|better|worse|deteriorat)", re.I)
UNNAMED = "No period is named; read as the latest years on file: "
"""How the note begins that tells which periods were chosen."""


def asks_course(question: str) -> bool:
    """True for "is the margin improving", "what is the trend in sales"."""
    return _COURSE.search(question) is not None


def is_judged(question: str) -> bool:
    """True where better and worse are asked for, not up and down."""
    return _JUDGED.search(question) is not None
