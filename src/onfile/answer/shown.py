"""How a figure is named and shown in an answer."""

from __future__ import annotations

from onfile.language.numbers import format_amount
from onfile.types import Figure


def row_name(figure: Figure) -> str:
    """The row's label with the heading above it, as printed."""
    label = figure.label.rstrip(" :")
    return f"{figure.path[-1].rstrip(' :')} › {label}" if figure.path else label


def shown(figure: Figure) -> str:
    """The amount as an answer shows it, with its unit."""
    amount = format_amount(
        figure.value, figure.scale, figure.currency, is_percent=figure.is_percent
    )
    return f"{amount} {figure.unit}" if figure.unit and not figure.is_percent else amount
