"""Conversations: begun, listed, looked at and forgotten by their owner alone."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from onfile.conversations import Conversation
from onfile.server import schemas_work as told
from onfile.server.callers import Caller
from onfile.server.replies import Json, errors, not_found
from onfile.server.served import Parts, Served, Talking
from onfile.types import JsonObject

router = APIRouter(prefix="/api/sessions", tags=["sessions"])
SessionId = Annotated[str, Path(max_length=100)]


@router.post("", response_model=told.SessionTold, status_code=201, responses=errors())
async def begin(parts: Parts, caller: Talking) -> Response:
    """Begin a conversation: its later questions may lean on earlier ones."""
    made = await parts.reads.run(lambda: parts.conversations.begin(caller.user))
    return Json(session_json(made), status_code=201)


@router.get("", response_model=told.SessionsTold, responses=errors())
async def list_sessions(parts: Parts, caller: Talking) -> Response:
    """One's own conversations, the newest first."""
    found = await parts.reads.run(lambda: parts.conversations.all(caller.user))
    return Json({"sessions": [session_json(one) for one in found]})


@router.get("/{session_id}", response_model=told.TurnsTold, responses=errors(404))
async def show(session_id: SessionId, parts: Parts, caller: Talking) -> Response:
    """A conversation with its questions, as they were typed and as they were read."""
    return Json(await parts.reads.run(lambda: _turns(parts, caller, session_id)))


@router.delete("/{session_id}", response_model=told.DoneTold, responses=errors(404))
async def forget(session_id: SessionId, parts: Parts, caller: Talking) -> Response:
    """Forget a conversation; the audit records of its questions stay."""
    try:
        await parts.reads.run(lambda: parts.conversations.forget(session_id, caller.user))
    except KeyError as error:
        raise not_found("you have no such session") from error
    return Json({"done": True})


def session_json(one: Conversation) -> JsonObject:
    """A conversation without its questions."""
    return {
        "session_id": one.session_id,
        "created": one.created,
        "turns": one.n_turns,
        "last_question": one.last_question,
    }


def _turns(parts: Served, caller: Caller, session_id: str) -> JsonObject:
    try:
        found = parts.conversations.get(session_id, caller.user)
        turns = parts.conversations.turns(session_id, caller.user)
    except KeyError as error:
        raise not_found("you have no such session") from error
    return session_json(found) | {"questions": [turn._asdict() for turn in turns]}
