"""Two letters typed the wrong way round: "porfit" is read as "profit", and said so.

Only words that the lexicon knows are put right, and only where exactly one of them fits: a word
that is merely unknown may be a name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

from onfile.language.lexicon import Lexicon
from onfile.scope.directory import common_words

_REAL_WORDS = Path(__file__).parent / "rules" / "real_words.txt"
_WORD = re.compile(r"\b[a-z]{5,}\b")  # a capital may begin a name
_RUN_TOGETHER = re.compile(r"\b(what|how|who|where|when|why)s\b", re.IGNORECASE)


def put_right(question: str, lexicon: Lexicon) -> tuple[str, tuple[str, ...]]:
    """The question, of the same length, and a note for each word that was read as another."""
    known, by_letters = _vocabulary(lexicon)
    notes: list[str] = []

    def right(match: re.Match[str]) -> str:
        typed = match.group()
        if typed in known or typed in _real_words() or typed in common_words():
            return match.group()
        fitting = [w for w in by_letters.get(_letters(typed), ()) if _is_swapped(typed, w)]
        if len(fitting) != 1:
            return match.group()
        notes.append(f"“{match.group()}” was read as “{fitting[0]}”")
        return fitting[0]

    apart = _RUN_TOGETHER.sub(r"\1 ", question)  # "whats" for "what's"
    return _WORD.sub(right, apart), tuple(notes)


@lru_cache(maxsize=1)
def _real_words() -> frozenset[str]:
    """Words of their own that differ by swapped letters from a word of the lexicon."""
    return frozenset(_REAL_WORDS.read_text(encoding="utf-8").split())


def _letters(word: str) -> str:
    return "".join(sorted(word))


def _is_swapped(typed: str, word: str) -> bool:
    """Equal but for two neighbouring letters, neither of them the first."""
    differ = [i for i, (a, b) in enumerate(zip(typed, word, strict=True)) if a != b]
    return len(differ) == 2 and differ[1] == differ[0] + 1 and differ[0] > 0


@lru_cache(maxsize=4)
def _vocabulary(lexicon: Lexicon) -> tuple[frozenset[str], dict[str, tuple[str, ...]]]:
    """The lexicon's words, and the same by their letters."""
    phrases = (
        p
        for c in lexicon.concepts
        for p in (*c.asks, *(x.text for x in c.prints if x.form == "is"))
    )
    words = frozenset(w for phrase in phrases for w in _WORD.findall(phrase.lower()))
    by_letters: dict[str, list[str]] = defaultdict(list)
    for word in sorted(words):
        by_letters[_letters(word)].append(word)
    return words, {letters: tuple(found) for letters, found in by_letters.items()}
