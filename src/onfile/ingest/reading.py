"""One file to pages, with a ledger row for each page or for the file that could not be read."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from onfile.errors import EncryptedFile, SourceError
from onfile.ingest.characters import UNMAPPED, fold
from onfile.ingest.kinds import PDF, PLAIN_TEXT, has_pages, kind_of
from onfile.ingest.labels import printed_labels
from onfile.ingest.lines import rebuild
from onfile.ingest.quality import assess
from onfile.ports import FileReader
from onfile.types import LedgerRow, Page, PageStatus

HEAD_BYTES = 4096


@dataclass(frozen=True, slots=True)
class FileRead:
    """What reading one file gave.

    Attributes:
        document_id: ``sha256:`` and the hash of the file's bytes; None when even those could
            not be read.
        pages: Every page of the file, in order, each with its status; empty when the file could
            not be read.
        ledger: One row a page, or one row with page None for a file that could not be read.
        has_pages: False where lines are cited: plain text, Word, HTML without page breaks.
    """

    file: str
    document_id: str | None
    media_type: str
    n_bytes: int
    has_pages: bool
    pages: tuple[Page, ...]
    ledger: tuple[LedgerRow, ...]

    @property
    def is_read(self) -> bool:
        """True when the file could be opened."""
        return bool(self.pages)


def read_file(
    path: Path,
    readers: Sequence[FileReader],
    file: str | None = None,
    kept: Callable[[Page], Page] = lambda page: page,
) -> FileRead:
    """Read one file with the first reader that accepts it. Never raises for a bad file.

    Args:
        path: The file.
        readers: Tried in order.
        file: The name used in the ledger; the path by default.
        kept: Gives what is kept of each page in memory.
    """
    file = str(path) if file is None else file
    try:
        head, document_id, n_bytes = _identify(path)
    except OSError as error:
        reason = f"the file could not be opened: {error.strerror or error}"
        return _not_read(file, None, "", 0, PageStatus.FAILED, reason)
    media_type, kind = kind_of(head, path)
    if n_bytes == 0:
        return _not_read(
            file, document_id, media_type, 0, PageStatus.FAILED, "the file is empty (0 bytes)"
        )
    reader = next((reader for reader in readers if reader.accepts(head, path)), None)
    if reader is None:
        ending = path.suffix or "without an ending"
        reason = f"not a kind of file that can be read: {kind} named {ending}"
        return _not_read(file, document_id, media_type, n_bytes, PageStatus.FAILED, reason)
    try:
        pages = _read_pages(path, reader, media_type, kept)
    except EncryptedFile as error:
        reason, status = _plain(error), PageStatus.ENCRYPTED
        return _not_read(file, document_id, media_type, n_bytes, status, reason, reader.name)
    except SourceError as error:
        reason, status = _plain(error), PageStatus.FAILED
        return _not_read(file, document_id, media_type, n_bytes, status, reason, reader.name)
    ledger = tuple(_ledger_row(file, document_id, page) for page in pages)
    is_paged = has_pages(media_type, len(pages))
    return FileRead(file, document_id, media_type, n_bytes, is_paged, pages, ledger)


def with_pages(read: FileRead, pages: Sequence[Page]) -> FileRead:
    """The file with these pages, read by OCR, in place of its own of the same numbers.

    What the file itself says of a page (its size and rotation) stays; printed page numbers and
    the ledger are made anew.
    """
    if not pages:
        return read
    own = {page.number: page for page in read.pages}
    for page in pages:
        if page.number in own:
            own[page.number] = _in_place(own[page.number], page)
    merged = _labelled([dataclasses.replace(page, label=None) for page in own.values()])
    ledger = tuple(_ledger_row(read.file, read.document_id, page) for page in merged)
    return dataclasses.replace(read, pages=merged, ledger=ledger)


def _in_place(own: Page, page: Page) -> Page:
    return dataclasses.replace(
        page,
        width_pt=own.width_pt,
        height_pt=own.height_pt,
        rotation=own.rotation,
    )


def _identify(path: Path) -> tuple[bytes, str, int]:
    """First bytes, document id, size."""
    digest = hashlib.sha256()
    n_bytes = 0
    with path.open("rb") as stream:
        head = block = stream.read(HEAD_BYTES)
        while block:
            digest.update(block)
            n_bytes += len(block)
            block = stream.read(1 << 20)
    return head, f"sha256:{digest.hexdigest()}", n_bytes


def _read_pages(
    path: Path, reader: FileReader, media_type: str, kept: Callable[[Page], Page]
) -> tuple[Page, ...]:
    n_pages = reader.count_pages(path)
    may_be_coded = media_type in (PDF, PLAIN_TEXT)
    # One by one: the raw characters of a large file would not fit into memory beside these.
    pages = (kept(_settled(page, may_be_coded)) for page in reader.read(path, 1, n_pages))
    return _labelled(_every_page(pages, n_pages))


def _labelled(pages: Sequence[Page]) -> tuple[Page, ...]:
    """The pages with their printed numbers, where the reader knows none."""
    is_known = any(page.label is not None for page in pages)
    labels = printed_labels(pages) if len(pages) > 1 and not is_known else {}
    return tuple(
        dataclasses.replace(page, label=labels[page.number]) if page.number in labels else page
        for page in pages
    )


def _every_page(pages: Iterable[Page], n_pages: int) -> list[Page]:
    """The pages read, and a failed one for each number that the reader left out."""
    read = {page.number: page for page in pages}
    reason = "the reader gave nothing for this page"
    return [
        read.get(number) or Page(number, "", PageStatus.FAILED, reason, quality=0.0)
        for number in range(1, n_pages + 1)
    ]


def _settled(page: Page, may_be_coded: bool) -> Page:
    """The canonical page; a failed one where its text can't be put in order."""
    try:
        return _canonical(page, may_be_coded)
    except Exception as error:  # noqa: BLE001 - whatever it is, it costs this page alone
        reason = f"its text could not be put in order: {type(error).__name__}: {error}"
        return dataclasses.replace(
            page, text="", boxes=None, status=PageStatus.FAILED, reason=reason, quality=0.0
        )


