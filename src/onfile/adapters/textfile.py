"""Plain text files (transcripts, notes): one page without geometry."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from onfile.adapters.decoding import content_of, decode, looks_like_text
from onfile.types import Page, PageStatus

SUFFIXES = frozenset({"", ".txt", ".text", ".md", ".markdown", ".rst", ".log"})


class TextReader:
    """Reads plain text; implements ``ports.FileReader``. Line numbers are kept."""

    name = "plain text"

    def accepts(self, head: bytes, path: Path) -> bool:
        """True for text by its bytes, in a file named as text or without an ending."""
        return path.suffix.lower() in SUFFIXES and looks_like_text(head)

    def count_pages(self, path: Path) -> int:
        """Always 1. Raises: UnreadableFile."""
        return 1

    def read(self, path: Path, first: int, last: int) -> Iterator[Page]:
        r"""The file as page 1, line ends made ``\\n``; nothing when page 1 is not asked for.

        Raises:
            UnreadableFile: the file can't be opened or is larger than ``MAX_BYTES``.
        """
        if not first <= 1 <= last:
            return
        start = time.perf_counter()
        text, encoding = decode(content_of(path, "text"))
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        status = PageStatus.TEXT if text.strip() else PageStatus.BLANK
        reason = "" if text.strip() else "the file holds only spaces"
        elapsed_ms = (time.perf_counter() - start) * 1000
        name = f"{self.name} ({encoding})"
        yield Page(1, text, status, reason, reader=name, elapsed_ms=elapsed_ms)
