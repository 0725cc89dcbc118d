"""``onfile watch``: live questions for review, drift, and feedback as a suite."""

from __future__ import annotations

import dataclasses
import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from onfile.cli.options import AsJson, AsUser, Store
from onfile.cli.session import session, tell, write_json
from onfile.errors import UsageError

if TYPE_CHECKING:
    from onfile.monitoring import WatchReport

app = typer.Typer(
    help="Live questions: a sample to review, verdicts, drift. Nothing leaves this machine.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Days = Annotated[float, typer.Option("--days", min=0.01, help="How far back.")]
Share = Annotated[
    float | None,
    typer.Option(
        "--share", min=0.0, max=1.0, help="Share that is looked at.  [0.2, or the setting]"
    ),
]


@app.command("queue")
def queue(
    context: typer.Context,
    days: Days = 7.0,
    share: Share = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """The sampled questions of the last days that nobody has judged, oldest first."""
    with session(context, as_json=as_json, store=store, watch_share=share) as engine:
        from onfile.monitoring import live_since, since_days, waiting

        asked = live_since(engine, since_days(days, dt.datetime.now(dt.UTC)))
        found = waiting(asked, engine.settings.watch_share)
        if as_json:
            write_json({"queue": [_told(one) for one in found]})
        else:
            for one in found:
                typer.echo(f"{one.record}  {one.created[:16]}  {one.question}")
                typer.echo(f"    {one.outcome}: {' '.join(one.answer.split())}\n")
            tell(f"{len(found):,} to judge of {len(asked):,} asked: onfile watch verdict RECORD …")


@app.command("verdict")
def verdict(
    context: typer.Context,
    record: Annotated[str, typer.Argument(metavar="RECORD", help="As queue shows it.")],
    verdict: Annotated[
        str, typer.Argument(metavar="VERDICT", help="right, wrong or should_have_answered")
    ],
    comment: Annotated[str, typer.Option("--comment", help="In your own words.")] = "",
    as_user: AsUser = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Say what you think of one outcome; of several verdicts the last one counts."""
    with session(context, as_json=as_json, store=store) as engine:
        kept = engine.feedback(record, verdict, comment, as_user)
        if as_json:
            write_json(dataclasses.asdict(kept))
        else:
            tell(f"kept: {record} is {kept.verdict}")


@app.command("report")
def report(
    context: typer.Context,
    days: Days = 7.0,
    share: Share = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="The report as one page.")
    ] = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """The last days: outcomes, verdicts, and drift against the calibration."""
    with session(context, as_json=as_json, store=store, watch_share=share) as engine:
        from onfile.monitoring import page_of, since_days
        from onfile.monitoring import report as made

        since = since_days(days, dt.datetime.now(dt.UTC))
        found = made(engine, since, engine.settings.watch_share)
        if html is not None:
            _write(html, page_of(found))
        if as_json:
            told = dataclasses.asdict(dataclasses.replace(found, judged=()))
            judged = [_told(one) for one in found.judged]
            write_json(told | {"judged": judged, "has_moved": found.has_moved})
        else:
            _show(found)


@app.command("export")
def export(
    context: typer.Context,
    out: Annotated[Path, typer.Option("--out", metavar="SUITE.jsonl", help="Where it goes.")],
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Every judged question as a row of a suite, for onfile eval.

    Of a wrong answer the right one is not known: its row counts as unscored until you add it.
    """
    with session(context, as_json=as_json, store=store) as engine:
        from onfile.monitoring import export as written

        n_rows = written(engine, out)
        if as_json:
            write_json({"out": str(out), "rows": n_rows})
        else:
            tell(f"{n_rows:,} rows written to {out}")


def _told(one: object) -> dict[str, object]:
    told = dataclasses.asdict(one)  # type: ignore[call-overload]
    return {**told, "terms": sorted(told["terms"])}


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error}") from error


def _show(found: WatchReport) -> None:
    from onfile import monitoring
    from onfile.cli.render_rows import show_rows

    typer.echo(f"{found.asked:,} live questions since {found.since[:16]}")
    if found.asked:
        rows = [(name, str(n)) for name, n in found.outcomes.items()]
        show_rows("outcomes", ("outcome", "questions"), rows)
    typer.echo(f"\n{monitoring.words_of(found)}")
    if found.judged:
        show_rows("judged", monitoring.REVIEWED, monitoring.judged_rows(found))
    typer.echo(f"\n{monitoring.drift_words(found)}")
    if found.drift:
        show_rows("drift", monitoring.MOVED, monitoring.drift_rows(found))
