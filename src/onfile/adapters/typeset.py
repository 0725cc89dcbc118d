"""Text that has no places of its own, set on a page as a printer would, a box a character."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from onfile.types import FloatArray

LETTER_PT = 5.0
SPACE_PT = 2.5
PITCH_PT = 12.0
HEIGHT_PT = 7.0
MARGIN_PT = 40.0
PAGE_WIDTH_PT = 612.0
GAP_PT = 14.0  # between columns of a table; wider than any space between words
LINE_CHARS = 110
MAX_LABEL_PT = 300.0  # a longer label is set in narrower letters: it stays on one line

_NUMBER = re.compile(r"[-–—−+(]*\s*(?:[A-Z]{0,3}[$€£¥₹]\s*)?\(?\d[\d.,/]*\s*[)%]*|[-–—−]+|N/?[AM]")
_SIGN = re.compile(r"(?:[A-Z]{0,3}[$€£¥₹]|Rs\.?)\s*\(?")
_TAIL = re.compile(r"[)%\]*]+")


class Cell(NamedTuple):
    """A cell's text over the columns ``[start, end)`` of its table, from 0."""

    start: int
    end: int
    text: str


class _Piece(NamedTuple):
    x: float
    text: str
    letter_pt: float


class Sheet:
    """One page that is being set, line after line."""

    def __init__(self) -> None:
        self._lines: list[list[_Piece]] = []
        self.width_pt = PAGE_WIDTH_PT

    @property
    def is_empty(self) -> bool:
        """True while nothing is set."""
        return not self._lines

    @property
    def height_pt(self) -> float:
        """Down to the last line, and the margin."""
        return 2 * MARGIN_PT + PITCH_PT * len(self._lines)

    @property
    def last_line(self) -> str:
        """The words of the last line, empty where there is none."""
        return " ".join(piece.text for piece in self._lines[-1]) if self._lines else ""

    def add_paragraph(self, text: str) -> None:
        """Set words in lines of about ``LINE_CHARS`` letters."""
        for line in textwrap.wrap(text, LINE_CHARS, break_long_words=False, break_on_hyphens=False):
            self._lines.append([_Piece(MARGIN_PT, line, LETTER_PT)])

    def add_table(self, rows: Sequence[Sequence[Cell]]) -> None:
        """Set each row on a line, its numbers ending where those above and below end."""
        joined = [_joined(row) for row in rows]
        edges = _edges(joined)
        numeric = {cell.end for row in joined for cell in row if _NUMBER.fullmatch(cell.text)}
        for row in joined:
            self._lines.append([_placed(cell, edges, numeric) for cell in row])
        self.width_pt = max(self.width_pt, edges[-1] + 2 * MARGIN_PT)

    def printed(self) -> tuple[str, FloatArray]:
        """The text, a line a printed row, and its boxes."""
        gap = np.full((1, 4), np.nan, np.float32)
        boxes = [gap[:0]]
        for number, line in enumerate(self._lines):
            bottom = MARGIN_PT + PITCH_PT * (number + 1)
            for piece in line:
                boxes += (_letters(piece, bottom), gap)
        text = "\n".join(" ".join(piece.text for piece in line) for line in self._lines)
        return text, np.concatenate(boxes)[: len(text)]


def _joined(row: Sequence[Cell]) -> list[Cell]:
    """Signs and brackets that have a cell of their own, joined to their number."""
    cells: list[Cell] = []
    sign: Cell | None = None
    for cell in row:
        if _TAIL.fullmatch(cell.text) and cells:
            cells[-1] = cells[-1]._replace(text=cells[-1].text + cell.text)
            continue
        if sign is not None:
            cell = Cell(sign.start, cell.end, f"{sign.text} {cell.text}")
            sign = None
        elif _SIGN.fullmatch(cell.text):
            sign = cell
            continue
        cells.append(cell)
    return cells if sign is None else [*cells, sign]


def _edges(rows: Sequence[Sequence[Cell]]) -> list[float]:
    """The left edge of every column and the right edge of the last, so that each cell fits.

    Cells over more than half of the table (titles, rules) do not widen it.
    """
    n_columns = max((cell.end for row in rows for cell in row), default=1)
    edges = [0.0] * (n_columns + 1)
    ending: dict[int, list[Cell]] = {}
    for row in rows:
        for cell in row:
            if cell.end - cell.start <= max(1, n_columns // 2):
                ending.setdefault(cell.end, []).append(cell)
    for column in range(1, n_columns + 1):
        needed = [edges[cell.start] + _width(cell) + GAP_PT for cell in ending.get(column, ())]
        edges[column] = max([edges[column - 1], *needed])
    return edges


def _width(cell: Cell) -> float:
    return min(LETTER_PT * len(cell.text), MAX_LABEL_PT)


def _placed(cell: Cell, edges: Sequence[float], numeric: set[int]) -> _Piece:
    left, right = edges[cell.start], edges[cell.end] - GAP_PT
    width = _width(cell)
    letter_pt = width / len(cell.text)
    body = _TAIL.sub("", cell.text) if _NUMBER.fullmatch(cell.text) else cell.text
    if _NUMBER.fullmatch(cell.text):  # closing brackets hang over the edge, as printers set them
        x = right - letter_pt * len(body)
    elif cell.end in numeric and cell.start > 0 and cell.end - cell.start <= 3:
        x = right - width
    elif cell.start > 0:
        x = (left + right - width) / 2
    else:
        x = left
    return _Piece(MARGIN_PT + max(x, 0.0), cell.text, letter_pt)


def _letters(piece: _Piece, bottom: float) -> FloatArray:
    is_space = np.array([character == " " for character in piece.text], np.bool_)
    widths = np.where(is_space, piece.letter_pt / 2, piece.letter_pt)
    edges = piece.x + np.concatenate(([0.0], np.cumsum(widths)))
    boxes = np.empty((len(piece.text), 4), np.float32)
    boxes[:, 0], boxes[:, 2] = edges[:-1], edges[1:]
    boxes[:, 1], boxes[:, 3] = bottom - HEIGHT_PT, bottom
    boxes[is_space] = np.nan
    return boxes
