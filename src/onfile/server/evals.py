"""Runs of the evaluation: begun as jobs, listed, looked at, compared."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from onfile.server import schemas_work as told
from onfile.server.replies import Failure, Json, errors, not_found
from onfile.server.served import Administering, Auditing, Parts
from onfile.server.working import job_json
from onfile.types import JsonObject

router = APIRouter(prefix="/api/evals", tags=["evaluation"])
RunName = Annotated[str, Path(description="As the list of runs gives it.", max_length=200)]
Named = Annotated[str, Query(max_length=200)]


@router.get("", response_model=told.EvalsTold, responses=errors())
async def list_runs(parts: Parts, caller: Auditing) -> Response:
    """The suites that may be asked, and the runs that there are, the newest first."""

    def find() -> JsonObject:
        return {"suites": list(parts.evals.suites()), "runs": parts.evals.all()}

    return Json(await parts.reads.run(find))


@router.post("", response_model=told.JobTold, status_code=202, responses=errors(404))
async def begin(given: told.EvalGiven, parts: Parts, caller: Administering) -> Response:
    """Ask a suite, as a job; its result names the run."""
    if given.suite not in parts.evals.suites():
        raise not_found("there is no such suite", "GET /api/evals lists them")
    job = parts.jobs.add("eval", caller.user, {"suite": given.suite})
    return Json(job_json(job, caller), status_code=202)


@router.get("/compare", response_model=told.PairingTold, responses=errors(404))
async def compare(parts: Parts, caller: Auditing, before: Named, after: Named) -> Response:
    """What flipped from one run to another, and whether it could be chance."""
    try:
        return Json(await parts.reads.run(lambda: parts.evals.compare(before, after)))
    except KeyError as error:
        raise _no_run() from error


@router.get("/{run}", response_model=told.ReportTold, responses=errors(404))
async def report(run: RunName, parts: Parts, caller: Auditing) -> Response:
    """The report of a run."""
    try:
        return Json(await parts.reads.run(lambda: parts.evals.report(run)))
    except KeyError as error:
        raise _no_run() from error


@router.get(
    "/{run}/page",
    response_class=Response,
    responses={
        200: {
            "content": {"text/html": {"schema": {"type": "string"}}},
            "description": "The report as one page that needs nothing else, to be saved.",
        },
        **errors(404),
    },
)
async def page(run: RunName, parts: Parts, caller: Auditing) -> Response:
    """The report of a run as one page of HTML, to be saved: it has styles of its own."""
    try:
        text = await parts.reads.run(lambda: parts.evals.page(run))
    except KeyError as error:
        raise _no_run() from error
    headers = {"Content-Disposition": 'attachment; filename="report.html"'}
    return Response(text, media_type="text/html; charset=utf-8", headers=headers)


def _no_run() -> Failure:
    return not_found("there is no such run", "GET /api/evals lists them")
