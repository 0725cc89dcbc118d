"""Pages as pictures, from the stored source file: drawn when asked for, kept for a while.

A page is shown only from the very bytes that were read: a file that has changed since would show
another page under the same citation.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from onfile.adapters.images import as_png
from onfile.errors import PageFailed, UnreadableFile
from onfile.index.store import Store
from onfile.processing import renderers
from onfile.types import Box, Document

MAX_PIXELS = 16_000_000  # an A4 page at 400 dpi; beyond, the resolution is reduced
CACHE_BYTES = 64 << 20  # some 300 pages at screen resolution


@dataclass(frozen=True, slots=True)
class PageView:
    """A page's picture, and its size in pixels."""

    png: bytes
    width: int
    height: int


_Key = tuple[str, int, float, tuple[Box, ...]]


class PageImages:
    """Draws pages of the documents of one store; safe to share between threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._drawing = threading.Lock()  # pdfium is not made for threads
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

    def _drawn(
        self, document: Document, number: int, dpi: float, highlight: tuple[Box, ...]
    ) -> PageView:
        path = Path(document.path)
        head = self._unchanged(document, path)
        renderer = next((one for one in renderers() if one.accepts(head, path)), None)
        if renderer is None or not document.has_page_images:
            raise PageFailed(
                f"{document.name} has no page images: it is {document.media_type}",
                hint="its text is given instead",
            )
        with self._drawing:
            image = renderer.render(path, number, dpi, MAX_PIXELS)
        page = self._store.page(document.document_id, number)
        per_point = image.shape[1] / page.width_pt if page.width_pt else dpi / 72
        boxes = [tuple(edge * per_point for edge in box) for box in highlight]
        return PageView(as_png(image, boxes), image.shape[1], image.shape[0])

    def _unchanged(self, document: Document, path: Path) -> bytes:
        """The file's first bytes, if it still holds what was read."""
        try:
            status = path.stat()
            with path.open("rb") as stream:
                head = stream.read(4096)
                stamp = (status.st_size, status.st_mtime_ns, document.document_id)
                if self._checked.get(path) != stamp:
                    stream.seek(0)
                    digest = hashlib.file_digest(stream, "sha256").hexdigest()
                    if f"sha256:{digest}" != document.document_id:
                        raise PageFailed(
                            f"{document.name} has changed since it was read",
                            hint="ingest it again, and ask again",
                        )
                    self._checked[path] = stamp
        except OSError as error:
            raise UnreadableFile(
                f"{document.name} is no longer where it was read: {error.strerror}",
                hint="put the file back; its text is on file",
            ) from error
        return head

    def _keep(self, key: _Key, view: PageView) -> None:
        with self._lock:
            if key not in self._kept:
                self._n_bytes += len(view.png)
            self._kept[key] = view
            while self._n_bytes > CACHE_BYTES:
                _, dropped = self._kept.popitem(last=False)
                self._n_bytes -= len(dropped.png)
