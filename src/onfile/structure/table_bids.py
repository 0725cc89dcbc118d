"""Bid tabulations: an item a row, and for each bidder a unit price and an extension."""

from __future__ import annotations

from collections.abc import Sequence

from onfile.structure.table_rows import PrintedRow
from onfile.types import Table


def bid_table(page: int, rows: Sequence[PrintedRow]) -> Table | None:
    """The bid tabulation on a page, or None."""
    return None
