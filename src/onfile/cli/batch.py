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
    """One question. ``id`` is what the caller chose, a string or a number.

    ``answer`` is what somebody else answered, where that is to be verified.
    """

    id: Any
    question: str
    answer: str = ""


def read_batch(path: Path, *, with_answers: bool = False) -> list[BatchLine]:
    """The questions of a file; blank lines are passed over.

    Args:
        path: JSON lines.
        with_answers: Each line has an ``answer`` too. A line without ``id`` then has its number
            in the file, from 0, as a string.

    Raises:
        UsageError: a line is not an object with what is needed; names the line.
    """
    parse = _answered if with_answers else _parsed
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} can't be read: {error}") from error
    return [
        parse(line, number, f"{path}, line {number}")
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]


def run_batch(
    batch: Sequence[BatchLine], answer: Callable[[BatchLine], JsonObject], out: Path | None
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
                result = answer(line)
            except OnfileError as error:
                n_failed += 1
                result = error_json(error)
            written = {**result, "id": line.id}
            stream.write(json.dumps(written, allow_nan=False) + "\n")
    return n_failed


def _parsed(line: str, number: int, where: str) -> BatchLine:
    del number
    hint = 'each line is an object such as {"id": "1", "question": "What were net sales?"}'
    given = _object(line, where, hint)
    if "id" not in given:
        raise UsageError(f"{where}: no id", hint=hint)
    return BatchLine(given["id"], _text(given, "question", where, hint))


def _answered(line: str, number: int, where: str) -> BatchLine:
    hint = 'each line is an object such as {"id": "1", "question": "What …?", "answer": "It …"}'
    given = _object(line, where, hint)
    question = _text(given, "question", where, hint)
    if not isinstance(given.get("answer"), str):
        raise UsageError(f"{where}: no answer", hint=hint)
    return BatchLine(given.get("id", str(number - 1)), question, given["answer"])


def _object(line: str, where: str, hint: str) -> dict[str, Any]:
    try:
        given = json.loads(line)
    except ValueError as error:
        raise UsageError(f"{where}: not JSON: {error}", hint=hint) from error
    if not isinstance(given, dict):
        raise UsageError(f"{where}: no object", hint=hint)
    return given


def _text(given: dict[str, Any], name: str, where: str, hint: str) -> str:
    text = given.get(name)
    if not isinstance(text, str) or not text.strip():
        raise UsageError(f"{where}: no {name}", hint=hint)
    return text


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
