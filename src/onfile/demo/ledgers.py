"""Reads the books of the made-up companies from ``data/``: one row a period.

The columns are named as the fields of ``Entries`` and ``Balance``; amounts are in the unit that
the company reports in, shares in millions.
"""

from __future__ import annotations

import csv
import datetime as dt
from decimal import Decimal
from pathlib import Path

from onfile.demo.books import Balance, Entries

Key = tuple[int, int]  # fiscal year and quarter; quarter 0 is the full year

_DATA = Path(__file__).with_name("data")
_SHARES = ("basic_shares", "diluted_shares")


def read_entries(company: str) -> dict[Key, Entries]:
    """Each period's entries by fiscal year and quarter."""
    return {_key(row): _entries(row) for row in _rows(f"{company}.csv")}


def read_ends(company: str) -> dict[Key, dt.date]:
    """Each period's last day by fiscal year and quarter."""
    return {_key(row): dt.date.fromisoformat(row["end"]) for row in _rows(f"{company}.csv")}


def read_opening(company: str) -> Balance:
    """The balance sheet with which the books begin."""
    (row,) = _rows(f"{company}_opening.csv")
    return Balance(**{name: int(cell) for name, cell in row.items()})


def _rows(name: str) -> list[dict[str, str]]:
    with (_DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _key(row: dict[str, str]) -> Key:
    return int(row["fiscal_year"]), int(row["quarter"])


def _entries(row: dict[str, str]) -> Entries:
    amounts = {name: int(row[name]) for name in Entries.__dataclass_fields__ if name not in _SHARES}
    basic, diluted = (Decimal(row[name]) for name in _SHARES)
    return Entries(basic_shares=basic, diluted_shares=diluted, **amounts)
