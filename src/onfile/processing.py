"""One file, from bytes to what is stored. Pure: the same bytes give the same ``Processed``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from onfile.adapters.pdfium import PdfiumReader
from onfile.adapters.repair import RepairingReader
from onfile.adapters.textfile import TextReader
from onfile.chunk.cut import cut
from onfile.errors import OnfileError
from onfile.figures.extract import figures_of
from onfile.ingest.reading import FileRead, read_file
from onfile.language.lexicon import load
from onfile.ports import FileReader
from onfile.structure.describe import describe
from onfile.types import (
    Chunk,
    Document,
    Figure,
    Identity,
    LedgerRow,
    Page,
    PageStatus,
    Structure,
)


@dataclass(frozen=True, slots=True)
class Processed:
    """Everything that is kept of one file.

    ``document`` is None for a file that could not be read: its one ledger row says why.
    """

    document: Document | None
    pages: tuple[Page, ...]
    ledger: tuple[LedgerRow, ...]
    structure: Structure
    chunks: tuple[Chunk, ...]
    figures: tuple[Figure, ...]


def process(path: Path, document_path: str | None = None) -> Processed:
    """Read, describe, cut and take the figures of one file.

    Args:
        path: The file to read.
        document_path: The path to keep for it, where that is another.
    """
    shown = str(path) if document_path is None else document_path
    read = read_file(path, readers(), shown)
    if read.document_id is None or not read.is_read:
        return _unread(read.ledger)
    try:
        structure = describe(read.pages, path.name, read.has_pages)
        chunks = cut(read.document_id, read.pages, structure)
        figures = figures_of(read.document_id, structure, load())
    except OnfileError as error:
        reason = f"it was read but could not be understood: {error}"
        row = LedgerRow(
            shown, read.document_id, None, PageStatus.FAILED, reason, 0, 0.0, 0.0, "process"
        )
        return _unread((row,))
    document = _document(read, read.document_id, Path(shown), structure.identity)
    return Processed(document, read.pages, read.ledger, structure, tuple(chunks), tuple(figures))


def readers() -> tuple[FileReader, ...]:
    """The readers of every kind of file, in the order in which they are tried."""
    return (RepairingReader(PdfiumReader()), TextReader())


def _document(read: FileRead, document_id: str, path: Path, identity: Identity) -> Document:
    return Document(
        document_id=document_id,
        name=path.name,
        path=str(path),
        media_type=read.media_type,
        n_bytes=read.n_bytes,
        n_pages=len(read.pages),
        has_pages=read.has_pages,
        identity=identity,
    )


def _unread(ledger: tuple[LedgerRow, ...]) -> Processed:
    return Processed(None, (), ledger, Structure(Identity()), (), ())
