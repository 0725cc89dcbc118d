"""A sheet of paper to print on: flowing text, headings and statement tables, drawn with reportlab.

Every printed row is also remembered with its page, so that the place of a quote is looked up
and never typed by hand. Drawing is invariant: the same calls give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from reportlab.lib.pagesizes import LETTER
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

ROMAN, BOLD, ITALIC = "Times-Roman", "Times-Bold", "Times-Italic"
MARGIN_PT = 54.0


class Printed(NamedTuple):
    """One printed row: its 1-based physical page and its words, cells joined by a space."""

    page: int
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A table row to print: a label, its cells as printed ("" leaves one empty)."""

    label: str
    cells: tuple[str, ...] = ()
    indent: int = 0
    is_total: bool = False
    dollar: bool = False


@dataclass(slots=True)
class Paper:
    """A PDF being written, page after page.

    Attributes:
        label: Gives the printed page number for a physical page, "" for none.
        head: Running head, printed at the top left of every page.
        page: 1-based physical page that is being written.
        rows: Everything printed so far, in order.
        marks: Printed page number by part and item, for the contents page.
    """

    path: Path
    title: str
    head: str = ""
    label: Callable[[int], str] = str
    size: tuple[float, float] = LETTER
    encrypt: str | None = None
    page: int = 1
    rows: list[Printed] = field(default_factory=list)
    marks: dict[tuple[str, str], str] = field(default_factory=dict)
    y: float = 0.0
    canvas: Canvas = field(init=False)

    def __post_init__(self) -> None:
        self.canvas = Canvas(
            str(self.path), pagesize=self.size, invariant=1, encrypt=self.encrypt, pageCompression=1
        )
        self.canvas.setTitle(self.title)
        self._open_page()

    @property
    def width_pt(self) -> float:
        """Width between the margins."""
        return self.size[0] - 2 * MARGIN_PT

    def save(self) -> None:
        """Close the last page and write the file."""
        self._close_page()
        self.canvas.save()

    def new_page(self) -> None:
        """Start the next page, with its running head."""
        self._close_page()
        self.page += 1
        self._open_page()

    def blank_page(self) -> None:
        """Leave the next page without any mark, and go on with the one after it."""
        self._close_page()
        self.canvas.showPage()
        self.page += 2
        self._open_page()

    def mark(self, part: str, item: str) -> None:
        """Remember the printed number of this page for the contents page."""
        self.marks[part, item] = self.label(self.page)

    def at(self, x: float, y: float, text: str, *, font: str = ROMAN, size: float = 9.5) -> None:
        """Print ``text`` at a place of its own, without moving the flow."""
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, y, text)

    def right(self, x: float, y: float, text: str, *, font: str = ROMAN, size: float = 9.5) -> None:
        """Print ``text`` so that it ends at ``x``."""
        self.canvas.setFont(font, size)
        self.canvas.drawRightString(x, y, text)

    def jumping(
        self, y: float, pieces: Sequence[tuple[float, str]], *, font: str = ROMAN, size: float = 9
    ) -> None:
        """Print pieces that end at their own ``x`` as one string that jumps to and fro.

        Readers sort strings of a line by place; within a string they keep the order of drawing.
        """
        starts = [x - stringWidth(text, font, size) for x, text in pieces]
        space_pt = stringWidth(" ", font, size)
        parts, pen = [f"({pieces[0][1]} )"], pieces[0][0] + space_pt
        for start, (end, text) in zip(starts[1:], pieces[1:], strict=True):
            parts.append(f"{(pen - start) * 1000 / size:.2f} ({text} )")
            pen = end + space_pt
        self.canvas.setFont(font, size)
        self.canvas.addLiteral(f"BT 1 0 0 1 {starts[0]:.2f} {y:.2f} Tm [{' '.join(parts)}] TJ ET")

    def centred(self, text: str, *, font: str = ROMAN, size: float = 10) -> None:
        """Print one centred line."""
        self.room(size + 4)
        self.canvas.setFont(font, size)
        self.canvas.drawCentredString(self.size[0] / 2, self.y, text)
        self._printed(text)
        self.y -= size + 4

    def heading(self, text: str, *, size: float = 10.5) -> None:
        """Print a bold line with space around it, never as the last thing on a page."""
        self.room(size + 48)
        self.y -= 6
        self.line(text, font=BOLD, size=size)
        self.y -= 3

    def line(self, text: str, *, font: str = ROMAN, size: float = 9.5, indent: float = 0) -> None:
        """Print one line."""
        self.room(size + 3)
        self.at(MARGIN_PT + indent, self.y, text, font=font, size=size)
        self._printed(text)
        self.y -= size + 3

    def paragraph(
        self, text: str, *, font: str = ROMAN, size: float = 9.5, indent: float = 0
    ) -> None:
        """Print wrapped text; it runs on over the page's end where it must."""
        for words in wrap(text, self.width_pt - indent, font, size):
            self.line(words, font=font, size=size, indent=indent)
        self.y -= 5

    def gap(self, points: float) -> None:
        """Leave some space."""
        self.y -= points

    def room(self, points: float) -> None:
        """Go to the next page unless ``points`` are left on this one."""
        if self.y - points < MARGIN_PT + 14:
            self.new_page()

    def record(self, text: str) -> None:
        """Remember a row that was drawn with ``at`` or ``right``."""
        self._printed(text)

    def table(
        self,
        headers: Sequence[str],
        lines: Sequence[Line],
        *,
        over: Sequence[str] = (),
        column_pt: float = 74,
        size: float = 9,
    ) -> None:
        """Print a table: labels at the left, right-aligned cells under ``headers``.

        ``over`` are headers that span the columns, each an equal share of them. A dollar sign
        and a closing bracket are strings of their own, as many filings have them.
        """
        self._headers(headers, over, column_pt, size)
        for line in lines:
            self._row(line, len(headers), column_pt, size)
        self.y -= 6

    def _headers(
        self, headers: Sequence[str], over: Sequence[str], column_pt: float, size: float
    ) -> None:
        self.room(70)
        edge = self.size[0] - MARGIN_PT
        if over:
            share_pt = column_pt * len(headers) / len(over)
            self.canvas.setFont(BOLD, size)
            for number, span in enumerate(over):
                x = edge - share_pt * (len(over) - number - 0.5)
                self.canvas.drawCentredString(x, self.y, span)
            self._printed(" ".join(over))
            self.y -= size + 3
        stacks = [header.split("\n") for header in headers]
        for depth in range(max(len(stack) for stack in stacks)):
            words = [stack[depth] if depth < len(stack) else "" for stack in stacks]
            for number, word in enumerate(words):
                x = edge - column_pt * (len(headers) - 1 - number)
                self.right(x, self.y, word, font=BOLD, size=size)
            self._printed(" ".join(word for word in words if word))
            self.y -= size + 3

    def _row(self, line: Line, n_columns: int, column_pt: float, size: float) -> None:
        font = BOLD if line.is_total else ROMAN
        indent = 12.0 * line.indent
        labels = wrap(line.label, self.width_pt - column_pt * n_columns - indent, font, size)
        self.room(len(labels) * (size + 3))
        for words in labels[:-1]:
            self.line(words, font=font, size=size, indent=indent)
        self.at(MARGIN_PT + indent, self.y, labels[-1], font=font, size=size)
        edge = self.size[0] - MARGIN_PT
        for number, cell in enumerate(line.cells):
            self._cell(cell, edge - column_pt * (n_columns - 1 - number), line, column_pt, size)
        dollar = "$ " if line.dollar else ""
        self._printed(" ".join([labels[-1], *(dollar + cell for cell in line.cells if cell)]))
        self.y -= size + 3

    def _cell(self, cell: str, x: float, line: Line, column_pt: float, size: float) -> None:
        font = BOLD if line.is_total else ROMAN
        if line.dollar and cell:
            self.at(x - column_pt + 14, self.y, "$", font=font, size=size)
        body, closing = (cell[:-1], ")") if cell.endswith(")") else (cell, "")
        self.right(x - stringWidth(")", font, size), self.y, body, font=font, size=size)
        if closing:
            self.right(x, self.y, closing, font=font, size=size)

    def _open_page(self) -> None:
        self.y = self.size[1] - MARGIN_PT
        if self.head:
            self.at(MARGIN_PT, self.size[1] - 30, self.head, size=8)
            self._printed(self.head)

    def _close_page(self) -> None:
        printed = self.label(self.page)
        if printed:
            self.canvas.setFont(ROMAN, 8.5)
            self.canvas.drawCentredString(self.size[0] / 2, 30, printed)
        self.canvas.showPage()

    def _printed(self, text: str) -> None:
        self.rows.append(Printed(self.page, text))


def wrap(text: str, width_pt: float, font: str, size: float) -> list[str]:
    """Lines of ``text`` no wider than ``width_pt``; at least one, a single long word kept whole."""
    lines: list[str] = []
    current = ""
    for word in text.split(" "):
        longer = f"{current} {word}" if current else word
        if current and stringWidth(longer, font, size) > width_pt:
            lines.append(current)
            current = word
        else:
            current = longer
    return [*lines, current]
