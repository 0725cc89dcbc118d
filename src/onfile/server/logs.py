"""The audit log: one's own records, everybody's for auditors; and what people say of outcomes."""

from __future__ import annotations

import dataclasses
import datetime as dt
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import BeforeValidator
from starlette.responses import Response

from onfile.audit.record import Record
from onfile.errors import UsageError
from onfile.server import schemas_work as told
from onfile.server.callers import Caller
from onfile.server.replies import Failure, Json, errors, not_found
from onfile.server.served import Auditing, Parts, Reading, Served
from onfile.types import Feedback, JsonObject

router = APIRouter(prefix="/api", tags=["log"])
SHOWN_TO_ASKER = (
    "question",
    "asker",
    "outcome",
    "timings_ms",
    "request_id",
    "seq",
    "id",
    "created",
)


def _no_number(value: str) -> str:
    """Seconds since 1970 are taken for a time too, but not documented. Raises: ValueError."""
    if value.lstrip("+-").replace(".", "", 1).isdecimal():
        raise ValueError("a date and time, as 2026-01-31T08:00:00Z")
    return value


RecordId = Annotated[str, Path(description="As an outcome's `record` gives it.", max_length=100)]


@router.get("/log", response_model=told.RecordsTold, responses=errors())
async def records(
    parts: Parts,
    caller: Reading,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[
        int | None, Query(description="Only records before this number.", ge=1, le=2**53)
    ] = None,
    since: Annotated[
        dt.datetime | None,
        BeforeValidator(_no_number),
        Query(description="Only records made then or later; UTC."),
    ] = None,
    words: Annotated[
        str | None, Query(description="Only questions that hold these words.", max_length=200)
    ] = None,
) -> Response:
    """Records, the newest first: one's own, or for auditors everybody's."""
    oldest = None if since is None else _utc(since)

    def find() -> JsonObject:
        found = parts.engine.records(
            limit,
            oldest,
            words=words or "",
            before=before,
            own=not caller.is_auditor,
            as_user=caller.reads_log_as,
        )[::-1]
        is_more = len(found) == limit and found[-1].seq > 1
        shown = [dataclasses.asdict(one) for one in found]
        return {"records": shown, "next_before": found[-1].seq if is_more else None}

    return Json(await parts.reads.run(find))


@router.get("/log/verify", response_model=told.ChainTold, responses=errors())
async def verify(
    parts: Parts,
    caller: Auditing,
    head: Annotated[
        str | None, Query(description="A head noted earlier: finds a cut-off tail.", max_length=100)
    ] = None,
) -> Response:
    """Prove that no record was changed. For auditors."""
    report = await parts.questions.run(lambda: parts.engine.verify_log(head))
    return Json(dataclasses.asdict(report))


@router.get("/log/{record_id}", response_model=told.RecordTold, responses=errors(404))
async def record(record_id: RecordId, parts: Parts, caller: Reading) -> Response:
    """One record."""
    found = await parts.reads.run(lambda: _found(parts, caller, record_id))
    return Json(dataclasses.asdict(found))


@router.post(
    "/log/{record_id}/replay",
    response_model=told.ComparisonTold,
    responses=errors(404, 502),
)
async def replay(record_id: RecordId, parts: Parts, caller: Reading) -> Response:
    """Ask a recorded question again, and tell what differs."""

    def again() -> JsonObject:
        _found(parts, caller, record_id)
        return dataclasses.asdict(parts.engine.replay(record_id, as_user=caller.reads_log_as))

    return Json(await parts.questions.run(again))


@router.post(
    "/feedback",
    response_model=told.FeedbackTold,
    status_code=201,
    responses=errors(404),
)
async def give_feedback(given: told.FeedbackGiven, parts: Parts, caller: Reading) -> Response:
    """Say of a recorded outcome that it is right, wrong, or should have been an answer."""

    def keep() -> Feedback:
        _found(parts, caller, given.record)
        return parts.engine.feedback(
            given.record, given.verdict, given.comment, as_user=caller.user
        )

    return Json(dataclasses.asdict(await parts.reads.run(keep)), status_code=201)


@router.get("/feedback", response_model=told.FeedbacksTold, responses=errors())
async def list_feedback(parts: Parts, caller: Auditing) -> Response:
    """All that was said of outcomes, oldest first. For auditors."""
    found = await parts.reads.run(parts.engine.store.feedback)
    return Json({"feedback": [dataclasses.asdict(one) for one in found]})


def _found(parts: Served, caller: Caller, record_id: str) -> Record:
    """Raises: Failure 404, where there is none, or none that the caller may see."""
    try:
        return parts.engine.record(
            record_id, own=not caller.is_auditor, as_user=caller.reads_log_as
        )
    except UsageError as error:
        raise _no_record() from error


def _no_record() -> Failure:
    return not_found("you have no such record", "/api/log lists yours")


def _utc(moment: dt.datetime) -> str:
    """As records write their time; without an offset it is UTC."""
    try:
        aware = moment if moment.tzinfo is None else moment.astimezone(dt.UTC)
    except OverflowError as error:
        raise Failure(422, "INVALID_REQUEST", "query.since: out of range") from error
    return aware.replace(tzinfo=None).isoformat(timespec="milliseconds")
