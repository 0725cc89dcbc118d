"""Pages that OCR is still to read, and what it has read of documents not yet put together.

A page that was read is kept at once; the document is stored anew, with all of them, when its
last one is there. So work that is stopped goes on with the page at which it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from onfile.index.boxes import decode_boxes, decode_confidence, encode_boxes, encode_confidence
from onfile.index.store import Store
from onfile.types import Page, PageStatus

_DOC = "(SELECT doc FROM documents WHERE document_id = ?)"


@dataclass(frozen=True, slots=True)
class Unread:
    """Pages of one document that are still to be read, in order."""

    document_id: str
    pages: tuple[int, ...]


def unread_pages(store: Store, statuses: Iterable[PageStatus], engine_name: str) -> list[Unread]:
    """The documents with pages of these statuses that no engine of this name has seen.

    Fewest such pages first, then by name. A document whose pages are all read, but which was not
    stored anew, has no pages left and is given too.
    """
    wanted = [status.value for status in statuses]
    marks = ", ".join("?" * len(wanted))
    with store.database.reading() as connection:
        rows = connection.execute(
            "SELECT d.document_id, p.number, o.number IS NULL FROM pages p"
            " JOIN documents d USING (doc) LEFT JOIN ocr_pages o USING (doc, number)"
            f" WHERE p.status IN ({marks}) AND p.reader NOT LIKE ?"
            " ORDER BY d.name, d.document_id, p.number",
            (*wanted, f"%{engine_name}"),
        ).fetchall()
    found: dict[str, list[int]] = {}
    for document_id, number, is_unread in rows:
        pages = found.setdefault(document_id, [])
        if is_unread:
            pages.append(number)
    unread = [Unread(document_id, tuple(pages)) for document_id, pages in found.items()]
    return sorted(unread, key=lambda one: len(one.pages))


def keep_page(store: Store, document_id: str, page: Page) -> None:
    """Keep what was read on one page until its document is stored anew."""
    with store.database.writing() as connection:
        connection.execute(
            f"INSERT OR REPLACE INTO ocr_pages VALUES ({_DOC}, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                document_id,
                page.number,
                page.status.value,
                page.reason,
                page.quality,
                page.reader,
                page.elapsed_ms,
                page.text,
                encode_boxes(page.boxes),
                encode_confidence(page.confidence),
            ),
        )


def has_read(store: Store, document_id: str, engine_name: str) -> bool:
    """True where this engine has read any page of a document."""
    kept, earlier = _read_numbers(store, document_id, engine_name)
    return bool(kept or earlier)


def read_pages(store: Store, document_id: str, engine_name: str) -> Iterator[Page]:
    """The pages of a stored document that this engine has read, in order, one at a time.

    Those that are only kept so far are without the size of the page.
    """
    kept, earlier = _read_numbers(store, document_id, engine_name)
    for number in sorted(kept | earlier):
        if number in kept:
            yield kept_page(store, document_id, number)
        else:
            yield store.page(document_id, number)


def _read_numbers(store: Store, document_id: str, engine_name: str) -> tuple[set[int], set[int]]:
    """The pages that are only kept so far, and those that the document was stored with."""
    with store.database.reading() as connection:
        kept = connection.execute(
            f"SELECT number FROM ocr_pages WHERE doc = {_DOC}", (document_id,)
        ).fetchall()
        earlier = connection.execute(
            f"SELECT number FROM pages WHERE doc = {_DOC} AND reader LIKE ?",
            (document_id, f"%{engine_name}"),
        ).fetchall()
    return {number for (number,) in kept}, {number for (number,) in earlier}


def kept_page(store: Store, document_id: str, number: int) -> Page:
    """What was kept of one page, without its size. Raises: KeyError, there is nothing."""
    with store.database.reading() as connection:
        row = connection.execute(
            "SELECT text, status, reason, quality, reader, elapsed_ms, boxes, confidence"
            f" FROM ocr_pages WHERE doc = {_DOC} AND number = ?",
            (document_id, number),
        ).fetchone()
    if row is None:
        raise KeyError(number)
    text, status, reason, quality, reader, elapsed_ms, boxes, confidence = row
    return Page(
        number,
        text,
        PageStatus(status),
        reason,
        quality=quality,
        reader=reader,
        elapsed_ms=elapsed_ms,
        boxes=decode_boxes(boxes),
        confidence=decode_confidence(confidence),
    )
