"""Names for totals that the page prints without any label, where arithmetic proves them.

Some statements draw a line and print the sum alone. Such a row is named after the heading whose
rows it adds up, or, on a balance sheet, by the equality of its two sides. The label says that
the page has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from onfile.types import Row

UNLABELLED = "(unlabelled on the page)"
ROUNDING = Decimal(2)  # printed units, for sums of rounded terms

_Values = dict[int, Decimal]


def name_totals(rows: Sequence[Row], statement: str | None) -> tuple[Row, ...]:
    """The rows with proven totals named; all other unlabelled rows stay without a label."""
    named = list(rows)
    for n, row in enumerate(rows):
        if not row.label and row.path and _adds_up(row, _members(rows, n)):
            named[n] = replace(row, label=f"Total {row.path[-1]} {UNLABELLED}")
    if statement == "balance_sheet":
        _name_both_sides(named)
    return tuple(named)


def _members(rows: Sequence[Row], at: int) -> list[Row]:
    """Labelled rows right above that stand under the same heading."""
    members: list[Row] = []
    for row in reversed(rows[:at]):
        if row.path != rows[at].path or not row.label:
            break
        members.append(row)
    return members


def _adds_up(total: Row, members: Sequence[Row]) -> bool:
    if len(members) < 2:
        return False
    terms = [_values(row) for row in members]
    sums = _values(total)
    return bool(sums) and all(
        abs(sum((term.get(column, Decimal(0)) for term in terms), Decimal(0)) - value) <= ROUNDING
        for column, value in sums.items()
    )


def _name_both_sides(rows: list[Row]) -> None:
    """Two unlabelled rows with the same amounts are total assets, and what they are funded by."""
    bare = [n for n, row in enumerate(rows) if not row.label]
    pairs = [
        (a, b)
        for at, a in enumerate(bare)
        for b in bare[at + 1 :]
        if len(_values(rows[a])) > 1 and _values(rows[a]) == _values(rows[b])
    ]
    if len(pairs) == 1:
        first, second = pairs[0]
        rows[first] = replace(rows[first], label=f"Total assets {UNLABELLED}")
        rows[second] = replace(rows[second], label=f"Total liabilities and equity {UNLABELLED}")


def _values(row: Row) -> _Values:
    return {
        cell.column: cell.value
        for cell in row.cells
        if cell.column is not None and cell.value is not None
    }
