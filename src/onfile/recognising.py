"""Pages that need OCR, read after everything else is stored: a stage that can be stopped.

Each page is kept as soon as it is read, and its document is stored anew when its last page is
there, or every ``STORE_EVERY`` pages, so that a long scan can be searched while it is read.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from onfile.adapters import rapidocr
from onfile.adapters.rapidocr import RapidOcr, engine_name
from onfile.errors import OnfileError
from onfile.index.ocr_pages import Unread, keep_page, kept_pages, read_earlier, unread_pages
from onfile.index.store import Store
from onfile.ingest.ocr import DPI, MAX_PIXELS, NEEDS_OCR, failed_page, read_page
from onfile.ingest.workers import WorkerFailure, run_isolated
from onfile.ports import OcrEngine
from onfile.processing import Processed, process, renderers
from onfile.registry import Registry, load_registry
from onfile.types import Page

Progress = Callable[[str, int, int, str], None]
STORE_EVERY = 32  # pages: some minutes of reading, a hundred times what storing takes
REBUILD_TIMEOUT_S = 600.0
PAGE_TIMEOUT_S = 300.0  # a full page takes ten seconds, a busy machine a minute
MEMORY_BYTES = 3 << 30  # the models and a page of 4.5 million pixels take one


@dataclass(frozen=True, slots=True)
class Job:
    """One page of one file for a worker."""

    path: Path
    page: Page


@dataclass(frozen=True, slots=True)
class Rebuild:
    """One file for a worker, with the pages of it that OCR has read."""

    path: Path
    document_path: str
    pages: tuple[Page, ...]


class Recogniser:
    """Reads one page after another in a worker process, the models loaded once."""

    engine: OcrEngine | None = None


def recognise(job: Job) -> Page:
    """What a worker does: show the page, read it. A page that can't be shown says why."""
    if Recogniser.engine is None:
        Recogniser.engine = RapidOcr()
    engine = Recogniser.engine
    try:
        with job.path.open("rb") as stream:
            head = stream.read(4096)
        renderer = next(one for one in renderers() if one.accepts(head, job.path))
        image = renderer.render(job.path, job.page.number, DPI, MAX_PIXELS)
        return read_page(job.page, image, engine)
    except StopIteration:
        return failed_page(job.page, engine.name, "this kind of file can't be shown as an image")
    except (OnfileError, OSError) as error:
        return failed_page(job.page, engine.name, str(error))


def is_installed() -> bool:
    """True where an OCR engine is installed."""
    return rapidocr.is_installed()


def waiting(store: Store) -> int:
    """How many stored pages OCR is still to read; all that need it where none is installed."""
    name = engine_name() if is_installed() else "no engine"
    return sum(len(one.pages) for one in unread_pages(store, NEEDS_OCR, name))


def recognise_pages(
    store: Store,
    *,
    registry: Path | None = None,
    workers: int | None = None,
    on_progress: Progress | None = None,
    function: Callable[[Job], Page] = recognise,
    name: str | None = None,
) -> int:
    """Read every stored page that needs OCR and that this engine has not seen.

    Args:
        store: Where the pages are.
        registry: Corrections by hand, see ``registry.py``.
        workers: Processes; None is one a core.
        on_progress: Called after every page with "pages by OCR", pages done, pages in all, name.
        function: Reads one page, in a worker process.
        name: The engine's name, where ``function`` uses another.

    Returns:
        How many pages were read, whatever came of them.
    """
    name = engine_name() if name is None else name
    given = load_registry(registry) if registry is not None else Registry()
    todo = unread_pages(store, NEEDS_OCR, name)
    n_pages = sum(len(one.pages) for one in todo)
    n_done = 0
    for unread in todo:
        path = _path_of(store, unread.document_id)
        if path is None:
            continue  # the file is gone; its pages stay as they are and are listed so
        for first in range(0, len(unread.pages), STORE_EVERY):
            numbers = unread.pages[first : first + STORE_EVERY]
            jobs = [Job(path, store.page(unread.document_id, number)) for number in numbers]
            for page in _read(jobs, function, name, workers):
                keep_page(store, unread.document_id, page)
                n_done += 1
                if on_progress is not None:
                    on_progress("pages by OCR", n_done, n_pages, path.name)
            _put_together(store, unread, path, given, name)
        if not unread.pages:
            _put_together(store, unread, path, given, name)
    return n_done


def _read(
    jobs: list[Job], function: Callable[[Job], Page], name: str, workers: int | None
) -> Iterable[Page]:
    n_workers = workers or os.cpu_count() or 1
    results = run_isolated(
        function, jobs, n_workers, timeout_s=PAGE_TIMEOUT_S, memory_bytes=MEMORY_BYTES
    )
    for job, result in results:
        if isinstance(result, WorkerFailure):
            yield failed_page(job.page, name, result.reason)
        else:
            yield result


def _put_together(
    store: Store, unread: Unread, path: Path, registry: Registry, engine_name: str
) -> None:
    """Process the file again with the pages that were read, and store it in place of before."""
    document = store.document(unread.document_id)
    earlier = read_earlier(store, unread.document_id, engine_name)
    pages = {page.number: page for page in (*earlier, *kept_pages(store, unread.document_id))}
    rebuild = Rebuild(path, document.path, tuple(pages.values()))
    for _, done in run_isolated(put_together, [rebuild], 1, timeout_s=REBUILD_TIMEOUT_S):
        if isinstance(done, WorkerFailure) or done.document is None:
            continue  # the document stays as it is; what was read is kept
        if done.document.document_id == unread.document_id:
            _put(store, done, registry)


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
        sketch=done.sketch,
    )


def put_together(rebuild: Rebuild) -> Processed:
    """What a worker does: the file as it is, with what OCR read in place of its own pages."""
    return process(rebuild.path, rebuild.document_path, recognised=rebuild.pages)


def _path_of(store: Store, document_id: str) -> Path | None:
    """A file that holds the document still."""
    paths = [
        Path(p) for p, known in store.known_files().items() if known.document_id == document_id
    ]
    return next((path for path in sorted(paths) if path.is_file()), None)
