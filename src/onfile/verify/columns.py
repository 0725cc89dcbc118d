"""The cells of the row and the column that a sentence says a number is of.

What is not named is not known: a row that no table has, or a column that the sentence leaves
open, gives no cells.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from onfile.language.numbers import PrintedNumber
from onfile.language.periods import resolve
from onfile.types import Figure, Period
from onfile.verify.contradiction import direction
from onfile.verify.equal import is_same_money, states
from onfile.verify.folding import words
from onfile.verify.named import BIDS, Cell, Mark, Named, Names, Phrases, phrases_of

_ABOUT = r"(?:about |approximately |around |roughly |nearly )?"
BY = re.compile(rf"\bby\s+(?:an? )?{_ABOUT}$", re.IGNORECASE)
FROM = re.compile(
    rf"\b(?:from|than|compared (?:to|with)|against|versus|vs\.?)\s+(?:the |its |their )?{_ABOUT}$",
    re.IGNORECASE,
)
TO = re.compile(rf"\bto\s+{_ABOUT}$", re.IGNORECASE)
_MORE = re.compile(r"\b(?:more|greater)\b", re.IGNORECASE)
_LESS = re.compile(r"\b(?:less|cheaper|fewer)\b", re.IGNORECASE)
_TIMES = re.compile(r"\b(?:multipl|divid)\w*\s+by\b[^.;]{0,12}$", re.IGNORECASE)
_CHANGE_AFTER = re.compile(
    r"\s*(?:year[- ](?:over|on)[- ]year |yoy )?"
    r"(?:increase|decrease|rise|decline|drop|growth|reduction|gain|fall|higher|lower|more|less)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a sentence is contradicted, and the figures that say so."""

    reason: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Tables:
    """The cells that sentences are held against."""

    cells: tuple[Cell, ...]
    names: Names

    @cached_property
    def by_row(self) -> Mapping[str, tuple[Cell, ...]]:
        """Cells by the key of their row."""
        found: dict[str, list[Cell]] = {}
        for cell in self.cells:
            if cell.figure.period is not None or cell.figure.statement == BIDS:
                found.setdefault(cell.row, []).append(cell)
        return {row: tuple(cells) for row, cells in found.items()}

    @cached_property
    def phrases(self) -> Phrases:
        """How their rows and parties are named."""
        return phrases_of(self.cells)


@dataclass(frozen=True, slots=True)
class Column:
    """What a number is said to be of, besides its row."""

    periods: tuple[Mark, ...]
    companies: frozenset[str]
    parts: frozenset[str]
    asked: tuple[Period, ...]

    def holds(self, cell: Cell, names: Names) -> bool:
        """True when the cell is in this column."""
        return self.is_of(cell) and self.is_when(cell, names)

    def is_of(self, cell: Cell) -> bool:
        """True when the cell is the company's, bidder's or part's that is named."""
        if self.companies and cell.company not in self.companies:
            return False
        return cell.party in self.parts if cell.party else not self.parts

    def is_when(self, cell: Cell, names: Names) -> bool:
        """True when the cell is of a period that is named, or else of the one asked for."""
        if cell.figure.statement == BIDS:
            return True
        return any(is_same_period(p, cell.figure) for p in self.when(cell, names))

    def when(self, cell: Cell, names: Names) -> tuple[Period, ...]:
        """The periods that are named, in the calendar of the cell's company."""
        if not self.periods:
            return self.asked
        calendar = names.calendar(cell.figure.document_id)
        anchor = self.asked[0] if len(self.asked) == 1 else None
        return tuple(
            p for m in self.periods if m.period for p in resolve(m.period, calendar, anchor)
        )


def column_of(named: Named, number: PrintedNumber, asked: Sequence[Period]) -> Column:
    """The column that a number is said to be of.

    ``asked``: the period that is meant where the sentence names none.
    """
    parties = named.party_of(number)
    companies = frozenset(
        m.key.removeprefix("company:") for m in parties if m.key.startswith("company:")
    )
    parts = frozenset(m.key for m in parties if not m.key.startswith("company:"))
    periods = named.period_of(number)
    is_open = not named.dates and not named.is_compared_with(number)
    return Column(periods, companies, parts, tuple(asked) if is_open else ())


def is_same_period(wanted: Period, figure: Figure) -> bool:
    """True when a figure is of a period; an instant at its end counts."""
    held = figure.period
    if held is None or held.fiscal_year != wanted.fiscal_year:
        return False
    if figure.is_instant:
        return (held.quarter or 4) == (wanted.quarter or 4)
    if held.quarter != wanted.quarter:
        return False
    return (held.months or 3) == (wanted.months or 3) or wanted.quarter is None


def is_of(number: PrintedNumber, cell: Cell) -> bool:
    """True when a number is a cell's: amount, currency, and percentage or not."""
    figure = cell.figure
    if number.is_percent != figure.is_percent or not is_same_money(number, figure.currency):
        return False
    return states(number, cell.amount, scale_is_known=figure.scale is not None)


def bound_cells(
    named: Named, number: PrintedNumber, tables: Tables, asked: Sequence[Period]
) -> tuple[Cell, ...]:
    """The cells of the row and column that the sentence names, which state the number."""
    column = column_of(named, number, asked)
    return tuple(
        c
        for mark in named.row_of(number)
        for c in tables.by_row.get(mark.key, ())
        if column.holds(c, tables.names) and is_of(number, c)
    )


def written(number: PrintedNumber) -> str:
    """The number as it is written, without the full stop of its sentence."""
    return number.printed.rstrip(".,")


def way_of(text: str) -> int:
    """+1 for words of rising or of more, -1 of falling or of less, 0 for neither or both."""
    more, less = _MORE.search(text) is not None, _LESS.search(text) is not None
    return direction(words(text)) or int(more) - int(less)


def is_told_as_change(named: Named, number: PrintedNumber) -> bool:
    """True for the 5 of "rose by 5", "up 5%", "an increase of 5": no level."""
    before = named.text[: number.start]
    if BY.search(before):
        return not _TIMES.search(before)
    if _CHANGE_AFTER.match(named.text[number.end :]):
        return True
    last = " ".join(before.split()[-3:])
    is_level = TO.search(before) or FROM.search(before)
    return bool(direction(words(last))) and not is_level
