"""The JSON of what is on file; see ``schemas.py``."""

from __future__ import annotations

from typing import Any

from onfile.server.schemas import Told


class FailureTold(Told):
    """A page that could not be read, or (page null) a whole file."""

    file: str
    page: int | None
    reason: str
    status: str
    document_id: str | None


class CoverageTold(Told):
    """What is on file, page for page."""

    documents: int
    pages: int
    by_status: dict[str, int]
    unaccounted_pages: int
    matrix: list[dict[str, Any]]
    failures: list[FailureTold]
    left_out: list[FailureTold]
    missing: list[str]
    links: list[dict[str, Any]]


class DocumentTold(Told):
    """One document. ``has_page_images`` is false where there is only text to show."""

    document_id: str
    name: str
    company: str | None
    form: str | None
    period: str | None
    period_end: str | None
    filed: str | None
    title: str | None
    media_type: str
    bytes: int
    pages: int
    has_pages: bool
    has_page_images: bool
    is_amendment: bool


class DocumentsTold(Told):
    """Documents by name; ``total`` counts all that fit, of which these are a part."""

    documents: list[DocumentTold]
    total: int


class OutlineTold(Told):
    """A document's parts, in order, from the outside in."""

    sections: list[dict[str, Any]]


class LedgerTold(Told):
    """What became of every page."""

    rows: list[dict[str, Any]]


class PageTold(Told):
    """One page as it was read.

    ``words`` are ``[x0, y0, x1, y1, start, end]``: a box in points from the page's top left and
    the characters of ``text`` that stand in it; empty where the source has no geometry.
    """

    document: str
    document_id: str
    page: int
    label: str | None
    status: str
    reason: str
    text: str
    width_pt: float
    height_pt: float
    reader: str
    quality: float
    words: list[list[float]]
    has_image: bool


class FigureTold(Told):
    """One typed number of a table; the amount is ``number * scale``, null scale is unknown."""

    figure_id: str
    document: str | None
    document_id: str
    page: int
    statement: str | None
    label: str
    path: list[str]
    column: str
    concept: str | None
    period: str | None
    period_end: str | None
    number: float
    scale: int | None
    currency: str | None
    unit: str | None
    percent: bool
    printed: str
    row_span: list[int]
    cell_span: list[int]


class FiguresTold(Told):
    """Figures by document, page and place; ``total`` counts all that fit."""

    figures: list[FigureTold]
    total: int


class MismatchesTold(Told):
    """Sums of statements that do not come out, with what was added up."""

    mismatches: list[dict[str, Any]]
