"""Insert one processed document, inside the caller's transaction."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from onfile.index.boxes import encode_boxes, encode_confidence
from onfile.index.codec import pack, pack_tables, to_json
from onfile.types import Chunk, Document, Figure, LedgerRow, Page, Period, Structure

FILE_COLUMNS = "path, name, document_id, n_bytes, mtime_ns, real_path"


def delete_document(connection: sqlite3.Connection, document_id: str) -> None:
    """Everything of the document; its files are forgotten, so that they are read again."""
    connection.execute("DELETE FROM files WHERE document_id = ?", (document_id,))
    connection.execute("DELETE FROM ledger WHERE document_id = ?", (document_id,))
    connection.execute("DELETE FROM documents WHERE document_id = ?", (document_id,))


def delete_failures(connection: sqlite3.Connection, files: Iterable[str]) -> None:
    """Ledger rows that say these files could not be read; those of stored documents stay."""
    connection.executemany(
        "DELETE FROM ledger WHERE file = ? AND page IS NULL AND (document_id IS NULL"
        " OR document_id NOT IN (SELECT document_id FROM documents))",
        [(f,) for f in files],
    )


def insert_document(
    connection: sqlite3.Connection,
    document: Document,
    pages: Sequence[Page],
    structure: Structure,
    chunks: Sequence[Chunk],
    figures: Sequence[Figure],
    boxes: Iterable[tuple[int, bytes]],
    tables: Iterable[tuple[int, bytes]],
    sketch: bytes,
) -> None:
    """The document and all its parts, without ledger and files."""
    fingerprint = _fingerprint(pages, chunks, figures)
    doc = _insert_head(connection, document, structure, figures, fingerprint)
    _insert_pages(connection, doc, pages, boxes)
    if sketch:
        connection.execute("INSERT INTO sketches VALUES (?, ?)", (doc, sketch))
    _insert_structure(connection, doc, structure, tables)
    _insert_chunks(connection, doc, chunks)
    connection.executemany(
        f"INSERT INTO figures VALUES (NULL{', ?' * 26})", (_figure_row(doc, f) for f in figures)
    )


def insert_ledger(connection: sqlite3.Connection, rows: Iterable[LedgerRow]) -> None:
    """Ledger rows, in the order given."""
    connection.executemany(
        "INSERT INTO ledger VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                r.file,
                r.document_id,
                r.page,
                r.status.value,
                r.reason,
                r.n_chars,
                r.quality,
                r.elapsed_ms,
                r.reader,
            )
            for r in rows
        ),
    )


RELEASE = "earnings release"


def _insert_head(
    connection: sqlite3.Connection,
    document: Document,
    structure: Structure,
    figures: Sequence[Figure],
    fingerprint: str,
) -> int:
    identity = document.identity
    cursor = connection.execute(
        f"INSERT INTO documents VALUES (NULL{', ?' * 16}, NULL)",
        (
            document.document_id,
            document.name,
            document.path,
            document.media_type,
            document.n_bytes,
            document.n_pages,
            document.has_pages,
            identity.company,
            identity.form,
            identity.period.name if identity.period is not None else None,
            to_json(identity),
            to_json(_column_periods(figures, identity.form)),
            to_json(_speakers(structure)),
            to_json(structure.statement_pages),
            to_json(structure.contents_pages),
            fingerprint,
        ),
    )
    if cursor.lastrowid is None:  # pragma: no cover - sqlite3 always sets it after an insert
        raise sqlite3.DatabaseError("no row id after an insert")
    return cursor.lastrowid


def _column_periods(figures: Iterable[Figure], form: str | None) -> tuple[Period, ...]:
    """Periods of the columns of statements, and the quarters of a release's other tables."""
    is_release = form == RELEASE
    periods = {
        f.period
        for f in figures
        if f.period is not None
        and (f.statement is not None or (is_release and f.period.quarter is not None))
    }
    return tuple(sorted(periods, key=lambda p: (p.fiscal_year, p.quarter or 0, p.months or 0)))


def _speakers(structure: Structure) -> tuple[tuple[str, str], ...]:
    named = ((t.speaker, t.role or "") for t in structure.turns if t.speaker is not None)
    return tuple(dict.fromkeys(named))


def _insert_pages(
    connection: sqlite3.Connection,
    doc: int,
    pages: Sequence[Page],
    boxes: Iterable[tuple[int, bytes]],
) -> None:
    connection.executemany(
        f"INSERT INTO pages VALUES (?{', ?' * 11})",
        (
            (
                doc,
                p.number,
                p.status.value,
                p.reason,
                p.label,
                p.width_pt,
                p.height_pt,
                p.rotation,
                p.quality,
                p.reader,
                p.elapsed_ms,
                p.text,
            )
            for p in pages
        ),
    )
    connection.executemany(
        "INSERT INTO page_boxes VALUES (?, ?, ?)",
        ((doc, p.number, encode_boxes(p.boxes)) for p in pages if p.boxes is not None),
    )
    connection.executemany(
        "INSERT OR IGNORE INTO page_boxes VALUES (?, ?, ?)",
        ((doc, number, blob) for number, blob in boxes),
    )
    connection.executemany(
        "INSERT INTO page_confidence VALUES (?, ?, ?)",
        (
            (doc, p.number, encode_confidence(p.confidence))
            for p in pages
            if p.confidence is not None
        ),
    )


