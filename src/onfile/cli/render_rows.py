"""Plain tables for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

import typer
from rich.table import Table
from rich.text import Text

from onfile.cli.render import console


def show_rows(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A titled table; the first column to the left, numbers to the right."""
    typer.echo(f"\n{title}")
    table = Table(box=None, header_style="bold", pad_edge=False)
    for number, name in enumerate(header):
        is_words = number == 0 or not any(_is_number(row[number]) for row in rows)
        table.add_column(Text(name), justify="left" if is_words else "right", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console().print(table)


def _is_number(cell: str) -> bool:
    return cell[:1].isdigit()
