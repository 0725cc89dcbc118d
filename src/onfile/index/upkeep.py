"""A copy of a live store, a store from a copy, and a store without the traces of what it held."""

from __future__ import annotations

import os
import sqlite3
import uuid
from contextlib import closing
from pathlib import Path

from onfile.errors import StoreDamaged, StoreError, UsageError
from onfile.index.database import Database
from onfile.index.schema import VERSION
from onfile.index.store import DATABASE_NAME, Store

_INDEX_META = "name = 'lexical' OR name LIKE 'dense:%'"  # which index files are valid


def backup(store: Store, file: Path) -> int:
    """Write everything the store holds to one file, as of this moment; others go on meanwhile.

    Index files are not in it: they follow from the rest. ``file`` appears whole or not at all.

    Returns:
        Its size in bytes.

    Raises:
        StoreError: the file can't be written.
    """
    draft = file.with_name(f".{file.name}.{uuid.uuid4().hex}.tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(draft, isolation_level=None)) as target:
            with store.database.reading() as source:
                source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
            target.execute(f"DELETE FROM meta WHERE {_INDEX_META}")
        draft.replace(file)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            f"the backup {file} could not be written: {error}",
            hint="make room on the disk, or name another place",
        ) from error
    finally:
        draft.unlink(missing_ok=True)
    return file.stat().st_size


def restore(file: Path, directory: Path, *, replace: bool = False) -> None:
    """Put what ``backup`` wrote into the store in ``directory``.

    The backup is checked first. Its own file is not changed. An older one is brought up to date.

    Raises:
        UsageError: there is no such file, or there is a store with documents and not ``replace``.
        StoreDamaged: the backup is damaged, or is none.
        StoreError: it was written by a newer onfile, or the store can't be written.
    """
    if not file.is_file():
        raise UsageError(f"there is no backup {file}")
    _check(file)
    target = directory / DATABASE_NAME
    if target.exists() and not replace and _holds_documents(target):
        raise UsageError(
            f"the store at {directory} holds documents already",
            hint="give --replace to lose them, or another --store",
        )
    directory.mkdir(parents=True, exist_ok=True)
    draft = directory / f"{DATABASE_NAME}.{uuid.uuid4().hex}.tmp"
    try:
        _copy(file, draft)
        Database(draft).close()  # brings an older one up to date
        _take_place(draft, target)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"the store at {directory} could not be written: {error}") from error
    finally:
        for path in (draft, *_beside(draft)):
            path.unlink(missing_ok=True)


def drop_misfit_vectors(store: Store) -> int:
    """Remove vectors that belong to no chunk or differ in length from most of their model.

    Returns:
        How many there were; the next ingest makes them anew.
    """
    with store.database.writing() as connection:
        lengths = connection.execute(
            "SELECT model, length(vector), count(*) FROM vectors GROUP BY 1, 2 ORDER BY 3, 2"
        ).fetchall()
        usual = {model: length for model, length, _ in lengths}  # the last is the most frequent
        n = connection.execute(
            "DELETE FROM vectors WHERE row NOT IN (SELECT row FROM chunks)"
        ).rowcount
        for model, length in usual.items():
            n += connection.execute(
                "DELETE FROM vectors WHERE model = ? AND length(vector) != ?", (model, length)
            ).rowcount
    return n


def compact(store: Store) -> int:
    """Give back the room of what was removed, and overwrite it; gives the bytes freed.

    Raises:
        StoreBusy: another process is writing.
    """
    before = _size(store)
    with store.database.reading() as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return before - _size(store)


def _check(file: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source:
            verdict = source.execute("PRAGMA integrity_check").fetchone()[0]
            version = source.execute("PRAGMA user_version").fetchone()[0]
            source.execute("SELECT count(*) FROM documents").fetchone()
    except sqlite3.Error as error:
        raise StoreDamaged(f"{file} is no backup of a store: {error}") from error
    if verdict != "ok":
        raise StoreDamaged(f"the backup {file} is damaged: {verdict}")
    if version > VERSION:
        raise StoreError(
            f"{file} has schema version {version}, this onfile knows {VERSION}",
            hint="use a newer onfile",
        )


def _holds_documents(target: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"{target.absolute().as_uri()}?mode=ro", uri=True)) as held:
            return bool(held.execute("SELECT count(*) FROM documents").fetchone()[0])
    except sqlite3.Error:
        return target.stat().st_size > 0  # a damaged store may hold what can still be saved


def _copy(file: Path, draft: Path) -> None:
    with (
        closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(draft, isolation_level=None)) as target,
    ):
        source.backup(target)
        target.execute(f"DELETE FROM meta WHERE {_INDEX_META}")


def _take_place(draft: Path, target: Path) -> None:
    for path in _beside(target):  # a log of the old database must not be applied to the new one
        path.unlink(missing_ok=True)
    draft.replace(target)
    if hasattr(os, "sync"):
        os.sync()


def _beside(database: Path) -> tuple[Path, Path]:
    return (
        database.with_name(f"{database.name}-wal"),
        database.with_name(f"{database.name}-shm"),
    )


def _size(store: Store) -> int:
    return sum(path.stat().st_size for path in store.directory.rglob("*") if path.is_file())
