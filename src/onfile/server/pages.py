"""The screens that people look at: shells of HTML; what they show comes from the API.

A shell holds no document's words, so that what a person may see is decided in one place, the API.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.datastructures import URL
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from onfile.refusals import IN_WORDS
from onfile.server.callers import Caller
from onfile.server.replies import Failure
from onfile.server.served import served_of

STATIC = Path(__file__).with_name("static")
SCREENS = (  # name, address, words, and the scope that it needs
    ("ask", "/", "Ask", "ask"),
    ("archive", "/archive", "Archive", "read"),
    ("log", "/log", "Log", "read"),
    ("evaluate", "/evaluate", "Evaluation", "audit"),
)

_REASONS = {code.value: said for code, said in IN_WORDS.items()}

router = APIRouter(include_in_schema=False)


@router.get("/")
async def ask(request: Request) -> Response:
    """Questions and their outcomes, the cited page beside them."""
    return _screen(request, "ask", reasons=_REASONS)


@router.get("/archive")
async def archive(request: Request) -> Response:
    """What is on file, what could not be read, and adding to it."""
    return _screen(request, "archive")


@router.get("/documents/{document_id}")
async def document(request: Request, document_id: str) -> Response:
    """One document: its pages, its parts, and what became of each page."""
    return _screen(request, "document", document_id=document_id)


@router.get("/log")
async def log(request: Request) -> Response:
    """The audit records, and one of them."""
    return _screen(request, "log", reasons=_REASONS)


@router.get("/evaluate")
async def evaluate(request: Request) -> Response:
    """Reports of evaluations, and two of them side by side."""
    return _screen(request, "evaluate")


@router.get("/login")
async def login(request: Request) -> Response:
    """Signing in, where there are accounts."""
    parts = served_of(request)
    if parts.callers.is_single_user:
        return RedirectResponse("/", 303)
    has_oidc = parts.settings.oidc_issuer is not None
    return _shown("login", None, has_oidc=has_oidc)


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


def _screen(request: Request, name: str, **more: object) -> Response:
    """The shell for whoever is signed in; the others are sent to sign in first."""
    try:
        caller = served_of(request).callers.caller(request)
    except Failure as failure:
        if failure.status != 401:
            raise
        path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return RedirectResponse(URL("/login").include_query_params(next=path), 303)
    return _shown(name, caller, **more)


def _shown(name: str, caller: Caller | None, **more: object) -> Response:
    template = _templates().get_template(f"{name}.html")
    scopes = caller.scopes if caller is not None else frozenset()
    screens = [screen[:3] for screen in SCREENS if screen[3] in scopes]
    return HTMLResponse(template.render(screen=name, screens=screens, caller=caller, **more))
