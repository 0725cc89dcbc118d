"""A second try at PDF files that pdfium refuses: rebuilt by qpdf, then read again."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pikepdf

from onfile.errors import UnreadableFile
from onfile.ports import FileReader, PageRenderer
from onfile.types import Image, Page

REASON = "repaired: the file is damaged; pages that could not be recovered are missing"


class RepairingReader:
    """Wraps a PDF reader; implements ``ports.FileReader``.

    A file that opens is read as it is. One that does not is written anew from the objects that
    qpdf can recover; its pages say so in ``reader`` and ``reason``. Pages may be lost with the
    damaged part of a file, so the ledger must not show such a file as whole.
    """

    def __init__(self, inner: FileReader) -> None:
        self._inner = inner
        self.name = inner.name

    def accepts(self, head: bytes, path: Path) -> bool:
        """As the wrapped reader does."""
        return self._inner.accepts(head, path)

    def count_pages(self, path: Path) -> int:
        """Pages of the file, or of what could be recovered of it.

        Raises:
            UnreadableFile: nothing could be recovered.
            EncryptedFile: it needs a password.
        """
        try:
            return self._inner.count_pages(path)
        except UnreadableFile as error:
            with _rebuilt(path, error) as copy:
                return self._inner.count_pages(copy)

    def read(self, path: Path, first: int, last: int) -> Iterator[Page]:
        """Pages ``first`` to ``last`` of the file, or of what could be recovered of it.

        Raises:
            UnreadableFile: nothing could be recovered.
            EncryptedFile: it needs a password.
        """
        pages = self._inner.read(path, first, last)
        try:
            opened = list(islice(pages, 1))
        except UnreadableFile as error:
            with _rebuilt(path, error) as copy:
                for page in self._inner.read(copy, first, last):
                    yield _marked(page)
            return
        yield from opened
        yield from pages


class RepairingRenderer:
    """Wraps a renderer of PDF pages in the same way; implements ``ports.PageRenderer``."""

    def __init__(self, inner: PageRenderer) -> None:
        self._inner = inner

    def accepts(self, head: bytes, path: Path) -> bool:
        """As the wrapped renderer does."""
        return self._inner.accepts(head, path)

    def render(self, path: Path, page: int, dpi: float, max_pixels: int) -> Image:
        """The page, of the file or of what could be recovered of it. Raises: SourceError."""
        try:
            return self._inner.render(path, page, dpi, max_pixels)
        except UnreadableFile as error:
            with _rebuilt(path, error) as copy:
                return self._inner.render(copy, page, dpi, max_pixels)


@contextmanager
def _rebuilt(path: Path, first_error: UnreadableFile) -> Iterator[Path]:
    """A repaired copy that lives as long as the context."""
    with tempfile.TemporaryDirectory(prefix="onfile-repair-") as folder:
        copy = Path(folder) / "repaired.pdf"
        try:
            with pikepdf.open(path) as damaged:
                if len(damaged.pages) == 0:
                    raise first_error
                damaged.save(copy)
        except (pikepdf.PdfError, ValueError, RuntimeError) as error:
            raise UnreadableFile(
                f"{path.name}: the PDF is damaged and could not be repaired",
                hint=first_error.hint,
            ) from error
        yield copy


def _marked(page: Page) -> Page:
    reason = REASON if not page.reason else f"{page.reason}; {REASON}"
    return dataclasses.replace(page, reason=reason, reader=f"{page.reader} (repaired)")
