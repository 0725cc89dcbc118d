"""Waiting until something changes in a folder, through watchfiles."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import watchfiles

QUIET_MS = 2_000  # files that are copied into the folder together are read together
_STEP_MS = 200


def changes(
    paths: Sequence[Path], ignored: Path, stop: threading.Event | None = None
) -> Iterator[int]:
    """After every spell of changes below ``paths``, how many files were touched.

    Ends when ``stop`` is set, or with Ctrl-C.

    Args:
        paths: Files and folders that are there.
        ignored: A folder whose own changes do not count: the store may lie among the documents.
        stop: Ends the waiting.
    """
    own = Path(ignored).absolute()
    for batch in watchfiles.watch(
        *paths,
        watch_filter=lambda _, path: own not in (Path(path), *Path(path).parents),
        debounce=QUIET_MS,
        step=_STEP_MS,
        stop_event=stop,
        raise_interrupt=False,
    ):
        yield len(batch)
