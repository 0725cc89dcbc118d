"""Bid sheets that give each bidder one amount: bidders across, or one a row.

Across: "Item  Description  Qty  Alder Civil  Birch & Sons  Engineer's Estimate", an item a row.
Down: "Bidder  Total bid", a bidder a row. Both are bids only where the page says so above.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from onfile.structure.table_cells import PrintedCell
from onfile.structure.table_heads import Segment, segments_of
from onfile.structure.table_rows import PrintedRow
from onfile.types import Cell, Column, Row, Span, Table

EXTENSION = "extension"
TOTAL = "Total bid"
MIN_BIDDERS = 2
MIN_SHARE = 0.6  # of the rows below the heads: an amount for each bidder, or one in all
_OF_BIDS = re.compile(r"\bbids?\b|\bbidders?\b|\btenders?\b|\bquotations?\b", re.IGNORECASE)
_ITEM = re.compile(
    r"(?:bid\s+|pay\s+)?items?(?:\s+(?:no\.?|number|description))?|description|no\.?", re.I
)
_QUANTITY = re.compile(r"(?:est(?:imated|\.)?\s+)?(?:quantity|qty\.?)", re.I)
_BESIDES = re.compile(r"units?(?:\s+of\s+measure)?|uom|remarks?|notes?|section|spec\.?", re.I)
_BIDDER = re.compile(
    r"(?:name\s+of\s+)?(?:bidders?|contractors?|firms?|tenderers?)(?:\s+name)?", re.I
)
_AMOUNT = re.compile(
    r"(?:total\s+|base\s+|lump\s+sum\s+)*(?:bids?|tenders?|quotes?)"
    r"(?:\s+(?:amount|price|total|sum))?|"
    r"(?:total|amount|price|bid\s+price)(?:\s+(?:amount|price|bid))?",
    re.I,
)


class _Head(NamedTuple):
    """A column of amounts: whose it is, and the middle of its head."""

    name: str
    centre: float
    is_money: bool


def bidders_table(page: int, rows: Sequence[PrintedRow]) -> Table | None:
    """The bids on a page, as ``table_bids`` gives them; None where it is no sheet of bids."""
    first = next((n for n, row in enumerate(rows) if _OF_BIDS.search(row.text)), len(rows))
    for at, row in enumerate(rows[first:], first):
        if row.is_numeric:
            continue
        segments = segments_of(row)
        table = _across(page, rows, at, segments) or _down(page, rows, at, segments)
        if table is not None:
            return table
    return None


def _across(
    page: int, rows: Sequence[PrintedRow], at: int, segments: Sequence[Segment]
) -> Table | None:
    labels = [s for s in segments if _ITEM.fullmatch(s.text)]
    others = [s for s in segments if s not in labels and not _BESIDES.fullmatch(s.text)]
    heads = [_Head(s.text, s.centre, _QUANTITY.fullmatch(s.text) is None) for s in others]
    n_bidders = sum(head.is_money for head in heads)
    if not labels or n_bidders < MIN_BIDDERS or any(_AMOUNT.fullmatch(h.name) for h in heads):
        return None
    left = min(s.x0 for s in segments if s not in labels)
    built: list[Row] = []
    n_full = 0
    for row in rows[at + 1 :]:
        words = [w for w in row.words if w.x1 < left]
        cells = tuple(_cells(page, row, heads, left))
        n_amounts = sum(heads[c.column].is_money for c in cells if c.column is not None)
        if not words or not n_amounts:
            continue
        n_full += n_amounts == n_bidders
        label = " ".join(word.text for word in words)
        built.append(Row(label, (), Span(page, row.start, row.end), cells))
    if not built or n_full < MIN_SHARE * len(built):
        return None
    return _table(page, rows, at, heads, built)


def _cells(page: int, row: PrintedRow, heads: Sequence[_Head], left: float) -> Iterator[Cell]:
    taken: set[int] = set()
    for cell in row.cells:
        if cell.x1 < left or cell.value is None:
            continue
        column = min(range(len(heads)), key=lambda n: abs(heads[n].centre - _middle(cell)))
        if column not in taken:
            taken.add(column)
            yield _cell(page, cell, column)


def _down(
    page: int, rows: Sequence[PrintedRow], at: int, segments: Sequence[Segment]
) -> Table | None:
    """Each bidder's amount is a row "Total bid" of its own, in a column of its own."""
    names = [s for s in segments if _BIDDER.fullmatch(s.text)]
    amounts = [s for s in segments if _AMOUNT.fullmatch(s.text)]
    if len(names) != 1 or len(amounts) != 1:
        return None
    heads: list[_Head] = []
    built: list[Row] = []
    for row in rows[at + 1 :]:
        words = [w for w in row.words if names[0].x0 - 2 <= w.x0 and w.x1 < amounts[0].x0]
        near = [c for c in row.cells if c.value is not None and _is_under(c, amounts[0])]
        name = " ".join(w.text for w in words).strip(" .")
        if len(near) == 1 and any(c.isalpha() for c in name):
            built.append(
                Row(TOTAL, (), Span(page, row.start, row.end), (_cell(page, near[0], len(heads)),))
            )
            heads.append(_Head(name, _middle(near[0]), is_money=True))
        elif built:
            break
    return _table(page, rows, at, heads, built) if len(heads) >= MIN_BIDDERS else None


def _is_under(cell: PrintedCell, head: Segment) -> bool:
    return cell.x1 > head.x0 - 30 and cell.x0 < head.x1 + 30


def _middle(cell: PrintedCell) -> float:
    return (cell.x0 + cell.x1) / 2


def _cell(page: int, cell: PrintedCell, column: int) -> Cell:
    return Cell(
        cell.printed,
        cell.value,
        Span(page, cell.start, cell.end),
        column,
        is_percent=cell.is_percent,
        is_nil=cell.is_nil,
        currency=cell.currency,
    )


def _table(
    page: int,
    rows: Sequence[PrintedRow],
    at: int,
    heads: Sequence[_Head],
    built: Sequence[Row],
) -> Table:
    currency = next((c.currency for row in built for c in row.cells if c.currency), None)
    return Table(
        page=page,
        number=1,
        title=rows[0].text if at else "",
        statement="bid_tabulation",
        scale=1,
        currency=currency,
        columns=tuple(
            Column(
                f"{head.name} {EXTENSION}" if head.is_money else head.name.lower(),
                scale=1,
                currency=currency if head.is_money else None,
                unit=None if head.is_money else "quantity",
            )
            for head in heads
        ),
        rows=tuple(built),
        span=Span(page, rows[at].start, rows[-1].end),
    )
