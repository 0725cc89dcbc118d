"""One ingest at a time: a lock that ends with its process, however that ends."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from onfile.errors import StoreBusy, StoreError

LOCK_NAME = "ingest.lock"


@contextmanager
def ingest_lock(directory: Path) -> Iterator[None]:
    """Hold the store in ``directory`` against every other ingest, of this process too.

    An open SQLite transaction is the lock: it works on every system, and the system itself ends
    it when the process is killed. Reading and asking go on meanwhile.

    Raises:
        StoreBusy: another ingest holds it.
        StoreError: the lock file can't be written.
    """
    path = directory / LOCK_NAME
    try:
        connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    except sqlite3.Error as error:
        raise StoreError(f"{path} can't be opened: {error}") from error
    try:
        _take(connection, directory)
        yield
    finally:
        connection.close()


def _take(connection: sqlite3.Connection, directory: Path) -> None:
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise StoreError(f"{directory / LOCK_NAME} can't be locked: {error}") from error
        raise StoreBusy(
            f"another ingest is writing to the store at {directory}",
            hint="wait until it has ended and run this again; asking is possible meanwhile",
        ) from error
