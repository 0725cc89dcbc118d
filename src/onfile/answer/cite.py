"""A citation for a span of a page: the verbatim words, where they stand, their boxes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from onfile.language import cells
from onfile.ports import Archive
from onfile.types import (
    Box,
    Chunk,
    Citation,
    Figure,
    FloatArray,
    Identity,
    Page,
    PageStatus,
    Span,
    Turn,
)

_DRAWN = frozenset({"application/pdf", "image/png", "image/jpeg", "image/tiff"})
"""Kinds of files whose boxes are places on a page that can be shown."""


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
    is_sheet = document.media_type in cells.MEDIA_TYPES
    has_image = document.media_type in _DRAWN
    on_span = page.boxes[span.start : span.end] if page.boxes is not None else None
    confidence = ocr_confidence(page, span)
    return Citation(
        document_id=document_id,
        document=document.name,
        page=span.page if document.has_pages and not is_sheet else None,
        page_label=page.label if document.has_pages and not is_sheet else None,
        line=None if document.has_pages else line_of(page.text, span.start),
        turn=chunk.turn if chunk else None,
        company=identity.company,
        form=identity.form,
        period=period_name(identity),
        section=chunk.section if chunk else None,
        speaker=chunk.speaker if chunk else None,
        quote=page.text[span.start : span.end],
        span=span,
        boxes=line_boxes(page.text, page.boxes, span)
        if page.boxes is not None and has_image
        else (),
        chunk_id=chunk.chunk_id if chunk else None,
        note="; ".join(part for part in (note, _how_read(page, confidence)) if part),
        sheet=page.label if is_sheet else None,
        cell=cells.cells_of(on_span) if is_sheet and on_span is not None else None,
        ocr_confidence=confidence,
    )


def cite_rows(archive: Archive, figures: Iterable[Figure]) -> tuple[Citation, ...]:
    """One citation a row, in order of first use, each with the headers of the columns used."""
    rows: dict[tuple[str, Span], dict[str, None]] = {}
    for figure in figures:
        columns = rows.setdefault((figure.document_id, figure.row_span), {})
        columns[f"“{figure.column_header}”"] = None
    return tuple(
        cite(archive, document_id, span, note=f"column{'s'[: len(used) > 1]} {', '.join(used)}")
        for (document_id, span), used in rows.items()
    )


def ocr_confidence(page: Page, span: Span) -> float | None:
    """How sure the OCR engine is of what stands in ``span``; None where it read nothing there.

    It is the lowest confidence of any word with a digit, as one wrong digit makes a wrong
    number, or the mean over all characters where no word has any.
    """
    if page.confidence is None:
        return None
    sure = page.confidence[span.start : span.end]
    if np.isnan(sure).all():
        return None
    numbers = [
        float(np.nanmin(sure[word.start() : word.end()]))
        for word in re.finditer(r"\S*\d\S*", page.text[span.start : span.end])
        if not np.isnan(sure[word.start() : word.end()]).all()
    ]
    return round(min(numbers) if numbers else float(np.nanmean(sure)), 3)


def _how_read(page: Page, confidence: float | None) -> str:
    """What a citation must say of words that no text layer vouches for."""
    if confidence is not None:
        return f"read by OCR, confidence {confidence:.2f}"
    if page.status is PageStatus.OCR:
        return "from the text layer that an earlier OCR left, confidence unknown"
    return ""


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
