"""A citation for a span of a page: the verbatim words, where they stand, their boxes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from onfile.ports import Archive
from onfile.types import Box, Chunk, Citation, FloatArray, Identity, Span, Turn


def cite(archive: Archive, document_id: str, span: Span, *, note: str = "") -> Citation:
    """The citation of ``span``; its quote is exactly the page's characters.

    Args:
        archive: Where the document is kept.
        document_id: The document.
        span: Characters of one page.
        note: Shown with the citation, e.g. that a prior-year column of a later filing was read.
    """
    document = archive.document(document_id)
    page = archive.page(document_id, span.page)
    chunk = chunk_at(archive, document_id, span)
    identity = document.identity
    return Citation(
        document_id=document_id,
        document=document.name,
        page=span.page if document.has_pages else None,
        page_label=page.label if document.has_pages else None,
        line=None if document.has_pages else line_of(page.text, span.start),
        turn=chunk.turn if chunk else None,
        company=identity.company,
        form=identity.form,
        period=period_name(identity),
        section=chunk.section if chunk else None,
        speaker=chunk.speaker if chunk else None,
        quote=page.text[span.start : span.end],
        span=span,
        boxes=line_boxes(page.text, page.boxes, span) if page.boxes is not None else (),
        chunk_id=chunk.chunk_id if chunk else None,
        note=note,
    )


def period_name(identity: Identity) -> str | None:
    """The name of the document's period, None when it has none."""
    return identity.period.name if identity.period is not None else None


def line_of(text: str, offset: int) -> int:
    """1-based line of a character offset."""
    return text.count("\n", 0, offset) + 1


def chunk_at(archive: Archive, document_id: str, span: Span) -> Chunk | None:
    """The chunk that holds the start of ``span``, else the first of its page, else None."""
    on_page = archive.chunks_of_page(document_id, span.page)
    for chunk in on_page:
        if any(s.page == span.page and s.start <= span.start < s.end for s in chunk.spans):
            return chunk
    return on_page[0] if on_page else None


def turn_at(turns: Sequence[Turn], span: Span) -> Turn | None:
    """The turn that holds the start of ``span``, None outside any."""
    for turn in turns:
        if any(s.page == span.page and s.start <= span.start < s.end for s in turn.spans):
            return turn
    return None


def line_boxes(text: str, boxes: FloatArray, span: Span) -> tuple[Box, ...]:
    """One box a printed line of the span, in points from the page's top left."""
    found = []
    start = span.start
    while start < span.end:
        stop = text.find("\n", start, span.end)
        stop = span.end if stop == -1 else stop
        part = boxes[start:stop]
        inked = part[~np.isnan(part).any(axis=1)]
        if len(inked):
            low, high = inked.min(axis=0), inked.max(axis=0)
            corners = (low[0], low[1], high[2], high[3])
            found.append(Box(*(round(float(v), 1) for v in corners)))
        start = stop + 1
    return tuple(found)
