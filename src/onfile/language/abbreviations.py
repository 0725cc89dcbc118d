"""Abbreviations that a document defines for itself: "Commercial Beverages (CB)"."""

from __future__ import annotations

import re

_DEFINED = re.compile(r"\(\s*[“\"'‘]?([A-Z][A-Z&]{1,7})[”\"'’]?\s*\)")
_WORD = re.compile(r"[A-Za-z][\w’']*|&")
_SMALL = frozenset({"and", "of", "the", "for", "in", "to", "&"})
LONG_ENOUGH = 3
LOOK_BACK = 90  # characters before the bracket in which the long form stands


def defined(text: str) -> dict[str, str]:
    """Abbreviation to its long form, for each whose initials the words before it spell.

    ``Enterprise, Embedded and Semi-Custom (EESC)`` is one; ``the Company (NYSE)`` is none.
    """
    found: dict[str, str] = {}
    for match in _DEFINED.finditer(text):
        before = text[max(0, match.start() - LOOK_BACK) : match.start()]
        long_form = _spelled(match[1], before) or _without_first(match[1], before)
        if long_form is not None:
            found.setdefault(match[1], long_form)
    return found


def _without_first(letters: str, before: str) -> str | None:
    """A unit's short form often begins with its parent's initial: "Commercial Juice (NCJ)"."""
    long_form = _spelled(letters[1:], before) if len(letters) >= LONG_ENOUGH else None
    words = long_form.split() if long_form is not None else []
    return long_form if words and all(w[0].isupper() for w in words) else None


def _spelled(letters: str, before: str) -> str | None:
    words = list(_WORD.finditer(before))
    wanted = [c for c in letters.lower() if c.isalpha()]
    i = len(words) - 1
    for letter in reversed(wanted):
        while i >= 0 and words[i].group().lower() in _SMALL and not _starts(words, i, letter):
            i -= 1
        if i < 0 or not _starts(words, i, letter):
            return None
        i -= 1
    return " ".join(before[words[i + 1].start() :].split()).rstrip(" ,“\"'‘")


def _starts(words: list[re.Match[str]], i: int, letter: str) -> bool:
    return words[i].group()[0].lower() == letter
