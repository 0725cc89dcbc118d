"""Turns an outcome into its audit record. No record, no answer."""

from __future__ import annotations

import dataclasses
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version

from onfile.audit.log import AuditLog
from onfile.audit.record import RecordParts
from onfile.contract import outcome_json
from onfile.retrieve.search import Retrieved
from onfile.timing import OnStage
from onfile.types import Hit, Outcome


@dataclass(frozen=True, slots=True)
class Request:
    """The request that a question came with.

    Attributes:
        id: Kept in the record; None where it came by no request.
        on_stage: Told of each stage as it passes.
    """

    id: str | None = None
    on_stage: OnStage | None = None


NO_REQUEST = Request()
EVALUATION = Request(id="evaluation")
"""A question that onfile asks itself to measure an archive; it is no live question."""


def record(
    log: AuditLog,
    outcome: Outcome,
    retrieved: Retrieved | None,
    asker: str | None,
    models: Mapping[str, str],
    hashes: Mapping[str, str],
    request_id: str | None = None,
    access: Mapping[str, int] | None = None,
) -> Outcome:
    """Write the record and give the outcome with the record's id.

    Raises:
        AuditError: it could not be written; the outcome must not be shown.
    """
    parts = RecordParts(
        question=outcome.question,
        asker=asker,
        intent=outcome.intent,
        hits=_hits(retrieved),
        read=outcome.evidence,
        checks=outcome.checks,
        outcome=outcome_json(outcome),
        versions=_versions() | dict(models),
        hashes=dict(hashes),
        timings_ms=outcome.timings_ms,
        request_id=request_id,
        access=access,
    )
    return dataclasses.replace(outcome, record=log.append(parts))


def _hits(retrieved: Retrieved | None) -> tuple[Hit, ...]:
    """Every ranker's hits for every pair, in order."""
    if retrieved is None:
        return ()
    return tuple(hit for pair in retrieved.pairs for run in pair.runs for _, hit in run.units)


def _versions() -> dict[str, str]:
    return {"onfile": version("onfile"), "python": platform.python_version()}
