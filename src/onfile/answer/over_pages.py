"""A sentence that a page's end cuts in two: what stands on the next page belongs to it."""

from __future__ import annotations

from onfile.answer.passages import Passage, PassageFinder
from onfile.answer.request import Reading
from onfile.types import QuestionKind, Span

MAX_HEAD = 4  # headings and rows that a page prints above its text
_ENDS = (".", "?", "!", ":", ";")


def goes_on_at(reading: Reading, finder: PassageFinder, passage: Passage) -> Span | None:
    """Where the last sentence of a reason goes on; None where it ends on its own page.

    It must be the last on its page and be without an end, and the first sentence of the next
    page must begin in the middle.
    """
    if reading.intent.kind is not QuestionKind.WHY or passage.is_row:
        return None
    if passage.text.rstrip("”’\"') ").endswith(_ENDS):
        return None
    document_id, page = passage.document_id, passage.span.page
    pages = reading.archive.document(document_id).n_pages
    below = [p for p in finder.pieces_on(document_id, page) if p.unit.start >= passage.span.end]
    if page >= pages or any(p.unit.kind == "sentence" for p in below):
        return None
    text = reading.archive.page_text(document_id, page + 1)
    for piece in finder.pieces_on(document_id, page + 1)[: MAX_HEAD + 1]:
        said = text[piece.unit.start : piece.unit.end]
        if piece.unit.kind == "sentence" and said.strip():
            is_rest = said[:1].islower() and said.rstrip("”’\"') ").endswith(_ENDS)
            return Span(page + 1, piece.unit.start, piece.unit.end) if is_rest else None
    return None
