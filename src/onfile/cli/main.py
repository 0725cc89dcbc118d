"""``onfile``: the commands, and the exit codes they end with.

0 answered or done · 3 refused, or some file could not be read · 1 failed · 2 wrong usage.
Data goes to stdout, progress and messages to stderr. The faces hold no logic: each command
calls one method of the engine and shows what it gives.
"""

from __future__ import annotations

import io
import sys

import typer

from onfile.cli import (
    accounts,
    asking,
    browsing,
    calibrating,
    chat,
    comparing,
    evaluating,
    figures,
    ingesting,
    lexicon,
    logs,
    monitoring,
    permissions,
    serving,
    upkeep,
    verifying,
)
from onfile.cli.session import EXIT_FAILED, is_debugging, tell

app = typer.Typer(
    name="onfile",
    help="Answers over your own documents, each with its page, or an honest refusal.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # rich help costs 0.15 s at every start
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("ingest")(ingesting.ingest)
app.command("coverage")(browsing.coverage)
app.command("search")(asking.search)
app.command("ask")(asking.ask)
app.command("agent")(asking.agent)
app.command("chat")(chat.chat)
app.command("explain")(asking.explain)
app.command("verify")(verifying.verify)
app.command("calibrate")(calibrating.calibrate)
app.command("compare-strategies")(comparing.compare_strategies)
app.add_typer(evaluating.app, name="eval")
app.add_typer(figures.app, name="figures")
app.command("lexicon")(lexicon.lexicon)
app.command("outline")(browsing.outline)
app.command("doctor")(browsing.doctor)
app.command("remove")(upkeep.remove)
app.command("gc")(upkeep.gc)
app.command("backup")(upkeep.backup)
app.command("restore")(upkeep.restore)
app.command("serve")(serving.serve)
app.add_typer(accounts.users, name="user")
app.add_typer(accounts.keys, name="key")
app.command("version")(browsing.version)
app.add_typer(monitoring.app, name="watch")
app.add_typer(logs.app, name="log")
app.add_typer(permissions.app, name="acl")


def main() -> None:
    """Run the command line; an unforeseen error is told in one line, not as a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # damaged text layers hold lone surrogates
    try:
        app()
    except Exception as error:
        if is_debugging():
            raise
        tell(f"onfile: internal error: {type(error).__name__}: {error}")
        tell("  this is a bug; ONFILE_DEBUG=1 shows where it happened")
        sys.exit(EXIT_FAILED)


if __name__ == "__main__":
    main()
