"""Pages that need OCR, read after everything else is stored: a stage that can be stopped.

Each page is kept as soon as it is read. Its document is stored anew when its last page is there
and some times before (``_batches``), so that a long scan can be searched while it is read.
"""

from __future__ import annotations

import dataclasses
import math
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from onfile.adapters.ocr_engines import engine_name, is_installed, load
from onfile.errors import EncryptedFile, OnfileError
from onfile.index.files import spool_folder
from onfile.index.lock import ingest_lock
from onfile.index.ocr_pages import Unread, has_read, keep_page, read_pages, unread_pages
from onfile.index.store import Store
from onfile.ingest.ocr import DPI, MAX_PIXELS, NEEDS_OCR, failed_page, needs_ocr, read_page
from onfile.ingest.spool import Spool
from onfile.ingest.workers import WorkerFailure, run_isolated
from onfile.ports import OcrEngine
from onfile.processing import Processed, packed, process, renderers
from onfile.registry import Registry, load_registry
from onfile.types import Page

Progress = Callable[[str, int, int, str], None]
STORE_AFTER = 32  # pages: some minutes of reading, a hundred times what storing takes
MAX_STORED = 8  # times and one: each costs as much as all pages, however few of them are new
REBUILD_TIMEOUT_S = 600.0
PAGE_TIMEOUT_S = 300.0  # a full page takes ten seconds, a busy machine a minute
MEMORY_BYTES = 3 << 30  # the models and a page of 4.5 million pixels take one


@dataclass(frozen=True, slots=True)
class Job:
    """One page of one file for a worker, and the engine that is to read it."""

    path: Path
    page: Page
    passwords: tuple[str, ...] = field(default=(), repr=False)
    engine: str = "rapidocr"


@dataclass(frozen=True, slots=True)
class Rebuild:
    """One file for a worker, and where the pages of it are that OCR has read."""

    path: Path
    document_path: str
    store: Path
    document_id: str
    engine_name: str
    spool: Path
    passwords: tuple[str, ...] = field(default=(), repr=False)
    lexicon: Path | None = None


class Recogniser:
    """Reads one page after another in a worker process, the models loaded once."""

    engine: OcrEngine | None = None


def recognise(job: Job) -> Page:
    """What a worker does: show the page, read it. A page that can't be shown says why."""
    if Recogniser.engine is None:
        Recogniser.engine = load(job.engine)
    engine = Recogniser.engine
    try:
        with job.path.open("rb") as stream:
            head = stream.read(4096)
        renderer = next(one for one in renderers(job.passwords) if one.accepts(head, job.path))
        image = renderer.render(job.path, job.page.number, DPI, MAX_PIXELS)
        return read_page(job.page, image, engine)
    except StopIteration:
        return failed_page(job.page, engine.name, "this kind of file can't be shown as an image")
    except EncryptedFile:
        return job.page  # it waits for a password
    except (OnfileError, OSError) as error:
        return failed_page(job.page, engine.name, str(error))


def waiting(store: Store, engine: str) -> int:
    """How many stored pages OCR is still to read; all that need it where it is not installed."""
    name = engine_name(engine) if is_installed(engine) else "no engine"
    return sum(len(one.pages) for one in unread_pages(store, NEEDS_OCR, name))


def recognise_pages(
    store: Store,
    *,
    registry: Path | None = None,
    workers: int | None = None,
    passwords: tuple[str, ...] = (),
    lexicon: Path | None = None,
    engine: str = "rapidocr",
    on_progress: Progress | None = None,
    function: Callable[[Job], Page] = recognise,
    name: str | None = None,
) -> int:
    """Read every stored page that needs OCR and that this engine has not seen.

    Args:
        store: Where the pages are.
        registry: Corrections by hand, see ``registry.py``.
        workers: Processes; None is one a core.
        passwords: Tried in turn on a file that needs one; without, its pages wait.
        lexicon: Names of the user's own, see ``docs/lexicon.md``.
        engine: See ``adapters/ocr_engines.py``. Where it is not installed, nothing is read.
        on_progress: Called after every page with "pages by OCR", pages done, pages in all, name.
        function: Reads one page, in a worker process.
        name: The engine's name, where ``function`` uses another.

    Returns:
        How many pages were read, whatever came of them.
    """
    if name is None:
        if not is_installed(engine):
            return 0
        name = engine_name(engine)
    todo = unread_pages(store, NEEDS_OCR, name)
    given = load_registry(registry) if registry is not None else Registry()
    n_pages = sum(len(one.pages) for one in todo)
    run = _Run(
        store, given, workers, passwords, lexicon, engine, on_progress, function, name, n_pages
    )
    with ingest_lock(store.directory):
        for unread in todo:
            run.read_document(unread)
    return run.n_done


