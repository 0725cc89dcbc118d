"""Is each number of a claim told with the scale, currency and period of the cell it is from?

A table's row holds several periods, and its scale stands far above it. Where the cells of a cited
row are stored figures, what the claim says of its number must be what the figure says; and where
it names a row of a cited page, its number must be that row's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from onfile.language.numbers import PrintedNumber, find_numbers
from onfile.types import Citation, Claim, Figure, Intent, Period, RefusalCode, Span
from onfile.verify.bound import level_fault
from onfile.verify.columns import Column, Tables, column_of
from onfile.verify.folding import beside_quotes
from onfile.verify.moved import moved_fault
from onfile.verify.named import Cell, Named, Names, cell_of, read_named

FiguresOn = Callable[[str, int], Sequence[Figure]]


@dataclass(frozen=True, slots=True)
class Cells:
    """Where the cells of a cited page come from, and how a claim's names are told.

    Attributes:
        figures_on: Stored figures of a document's page.
        names: Of the archive.
    """

    figures_on: FiguresOn
    names: Names

    def tables(self, citations: Sequence[Citation]) -> Tables:
        """The cells of the cited pages."""
        pages = dict.fromkeys((c.document_id, c.span.page) for c in citations)
        figures = [f for place in pages for f in self.figures_on(*place)]
        cells = (cell_of(f, float(f.value * (f.scale or 1)), self.names) for f in figures)
        return Tables(tuple(cells), self.names)


def unbound(claim: Claim, intent: Intent, cells: Cells) -> str:
    """Which number of the claim's own words is of another cell than it says; empty when none."""
    tables = cells.tables(claim.citations)
    found = level_fault(_named(claim, tables), tables, _asked(claim, intent))
    return "" if found is None else found.reason


def wrongly_moved(claim: Claim, intent: Intent, cells: Cells) -> str:
    """What the claim says to have gone one way, and went the other; empty when nothing."""
    tables = cells.tables(claim.citations)
    found = moved_fault(_named(claim, tables), tables, _asked(claim, intent))
    return "" if found is None else found.reason


def wrong_cell(claim: Claim, intent: Intent, cells: Cells) -> tuple[str, RefusalCode | None]:
    """What the claim says otherwise than the cell, with the code for it; empty when nothing."""
    tables = cells.tables(claim.citations)
    spans = [(c.document_id, c.span) for c in claim.citations]
    cited = [c for c in tables.cells if any(_is_in(c.figure, *span) for span in spans)]
    named = _named(claim, tables)
    for number in named.numbers:
        mine = [c for c in cited if abs(c.figure.value) == abs(number.value)]
        if not mine:
            continue
        column = column_of(named, number, _asked(claim, intent))
        faults = [_fault(number, c, column, cells.names) for c in mine]
        if all(reason for reason, _ in faults):
            return faults[0]
    return "", None


def _named(claim: Claim, tables: Tables) -> Named:
    said = beside_quotes(claim.text, [*(c.quote for c in claim.citations), claim.arithmetic])
    amounts = [n for n in find_numbers(said) if n.role == "amount"]
    return read_named(said, amounts, tables.phrases, tables.names)


def _asked(claim: Claim, intent: Intent) -> tuple[Period, ...]:
    if claim.pair is not None and claim.pair.period is not None:
        return (claim.pair.period,)
    return intent.periods if len(intent.periods) == 1 else ()


def _is_in(figure: Figure, document_id: str, span: Span) -> bool:
    is_there = figure.document_id == document_id and figure.page == span.page
    return is_there and figure.cell_span.start < span.end and span.start < figure.cell_span.end


def _fault(
    number: PrintedNumber, cell: Cell, column: Column, names: Names
) -> tuple[str, RefusalCode | None]:
    figure = cell.figure
    unit = _other_unit(number, figure)
    if unit:
        return f"{number.printed}: {unit}", RefusalCode.NUMBER_NOT_SUPPORTED
    wanted = column.when(cell, names)
    if wanted and figure.period is not None and not any(_is_same(w, figure.period) for w in wanted):
        reason = f"{number.printed} is of {figure.period.name}, not {wanted[0].name}"
        return reason, RefusalCode.WRONG_ATTRIBUTION
    return "", None


def _other_unit(number: PrintedNumber, figure: Figure) -> str:
    if number.is_percent != figure.is_percent and (number.is_percent or number.currency):
        return "its cell is a percentage" if figure.is_percent else "its cell is no percentage"
    if number.currency and figure.currency and number.currency != figure.currency:
        return f"its cell is in {figure.currency}"
    if number.currency and figure.unit and figure.currency is None:
        return f"its cell counts {figure.unit}"
    is_scaled = number.scale != 1 or number.currency is not None
    if is_scaled and figure.scale is not None and number.scale != figure.scale:
        return f"its table is in units of {figure.scale:,}"
    return ""


def _is_same(wanted: Period, held: Period) -> bool:
    if wanted.fiscal_year != held.fiscal_year:
        return False
    return wanted.quarter is None or held.quarter is None or wanted.quarter == held.quarter
