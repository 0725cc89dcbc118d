"""Encrypted PDF files, opened with the passwords that were given, tried in turn."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pikepdf

from onfile.errors import EncryptedFile
from onfile.ports import FileReader, PageRenderer
from onfile.types import Image, Page


class UnlockingReader:
    """Wraps a PDF reader; implements ``ports.FileReader``.

    A file that opens without a password is read as it is. One that needs one is read from a copy
    that lies, readable by this user alone, in the temporary folder while it is read. Passwords
    are in no message and no ledger.
    """

    def __init__(self, inner: FileReader, passwords: Sequence[str]) -> None:
        self._inner = inner
        self._passwords = tuple(passwords)
        self.name = inner.name

    def accepts(self, head: bytes, path: Path) -> bool:
        """As the wrapped reader does."""
        return self._inner.accepts(head, path)

    def count_pages(self, path: Path) -> int:
        """As the wrapped reader does. Raises: UnreadableFile, EncryptedFile."""
        try:
            return self._inner.count_pages(path)
        except EncryptedFile:
            with _unlocked(path, self._passwords) as copy:
                return self._inner.count_pages(copy)

    def read(self, path: Path, first: int, last: int) -> Iterator[Page]:
        """As the wrapped reader does. Raises: UnreadableFile, EncryptedFile."""
        try:
            self._inner.count_pages(path)
        except EncryptedFile:
            with _unlocked(path, self._passwords) as copy:
                yield from self._inner.read(copy, first, last)
            return
        yield from self._inner.read(path, first, last)


class UnlockingRenderer:
    """Wraps a renderer of PDF pages in the same way; implements ``ports.PageRenderer``."""

    def __init__(self, inner: PageRenderer, passwords: Sequence[str]) -> None:
        self._inner = inner
        self._passwords = tuple(passwords)

    def accepts(self, head: bytes, path: Path) -> bool:
        """As the wrapped renderer does."""
        return self._inner.accepts(head, path)

    def render(self, path: Path, page: int, dpi: float, max_pixels: int) -> Image:
        """The page, of the file or of an unlocked copy. Raises: SourceError."""
        try:
            return self._inner.render(path, page, dpi, max_pixels)
        except EncryptedFile:
            with _unlocked(path, self._passwords) as copy:
                return self._inner.render(copy, page, dpi, max_pixels)


@contextmanager
def _unlocked(path: Path, passwords: Sequence[str]) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="onfile-unlocked-") as folder:
        copy = Path(folder) / "unlocked.pdf"
        if not any(_saved_without(path, password, copy) for password in passwords):
            n = len(passwords)
            raise EncryptedFile(
                f"{path.name}: a password is needed to open it, and none of the {n} given fits",
                hint="add its password as a line of the password file",
            )
        yield copy


def _saved_without(path: Path, password: str, copy: Path) -> bool:
    try:
        with pikepdf.open(path, password=password) as opened:
            opened.save(copy, encryption=False)
    except (pikepdf.PasswordError, pikepdf.PdfError, ValueError, RuntimeError):
        return False
    return True
