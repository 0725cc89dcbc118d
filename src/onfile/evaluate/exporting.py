"""Runs in the form that other evaluation tools read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from onfile.errors import UsageError
from onfile.evaluate.records import QuestionRecord, Run
from onfile.types import JsonObject


def ragas_row(record: QuestionRecord) -> JsonObject:
    """One ``SingleTurnSample`` of RAGAS: a refusal's reason is its response.

    What was read is whole here; gold of a question that must be refused has no reference.
    """
    outcome = record.outcome_json
    refusal = outcome.get("refusal") or {}
    return {
        "user_input": record.question,
        "retrieved_contexts": record.read_texts,
        "response": record.answer or str(refusal.get("detail") or ""),
        "reference": record.expected or "",
    }


Row = Callable[[QuestionRecord], JsonObject]
FORMATS: Mapping[str, Row] = MappingProxyType({"ragas": ragas_row})


def export(run: Run, format_name: str, path: Path) -> None:
    """Write one row a question, as JSON lines.

    Raises:
        UsageError: the format is not known, or the file can't be written.
    """
    row = FORMATS.get(format_name)
    if row is None:
        raise UsageError(f"{format_name!r} is no export", hint=f"there are: {', '.join(FORMATS)}")
    lines = (json.dumps(row(record)) + "\n" for record in run.records)
    try:
        path.write_text("".join(lines), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error}") from error
