"""``onfile log``: what was asked, what was seen, and the proof that nothing was changed."""

from __future__ import annotations

import dataclasses
import datetime as dt
from typing import Annotated

import typer

from onfile.cli.options import AsJson, AsUser, Store
from onfile.cli.session import (
    EXIT_ANSWERED,
    EXIT_FAILED,
    EXIT_REFUSED,
    reporting,
    session,
    write_json,
)
from onfile.errors import UsageError

app = typer.Typer(help="The audit log.", no_args_is_help=True, rich_markup_mode=None)

RecordId = Annotated[str, typer.Argument(metavar="RECORD", help="As shown with an answer.")]


@app.command("list")
def list_records(
    context: typer.Context,
    limit: Annotated[int, typer.Option("-n", "--limit", min=1, help="The newest N.")] = 20,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="ISO 8601, UTC: 2026-01-31T09:00")
    ] = None,
    as_user: AsUser = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """List records, oldest first.

    An auditor sees all of them, another user his own.
    """
    with reporting(as_json=as_json):
        from_then = None if since is None else _utc(since)
    with session(context, as_json=as_json, store=store) as engine:
        records = engine.records(limit, from_then, as_user=as_user)
        if as_json:
            write_json({"records": [dataclasses.asdict(record) for record in records]})
        else:
            from onfile.cli.render_log import show_records

            show_records(records)


@app.command()
def show(
    context: typer.Context,
    record: RecordId,
    as_user: AsUser = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Show one record.

    The question, the checks, the hits, the text that was read, and the outcome.
    """
    with session(context, as_json=as_json, store=store) as engine:
        found = engine.record(record, as_user=as_user)
        if as_json:
            write_json(dataclasses.asdict(found))
        else:
            from onfile.cli.render_log import show_record

            show_record(found)


@app.command()
def verify(
    context: typer.Context,
    head: Annotated[
        str | None,
        typer.Option(metavar="HASH", help="A head noted earlier: finds a cut-off tail."),
    ] = None,
    as_user: AsUser = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Prove that no record was changed.

    Exit code 1 when one was.
    """
    with session(context, as_json=as_json, store=store) as engine:
        report = engine.verify_log(head, as_user=as_user)
        if as_json:
            write_json(dataclasses.asdict(report))
        else:
            from onfile.cli.render_log import show_verified

            show_verified(report)
    raise typer.Exit(EXIT_ANSWERED if report.ok else EXIT_FAILED)


@app.command()
def replay(
    context: typer.Context,
    record: RecordId,
    as_user: AsUser = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Ask again and compare with the record.

    Exit code 3 when the outcome differs.
    """
    with session(context, as_json=as_json, store=store) as engine:
        comparison = engine.replay(record, as_user=as_user)
        if as_json:
            write_json(dataclasses.asdict(comparison))
        else:
            from onfile.cli.render_log import show_comparison

            show_comparison(comparison)
    raise typer.Exit(EXIT_ANSWERED if comparison.is_same else EXIT_REFUSED)


def _utc(since: str) -> str:
    """A time as records write theirs; without an offset it is UTC.

    Raises:
        UsageError: it is no date or time.
    """
    try:
        moment = dt.datetime.fromisoformat(since.strip())
        if moment.tzinfo is not None:
            moment = moment.astimezone(dt.UTC).replace(tzinfo=None)
    except (ValueError, OverflowError) as error:
        raise UsageError(
            f"--since {since!r} is no date or time",
            hint="ISO 8601, in UTC: 2026-01-31 or 2026-01-31T09:00",
        ) from error
    return moment.isoformat(timespec="milliseconds")
