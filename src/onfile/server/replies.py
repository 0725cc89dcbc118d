"""What is sent back: JSON in one form, and errors in one shape.

{"error": {"code", "message", "hint", "retryable", "request_id"}}
"""

from __future__ import annotations

import json
import logging
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Match, Mount

from onfile.errors import (
    ModelError,
    OnfileError,
    RulesUnreadable,
    SourceError,
    StoreBusy,
    StoreMissing,
    UsageError,
)

log = logging.getLogger("onfile.server")
METHODS = ("DELETE", "GET", "PATCH", "POST", "PUT")
LISTED = "/api/openapi.json lists the addresses"
RETRY_S = 2  # a question takes a fraction of that, a document's transaction as long
_CODES = {
    400: "BAD_REQUEST",
    404: "NOT_FOUND",
    405: "METHOD_NOT_ALLOWED",
    413: "TOO_LARGE",
    415: "UNSUPPORTED_TYPE",
}


class Json(JSONResponse):
    """One line of ASCII: damaged text layers hold characters that UTF-8 can't write."""

    def render(self, content: Any) -> bytes:
        """The content as bytes; NaN and infinity are refused."""
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")


class Failure(Exception):
    """A request that can't be served; becomes an answer of the one error shape."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        hint: str = "",
        retryable: bool = False,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.hint = hint
        self.retryable = retryable
        self.headers = headers or {}


def not_found(message: str, hint: str = "") -> Failure:
    """There is no such thing, or none that the asker may see: both are told alike."""
    return Failure(404, "NOT_FOUND", message, hint=hint)


def busy(message: str, after_s: int = RETRY_S) -> Failure:
    """Too much at once: come again."""
    headers = {"Retry-After": str(after_s)}
    hint = f"try again in {after_s} seconds"
    return Failure(429, "TOO_MANY_REQUESTS", message, hint=hint, retryable=True, headers=headers)


class ErrorDetail(BaseModel):
    """What went wrong, and what to do about it."""

    code: str
    message: str
    hint: str
    retryable: bool
    request_id: str


class ErrorReply(BaseModel):
    """The one shape of every error."""

    error: ErrorDetail


_MEANINGS = {
    400: "The request contradicts itself or the archive.",
    401: "Nobody is signed in.",
    403: "The signed-in account or key may not do this.",
    404: "There is no such thing, or none that you may see.",
    405: "This address does not know that method.",
    409: "It is not possible as things stand.",
    413: "The request is too large.",
    415: "This kind of content is not taken.",
    421: "The server is not known under the name in the Host header.",
    422: "The request is not of the documented form.",
    429: "Too many requests: wait for as long as Retry-After says.",
    500: "A fault of onfile itself.",
    502: "A model that onfile was told to use failed.",
    503: "Busy or not ready: try again.",
}


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The documentation of these error statuses, and of those that any address may give."""
    always = (400, 401, 403, 413, 421, 422, 429, 500, 503)
    return {
        status: {"model": ErrorReply, "description": _MEANINGS[status]}
        for status in sorted({*always, *statuses})
    }


def install(app: FastAPI) -> None:
    """Have every error told in the one shape."""

    @app.exception_handler(Failure)
    async def failed(request: Request, error: Failure) -> Response:
        return reply(request.state.request_id, error)

    @app.exception_handler(OnfileError)
    async def onfile_failed(request: Request, error: OnfileError) -> Response:
        failure = failure_of(error)
        if failure.status == 500:
            log.error("%s: %s", error.code, error, extra={"request_id": request.state.request_id})
        return reply(request.state.request_id, failure)

    @app.exception_handler(HTTPException)
    async def http_failed(request: Request, error: HTTPException) -> Response:
        return reply(request.state.request_id, _unrouted(request, error))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        hint = "the form of requests is in /api/openapi.json"
        failure = Failure(422, "INVALID_REQUEST", f"{place}: {first['msg']}", hint=hint)
        return reply(request.state.request_id, failure)


def _unrouted(request: Request, error: HTTPException) -> Failure:
    """What the router itself has to say, in our words where its own say nothing."""
    code = _CODES.get(error.status_code, f"HTTP_{error.status_code}")
    headers = dict(error.headers or {})
    if error.status_code == 404:
        message, hint = "there is no such address", LISTED
    elif error.status_code == 405:
        headers["Allow"] = ", ".join(_methods_of(request))
        message, hint = f"this address takes {headers['Allow']}, not {request.method}", LISTED
    else:
        message, hint = error.detail, ""
    return Failure(error.status_code, code, message, hint=hint, headers=headers)


def _methods_of(request: Request) -> list[str]:
    """All that an address takes; the router names those of its first route alone."""
    routes = [one for one in request.app.routes if not isinstance(one, Mount)]

    def takes(method: str) -> bool:
        asked = {**request.scope, "method": method}
        return any(one.matches(asked)[0] is Match.FULL for one in routes)

    return [method for method in METHODS if takes(method)] or ["GET"]  # files: GET


def reply(request_id: str, failure: Failure) -> Response:
    """The answer that tells of a failure."""
    body = error_body(failure, request_id)
    return Json(body, status_code=failure.status, headers=failure.headers)


def failure_of(error: OnfileError) -> Failure:
    """An engine's error as an answer."""
    headers = {"Retry-After": str(RETRY_S)} if error.retryable else {}
    return Failure(
        _status_of(error),
        error.code,
        str(error),
        hint=error.hint,
        retryable=error.retryable,
        headers=headers,
    )


def error_body(failure: Failure, request_id: str) -> dict[str, Any]:
    """The one error shape."""
    return {
        "error": {
            "code": failure.code,
            "message": _sayable(str(failure)),
            "hint": _sayable(failure.hint),
            "retryable": failure.retryable,
            "request_id": request_id,
        }
    }


def unforeseen(request_id: str) -> Failure:
    """What is told of a fault that nobody thought of; the traceback is in the log alone."""
    return Failure(
        500,
        "INTERNAL",
        "onfile failed at this request",
        hint=f"this is a bug; the server's log says more under {request_id}",
    )


def _status_of(error: OnfileError) -> int:
    if isinstance(error, UsageError):
        return 400
    if isinstance(error, SourceError):
        return 409
    if isinstance(error, StoreBusy | StoreMissing | RulesUnreadable):
        return 503
    if isinstance(error, ModelError):
        return 502
    return 500


def _sayable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
