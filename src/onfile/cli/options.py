"""Options that several commands share, and which of them go together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from onfile.cli.session import reporting
from onfile.errors import UsageError

Question = Annotated[str | None, typer.Argument(metavar="QUESTION")]
Store = Annotated[
    Path | None,
    typer.Option("--store", metavar="DIR", help="Where the archive is kept.  [./.onfile]"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
NoDense = Annotated[
    bool, typer.Option("--no-dense", help="Neither compute nor search vectors: words alone.")
]
Batch = Annotated[
    Path | None,
    typer.Option("--batch", metavar="IN.jsonl", help='One {"id", "question"} a line.'),
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="OUT.jsonl", help="One result a line, in order.")
]
AsUser = Annotated[
    str | None,
    typer.Option("--as", metavar="USER", help="As this user, who sees only what is his to see."),
]
ModelUrl = Annotated[
    str | None,
    typer.Option("--model-url", metavar="URL", help="OpenAI-compatible endpoint that answers."),
]
ModelName = Annotated[
    str | None, typer.Option("--model-name", metavar="NAME", help="The model's name there.")
]
Fallback = Annotated[
    str | None,
    typer.Option("--fallback", metavar="reader", help="Where the model can't be reached."),
]


def check_usage(
    given: Sequence[str | None], batch: Path | None, out: Path | None, *, as_json: bool
) -> None:
    """Either all of ``given`` (a question, or one with its answer) or a batch; else exit code 2."""
    what = "a question" if len(given) == 1 else "a question and an answer"
    with reporting(as_json=as_json):
        if batch is None and None in given:
            raise UsageError(f"give {what}, or --batch", hint="see --help")
        if batch is not None and any(text is not None for text in given):
            raise UsageError(f"give either {what} or --batch", hint="see --help")
        if out is not None and batch is None:
            raise UsageError("--out goes with --batch", hint="without it use --json")
        if given[0] is not None and not given[0].strip():
            raise UsageError("the question is empty")
