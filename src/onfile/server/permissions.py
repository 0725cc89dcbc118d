"""Who may see what, as it is set up; for administrators."""

from __future__ import annotations

import dataclasses
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from onfile.server.replies import Json, errors
from onfile.server.schemas import Told
from onfile.server.served import Administering, Parts

router = APIRouter(prefix="/api", tags=["permissions"])


class AclTold(Told):
    """All rules. ``unlabelled``: documents without a label, seen by nobody who is named."""

    is_in_force: bool
    labels: list[dict[str, Any]]
    groups: dict[str, list[str]]
    auditors: list[str]
    documents: int
    unlabelled: int
    sources: list[str]


@router.get("/acl", response_model=AclTold, responses=errors())
async def acl(parts: Parts, caller: Administering) -> Response:
    """Labels with what they are on and whom they allow and deny; groups; auditors."""
    overview = await parts.reads.run(parts.engine.rules.overview)
    return Json(dataclasses.asdict(overview))
