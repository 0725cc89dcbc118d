"""What OCR engines give of words and lines, as boxes of characters."""

from __future__ import annotations

import numpy as np

from onfile.types import FloatArray, OcrText

IS_UPRIGHT_LINE = 1.5  # a line taller than this times its width runs up or down the page
MIN_SKEW_DEG = 0.15  # less than a letter's height over the width of a page
MAX_SKEW_DEG = 15.0

NOTHING = OcrText("", np.zeros((0, 4), np.float32), np.zeros(0, np.float32))


def shared(text: str, box: tuple[float, float, float, float]) -> FloatArray:
    """One box cut into equal parts, a character each, along its longer side."""
    boxes = np.tile(np.array(box, np.float32), (len(text), 1))
    first = 1 if box[3] - box[1] > IS_UPRIGHT_LINE * (box[2] - box[0]) and len(text) > 1 else 0
    edges = np.linspace(box[first], box[first + 2], len(text) + 1)
    boxes[:, first], boxes[:, first + 2] = edges[:-1], edges[1:]
    return boxes


def skew_of(steps: FloatArray) -> float:
    """The slope of lines in degrees, each counted by its length; 0 for next to none.

    Args:
        steps: ``(n_lines, 2)``: how far right and down each line goes.
    """
    level = np.abs(steps[:, 0]) > 4 * np.abs(steps[:, 1])
    steps = steps[level]
    if not len(steps):
        return 0.0
    angles = np.degrees(np.arctan2(steps[:, 1], steps[:, 0]))
    order = np.argsort(angles)
    weight = np.cumsum(np.abs(steps[order, 0]))
    middle = float(angles[order][np.searchsorted(weight, weight[-1] / 2)])
    return middle if MIN_SKEW_DEG <= abs(middle) <= MAX_SKEW_DEG else 0.0
