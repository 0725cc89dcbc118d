"""Pages as pictures, from the stored source file: drawn when asked for, kept for a while.

A page is shown only from the very bytes that were read: a file that has changed since would show
another page under the same citation. It is drawn in a process of its own, so that a page that
crashes or hangs costs that page.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from onfile.adapters.images import as_png
from onfile.errors import PageFailed, SourceError, UnreadableFile
from onfile.index.store import Store
from onfile.ingest.workers import Worker, WorkerFailure
from onfile.processing import renderers
from onfile.types import Box, Document

MAX_PIXELS = 16_000_000  # an A4 page at 400 dpi; beyond, the resolution is reduced
CACHE_BYTES = 64 << 20  # some 300 pages at screen resolution
DRAW_TIMEOUT_S = 30.0  # a full page takes a tenth of a second, a large scan one


@dataclass(frozen=True, slots=True)
class PageView:
    """A page's picture, and its size in pixels."""

    png: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """One page for the worker. ``width_pt`` 0 where the page's size is not known."""

    path: Path
    page: int
    dpi: float
    width_pt: float
    highlight: tuple[Box, ...]


def draw(drawing: Drawing) -> PageView | SourceError:
    """What the worker does; an error is given, not raised, so that it comes back whole."""
    try:
        with drawing.path.open("rb") as stream:
            head = stream.read(4096)
        renderer = next(one for one in renderers() if one.accepts(head, drawing.path))
        image = renderer.render(drawing.path, drawing.page, drawing.dpi, MAX_PIXELS)
    except SourceError as error:
        return error
    except (OSError, StopIteration) as error:
        return PageFailed(f"{drawing.path.name}: it can't be shown: {error}")
    n_rows, n_columns = image.shape[:2]
    per_point = n_columns / drawing.width_pt if drawing.width_pt else drawing.dpi / 72
    boxes = [tuple(edge * per_point for edge in box) for box in drawing.highlight]
    return PageView(as_png(image, boxes), n_columns, n_rows)


_Key = tuple[str, int, float, tuple[Box, ...]]


class PageImages:
    """Draws pages of the documents of one store; safe to share between threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._drawing = threading.Lock()
        self._worker = Worker(draw, timeout_s=DRAW_TIMEOUT_S)
        self._lock = threading.Lock()
        self._kept: OrderedDict[_Key, PageView] = OrderedDict()
        self._n_bytes = 0
        self._checked: dict[Path, tuple[int, int, str]] = {}

    def view(
        self, document: Document, number: int, dpi: float, highlight: tuple[Box, ...] = ()
    ) -> PageView:
        """Page ``number`` of a stored document.

        Raises:
            SourceError: the file is gone, has changed, or has no page images.
        """
        key = (document.document_id, number, dpi, highlight)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        view = self._drawn(document, number, dpi, highlight)
        self._keep(key, view)
        return view

    def close(self) -> None:
        """End the process that draws."""
        self._worker.close()

    def _drawn(
        self, document: Document, number: int, dpi: float, highlight: tuple[Box, ...]
    ) -> PageView:
        if not document.has_page_images:
            raise PageFailed(
                f"{document.name} has no page images: it is {document.media_type}",
                hint="its text is given instead",
            )
        path = Path(document.path)
        self._check_unchanged(document, path)
        width_pt = self._store.page(document.document_id, number).width_pt
        with self._drawing:
            drawn = self._worker.run(Drawing(path, number, dpi, width_pt, highlight))
        if isinstance(drawn, WorkerFailure):
            raise PageFailed(f"{document.name}, page {number}: it can't be shown: {drawn.reason}")
        if isinstance(drawn, SourceError):
            raise drawn
        return drawn

    def _check_unchanged(self, document: Document, path: Path) -> None:
        """Raises: SourceError, where the file no longer holds what was read."""
        try:
            status = path.stat()
            stamp = (status.st_size, status.st_mtime_ns, document.document_id)
            if self._checked.get(path) == stamp:
                return
            with path.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
        except OSError as error:
            raise UnreadableFile(
                f"{document.name} is no longer where it was read: {error.strerror}",
                hint="put the file back; its text is on file",
            ) from error
        if f"sha256:{digest}" != document.document_id:
            raise PageFailed(
                f"{document.name} has changed since it was read",
                hint="ingest it again, and ask again",
            )
        self._checked[path] = stamp

    def _keep(self, key: _Key, view: PageView) -> None:
        with self._lock:
            if key not in self._kept:
                self._n_bytes += len(view.png)
            self._kept[key] = view
            while self._n_bytes > CACHE_BYTES:
                _, dropped = self._kept.popitem(last=False)
                self._n_bytes -= len(dropped.png)
