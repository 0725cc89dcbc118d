"""From settings to a server that listens, until it is told to stop."""

from __future__ import annotations

import json
import logging
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn

from onfile.accounts import Accounts
from onfile.engine import Engine
from onfile.errors import SettingError
from onfile.server.app import create_app
from onfile.server.settings import ServeSettings

_EXTRA = ("request_id", "method", "path", "status", "ms", "user", "client")


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record's time (UTC), level, message and what else it was given."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {"time": f"{moment}.{int(record.msecs):03d}Z", "level": record.levelname.lower()}
        line |= {"log": record.name, "message": record.getMessage()}
        line |= {name: getattr(record, name) for name in _EXTRA if hasattr(record, name)}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


def run(
    engine: Engine,
    settings: ServeSettings,
    tell: Callable[[str], None],
    visit: Callable[[str], None] | None = None,
) -> None:
    """Listen until SIGTERM or Ctrl-C; running questions are finished, jobs go on next time.

    Args:
        engine: What answers.
        settings: Where to listen, and for whom.
        tell: Told where the server is, once it is up.
        visit: Called with its address then.

    Raises:
        SettingError: it would be open to others without any account, or the address is taken.
    """
    check(engine, settings)
    _log_to_stderr()
    config = uvicorn.Config(
        create_app(engine, settings),
        host=settings.host,
        port=settings.port,
        access_log=False,  # the application writes its own, with request ids
        log_config=None,
        server_header=False,
        date_header=True,
        proxy_headers=False,  # headers of proxies are believed by our own rule alone
        timeout_graceful_shutdown=settings.stop_s,
        timeout_keep_alive=30,
    )

    def started(address: str) -> None:
        tell(_welcome(engine, address))
        if visit is not None:
            visit(address)

    server = _Server(config, started)
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, _heard)  # uvicorn stops gracefully, and then sends it once more
    try:
        server.run()
    except SystemExit as error:
        raise SettingError(
            f"{settings.host} port {settings.port} can't be listened on; is it taken?",
            hint="another: --port 8001, or --port 0 for any that is free",
        ) from error
    tell("onfile: stopped")


def _heard(sign: int, frame: FrameType | None) -> None:
    """The server has ended already."""


class _Server(uvicorn.Server):
    """Says when it is up, and under which port."""

    def __init__(self, config: uvicorn.Config, on_start: Callable[[str], None]) -> None:
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: Any = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self._on_start(f"http://{f'[{host}]' if ':' in host else host}:{port}")


def _welcome(engine: Engine, address: str) -> str:
    catalog = engine.store.catalog()
    held = f"{catalog.n_documents:,} documents, {catalog.n_pages:,} pages"
    return f"onfile: {engine.store.directory} ({held}) is served at {address} (Ctrl-C ends it)"


def check(engine: Engine, settings: ServeSettings) -> None:
    """Raises: SettingError, where anybody on the network could ask without an account."""
    is_open = not Accounts(engine.store).is_any and not settings.signs_in_elsewhere
    if is_open and not settings.is_loopback:
        raise SettingError(
            f"without an account onfile listens on this machine alone, not on {settings.host}",
            hint="make one first: onfile user add NAME",
        )
    if settings.oidc_issuer is not None and not settings.oidc_client_id:
        raise SettingError(
            "oidc_issuer needs oidc_client_id", hint="set ONFILE_SERVE_OIDC_CLIENT_ID"
        )
    if settings.proxy_user_header is not None and not settings.trusted_proxies:
        raise SettingError(
            "anybody could say to be anybody: proxy_user_header needs trusted_proxies",
            hint="set ONFILE_SERVE_TRUSTED_PROXIES to the proxy's address",
        )


def _log_to_stderr() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
