"""How a stretch of a page is divided into the units that are ranked.

``STRUCTURED`` is what every ingest uses. The others exist to be measured against it by
``onfile compare-strategies --chunkings``; docs/retrieval.md has what each was worth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from onfile.chunk.units import WordIndex, rows, sentences

TARGET_WORDS = 120
MAX_WORDS = 160
MIN_WORDS = 40  # a shorter last piece joins the one before it

Pieces = list[tuple[int, int]]
Pack = Callable[[int, int, bool, str, WordIndex], Pieces]
"""Offsets of a stretch, whether it is a table, the page's text and its words give pieces."""


@dataclass(frozen=True, slots=True)
class Packing:
    """One way to divide.

    Attributes:
        follows_structure: Whether sections, tables and turns begin new pieces; else each page is
            one stretch.
    """

    name: str
    pack: Pack
    follows_structure: bool = True


def _units(start: int, end: int, is_table: bool, text: str, words: WordIndex) -> Pieces:
    """Sentences of prose, rows of tables."""
    return rows(text, start, end) if is_table else sentences(text, start, end, words)


def _filled(start: int, end: int, is_table: bool, text: str, words: WordIndex) -> Pieces:
    """Whole units up to the target; the last piece is not left short."""
    pieces: Pieces = []
    first, last, n_words = start, start, 0
    for unit_start, unit_end in _units(start, end, is_table, text, words):
        n_unit = words.count(unit_start, unit_end)
        is_full = n_words + n_unit > MAX_WORDS or n_words >= TARGET_WORDS
        if n_words and is_full:
            pieces.append((first, last))
            first, n_words = unit_start, 0
        last = unit_end
        n_words += n_unit
    pieces.append((first, end))
    if len(pieces) > 1 and words.count(*pieces[-1]) < MIN_WORDS:
        tail = pieces.pop()
        pieces[-1] = (pieces[-1][0], tail[1])
    return pieces


def _whole(start: int, end: int, is_table: bool, text: str, words: WordIndex) -> Pieces:
    """One piece: a section, a table or a turn, as far as it stands on the page."""
    del is_table, text, words
    return [(start, end)]


def _windows(
    start: int, end: int, is_table: bool, text: str, words: WordIndex, *, size: int, overlap: int
) -> Pieces:
    """``size`` words each, the first ``overlap`` of them those that ended the one before."""
    del is_table, text
    pieces: Pieces = []
    while True:
        stop = words.cut_after(start, size, end)
        pieces.append((start, stop))
        if stop >= end:
            return pieces
        start = words.cut_after(start, size - overlap, end)


STRUCTURED = Packing("standard", _filled)
PACKINGS = (
    Packing("chunks: sentences", _units),
    Packing("chunks: whole sections", _whole),
    Packing("chunks: 120-word windows", partial(_windows, size=120, overlap=20), False),
    Packing("chunks: 300-word windows", partial(_windows, size=300, overlap=50), False),
)
"""What ``onfile compare-strategies --chunkings`` adds."""
