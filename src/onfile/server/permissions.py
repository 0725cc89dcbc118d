"""Who may see what, as it is set up, and changes of it; for administrators.

A change is made and kept as on the command line, under the caller's name. What concerns the files
of the server itself (reading rule files anew, mirroring a file system, forgetting all rules) stays
with whoever has a shell there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from onfile.rulebook import change_json
from onfile.server.callers import Caller
from onfile.server.replies import Json, errors
from onfile.server.schemas import Given, Told
from onfile.server.served import Administering, Parts, Served

router = APIRouter(prefix="/api/acl", tags=["permissions"])
OWNER = "owner"  # who makes a change where nobody has an account

Name = Annotated[str, Field(min_length=1, max_length=200)]
Target = Annotated[str, Field(min_length=1, max_length=4096)]


class AclTold(Told):
    """All rules. ``unlabelled``: documents without a label, seen by nobody who is named."""

    is_in_force: bool
    labels: list[dict[str, Any]]
    groups: dict[str, list[str]]
    auditors: list[str]
    documents: int
    unlabelled: int
    sources: list[str]


class LabelGiven(Given):
    """A label, and the documents (by id or name), files or folders on file that it goes on."""

    change: Literal["label", "unlabel"]
    label: Name
    targets: Annotated[list[Target], Field(min_length=1, max_length=1000)]


class GrantGiven(Given):
    """A label, and users, ``group:NAME`` or ``everyone``. Revoking takes back both others."""

    change: Literal["grant", "deny", "revoke"]
    label: Name
    who: Annotated[list[Name], Field(min_length=1, max_length=1000)]


class GroupGiven(Given):
    """A group, and users to be added to it and dropped from it."""

    group: Name
    add: list[Name] = Field(default_factory=list, max_length=1000)
    drop: list[Name] = Field(default_factory=list, max_length=1000)


class ChangedTold(Told):
    """How many rules changed."""

    changed: int


class HistoryTold(Told):
    """Changes of the rules, the newest first; ``total`` there ever were."""

    changes: list[dict[str, Any]]
    total: int


class VerdictsTold(Told):
    """Whether a user may see a document, and what each of its labels says."""

    document: str
    may_see: bool
    labels: list[dict[str, Any]]


@router.get("", response_model=AclTold, responses=errors())
async def acl(parts: Parts, caller: Administering) -> Response:
    """Labels with what they are on and whom they allow and deny; groups; auditors."""
    overview = await parts.reads.run(parts.engine.rules.overview)
    return Json(dataclasses.asdict(overview))


@router.post("/labels", response_model=ChangedTold, responses=errors())
async def label(given: LabelGiven, parts: Parts, caller: Administering) -> Response:
    """Put a label on documents, or take it off; holds from the next question on.

    With the first label, documents without one are seen by nobody who is named.
    """
    rules = parts.engine.rules

    def change() -> int:
        if given.change == "unlabel":
            return rules.unlabel(given.label, given.targets, made_by=_name(caller))
        return rules.label_on_file(given.label, given.targets, made_by=_name(caller))

    return await _changed(parts, change)


@router.post("/grants", response_model=ChangedTold, responses=errors())
async def grant(given: GrantGiven, parts: Parts, caller: Administering) -> Response:
    """Let people see what carries a label, keep them from it, or take both back."""
    rules = parts.engine.rules
    change = {"grant": rules.grant, "deny": rules.deny, "revoke": rules.revoke}[given.change]
    return await _changed(parts, lambda: change(given.label, given.who, made_by=_name(caller)))


@router.post("/groups", response_model=ChangedTold, responses=errors())
async def group(given: GroupGiven, parts: Parts, caller: Administering) -> Response:
    """Add users to a group, and drop others from it."""
    return await _changed(
        parts,
        lambda: parts.engine.rules.group(
            given.group, add=given.add, drop=given.drop, made_by=_name(caller)
        ),
    )


@router.get("/history", response_model=HistoryTold, responses=errors())
async def history(
    parts: Parts,
    caller: Administering,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """Every change of the rules, with who made it and when."""
    changes = await parts.reads.run(parts.engine.rules.history)
    newest = [change_json(one) for one in reversed(changes[-limit:])]
    return Json({"changes": newest, "total": len(changes)})


@router.get("/check", response_model=VerdictsTold, responses=errors())
async def check(
    user: Annotated[str, Query(min_length=1, max_length=200)],
    document: Annotated[str, Query(min_length=1, max_length=4096)],
    parts: Parts,
    caller: Administering,
) -> Response:
    """Why a user may or may not see a document, by its name or id."""
    found = await parts.reads.run(lambda: parts.engine.rules.verdicts(user, document))
    return Json(dataclasses.asdict(found))


async def _changed(parts: Served, change: Callable[[], int]) -> Response:
    return Json({"changed": await parts.reads.run(change)})


def _name(caller: Caller) -> str:
    return caller.user or OWNER
