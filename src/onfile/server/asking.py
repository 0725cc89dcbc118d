"""Questions: ask, ask with the stages as they pass, search, verify."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.responses import Response

from onfile.contract import outcome_json, search_json, verdict_json
from onfile.errors import OnfileError
from onfile.recording import Request
from onfile.server import schemas
from onfile.server.callers import Caller
from onfile.server.replies import Failure, Json, error_body, errors, failure_of, not_found
from onfile.server.served import Asking, Parts, Reading, Served, Talking
from onfile.timing import OnStage
from onfile.types import CarriedScope, JsonObject

router = APIRouter(prefix="/api", tags=["questions"])
Event = tuple[str, Any]
EVENT = {
    "type": "object",
    "required": ["event", "data"],
    "properties": {
        "event": {"enum": ["stage", "outcome", "error"]},
        "data": {"type": "string", "description": "JSON."},
    },
}


@router.post("/ask", response_model=schemas.OutcomeTold, responses=errors(404, 502))
async def ask(given: schemas.AskGiven, parts: Parts, caller: Asking) -> Response:
    """Answer with citations, or refuse with a reason; both are status 200."""
    return Json(await parts.questions.run(lambda: answered(parts, caller, given)))


@router.post(
    "/ask/stream",
    response_class=EventSourceResponse,
    responses={
        200: {
            "content": {"text/event-stream": {"schema": EVENT}},
            "description": "`stage` events (`{stage, state, ms}`), then one `outcome` as of"
            " /api/ask, or one `error`. Nothing unchecked is ever sent.",
        },
        **errors(404, 502),
    },
)
async def ask_stream(given: schemas.AskGiven, parts: Parts, caller: Asking) -> Response:
    """As ask, with the stages as they pass, as server-sent events."""
    events: asyncio.Queue[Event] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def tell(name: str, ms: float | None) -> None:
        state = "begun" if ms is None else "done"
        stage = ("stage", {"stage": name, "state": state, "ms": ms})
        loop.call_soon_threadsafe(events.put_nowait, stage)

    def work() -> None:
        try:
            last: Event = ("outcome", answered(parts, caller, given, tell))
        except (OnfileError, Failure) as error:
            failure = error if isinstance(error, Failure) else failure_of(error)
            last = ("error", error_body(failure, caller.request_id))
        loop.call_soon_threadsafe(events.put_nowait, last)

    running = parts.questions.submit(work)
    return EventSourceResponse(_told(events, running), shutdown_grace_period=parts.settings.stop_s)


@router.get("/examples", response_model=schemas.ExamplesTold, responses=errors())
async def examples(parts: Parts, caller: Talking) -> Response:
    """Up to three questions that are answered from what the caller may see; not recorded."""
    found = await parts.questions.run(lambda: parts.examples.of(caller.user))
    return Json({"questions": list(found)})


@router.post("/search", response_model=schemas.SearchTold, responses=errors())
async def search(given: schemas.SearchGiven, parts: Parts, caller: Reading) -> Response:
    """The passages that bear on a question, best first, without an answer."""
    found = await parts.questions.run(
        lambda: parts.engine.search(
            given.question, given.k, chunks=given.chunks, as_user=caller.user
        )
    )
    return Json(search_json(found))


@router.post("/verify", response_model=schemas.VerdictTold, responses=errors())
async def verify(given: schemas.VerifyGiven, parts: Parts, caller: Reading) -> Response:
    """Whether what is on file supports an answer that somebody else gave."""
    verdict = await parts.questions.run(
        lambda: parts.engine.verify(given.question, given.answer, as_user=caller.user)
    )
    return Json(verdict_json(verdict))


def answered(
    parts: Served, caller: Caller, given: schemas.AskGiven, on_stage: OnStage | None = None
) -> JsonObject:
    """The outcome's JSON; recorded.

    Raises:
        Failure: 404, where the caller has no such session.
    """
    via = Request(caller.request_id, on_stage)
    if given.session_id is None:
        outcome = parts.engine.ask(given.question, as_user=caller.user, via=via)
    else:
        scope = None if given.scope is None else _scope(given.scope)
        try:
            outcome = parts.conversations.ask(
                given.session_id, caller.user, given.question, scope=scope, via=via
            )
        except KeyError as error:
            raise not_found("you have no such session", "/api/sessions lists yours") from error
    parts.metrics.count(outcome)
    return outcome_json(outcome) | {"session_id": given.session_id, "typed": given.question}


def _scope(given: schemas.ScopeGiven) -> CarriedScope:
    return CarriedScope(tuple(given.companies), tuple(given.periods))


async def _told(
    events: asyncio.Queue[Event], running: asyncio.Future[None]
) -> AsyncIterator[ServerSentEvent]:
    """Events until the last; a fault that nobody foresaw ends the stream with it."""
    ended = asyncio.ensure_future(asyncio.wait([running]))
    while True:
        following = asyncio.ensure_future(events.get())
        await asyncio.wait([following, ended], return_when=asyncio.FIRST_COMPLETED)
        if not following.done() and events.empty():
            following.cancel()
            running.result()
            return
        name, body = await following
        yield ServerSentEvent(json.dumps(body, allow_nan=False), event=name)
        if name != "stage":
            return
