"""Places in a spreadsheet: the grid on which its cells are laid out, and their names.

A sheet has no printed form, so its reader sets every column ``COLUMN_PT`` wide and every row
``ROW_PT`` high. A character's box then tells its cell, and tables are read from boxes as they are
on a printed page.
"""

from __future__ import annotations

import numpy as np

from onfile.types import FloatArray

COLUMN_PT = 100.0
ROW_PT = 12.0
MEDIA_TYPES = frozenset(
    {
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "text/csv",
    }
)


def column_name(column: int) -> str:
    """``A`` for 1, ``Z`` for 26, ``AA`` for 27."""
    name = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def cell_name(row: int, column: int) -> str:
    """``B7`` for row 7, column 2, both from 1."""
    return f"{column_name(column)}{row}"


def cells_of(boxes: FloatArray) -> str | None:
    """The cell, or the range from the first to the last, in which characters stand.

    Args:
        boxes: ``(n, 4)`` of a sheet's characters, NaN for those without ink.

    Returns:
        ``B7``, ``A7:D7``, or None where no character has ink.
    """
    middles = boxes[~np.isnan(boxes[:, 0])]
    if not len(middles):
        return None
    columns = ((middles[:, 0] + middles[:, 2]) / 2 // COLUMN_PT).astype(int) + 1
    rows = ((middles[:, 1] + middles[:, 3]) / 2 // ROW_PT).astype(int) + 1
    first = cell_name(int(rows.min()), int(columns.min()))
    last = cell_name(int(rows.max()), int(columns.max()))
    return first if first == last else f"{first}:{last}"
