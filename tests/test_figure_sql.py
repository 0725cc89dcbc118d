"""Figures asked by SQL: exact numbers, a citation in every row, and no way to a file."""

from __future__ import annotations

import dataclasses
import json
from decimal import Decimal
from pathlib import Path

import pytest
from typer.testing import CliRunner

from face_fakes import ScriptedEngine
from onfile.adapters.figure_sql import arrow_table, query, write_answer, write_arrow, write_duckdb
from onfile.cli.main import app
from onfile.errors import SettingError, UsageError
from onfile.figure_columns import COLUMNS, rows_json, values_of
from onfile.types import Document, Figure, Identity, Period, Span

duckdb = pytest.importorskip("duckdb")
DOCUMENT = Document(
    "doc", "Northwind_2031.pdf", "Northwind_2031.pdf", "application/pdf", 1, 9, True,
    Identity(company="Northwind", form="10-K", period=Period(2031)),
)  # fmt: skip
FIGURE = Figure(
    "doc/p3/t1/r0/c0", "doc", 3, 1, "Statements of income", "income", "Net sales", ("Revenue",),
    "2031", "revenue", "", Period(2031), None, False, Decimal("0.1"), 1_000_000, "USD", None,
    False, "0.1", Span(3, 0, 9), Span(3, 0, 9),
)  # fmt: skip


class _Noting(ScriptedEngine):
    """Notes who asks."""

    def __init__(self) -> None:
        super().__init__()
        self.askers: list[str | None] = []

    def figures(self, *given, as_user=None):
        self.askers.append(as_user)
        return super().figures(*given, as_user=as_user)

    def documents(self, *, as_user=None):
        self.askers.append(as_user)
        return super().documents(as_user=as_user)


def table(*figures: Figure):
    return arrow_table(values_of(figures, {"doc": DOCUMENT}))


def of(**given: object) -> Figure:
    return dataclasses.replace(FIGURE, **given)


def test_ten_tenths_are_exactly_one():
    found = query(table(*[FIGURE] * 10), "SELECT sum(number), sum(amount) FROM figures")
    assert found.rows == [(Decimal(1), Decimal(1_000_000))]


def test_what_is_not_stated_is_null():
    rows = query(table(of(scale=None, period=None)), "SELECT amount, period, number FROM figures")
    assert rows.rows == [(None, None, Decimal("0.1"))]


def test_every_row_has_its_document_page_row_and_print():
    sql = "SELECT document, page, headings, label, column_header, printed, figure_id FROM figures"
    (row,) = query(table(FIGURE), sql).rows
    where = ("Northwind_2031.pdf", 3, "Revenue", "Net sales", "2031", "0.1")
    assert row == (*where, "doc/p3/t1/r0/c0")


def test_a_number_that_can_not_be_kept_exactly_is_an_error_and_never_rounded():
    with pytest.raises(SettingError, match="exactly"):
        table(of(value=Decimal("0.00000000001")))


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_csv('{path}')",
        "COPY figures TO '{path}'",
        "ATTACH '{path}' AS other",
        "INSTALL httpfs",
        "SET enable_external_access=true",
    ],
)
def test_a_query_reaches_no_file_and_no_network(sql, tmp_path: Path):
    path = tmp_path / "x.csv"
    with pytest.raises(UsageError):
        query(table(FIGURE), sql.format(path=path))
    assert not path.exists()


@pytest.mark.parametrize("sql", ["SELEC 1", "SELECT * FROM nothing", ""])
def test_sql_that_gives_no_rows_is_wrong_usage(sql):
    with pytest.raises(UsageError, match="SQL"):
        query(table(FIGURE), sql)


def test_a_duckdb_file_says_what_its_columns_mean_and_is_never_overwritten(tmp_path: Path):
    path = tmp_path / "figures.duckdb"
    write_duckdb(table(FIGURE), path)
    with duckdb.connect(str(path), read_only=True) as connection:
        found = connection.execute(
            "SELECT column_name, comment FROM duckdb_columns() WHERE table_name = 'figures'"
        ).fetchall()
        assert found == [(column.name, column.meaning) for column in COLUMNS]
        assert connection.execute("SELECT number FROM figures").fetchall() == [(Decimal("0.1"),)]
    with pytest.raises(SettingError, match="exists already"):
        write_duckdb(table(FIGURE), path)


def test_rows_are_written_in_the_format_of_the_ending(tmp_path: Path):
    import pyarrow.ipc

    found = query(table(FIGURE), "SELECT number FROM figures")
    write_answer(found, tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_text(encoding="utf-8").split() == [
        '"number"',
        "0.1000000000",
    ]
    write_arrow(table(FIGURE), tmp_path / "rows.arrow")
    read = pyarrow.ipc.open_file(str(tmp_path / "rows.arrow")).read_all()
    assert read.column("number").to_pylist() == [Decimal("0.1")]
    with pytest.raises(UsageError, match=r"rows\.txt"):
        write_answer(found, tmp_path / "rows.txt")


def test_a_decimal_that_no_json_number_holds_exactly_is_text():
    exact = Decimal("12345678901234567.25")
    assert rows_json(["a", "b"], [[Decimal("0.1"), exact]])["rows"] == [[0.1, f"{exact}"]]


def test_the_documentation_has_every_column_with_its_meaning():
    text = (Path(__file__).parents[1] / "docs" / "figures-in-sql.md").read_text(encoding="utf-8")
    for column in COLUMNS:
        assert f"| `{column.name}` | {column.kind} | {column.meaning} |" in text


def test_the_command_lists_columns_and_asks_as_its_user():
    engine = _Noting()
    listed = json.loads(CliRunner().invoke(app, ["figures", "sql", "--columns", "--json"]).stdout)
    assert [column["name"] for column in listed["columns"]] == [c.name for c in COLUMNS]
    sql = "SELECT company, label, page FROM figures"
    asked = CliRunner().invoke(app, ["figures", "sql", sql, "--json", "--as", "ida"], obj=engine)
    assert asked.exit_code == 0, asked.stderr
    assert json.loads(asked.stdout)["columns"] == ["company", "label", "page"]
    assert engine.askers == ["ida", "ida"]  # for the figures and for their documents


@pytest.mark.parametrize("given", [[], ["SELECT 1", "--columns"], ["--columns", "--out", "a.csv"]])
def test_the_command_wants_either_sql_or_the_columns(given):
    assert CliRunner().invoke(app, ["figures", "sql", *given], obj=ScriptedEngine()).exit_code == 2
