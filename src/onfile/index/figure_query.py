"""Select figures by document, concept, page, statement and fiscal year."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from onfile.index.rows import FIGURE_COLUMNS, to_figure
from onfile.types import Figure

_JSON_LIST = "(SELECT value FROM json_each(?))"


@dataclass(frozen=True, slots=True)
class FigureFilter:
    """Each a JSON list of the values that fit, or None for any."""

    document_ids: str | None
    concepts: str | None
    pages: str | None
    statements: str | None
    fiscal_years: str | None

    @classmethod
    def of(cls, *filters: Iterable[str] | Iterable[int] | None) -> Self:
        """Filters in the order of the fields."""
        return cls(*(None if f is None else json.dumps(sorted(set(f))) for f in filters))


def select(connection: sqlite3.Connection, wanted: FigureFilter) -> list[Figure]:
    """The figures that fit every filter, by document id, page, table, row and column."""
    tests = {
        f"f.doc IN (SELECT doc FROM documents WHERE document_id IN {_JSON_LIST})": (
            wanted.document_ids
        ),
        f"f.concept IN {_JSON_LIST}": wanted.concepts,
        f"f.page IN {_JSON_LIST}": wanted.pages,
        f"f.statement IN {_JSON_LIST}": wanted.statements,
        f"f.fiscal_year IN {_JSON_LIST}": wanted.fiscal_years,
    }
    used = {test: values for test, values in tests.items() if values is not None}
    rows = connection.execute(
        f"SELECT {FIGURE_COLUMNS} FROM figures f JOIN documents d USING (doc)"
        f" WHERE {' AND '.join(used) or '1'}"
        " ORDER BY d.document_id, f.page, f.table_number, f.row",
        tuple(used.values()),
    )
    return [to_figure(row) for row in rows]
