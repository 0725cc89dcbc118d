"""Tables of a document, read from the geometry of its pages.

A plain geometric builder: rows by baseline (given by the canonical text), cells by gaps, columns
by right edges, headers from above. Nothing is guessed: a scale, currency or period that the page
does not state is None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from onfile.language.labels import without_number
from onfile.structure.statements import statement_of
from onfile.structure.table_bidders import bidders_table
from onfile.structure.table_bids import bid_table
from onfile.structure.table_cells import PrintedCell
from onfile.structure.table_columns import Track, column_of
from onfile.structure.table_heads import heads_of, is_stub_unit
from onfile.structure.table_labels import LabelledRow, labelled
from onfile.structure.table_lengths import is_days_row, printed_of, told_apart
from onfile.structure.table_periods import column_time, is_lone_time, is_period_words
from onfile.structure.table_regions import Region, is_data_row, regions_of
from onfile.structure.table_rows import (
    may_hold_table,
    printed_rows,
    without_page_numbers,
)
from onfile.structure.table_totals import name_totals
from onfile.structure.table_units import Units, is_of_shares_of_sales, units_in_prose, units_of
from onfile.types import Cell, Column, Identity, Page, Row, Span, Table

EDGE_DRIFT = 18.0  # points a column may move from one page to the next
SIGN = " %"  # put to the header of a column that holds nothing but percentages
MIN_TITLE = 12  # letters beside a unit that make a title
MAX_TITLE = 240  # characters kept of a title


@dataclass(frozen=True, slots=True)
class _Read:
    """A table with what a continuation on the next page needs of it."""

    table: Table
    tracks: tuple[Track, ...]


def read_tables(
    pages: Iterable[Page],
    identity: Identity,
    kept: Callable[[Iterable[Table]], Sequence[Table]] = tuple,
) -> Sequence[Table]:
    """All tables of a document, in page order, numbered from 1 on each page.

    Args:
        pages: In order; ``boxes`` may be None, then columns are counted from the right.
        identity: Anchors the columns' periods in the company's calendar.
        kept: Keeps the tables, which may be too many for memory.
    """
    return kept(_tables(pages, identity))


def _tables(pages: Iterable[Page], identity: Identity) -> Iterator[Table]:
    previous: _Read | None = None
    for page in pages:
        read = _read_page(page, identity, previous)
        yield from (item.table for item in read)
        if read:
            previous = read[-1]
        elif page.text.strip():
            previous = None


def _read_page(page: Page, identity: Identity, previous: _Read | None) -> list[_Read]:
    if not page.status.is_readable or not may_hold_table(page):
        return []
    rows = without_page_numbers(printed_rows(page))
    bids = bid_table(page.number, rows) or bidders_table(page.number, rows)
    if bids is not None:
        return [_Read(bids, ())]
    read: list[_Read] = []
    for region in regions_of(rows):
        item = _table(page.number, len(read) + 1, region, identity)
        item = _inheriting(item, read[-1] if read else previous)
        read.append(item)
    return read


def _table(page: int, number: int, region: Region, identity: Identity) -> _Read:
    heads = heads_of(region.headers, region.tracks)
    title = _title(region)
    caption = " ".join([*(row.text for row in region.titles[-4:]), heads.stub])
    intro = " ".join(row.text for row in region.intro)
    units = (
        units_of(f"{heads.stub} ").over(units_of(caption)).over(_all_headers_units(heads.headers))
    )
    units = units.over(units_in_prose(intro))
    n_heads = next((n for n, row in enumerate(region.body) if not is_days_row(row.text)), 0)
    rows = labelled(region.body[n_heads:], region.tracks[0].x0)
    built = _rows(page, rows, region.tracks)
    labels = [without_number(row.label) for row in built]
    statement = statement_of(title, labels, page_text=caption)
    is_balance = statement == "balance_sheet"
    above = [row.text for row in (*region.titles[-4:], *region.headers)]
    above += [row.text for row in region.body[:n_heads]]
    signs = [_is_in_percent(n, built) for n in range(len(heads.headers))]
    signed = [h + SIGN if sign else h for h, sign in zip(heads.headers, signs, strict=True)]
    headers = told_apart(signed, above, is_balance=is_balance)
    columns = _columns(headers, caption, identity, is_balance=is_balance)
    columns = tuple(
        replace(column, header=printed_of(told.removesuffix(SIGN) if sign else told, printed))
        for column, told, printed, sign in zip(columns, headers, heads.headers, signs, strict=True)
    )
    columns = _in_time_of(columns, _nearest_line(region), identity)
    if is_of_shares_of_sales(f"{title} {intro} {caption}", built):
        columns = tuple(replace(column, unit="percent") for column in columns)
    table = Table(
        page=page,
        number=number,
        title=title,
        statement=statement,
        scale=units.scale,
        currency=units.currency or _cell_currency(built),
        columns=columns,
        rows=name_totals(built, statement),
        span=Span(page, _start(region), region.body[-1].end),
        share_scale=units.share_scale,
        is_continued=re.search(r"\bcontinued\b", title, re.IGNORECASE) is not None,
    )
    return _Read(table, tuple(region.tracks))


def _start(region: Region) -> int:
    first = (region.titles or region.headers or region.body)[0]
    return first.start


def _title(region: Region) -> str:
    """The lines above the header, the words before a unit in the same line included."""
    parts = [row.text for row in region.titles[-4:]]
    for row in region.headers:
        words = re.sub(r"\([^()]*\)?", " ", row.text).strip()
        if not row.cells and is_stub_unit(row.text) and len(words) > MIN_TITLE:
            parts.append(words)
    parts = parts or [row.text for row in region.intro[-2:]]
    return re.sub(r"\s+", " ", " ".join(parts)).strip()[-MAX_TITLE:]


def _all_headers_units(headers: Sequence[str]) -> Units:
    """Units that every column's header states."""
    found = [units_of(header) for header in headers]
    scales = {units.scale for units in found}
    return found[0] if found and len(scales) == 1 else Units()