def _insert_structure(
    connection: sqlite3.Connection,
    doc: int,
    structure: Structure,
    tables: Iterable[tuple[int, bytes]],
) -> None:
    connection.execute(
        "INSERT INTO outlines VALUES (?, ?, ?)",
        (doc, pack(structure.sections), pack(structure.turns)),
    )
    if structure.facts:
        connection.execute("INSERT INTO facts VALUES (?, ?)", (doc, pack(structure.facts)))
    connection.executemany(
        "INSERT INTO page_tables VALUES (?, ?, ?)",
        ((doc, page, blob) for page, blob in chain(pack_tables(structure.tables), tables)),
    )


def _insert_chunks(connection: sqlite3.Connection, doc: int, chunks: Sequence[Chunk]) -> None:
    pages: list[set[int]] = []  # of each chunk

    def rows() -> Iterator[tuple[Any, ...]]:
        for chunk in chunks:
            pages.append({span.page for span in chunk.spans})
            yield _chunk_row(doc, chunk)

    connection.executemany(f"INSERT INTO chunks VALUES (NULL{', ?' * 16})", rows())
    numbered = connection.execute("SELECT row FROM chunks WHERE doc = ? ORDER BY row", (doc,))
    connection.executemany(
        "INSERT INTO chunk_pages VALUES (?, ?, ?)",
        [
            (doc, page, row)
            for (row,), on in zip(numbered, pages, strict=True)
            for page in sorted(on)
        ],
    )


def _chunk_row(doc: int, c: Chunk) -> tuple[Any, ...]:
    return (
        doc,
        c.chunk_id,
        c.number,
        c.kind,
        c.text,
        c.header,
        to_json(c.spans),
        c.section,
        c.section_kind,
        c.statement,
        c.turn,
        c.speaker,
        c.role,
        c.part,
        c.line,
        c.is_contents,
    )


def _figure_row(doc: int, f: Figure) -> tuple[Any, ...]:
    period = f.period
    return (
        doc,
        f.figure_id,
        f.page,
        f.table,
        f.table_title,
        f.statement,
        f.label,
        to_json(f.path),
        f.column_header,
        f.concept,
        f.concept_reason,
        None if period is None else period.fiscal_year,
        None if period is None else period.quarter,
        None if period is None else period.months,
        None if f.period_end is None else f.period_end.isoformat(),
        f.is_instant,
        str(f.value),
        f.scale,
        f.currency,
        f.unit,
        f.is_percent,
        f.printed,
        f.row_span.start,
        f.row_span.end,
        f.cell_span.start,
        f.cell_span.end,
    )


def _fingerprint(pages: Sequence[Page], chunks: Sequence[Chunk], figures: Sequence[Figure]) -> str:
    digest = hashlib.sha256()
    for part in _fingerprint_parts(pages, chunks, figures):
        digest.update(part.encode())
        digest.update(b"\0")
    return digest.hexdigest()


def _fingerprint_parts(
    pages: Sequence[Page], chunks: Sequence[Chunk], figures: Sequence[Figure]
) -> Iterator[str]:
    for page in pages:
        yield f"page {page.number} {page.status.value}"
        yield page.text
    for chunk in chunks:
        yield f"chunk {chunk.chunk_id} {chunk.spans}"
        yield chunk.header
    for figure in figures:
        yield f"figure {figure.figure_id} {figure.value} {figure.scale} {figure.concept}"


def claim_file(
    connection: sqlite3.Connection,
    path: str,
    name: str,
    document_id: str | None,
    n_bytes: int,
    mtime_ns: int,
) -> str | None:
    """Note what the file at ``path`` holds now.

    Returns:
        The id of the document it held before, when no other file holds that: it was removed.
    """
    before = connection.execute("SELECT document_id FROM files WHERE path = ?", (path,)).fetchone()
    connection.execute(
        f"INSERT OR REPLACE INTO files ({FILE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",
        (path, name, document_id, n_bytes, mtime_ns, os.path.realpath(path)),
    )
    if before is None or before[0] is None or before[0] == document_id:
        return None
    elsewhere = connection.execute(
        "SELECT 1 FROM files WHERE document_id = ?", (before[0],)
    ).fetchone()
    if elsewhere is not None:
        return None
    delete_document(connection, before[0])
    return str(before[0])


def claim_unread(
    connection: sqlite3.Connection, path: str, name: str, n_bytes: int, mtime_ns: int
) -> None:
    """Note that the file at ``path``, as it is now, could not be read.

    What it held before is kept: a damaged new version does not take the old one's place.
    """
    connection.execute(
        f"INSERT INTO files ({FILE_COLUMNS}) VALUES (?, ?, NULL, ?, ?, ?)"
        " ON CONFLICT (path) DO UPDATE"
        " SET n_bytes = excluded.n_bytes, mtime_ns = excluded.mtime_ns, missing_since = NULL",
        (path, name, n_bytes, mtime_ns, os.path.realpath(path)),
    )


def count_change(connection: sqlite3.Connection) -> None:
    """Tell every reader that the content has changed."""
    connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'change'")
