"""Bid tabulations: an item a row, and for each bidder a unit price and an extension.

Everything is read by position: text layers of such sheets often list the columns in another
order than the page shows. A bidder is whoever is named above a pair of price columns; the
engineer's estimate is such a name too and keeps it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from onfile.structure.table_cells import PrintedCell
from onfile.structure.table_heads import Segment, segments_of
from onfile.structure.table_rows import PrintedRow
from onfile.structure.table_words import Word
from onfile.types import Cell, Column, Row, Span, Table

STATEMENT = "bid_tabulation"
UNIT_PRICE = "unit price"
EXTENSION = "extension"
MAX_NAME_ROWS = 9  # rows above the price headers that may name bidders
_UNIT_PRICE = re.compile(r"unit\s+(?:bid\s+)?(?:price|cost)|price\s+per\s+unit", re.IGNORECASE)
_EXTENSION = re.compile(
    r"(?:total|extended|extension|amount|ext\.)(?:\s+(?:bid\s+)?(?:price|amount|cost|total))?",
    re.IGNORECASE,
)
_QUANTITY = re.compile(r"(?:est(?:imated|\.)?\s+)?(?:quantity|qty\.?)", re.IGNORECASE)
_UNITS = re.compile(r"units?(?:\s+of\s+measure)?|uom", re.IGNORECASE)
_NOT_A_NAME = re.compile(r"[\d/.\-#: ]+|.*\b(?:solicitation|sheet|page)\b.*", re.IGNORECASE)
_ITEM_NUMBER = re.compile(r"[A-Z]{0,3}-?\d+(?:[.-]\d+)*[A-Z]?\.?")


@dataclass(frozen=True, slots=True)
class _Place:
    """A column of values: its header and where it stands."""

    header: str
    x0: float
    x1: float
    is_money: bool

    @property
    def centre(self) -> float:
        return (self.x0 + self.x1) / 2


def bid_table(page: int, rows: Sequence[PrintedRow]) -> Table | None:
    """The bid tabulation on a page, or None: two pairs of unit price and extension head it."""
    found = next(((n, row) for n, row in enumerate(rows) if _n_pairs(row) >= 2), None)
    if found is None:
        return None
    at, header = found
    places = _places(header, rows[max(0, at - MAX_NAME_ROWS) : at])
    body = _rows(page, rows[at + 1 :], places)
    if not body:
        return None
    title = _title(rows[:at], min(place.x0 for place in places))
    currency = "USD" if any(c.currency == "USD" for row in body for c in row.cells) else None
    return Table(
        page=page,
        number=1,
        title=title,
        statement=STATEMENT,
        scale=1,
        currency=currency,
        columns=tuple(_column(place, currency) for place in places),
        rows=tuple(body),
        span=Span(page, rows[0].start, rows[-1].end),
    )


def _column(place: _Place, currency: str | None) -> Column:
    return Column(
        place.header,
        scale=1,
        currency=currency if place.is_money else None,
        unit=None if place.is_money else "quantity",
    )


def _n_pairs(row: PrintedRow) -> int:
    may_head = "unit" in row.text.lower()  # cutting every row of every page costs more
    return len(_pairs(segments_of(row))) if may_head else 0


def _pairs(segments: Sequence[Segment]) -> list[tuple[Segment, Segment]]:
    return [
        (left, right)
        for left, right in itertools.pairwise(segments)
        if _UNIT_PRICE.fullmatch(left.text) and _EXTENSION.fullmatch(right.text)
    ]


def _places(header: PrintedRow, above: Sequence[PrintedRow]) -> list[_Place]:
    segments = segments_of(header)
    places = [
        _Place(segment.text.lower(), segment.x0, segment.x1, is_money=False)
        for segment in segments
        if _QUANTITY.fullmatch(segment.text) or _UNITS.fullmatch(segment.text)
    ]
    for number, (price, extension) in enumerate(_pairs(segments), 1):
        name = _name_above(above, price.x0, extension.x1) or f"bidder {number}"
        places.append(_Place(f"{name} {UNIT_PRICE}", price.x0, price.x1, is_money=True))
        places.append(_Place(f"{name} {EXTENSION}", extension.x0, extension.x1, is_money=True))
    return sorted(places, key=lambda place: place.x0)


def _name_above(above: Sequence[PrintedRow], x0: float, x1: float) -> str:
    """Words whose middle stands over a pair of columns, top to bottom."""
    names = [
        segment.text
        for row in above
        for segment in segments_of(row)
        if x0 - 8 < segment.centre < x1 + 8 and not _NOT_A_NAME.fullmatch(segment.text)
    ]
    return " ".join(names)


def _title(rows: Sequence[PrintedRow], left: float) -> str:
    words = [segment.text for row in rows for segment in segments_of(row) if segment.x1 < left + 60]
    return " ".join(words[:4])


def _rows(page: int, rows: Sequence[PrintedRow], places: Sequence[_Place]) -> list[Row]:
    left = min(place.x0 for place in places)
    built: list[Row] = []
    for row in rows:
        cells = _cells(page, row, places)
        label = _label(row, left)
        if cells and label:
            built.append(Row(label, (), Span(page, row.start, row.end), cells))
        elif built and label and not row.cells and not _ITEM_NUMBER.fullmatch(row.words[0].text):
            last = built[-1]
            span = Span(page, last.span.start, row.end)
            built[-1] = Row(f"{last.label} {label}", (), span, last.cells)
    return built


def _label(row: PrintedRow, left: float) -> str:
    return " ".join(word.text for word in row.words if word.x1 < left - 1)


def _cells(page: int, row: PrintedRow, places: Sequence[_Place]) -> tuple[Cell, ...]:
    left = min(place.x0 for place in places)
    cells = [_cell(page, cell, places) for cell in row.cells if cell.x1 >= left - 1]
    if not any(cell.value is not None for cell in cells):
        return ()
    words = [run for run in row.texts if run[0].x0 >= left - 1]
    cells.extend(_word_cell(page, run, places) for run in words)
    return tuple(sorted(cells, key=lambda cell: -1 if cell.column is None else cell.column))


def _cell(page: int, cell: PrintedCell, places: Sequence[_Place]) -> Cell:
    column = _nearest((cell.x0 + cell.x1) / 2, places)
    span = Span(page, cell.start, cell.end)
    return Cell(
        cell.printed,
        cell.value,
        span,
        column,
        is_percent=cell.is_percent,
        is_nil=cell.is_nil,
        currency=cell.currency,
    )


def _word_cell(page: int, run: tuple[Word, ...], places: Sequence[_Place]) -> Cell:
    column = _nearest((run[0].x0 + run[-1].x1) / 2, places)
    printed = " ".join(word.text for word in run)
    return Cell(printed, None, Span(page, run[0].start, run[-1].end), column)


def _nearest(x: float, places: Sequence[_Place]) -> int:
    return min(range(len(places)), key=lambda n: abs(places[n].centre - x))
