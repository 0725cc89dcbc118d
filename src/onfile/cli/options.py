"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
    typer.Option("--as", metavar="USER", help="Ask as this user; recorded with the answer."),
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
