"""Web pages as EDGAR files them: page breaks become pages, tables become printed rows.

Inline XBRL is text like any other and is kept once; what it hides, and all that is not displayed,
is left out. HTML has no places, so lines are set as a printer would: paragraphs in lines of about
110 letters, tables with a column for each column, numbers ending at one edge
(``adapters/typeset.py``).
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lxml.etree
import lxml.html

from onfile.adapters.decoding import content_of, decode, looks_like_text
from onfile.adapters.typeset import Cell, Sheet
from onfile.errors import UnreadableFile
from onfile.types import Page, PageStatus

_MARKUP = re.compile(rb"(?i)<(?:!doctype\s+html|html|head|body|div|p|table|font)\b")
_ENDINGS = (".htm", ".html", ".xhtml")
_BREAK_BEFORE = re.compile(r"(?i)(?:page-)?break-before\s*:\s*(?:always|page|left|right)")
_BREAK_AFTER = re.compile(r"(?i)(?:page-)?break-after\s*:\s*(?:always|page|left|right)")
_HIDDEN = re.compile(r"(?i)display\s*:\s*none")
_PAGE_NUMBER = re.compile(r"(?i)\W*(?:page\s*)?(?:[A-Z]{1,3}-)?(?:\d{1,4}|[ivxl]{1,7})\W*")
_LEFT_OUT = frozenset({"script", "style", "ix:header", "ix:hidden", "title", "noscript", "head"})
_BLOCKS = frozenset(
    """address article aside blockquote body caption center dd details div dl dt fieldset figure
    footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p page pre section table tbody td tfoot
    th thead tr ul document text""".split()  # noqa: SIM905
)
MAX_SPAN = 200  # columns; a larger colspan is a mistake or an attack


class HtmlReader:
    """Reads HTML and XHTML files; implements ``ports.FileReader``."""

    def __init__(self) -> None:
        self.name = f"lxml {lxml.etree.__version__}"

    def accepts(self, head: bytes, path: Path) -> bool:
        """True for text that begins with markup, or has some in a file named .htm or .html."""
        if not looks_like_text(head):
            return False
        found = _MARKUP.search(head)
        is_first = head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
        return found is not None and (is_first or path.suffix.lower() in _ENDINGS)

    def count_pages(self, path: Path) -> int:
        """Number of pages by its page breaks, at least 1. Raises: UnreadableFile."""
        return len(_Printer(tree_of(path)).pages())

    def read(self, path: Path, first: int, last: int) -> Iterator[Page]:
        """Pages ``first`` to ``last``. Raises: UnreadableFile."""
        start = time.perf_counter()
        sheets = _Printer(tree_of(path)).pages()
        elapsed_ms = (time.perf_counter() - start) * 1000 / len(sheets)
        for number in range(first, last + 1):
            yield self._page(number, sheets[number - 1], elapsed_ms)

    def _page(self, number: int, sheet: Sheet, elapsed_ms: float) -> Page:
        text, boxes = sheet.printed()
        is_blank = not text.strip()
        return Page(
            number,
            text,
            PageStatus.BLANK if is_blank else PageStatus.TEXT,
            "the page has no text" if is_blank else "",
            width_pt=sheet.width_pt,
            height_pt=sheet.height_pt,
            reader=self.name,
            elapsed_ms=elapsed_ms,
            boxes=None if is_blank else boxes,
        )


def tree_of(path: Path) -> Any:
    """The parsed page, names in lower case. Raises: UnreadableFile."""
    try:
        content = content_of(path, "HTML")
        _, encoding = decode(content)
        parser = lxml.html.HTMLParser(
            encoding=encoding, huge_tree=True, remove_comments=True, remove_pis=True
        )
        return lxml.html.document_fromstring(content, parser=parser)
    except (lxml.etree.LxmlError, ValueError) as error:
        raise UnreadableFile(f"{path.name}: the web page could not be read: {error}") from error


class _Printer:
    """Goes through the elements once and sets lines and tables on sheets."""

    def __init__(self, tree: Any) -> None:
        self._tree = tree
        self._sheets = [Sheet()]
        self._words: list[str] = []
        styles = " ".join(tree.xpath("//@style"))
        self._has_breaks = bool(_BREAK_BEFORE.search(styles) or _BREAK_AFTER.search(styles))

    def pages(self) -> list[Sheet]:
        self._walk()
        self._end_line()
        while len(self._sheets) > 1 and self._sheets[-1].is_empty:
            self._sheets.pop()
        return self._sheets

    def _walk(self) -> None:
        events = lxml.etree.iterwalk(self._tree, events=("start", "end"))
        for event, element in events:
            name = _name(element)
            if event == "end":
                self._close(element, name)
                continue
            if name in _LEFT_OUT or _HIDDEN.search(element.get("style") or ""):
                events.skip_subtree()
                continue
            self._open(element, name)
            if name == "table" and _is_grid(element):
                self._set_table(element)
                events.skip_subtree()
            elif element.text:
                self._words.append(element.text)

    def _open(self, element: Any, name: str) -> None:
        if name in _BLOCKS or name == "br":
            self._end_line()
        style = element.get("style") or ""
        if _BREAK_BEFORE.search(style) or name == "page":
            self._end_page()

    def _close(self, element: Any, name: str) -> None:
        if name in _BLOCKS:
            self._end_line()
        style = element.get("style") or ""
        if _BREAK_AFTER.search(style) or (name == "hr" and self._is_separator()):
            self._end_page()
        if element.tail and element is not self._tree:
            self._words.append(element.tail)

    def _is_separator(self) -> bool:
        """A rule below a page number, in a file that marks its page ends in no other way."""
        last_line = self._sheets[-1].last_line
        return not self._has_breaks and _PAGE_NUMBER.fullmatch(last_line) is not None

    def _end_line(self) -> None:
        words = " ".join("".join(self._words).split())
        self._words.clear()
        if words:
            self._sheets[-1].add_paragraph(words)

    def _end_page(self) -> None:
        self._end_line()
        if not self._sheets[-1].is_empty:
            self._sheets.append(Sheet())

    def _set_table(self, table: Any) -> None:
        rows = [_cells(row) for row in table.iter("tr")]
        self._sheets[-1].add_table([row for row in rows if row])
        breaks = " ".join(table.xpath(".//@style"))
        if _BREAK_BEFORE.search(breaks) or _BREAK_AFTER.search(breaks):
            self._end_page()


def _name(element: Any) -> str:
    return element.tag.lower() if isinstance(element.tag, str) else ""


def _is_grid(table: Any) -> bool:
    """False for a table that lays out other tables, and for one that only frames a text."""
    if next(table.iterdescendants("table"), None) is not None:
        return False
    return any(len(_cells(row)) > 1 for row in table.iter("tr"))


def _cells(row: Any) -> list[Cell]:
    """The cells of a row that hold text, with the columns over which they reach."""
    cells = []
    column = 0
    for element in row:
        if _name(element) not in ("td", "th"):
            continue
        span = _span(element.get("colspan"))
        text = " ".join(_text(element).split())
        if text:
            cells.append(Cell(column, column + span, text))
        column += span
    return cells


def _span(printed: str | None) -> int:
    digits = re.match(r"\s*(\d{1,4})", printed or "")
    return min(max(int(digits[1]), 1), MAX_SPAN) if digits else 1


def _text(element: Any) -> str:
    """The displayed text of a cell; parts that stand on lines of their own are set apart."""
    words: list[str] = []
    events = lxml.etree.iterwalk(element, events=("start", "end"))
    for event, part in events:
        name = _name(part)
        if event == "start":
            if name in _LEFT_OUT or _HIDDEN.search(part.get("style") or ""):
                events.skip_subtree()
                continue
            words.append(" " if name in _BLOCKS or name == "br" else "")
            words.append(part.text or "")
        elif part is not element:
            words.append(" " if name in _BLOCKS else "")
            words.append(part.tail or "")
    return "".join(words)
