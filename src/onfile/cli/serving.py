"""``onfile serve``."""

from __future__ import annotations

import importlib.util
import threading
import webbrowser
from typing import Annotated

import typer

from onfile.cli.options import ModelName, ModelUrl, NoDense, Store
from onfile.cli.session import reporting, session, tell
from onfile.errors import SettingError


def serve(
    context: typer.Context,
    host: Annotated[
        str | None, typer.Option(help="Address to listen on.  [127.0.0.1: this machine alone]")
    ] = None,
    port: Annotated[int | None, typer.Option(help="Port; 0 is any that is free.  [8000]")] = None,
    allowed_hosts: Annotated[
        str | None,
        typer.Option("--allowed-host", metavar="NAMES", help="Names it may be reached under."),
    ] = None,
    opens: Annotated[
        bool, typer.Option("--open", help="Open the page in this machine's browser.")
    ] = False,
    no_dense: NoDense = False,
    model_url: ModelUrl = None,
    model_name: ModelName = None,
    store: Store = None,
) -> None:
    """Serve the archive: a page for a browser, and everything as an API.

    Without an account it is for one person on this machine. Ctrl-C ends it when the questions
    that are being answered are answered.
    """
    with reporting(as_json=False):
        _needs_extra()
        from onfile.server.settings import load_serve_settings

        settings = load_serve_settings(host=host, port=port, allowed_hosts=allowed_hosts)
    given = {"model_url": model_url, "model_name": model_name}
    dense = False if no_dense else None
    is_there = store is not None and store.is_dir()  # an empty volume; a mistyped path is not
    with session(
        context, as_json=False, store=store, creates=is_there, dense=dense, **given
    ) as engine:
        from onfile.server.running import run

        run(engine, settings, tell, _open if opens else None)


def _open(address: str) -> None:
    """Where there is no browser, the address that was told is enough."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _needs_extra() -> None:
    """Raises: SettingError, where the server's libraries are not installed."""
    if importlib.util.find_spec("fastapi") is None:
        raise SettingError(
            "the server needs the extra 'server'", hint="pip install 'onfile[server]'"
        )
