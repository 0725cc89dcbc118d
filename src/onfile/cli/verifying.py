"""``onfile verify``: an answer that somebody else wrote, held against what is on file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from onfile.cli.options import AsJson, AsUser, Out, Question, Store, check_usage
from onfile.cli.session import EXIT_ANSWERED, EXIT_REFUSED, session, write_json

Answer = Annotated[str | None, typer.Argument(metavar="ANSWER")]
Answers = Annotated[
    Path | None,
    typer.Option("--batch", metavar="IN.jsonl", help='One {"id", "question", "answer"} a line.'),
]


def verify(
    context: typer.Context,
    question: Question = None,
    answer: Answer = None,
    batch: Answers = None,
    out: Out = None,
    as_user: AsUser = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Say whether an answer from elsewhere is supported.

    Exit code 0 when supported, 3 when contradicted or not found.
    """
    check_usage([question, answer], batch, out, as_json=as_json)
    with session(context, as_json=as_json, store=store) as engine:
        from onfile.contract import verdict_json

        if batch is not None:
            from onfile.cli.batch import JUDGED, run

            run(
                batch,
                out,
                lambda line: verdict_json(
                    engine.verify(line.question, line.answer, as_user=as_user)
                ),
                JUDGED,
            )
        verdict = engine.verify(question or "", answer or "", as_user=as_user)
        if as_json:
            write_json(verdict_json(verdict))
        else:
            from onfile.cli.render_verdict import show_verdict

            show_verdict(verdict)
    raise typer.Exit(EXIT_ANSWERED if verdict.is_supported else EXIT_REFUSED)
