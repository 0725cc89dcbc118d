"""Words of a page with their places, footnote marks left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from onfile.types import Page

PSEUDO_WIDTH = 5.0  # points a character, where a page has no geometry
MARK_HEIGHT = 0.76  # of the page's usual digits; superscripts are set at about 0.6
Edges = npt.NDArray[np.float32]
_WORD = re.compile(r"\S+")
_MARK = re.compile(r"\d{1,2}(?:,\d{1,2})*")


class Word(NamedTuple):
    """One word of a page, offsets in its text, positions in points."""

    text: str
    start: int
    end: int
    x0: float
    x1: float


def words_of(page: Page) -> Iterator[Word]:
    """Words in order of the text; without geometry their places count characters."""
    matches = list(_WORD.finditer(page.text))
    if page.boxes is None:
        for match in matches:
            line_start = page.text.rfind("\n", 0, match.start()) + 1
            x0 = (match.start() - line_start) * PSEUDO_WIDTH
            x1 = (match.end() - line_start) * PSEUDO_WIDTH
            yield Word(match.group(), match.start(), match.end(), x0, x1)
        return
    if not matches:
        return
    lefts, rights = _edges(page.boxes, matches)
    for match, x0, x1 in zip(matches, lefts, rights, strict=True):
        yield Word(match.group(), match.start(), match.end(), x0, x1)


def _edges(boxes: Edges, matches: list[re.Match[str]]) -> tuple[list[float], list[float]]:
    starts = np.array([match.start() for match in matches])
    ends = np.array([match.end() - 1 for match in matches])
    lefts = np.nan_to_num(boxes[starts, 0], nan=0.0)
    rights = np.nan_to_num(boxes[ends, 2], nan=0.0)
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
    return (
        np.nan_to_num(page.boxes[starts, 1], nan=0.0),
        np.nan_to_num(page.boxes[starts, 3], nan=0.0),
    )


def without_marks(words: list[Word], heights: Edges) -> npt.NDArray[np.int64] | None:
    """Places of the words that are no superscript numbers (footnote marks); None for all.

    A mark is digits alone, much smaller than the page's other numbers.
    """
    numbers = [n for n, word in enumerate(words) if word.text[-1].isdigit()]
    if not numbers:
        return None
    usual = float(np.median(heights[numbers]))
    marks = [
        n
        for n in numbers
        if heights[n] < MARK_HEIGHT * usual and _MARK.fullmatch(words[n].text) is not None
    ]
    return np.setdiff1d(np.arange(len(words)), marks) if marks else None
