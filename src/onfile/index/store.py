"""The one system of record: documents, pages, chunks, figures, vectors, ledger and audit.

A store is a directory: ``onfile.db`` (SQLite, WAL) holds everything; ``lexical/`` and ``dense/``
beside it hold index files that can be rebuilt from it at any time. One document is one
transaction. Any number of threads and processes may read while one writes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import NamedTuple, Self

from onfile.index import writing
from onfile.index.codec import from_json
from onfile.index.content import StoredContent
from onfile.index.database import Database
from onfile.index.permissions import StoredPermissions
from onfile.index.reviews import StoredReviews
from onfile.index.rows import (
    CATALOG_COLUMNS,
    DOCUMENT_COLUMNS,
    LEDGER_COLUMNS,
    to_catalog_entry,
    to_document,
    to_ledger_row,
)
from onfile.index.settling import Settled, settle
from onfile.index.tracking import TrackedFiles
from onfile.types import (
    Catalog,
    Chunk,
    Document,
    Figure,
    Identity,
    LedgerRow,
    Page,
    PageStatus,
    Structure,
)

DATABASE_NAME = "onfile.db"


class AuditRow(NamedTuple):
    """One stored audit record; ``body`` is exactly the bytes that were hashed."""

    seq: int
    id: str
    created: str
    prev_hash: str
    hash: str
    body: bytes


class Store(StoredContent, TrackedFiles, StoredReviews, StoredPermissions):
    """Everything that is kept, in one directory."""

    def __init__(self, directory: Path, database: Database) -> None:
        self.directory = directory
        self.database = database
        self._fingerprint: tuple[int, str] | None = None
        self._catalog: tuple[int, Catalog] | None = None

    @classmethod
    def open(cls, directory: Path, create: bool = False) -> Self:
        """The store in ``directory``.

        Raises:
            StoreMissing: there is none and ``create`` is False.
            StoreError: it was written by a newer onfile.
        """
        directory = Path(directory)
        return cls(directory, Database(directory / DATABASE_NAME, create=create))

    def close(self) -> None:
        """Close the store's connections."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    # ── documents ────────────────────────────────────────────────────────────────────────

    def put(
        self,
        document: Document,
        pages: Sequence[Page],
        ledger: Sequence[LedgerRow],
        structure: Structure,
        chunks: Sequence[Chunk],
        figures: Sequence[Figure],
        *,
        mtime_ns: int = 0,
        boxes: Iterable[tuple[int, bytes]] = (),
        tables: Iterable[tuple[int, bytes]] = (),
        sketch: bytes = b"",
    ) -> str | None:
        """Store one document in one transaction, replacing what is stored under its id.

        Other names of the same bytes stay known. When the file at ``document.path`` held another
        document before, and no other file holds that one, it is removed.

        Args:
            document: With its identity.
            pages: All of them, in order.
            ledger: One row a page, and notes on the whole.
            structure: Its parts.
            chunks: Its chunks, in order.
            figures: Its figures.
            mtime_ns: When the file was last written.
            boxes: Numbers and encoded character boxes of pages that come without them.
            tables: Page numbers and packed tables that ``structure`` comes without.
            sketch: See ``sketches``.

        Returns:
            The id of the document that was removed in this way, or None.
        """
        with self.database.writing() as connection:
            aliases = connection.execute(
                f"SELECT {writing.FILE_COLUMNS} FROM files WHERE document_id = ? AND path != ?",
                (document.document_id, document.path),
            ).fetchall()
            writing.delete_document(connection, document.document_id)
            writing.delete_failures(connection, {row.file for row in ledger})
            writing.insert_document(
                connection, document, pages, structure, chunks, figures, boxes, tables, sketch
            )
            writing.insert_ledger(connection, ledger)
            superseded = writing.claim_file(
                connection,
                document.path,
                document.name,
                document.document_id,
                document.n_bytes,
                mtime_ns,
            )
            connection.executemany(
                f"INSERT OR REPLACE INTO files ({writing.FILE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",
                aliases,
            )
            writing.count_change(connection)
        return superseded

    def remove(self, document_id: str) -> bool:
        """Remove a document and all that came from it; False when there was none."""
        with self.database.writing() as connection:
            before = connection.total_changes
            writing.delete_document(connection, document_id)
            is_changed = connection.total_changes != before
            if is_changed:
                writing.count_change(connection)
        return is_changed

    def set_company_names(self, names: Mapping[str, str | None]) -> None:
        """Set the archive's name of the company for documents, by document id."""
        with self.database.writing() as connection:
            connection.executemany(
                "UPDATE documents SET company = ? WHERE document_id = ?",
                [(company, document_id) for document_id, company in names.items()],
            )
            writing.count_change(connection)

    def set_periods(self, periods: Mapping[str, str | None]) -> None:
        """Set the name of the period that a document is filed under, by document id."""
        with self.database.writing() as connection:
            connection.executemany(
                "UPDATE documents SET period = ? WHERE document_id = ?",
                [(period, document_id) for document_id, period in periods.items()],
            )
            writing.count_change(connection)

    def has(self, document_id: str) -> bool:
        """True when the document is stored."""
        with self.database.reading() as connection:
            found = connection.execute(
                "SELECT 1 FROM documents WHERE document_id = ?", (document_id,)
            ).fetchone()
        return found is not None

    def document(self, document_id: str) -> Document:
        """One document.

        Raises:
            KeyError: it is not stored.
        """
        with self.database.reading() as connection:
            row = connection.execute(
                f"SELECT {DOCUMENT_COLUMNS} FROM documents WHERE document_id = ?", (document_id,)
            ).fetchone()
        if row is None:
            raise KeyError(document_id)
        return to_document(row)

    def documents(self, visible: AbstractSet[str] | None = None) -> list[Document]:
        """Documents among ``visible`` (None: all), in order of name and then id."""
        with self.database.reading() as connection:
            rows = connection.execute(
                f"SELECT {DOCUMENT_COLUMNS} FROM documents ORDER BY name, document_id"
            ).fetchall()
        if visible is None:
            return [to_document(row) for row in rows]
        settled = self.settled(visible)
        return [to_document((*row[:-2], *settled[row[0]])) for row in rows if row[0] in settled]

    def settled(self, visible: AbstractSet[str] | None = None) -> dict[str, Settled]:
        """What ``visible`` documents (None: all) are, by id, as they tell it together.

        What all of them agreed on is stored; hidden ones have no say in what others are called.
        """
        with self.database.reading() as connection:
            rows = connection.execute(
                "SELECT document_id, identity FROM documents ORDER BY name, document_id"
            ).fetchall()
        seen = [row for row in rows if visible is None or row[0] in visible]
        found = settle([from_json(Identity, identity) for _, identity in seen])
        return dict(zip((row[0] for row in seen), found, strict=True))

    def catalog(self, visible: AbstractSet[str] | None = None) -> Catalog:
        """What is on file among ``visible`` documents (None: all), in order of name, then id."""
        if visible is not None:
            return self._read_catalog(visible)
        change = self.change
        if self._catalog is None or self._catalog[0] != change:
            self._catalog = (change, self._read_catalog(None))
        return self._catalog[1]

    def _read_catalog(self, visible: AbstractSet[str] | None) -> Catalog:
        with self.database.reading() as connection:
            rows = connection.execute(
                f"SELECT n_pages, {CATALOG_COLUMNS} FROM documents ORDER BY name, document_id"
            ).fetchall()
        if visible is not None:
            settled = self.settled(visible)
            rows = [(*r[:4], *settled[r[1]], *r[6:]) for r in rows if r[1] in settled]
        entries = tuple(to_catalog_entry(row[1:]) for row in rows)
        return Catalog(entries, n_pages=sum(row[0] for row in rows))

    # ── ledger, versions, audit ──────────────────────────────────────────────────────────

    def ledger(self) -> list[LedgerRow]:
        """Every line of the ledger, by file and page."""
        return self._ledger_where("1")

    def ledger_of(self, document_id: str) -> list[LedgerRow]:
        """The ledger of one document, by page."""
        return self._ledger_where("document_id = ?", document_id)

    def readable_pages(self, document_id: str) -> list[int]:
        """The pages of one document whose text may be indexed and quoted, in order."""
        rows = self.ledger_of(document_id)
        return [row.page for row in rows if row.page is not None and row.status.is_readable]

    def ledger_of_file(self, file: str) -> list[LedgerRow]:
        """The ledger of one file, by page."""
        return self._ledger_where("file = ?", file)

    def ledger_with(self, status: PageStatus) -> list[LedgerRow]:
        """Every line of the ledger with this status, by file and page."""
        return self._ledger_where("status = ?", status.value)

    def file_failures(self, is_below: Callable[[str], bool]) -> list[LedgerRow]:
        """Rows of whole files that were not read, of those for which ``is_below`` is true."""
        rows = self._ledger_where(
            "page IS NULL AND (document_id IS NULL"
            " OR document_id NOT IN (SELECT document_id FROM documents))"
        )
        return [row for row in rows if is_below(row.file)]

    def _ledger_where(self, condition: str, *values: str) -> list[LedgerRow]:
        with self.database.reading() as connection:
            rows = connection.execute(
                f"SELECT {LEDGER_COLUMNS} FROM ledger WHERE {condition}"
                " ORDER BY file, document_id, page, row",
                values,
            )
            return [to_ledger_row(row) for row in rows]

    @property
    def change(self) -> int:
        """Grows with every change of the content, whichever process makes it."""
        with self.database.reading() as connection:
            row = connection.execute("SELECT value FROM meta WHERE name = 'change'").fetchone()
        return int(row[0])

    def meta(self, name: str) -> str | None:
        """A setting of the store's own, such as which index files are valid."""
        with self.database.reading() as connection:
            row = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set_meta(self, name: str, value: str) -> None:
        """Set one; see ``meta``."""
        with self.database.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))

    def set_meta_once(self, name: str, value: str) -> None:
        """Set one unless it is set already, by whichever process."""
        with self.database.writing() as connection:
            connection.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (name, value))

    def sketches(self) -> dict[str, bytes]:
        """What tells near-duplicates, by document id; see ``ingest/sketch.py``."""
        with self.database.reading() as connection:
            return dict(
                connection.execute(
                    "SELECT document_id, sketch FROM sketches JOIN documents USING (doc)"
                ).fetchall()
            )

    def document_rows(self) -> dict[int, str]:
        """Row numbers of all documents with their ids; a row number is never used again."""
        with self.database.reading() as connection:
            return dict(connection.execute("SELECT doc, document_id FROM documents").fetchall())

    def chunk_texts(self, docs: Iterable[int]) -> Iterator[tuple[int, str, str, str]]:
        """(document row, chunk id, text, header) of all chunks of these document rows."""
        with self.database.reading() as connection:
            for doc in docs:
                yield from connection.execute(
                    "SELECT doc, chunk_id, text, header FROM chunks WHERE doc = ? ORDER BY number",
                    (doc,),
                ).fetchall()

    def fingerprint(self) -> str:
        """The version of the content: equal for equal content, however it came to be stored."""
        change = self.change
        if self._fingerprint is None or self._fingerprint[0] != change:
            digest = hashlib.sha256()
            with self.database.reading() as connection:
                for row in connection.execute(
                    "SELECT document_id, fingerprint, company FROM documents ORDER BY document_id"
                ):
                    digest.update("\0".join(map(str, row)).encode() + b"\n")
            self._fingerprint = (change, digest.hexdigest())
        return self._fingerprint[1]

    def append_audit(self, make: Callable[[int, str], tuple[str, str, str, bytes]]) -> AuditRow:
        """Append one record while no other process can.

        Args:
            make: Given the new record's number (from 1) and the hash of the one before (empty
                for the first), gives ``(id, created, hash, body)``.
        """
        with self.database.writing() as connection:
            last = connection.execute(
                "SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1"
            ).fetchone()
            seq, prev_hash = (1, "") if last is None else (last[0] + 1, last[1])
            record_id, created, digest, body = make(seq, prev_hash)
            row = AuditRow(seq, record_id, created, prev_hash, digest, body)
            connection.execute("INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?)", row)
        return row

    def audit_rows(self, first: int = 1, limit: int | None = None) -> list[AuditRow]:
        """Records from number ``first`` on, oldest first."""
        with self.database.reading() as connection:
            rows = connection.execute(
                "SELECT seq, id, created, prev_hash, hash, body FROM audit WHERE seq >= ?"
                " ORDER BY seq LIMIT ?",
                (first, -1 if limit is None else limit),
            )
            return [AuditRow(*row) for row in rows]

    def last_audit_seq(self) -> int:
        """The number of the newest record, 0 where there is none."""
        with self.database.reading() as connection:
            return int(connection.execute("SELECT coalesce(max(seq), 0) FROM audit").fetchone()[0])

    def audit_row(self, record_id: str) -> AuditRow:
        """One record.

        Raises:
            KeyError: there is none with this id.
        """
        with self.database.reading() as connection:
            row = connection.execute(
                "SELECT seq, id, created, prev_hash, hash, body FROM audit WHERE id = ?",
                (record_id,),
            ).fetchone()
        if row is None:
            raise KeyError(record_id)
        return AuditRow(*row)
