"""The JSON of documents and their pages; see ``contract.py``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from onfile.types import Box, Document, JsonObject, LedgerRow, Page

_WORD = re.compile(r"\S+")


def document_json(document: Document) -> JsonObject:
    """What a document is."""
    identity = document.identity
    return {
        "document_id": document.document_id,
        "name": document.name,
        "company": identity.company,
        "form": identity.form,
        "period": identity.period.name if identity.period is not None else None,
        "period_end": identity.period_end.isoformat() if identity.period_end else None,
        "filed": identity.filed.isoformat() if identity.filed else None,
        "title": identity.title,
        "is_amendment": identity.is_amendment,
        "media_type": document.media_type,
        "bytes": document.n_bytes,
        "pages": document.n_pages,
        "has_pages": document.has_pages,
        "has_page_images": document.has_page_images,
    }


def ledger_json(rows: Sequence[LedgerRow]) -> JsonObject:
    """What became of every page, and notes on the whole (page null)."""
    return {
        "rows": [
            {
                "page": row.page,
                "status": row.status.value,
                "reason": row.reason,
                "chars": row.n_chars,
                "quality": row.quality,
                "reader": row.reader,
            }
            for row in rows
        ]
    }


def page_json(document: Document, page: Page) -> JsonObject:
    """One page as it was read.

    A word is ``[x0, y0, x1, y1, start, end]``: its box in points and its characters in ``text``.
    """
    return {
        "document": document.name,
        "document_id": document.document_id,
        "page": page.number,
        "label": page.label,
        "status": page.status.value,
        "reason": page.reason,
        "text": page.text,
        "width_pt": page.width_pt,
        "height_pt": page.height_pt,
        "reader": page.reader,
        "quality": page.quality,
        "words": [
            [*(round(edge, 2) for edge in box), start, end] for box, start, end in word_boxes(page)
        ],
        "has_image": document.has_page_images,
    }


def word_boxes(page: Page) -> Iterator[tuple[Box, int, int]]:
    """Each word's box and its characters ``[start, end)``; none where there is no geometry."""
    if page.boxes is None:
        return
    for word in _WORD.finditer(page.text):
        edges = page.boxes[word.start() : word.end()]
        edges = edges[~np.isnan(edges).any(axis=1)]
        if len(edges):
            (x0, y0), (x1, y1) = edges[:, :2].min(axis=0), edges[:, 2:].max(axis=0)
            yield Box(float(x0), float(y0), float(x1), float(y1)), word.start(), word.end()
