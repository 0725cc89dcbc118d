"""Made-up pages: text set at given places, as a printer would, with a box for every character."""

from __future__ import annotations

import numpy as np

from onfile.types import Page, PageStatus

WIDTH = 5.0  # points a letter
SPACE = 2.5
PITCH = 12.0
HEIGHT = 7.0

Piece = tuple[float, str]  # left edge, words; a negative place is a right edge


def page_of(*rows: list[Piece], number: int = 1) -> Page:
    """A page with the rows one below the other; pieces of a row keep the order given."""
    text: list[str] = []
    boxes: list[tuple[float, float, float, float]] = []
    for n, row in enumerate(rows):
        if n:
            text.append("\n")
            boxes.append((np.nan,) * 4)
        bottom = 50.0 + n * PITCH
        for at, (place, words) in enumerate(row):
            if at:
                text.append(" ")
                boxes.append((np.nan,) * 4)
            x = place if place >= 0 else -place - length(words)
            for char in words:
                text.append(char)
                if char == " ":
                    boxes.append((np.nan,) * 4)
                    x += SPACE
                else:
                    boxes.append((x, bottom - HEIGHT, x + WIDTH, bottom))
                    x += WIDTH
    array = np.array(boxes, dtype=np.float32).reshape(-1, 4)
    return Page(number, "".join(text), PageStatus.TEXT, boxes=array, width_pt=612, height_pt=792)


def length(words: str) -> float:
    """Points that words take."""
    return sum(SPACE if char == " " else WIDTH for char in words)


def line(
    label: str, *numbers: str, x: float = 40, rights: tuple[float, ...] = (400, 480, 560)
) -> list[Piece]:
    """A row: a label, then numbers with their right edges in columns; "" leaves one empty.

    A closing bracket hangs over the column's edge, as printers set it.
    """
    pieces: list[Piece] = [(x, label)] if label else []
    for right, number in zip(rights, numbers, strict=False):
        if number:
            hang = WIDTH if number.endswith(")") else 0.0
            pieces.append((-(right + hang), number))
    return pieces


def centred(words: str, middle: float) -> Piece:
    """Words around a middle."""
    return (middle - length(words) / 2, words)
