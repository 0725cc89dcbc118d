"""Many questions from a file of JSON lines, one result a line, in the same order."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from onfile.cli.progress import steps
from onfile.contract import error_json
from onfile.errors import OnfileError, UsageError
from onfile.types import JsonObject


@dataclass(frozen=True, slots=True)
class BatchLine:
    """One question. ``id`` is what the caller chose, a string or a number."""

    id: Any
    question: str


def read_batch(path: Path) -> list[BatchLine]:
    """The questions of a file; blank lines are passed over.

    Raises:
        UsageError: a line is not an object with ``id`` and ``question``; names the line.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} can't be read: {error}") from error
    return [
        _parsed(line, f"{path}, line {number}")
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]


def run_batch(
    batch: Sequence[BatchLine], answer: Callable[[str], JsonObject], out: Path | None
) -> int:
    """Write one result a line to ``out`` (None: stdout), each with its line's ``id``.

    A question that fails has its error in its line, and the others go on.

    Returns:
        How many failed.
    """
    n_failed = 0
    with _opened(out) as stream:
        for line in steps(batch, "questions"):
            try:
                result = answer(line.question)
            except OnfileError as error:
                n_failed += 1
                result = error_json(error)
            written = {**result, "id": line.id}
            stream.write(json.dumps(written, allow_nan=False) + "\n")
    return n_failed


def _parsed(line: str, where: str) -> BatchLine:
    hint = 'each line is an object such as {"id": "1", "question": "What were net sales?"}'
    try:
        given = json.loads(line)
    except ValueError as error:
        raise UsageError(f"{where}: not JSON: {error}", hint=hint) from error
    if not isinstance(given, dict) or "id" not in given:
        raise UsageError(f"{where}: no id", hint=hint)
    question = given.get("question")
    if not isinstance(question, str) or not question.strip():
        raise UsageError(f"{where}: no question", hint=hint)
    return BatchLine(given["id"], question)


@contextmanager
def _opened(out: Path | None) -> Iterator[TextIO]:
    if out is None:
        yield sys.stdout
        return
    try:
        stream = out.open("w", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{out} can't be written: {error}") from error
    with stream:
        yield stream
