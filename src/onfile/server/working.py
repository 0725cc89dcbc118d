"""Uploads and jobs: what is read in, how far it is, and stopping it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi import Path as PathParameter
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from onfile.errors import OnfileError, UnreadableFile
from onfile.inbox import Received
from onfile.jobs import Job
from onfile.server import schemas_work as told
from onfile.server.callers import Caller
from onfile.server.replies import Failure, Json, errors, not_found
from onfile.server.served import Administering, Ingesting, Parts, Served
from onfile.types import JsonObject

router = APIRouter(prefix="/api", tags=["jobs"])
PART_BYTES = 1 << 20
OF_OTHERS = frozenset(["ocr_pages", "waiting_for_ocr"])
JobId = Annotated[str, PathParameter(max_length=100)]


@router.post(
    "/uploads",
    response_model=told.UploadTold,
    status_code=202,
    responses=errors(415),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "multipart/form-data": {
                    "schema": {
                        "type": "object",
                        "required": ["files"],
                        "properties": {
                            "files": {
                                "type": "array",
                                "minItems": 1,
                                "items": {"type": "string", "format": "binary"},
                            }
                        },
                    }
                }
            },
        }
    },
)
async def upload(
    request: Request,
    parts: Parts,
    caller: Ingesting,
    replace: Annotated[
        bool, Query(description="Whether a file may take the place of another of its name.")
    ] = False,
) -> Response:
    """Hand in files; what is taken is read in by a job.

    What a file is is told by its content. Nothing is ever fetched by an address.
    """
    # The form is read here, not by the framework: by now it is known who sends it.
    async with request.form(max_files=parts.settings.max_upload_files, max_fields=0) as form:
        files = [one for one in form.getlist("files") if isinstance(one, UploadFile)]
        if not files:
            raise Failure(422, "INVALID_REQUEST", "body.files: there is no file")
        results = [
            await parts.reads.run(_taker(parts, caller, file, replace=replace)) for file in files
        ]
    taken = [one for one in results if isinstance(one, Received)]
    refused = [one for one in results if not isinstance(one, Received)]
    if not taken:
        raise _none_taken(refused)
    job = parts.jobs.add("ingest", caller.user, {"paths": [str(one.path) for one in taken]})
    told = {"files": [_taken_json(one) for one in taken], "refused": refused}
    return Json(told | {"job": job_json(job, caller)}, status_code=202)


@router.get("/jobs", response_model=told.JobsTold, responses=errors())
async def list_jobs(parts: Parts, caller: Ingesting) -> Response:
    """One's own jobs, the newest first; for administrators everybody's."""
    found = await parts.reads.run(parts.jobs.all)
    return Json({"jobs": [job_json(job, caller) for job in found if _may_see(caller, job)]})


@router.post("/jobs", response_model=told.JobTold, status_code=202, responses=errors())
async def begin(given: told.JobGiven, parts: Parts, caller: Administering) -> Response:
    """Read in files and folders of the server itself, of those that its settings allow."""
    paths = [str(_allowed(parts, path)) for path in given.paths]
    return Json(job_json(parts.jobs.add(given.kind, caller.user, {"paths": paths}), caller), 202)


@router.get("/jobs/{job_id}", response_model=told.JobTold, responses=errors(404))
async def show(job_id: JobId, parts: Parts, caller: Ingesting) -> Response:
    """How far a job is, or how it ended."""
    return Json(job_json(await parts.reads.run(lambda: _found(parts, caller, job_id)), caller))


@router.delete("/jobs/{job_id}", response_model=told.JobTold, responses=errors(404))
async def cancel(job_id: JobId, parts: Parts, caller: Ingesting) -> Response:
    """Stop a job after the document it is at; what is stored by then is kept."""

    def stop() -> Job:
        return parts.jobs.cancel(_found(parts, caller, job_id).job_id)

    return Json(job_json(await parts.reads.run(stop), caller))


def job_json(job: Job, caller: Caller) -> JsonObject:
    """A job; of what it was given, nothing: those are paths of the server.

    An ingest also goes on with what others left undone: of their documents, who is neither the
    owner of the store nor an administrator is told neither names nor counts.
    """
    told = job._asdict()
    own = {Path(path).name for path in told.pop("given").get("paths", ())}
    if caller.user is None or "admin" in caller.scopes:
        return told
    if job.progress.get("name") not in own:
        told["progress"] = {k: v for k, v in job.progress.items() if k == "stage"}
    if job.result is not None:
        told["result"] = {k: v for k, v in job.result.items() if k not in OF_OTHERS}
    return told


def _taker(
    parts: Served, caller: Caller, file: UploadFile, *, replace: bool
) -> Callable[[], Received | JsonObject]:
    """Takes one file in; gives what was taken, or why it was not."""
    name = file.filename or ""

    def take() -> Received | JsonObject:
        pieces = iter(lambda: file.file.read(PART_BYTES), b"")
        try:
            return parts.inbox.receive(name, pieces, caller.user, replace=replace)
        except OnfileError as error:
            return {
                "name": name,
                "code": error.code,
                "message": str(error),
                "hint": error.hint,
            }

    return take


def _taken_json(one: Received) -> JsonObject:
    return {
        "name": one.name,
        "bytes": one.n_bytes,
        "media_type": one.media_type,
        "is_new": one.is_new,
    }


def _none_taken(refused: list[JsonObject]) -> Failure:
    first = refused[0]
    status = 415 if first["code"] == UnreadableFile.code else 400
    return Failure(status, first["code"], first["message"], hint=first["hint"])


def _allowed(parts: Served, path: str) -> Path:
    """The path, links followed, if it lies in one of the folders that may be read in.

    Raises:
        Failure: 403, where it does not; whether it exists is not told.
    """
    try:
        real: Path | None = Path(path).resolve()
    except (OSError, ValueError, RuntimeError):
        real = None
    folders = [folder.resolve() for folder in (*parts.settings.folders, parts.inbox.folder)]
    if real is None or not any(real.is_relative_to(folder) for folder in folders):
        raise Failure(
            403,
            "FOLDER_NOT_ALLOWED",
            "that is not in a folder which this server may read in",
            hint="set ONFILE_SERVE_FOLDERS, or use onfile ingest on the server itself",
        )
    return real


def _found(parts: Served, caller: Caller, job_id: str) -> Job:
    """Raises: Failure 404, where there is none, or it is another's."""
    try:
        job = parts.jobs.get(job_id)
    except KeyError as error:
        raise not_found("you have no such job", "/api/jobs lists yours") from error
    if not _may_see(caller, job):
        raise not_found("you have no such job", "/api/jobs lists yours")
    return job


def _may_see(caller: Caller, job: Job) -> bool:
    return job.owner == caller.user or "admin" in caller.scopes