def _canonical(page: Page, may_be_coded: bool) -> Page:
    """The page with canonical text; ``may_be_coded`` where a text layer can hold glyph codes."""
    if not page.status.is_readable:
        return page
    assessed, quality = assess(page.text)
    status = page.status if assessed is PageStatus.TEXT or not may_be_coded else assessed
    if page.boxes is None:
        text, boxes = fold(page.text, None)
    else:
        text, boxes = rebuild(page.text, page.boxes)
    reason = page.reason
    if status is PageStatus.GARBAGE_TEXT:
        reason = "the text layer holds glyph codes, not text"
    elif status.is_readable and UNMAPPED in text:
        reason = f"{text.count(UNMAPPED)} characters have no known letter (shown as {UNMAPPED})"
    return dataclasses.replace(
        page, text=text, boxes=boxes, status=status, quality=quality, reason=reason
    )


def _ledger_row(file: str, document_id: str | None, page: Page) -> LedgerRow:
    return LedgerRow(
        file,
        document_id,
        page.number,
        page.status,
        page.reason,
        len(page.text),
        page.quality,
        page.elapsed_ms,
        page.reader,
    )


def _not_read(
    file: str,
    document_id: str | None,
    media_type: str,
    n_bytes: int,
    status: PageStatus,
    reason: str,
    reader: str = "",
) -> FileRead:
    row = LedgerRow(file, document_id, None, status, reason, 0, 0.0, 0.0, reader)
    return FileRead(file, document_id, media_type, n_bytes, True, (), (row,))


def _plain(error: SourceError) -> str:
    return f"{error} ({error.hint})" if error.hint else str(error)
