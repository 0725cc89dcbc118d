"""The smallest pieces that are kept whole: sentences of prose, rows of tables and lists."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise

import numpy as np

from onfile.language.known import Known
from onfile.language.letters import BLANK, codes_of, kinds_of

MAX_UNIT_WORDS = 80  # a longer one has no sentence ends: it may be cut at line ends, then words

_SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*(?=\s+[\"'“‘(\[]?[A-Z0-9•])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Jr|Sr|St|No|Nos|Inc|Corp|Co|Ltd|vs|approx|Fig|Rs|Sec|Art|Vol|pp|cf"
    r"|e\.g|i\.e|U\.S|U\.K|Jan|Feb|Mar|Apr|Aug|Sept|Oct|Nov|Dec)|\b[A-Z])\.$"
)
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"[($€£¥₹–-]*\d[\d.,]*[)%]*")
_ROW_TOKENS = 6  # of a line's last words, two must be numbers to make it a row
_BULLET = re.compile(r"\s*(?:[•▪◦●■–—-]\s|\(?[a-z0-9]{1,3}[.)]\s)")


class WordIndex:
    """Counts words of a text between two offsets."""

    def __init__(self, text: str) -> None:
        self._starts = _word_starts(text)

    def count(self, start: int, end: int) -> int:
        """Words that begin in ``[start, end)``."""
        return bisect_left(self._starts, end) - bisect_left(self._starts, start)

    def cut_after(self, start: int, n_words: int, end: int) -> int:
        """The offset where word ``n_words`` (0-based) after ``start`` begins, at most ``end``."""
        index = bisect_left(self._starts, start) + n_words
        return min(self._starts[index], end) if index < len(self._starts) else end


def rows(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The lines of ``text[start:end]``, each with its line end, blank ones joined to the last."""
    return _pieces(text, start, _line_ends(text, start, end), end)


def sentences(text: str, start: int, end: int, words: WordIndex) -> list[tuple[int, int]]:
    """Sentences, list items and table-like rows that together cover ``text[start:end]``."""
    bounds = _sentence_ends(text, start, end)
    lines = rows(text, start, end)
    are_rows = [_is_row(text, a, b) for a, b in lines] if len(lines) > 1 else []
    for number, ((_, b), (c, d)) in enumerate(pairwise(lines)):
        if are_rows[number] or are_rows[number + 1] or _BULLET.match(text, c, d):
            bounds.add(b)
    pieces = _pieces(text, start, sorted(bounds), end)
    return [part for piece in pieces for part in _shortened(text, piece, words)]


def _sentence_ends(text: str, start: int, end: int) -> set[int]:
    bounds = set()
    for match in _SENTENCE_END.finditer(text, start, end):
        stop = match.start() + 1
        if text[match.start()] != "." or not _ABBREVIATION.search(text, max(start, stop - 8), stop):
            bounds.add(match.end())
    blank = text.find("\n\n", start, end)
    while blank >= 0:
        bounds.add(blank + 2)
        blank = text.find("\n\n", blank + 2, end)
    return bounds


def _line_ends(text: str, start: int, end: int) -> list[int]:
    ends = []
    at = text.find("\n", start, end)
    while at >= 0:
        ends.append(at + 1)
        at = text.find("\n", at + 1, end)
    return ends


def _pieces(text: str, start: int, bounds: list[int], end: int) -> list[tuple[int, int]]:
    """Consecutive ranges; one without ink is joined to the one before it."""
    pieces: list[tuple[int, int]] = []
    for bound in [*bounds, end]:
        if bound <= start:
            continue
        if pieces and not text[start:bound].strip():
            pieces[-1] = (pieces[-1][0], bound)
        else:
            pieces.append((start, bound))
        start = bound
    return pieces


def _is_row(text: str, start: int, end: int) -> bool:
    """True for a line that ends in numbers, as rows of tables do."""
    if _DIGIT.search(text, start, end) is None:
        return False
    tokens = text[start:end].rsplit(maxsplit=_ROW_TOKENS)  # and the rest before them
    n_numbers = sum(map(_IS_NUMBER.__getitem__, tokens[-_ROW_TOKENS:]))
    return n_numbers >= 2 or n_numbers == 1 == len(tokens) - 1


_IS_NUMBER = Known(lambda token: _NUMBER.fullmatch(token) is not None, 65_536)


def _word_starts(text: str) -> list[int]:
    """The offsets at which words begin."""
    is_ink = (kinds_of(codes_of(text)) & BLANK) == 0
    begins = is_ink.copy()
    begins[1:] &= ~is_ink[:-1]
    starts: list[int] = np.flatnonzero(begins).tolist()
    return starts


def _shortened(text: str, piece: tuple[int, int], words: WordIndex) -> list[tuple[int, int]]:
    start, end = piece
    if words.count(start, end) <= MAX_UNIT_WORDS:
        return [piece]
    parts = []
    for a, b in rows(text, start, end):
        while words.count(a, b) > MAX_UNIT_WORDS:
            cut = words.cut_after(a, MAX_UNIT_WORDS, b)
            parts.append((a, cut))
            a = cut
        parts.append((a, b))
    return parts
