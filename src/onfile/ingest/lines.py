"""Canonical page text: one printed row a line, a label and its numbers together.

It starts from the text layer's own lines, in their order, and joins lines that stand on one
baseline where they are one row: neighbours in the text, numbers that belong to a label, short
cells of a table. Lines of two columns of prose are never joined. A page without such columns
reads from top to bottom.
"""

from __future__ import annotations

from itertools import chain, pairwise

import numpy as np

from onfile.ingest.characters import fold
from onfile.ingest.layer_lines import Layer, Line, layer_of
from onfile.types import FloatArray

BASELINE_TOLERANCE = 0.35  # of the smaller line's letter height: bold totals sit a little off
SUPERSCRIPT_OVERLAP = 0.6  # share of the smaller line's height that lies within the larger's
NEIGHBOUR_DISTANCE = 3  # in text order; beyond it only numbers and table cells are joined
MIN_COLUMN_PAIRS = 3  # side-by-side prose lines that make two columns


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
    layer = layer_of(text, boxes)
    rows = _join(layer)
    return _emit(_in_reading_order(rows), layer, boxes)


def _join(layer: Layer) -> list[Line]:
    """Join lines into rows; rows keep the order of their first line."""
    rows: list[Line] = []
    near: dict[int, list[Line]] = {}
    for line in layer.lines:
        row = _find_row(line, near, layer) if line.has_geometry else None
        if row is None:
            rows.append(line)
            row = line
        else:
            _merge(row, line, layer)
        if row.has_geometry and row is line:
            near.setdefault(int(row.baseline // 8), []).append(row)
    return rows


def _find_row(line: Line, near: dict[int, list[Line]], layer: Layer) -> Line | None:
    bucket = int(line.baseline // 8)
    candidates = [row for key in (bucket - 1, bucket, bucket + 1) for row in near.get(key, ())]
    fitting = [row for row in candidates if _is_one_row(row, line, layer)]
    if not fitting:
        return None
    return min(fitting, key=lambda row: (line.order - row.last > 1, _distance(row, line)))


def _distance(row: Line, line: Line) -> float:
    return max(line.x0 - row.x1, row.x0 - line.x1, 0.0)


def _is_one_row(row: Line, line: Line, layer: Layer) -> bool:
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
    if _collide(row, line, layer):
        return False
    if row.is_prose and line.is_prose:
        return distance == 1 and _distance(row, line) < 1.5 * max(row.height, line.height)
    if distance == 1 or line.is_numeric or row.is_numeric:
        return True
    if distance <= NEIGHBOUR_DISTANCE:
        return True
    return not (row.is_prose or line.is_prose)


def _is_centred(row: Line, line: Line) -> bool:
    """Numbers that follow a label at its right, set a little lower or higher than it."""
    is_next = line.order - row.last == 1 and line.is_numeric and not row.is_numeric
    overlap = min(row.bottom, line.bottom) - max(row.top, line.top)
    return is_next and line.x0 > row.x1 and overlap > 0.25 * line.height


def _collide(row: Line, line: Line, layer: Layer) -> bool:
    if line.x0 >= row.x1 - 1.0 or row.x0 >= line.x1 - 1.0:
        return False
    left, right = layer.lefts, layer.rights
    return any(
        min(right[a], right[b]) - max(left[a], left[b])
        > 0.3 * min(right[a] - left[a], right[b] - left[b]) + 0.3
        for a in row.words
        for b in line.words
    )


def _merge(row: Line, line: Line, layer: Layer) -> None:
    left, right = layer.lefts, layer.rights
    row.words = sorted((*row.words, *line.words), key=lambda word: (left[word], right[word], word))
    row.x0, row.x1 = left[row.words[0]], max(row.x1, line.x1)
    if line.height > row.height * 1.2 or (row.is_numeric and not line.is_numeric):
        row.baseline, row.height = line.baseline, line.height
    row.top, row.bottom = min(row.top, line.top), max(row.bottom, line.bottom)
    row.last = line.order
    row.is_numeric = row.is_numeric and line.is_numeric
    row.is_prose = row.is_prose or line.is_prose


def _in_reading_order(rows: list[Line]) -> list[Line]:
    """Top to bottom, unless the page has columns of prose: then the text layer's order."""
    placed = [row for row in rows if row.has_geometry]
    if len(placed) < len(rows) or _has_columns(placed):
        return rows
    return sorted(rows, key=lambda row: (row.baseline, row.x0))


def _has_columns(rows: list[Line]) -> bool:
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


def _emit(rows: list[Line], layer: Layer, boxes: FloatArray) -> tuple[str, FloatArray]:
    """The words of all rows with a space or a line end after each, the last one's left out."""
    if not rows:
        return "", boxes[:0]
    words = np.fromiter(chain.from_iterable(row.words for row in rows), np.int64)
    firsts = layer.starts[words]
    lengths = layer.ends[words] - firsts + 1
    ends = np.cumsum(lengths)
    indices = np.arange(ends[-1]) + np.repeat(firsts - (ends - lengths), lengths)
    gaps = ends - 1
    indices[gaps] = 0
    codes, grown = layer.codes[indices], boxes.take(indices, axis=0)
    codes[gaps], grown[gaps] = 32, np.nan
    codes[gaps[np.cumsum([len(row.words) for row in rows]) - 1]] = 10
    return codes[:-1].tobytes().decode("utf-32-le", "surrogatepass"), grown[:-1]
