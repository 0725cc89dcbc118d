"""Canonical page text: one printed row a line, a label and its numbers together.

It starts from the text layer's own lines, in their order, and joins lines that stand on one
baseline where they are one row: neighbours in the text, numbers that belong to a label, short
cells of a table. Lines of two columns of prose are never joined. A page without such columns
reads from top to bottom.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from onfile.ingest.characters import fold
from onfile.types import FloatArray

BASELINE_TOLERANCE = 0.35  # of the smaller line's letter height: bold totals sit a little off
SUPERSCRIPT_OVERLAP = 0.6  # share of the smaller line's height that lies within the larger's
NEIGHBOUR_DISTANCE = 3  # in text order; beyond it only numbers and table cells are joined
WIDE_GAP = 1.3  # of the letter height: a gap without a space character separates words
MIN_COLUMN_PAIRS = 3  # side-by-side prose lines that make two columns

_NUMERIC = re.compile(r"[\d$€£¥₹%()\[\]+\-–—−.,:/*•\s]+|(?:[A-Z]{0,3}\$)?\s*")
_LOWER_WORD = re.compile(r"\b[a-z]{2,}")
_WORD = re.compile(r"[^\W\d_]{2,}")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_OFF_BASELINE = frozenset("gjpqy,;()[]{}|/$_\\§¶•*'\"’‘“”-–—−^°~=+·<>@QJ")
_SITS = np.array([chr(code) not in _OFF_BASELINE for code in range(0x2200)], np.bool_)

Indices = npt.NDArray[np.int64]


@dataclass(slots=True)
class _Line:
    """One line of the text layer, or several joined; ``words`` are (x0, x1, first, end)."""

    order: int
    last: int
    words: list[tuple[float, float, int, int]]
    x0: float
    x1: float
    top: float
    bottom: float
    baseline: float
    height: float
    is_numeric: bool
    is_prose: bool
    has_geometry: bool
    is_right_to_left: bool


def rebuild(text: str, boxes: FloatArray | None) -> tuple[str, FloatArray | None]:
    r"""Fold characters and put each printed row on a line.

    Args:
        text: A page's text in the text layer's lines.
        boxes: ``(len(text), 4)`` float32, NaN where a character has no ink, or None: then
            characters are folded and nothing else changes.

    Returns:
        Text with rows joined by ``\\n`` and words by one space, and its boxes. Every character
        with ink is in it exactly once (a ligature as its letters).
    """
    text, boxes = fold(text, boxes)
    if boxes is None or not text:
        return text, boxes
    lines = _split(text, boxes)
    rows = _join(lines)
    return _emit(_in_reading_order(rows), text, boxes)


def _split(text: str, boxes: FloatArray) -> list[_Line]:
    codes = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    is_space = (codes == 32) | (codes == 10)
    starts, ends = _word_bounds(is_space, codes, boxes)
    if not len(starts):
        return []
    pairs = _pairs(starts, ends)
    x0, y0 = (np.fmin.reduceat(_padded(boxes[:, side]), pairs)[::2] for side in (0, 1))
    x1, y1 = (np.fmax.reduceat(_padded(boxes[:, side]), pairs)[::2] for side in (2, 3))
    line_of_char = np.cumsum(codes == 10)
    line_of_word = line_of_char[starts] + np.cumsum(_starts_row(x0, y0, x1, y1))
    first_words = np.flatnonzero(np.diff(line_of_word, prepend=-1))
    words = list(zip(x0.tolist(), x1.tolist(), starts.tolist(), ends.tolist(), strict=True))
    bounds = [*first_words.tolist(), len(words)]
    tops = np.fmin.reduceat(y0, first_words).tolist()
    bottoms = np.fmax.reduceat(y1, first_words).tolist()
    rights = np.fmax.reduceat(x1, first_words).tolist()
    is_unplaced = np.logical_or.reduceat(np.isnan(x0), first_words).tolist()
    baselines = _baselines(boxes, _sits_on_baseline(codes), starts[first_words])
    may_turn = _RIGHT_TO_LEFT.search(text) is not None
    lines = [
        _line(order, words[a:b], text, _Edges(*edges), may_turn=may_turn)
        for order, ((a, b), *edges) in enumerate(
            zip(pairwise(bounds), tops, bottoms, baselines, rights, is_unplaced, strict=True)
        )
    ]
    _spread_prose(lines)
    return lines


def _starts_row(*sides: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
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


def _word_bounds(
    is_space: npt.NDArray[np.bool_], codes: npt.NDArray[np.uint32], boxes: FloatArray
) -> tuple[Indices, Indices]:
    """First and end index of every word; a wide gap separates words without a space too."""
    ink = ~is_space
    before = np.concatenate(([False], ink[:-1]))
    gap = np.zeros(len(codes), np.bool_)
    heights = boxes[:, 3] - boxes[:, 1]
    with np.errstate(invalid="ignore"):
        typical = np.fmax(heights[1:], heights[:-1])
        gap[1:] = (boxes[1:, 0] - boxes[:-1, 2]) > np.fmax(WIDE_GAP * typical, 4.0)
    starts = np.flatnonzero(ink & (~before | gap))
    after = np.concatenate((~ink[1:] | gap[1:], [True]))
    return starts, np.flatnonzero(ink & after) + 1


def _padded(values: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    return np.append(values, np.float32(np.nan))


def _pairs(starts: Indices, ends: Indices) -> Indices:
    return np.stack((starts, ends), axis=1).ravel()


def _sits_on_baseline(codes: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
    return _SITS[np.minimum(codes, len(_SITS) - 1)]


def _baselines(boxes: FloatArray, sits: npt.NDArray[np.bool_], firsts: Indices) -> list[float]:
    """The middle bottom edge of each line's letters that stand on it, of all where none does.

    Args:
        boxes: Of all characters.
        sits: True for letters without a descender.
        firsts: First character of each line, ascending.
    """
    inked = ~np.isnan(boxes[:, 0])
    found = _middles(boxes[:, 3], inked & sits, firsts)
    missing = np.isnan(found)
    if missing.any():
        found[missing] = _middles(boxes[:, 3], inked, firsts)[missing]
    baselines: list[float] = found.tolist()
    return baselines


def _middles(
    values: npt.NDArray[np.float32], chosen: npt.NDArray[np.bool_], firsts: Indices
) -> npt.NDArray[np.float32]:
    """The middle (of two, the upper) of the chosen values of each line; NaN where there is none."""
    at = np.flatnonzero(chosen)
    line = np.searchsorted(firsts, at, side="right") - 1
    at, line = at[line >= 0], line[line >= 0]
    ordered = values[at[np.lexsort((values[at], line))]]
    counts = np.bincount(line, minlength=len(firsts))
    middle = np.cumsum(counts) - counts + counts // 2
    found = np.full(len(firsts), np.nan, np.float32)
    has_any = counts > 0
    found[has_any] = ordered[middle[has_any]]
    return found


class _Edges(NamedTuple):
    """Of one line; NaN where nothing of it has ink."""

    top: float
    bottom: float
    baseline: float
    right: float
    is_unplaced: bool  # some word of it has no ink


def _line(
    order: int,
    words: list[tuple[float, float, int, int]],
    text: str,
    edges: _Edges,
    *,
    may_turn: bool,
) -> _Line:
    """A line of words; ``may_turn`` is False on pages without right-to-left letters."""
    content = text[words[0][2] : words[-1][3]]
    top = bottom = baseline = height = 0.0
    if not math.isnan(edges.top):
        top, bottom, baseline = edges[:3]
        height = max(baseline - top, 0.5 * (bottom - top), 1.0)
    return _Line(
        order,
        order,
        words,
        words[0][0],
        edges.right,
        top,
        bottom,
        baseline,
        height,
        is_numeric=_NUMERIC.fullmatch(content) is not None,
        is_prose=_is_prose(content),
        has_geometry=not edges.is_unplaced,
        is_right_to_left=may_turn and _RIGHT_TO_LEFT.search(content) is not None,
    )


def _is_prose(content: str) -> bool:
    has_words = sum(1 for _ in islice(_WORD.finditer(content), 4)) == 4
    return has_words and len(_LOWER_WORD.findall(content)) >= 0.5 * len(content.split())


def _spread_prose(lines: list[_Line]) -> None:
    """A short last line of a paragraph is prose too: it continues the line above it."""
    for above, line in pairwise(lines):
        gap = line.baseline - above.baseline
        continues = 0 < gap < 2.2 * above.height and abs(line.x0 - above.x0) < 2 * above.height
        if above.is_prose and continues and not line.is_numeric:
            line.is_prose = True


def _join(lines: list[_Line]) -> list[_Line]:
    """Join lines into rows; rows keep the order of their first line."""
    rows: list[_Line] = []
    near: dict[int, list[_Line]] = {}
    for line in lines:
        row = _find_row(line, near) if line.has_geometry else None
        if row is None:
            rows.append(line)
            row = line
        else:
            _merge(row, line)
        if row.has_geometry and row is line:
            near.setdefault(int(row.baseline // 8), []).append(row)
    return rows


def _find_row(line: _Line, near: dict[int, list[_Line]]) -> _Line | None:
    bucket = int(line.baseline // 8)
    candidates = [row for key in (bucket - 1, bucket, bucket + 1) for row in near.get(key, ())]
    fitting = [row for row in candidates if _is_one_row(row, line)]
    if not fitting:
        return None
    return min(fitting, key=lambda row: (line.order - row.last > 1, _distance(row, line)))


def _distance(row: _Line, line: _Line) -> float:
    return max(line.x0 - row.x1, row.x0 - line.x1, 0.0)


def _is_one_row(row: _Line, line: _Line) -> bool:
    if row.is_right_to_left or line.is_right_to_left:
        return False
    small = min(row.height, line.height)
    is_level = abs(row.baseline - line.baseline) <= BASELINE_TOLERANCE * small
    distance = line.order - row.last
    if not is_level and not _is_centred(row, line):
        overlap = min(row.bottom, line.bottom) - max(row.top, line.top)
        smaller = min(row.bottom - row.top, line.bottom - line.top)
        is_raised = distance == 1 and overlap >= SUPERSCRIPT_OVERLAP * max(smaller, 1.0)
        if not (is_raised and (row.is_numeric or line.is_numeric)):
            return False
    if _collide(row, line):
        return False
    if row.is_prose and line.is_prose:
        return distance == 1 and _distance(row, line) < 1.5 * max(row.height, line.height)
    if distance == 1 or line.is_numeric or row.is_numeric:
        return True
    if distance <= NEIGHBOUR_DISTANCE:
        return True
    return not (row.is_prose or line.is_prose)


def _is_centred(row: _Line, line: _Line) -> bool:
    """Numbers that follow a label at its right, set a little lower or higher than it."""
    is_next = line.order - row.last == 1 and line.is_numeric and not row.is_numeric
    overlap = min(row.bottom, line.bottom) - max(row.top, line.top)
    return is_next and line.x0 > row.x1 and overlap > 0.25 * line.height


def _collide(row: _Line, line: _Line) -> bool:
    if line.x0 >= row.x1 - 1.0 or row.x0 >= line.x1 - 1.0:
        return False
    return any(
        min(a[1], b[1]) - max(a[0], b[0]) > 0.3 * min(a[1] - a[0], b[1] - b[0]) + 0.3
        for a in row.words
        for b in line.words
    )


def _merge(row: _Line, line: _Line) -> None:
    row.words = sorted(row.words + line.words)
    row.x0, row.x1 = row.words[0][0], max(row.x1, line.x1)
    if line.height > row.height * 1.2 or (row.is_numeric and not line.is_numeric):
        row.baseline, row.height = line.baseline, line.height
    row.top, row.bottom = min(row.top, line.top), max(row.bottom, line.bottom)
    row.last = line.order
    row.is_numeric = row.is_numeric and line.is_numeric
    row.is_prose = row.is_prose or line.is_prose


def _in_reading_order(rows: list[_Line]) -> list[_Line]:
    """Top to bottom, unless the page has columns of prose: then the text layer's order."""
    placed = [row for row in rows if row.has_geometry]
    if len(placed) < len(rows) or _has_columns(placed):
        return rows
    return sorted(rows, key=lambda row: (row.baseline, row.x0))


