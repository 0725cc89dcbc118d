"""Which files were dealt with, what each held, and which of them are gone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from onfile.index import writing
from onfile.index.database import Database
from onfile.types import LedgerRow


class KnownFile(NamedTuple):
    """A file that was dealt with; ``document_id`` None where it could not be read."""

    document_id: str | None
    n_bytes: int
    mtime_ns: int


class TrackedFiles:
    """The part of ``Store`` that knows files by their paths."""

    database: Database

    def known_files(self) -> dict[str, KnownFile]:
        """Every file that was dealt with, by its path."""
        with self.database.reading() as connection:
            rows = connection.execute("SELECT path, document_id, n_bytes, mtime_ns FROM files")
            return {path: KnownFile(*rest) for path, *rest in rows}

    def missing_files(self) -> dict[str, str]:
        """Files that were gone at the last look, with the time (UTC) of the first such look."""
        with self.database.reading() as connection:
            return dict(
                connection.execute(
                    "SELECT path, missing_since FROM files WHERE missing_since IS NOT NULL"
                    " ORDER BY path"
                ).fetchall()
            )

    def names_of(self, document_id: str) -> tuple[str, ...]:
        """All file names under which the document was found, sorted."""
        with self.database.reading() as connection:
            rows = connection.execute(
                "SELECT DISTINCT name FROM files WHERE document_id = ? ORDER BY name",
                (document_id,),
            )
            return tuple(name for (name,) in rows)

    def add_alias(
        self, document_id: str, path: str, name: str, *, n_bytes: int, mtime_ns: int = 0
    ) -> str | None:
        """Note that the file at ``path`` holds the same bytes as a stored document.

        Returns:
            The id of the document that this file held before, when that is now removed.
        """
        with self.database.writing() as connection:
            writing.delete_failures(connection, [path])
            superseded = writing.claim_file(connection, path, name, document_id, n_bytes, mtime_ns)
            writing.count_change(connection)
        return superseded

    def put_ledger(
        self, rows: Sequence[LedgerRow], *, path: str = "", n_bytes: int = 0, mtime_ns: int = 0
    ) -> None:
        """Ledger rows of a file that could not be read, in place of earlier ones for that file.

        ``path`` makes the file known, so that it is tried again only when it has changed. A
        document that it held before is kept.
        """
        with self.database.writing() as connection:
            writing.delete_failures(connection, {row.file for row in rows})
            writing.insert_ledger(connection, rows)
            if path:
                name = Path(path).name
                writing.claim_unread(connection, path, name, n_bytes, mtime_ns)
            writing.count_change(connection)

    def replace_left_out(self, rows: Sequence[LedgerRow], is_below: Callable[[str], bool]) -> None:
        """What was left out of the folders looked at, in place of what was at the last look.

        Args:
            rows: Ledger rows of files and folders that no reader has touched.
            is_below: True for a path below the folders that were looked at, or that is gone.
        """
        with self.database.writing() as connection:
            earlier = connection.execute(
                "SELECT row, file FROM ledger"
                " WHERE document_id IS NULL AND page IS NULL AND reader = ''"
                " AND file NOT IN (SELECT path FROM files)"  # a reader has looked at those
            ).fetchall()
            connection.executemany(
                "DELETE FROM ledger WHERE row = ?", [(n,) for n, file in earlier if is_below(file)]
            )
            writing.insert_ledger(connection, rows)

    def move_file(self, old: str, new: str, *, n_bytes: int, mtime_ns: int) -> None:
        """The file at ``old`` is now at ``new``, with the same bytes."""
        with self.database.writing() as connection:
            row = connection.execute(
                "SELECT document_id FROM files WHERE path = ?", (old,)
            ).fetchone()
            connection.execute("DELETE FROM files WHERE path IN (?, ?)", (old, new))
            writing.delete_failures(connection, [old, new])
            if row is not None:
                name = Path(new).name
                writing.claim_file(connection, new, name, row[0], n_bytes, mtime_ns)
                _point_to(connection, old, new)
            writing.count_change(connection)

    def mark_missing(self, paths: Iterable[str], since: str | None) -> None:
        """These files are gone, or (``since`` None) there again."""
        with self.database.writing() as connection:
            connection.executemany(
                "UPDATE files SET missing_since ="
                " CASE WHEN ?1 IS NULL THEN NULL ELSE coalesce(missing_since, ?1) END"
                " WHERE path = ?2",
                [(since, path) for path in paths],
            )

    def forget_files(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Drop what is known of these files, and documents that no other file holds.

        Returns:
            The ids of the documents that were removed.
        """
        removed: list[str] = []
        with self.database.writing() as connection:
            for path in paths:
                removed += _forget(connection, path)
            writing.count_change(connection)
        return tuple(removed)


def _forget(connection: sqlite3.Connection, path: str) -> list[str]:
    row = connection.execute("SELECT document_id FROM files WHERE path = ?", (path,)).fetchone()
    connection.execute("DELETE FROM files WHERE path = ?", (path,))
    writing.delete_failures(connection, [path])
    if row is None or row[0] is None:
        return []
    other = connection.execute(
        "SELECT path FROM files WHERE document_id = ? ORDER BY path", (row[0],)
    ).fetchone()
    if other is not None:
        _point_to(connection, path, other[0])
        return []
    writing.delete_document(connection, row[0])
    return [row[0]]


def _point_to(connection: sqlite3.Connection, old: str, new: str) -> None:
    connection.execute(
        "UPDATE documents SET path = ?, name = ? WHERE path = ?", (new, Path(new).name, old)
    )
    connection.execute(
        "UPDATE ledger SET file = ? WHERE file = ? AND document_id IS NOT NULL", (new, old)
    )
