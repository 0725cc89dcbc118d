"""Spreadsheets (XLSX, CSV): every sheet is a page, every row a line, as the program shows it.

Values stand as they are displayed (``1,577``, ``12.5%``, ``(310)``), for that is what is quoted.
Cells are laid out on the grid of ``language/cells.py``, numbers to the right of their column.
"""

from __future__ import annotations

import csv
import datetime as dt
import importlib.metadata
import io
import re
import time
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from onfile.adapters.decoding import content_of, decode, looks_like_text
from onfile.errors import UnreadableFile
from onfile.language.cells import COLUMN_PT, ROW_PT
from onfile.types import FloatArray, Page, PageStatus

XLSX_PART = "xl/workbook.xml"
MAX_CELLS = 2_000_000  # of one sheet; the rest of the file still matters
MAX_COLUMNS = 1_000
LETTER_PT = 5.0
INSET_PT = 4.0
_DELIMITERS = ",;\t|"
_NUMBER = re.compile(r"[-+($€£¥₹]*\d[\d,. ]*\)?%?")
_DECIMALS = re.compile(r"0\.(0+)")
_CURRENCY = re.compile(r"[$€£¥₹]")

Cell = tuple[int, int, str]  # row and column from 1, text


class SheetReader:
    """Reads XLSX workbooks; implements ``ports.FileReader``."""

    def __init__(self) -> None:
        self.name = f"openpyxl {importlib.metadata.version('openpyxl')}"

    def accepts(self, head: bytes, path: Path) -> bool:
        """True for a ZIP archive with a workbook in it."""
        return head.startswith(b"PK\x03\x04") and _holds(path, XLSX_PART)

    def count_pages(self, path: Path) -> int:
        """Number of sheets with cells. Raises: UnreadableFile."""
        book = _workbook(path)
        try:
            return len(book.worksheets)
        finally:
            book.close()

    def read(self, path: Path, first: int, last: int) -> Iterator[Page]:
        """Sheets ``first`` to ``last``, hidden ones too. Raises: UnreadableFile."""
        book = _workbook(path)
        try:
            for number in range(first, last + 1):
                yield self._sheet(book.worksheets[number - 1], number)
        finally:
            book.close()

    def _sheet(self, sheet: Any, number: int) -> Page:
        start = time.perf_counter()
        rows = sheet.iter_rows()
        cells = (
            (cell.row, cell.column, shown(cell.value, cell.number_format))
            for row in rows
            for cell in row
            if cell.value is not None
        )
        hidden = "a hidden sheet" if sheet.sheet_state != "visible" else ""
        return sheet_page(number, cells, sheet.title, self.name, hidden, start)


class CsvReader:
    """Reads comma-, semicolon- or tab-separated values; implements ``ports.FileReader``."""

    name = "csv"

    def accepts(self, head: bytes, path: Path) -> bool:
        """True for text in a file named .csv or .tsv: its content alone can't tell."""
        return path.suffix.lower() in (".csv", ".tsv") and looks_like_text(head)

    def count_pages(self, path: Path) -> int:
        """Always 1."""
        return 1

    def read(self, path: Path, first: int, last: int) -> Iterator[Page]:
        """The file as one sheet, named as the file is. Raises: UnreadableFile."""
        if not first <= 1 <= last:
            return
        start = time.perf_counter()
        text, encoding = decode(content_of(path, "values"))
        try:
            dialect: Any = csv.Sniffer().sniff(text[:20_000], _DELIMITERS)
        except csv.Error:
            dialect = csv.excel
        rows = csv.reader(io.StringIO(text, newline=""), dialect)
        yield sheet_page(1, _numbered(rows), path.stem, f"{self.name} ({encoding})", "", start)


def sheet_page(
    number: int, cells: Iterable[Cell], title: str, reader: str, reason: str, start: float
) -> Page:
    """One sheet as a page whose label is the sheet's name."""
    lines: list[str] = []
    boxes: list[FloatArray] = []
    gap = np.full((1, 4), np.nan, np.float32)
    n_cells, last_row, status = 0, 0, PageStatus.TEXT
    for row, column, text in cells:
        text = " ".join(text.split())
        if not text or column > MAX_COLUMNS:
            continue
        n_cells += 1
        if n_cells > MAX_CELLS:
            status = PageStatus.TOO_LARGE
            reason = f"the sheet has more than {MAX_CELLS:,} cells"
            break
        if row == last_row:
            lines[-1] = f"{lines[-1]} {text}"
        else:
            lines.append(text)
        boxes += (_cell_boxes(row, column, text), gap)
        last_row = row
    if not lines:
        return Page(number, "", PageStatus.BLANK, "the sheet is empty", title, reader=reader)
    if status is not PageStatus.TEXT:
        lines, boxes = [], [gap[:0]]
    return Page(
        number,
        "\n".join(lines),
        status,
        reason,
        title,
        reader=reader,
        elapsed_ms=(time.perf_counter() - start) * 1000,
        boxes=np.concatenate(boxes)[:-1],
    )


def shown(value: object, number_format: str) -> str:
    """A cell's value as the program displays it, for the formats that matter in quotes."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, dt.datetime) and (value.hour, value.minute, value.second) == (0, 0, 0):
        return value.date().isoformat()
    if isinstance(value, int | float):
        return _number_shown(value, number_format)
    return str(value)


def _number_shown(value: float, number_format: str) -> str:
    positive, *others = (number_format or "General").split(";")
    if positive in ("General", "@"):
        return f"{value:.10g}" if isinstance(value, float) else str(value)
    decimals = _DECIMALS.search(positive)
    n_decimals = len(decimals[1]) if decimals is not None else 0
    is_percent = "%" in positive
    amount = abs(value) * (100 if is_percent else 1)
    comma = "," if "#,##" in positive or "," in positive else ""
    currency = _CURRENCY.search(positive)
    text = f"{currency.group() if currency else ''}{amount:{comma}.{n_decimals}f}"
    text += "%" if is_percent else ""
    if value >= 0:
        return text
    return f"({text})" if others and "(" in others[0] else f"-{text}"


def _cell_boxes(row: int, column: int, text: str) -> FloatArray:
    """Letters of equal width inside the cell; numbers end at its right edge."""
    room = COLUMN_PT - 2 * INSET_PT
    width = min(LETTER_PT, room / len(text))
    left = COLUMN_PT * (column - 1) + INSET_PT
    if _NUMBER.fullmatch(text):
        left += room - width * len(text)
    boxes = np.empty((len(text), 4), np.float32)
    edges = left + width * np.arange(len(text) + 1)
    boxes[:, 0], boxes[:, 2] = edges[:-1], edges[1:]
    boxes[:, 1], boxes[:, 3] = ROW_PT * (row - 1) + 2, ROW_PT * row - 2
    boxes[[character.isspace() for character in text]] = np.nan
    return boxes


def _numbered(rows: Iterable[Sequence[str]]) -> Iterator[Cell]:
    for row, values in enumerate(rows, start=1):
        for column, value in enumerate(values, start=1):
            yield row, column, value


def _holds(path: Path, part: str) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return part in archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError):
        return False


def _workbook(path: Path) -> Any:
    import openpyxl  # here, as it takes longer to load than most files to read
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        return openpyxl.load_workbook(path, read_only=True, data_only=True)
    except (InvalidFileException, zipfile.BadZipFile, KeyError, ValueError, OSError) as error:
        raise UnreadableFile(
            f"{path.name}: the workbook is damaged and could not be opened",
            hint="open it in a spreadsheet program and save it again",
        ) from error
