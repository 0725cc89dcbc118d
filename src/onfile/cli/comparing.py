"""``onfile compare-strategies``."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from onfile.cli.options import AsJson, AsUser, Store
from onfile.cli.session import session, tell, write_json

if TYPE_CHECKING:
    from onfile.contract import StrategyResult

Files = Annotated[
    list[Path], typer.Argument(metavar="QUESTIONS…", help="Question sets with gold, JSON lines.")
]

Chunkings = Annotated[
    bool,
    typer.Option(
        "--chunkings",
        help="Also cut the pages into sentences, whole sections and windows: takes minutes.",
    ),
]

Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        metavar="TEXT",
        help="Only rows whose name holds this text, and the standard; may be given repeatedly.",
    ),
]


def compare_strategies(
    context: typer.Context,
    questions: Files,
    chunkings: Chunkings = False,
    only: Only = None,
    as_user: AsUser = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Run question sets through several ways of ranking and show which finds the page.

    The first row is what every search uses, without models; a reranker, HyDE and rewriting have
    rows of their own where they are set. p is that of a paired randomisation test on the
    reciprocal rank against the first row.
    """
    with session(context, as_json=as_json, store=store) as engine:
        from onfile.comparing import Compared
        from onfile.comparing import compare_strategies as run

        told: list[str] = []

        def progress(name: str) -> None:
            if not told or told[-1] != name:
                told.append(name)
                tell(f"{name} …")

        compared = Compared(chunkings=chunkings, only=only or ())
        results = run(engine, questions, compared=compared, on_progress=progress, as_user=as_user)
        if as_json:
            write_json({"strategies": [dataclasses.asdict(result) for result in results]})
        else:
            _show(results)


def _show(results: list[StrategyResult]) -> None:
    from rich.table import Table
    from rich.text import Text

    from onfile.cli.render import console

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("strategy", no_wrap=True)
    for name in ("page@1", "@5", "@10", "@20", "RR", "file@5", "p", "ms p50", "p95"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in results:
        pages = (f"{row.means[f'Success@{k}']:.3f}" for k in (1, 5, 10, 20))
        p_value = "" if row.p_value is None else f"{row.p_value:.3f}"
        rest = (f"{row.means['RR@20']:.3f}", f"{row.document_at_5:.3f}", p_value)
        table.add_row(Text(row.name), *pages, *rest, f"{row.p50_ms:.0f}", f"{row.p95_ms:.0f}")
    console().print(table)
