"""Cut a document into the units that are ranked.

A page is first divided where a section, a table or a turn begins or ends; each stretch is then
filled, sentence by sentence or row by row, up to about 120 words. No chunk crosses a page, so a
chunk's page is never in doubt, and every character with ink of every readable page is in exactly
one chunk.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from operator import attrgetter

from onfile.chunk.headers import Headers
from onfile.chunk.packing import STRUCTURED, Packing
from onfile.chunk.units import WordIndex
from onfile.types import Chunk, Page, Section, Span, Structure, Table, Turn

HEADING_WORDS = 12  # a stretch this short joins what follows it inside its section
STRAY_WORDS = 6  # a running header or a page number: it joins whatever is beside it
SPEAKER_WORDS = 40  # the lines that name a speaker join the speaker's words


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Part of one page that lies in one section and in one table, one turn or neither."""

    start: int
    end: int
    section: Section | None
    table: Table | None
    turn: Turn | None


def cut(
    document_id: str,
    pages: Sequence[Page],
    structure: Structure,
    packing: Packing = STRUCTURED,
    kept: Callable[[Iterable[Chunk]], Sequence[Chunk]] = list,
) -> Sequence[Chunk]:
    """All chunks of a document, in reading order.

    Args:
        document_id: Goes into the chunk ids, which depend on nothing but it, the chunk's number
            and its text.
        pages: All pages; those that are not readable give no chunk.
        structure: From ``structure/``; sections and spans refer to the texts of ``pages``.
        packing: How large the units are; others than the default are there to be measured.
        kept: Keeps the chunks, which may be too many for memory.
    """
    cutter = _Cutter(document_id, pages, structure, packing)
    readable = (page for page in pages if page.status.is_readable)
    return kept(chunk for page in readable for chunk in cutter.cut_page(page))


class _Cutter:
    def __init__(
        self, document_id: str, pages: Sequence[Page], structure: Structure, packing: Packing
    ) -> None:
        self._packing = packing
        self._n_chunks = 0
        self._document_id = document_id
        self._is_plain_text = len(pages) == 1 and pages[0].boxes is None and not pages[0].width_pt
        self._headers = Headers(structure)
        self._sections = _SectionIndex(structure.sections)
        self._tables = _TablesOfPages(structure.tables)
        self._turns: dict[int, list[tuple[Span, Turn]]] = {}
        for turn in structure.turns:
            for span in turn.spans:
                self._turns.setdefault(span.page, []).append((span, turn))
        self._contents = frozenset(structure.contents_pages)
        self._statements = {page: statement for statement, page in structure.statement_pages}

    def cut_page(self, page: Page) -> Iterator[Chunk]:
        """The chunks of one page; pages are given in order."""
        words = WordIndex(page.text)
        for stretch in self._parts(page, words):
            is_table = stretch.table is not None
            for start, end in self._packing.pack(
                stretch.start, stretch.end, is_table, page.text, words
            ):
                chunk = self._chunk(page, stretch, start, end)
                if chunk is not None:
                    yield chunk

    def _parts(self, page: Page, words: WordIndex) -> list[_Stretch]:
        if not self._packing.follows_structure:
            return [_Stretch(0, len(page.text), None, None, None)]
        return _joined(self._stretches(page), page, words)

    def _stretches(self, page: Page) -> list[_Stretch]:
        length = len(page.text)
        tables = self._tables.of(page.number)
        turns = self._turns.get(page.number, ())
        points = {0, length, *self._sections.starts_on(page.number)}
        for span in (*(table.span for table in tables), *(span for span, _ in turns)):
            points.update((span.start, span.end))
        ordered = sorted(point for point in points if 0 <= point <= length)
        stretches = []
        for start, end in pairwise(ordered):
            if not page.text[start:end].strip():
                continue
            table = next((t for t in tables if t.span.start <= start < t.span.end), None)
            turn = next((t for span, t in turns if span.start <= start < span.end), None)
            section = self._sections.at(page.number, start)
            stretches.append(_Stretch(start, end, section, table, turn))
        return stretches

    def _chunk(self, page: Page, stretch: _Stretch, start: int, end: int) -> Chunk | None:
        while start < end and page.text[start].isspace():
            start += 1
        while end > start and page.text[end - 1].isspace():
            end -= 1
        if start == end:
            return None
        self._n_chunks = number = self._n_chunks + 1
        text = page.text[start:end]
        section, turn, table = stretch.section, stretch.turn, stretch.table
        is_contents = page.number in self._contents
        return Chunk(
            chunk_id=_chunk_id(self._document_id, number, text),
            document_id=self._document_id,
            number=number,
            kind=_kind(stretch, text, is_contents),
            text=text,
            header=self._headers.of(section, turn, table, page.text, start),
            spans=(Span(page.number, start, end),),
            section=(" › ".join(section.path) or None) if section is not None else None,
            section_kind=section.kind if section is not None else "",
            statement=(table.statement if table is not None else None)
            or self._statements.get(page.number),
            turn=turn.number if turn is not None else None,
            speaker=turn.speaker if turn is not None else None,
            role=turn.role if turn is not None else None,
            part=_part(section, turn),
            line=page.text.count("\n", 0, start) + 1 if self._is_plain_text else None,
            is_contents=is_contents,
        )


