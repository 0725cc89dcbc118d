"""Many questions from a file of JSON lines, one result a line, in the same order."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import typer

from onfile.cli.progress import steps
from onfile.cli.session import EXIT_ANSWERED, EXIT_FAILED, tell
from onfile.contract import error_json
from onfile.errors import OnfileError, UsageError
from onfile.types import JsonObject

ASKED = ("question",)
JUDGED = ("question", "answer")
_EXAMPLES = {
    ASKED: '{"id": "1", "question": "What were net sales?"}',
    JUDGED: '{"id": "1", "question": "What …?", "answer": "It …"}',
}


@dataclass(frozen=True, slots=True)
class BatchLine:
    """One question. ``id`` is what the caller chose, a string or a number.

    Attributes:
        number: Of the line in its file, from 1.
        answer: What somebody else answered, where that is to be verified.
        error: What is wrong with the line; there is nothing to ask then.
    """

    id: Any
    number: int
    question: str = ""
    answer: str = ""
    error: UsageError | None = None


Answer = Callable[[BatchLine], JsonObject]


def run(batch: Path, out: Path | None, answer: Answer, needed: Sequence[str] = ASKED) -> None:
    """Answer a whole file and end the command: with 1 where any line failed, else with 0.

    Raises:
        UsageError: ``batch`` can't be read or ``out`` can't be written.
        typer.Exit: always, at the end.
    """
    lines = read_batch(batch, needed)
    n_failed = run_batch(lines, answer, out)
    bad = [str(line.number) for line in lines if line.error is not None]
    tell(f"{len(lines)} {needed[-1]}s, {n_failed} failed")
    if bad:
        tell(f"  not read: line {', '.join(bad)} of {batch}")
        tell(f"  a line is like {_EXAMPLES[tuple(needed)]}")
    raise typer.Exit(EXIT_FAILED if n_failed else EXIT_ANSWERED)


def read_batch(path: Path, needed: Sequence[str] = ASKED) -> list[BatchLine]:
    """The lines of a file; blank ones are passed over, bad ones are kept with what is wrong.

    Args:
        path: JSON lines.
        needed: What each line must have beside its ``id``. A line with an ``answer`` may leave its
            ``id`` out; it is then its number in the file, from 0, as a string.

    Raises:
        UsageError: the file can't be read.
    """
    try:
        lines = path.read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n")
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error}") from error
    numbered = enumerate(lines, start=1)
    return [_line(line, number, needed) for number, line in numbered if line.strip()]


def run_batch(batch: Sequence[BatchLine], answer: Answer, out: Path | None) -> int:
    """Write one result a line to ``out`` (None: stdout), each with its line's ``id``.

    A line that fails has its error and its number in its place, and the others go on.

    Returns:
        How many failed.
    """
    n_failed = 0
    with _opened(out) as stream:
        for line in steps(batch, "questions"):
            try:
                if line.error is not None:
                    raise line.error
                result = answer(line)
            except OnfileError as error:
                n_failed += 1
                result = {**error_json(error), "line": line.number}
            written = {**result, "id": line.id}
            stream.write(json.dumps(written, allow_nan=False) + "\n")
    return n_failed


def _line(line: bytes, number: int, needed: Sequence[str]) -> BatchLine:
    default = None if tuple(needed) == ASKED else str(number - 1)
    hint = f"each line is an object such as {_EXAMPLES[tuple(needed)]}"
    try:
        given = json.loads(line)
    except ValueError as error:
        return _bad(default, number, f"not JSON: {error}", hint)
    if not isinstance(given, dict):
        return _bad(default, number, "no object", hint)
    id_ = given.get("id", default)
    missing = [name for name in needed if not isinstance(given.get(name), str)]
    if "id" not in given and default is None:
        missing.insert(0, "id")
    if not missing and not given["question"].strip():
        missing = ["question"]
    if missing:
        return _bad(id_, number, f"no {missing[0]}", hint)
    return BatchLine(id_, number, given["question"], given.get("answer") or "")


def _bad(id_: Any, number: int, what: str, hint: str) -> BatchLine:
    return BatchLine(id_, number, error=UsageError(f"line {number}: {what}", hint=hint))


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
