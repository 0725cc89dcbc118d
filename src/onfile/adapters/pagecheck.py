"""A second opinion on a PDF's pages: is each of them there, and is an empty one truly empty?

pdfium believes what a file says of the number of its pages, and shows a page whose contents are
lost as an empty one. qpdf walks the tree of pages and unpacks what they hold; it takes some
milliseconds a file.
"""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pikepdf

from onfile.ports import FileReader
from onfile.types import Page, PageStatus

_MIN_PAGE_BYTES = 4  # no file holds its pages in less, however well they are compressed
_SIGNS_OF_DAMAGE = ("damaged", "expected", "unknown token", "too many errors")
_LOST = "the file is damaged, and the page's contents are lost"
_QPDF_ERRORS = (
    pikepdf.PdfError,
    pikepdf.PasswordError,
    ValueError,
    RuntimeError,
    IndexError,
    AttributeError,  # what should be a stream is something else
)


class CheckedReader:
    """Wraps a PDF reader; implements ``ports.FileReader``.

    A file that says it has fewer pages than qpdf finds, or more than it can hold, is read from a
    copy with the pages that qpdf finds; they say so in ``reason``. A blank page whose contents
    are lost or can't be unpacked is ``failed``.
    """

    def __init__(self, inner: FileReader) -> None:
        self._inner = inner
        self.name = inner.name
        self._counted: tuple[Path, int, int | None] | None = None  # of the file asked for last

    def accepts(self, head: bytes, path: Path) -> bool:
        """As the wrapped reader does."""
        return self._inner.accepts(head, path)

    def count_pages(self, path: Path) -> int:
        """The pages there are, whatever the file says. Raises: UnreadableFile, EncryptedFile."""
        n_pages, found = self._count(path)
        return n_pages if found is None else found

    def read(self, path: Path, first: int, last: int) -> Iterator[Page]:
        """Pages ``first`` to ``last``. Raises: UnreadableFile, EncryptedFile."""
        n_pages, found = self._count(path)
        if found is None:
            with _Contents(path) as contents:
                for page in self._inner.read(path, first, last):
                    yield contents.judged(page)
            return
        note = f"repaired: the file says it has {n_pages:,} pages, and it has {found:,}"
        with _with_all_pages(path) as copy, _Contents(copy) as contents:
            for page in self._inner.read(copy, first, last):
                yield _noted(contents.judged(page), note)

    def _count(self, path: Path) -> tuple[int, int | None]:
        """The pages that the file says it has, and those that qpdf finds where it is wrong."""
        if self._counted is None or self._counted[0] != path:
            n_pages = self._inner.count_pages(path)
            self._counted = (path, n_pages, _true_count(path, n_pages))
        return self._counted[1:]


def _true_count(path: Path, n_pages: int) -> int | None:
    """The number of pages qpdf finds, where the stated one is too low or can't be; else None."""
    try:
        with pikepdf.open(path) as pdf:
            found = len(pdf.pages)
    except _QPDF_ERRORS:
        return None
    is_impossible = n_pages * _MIN_PAGE_BYTES > max(path.stat().st_size, 1024)
    return found if found > n_pages or (is_impossible and 0 < found < n_pages) else None


@contextmanager
def _with_all_pages(path: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="onfile-pages-") as folder:
        copy = Path(folder) / "pages.pdf"
        with pikepdf.open(path) as pdf, pikepdf.new() as whole:
            whole.pages.extend(pdf.pages)
            whole.save(copy)
        yield copy


class _Contents:
    """What qpdf makes of the pages that show nothing; the file is opened for the first of them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pdf: pikepdf.Pdf | None = None
        self._has_damage = False

    def __enter__(self) -> _Contents:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._pdf is not None:
            self._pdf.close()

    def judged(self, page: Page) -> Page:
        """The page, failed where it shows nothing because its contents are lost."""
        if page.status is not PageStatus.BLANK:
            return page
        lost = self._lost(page.number)
        if lost is None:
            return page
        return dataclasses.replace(page, status=PageStatus.FAILED, reason=lost, quality=0.0)

    def _lost(self, number: int) -> str | None:
        try:
            if self._pdf is None:
                self._pdf = pikepdf.open(self._path)
            contents = self._pdf.pages[number - 1].obj.get("/Contents")
            if contents is None:
                return _LOST if self._is_damaged() else None
            for part in list(contents) if isinstance(contents, pikepdf.Array) else [contents]:
                part.read_bytes()
        except _QPDF_ERRORS as error:
            told = str(error).replace(str(self._path), self._path.name)
            return f"the page's contents can't be unpacked: {told}"
        return None

    def _is_damaged(self) -> bool:
        if self._pdf is not None:
            told = " ".join(map(str, self._pdf.get_warnings()))  # each is told once
            self._has_damage |= any(sign in told for sign in _SIGNS_OF_DAMAGE)
        return self._has_damage


def _noted(page: Page, note: str) -> Page:
    reason = f"{page.reason}; {note}" if page.reason else note
    return dataclasses.replace(page, reason=reason, reader=f"{page.reader} (repaired)")
