"""One file, from bytes to what is stored. Pure: the same bytes give the same ``Processed``."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from onfile.adapters.docxfile import DocxReader
from onfile.adapters.htmlfile import HtmlReader
from onfile.adapters.images import ImageReader
from onfile.adapters.inline_xbrl import facts_in
from onfile.adapters.mailfile import MailReader
from onfile.adapters.pagecheck import CheckedReader
from onfile.adapters.passwords import UnlockingReader, UnlockingRenderer
from onfile.adapters.pdfium import PdfiumReader
from onfile.adapters.repair import RepairingReader, RepairingRenderer
from onfile.adapters.sheets import CsvReader, SheetReader
from onfile.adapters.textfile import TextReader
from onfile.chunk.cut import cut
from onfile.errors import SpoolFailed
from onfile.figures.extract import figures_of
from onfile.figures.facts import named
from onfile.index.boxes import encode_boxes
from onfile.index.codec import pack_tables
from onfile.ingest import progress
from onfile.ingest.clutter import clutter_by_content, skipped
from onfile.ingest.guard import MAX_LOST_PAGES, GuardedReader
from onfile.ingest.kinds import HTML
from onfile.ingest.progress import Lost, Stage
from onfile.ingest.reading import FileRead, read_file, with_pages
from onfile.ingest.sketch import sketch_of
from onfile.ingest.spool import Spool
from onfile.language.lexicon import load
from onfile.ports import FileReader, PageRenderer
from onfile.structure.describe import describe
from onfile.types import (
    Chunk,
    Document,
    Fact,
    Figure,
    Identity,
    LedgerRow,
    Page,
    PageStatus,
    Structure,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Processed:
    """Everything that is kept of one file.

    Attributes:
        document: None for a file that could not be read: its one ledger row says why.
        ledger: One row a page, then one for each part of the work that failed (page None).
        boxes: Numbers and encoded character boxes of the pages, which were stripped of them to
            be sent from a worker; empty otherwise.
        tables: Page numbers and packed tables, which ``structure`` was stripped of in the same way.
        sketch: What tells near-duplicates, see ``ingest/sketch.py``.
        spool: Where the sequences of a long file wait on disk, see ``ingest/spool.py``; None
            where they are in memory.
    """

    document: Document | None
    pages: Sequence[Page]
    ledger: Sequence[LedgerRow]
    structure: Structure
    chunks: Sequence[Chunk]
    figures: Sequence[Figure]
    boxes: Sequence[tuple[int, bytes]] = ()
    tables: Sequence[tuple[int, bytes]] = ()
    sketch: bytes = b""
    spool: Path | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """One file for a worker, with the steps at which earlier workers were lost over it.

    ``spool`` is a folder for the parts of long files; None keeps them in memory.
    """

    path: Path
    lost: tuple[Lost, ...] = ()
    passwords: tuple[str, ...] = field(default=(), repr=False)
    lexicon: Path | None = None
    spool: Path | None = None


def run(task: Task) -> Processed:
    """What a worker does: ``process``, made ready for the way back."""
    spool = Spool(task.spool)
    done = process(
        task.path,
        lost=task.lost,
        passwords=task.passwords,
        lexicon=task.lexicon,
        spool=spool,
    )
    return packed(done, spool)


def packed(done: Processed, spool: Spool) -> Processed:
    """Ready to be sent from a worker: boxes and tables encoded, a long file's parts on disk.

    Raises:
        SpoolFailed: they can't be written.
    """
    encoded = ((page.number, encode_boxes(spool.whole(page).boxes)) for page in done.pages)
    return dataclasses.replace(
        done,
        boxes=spool.kept((number, blob) for number, blob in encoded if blob is not None),
        pages=spool.kept(dataclasses.replace(page, boxes=None) for page in done.pages),
        ledger=spool.kept(done.ledger),
        structure=dataclasses.replace(done.structure, tables=()),
        tables=spool.kept(pack_tables(done.structure.tables)),
        spool=spool.own,
    )


def retry(task: Task, lost: Lost) -> Task | None:
    """The task without the page, or the part of the work, that cost a worker; None: give up."""
    is_new = lost.step not in {one.step for one in task.lost}
    if lost.step.stage is Stage.OPEN or not is_new or len(task.lost) > MAX_LOST_PAGES:
        return None
    return dataclasses.replace(task, lost=(*task.lost, lost))


def process(
    path: Path,
    document_path: str | None = None,
    *,
    lost: Sequence[Lost] = (),
    passwords: Sequence[str] = (),
    recognised: Iterable[Page] = (),
    lexicon: Path | None = None,
    spool: Spool | None = None,
) -> Processed:
    """Read, describe, cut and take the figures of one file. Never raises for a bad file.

    Args:
        path: The file to read.
        document_path: The path to keep for it, where that is another.
        lost: Steps at which earlier processes were lost: they are not tried again.
        passwords: Tried in turn on a file that needs one.
        recognised: Pages that OCR has read, in place of the file's own; gone through once.
        lexicon: A file of the user's own beside the shipped names.
        spool: Keeps the parts of a long file; in memory by default.

    Raises:
        SpoolFailed: they can't be written.
    """
    spool = Spool() if spool is None else spool
    shown = str(path) if document_path is None else document_path
    progress.opening()
    clutter = _clutter(path)
    if clutter is not None:
        return _unread((skipped(shown, clutter),))
    guarded = [GuardedReader(reader, lost) for reader in readers(passwords)]
    read = read_file(path, guarded, shown, spool.without_boxes)
    read = with_pages(read, [spool.without_boxes(page) for page in recognised])
    if read.document_id is None or not read.is_read:
        return _unread(read.ledger)
    progress.understanding(len(read.pages))
    understood = _Understanding(read, path, lost, lexicon, spool)
    document = _document(read, read.document_id, Path(shown), understood.structure.identity)
    return Processed(
        document,
        read.pages,
        (*read.ledger, *understood.notes),
        understood.structure,
        understood.chunks,
        understood.figures,
        sketch=sketch_of(page.text for page in read.pages),
    )


def readers(passwords: Sequence[str] = ()) -> tuple[FileReader, ...]:
    """The readers of every kind of file, in the order in which they are tried."""
    pdf = CheckedReader(RepairingReader(PdfiumReader()))
    first = UnlockingReader(pdf, passwords) if passwords else pdf
    office = (DocxReader(), SheetReader(), CsvReader())
    return (first, ImageReader(), *office, MailReader(), HtmlReader(), TextReader())


def renderers(passwords: Sequence[str] = ()) -> tuple[PageRenderer, ...]:
    """What shows pages of every kind of file that has any, in the order in which to try them."""
    pdf = RepairingRenderer(PdfiumReader())
    return (UnlockingRenderer(pdf, passwords) if passwords else pdf, ImageReader())


class _Understanding:
    """What is made of the pages. A part that fails is a note in the ledger; the text stays."""

    def __init__(
        self,
        read: FileRead,
        path: Path,
        lost: Sequence[Lost],
        lexicon: Path | None,
        spool: Spool,
    ) -> None:
        self._read = read
        self._spool = spool
        name, is_web = path.name, read.media_type == HTML
        self.notes: list[LedgerRow] = []
        document_id = read.document_id or ""
        stopped = [one for one in lost if one.step.stage is Stage.UNDERSTAND]
        if stopped:
            self.notes.append(self._note(f"its parts are not known: {stopped[0].reason}"))
            self.structure = Structure(Identity())
        else:
            self.structure = self._tried(
                "its parts are not known",
                lambda: describe(read.pages, name, read.has_pages, spool.whole, spool.kept),
                Structure(Identity()),
            )
        untagged: tuple[Fact, ...] = ()
        facts = self._tried(
            "its inline XBRL is not known",
            lambda: (
                named(facts_in(path), self.structure.identity, load(lexicon))
                if is_web
                else untagged
            ),
            untagged,
        )
        self.structure = dataclasses.replace(self.structure, facts=facts)
        self.chunks = self._chunks(document_id)
        no_figures: Sequence[Figure] = ()
        self.figures = self._tried(
            "the figures of its tables are not known",
            lambda: figures_of(document_id, self.structure, load(lexicon), spool.kept),
            no_figures,
        )

    def _chunks(self, document_id: str) -> Sequence[Chunk]:
        n_notes = len(self.notes)
        what = "its passages follow pages alone"
        nothing: Sequence[Chunk] = ()
        chunks = self._tried(what, lambda: self._cut(document_id, self.structure), nothing)
        if len(self.notes) == n_notes:
            return chunks
        bare = Structure(self.structure.identity)
        return self._tried("it can't be searched", lambda: self._cut(document_id, bare), nothing)

    def _cut(self, document_id: str, structure: Structure) -> Sequence[Chunk]:
        return cut(document_id, self._read.pages, structure, kept=self._spool.kept)

    def _tried(self, what: str, make: Callable[[], T], otherwise: T) -> T:
        try:
            return make()
        except SpoolFailed:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the pages must be kept
            self.notes.append(self._note(f"{what}: {type(error).__name__}: {error}"))
            return otherwise

    def _note(self, reason: str) -> LedgerRow:
        return LedgerRow(
            self._read.file,
            self._read.document_id,
            None,
            PageStatus.FAILED,
            f"its pages are kept, but {reason}",
            0,
            0.0,
            0.0,
            "process",
        )


def _clutter(path: Path) -> str | None:
    try:
        return clutter_by_content(path)
    except OSError:
        return None  # the reader says what is wrong with it


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
