"""Word documents (DOCX): paragraphs and table rows, each a line; their pages are not known.

Where a page ends depends on the printer and the fonts at hand, so lines are cited instead.
"""

from __future__ import annotations

import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onfile.adapters.decoding import MAX_BYTES
from onfile.errors import UnreadableFile
from onfile.types import Page, PageStatus

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import Table

DOCX_PART = "word/document.xml"


class DocxReader:
    """Reads DOCX files; implements ``ports.FileReader``."""

    name = "python-docx"

    def accepts(self, head: bytes, path: Path) -> bool:
        """True for a ZIP archive with a Word document in it."""
        if not head.startswith(b"PK\x03\x04"):
            return False
        try:
            with zipfile.ZipFile(path) as archive:
                return DOCX_PART in archive.namelist()
        except (zipfile.BadZipFile, OSError, ValueError):
            return False

    def count_pages(self, path: Path) -> int:
        """Always 1. Raises: UnreadableFile."""
        _opened(path)
        return 1

    def read(self, path: Path, first: int, last: int) -> Iterator[Page]:
        """The document as page 1. Raises: UnreadableFile."""
        if not first <= 1 <= last:
            return
        start = time.perf_counter()
        text = "\n".join(_lines(_opened(path)))
        is_blank = not text.strip()
        yield Page(
            1,
            text,
            PageStatus.BLANK if is_blank else PageStatus.TEXT,
            "the document has no text" if is_blank else "",
            reader=self.name,
            elapsed_ms=(time.perf_counter() - start) * 1000,
        )


def _lines(document: Document) -> Iterator[str]:
    """Paragraphs and table rows in their order, headers and footers left out."""
    from docx.table import Table

    for block in document.iter_inner_content():
        if isinstance(block, Table):
            yield from _rows(block)
        else:
            yield from (" ".join(line.split()) for line in block.text.split("\n"))


def _rows(table: Table) -> Iterator[str]:
    """Each row on a line; a merged cell is given once."""
    for row in table.rows:
        seen: list[Any] = []
        texts = []
        for cell in row.cells:
            if any(cell._tc is element for element in seen):
                continue
            seen.append(cell._tc)
            texts.append(" ".join(cell.text.split()))
        line = " ".join(text for text in texts if text)
        if line:
            yield line


def _opened(path: Path) -> Document:
    import docx  # here, as it takes longer to load than most files to read
    from docx.opc.exceptions import PackageNotFoundError

    try:
        with zipfile.ZipFile(path) as archive:
            n_bytes = archive.getinfo(DOCX_PART).file_size
        if n_bytes > 4 * MAX_BYTES:
            raise UnreadableFile(
                f"{path.name}: {n_bytes} bytes of document, more than {4 * MAX_BYTES}",
                hint="split the file",
            )
        return docx.Document(str(path))
    except (PackageNotFoundError, zipfile.BadZipFile, KeyError, ValueError, OSError) as error:
        raise UnreadableFile(
            f"{path.name}: the Word document is damaged and could not be opened",
            hint="open it in a word processor and save it again",
        ) from error
