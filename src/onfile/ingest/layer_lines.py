"""The lines of a text layer with the words on them, and what each line looks like.

All that is asked of single characters is asked of all characters of the page at once: a page has
thousands of them, and some dozens of lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from onfile.language.letters import BLANK, HANGING, LETTER, LOWER, WORD, codes_of, kinds_of
from onfile.types import FloatArray

WIDE_GAP = 1.3  # of the letter height: a gap without a space character separates words
MIN_PROSE_WORDS = 4

_NUMERIC = re.compile(r"[\d$€£¥₹%()\[\]+\-–—−.,:/*•\s]+|(?:[A-Z]{0,3}\$)?\s*")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")

Indices = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]


@dataclass(slots=True)
class Line:
    """One line of the text layer, or several joined; lengths in points, y downwards.

    ``words`` are places in the layer's list of words.
    """

    order: int
    last: int
    words: Sequence[int]
    x0: float
    x1: float
    top: float
    bottom: float
    baseline: float
    height: float
    has_geometry: bool
    is_prose: bool
    is_numeric: bool = False
    is_right_to_left: bool = False


class Layer(NamedTuple):
    """A text layer divided into words: ``[starts[i], ends[i])``, and these into lines.

    ``lefts`` and ``rights`` are the words' edges.
    """

    codes: npt.NDArray[np.uint32]
    starts: Indices
    ends: Indices
    lefts: list[float]
    rights: list[float]
    lines: list[Line]


def layer_of(text: str, boxes: FloatArray) -> Layer:
    """The words and lines of a page, in the text layer's order.

    Args:
        text: Folded text; lines end in line ends.
        boxes: ``(len(text), 4 or more)`` float32: left, top, right, bottom; NaN where a character
            has no ink, as spaces and line ends have none.
    """
    codes = codes_of(text)
    is_end = codes == 10
    sides = np.ascontiguousarray(boxes[:, :4].T)
    starts, ends = _word_bounds((codes == 32) | is_end, sides)
    if not len(starts):
        return Layer(codes, starts, ends, [], [], [])
    edges = [np.fmin.reduceat(side, starts) for side in sides[:2]]
    edges += [np.fmax.reduceat(side, starts) for side in sides[2:]]
    row_of_word = np.cumsum(is_end)[starts] + np.cumsum(_starts_row(*edges))
    begins = np.ones(len(starts), np.bool_)
    np.not_equal(row_of_word[1:], row_of_word[:-1], out=begins[1:])
    first_words = np.flatnonzero(begins)
    firsts = starts[first_words]
    kinds = kinds_of(codes)
    baselines = _baselines(sides[3], (kinds & HANGING) == 0, firsts)
    lefts, rights = edges[0].tolist(), edges[2].tolist()
    bounds = pairwise([*first_words.tolist(), len(starts)])
    columns = (*_columns(edges, first_words, baselines), _are_prose(kinds, firsts).tolist())
    lines = [
        Line(order, order, range(a, b), lefts[a], *rest)
        for order, ((a, b), *rest) in enumerate(zip(bounds, *columns, strict=True))
    ]
    last_ends = ends[np.append(first_words[1:], len(starts)) - 1]
    contents = [text[a:b] for a, b in zip(firsts.tolist(), last_ends.tolist(), strict=True)]
    _mark_by_letters(lines, contents, text)
    _spread_prose(lines)
    return Layer(codes, starts, ends, lefts, rights, lines)


def _columns(
    edges: Sequence[FloatArray], first_words: Indices, baselines: FloatArray
) -> tuple[list[Any], ...]:
    """Right edge, top, bottom, baseline, height and ``has_geometry`` of each line."""
    x0, y0, x1, y1 = edges
    top = np.fmin.reduceat(y0, first_words).astype(np.float64)
    bottom = np.fmax.reduceat(y1, first_words).astype(np.float64)
    baseline = baselines.astype(np.float64)
    height = np.maximum(np.maximum(baseline - top, 0.5 * (bottom - top)), 1.0)
    is_placed = ~np.isnan(top)
    verticals = (np.where(is_placed, each, 0.0) for each in (top, bottom, baseline, height))
    has_geometry = ~np.logical_or.reduceat(np.isnan(x0), first_words)
    right = np.fmax.reduceat(x1, first_words)
    return tuple(each.tolist() for each in (right, *verticals, has_geometry))


def _word_bounds(is_space: Truths, sides: FloatArray) -> tuple[Indices, Indices]:
    """First and end index of every word; a wide gap separates words without a space too."""
    x0, y0, x1, y1 = sides
    ink = ~is_space
    before = np.concatenate(([False], ink[:-1]))
    gap = np.zeros(len(ink), np.bool_)
    heights = y1 - y0
    with np.errstate(invalid="ignore"):
        typical = np.fmax(heights[1:], heights[:-1])
        gap[1:] = (x0[1:] - x1[:-1]) > np.fmax(WIDE_GAP * typical, 4.0)
    starts = np.flatnonzero(ink & (~before | gap))
    after = np.concatenate((~ink[1:] | gap[1:], [True]))
    return starts, np.flatnonzero(ink & after) + 1


def _starts_row(*sides: FloatArray) -> Truths:
    """True for a word that stands on another row than the word before it.

    Some files end no line: the text layer runs on from one printed row to the next.
    """
    x0, y0, x1, y1 = sides
    starts = np.zeros(len(x0), np.bool_)
    with np.errstate(invalid="ignore"):
        height = np.fmax(y1[1:] - y0[1:], y1[:-1] - y0[:-1])
        drop = np.abs((y0[1:] + y1[1:]) - (y0[:-1] + y1[:-1])) / 2
        is_back = x0[1:] < x1[:-1] - 1.0
        starts[1:] = (is_back & (drop > 0.6 * height)) | (drop > 2.0 * height)
    return starts


def _baselines(bottoms: FloatArray, sits: Truths, firsts: Indices) -> FloatArray:
    """The middle bottom edge of each line's letters that stand on it, of all where none does.

    Args:
        bottoms: Of all characters.
        sits: True for letters without a descender.
        firsts: First character of each line, ascending.
    """
    inked = ~np.isnan(bottoms)
    found = _middles(bottoms, inked & sits, firsts)
    missing = np.isnan(found)
    if missing.any():
        found[missing] = _middles(bottoms, inked, firsts)[missing]
    return found


def _middles(values: FloatArray, chosen: Truths, firsts: Indices) -> FloatArray:
    """The middle (of two, the upper) of the chosen values of each line; NaN where there is none."""
    lengths = np.append(firsts[1:], len(values)) - firsts
    line = np.repeat(np.arange(len(firsts)), lengths)
    at = np.flatnonzero(chosen[firsts[0] :])
    line, values = line[at], values[at + firsts[0]]
    found = np.full(len(firsts), np.nan, np.float32)
    if not len(values):
        return found
    apart = float(values.max()) - float(values.min()) + 1.0
    ordered = np.sort(line * apart + values)  # by line, then by value: one sort instead of two
    counts = np.bincount(line, minlength=len(firsts))
    middle = np.cumsum(counts) - counts + counts // 2
    has_any = np.flatnonzero(counts)
    found[has_any] = ordered[middle[has_any]] - has_any * apart
    return found


def _are_prose(kinds: npt.NDArray[np.uint8], firsts: Indices) -> Truths:
    """True for each line of several words of which half at least begin with small letters."""
    before = np.concatenate((kinds[:1], kinds[:-1]))
    before[firsts] = BLANK
    after = np.concatenate((kinds[1:], kinds[:1]))
    after[firsts[1:] - 1] = BLANK
    after[-1] = BLANK
    both = kinds & after
    flags = (
        ((both & LETTER) != 0) & ((before & LETTER) == 0),  # runs of two letters or more
        ((both & LOWER) != 0) & ((before & WORD) == 0),  # begin with two small letters
        ((kinds & BLANK) == 0) & ((before & BLANK) != 0),  # words
    )
    n_long, n_small, n_words = (np.add.reduceat(each, firsts, dtype=np.int32) for each in flags)
    are_prose: Truths = (n_long >= MIN_PROSE_WORDS) & (n_small >= 0.5 * n_words)
    return are_prose


def _mark_by_letters(lines: list[Line], contents: list[str], text: str) -> None:
    may_turn = not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None
    for line, content in zip(lines, contents, strict=True):
        line.is_numeric = _NUMERIC.fullmatch(content) is not None
        line.is_right_to_left = may_turn and _RIGHT_TO_LEFT.search(content) is not None


def _spread_prose(lines: list[Line]) -> None:
    """A short last line of a paragraph is prose too: it continues the line above it."""
    for above, line in pairwise(lines):
        if above.is_prose and not line.is_prose and not line.is_numeric:
            gap = line.baseline - above.baseline
            is_below = 0 < gap < 2.2 * above.height
            line.is_prose = is_below and abs(line.x0 - above.x0) < 2 * above.height
