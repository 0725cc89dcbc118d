"""Units of a table in the notes that states none, known from a row that a statement also prints.

"Total net revenue 1,438,905 1,476,380" in the segment note, with the same amounts for the same
years in the income statement "(in thousands)": the note is in thousands too. Nothing is assumed
where no row is the same, or where two rows say different things.
"""

from __future__ import annotations

import dataclasses
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import groupby

from onfile.figures.asides import MONEY_STATEMENTS
from onfile.types import Figure, Period

MIN_DIGITS = 4  # of an amount: shorter ones are equal by chance
_COUNTED = re.compile(
    r"\bnumber of\b|\bheadcount\b|\bemployees\b|\b(?:count|days|rate|ratio)$"
    r"|^(?:total )?(?:stores|shops|stations|units|locations)$",
    re.I,
)
MIN_SAME = 2  # columns of a row that must be equal, all of those that have a period

_Units = tuple[int, str | None]
_Amount = tuple[Period, Decimal]


def with_tied_units(figures: Sequence[Figure]) -> Iterator[Figure]:
    """The figures of one document; scale and currency filled in where a statement tells them."""
    stated = _stated(figures)
    units: dict[tuple[int, int], set[_Units]] = defaultdict(set)
    for place, of_table in groupby(figures, key=lambda figure: (figure.page, figure.table)):
        for row in _rows(of_table):
            if row[0].scale is None and _is_money(row[0]):
                found = _units_of(row, stated)
                if found is not None:
                    units[place].add(found)
    return (_filled(f, units.get((f.page, f.table), set())) for f in figures)


def _rows(of_table: Iterable[Figure]) -> list[list[Figure]]:
    rows: dict[int, list[Figure]] = defaultdict(list)
    for figure in of_table:
        rows[figure.row_span.start].append(figure)
    return list(rows.values())


def _stated(figures: Iterable[Figure]) -> dict[_Amount, set[_Units]]:
    stated: dict[_Amount, set[_Units]] = defaultdict(set)
    for figure in figures:
        is_stated = figure.statement in MONEY_STATEMENTS and _is_money(figure)
        if is_stated and figure.scale is not None and figure.period is not None:
            stated[figure.period, abs(figure.value)].add((figure.scale, figure.currency))
    return stated


def _units_of(row: Sequence[Figure], stated: dict[_Amount, set[_Units]]) -> _Units | None:
    """What the statements say of a row whose every dated amount they print; None if in doubt."""
    dated = [(f.period, abs(f.value)) for f in row if f.period is not None]
    if len(dated) < MIN_SAME or any(len(str(int(value))) < MIN_DIGITS for _, value in dated):
        return None
    said = [stated.get(amount, set()) for amount in dated]
    common = set.intersection(*said)
    return common.pop() if len(common) == 1 else None


def _is_money(figure: Figure) -> bool:
    return figure.unit is None and not figure.is_percent


def _filled(figure: Figure, units: set[_Units]) -> Figure:
    if len(units) != 1 or figure.scale is not None or not _is_money(figure):
        return figure
    if figure.value % 1 or _COUNTED.search(figure.label):
        return figure  # cents and numbers of things are not of the amounts' scale
    scale, currency = next(iter(units))
    return dataclasses.replace(figure, scale=scale, currency=figure.currency or currency)
