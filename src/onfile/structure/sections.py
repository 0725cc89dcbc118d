"""The sections of a document, nested, covering it from the first character to the last."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import pairwise

from onfile.structure.headings import clause_marks, note_marks, title_marks
from onfile.structure.items import item_marks
from onfile.structure.markdown import markdown_marks
from onfile.structure.marks import HEADING, ITEM, NOTE, PART, SUBHEADING, Mark, nest
from onfile.structure.record_sheets import record_marks
from onfile.structure.running import Line, body_ranges, lines_of
from onfile.types import Page, Section, Turn

_FEW_NOTES = 8  # a filing with fewer may have its statements behind the last item
_RUN_ON = 400  # characters; no printed row is as long
_ITEM_INSIDE = re.compile(
    r"(?<=[.!?:”)\d] )(?=(?:PART\s+[IV]+\s+)?I(?:tem|TEM)\s+\d{1,2}[A-C]?\.\s+[A-Z])"
)
_FILINGS = ("10-K", "10-Q", "8-K", "annual report")
_PART_KINDS = {
    "prepared remarks": "prepared_remarks",
    "questions and answers": "questions_and_answers",
}


def find_sections(
    pages: Sequence[Page],
    form: str | None,
    cover_page: int | None,
    contents: Sequence[int],
    turns: Sequence[Turn] = (),
) -> tuple[Section, ...]:
    """The sections of a document in reading order.

    Args:
        pages: Its readable pages.
        form: As in ``Identity.form``.
        cover_page: Number of the page that is a filing's cover, where there is one.
        contents: Numbers of the contents pages.
        turns: Speaker turns, for a call: its parts are its sections.
    """
    if turns:
        return nest(_call_marks(turns, pages), pages)
    lines = _body_lines(pages)
    if cover_page is not None and form is not None and form.startswith(_FILINGS):
        return nest(_filing_marks(pages, lines, form, cover_page, contents), pages)
    if form == "earnings release":
        marks = [replace(mark, kind=mark.kind or "") for mark in title_marks(lines, HEADING)]
        marks.append(Mark(0, 0, PART, "", "highlights"))
    else:
        marks = record_marks(pages) or markdown_marks(lines)
        marks = marks or clause_marks(lines) or list(title_marks(lines, HEADING))
    return nest(marks + _contents_marks(pages, contents), pages)


def _body_lines(pages: Sequence[Page]) -> list[list[Line]]:
    lines = [lines_of(page.text) for page in pages]
    return [
        [piece for line in own if start <= line.start < end for piece in _pieces(line)]
        for own, (start, end) in zip(lines, body_ranges(pages, lines), strict=True)
    ]


def _pieces(line: Line) -> list[Line]:
    """A line that runs on over many printed rows, cut before the items inside it."""
    if len(line.text) < _RUN_ON:
        return [line]
    cuts = [0, *(m.start() for m in _ITEM_INSIDE.finditer(line.text)), len(line.text)]
    return [
        Line(line.text[a:b].rstrip(), line.start + a, line.start + b) for a, b in pairwise(cuts)
    ]


def _call_marks(turns: Sequence[Turn], pages: Sequence[Page]) -> list[Mark]:
    index_of = {page.number: index for index, page in enumerate(pages)}
    marks: list[Mark] = []
    part = ""
    for turn in turns:
        if turn.part != part and turn.spans:
            part = turn.part
            span = turn.spans[0]
            at = pages[index_of[span.page]].text.rfind("\n", 0, span.start) + 1
            kind = _PART_KINDS.get(part, "")
            marks.append(Mark(index_of[span.page], at, PART, part.capitalize(), kind))
    return marks


def _filing_marks(
    pages: Sequence[Page],
    lines: Sequence[Sequence[Line]],
    form: str,
    cover_page: int,
    contents: Sequence[int],
) -> list[Mark]:
    kind = "10-K" if form == "annual report" else form
    numbers = set(contents)
    listing = {index for index, page in enumerate(pages) if page.number in numbers}
    items = item_marks(kind, lines, listing)
    notes = _notes(items, lines, listing)
    first = min((mark.place for mark in items), default=(len(pages), 0))
    cover = next(i for i, page in enumerate(pages) if page.number == cover_page)
    marks = items + notes + _headings(items, notes, lines, first)
    marks += [m for m in _contents_marks(pages, contents) if m.place < first]
    if (cover, 0) < first:
        marks.append(Mark(cover, 0, PART, "Cover", "cover"))
    return marks


def _notes(
    items: Sequence[Mark], lines: Sequence[Sequence[Line]], listing: AbstractSet[int]
) -> list[Mark]:
    """Notes of the financial statements, wherever the filing puts them.

    Most stand in the item of that name; some inside MD&A; some behind the last item. The place
    with most of them is right: the others only cite notes.
    """
    ordered = sorted(items, key=lambda mark: mark.place)
    end_of_document = (len(lines), 0)
    found: list[Mark] = []
    for mark in ordered:
        if mark.kind in ("financial_statements", "mdna") and mark.level == ITEM:
            later = [m.place for m in ordered if m.place > mark.place and m.level <= mark.level]
            end = min(later, default=end_of_document)
            found = max(found, note_marks(lines, listing, mark.place, end), key=len)
    last = max((m.place for m in ordered if m.level == ITEM), default=(0, 0))
    if len(found) < _FEW_NOTES:
        found = max(found, note_marks(lines, listing, last, end_of_document), key=len)
    return found


def _headings(
    items: Sequence[Mark],
    notes: Sequence[Mark],
    lines: Sequence[Sequence[Line]],
    first: tuple[int, int],
) -> list[Mark]:
    """Titles below the items; inside the notes one level deeper than the note."""
    taken = {mark.place for mark in (*items, *notes)}
    bounds = sorted((mark.place, mark in notes and mark.level == NOTE) for mark in (*items, *notes))
    marks = []
    for mark in title_marks(lines):
        if mark.place in taken or (items and mark.place < first):
            continue
        around = [is_note for place, is_note in bounds if place <= mark.place]
        in_note = bool(around) and around[-1]
        marks.append(replace(mark, level=SUBHEADING, kind="notes") if in_note else mark)
    return marks


def _contents_marks(pages: Sequence[Page], contents: Sequence[int]) -> list[Mark]:
    """A mark where a run of contents pages begins."""
    numbers = set(contents)
    return [
        Mark(index, 0, PART, "Contents", "contents")
        for index, page in enumerate(pages)
        if page.number in numbers and (page.number - 1) not in numbers
    ]
