"""Figures of a document: every numeric cell of a labelled row, with all that gives it meaning."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from onfile.figures.tied_units import with_tied_units
from onfile.figures.units import RowUnits, row_units
from onfile.types import Cell, Column, Figure, Row, Structure, Table

_GENERIC = re.compile(
    r"^(?:total|basic|diluted|current|other|net|products?|services?|domestic|foreign|long-term|"
    r"short-term|basic and diluted|assuming dilution|operating activities|investing activities|"
    r"financing activities)\b.{0,18}$",
    re.IGNORECASE,
)


class LabelMatcher(Protocol):
    """What is needed of the lexicon."""

    def match_label(
        self, label: str, statement: str | None = None, *, is_per_share: bool | None = None
    ) -> tuple[str, str] | None:
        """(concept id, why) of a printed label, or None."""
        ...


@dataclass(frozen=True, slots=True)
class _Place:
    document_id: str
    table: Table
    row_number: int
    row: Row


def figures_of(
    document_id: str,
    structure: Structure,
    lexicon: LabelMatcher,
    kept: Callable[[Iterable[Figure]], Sequence[Figure]] = list,
) -> Sequence[Figure]:
    """All figures of a document, in order of page, table, row and column.

    Cells without a column, rows without a label and columns of bid tabulations' item numbers
    give none. ``figure_id`` depends on the document and the place alone. ``kept`` keeps them
    where they may be too many for memory.
    """
    figures = (
        figure
        for table in structure.tables
        for number, row in enumerate(table.rows)
        if row.label
        for figure in _of_row(_Place(document_id, table, number, row), lexicon)
    )
    return kept(with_tied_units(kept(figures)))


def _of_row(place: _Place, lexicon: LabelMatcher) -> Iterator[Figure]:
    table, row = place.table, place.row
    units = row_units(table, row)
    concept, reason = _concept(row, table.statement, units.kind, lexicon)
    for cell in row.cells:
        if cell.value is None or cell.column is None:
            continue
        column = table.columns[cell.column]
        yield _figure(place, cell, column, units, concept, reason)


def _figure(
    place: _Place,
    cell: Cell,
    column: Column,
    units: RowUnits,
    concept: str | None,
    reason: str,
) -> Figure:
    table, row = place.table, place.row
    meant = units.of_cell(cell, column)
    value = cell.value
    if value is None:  # checked by the caller; an empty cell is never a zero
        raise ValueError(f"cell {cell.printed!r} on page {table.page} has no value")
    return Figure(
        figure_id=f"{place.document_id}/p{table.page}/t{table.number}/r{place.row_number}/c{cell.column}",
        document_id=place.document_id,
        page=table.page,
        table=table.number,
        table_title=table.title,
        statement=table.statement,
        label=row.label,
        path=row.path,
        column_header=column.header,
        concept=concept,
        concept_reason=reason,
        period=column.period,
        period_end=column.period_end,
        is_instant=column.is_instant,
        value=value,
        scale=meant.scale,
        currency=meant.currency,
        unit=meant.unit,
        is_percent=meant.is_percent,
        printed=cell.printed,
        row_span=row.span,
        cell_span=cell.span,
    )


def _concept(
    row: Row, statement: str | None, unit: str, lexicon: LabelMatcher
) -> tuple[str | None, str]:
    """The row's concept; "Basic" or "Total" is read together with the heading above it.

    A row of amounts a share ("Net income …" under "Earnings per common share—basic") is never
    taken for the amount, nor the other way round.
    """
    is_per_share = {"per_share": True, "money": False}.get(unit)
    tried = [row.label]
    if row.path and (is_per_share or _GENERIC.match(row.label)):
        heading = row.path[-1]
        tried = [f"{row.label} {heading}", f"{heading} {row.label}", row.label]
    for label in tried:
        match = lexicon.match_label(label, statement, is_per_share=is_per_share)
        if match is not None:
            return match
    return None, ""
