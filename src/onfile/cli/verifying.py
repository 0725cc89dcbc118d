"""``onfile verify``: an answer that somebody else wrote, held against what is on file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from onfile.cli.options import AsJson, Out, Store
from onfile.cli.session import (
    EXIT_ANSWERED,
    EXIT_FAILED,
    EXIT_REFUSED,
    reporting,
    session,
    tell,
    write_json,
)
from onfile.errors import UsageError

Question = Annotated[str | None, typer.Argument(metavar="QUESTION")]
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
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Say whether an answer from elsewhere is supported.

    Exit code 0 when supported, 3 when contradicted or not found.
    """
    _check_usage(question, answer, batch, out, as_json)
    with session(context, as_json=as_json, store=store) as engine:
        from onfile.contract import verdict_json

        if batch is not None:
            from onfile.cli.batch import read_batch, run_batch

            lines = read_batch(batch, with_answers=True)
            n_failed = run_batch(
                lines, lambda line: verdict_json(engine.verify(line.question, line.answer)), out
            )
            tell(f"{len(lines)} answers, {n_failed} failed")
            raise typer.Exit(EXIT_FAILED if n_failed else EXIT_ANSWERED)
        verdict = engine.verify(question or "", answer or "")
        if as_json:
            write_json(verdict_json(verdict))
        else:
            from onfile.cli.render_verdict import show_verdict

            show_verdict(verdict)
    raise typer.Exit(EXIT_ANSWERED if verdict.is_supported else EXIT_REFUSED)


def _check_usage(
    question: str | None, answer: str | None, batch: Path | None, out: Path | None, as_json: bool
) -> None:
    with reporting(as_json=as_json):
        if batch is None and (question is None or answer is None):
            raise UsageError("give a question and an answer, or --batch", hint="see --help")
        if batch is not None and question is not None:
            raise UsageError("give either a question with an answer, or --batch")
        if out is not None and batch is None:
            raise UsageError("--out goes with --batch", hint="for one answer use --json")
        if question is not None and not question.strip():
            raise UsageError("the question is empty")
