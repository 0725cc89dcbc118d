"""``onfile calibrate``: thresholds of this archive, for a budget of wrong answers."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from onfile.cli.options import AsJson, Store
from onfile.cli.session import session, tell, write_json
from onfile.errors import UsageError

if TYPE_CHECKING:
    from onfile.calibrating import Calibrating


def calibrate(
    context: typer.Context,
    suites: Annotated[
        list[Path] | None,
        typer.Argument(metavar="SUITE…", help="Questions with gold; two hundred or more."),
    ] = None,
    budget: Annotated[
        float,
        typer.Option(min=0.0, max=1.0, help="Greatest share of all questions to go wrong."),
    ] = 0.02,
    seed: Annotated[int, typer.Option(help="Of the split into two halves.")] = 1,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the trade, store nothing.")
    ] = False,
    reset: Annotated[bool, typer.Option("--reset", help="Back to the shipped thresholds.")] = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="The trade as one page.")
    ] = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Set the thresholds of this archive so that no more than a budget of answers go wrong.

    They are chosen on one half of the questions and measured on the other. Every later question
    is answered by them; doctor and ask warn when the archive has grown away from them.
    """
    with session(context, as_json=as_json, store=store) as engine:
        if reset:
            engine.reset_calibration()
            tell("the shipped thresholds are in force again")
            return
        if not suites:
            raise UsageError(
                "there is no suite to calibrate on",
                hint="onfile eval generate --out SUITE.jsonl makes one",
            )
        from onfile.calibrating import calibrate as run
        from onfile.cli.progress import progress_bars
        from onfile.evaluating import read_suites

        with progress_bars() as show:
            found = run(
                engine,
                read_suites(suites),
                budget,
                seed=seed,
                is_kept=not dry_run,
                on_progress=lambda what, done, total: show(what, done, total, ""),
            )
        if html is not None:
            _write(html, found)
        if as_json:
            write_json(dataclasses.asdict(found))
        else:
            _show(found)
        tell("stored nothing (--dry-run)" if dry_run else "stored; every question is answered so")


def _write(path: Path, found: Calibrating) -> None:
    from onfile.calibration_page import page_of

    try:
        path.write_text(page_of(found), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error}") from error


def _show(found: Calibrating) -> None:
    from onfile import calibration_page as tables
    from onfile.cli.render_rows import show_rows

    show_rows("the trade, from lenient to strict (* chosen)", tables.TRADE, tables.trade(found))
    show_rows("thresholds", ("way", "kind", "set to", "shipped"), tables.thresholds(found))
    show_rows("what they come to", tables.HALVES, tables.halves(found))
