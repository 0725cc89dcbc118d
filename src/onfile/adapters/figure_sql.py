"""Figures as an Arrow table, as a DuckDB file, and asked by SQL (pyarrow, duckdb; extra ``sql``).

Numbers are ``DECIMAL(38, 10)``, never floats. A query runs on a copy in memory: it can read no
file, write none and load no extension.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from onfile.errors import SettingError, UsageError
from onfile.figure_columns import COLUMNS, PLACES

TABLE = "figures"
MEMORY = "2GB"  # for one query


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query gave: the columns' names, the rows in order, and both as an Arrow table."""

    names: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    arrow: Any


def arrow_table(values: Mapping[str, Sequence[Any]]) -> Any:
    """A ``pyarrow.Table`` of the columns; each field's metadata has its ``meaning``.

    Raises:
        SettingError: pyarrow is not installed.
    """
    arrow = _module("pyarrow")
    kinds = {
        "text": arrow.string(),
        "integer": arrow.int64(),
        "decimal": arrow.decimal128(38, PLACES),
        "date": arrow.date32(),
        "boolean": arrow.bool_(),
    }
    fields = [
        arrow.field(column.name, kinds[column.kind], metadata={"meaning": column.meaning})
        for column in COLUMNS
    ]
    return arrow.table(dict(values), schema=arrow.schema(fields))


def query(table: Any, sql: str) -> Answer:
    """Ask the table ``figures``.

    Raises:
        UsageError: the SQL is wrong, or reaches for a file.
        SettingError: duckdb is not installed.
    """
    duckdb = _module("duckdb")
    with duckdb.connect(":memory:") as connection:
        connection.register(TABLE, table)
        connection.execute(f"SET memory_limit='{MEMORY}'")
        connection.execute("SET enable_external_access=false")
        connection.execute("SET lock_configuration=true")
        try:
            relation = connection.sql(sql)
            found = None if relation is None else relation.to_arrow_table()
        except duckdb.Error as error:
            first = str(error).partition("\n")[0]
            hint = "the table is figures; onfile figures sql --columns lists its columns"
            raise UsageError(f"SQL: {first}", hint=hint) from error
    if found is None:
        raise UsageError("SQL: the statement gives no rows", hint="begin with SELECT")
    columns = [column.to_pylist() for column in found.columns]
    return Answer(tuple(found.column_names), list(zip(*columns, strict=True)), found)


def write_arrow(table: Any, path: Path) -> None:
    """An Arrow IPC file (also called Feather), for pandas, Polars, R and DuckDB."""
    with _module("pyarrow.ipc").new_file(str(path), table.schema) as writer:
        writer.write_table(table)


def write_duckdb(table: Any, path: Path) -> None:
    """A new DuckDB file with the table ``figures``, each column with its meaning as a comment.

    Raises:
        SettingError: the file exists: nothing is overwritten or mixed.
    """
    if path.exists():
        raise SettingError(f"{path} exists already", hint="name a new file")
    with _module("duckdb").connect(str(path)) as connection:
        connection.register("given", table)
        connection.execute(f"CREATE TABLE {TABLE} AS SELECT * FROM given")
        for column in COLUMNS:
            meaning = column.meaning.replace("'", "''")
            connection.execute(f"COMMENT ON COLUMN {TABLE}.{column.name} IS '{meaning}'")


def write_answer(answer: Answer, path: Path) -> None:
    """A query's rows as .csv, .parquet or .arrow.

    Raises:
        UsageError: the ending is another.
    """
    ending = path.suffix.lower()
    if ending == ".csv":
        _module("pyarrow.csv").write_csv(answer.arrow, str(path))
    elif ending == ".parquet":
        _module("pyarrow.parquet").write_table(answer.arrow, str(path))
    elif ending == ".arrow":
        write_arrow(answer.arrow, path)
    else:
        raise UsageError(f"{path.name}: rows are written as .csv, .parquet or .arrow")


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        package = name.partition(".")[0]
        raise SettingError(f"{package} is not installed: pip install 'onfile[sql]'") from error
