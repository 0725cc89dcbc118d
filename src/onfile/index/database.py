"""One SQLite file: a connection for each thread, transactions, and errors in onfile's words."""

from __future__ import annotations

import datetime as dt
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from onfile.errors import StoreBusy, StoreDamaged, StoreError, StoreMissing
from onfile.index.schema import MIGRATIONS, VERSION

BUSY_TIMEOUT_MS = 30_000  # the longest document's transaction takes a few seconds
_PRAGMAS = (
    f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=NORMAL",  # a power cut may lose the last documents, never half of one
    "PRAGMA foreign_keys=ON",
    "PRAGMA cache_size=-32000",
    "PRAGMA mmap_size=1073741824",
)


class Database:
    """Connections to one file. Readers see whole transactions, also while another writes."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        if not create and not path.exists():
            raise StoreMissing(
                f"there is no store at {path.parent}",
                hint="run `onfile ingest PATH…` first, or give --store DIR",
            )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            hint = "--store takes a folder, which is made where it is missing"
            message = f"{path.parent} can't be a store: {error.strerror}"
            raise StoreError(message, hint=hint) from error
        self.path = path
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        with _translated(path):
            self._migrate()

    @property
    def connection(self) -> sqlite3.Connection:
        """This thread's connection."""
        existing: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if existing is None:
            # Each thread uses its own; check_same_thread is off so that close() may end all.
            existing = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            for pragma in _PRAGMAS:
                existing.execute(pragma)
            self._local.connection = existing
            with self._lock:
                self._opened.append(existing)
        return existing

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection for one or more selects."""
        with _translated(self.path):
            yield self.connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it or, on an exception, nothing.

        Raises:
            StoreBusy: another process has been writing for longer than the busy timeout.
        """
        with _translated(self.path):
            connection = self.connection
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # SQLite itself ends it when the disk is full
                    connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close this thread's connection; another thread's ends with the statement it runs.

        Closing a connection that another thread is just using ends the process, not the statement.
        """
        own: sqlite3.Connection | None = getattr(self._local, "connection", None)
        with self._lock:
            for connection in self._opened:
                if connection is own:
                    connection.close()
                else:
                    connection.interrupt()
            self._opened.clear()
        self._local = threading.local()

    def _migrate(self) -> None:
        if _version(self.connection) == VERSION:
            return
        with self.writing() as connection:
            version = _version(connection)  # another process may have been faster
            if version > VERSION:
                raise StoreError(
                    f"{self.path} has schema version {version}, this onfile knows {VERSION}",
                    hint="use a newer onfile",
                )
            for number in range(version, VERSION):
                _run_script(connection, MIGRATIONS[number])
                now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
                connection.execute("INSERT INTO migrations VALUES (?, ?)", (number + 1, now))
                connection.execute(f"PRAGMA user_version={number + 1}")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _run_script(connection: sqlite3.Connection, script: str) -> None:
    # executescript() would commit the transaction we are in.
    for statement in script.split(";\n"):
        if statement.strip():
            connection.execute(statement)


@contextmanager
def _translated(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise StoreBusy(
                f"{path} is being written by another process", hint="try again in a moment"
            ) from error
        if "disk" in str(error):  # "database or disk is full", "disk I/O error"
            raise StoreError(
                f"{path} could not be written: {error}; what was stored before is safe",
                hint="make room on the disk and run the same command again: it goes on from there",
            ) from error
        raise StoreError(f"{path}: {error}") from error
    except sqlite3.IntegrityError as error:
        raise StoreError(f"{path}: what was to be stored contradicts itself: {error}") from error
    except sqlite3.DatabaseError as error:
        raise StoreDamaged(
            f"{path} is damaged: {error}", hint="restore it or ingest again"
        ) from error
