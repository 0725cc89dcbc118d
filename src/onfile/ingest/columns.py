"""The order in which lines that an OCR engine found are read: column after column of prose.

Engines give lines from top to bottom, which mixes columns. Where a gutter has prose on both
sides, what stands between two lines that cross it is read side by side. Tables are not: their
rows go across.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from onfile.types import FloatArray

MIN_LINES = 3  # on each side of a gutter
MIN_WORDS = 4.0  # a line on average: fewer are cells of a table or labels of a form
MAX_CROSSING = 0.5  # of the lines: titles, and the parts of a page that have one column
N_GUTTERS = 200  # places across the page at which a gutter is looked for


def reading_order(texts: Sequence[str], boxes: FloatArray) -> list[int]:
    """Indices of the lines in the order in which they are read.

    Args:
        texts: The lines.
        boxes: ``(n_lines, 4)``, of the page as it stands upright.
    """
    by_top = sorted(range(len(texts)), key=lambda i: (boxes[i, 1], boxes[i, 0]))
    return _ordered(by_top, texts, boxes)


def _ordered(lines: list[int], texts: Sequence[str], boxes: FloatArray) -> list[int]:
    gutter = _gutter(lines, texts, boxes)
    if gutter is None:
        return lines
    order: list[int] = []
    between: list[int] = []
    for index in lines:
        if boxes[index, 0] < gutter < boxes[index, 2]:
            order += [*_side_by_side(between, gutter, texts, boxes), index]
            between = []
        else:
            between.append(index)
    return order + _side_by_side(between, gutter, texts, boxes)


def _side_by_side(
    lines: list[int], gutter: float, texts: Sequence[str], boxes: FloatArray
) -> list[int]:
    left = [i for i in lines if boxes[i, 2] <= gutter]
    right = [i for i in lines if boxes[i, 2] > gutter]
    if not (_is_prose(left, texts) and _is_prose(right, texts)):
        return lines
    return _ordered(left, texts, boxes) + _ordered(right, texts, boxes)


def _gutter(lines: list[int], texts: Sequence[str], boxes: FloatArray) -> float | None:
    """Where most lines stand on either side of an empty strip, prose both; None without one."""
    if len(lines) < 2 * MIN_LINES:
        return None
    x0, x1 = boxes[lines, 0], boxes[lines, 2]
    places = np.linspace(x0.min(), x1.max(), N_GUTTERS)
    n_left = (x1[:, None] <= places).sum(axis=0)
    n_right = (x0[:, None] >= places).sum(axis=0)
    n_crossing = len(lines) - n_left - n_right
    shorter = np.where(n_crossing <= MAX_CROSSING * len(lines), np.minimum(n_left, n_right), 0)
    best = np.flatnonzero(shorter == shorter.max())
    at = float(places[best[len(best) // 2]])
    left = [i for i in lines if boxes[i, 2] <= at]
    right = [i for i in lines if boxes[i, 0] >= at]
    return at if _is_prose(left, texts) and _is_prose(right, texts) else None


def _is_prose(side: Sequence[int], texts: Sequence[str]) -> bool:
    n_words = [len(texts[i].split()) for i in side]
    return len(side) >= MIN_LINES and sum(n_words) / len(side) >= MIN_WORDS
