"""What happens to every request before any address sees it, and to every answer after.

A request id, a limit on the size of what comes in, the check of the ``Host`` header against names
of other sites that point here (DNS rebinding), headers that tell browsers what not to do, the
access log, and the last resort for faults that nobody foresaw.
"""

from __future__ import annotations

import logging
import time
import uuid

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from onfile.server.replies import Failure, reply, unforeseen
from onfile.server.settings import LOOPBACK_NAMES, ServeSettings

access = logging.getLogger("onfile.access")
faults = logging.getLogger("onfile.server")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


MAX_BODY_BYTES = 1_000_000  # of a request without files: a question and an answer fit many times
UPLOADS = "/api/uploads"


class Entrance:
    """The outermost layer of the application (ASGI)."""

    def __init__(self, app: ASGIApp, settings: ServeSettings) -> None:
        self._app = app
        self._settings = settings
        named = {name.lower() for name in settings.allowed_hosts}
        is_checked = bool(named) or settings.is_loopback
        self._hosts = named | {settings.host.lower(), *LOOPBACK_NAMES} if is_checked else set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        visit = _Visit(scope, send, is_https=self._settings.https)
        try:
            await self._admitted(scope, receive, visit)
        except Exception:  # noqa: BLE001 - the last resort: logged whole, told in one line
            faults.exception("unforeseen", extra={"request_id": visit.request_id})
            if not visit.has_begun:
                failure = unforeseen(visit.request_id)
                await reply(visit.request_id, failure)(scope, receive, visit.send)
        finally:
            visit.log()

    async def _admitted(self, scope: Scope, receive: Receive, visit: _Visit) -> None:
        headers = Headers(scope=scope)
        limit = self._settings.max_upload_bytes if scope["path"] == UPLOADS else MAX_BODY_BYTES
        if not self._is_known(headers.get("host", "")):
            refusal: Failure | None = _unknown_host()
        elif _announced(headers) > limit:
            refusal = _too_large(limit)
        else:
            refusal = None
        if refusal is not None:
            await reply(visit.request_id, refusal)(scope, receive, visit.send)
        else:
            await self._app(scope, _limited(receive, limit), visit.send)

    def _is_known(self, host: str) -> bool:
        if not self._hosts:
            return True
        name = host.lower()
        return name in self._hosts or name.rpartition(":")[0] in self._hosts


class _Visit:
    """One request, from its coming in to the end of its answer."""

    def __init__(self, scope: Scope, send: Send, *, is_https: bool) -> None:
        self.request_id = uuid.uuid4().hex
        self.has_begun = False
        self._scope = scope
        self._send = send
        self._is_https = is_https
        self._status = 0
        self._start = time.perf_counter()
        scope.setdefault("state", {})["request_id"] = self.request_id

    async def send(self, message: Message) -> None:
        """Pass a part of the answer on, the headers added to its start."""
        if message["type"] == "http.response.start":
            self.has_begun = True
            self._status = message["status"]
            headers = MutableHeaders(scope=message)
            headers["X-Request-ID"] = self.request_id
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if self._is_https:
                headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            if "cache-control" not in headers:
                headers["Cache-Control"] = "no-store"
        await self._send(message)

    def log(self) -> None:
        """One line of the access log. The query is left out: it may hold words of a question."""
        client = self._scope.get("client")
        access.info(
            "%s %s",
            self._scope["method"],
            self._scope["path"],
            extra={
                "request_id": self.request_id,
                "method": self._scope["method"],
                "path": self._scope["path"],
                "status": self._status,
                "ms": round((time.perf_counter() - self._start) * 1000, 1),
                "user": self._scope["state"].get("user"),
                "client": client[0] if client else None,
            },
        )


def _announced(headers: Headers) -> int:
    """How large the body is said to be; 0 where that is not said."""
    length = headers.get("content-length", "")
    return int(length) if length.isdecimal() else 0


def _limited(receive: Receive, limit: int) -> Receive:
    """As ``receive``, for a body whose size was not announced, or not truly."""
    n_bytes = 0

    async def counted() -> Message:
        nonlocal n_bytes
        message = await receive()
        n_bytes += len(message.get("body", b""))
        if n_bytes > limit:
            raise HTTPException(413, str(_too_large(limit)))
        return message

    return counted


def _too_large(limit: int) -> Failure:
    return Failure(413, "TOO_LARGE", f"the request has more than {limit:,} bytes")


def _unknown_host() -> Failure:
    return Failure(
        421,
        "UNKNOWN_HOST",
        "this server is not known under that name",
        hint="reach it as 127.0.0.1, or name the host with --allowed-host",
    )
