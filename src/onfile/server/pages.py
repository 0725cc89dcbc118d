"""The screens that people look at: shells of HTML; what they show comes from the API.

A shell holds no document's words, so that what a person may see is decided in one place, the API.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from onfile.refusals import IN_WORDS

STATIC = Path(__file__).with_name("static")
SCREENS = (
    ("ask", "/", "Ask"),
    ("archive", "/archive", "Archive"),
)

router = APIRouter(include_in_schema=False)


@router.get("/")
async def ask(request: Request) -> Response:
    """Questions and their outcomes, the cited page beside them."""
    return _screen(request, "ask", reasons={code.value: said for code, said in IN_WORDS.items()})


@router.get("/archive")
async def archive(request: Request) -> Response:
    """What is on file, what could not be read, and adding to it."""
    return _screen(request, "archive")


@router.get("/documents/{document_id}")
async def document(request: Request, document_id: str) -> Response:
    """One document: its pages, its parts, and what became of each page."""
    return _screen(request, "document", document_id=document_id)


class _Files(StaticFiles):
    """Static files that browsers ask after each time, so that an upgrade is seen at once."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Any,
        status_code: int = 200,
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "no-cache"
        return response


def install(app: FastAPI) -> None:
    """Add the screens and their files."""
    app.include_router(router)
    app.mount("/static", _Files(directory=STATIC), name="static")


@cache
def _templates() -> Environment:
    loader = PackageLoader("onfile.server")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)


def _screen(request: Request, name: str, **shown: Mapping[str, str] | str) -> Response:
    template = _templates().get_template(f"{name}.html")
    return HTMLResponse(
        template.render(
            screen=name, screens=SCREENS, csrf_token="", user=None, can_leave=False, **shown
        )
    )