def _columns(
    headers: Sequence[str], caption: str, identity: Identity, *, is_balance: bool
) -> tuple[Column, ...]:
    columns = []
    for header in headers:
        time = column_time(header, caption, identity, is_balance=is_balance)
        units = units_of(header)
        columns.append(
            Column(
                header=header.strip(),
                period=time.period,
                period_end=time.period_end,
                is_instant=time.is_instant,
                scale=units.scale,
                currency=units.currency if units.scale is not None else None,
                unit="percent" if re.search(r"%|\bpercent", header, re.IGNORECASE) else None,
            )
        )
    return tuple(columns)


def _rows(page: int, rows: Sequence[LabelledRow], tracks: Sequence[Track]) -> tuple[Row, ...]:
    """Rows of values; one without a cell in any column (a page number) is no row."""
    built = (_row(page, row, tracks) for row in rows if is_data_row(row.row))
    return tuple(row for row in built if any(cell.column is not None for cell in row.cells))


def _is_in_percent(column: int, rows: Sequence[Row]) -> bool:
    """True where each number of a column bears the sign: shares beside the amounts of a year."""
    cells = [cell for row in rows for cell in row.cells if cell.column == column]
    numbers = [cell for cell in cells if cell.value is not None and not cell.is_nil]
    return len(numbers) > 1 and all(cell.is_percent for cell in numbers)


def _nearest_line(region: Region) -> str:
    """The last line above the rows that may say when they are: a lone year, else a title."""
    rows = [*region.titles[-1:], *(row for row in region.headers if is_lone_time(row.text))]
    return rows[-1].text if rows else ""


def _in_time_of(columns: tuple[Column, ...], line: str, identity: Identity) -> tuple[Column, ...]:
    """All columns in the one time that the line above names, where no header names any.

    A table of segments for each year has "2021" above its rows, and places as columns.
    """
    if any(c.period or c.period_end or is_period_words(c.header) for c in columns):
        return columns
    if not is_lone_time(line):
        return columns
    time = column_time(line, "", identity, is_balance=False)
    return tuple(
        replace(c, period=time.period, period_end=time.period_end, is_instant=time.is_instant)
        for c in columns
    )


def _row(page: int, row: LabelledRow, tracks: Sequence[Track]) -> Row:
    taken: set[int] = set()
    cells = []
    for printed in row.row.cells:
        column = column_of(printed, tracks)
        if column is not None and column in taken:
            column = None
        elif column is not None:
            taken.add(column)
        cells.append(_cell(page, printed, column))
    return Row(row.label, row.path, Span(page, row.start, row.end), tuple(cells))


def _cell(page: int, printed: PrintedCell, column: int | None) -> Cell:
    return Cell(
        printed=printed.printed,
        value=printed.value,
        span=Span(page, printed.start, printed.end),
        column=column,
        is_percent=printed.is_percent,
        is_nil=printed.is_nil,
        currency=printed.currency,
    )


def _cell_currency(rows: Sequence[Row]) -> str | None:
    """The one currency whose sign stands in the cells; None where there are two or none."""
    found = {cell.currency for row in rows for cell in row.cells if cell.currency}
    return found.pop() if len(found) == 1 else None


def _inheriting(item: _Read, previous: _Read | None) -> _Read:
    """Columns and units of the table that this one goes on with, where it has none itself."""
    table = item.table
    if previous is None or not _same_tracks(item, previous):
        return item
    before = previous.table
    own_words = any(column.header for column in table.columns)
    is_near = before.page in (table.page, table.page - 1)
    if own_words and is_near and _goes_on_under_own_heads(table, before):
        return replace(item, table=_in_units_of(table, before))
    if not is_near or own_words or not any(column.header for column in before.columns):
        return item
    goes_on = before.page != table.page
    continued = replace(
        table,
        title=table.title if not goes_on and table.title else before.title,
        statement=table.statement or before.statement,
        columns=tuple(map(_with_own_time, before.columns, table.columns)),
        is_continued=table.is_continued or goes_on,
    )
    return replace(item, table=_in_units_of(continued, before))


def _goes_on_under_own_heads(table: Table, before: Table) -> bool:
    """The rest of a statement on the next page, which repeats the heads but not the units."""
    is_same = table.statement == before.statement and before.statement is not None
    return is_same and table.is_continued and before.page == table.page - 1


def _in_units_of(table: Table, before: Table) -> Table:
    """A table in the units of the one it goes on with, where it states none."""
    return replace(
        table,
        scale=table.scale if table.scale is not None else before.scale,
        currency=table.currency or before.currency,
        share_scale=table.share_scale if table.share_scale is not None else before.share_scale,
    )


def _with_own_time(column: Column, own: Column) -> Column:
    """A column of the table before, in this table's time where this one names it."""
    if own.period is None and own.period_end is None:
        return column
    return replace(column, period=own.period, period_end=own.period_end, is_instant=own.is_instant)


def _same_tracks(item: _Read, previous: _Read) -> bool:
    if len(item.tracks) != len(previous.tracks):
        return False
    shifts = [a.right - b.right for a, b in zip(item.tracks, previous.tracks, strict=True)]
    return all(abs(shift) < EDGE_DRIFT for shift in shifts)
