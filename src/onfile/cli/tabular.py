"""Rows and columns of SQL on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from rich.table import Table
from rich.text import Text

from onfile.cli.render import console
from onfile.figure_columns import Column


def show_columns(columns: Sequence[Column]) -> None:
    """The columns of the table that SQL asks."""
    table = _table("column", "type", "meaning")
    for column in columns:
        table.add_row(column.name, column.kind, Text(column.meaning))
    console().print(table)


def show_rows(names: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Rows of a query; nothing is shortened, and NULL is left empty."""
    table = _table(*names)
    for row in rows:
        table.add_row(*(Text("" if value is None else _cell(value)) for value in row))
    console().print(table)
    console().print(f"{len(rows):,} row{'' if len(rows) == 1 else 's'}")


def _table(*names: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in names:
        table.add_column(name, overflow="fold")
    return table


def _cell(value: object) -> str:
    if not isinstance(value, Decimal):
        return str(value)
    text = f"{value:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