def _has_columns(rows: list[_Line]) -> bool:
    if all(a.baseline <= b.baseline for a, b in pairwise(rows)):
        return True  # already from top to bottom: nothing to sort
    prose = sorted((row for row in rows if row.is_prose), key=lambda row: row.top)
    pairs = 0
    for index, row in enumerate(prose):
        for other in prose[index + 1 : index + 6]:
            overlap = min(row.bottom, other.bottom) - max(row.top, other.top)
            side_by_side = other.x0 >= row.x1 or row.x0 >= other.x1
            pairs += overlap > 0.4 * min(row.height, other.height) and side_by_side
    return pairs >= MIN_COLUMN_PAIRS


def _emit(rows: list[_Line], text: str, boxes: FloatArray) -> tuple[str, FloatArray]:
    if not rows:
        return "", boxes[:0]
    words = [word for row in rows for word in row.words]
    firsts = np.array([word[2] for word in words], np.int64)
    lengths = np.array([word[3] - word[2] + 1 for word in words], np.int64)  # with a separator
    ends = np.cumsum(lengths)
    indices = np.arange(ends[-1]) + np.repeat(firsts - (ends - lengths), lengths)
    indices[ends - 1] = 0
    grown = boxes[indices]
    grown[ends - 1] = np.nan
    printed = (" ".join([text[word[2] : word[3]] for word in row.words]) for row in rows)
    return "\n".join(printed), grown[:-1]
