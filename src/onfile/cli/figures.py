"""``onfile figures``: the numbers that tables state, as a table or a file; and their sums."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from onfile.cli.options import AsJson, AsUser, Store
from onfile.cli.session import session, tell, write_json

app = typer.Typer(help="List the numbers that tables state, each with its page, row and cell.")


class Format(StrEnum):
    """How figures are given."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"
    PLOT = "plot"


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
    citation of every point.
    """
    if context.invoked_subcommand is not None:
        return
    with session(context, as_json=as_json, store=store) as engine:
        from onfile.cli.render import show_figures
        from onfile.contract import figures_json
        from onfile.exporting import known_concept, periods_in
        from onfile.language.lexicon import load

        if concept is not None:
            known_concept(concept, (one.id for one in load().concepts))
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
        else:
            from onfile.export_files import write_figures

            written = write_figures(found, names, form.value, out, concept)
            tell(f"{len(found)} figures: {', '.join(str(path) for path in written)}")


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
