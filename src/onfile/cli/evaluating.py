"""``onfile eval``: how often is it right, wrong and silent on this archive?"""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from onfile.cli.options import AsJson, AsUser, Store
from onfile.cli.session import EXIT_FAILED, session, tell, write_json

if TYPE_CHECKING:
    from onfile.evaluating import Evaluation, Target

RUN = "run"


class _RunsSuites(TyperGroup):
    """``onfile eval SUITE`` is ``onfile eval run SUITE``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        is_help = bool(args) and args[0] in ctx.help_option_names
        if args and args[0] not in self.commands and not is_help:
            args = [RUN, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    name="eval",
    cls=_RunsSuites,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Ask a suite with gold and report what was right, wrong and refused.\n\n"
    "onfile eval SUITE.yaml is short for onfile eval run SUITE.yaml.",
)

Suites = Annotated[
    list[Path], typer.Argument(metavar="SUITE…", help="Questions with gold, YAML or JSON lines.")
]
OutFolder = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Where the run goes.  [./onfile-eval/DATE-NAME]"),
]
Repeat = Annotated[
    int, typer.Option("--repeat", metavar="N", min=1, max=1000, help="Ask each question N times.")
]
Gate = Annotated[
    Path | None,
    typer.Option("--gate", metavar="FLOORS.yaml", help="Exit 1 when a floor is broken."),
]


@app.command(RUN)
def run(
    context: typer.Context,
    suites: Suites,
    store: Store = None,
    out: OutFolder = None,
    as_user: AsUser = None,
    repeat: Repeat = 1,
    gate: Gate = None,
    as_json: AsJson = False,
) -> None:
    """Ask every question of a suite, score it, and write a record of each and a report.

    Floors come from --gate or stand in the suite; a broken one ends with exit code 1.
    """
    with session(context, as_json=as_json, store=store) as engine:
        from onfile.evaluating import EngineTarget, Evaluation

        how = Evaluation(as_user=as_user, n_repeats=repeat)
        code = _evaluate(EngineTarget(engine), suites, out, how, gate, as_json=as_json)
    raise typer.Exit(code)


def _evaluate(
    target: Target,
    suites: list[Path],
    out: Path | None,
    how: Evaluation,
    gate: Path | None,
    *,
    as_json: bool,
) -> int:
    from onfile.cli.progress import progress_bars
    from onfile.cli.render_eval import show_broken, show_report
    from onfile.evaluating import broken, default_folder, evaluate, floors_for, read_suites

    suite = read_suites(suites)
    floors = floors_for(suite, gate)
    folder = out or default_folder(suite, dt.datetime.now(dt.UTC))
    with progress_bars() as show:
        _, report = evaluate(
            target, suite, folder, how, lambda done, total, _: show("questions", done, total, "")
        )
    missed = broken(floors, report)
    if as_json:
        broken_json = [b.words for b in missed]
        write_json(
            {"out": str(folder), "report": report.model_dump(mode="json"), "broken": broken_json}
        )
    else:
        show_report(report)
        show_broken(missed, n_floors=len(floors))
    tell(f"run written to {folder}")
    return EXIT_FAILED if missed else 0
