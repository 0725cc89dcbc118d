"""The order in which lines that an OCR engine found are read: column after column of prose.

Engines give lines from top to bottom, which mixes columns. Lines over most of the page's width
part it into bands; a band that a gutter divides, with prose on both sides, is read side by side.
Tables are not: their rows go across.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from onfile.types import FloatArray

SPANNING_SHARE = 0.6  # of the width of the text
MIN_LINES = 3  # on each side of a gutter
MIN_WORDS = 4.0  # a line on average: fewer are cells of a table or labels of a form
N_GUTTERS = 200  # places across the page at which a gutter is looked for


def reading_order(texts: Sequence[str], boxes: FloatArray) -> list[int]:
    """Indices of the lines in the order in which they are read.

    Args:
        texts: The lines, from top to bottom.
        boxes: ``(n_lines, 4)``, of the page as it stands upright.
    """
    if not len(boxes):
        return []
    width = float(boxes[:, 2].max() - boxes[:, 0].min())
    by_top = sorted(range(len(texts)), key=lambda i: (boxes[i, 1], boxes[i, 0]))
    order: list[int] = []
    band: list[int] = []
    for index in by_top:
        if boxes[index, 2] - boxes[index, 0] >= SPANNING_SHARE * width:
            order += [*_side_by_side(band, texts, boxes), index]
            band = []
        else:
            band.append(index)
    return order + _side_by_side(band, texts, boxes)


def _side_by_side(band: list[int], texts: Sequence[str], boxes: FloatArray) -> list[int]:
    gutter = _gutter(band, texts, boxes)
    if gutter is None:
        return band
    left = [i for i in band if boxes[i, 2] <= gutter]
    right = [i for i in band if boxes[i, 0] >= gutter]
    return _side_by_side(left, texts, boxes) + _side_by_side(right, texts, boxes)


def _gutter(band: list[int], texts: Sequence[str], boxes: FloatArray) -> float | None:
    """The middle of the widest empty strip between two columns of prose, None without one."""
    if len(band) < 2 * MIN_LINES:
        return None
    x0, x1 = boxes[band, 0], boxes[band, 2]
    places = np.linspace(x0.min(), x1.max(), N_GUTTERS)
    crosses = (x0[:, None] < places) & (x1[:, None] > places)
    is_free: npt.NDArray[np.bool_] = np.asarray(crosses.sum(axis=0) == 0)
    is_free[[0, -1]] = False
    best: tuple[int, float] | None = None
    for first, last in _runs(is_free):
        at = float(places[(first + last) // 2])
        sides = [[i for i in band if boxes[i, 2] <= at], [i for i in band if boxes[i, 0] >= at]]
        if all(_is_prose(side, texts) for side in sides):
            best = max(best or (0, 0.0), (last - first + 1, at))
    return best[1] if best is not None else None


def _runs(is_free: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First and last index of every run of True."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], is_free, [False]))))
    return [(int(a), int(b) - 1) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def _is_prose(side: Sequence[int], texts: Sequence[str]) -> bool:
    n_words = [len(texts[i].split()) for i in side]
    return len(side) >= MIN_LINES and sum(n_words) / len(side) >= MIN_WORDS
