"""``onfile figures``: the numbers that tables state, as a table or a file; and their sums."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from onfile.cli.options import AsJson, AsUser, Store
from onfile.cli.session import reporting, session, tell, write_json
from onfile.errors import UsageError

app = typer.Typer(help="List the numbers that tables state, each with its page, row and cell.")


class Format(StrEnum):
    """How figures are given."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"
    PLOT = "plot"
    ARROW = "arrow"
    DUCKDB = "duckdb"


@app.callback(invoke_without_command=True)
def figures(
    context: typer.Context,
    company: Annotated[str | None, typer.Option(help="As it is called on file.")] = None,
    concept: Annotated[str | None, typer.Option(help="A concept, such as revenue.")] = None,
    periods: Annotated[
        str | None,
        typer.Option("--periods", "--period", help="FY2022, 2022Q3, a list, or FY2019-FY2022."),
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="How they are given.")] = Format.TABLE,
    out: Annotated[
        Path | None, typer.Option(help="File to write; a must for all but table.")
    ] = None,
    as_user: AsUser = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """List the numbers that tables state.

    Each has its page, its row and its cell. A plot (.png, .svg) has a .csv beside it with the
    citation of every point. Arrow and DuckDB files have the columns that
    "onfile figures sql --columns" lists.
    """
    if context.invoked_subcommand is not None:
        return
    with session(context, as_json=as_json, store=store) as engine:
        from onfile.cli.render import show_figures
        from onfile.contract import figures_json
        from onfile.exporting import known_concept, periods_in
        from onfile.language.lexicon import load

        if concept is not None:
            known_concept(concept, (one.id for one in load(engine.settings.lexicon).concepts))
        wanted = periods_in(periods) if periods else frozenset()
        only = next(iter(wanted)) if len(wanted) == 1 else None
        found = engine.figures(company, concept, only, as_user=as_user)
        if len(wanted) > 1:
            found = [f for f in found if f.period is not None and f.period.name in wanted]
        names = {d.document_id: d.name for d in engine.documents(as_user=as_user)}
        if as_json or (form is Format.JSON and out is None):
            write_json(figures_json(found, names))
        elif form is Format.TABLE and out is None:
            show_figures(found, names)
        elif form in (Format.ARROW, Format.DUCKDB):
            from onfile.export_files import write_table

            documents = engine.documents(as_user=as_user)
            written_to = write_table(found, documents, form.value, out)
            tell(f"{len(found)} figures: {written_to}")
        else:
            from onfile.export_files import write_figures

            written = write_figures(found, names, form.value, out, concept)
            tell(f"{len(found)} figures: {', '.join(str(path) for path in written)}")


@app.command("sql")
def sql(
    context: typer.Context,
    statement: Annotated[str | None, typer.Argument(metavar="SQL")] = None,
    columns: Annotated[
        bool, typer.Option("--columns", help="List the table's columns and what they mean.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="Write the rows to a .csv, .parquet or .arrow file.")
    ] = None,
    as_user: AsUser = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Ask the table "figures" in DuckDB's SQL: one row a stated number, with its citation.

    A number that several filings state has a row for each of them. Numbers are exact decimals;
    a query reads and writes no file.
    """
    with reporting(as_json=as_json):
        if (statement is None) is not columns:
            raise UsageError("give an SQL statement, or --columns", hint="see --help")
        if out is not None and statement is None:
            raise UsageError("--out goes with an SQL statement")
    if columns:
        from onfile.cli.tabular import show_columns
        from onfile.figure_columns import COLUMNS, columns_json

        if as_json:
            write_json(columns_json())
        else:
            show_columns(COLUMNS)
        return
    with session(context, as_json=as_json, store=store) as engine:
        from onfile.cli.tabular import show_rows
        from onfile.export_files import asked_in_sql
        from onfile.figure_columns import rows_json

        figures, documents = engine.figures(as_user=as_user), engine.documents(as_user=as_user)
        names, rows = asked_in_sql(figures, documents, statement or "", out)
        if as_json:
            write_json(rows_json(names, rows))
        elif out is None:
            show_rows(names, rows)
        else:
            tell(f"{len(rows)} rows: {out}")


@app.command("check")
def check(
    context: typer.Context,
    as_user: AsUser = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """List pages of statements whose sums do not come out.

    Exit code 0 in any case: a company may print a sum that we know under another name.
    """
    with session(context, as_json=as_json, store=store) as engine:
        from onfile.cli.render import show_mismatches
        from onfile.export_files import mismatches_json

        names = {d.document_id: d.name for d in engine.documents(as_user=as_user)}
        found = mismatches_json(engine.mismatches(as_user=as_user), names)
        if as_json:
            write_json(found)
        else:
            show_mismatches(found["mismatches"])
