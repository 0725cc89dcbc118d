"""For those who run the server: is it up, can it answer."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter
from starlette.responses import Response

from onfile.server import schemas_work as told
from onfile.server.replies import Json, errors
from onfile.server.served import Administering, Parts

METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"
router = APIRouter(tags=["operations"])


@router.get("/api/health", response_model=told.HealthTold, responses=errors())
async def health() -> Response:
    """The server is up. Asks for no account and tells nothing of the archive."""
    return Json({"status": "ok", "version": version("onfile")})


@router.get("/api/ready", response_model=told.ReadyTold, responses=errors())
async def ready(parts: Parts) -> Response:
    """The store can be read and questions are taken; 503 where not."""
    await parts.reads.run(lambda: parts.engine.store.change)
    return Json({"ready": True})


@router.get(
    "/metrics",
    response_class=Response,
    responses={
        200: {
            "content": {"text/plain": {"schema": {"type": "string"}}},
            "description": "Prometheus' text form.",
        },
        **errors(),
    },
)
async def metrics(parts: Parts, caller: Administering) -> Response:
    """Figures for Prometheus: questions by how they ended, time by stage, jobs, the store."""
    text = await parts.reads.run(lambda: parts.metrics.text(parts))
    return Response(text, media_type=METRICS_TYPE)