class _TablesOfPages:
    """The tables of one page after the other, read once and never all in memory."""

    def __init__(self, tables: Iterable[Table]) -> None:
        self._groups = groupby(tables, key=attrgetter("page"))
        self._page = 0
        self._tables: list[Table] = []

    def of(self, page: int) -> list[Table]:
        """The tables of a page; pages are asked for in order."""
        while self._page < page:
            following = next(self._groups, None)
            if following is None:
                return []
            self._page, self._tables = following[0], list(following[1])
        return self._tables if self._page == page else []


class _SectionIndex:
    """Finds the innermost section at a place."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self._sections = sorted(sections, key=lambda section: (section.start, section.level))
        self._starts = [section.start for section in self._sections]

    def starts_on(self, page: int) -> list[int]:
        first = bisect_right(self._starts, (page, -1))
        last = bisect_right(self._starts, (page + 1, -1))
        return [offset for _, offset in self._starts[first:last]]

    def at(self, page: int, offset: int) -> Section | None:
        for index in range(bisect_right(self._starts, (page, offset)) - 1, -1, -1):
            if self._sections[index].end > (page, offset):
                return self._sections[index]
        return None


def _joined(stretches: list[_Stretch], page: Page, words: WordIndex) -> list[_Stretch]:
    """Join the heading of a turn to it, and a few stray words to what follows them."""
    joined: list[_Stretch] = []
    for stretch in stretches:
        before = joined[-1] if joined else None
        if before is not None and _belongs_to(before, stretch, words):
            joined[-1] = _Stretch(
                before.start, stretch.end, stretch.section, stretch.table, stretch.turn
            )
        else:
            joined.append(stretch)
    if len(joined) > 1 and _is_footer(joined[-2], joined[-1], words):
        last = joined.pop()
        joined[-1] = replace(joined[-1], end=last.end)
    return joined


def _belongs_to(before: _Stretch, after: _Stretch, words: WordIndex) -> bool:
    n_words = words.count(before.start, before.end)
    if before.turn is not None or (before.table is not None and before.table is not after.table):
        return False
    if after.turn is not None:
        return n_words <= SPEAKER_WORDS
    if n_words <= STRAY_WORDS or before.section is None or after.section is None:
        return n_words <= HEADING_WORDS
    outer, inner = before.section.path, after.section.path
    return n_words <= HEADING_WORDS and inner[: len(outer)] == outer


def _is_footer(before: _Stretch, last: _Stretch, words: WordIndex) -> bool:
    is_plain = before.turn is None and last.turn is None and last.table is None
    return is_plain and words.count(last.start, last.end) <= STRAY_WORDS


def _kind(stretch: _Stretch, text: str, is_contents: bool) -> str:
    if is_contents:
        return "contents"
    if stretch.turn is not None:
        return "turn"
    if stretch.table is not None:
        return "table"
    is_short = len(text.split()) <= HEADING_WORDS
    return "heading" if is_short and not text.endswith((".", "!", "?")) else "prose"


def _part(section: Section | None, turn: Turn | None) -> str:
    if turn is not None:
        return turn.part
    return (section.part or "") if section is not None else ""


def _chunk_id(document_id: str, number: int, text: str) -> str:
    return hashlib.sha256(f"{document_id}\n{number}\n{text}".encode()).hexdigest()[:16]
