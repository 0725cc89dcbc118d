"""What is on file: coverage, documents, their parts, and their pages as text and as images."""

from __future__ import annotations

import hashlib
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from onfile.contract import coverage_json, outline_json
from onfile.contract_documents import document_json, ledger_json, page_json
from onfile.errors import SourceError, UsageError
from onfile.server import schemas_archive as told
from onfile.server.callers import Caller
from onfile.server.replies import Failure, Json, errors, not_found
from onfile.server.served import Parts, Reading, Served
from onfile.types import Box, Document

router = APIRouter(prefix="/api", tags=["archive"])
DEFAULT_DPI = 110.0  # legible on a screen, some 150 kB a page
MAX_HIGHLIGHTS = 200
_EDGE = r"[0-9]{1,5}(\.[0-9]{1,4})?"
_BOX = rf"{_EDGE}(,{_EDGE}){{3}}"
BOXES = rf"^{_BOX}(;{_BOX}){{0,{MAX_HIGHLIGHTS - 1}}}$"
KEPT = "private, no-cache"  # kept by the browser, and asked after: who may see it can change

DocumentId = Annotated[str, Path(description="`sha256:…`, as citations give it.", max_length=200)]
Number = Annotated[int, Path(description="Physical page, from 1.", ge=1, le=1_000_000)]


@router.get("/coverage", response_model=told.CoverageTold, responses=errors())
async def coverage(parts: Parts, caller: Reading) -> Response:
    """What is on file, and whether any page is unaccounted for."""
    return Json(
        coverage_json(await parts.reads.run(lambda: parts.engine.coverage(as_user=caller.user)))
    )


@router.get("/documents", response_model=told.DocumentsTold, responses=errors())
async def documents(
    parts: Parts,
    caller: Reading,
    name: Annotated[
        str | None, Query(description="A part of the name, company or form.", max_length=200)
    ] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
    offset: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
) -> Response:
    """Documents, by name."""
    every = await parts.reads.run(lambda: parts.engine.documents(as_user=caller.user))
    found = [one for one in every if name is None or _fits(one, name.casefold())]
    shown = [document_json(one) for one in found[offset : offset + limit]]
    return Json({"documents": shown, "total": len(found)})


@router.get("/documents/{document_id}", response_model=told.DocumentTold, responses=errors(404))
async def document(document_id: DocumentId, parts: Parts, caller: Reading) -> Response:
    """One document."""
    return Json(document_json(await parts.reads.run(lambda: _found(parts, caller, document_id))))


@router.get(
    "/documents/{document_id}/outline",
    response_model=told.OutlineTold,
    responses=errors(404),
)
async def outline(document_id: DocumentId, parts: Parts, caller: Reading) -> Response:
    """A document's parts, with their pages."""
    found = await parts.reads.run(
        lambda: parts.engine.outline(
            _found(parts, caller, document_id).document_id, as_user=caller.user
        )
    )
    return Json(outline_json(found))


@router.get(
    "/documents/{document_id}/ledger",
    response_model=told.LedgerTold,
    responses=errors(404),
)
async def ledger(document_id: DocumentId, parts: Parts, caller: Reading) -> Response:
    """What became of every page of a document."""
    found = await parts.reads.run(
        lambda: parts.engine.ledger(
            _found(parts, caller, document_id).document_id, as_user=caller.user
        )
    )
    return Json(ledger_json(found))


@router.get(
    "/documents/{document_id}/pages/{number}",
    response_model=told.PageTold,
    responses=errors(404),
)
async def page(document_id: DocumentId, number: Number, parts: Parts, caller: Reading) -> Response:
    """One page as it was read, with the boxes of its words."""
    return Json(await parts.reads.run(lambda: _page(parts, caller, document_id, number)))


@router.get(
    "/documents/{document_id}/pages/{number}/image",
    response_class=Response,
    responses={
        200: {
            "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}},
            "description": "The page as a person sees it.",
        },
        304: {"description": "The image of this ETag is still the one."},
        **errors(404, 409),
    },
)
async def page_image(
    document_id: DocumentId,
    number: Number,
    request: Request,
    parts: Parts,
    caller: Reading,
    dpi: Annotated[float, Query(ge=20, le=400, allow_inf_nan=False)] = DEFAULT_DPI,
    highlight: Annotated[
        str | None,
        Query(
            description="Boxes to tint: `x0,y0,x1,y1;…` in points from the page's top left.",
            pattern=BOXES,
            max_length=20_000,
        ),
    ] = None,
) -> Response:
    """One page as a PNG, from the very file that was read.

    409 where there is none: a text has no page images, and a file may be gone or have changed
    since. The page's text is on file in any case.
    """
    boxes = _boxes(highlight)

    def draw() -> Response:
        found = _found(parts, caller, document_id)
        _checked_page(found, number)
        tag = _tag(found.document_id, number, dpi, boxes)
        headers = {"Cache-Control": KEPT, "ETag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        view = parts.engine.page_image(found.document_id, number, dpi, boxes, as_user=caller.user)
        return Response(view.png, media_type="image/png", headers=headers)

    try:
        return await parts.reads.run(draw)
    except SourceError as error:
        raise Failure(409, "NO_PAGE_IMAGE", str(error), hint=error.hint) from error


def _tag(*parts: object) -> str:
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


def _found(parts: Served, caller: Caller, document_id: str) -> Document:
    """Raises: Failure 404."""
    try:
        return parts.engine.document(document_id, as_user=caller.user)
    except UsageError as error:
        raise not_found("there is no such document", "/api/documents lists them") from error


def _checked_page(document: Document, number: int) -> None:
    if number > document.n_pages:
        raise not_found(f"the document has no page {number}", f"it has {document.n_pages}")


def _page(parts: Served, caller: Caller, document_id: str, number: int) -> dict[str, object]:
    found = _found(parts, caller, document_id)
    _checked_page(found, number)
    return page_json(found, parts.engine.page(found.document_id, number, as_user=caller.user))


def _fits(document: Document, part: str) -> bool:
    known = (document.name, document.identity.company, document.identity.form)
    return any(part in words.casefold() for words in known if words)


def _boxes(text: str | None) -> tuple[Box, ...]:
    """The boxes of a text of the form ``BOXES``, whichever corners it gives."""
    found = []
    for part in text.split(";") if text else ():
        x0, y0, x1, y1 = map(float, part.split(","))
        found.append(Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
    return tuple(found)
