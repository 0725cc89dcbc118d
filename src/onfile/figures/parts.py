"""Rows that add up: a run of rows and the total that is their sum, in one column of one table.

That the sum comes out is what makes a run certain: no row is missed, none is of another kind,
and the total is not taken for a part. Totals that add up to a larger total are parts again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from onfile.types import Figure

Terms = Callable[[str], Sequence[str]]

MIN_PARTS = 2
_TITLE_TAIL = 120  # characters: a title runs into the prose before it, its end names the table
_PLACE = re.compile(r"/r(\d+)/c(\d+)$")


@dataclass(frozen=True, slots=True)
class Sum:
    """Rows of one column that add up to a total.

    Attributes:
        parts: Two or more, in order of rows.
        total: Their sum as the table prints it.
        is_of_totals: Some of the parts are sums themselves.
    """

    parts: tuple[Figure, ...]
    total: Figure
    is_of_totals: bool = False

    @property
    def words(self) -> str:
        """What stands above and around the rows: headings, column header, end of the title."""
        first = self.parts[0]
        title = first.table_title[-_TITLE_TAIL:]
        heading = " ".join(self.total.path if self.is_of_totals else first.path)
        return f"{title} {heading} {first.column_header[-_TITLE_TAIL:]} {self.total.label}"


def sums_of(figures: Iterable[Figure]) -> list[Sum]:
    """All sums in the columns of tables, by table, column and row.

    Args:
        figures: Of one period, the figures of a table together.
    """
    found: list[Sum] = []
    for _, group in groupby(figures, key=lambda f: (f.document_id, f.page, f.table)):
        columns: dict[int, list[tuple[int, Figure]]] = {}
        for figure in group:
            place = place_of(figure)
            if place is not None:
                columns.setdefault(place[1], []).append((place[0], figure))
        for column in columns.values():
            found += _of_column([figure for _, figure in sorted(column, key=lambda x: x[0])])
    return found


def place_of(figure: Figure) -> tuple[int, int] | None:
    """(row, column) of a figure in its table, both from 0."""
    match = _PLACE.search(figure.figure_id)
    return (int(match[1]), int(match[2])) if match else None


def _of_column(figures: Sequence[Figure]) -> list[Sum]:
    found: list[Sum] = []
    run: list[Figure] = []
    upper: list[Figure] = []
    for figure in figures:
        if _adds_up(run, figure):
            found.append(Sum(tuple(run), figure))
            upper.append(figure)
            run = []
        elif _adds_up([*upper, *run], figure) and upper:
            if len(upper) > 1 or len(run) > 1:  # one total and one more row say nothing new
                found.append(Sum((*upper, *run), figure, is_of_totals=True))
            run, upper = [], []
        elif run and not _goes_on(run[-1], figure):
            run = [figure]
        else:
            run.append(figure)
    return found


def _goes_on(last: Figure, figure: Figure) -> bool:
    return last.path == figure.path and _kind(last) == _kind(figure)


def _adds_up(parts: Sequence[Figure], total: Figure) -> bool:
    """True where the rows come to the total, each rounded to its last printed digit."""
    counted = [part for part in parts if part.value != 0]
    if len(parts) < MIN_PARTS or len(counted) < MIN_PARTS or total.value == 0:
        return False
    if any(_kind(part) != _kind(total) for part in parts) or total.is_percent:
        return False
    step = Decimal(1).scaleb(int(total.value.as_tuple().exponent))
    gap = abs(sum((part.value for part in parts), Decimal(0)) - total.value)
    return gap <= step * len(parts) / 2 and gap < abs(total.value) / 100


def _kind(figure: Figure) -> tuple[int | None, str | None, str | None, bool]:
    return figure.scale, figure.currency, figure.unit, figure.is_percent
