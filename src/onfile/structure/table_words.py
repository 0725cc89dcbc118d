"""Words of a page with their places, footnote marks left out."""

from __future__ import annotations

import re
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from onfile.language.letters import BLANK, codes_of, kinds_of
from onfile.types import Page

PSEUDO_WIDTH = 5.0  # points a character, where a page has no geometry
MARK_HEIGHT = 0.76  # of the page's usual digits; superscripts are set at about 0.6
Edges = npt.NDArray[np.float32]
Offsets = npt.NDArray[np.int64]
_MARK = re.compile(r"\d{1,2}(?:,\d{1,2})*")


class Word(NamedTuple):
    """One word of a page, offsets in its text, positions in points."""

    text: str
    start: int
    end: int
    x0: float
    x1: float


_word = partial(tuple.__new__, Word)  # without the call of a Python function that ``Word`` is


def words_of(page: Page) -> list[Word]:
    """Words in order of the text; without geometry their places count characters."""
    is_ink = np.zeros(len(page.text) + 2, np.bool_)  # blank before and after
    np.equal(kinds_of(codes_of(page.text)) & BLANK, 0, out=is_ink[1:-1])
    edges = np.flatnonzero(is_ink[1:] != is_ink[:-1])
    starts, ends = edges[::2], edges[1::2]
    places = _counted if page.boxes is None else _placed
    columns = (starts.tolist(), ends.tolist(), *places(page, starts, ends))
    return list(map(_word, zip(page.text.split(), *columns, strict=True)))


def _counted(page: Page, starts: Offsets, ends: Offsets) -> tuple[list[float], list[float]]:
    firsts = [page.text.rfind("\n", 0, start) + 1 for start in starts.tolist()]
    lines = np.array(firsts, np.int64)
    return ((starts - lines) * PSEUDO_WIDTH).tolist(), ((ends - lines) * PSEUDO_WIDTH).tolist()


def _placed(page: Page, starts: Offsets, ends: Offsets) -> tuple[list[float], list[float]]:
    if page.boxes is None:
        return [], []
    lefts = _known(page.boxes[starts, 0])
    rights = _known(page.boxes[ends - 1, 2])
    return lefts.tolist(), np.maximum(lefts, rights).tolist()


def verticals_of(
    page: Page, words: list[Word]
) -> tuple[
    Edges,
    Edges,
]:
    """Tops and bottoms of the words' first letters, ``(n_words,)`` each; empty without boxes."""
    if page.boxes is None or not words:
        empty = np.zeros(0, dtype=np.float32)
        return empty, empty
    starts = np.array([word.start for word in words])
    return _known(page.boxes[starts, 1]), _known(page.boxes[starts, 3])


def _known(edges: Edges) -> Edges:
    """The edges, in place, with 0 for the letters that have none."""
    edges[np.isnan(edges)] = 0.0
    return edges


def without_marks(words: list[Word], heights: Edges) -> npt.NDArray[np.int64] | None:
    """Places of the words that are no superscript numbers (footnote marks); None for all.

    A mark is digits alone, much smaller than the page's other numbers.
    """
    numbers = [n for n, word in enumerate(words) if word.text[-1].isdigit()]
    if not numbers:
        return None
    usual = _median(np.sort(heights[numbers]))
    marks = [
        n
        for n in numbers
        if heights[n] < MARK_HEIGHT * usual and _MARK.fullmatch(words[n].text) is not None
    ]
    return np.setdiff1d(np.arange(len(words)), marks) if marks else None


def _median(ordered: Edges) -> float:
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return float(ordered[middle])
    return float((ordered[middle - 1] + ordered[middle]) / 2)
