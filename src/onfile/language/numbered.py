"""Things that a text knows by a word and a number: "Change Order 3", "RFI No. 42"."""

from __future__ import annotations

import re

_BEFORE_NUMBERS = """
a an the of in on to than by for from at and or with about over past last next top first least most
under above below between fiscal fy year years quarter q page pages half day days is was are were
only these those all other every any within after before until since through around approximately
some roughly nearly almost exactly up down another per plus minus times january february march april
may june july august september october november december jan feb mar apr jun jul aug sep sept oct
nov dec
"""
_NOT_NAMES = frozenset(_BEFORE_NUMBERS.split())
_NUMBERED = re.compile(
    r"\b(?P<word>[A-Za-z]{2,})\s+(?:(?i:no\.?|nr\.?|number|#)\s*)?#?(?P<number>\d{1,4}[A-Za-z]?)\b"
    r"(?![.,]\d|-|/|\s*%|\s+(?:percent|years?|months?|weeks?|days?|hours?|million|billion|feet|ft"
    r"|inch|inches|mm|psi)\b)",
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_BETWEEN = r"(?:s\b)?\W+(?:(?:no|nr|number|nos)\b\W*|(?:\d+\w?|and|or|to)\b\W+){0,4}"


def numbered_in(text: str) -> tuple[tuple[str, str], ...]:
    """(word, number) of each; years and dates are none."""
    found = ((m["word"], m["number"]) for m in _NUMBERED.finditer(text))
    return tuple(
        (word, number)
        for word, number in found
        if word.lower() not in _NOT_NAMES and not _YEAR.fullmatch(number)
    )


def is_numbered_in(thing: tuple[str, str], text: str) -> bool:
    """Whether ``text`` names the thing: "Change Orders 2 and 3" names Change Order 3."""
    word, number = thing
    stem = re.escape(word[:-1] if word.endswith("s") else word)
    pattern = rf"\b{stem}{_BETWEEN}0*{re.escape(number)}\b(?!-\d|[.,]\d)"
    return re.search(pattern, text.replace("_", " "), re.IGNORECASE) is not None


def has_another(thing: tuple[str, str], text: str) -> bool:
    """Whether ``text`` names one of the same sort by other numbers alone."""
    if is_numbered_in(thing, text):
        return False
    return any(word.lower() == thing[0].lower() for word, _ in numbered_in(text))