@dataclass(slots=True)
class _Run:
    """One call of ``recognise_pages``."""

    store: Store
    registry: Registry
    workers: int | None
    passwords: tuple[str, ...]
    lexicon: Path | None
    engine: str
    on_progress: Progress | None
    function: Callable[[Job], Page]
    name: str
    n_pages: int
    n_done: int = 0

    def read_document(self, unread: Unread) -> None:
        path = _path_of(self.store, unread.document_id)
        if path is None:
            return  # the file is gone; its pages stay as they are and are listed so
        for numbers in _batches(unread.pages):
            self._read_pages(unread.document_id, path, numbers)
            self._put_together(unread.document_id, path)
        if not unread.pages:
            self._put_together(unread.document_id, path)

    def _read_pages(self, document_id: str, path: Path, numbers: Sequence[int]) -> None:
        pages = [self.store.page(document_id, number) for number in numbers]
        results = run_isolated(
            self.function,
            [Job(path, page, self.passwords, self.engine) for page in pages],
            self.workers or os.cpu_count() or 1,
            timeout_s=PAGE_TIMEOUT_S,
            memory_bytes=MEMORY_BYTES,
        )
        for job, result in results:
            if isinstance(result, WorkerFailure):
                page = failed_page(job.page, self.name, result.reason)
            else:
                page = result
            self.n_done += 1
            if not needs_ocr(page, self.name):
                keep_page(self.store, document_id, page)
            if self.on_progress is not None:
                self.on_progress("pages by OCR", self.n_done, self.n_pages, path.name)

    def _put_together(self, document_id: str, path: Path) -> None:
        """Process the file again with the pages that were read, and store it in place of before."""
        if not has_read(self.store, document_id, self.name):
            return
        shown = self.store.document(document_id).path
        directory = self.store.directory
        with spool_folder(directory) as spool:
            rebuild = Rebuild(
                path,
                shown,
                directory,
                document_id,
                self.name,
                spool,
                self.passwords,
                self.lexicon,
            )
            for _, done in run_isolated(put_together, [rebuild], 1, timeout_s=REBUILD_TIMEOUT_S):
                if isinstance(done, WorkerFailure) or done.document is None:
                    continue  # the document stays as it is; what was read is kept
                if done.document.document_id == document_id:
                    _put(self.store, done, self.registry)


def _batches(pages: Sequence[int]) -> Iterator[Sequence[int]]:
    """The first ``STORE_AFTER`` pages, then as many or, of a long scan, an eighth each time."""
    first, size = 0, STORE_AFTER
    while first < len(pages):
        yield pages[first : first + size]
        first += size
        size = max(STORE_AFTER, math.ceil(len(pages) / MAX_STORED))


def _put(store: Store, done: Processed, registry: Registry) -> None:
    if done.document is None:
        return
    identity = registry.apply(done.document.identity, done.document)
    known = store.known_files().get(done.document.path)
    store.put(
        dataclasses.replace(done.document, identity=identity),
        done.pages,
        done.ledger,
        dataclasses.replace(done.structure, identity=identity),
        done.chunks,
        done.figures,
        mtime_ns=known.mtime_ns if known is not None else 0,
        boxes=done.boxes,
        tables=done.tables,
        sketch=done.sketch,
    )


def put_together(rebuild: Rebuild) -> Processed:
    """What a worker does: the file as it is, with what OCR read in place of its own pages."""
    spool = Spool(rebuild.spool)
    with Store.open(rebuild.store) as store:  # one page after the other: all are too many to send
        done = process(
            rebuild.path,
            rebuild.document_path,
            passwords=rebuild.passwords,
            recognised=read_pages(store, rebuild.document_id, rebuild.engine_name),
            lexicon=rebuild.lexicon,
            spool=spool,
        )
    return packed(done, spool)


def _path_of(store: Store, document_id: str) -> Path | None:
    """A file that holds the document still."""
    paths = [
        Path(p) for p, known in store.known_files().items() if known.document_id == document_id
    ]
    return next((path for path in sorted(paths) if path.is_file()), None)
