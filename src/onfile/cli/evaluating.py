"""``onfile eval``: how often is it right, wrong and silent on this archive?"""

from __future__ import annotations

import dataclasses
import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from onfile.cli.options import AsJson, AsUser, ModelName, ModelUrl, Store
from onfile.cli.session import EXIT_FAILED, reporting, session, tell, write_json

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


Server = Annotated[
    str | None, typer.Option("--server", metavar="URL", help="Ask a running server, not a store.")
]
ApiKeys = Annotated[
    list[str] | None,
    typer.Option(
        "--api-key",
        metavar="[USER=]KEY",
        envvar="ONFILE_API_KEY",
        help="Key for the server; one a user, where questions say who asks.",
    ),
]
JudgeUrl = Annotated[
    str | None,
    typer.Option("--judge-url", metavar="URL", help="OpenAI-compatible endpoint that judges."),
]
JudgeModel = Annotated[
    str, typer.Option("--judge-model", metavar="NAME", help="The judge's name there.")
]
JudgeRuns = Annotated[
    int, typer.Option("--judge-runs", min=1, max=20, help="How often each claim is judged.")
]
JudgeLabels = Annotated[
    Path | None,
    typer.Option(
        "--judge-labels",
        metavar="LABELS.jsonl",
        help='Labels by people, {"id", "faithful"} a line: how far the judge agrees.',
    ),
]
Export = Annotated[
    tuple[str, Path] | None,
    typer.Option("--export", metavar="FORMAT FILE", help="Also write the run as: ragas."),
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
    server: Server = None,
    api_key: ApiKeys = None,
    judge_url: JudgeUrl = None,
    judge_model: JudgeModel = "default",
    judge_runs: JudgeRuns = 3,
    judge_labels: JudgeLabels = None,
    export: Export = None,
    as_json: AsJson = False,
) -> None:
    """Ask every question of a suite, score it, and write a record of each and a report.

    Floors come from --gate or stand in the suite; a broken one ends with exit code 1.
    """
    with reporting(as_json=as_json):
        from onfile.evaluating import EngineTarget, Evaluation, judge_at, server_at

        judge = None if judge_url is None else judge_at(judge_url, judge_model, judge_runs)
        how = Evaluation(as_user, repeat, judge, judge_labels)
        asked = _Asked(suites, out, how, gate, export, as_json)
        if server is not None:
            code = _evaluate(server_at(server, api_key or []), asked)
        else:
            with session(context, as_json=as_json, store=store) as engine:
                code = _evaluate(EngineTarget(engine), asked)
    raise typer.Exit(code)


@dataclasses.dataclass(frozen=True, slots=True)
class _Asked:
    """What the command line asks for."""

    suites: list[Path]
    out: Path | None
    how: Evaluation
    gate: Path | None
    export: tuple[str, Path] | None
    as_json: bool


def _evaluate(target: Target, asked: _Asked) -> int:
    from onfile.cli.progress import progress_bars
    from onfile.cli.render_eval import show_broken, show_report
    from onfile.evaluating import default_folder, evaluate, export, read_floors, read_suites

    suite = read_suites(asked.suites)
    floors = suite.floors if asked.gate is None else read_floors(asked.gate)
    folder = asked.out or default_folder(suite, dt.datetime.now(dt.UTC))
    with progress_bars() as show:
        finished, report, missed = evaluate(
            target,
            suite,
            folder,
            asked.how,
            floors,
            lambda done, total, _: show("questions", done, total, ""),
        )
    if asked.export is not None:
        export(finished, *asked.export)
    if asked.as_json:
        told = {"out": str(folder), "report": report.model_dump(mode="json")}
        write_json(told | {"broken": [one.words for one in missed]})
    else:
        show_report(report)
        show_broken(missed, n_floors=len(floors))
    tell(f"run written to {folder} (report.html)")
    return EXIT_FAILED if missed else 0


RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="Folder that onfile eval wrote.")]


@app.command("why")
def why(
    run_folder: RunFolder,
    question_id: Annotated[str, typer.Argument(metavar="ID", help="Id of a question of it.")],
    as_json: AsJson = False,
) -> None:
    """Walk one question of a run through scope, gate, search, answer and checks.

    A star marks a right place.
    """
    with reporting(as_json=as_json):
        from onfile.cli.render_eval import show_steps
        from onfile.evaluating import read_run, walk

        record = read_run(run_folder).record(question_id)
        steps = walk(record)
        if as_json:
            told = {step.name: list(step.lines) for step in steps}
            write_json({"id": record.id, "question": record.question} | told)
        else:
            show_steps(record.question, steps)


@app.command("compare")
def compare(
    before: Annotated[Path, typer.Argument(metavar="A", help="Folder of the run before.")],
    after: Annotated[Path, typer.Argument(metavar="B", help="Folder of the run after.")],
    as_json: AsJson = False,
) -> None:
    """Pair two runs of one suite over one archive: what flipped, and could it be chance?

    p is that of an exact McNemar test; intervals are of the mean difference, by bootstrap.
    """
    with reporting(as_json=as_json):
        from onfile.cli.render_eval import show_pairing
        from onfile.evaluating import compare_runs, read_run

        pairing = compare_runs(read_run(before), read_run(after))
        if as_json:
            write_json(dataclasses.asdict(pairing))
        else:
            show_pairing(pairing)


@app.command("generate")
def generate(
    context: typer.Context,
    out: Annotated[Path, typer.Option("--out", metavar="SUITE.jsonl", help="Where it goes.")],
    seed: Annotated[int, typer.Option(help="The same seed gives the same questions.")] = 1,
    answerable: Annotated[int, typer.Option(min=0, help="Questions that can be answered.")] = 100,
    adversarial: Annotated[int, typer.Option(min=0, help="Questions to be refused.")] = 100,
    paraphrases: Annotated[
        int, typer.Option(min=0, help="Add another wording to the first N of each.")
    ] = 0,
    model_url: ModelUrl = None,
    model_name: ModelName = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Make a suite from the archive: what it states, and what it certainly does not hold.

    Every gold place, number and absence is checked against the archive. With a model set, it adds
    wordings of its own.
    """
    with session(
        context, as_json=as_json, store=store, model_url=model_url, model_name=model_name
    ) as engine:
        from onfile.generating import Asked, generate_suite

        made = generate_suite(engine, out, Asked(seed, answerable, adversarial, paraphrases))
        if as_json:
            write_json(dataclasses.asdict(made))
        else:
            from onfile.cli.render_eval import show_generated

            show_generated(made, answerable, adversarial)


@app.command("audit")
def audit(
    context: typer.Context,
    store: Store = None,
    k: Annotated[int, typer.Option("-k", min=1, max=1000, help="Places compared.")] = 10,
    queries: Annotated[int, typer.Option(min=1, help="Passages whose words are asked.")] = 50,
    floor: Annotated[float, typer.Option(min=0, max=1, help="Least recall of an index.")] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Hold each index against brute force, and account for every page; 1 where something is amiss.

    Both indexes are exact today, so their recall is 1. Run it after every ingest into an index
    that is not.
    """
    with session(context, as_json=as_json, store=store) as engine:
        audited = engine.audit(k=k, n_queries=queries)
        faults = audited.faults(floor)
        if as_json:
            write_json(dataclasses.asdict(audited) | {"faults": list(faults)})
        else:
            from onfile.cli.render_eval import show_audit

            show_audit(audited, faults)
    raise typer.Exit(EXIT_FAILED if faults else 0)
