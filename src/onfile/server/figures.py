"""The numbers that tables state, and the sums that do not come out."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from onfile.contract import figures_json
from onfile.errors import UsageError
from onfile.export_files import mismatches_json
from onfile.exporting import csv_text, known_concept, lines_of, periods_in
from onfile.language.lexicon import load
from onfile.server import schemas_archive as told
from onfile.server.callers import Caller
from onfile.server.replies import Json, errors, not_found
from onfile.server.served import Parts, Reading, Served

_YEAR = "(FY)?[0-9]{4}"
_PERIOD = f"({_YEAR}(-{_YEAR})?|[0-9]{{4}}Q[1-4](-[69]M)?)"
PERIODS = f"^{_PERIOD}(,{_PERIOD})*$"
router = APIRouter(prefix="/api/figures", tags=["figures"])


@router.get(
    "",
    response_model=told.FiguresTold,
    responses={
        200: {
            "content": {"text/csv": {"schema": {"type": "string"}}},
            "description": "Figures as JSON, or with `format=csv` as a table of all that fit.",
        },
        **errors(404),
    },
)
async def figures(
    parts: Parts,
    caller: Reading,
    company: Annotated[
        str | None, Query(description="As it is called on file.", max_length=200)
    ] = None,
    concept: Annotated[
        str | None, Query(description="A concept, such as revenue.", max_length=200)
    ] = None,
    periods: Annotated[
        str | None,
        Query(
            description="FY2022, 2022Q3, a list, or FY2019-FY2022.",
            max_length=500,
            pattern=PERIODS,
        ),
    ] = None,
    document: Annotated[str | None, Query(description="A document's id.", max_length=200)] = None,
    page: Annotated[int | None, Query(ge=1, le=1_000_000)] = None,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 1000,
    offset: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
    format: Literal["json", "csv"] = "json",
) -> Response:
    """Figures by document, page and place, each with its row and its cell."""

    def find() -> Response:
        wanted = periods_in(periods) if periods else None
        if concept is not None:
            _check_concept(parts, concept)
        found = parts.engine.figures(
            company, concept, document=document, page=page, as_user=caller.user
        )
        if wanted is not None:
            found = [one for one in found if one.period and one.period.name in wanted]
        names = _names(parts, caller)
        if format == "csv":
            return Response(csv_text(lines_of(found, names)), media_type="text/csv; charset=utf-8")
        shown = figures_json(found[offset : offset + limit], names)
        return Json(shown | {"total": len(found)})

    return await parts.reads.run(find)


@router.get("/check", response_model=told.MismatchesTold, responses=errors())
async def check(parts: Parts, caller: Reading) -> Response:
    """Sums of primary statements that do not come out."""

    def find() -> Response:
        found = parts.engine.mismatches(as_user=caller.user)
        return Json(mismatches_json(found, _names(parts, caller)))

    return await parts.questions.run(find)


def _check_concept(parts: Served, concept: str) -> None:
    """Raises: Failure 404, where the lexicon has no such concept."""
    try:
        known_concept(concept, (one.id for one in load(parts.engine.settings.lexicon).concepts))
    except UsageError as error:
        raise not_found(str(error), error.hint) from error


def _names(parts: Served, caller: Caller) -> dict[str, str]:
    """Document id → file name, of what the caller may see."""
    return {one.document_id: one.name for one in parts.engine.documents(as_user=caller.user)}
