"""The table ``figures`` for SQL: which columns it has, what they mean, and its rows.

Every row carries its own citation: document, page, row, column and the number as printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from onfile.contract import number_json
from onfile.errors import SettingError
from onfile.types import Document, Figure, JsonObject

PLACES = 10  # after the point, of DECIMAL(38, 10): no filing prints more
LARGEST = Decimal(10) ** (38 - PLACES)


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the table.

    Attributes:
        kind: "text", "integer", "decimal", "date" or "boolean".
        meaning: In words, units included; NULL is what the document does not say.
        of: Takes the value from a figure and its document.
    """

    name: str
    kind: str
    meaning: str
    of: Callable[[Figure, Document], Any]


COLUMNS = (
    Column("company", "text", "as it is called on file", lambda f, d: d.identity.company),
    Column("concept", "text", "id of the lexicon, such as revenue", lambda f, d: f.concept),
    Column("period", "text", "FY2022, 2022Q3, 2022Q3-9M: the company's own calendar",
           lambda f, d: f.period.name if f.period else None),
    Column("amount", "decimal", "the number times its scale, in ones; a percentage as printed; "
           "NULL where no scale is stated", lambda f, d: _amount(f)),
    Column("currency", "text", "ISO code", lambda f, d: f.currency),
    Column("unit", "text", "percent, shares, USD per share …; NULL is money",
           lambda f, d: "percent" if f.is_percent else f.unit),
    Column("number", "decimal", "as printed, with its sign, before scaling", lambda f, d: f.value),
    Column("scale", "integer", "1, 1000, 1000000 …", lambda f, d: f.scale),
    Column("period_end", "date", "last day, where it is printed", lambda f, d: f.period_end),
    Column("is_instant", "boolean", "a balance at a date, not a flow over a time",
           lambda f, d: f.is_instant),
    Column("statement", "text", "income, balance_sheet, cash_flow, equity, segments …; NULL in "
           "notes and discussion", lambda f, d: f.statement),
    Column("label", "text", "the row's label, as printed", lambda f, d: f.label),
    Column("headings", "text", "above the row, outermost first", lambda f, d: " › ".join(f.path)),
    Column("column_header", "text", "above the number", lambda f, d: f.column_header),
    Column("printed", "text", "the number, letter for letter", lambda f, d: f.printed),
    Column("document", "text", "file name", lambda f, d: d.name),
    Column("form", "text", "10-K, 10-Q, earnings release …", lambda f, d: d.identity.form),
    Column("document_period", "text", "period that the document is about: where it differs from "
           "period, the number is a prior period's column",
           lambda f, d: d.identity.period.name if d.identity.period else None),
    Column("page", "integer", "physical page, from 1", lambda f, d: f.page),
    Column("table_number", "integer", "on the page, from 1", lambda f, d: f.table),
    Column("table_title", "text", "as printed above the table", lambda f, d: f.table_title),
    Column("concept_reason", "text", "why the row was taken for the concept",
           lambda f, d: f.concept_reason),
    Column("figure_id", "text", "document, page, table, row and column of the cell",
           lambda f, d: f.figure_id),
    Column("document_id", "text", "sha256 of the file", lambda f, d: f.document_id),
)  # fmt: skip


def values_of(
    figures: Sequence[Figure], documents: Mapping[str, Document]
) -> dict[str, Sequence[Any]]:
    """The table by columns, rows in the order given.

    Args:
        figures: The rows.
        documents: By id; those of all figures.

    Raises:
        SettingError: a number can't be kept exactly in ``DECIMAL(38, 10)``.
    """
    pairs = [(figure, documents[figure.document_id]) for figure in figures]
    return {column.name: [column.of(*pair) for pair in pairs] for column in COLUMNS}


def columns_json() -> JsonObject:
    """What the columns are called and mean."""
    listed = [{"name": c.name, "kind": c.kind, "meaning": c.meaning} for c in COLUMNS]
    return {"columns": listed}


def rows_json(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> JsonObject:
    """Rows of a query for a program; a decimal that no JSON number holds exactly is text."""
    return {"columns": list(names), "rows": [[_plain(value) for value in row] for row in rows]}


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        number = number_json(value)
        return number if Decimal(str(number)) == value else f"{value:f}"
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _amount(figure: Figure) -> Decimal | None:
    _check(figure)
    if figure.is_percent:
        return figure.value
    return None if figure.scale is None else figure.value * figure.scale


def _check(figure: Figure) -> None:
    places = -int(figure.value.as_tuple().exponent)
    if places > PLACES or abs(figure.value) * (figure.scale or 1) >= LARGEST:
        raise SettingError(
            f"{figure.figure_id}: {figure.printed!r} can't be kept exactly with {PLACES} places"
        )
