"""What every command needs: the engine, the two output streams, and errors told in plain words."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from onfile.errors import OnfileError, UsageError

if TYPE_CHECKING:
    from onfile.engine import Engine

EXIT_ANSWERED = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_REFUSED = 3

EngineFactory = Callable[..., "Engine"]


@contextmanager
def session(
    context: typer.Context,
    *,
    as_json: bool,
    store: Path | None = None,
    creates: bool = False,
    **given: Any,
) -> Iterator[Engine]:
    """An open engine; errors end the command with a message and an exit code.

    Args:
        context: Its ``obj`` may hold another engine factory (tests).
        as_json: Whether an error is told as JSON on stdout.
        store: Folder of the store, None for the setting.
        creates: Whether the store is made where there is none; else that is an error.
        given: Other settings by name, None where the command line is silent.
    """
    with reporting(as_json=as_json):
        from onfile.config import load_settings

        settings = load_settings(store=store, **given)
        with _factory(context, creates=creates)(settings.store, settings=settings) as engine:
            yield engine


@contextmanager
def reporting(*, as_json: bool) -> Iterator[None]:
    """Turn an exception into a message, a hint and an exit code.

    With ``ONFILE_DEBUG=1`` the exception goes on, with its traceback.
    """
    try:
        yield
    except OnfileError as error:
        if is_debugging():
            raise
        tell_error(error, as_json=as_json)
        code = EXIT_USAGE if isinstance(error, UsageError) else EXIT_FAILED
        raise typer.Exit(code) from error


def is_debugging() -> bool:
    """True when tracebacks are wanted."""
    return os.environ.get("ONFILE_DEBUG", "") not in ("", "0")


def tell_error(error: OnfileError, *, as_json: bool) -> None:
    """Print an error: its JSON to stdout, or its message and hint to stderr."""
    if as_json:
        from onfile.contract import error_json

        write_json(error_json(error))
        return
    tell(f"onfile: {error}")
    if error.hint:
        tell(f"  {error.hint}")


def write_json(value: Any) -> None:
    """One JSON object on stdout: for a person indented, for a program one line of ASCII.

    ASCII because damaged text layers hold characters that UTF-8 can't write, and because some
    programs take U+2028 for the end of a line.
    """
    if sys.stdout.isatty():
        typer.echo(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))
    else:
        typer.echo(json.dumps(value, allow_nan=False))


def tell(message: str) -> None:
    """A message on stderr; stdout is for data."""
    typer.echo(message, err=True)


def _factory(context: typer.Context, *, creates: bool) -> EngineFactory:
    if context.obj is not None:
        given: EngineFactory = context.obj
        return given
    from onfile.engine import Engine

    return partial(Engine, create=creates)
