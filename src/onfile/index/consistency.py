"""Does what is stored fit together? Each function gives what does not, in plain words."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from onfile.errors import StoreDamaged, StoreError
from onfile.index.boxes import decode_boxes
from onfile.index.store import Store
from onfile.types import Document

_PAGES = """
SELECT d.name, d.n_pages, count(p.number), count(DISTINCT p.number), min(p.number), max(p.number)
FROM documents d LEFT JOIN pages p USING (doc) GROUP BY d.doc
"""
_LEDGER = """
SELECT d.name, p.number, l.status IS NULL, l.status IS NOT p.status, l.n_chars != length(p.text)
FROM pages p JOIN documents d USING (doc)
LEFT JOIN ledger l ON l.document_id = d.document_id AND l.page = p.number
WHERE l.status IS NULL OR l.status IS NOT p.status OR l.n_chars != length(p.text)
"""
_VECTORS = """
SELECT model, count(*), count(DISTINCT length(vector)), sum(c.row IS NULL)
FROM vectors v LEFT JOIN chunks c USING (row) GROUP BY model
"""


def database_problems(store: Store, *, deep: bool) -> list[str]:
    """What SQLite finds wrong with its file, and rows that belong to nothing."""
    check = "integrity_check" if deep else "quick_check"
    try:
        with store.database.reading() as connection:
            found = [row[0] for row in connection.execute(f"PRAGMA {check}(5)") if row[0] != "ok"]
            orphans = connection.execute("PRAGMA foreign_key_check").fetchmany(5)
    except StoreError as error:
        return [str(error)]
    return found + [f"a row of {table} belongs to no {parent}" for table, _, parent, _ in orphans]


def page_problems(store: Store) -> list[str]:
    """Documents whose pages are not all there, and pages whose ledger says something else."""
    found: list[str] = []
    with store.database.reading() as connection:
        for name, n_pages, *counts in connection.execute(_PAGES):
            if counts != [n_pages, n_pages, 1, n_pages] and n_pages:
                found.append(f"{name} has {n_pages} pages, of which {counts[0]} are stored")
        for name, page, is_absent, is_other, is_longer in connection.execute(_LEDGER):
            if is_absent:
                found.append(f"{name}, page {page}: there is no ledger row")
            elif is_other:
                found.append(f"{name}, page {page}: the ledger states another status")
            elif is_longer:
                found.append(f"{name}, page {page}: the ledger states another length")
    return found


def vector_problems(store: Store) -> list[str]:
    """Models whose vectors differ in length or belong to no chunk."""
    with store.database.reading() as connection:
        rows = connection.execute(_VECTORS).fetchall()
    found = [f"{model}: vectors of {n} lengths" for model, _, n, _ in rows if n > 1]
    return found + [f"{model}: {n} vectors of no chunk" for model, _, _, n in rows if n]


def file_problems(store: Store) -> list[str]:
    """Files that name a document which is not stored, and documents that no file holds."""
    with store.database.reading() as connection:
        lost = connection.execute(
            "SELECT path FROM files WHERE document_id IS NOT NULL"
            " AND document_id NOT IN (SELECT document_id FROM documents)"
        ).fetchall()
        unheld = connection.execute(
            "SELECT name FROM documents WHERE document_id NOT IN"
            " (SELECT document_id FROM files WHERE document_id IS NOT NULL)"
        ).fetchall()
    return [
        *(f"{path} is known, but its document is not stored" for (path,) in lost),
        *(f"{name} is stored, but no file is known for it" for (name,) in unheld),
    ]


def content_problems(store: Store, document: Document) -> Iterator[str]:
    """Where chunks, figures, boxes and vectors of one document do not fit its pages."""
    texts = store.pages_text(document.document_id)
    yield from _chunk_problems(store, document, texts)
    yield from _figure_problems(store, document, texts)
    yield from _box_problems(store, document, texts)
    yield from _vector_values(store, document)


def _chunk_problems(store: Store, document: Document, texts: dict[int, str]) -> Iterator[str]:
    for chunk in store.chunks_of(document.document_id):
        spanned = "\n".join(texts.get(s.page, "")[s.start : s.end] for s in chunk.spans)
        if spanned != chunk.text:
            yield f"{document.name}, page {chunk.page}: a passage is not what stands there"


def _figure_problems(store: Store, document: Document, texts: dict[int, str]) -> Iterator[str]:
    for figure in store.figures([document.document_id]):
        page, start, end = figure.cell_span
        if texts.get(page, "")[start:end] != figure.printed:
            yield f"{document.name}, page {page}: a figure is not what stands there"


def _box_problems(store: Store, document: Document, texts: dict[int, str]) -> Iterator[str]:
    with store.database.reading() as connection:
        rows = connection.execute(
            "SELECT number, boxes FROM page_boxes JOIN documents USING (doc) WHERE document_id = ?",
            (document.document_id,),
        )
        for number, blob in rows:
            try:
                boxes = decode_boxes(blob)
            except StoreDamaged as error:
                yield f"{document.name}, page {number}: {error}"
                continue
            if boxes is None or len(boxes) != len(texts.get(number, "")):
                yield f"{document.name}, page {number}: boxes of another text"


def _vector_values(store: Store, document: Document) -> Iterator[str]:
    with store.database.reading() as connection:
        blobs = connection.execute(
            "SELECT v.vector FROM vectors v JOIN chunks c USING (row) JOIN documents d USING (doc)"
            " WHERE d.document_id = ?",
            (document.document_id,),
        ).fetchall()
    for (blob,) in blobs:
        if len(blob) % 2:
            yield f"{document.name}: a vector of half a number"
            return
        vector = np.frombuffer(blob, np.float16).astype(np.float32)
        length = float(np.linalg.norm(vector))
        if not (abs(length - 1) < 0.02 or length == 0):
            yield f"{document.name}: a vector of length {length:.3f}, where 1 is right"
            return
