"""Database rows as domain types. Column lists here match the order of the constructors."""

from __future__ import annotations

import dataclasses
import datetime as dt
import functools
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from onfile.index.boxes import decode_boxes, decode_confidence
from onfile.index.codec import from_json
from onfile.types import (
    CatalogEntry,
    Chunk,
    Document,
    Figure,
    Identity,
    LedgerRow,
    Page,
    PageStatus,
    Period,
    Span,
)

Row = Sequence[Any]

DOCUMENT_COLUMNS = (
    "document_id, name, path, media_type, n_bytes, n_pages, has_pages, identity, company, period"
)
CATALOG_COLUMNS = "document_id, name, identity, company, period, column_periods, speakers"
PAGE_COLUMNS = (
    "p.number, p.text, p.status, p.reason, p.label, p.width_pt, p.height_pt, p.rotation,"
    " p.quality, p.reader, p.elapsed_ms, b.boxes, s.confidence"
)
CHUNK_COLUMNS = (
    "c.chunk_id, d.document_id, c.number, c.kind, c.text, c.header, c.spans, c.section,"
    " c.section_kind, c.statement, c.turn, c.speaker, c.role, c.part, c.line, c.is_contents"
)
FIGURE_COLUMNS = (
    "f.figure_id, d.document_id, f.page, f.table_number, f.table_title, f.statement, f.label,"
    " f.path, f.column_header, f.concept, f.concept_reason, f.fiscal_year, f.quarter, f.months,"
    " f.period_end, f.is_instant, f.value, f.scale, f.currency, f.unit, f.is_percent, f.printed,"
    " f.row_start, f.row_end, f.cell_start, f.cell_end"
)
LEDGER_COLUMNS = "file, document_id, page, status, reason, n_chars, quality, elapsed_ms, reader"


def to_document(row: Row) -> Document:
    """A ``Document`` from ``DOCUMENT_COLUMNS``; the company is the archive's name for it."""
    *plain, has_pages, identity, company, period = row
    return Document(*[*plain, bool(has_pages), to_identity(identity, company, period)])


def to_identity(text: str, company: str | None, period: str | None) -> Identity:
    """The stored identity, with the archive's name for the company and the settled period."""
    identity = from_json(Identity, text)
    if period is not None and (identity.period is None or identity.period.name != period):
        identity = dataclasses.replace(identity, period=_period_of_name(period))
    return renamed(identity, company)


def renamed(identity: Identity, company: str | None) -> Identity:
    """The identity with ``company`` as its company; the name that it had is one of its aliases."""
    if identity.company == company:
        return identity
    known = (identity.company, *identity.aliases)
    aliases = tuple(dict.fromkeys(name for name in known if name and name != company))
    return dataclasses.replace(identity, company=company, aliases=aliases)


def _period_of_name(name: str) -> Period:
    """The period that ``Period.name`` names."""
    year, _, rest = name.removeprefix("FY").partition("Q")
    quarter, _, months = rest.removesuffix("M").partition("-")
    return Period(int(year), int(quarter) if quarter else None, int(months) if months else None)


def to_catalog_entry(row: Row) -> CatalogEntry:
    """A ``CatalogEntry`` from ``CATALOG_COLUMNS``."""
    document_id, name, identity, company, period, periods, speakers = row
    return CatalogEntry(
        document_id,
        name,
        to_identity(identity, company, period),
        from_json(tuple[Period, ...], periods),
        from_json(tuple[tuple[str, str], ...], speakers),
    )


def to_page(row: Row) -> Page:
    """A ``Page`` from ``PAGE_COLUMNS``."""
    number, text, status, *rest, boxes, confidence = row
    decoded = (decode_boxes(boxes), decode_confidence(confidence))
    return Page(*[number, text, PageStatus(status), *rest, *decoded])


def to_chunk(row: Row) -> Chunk:
    """A ``Chunk`` from ``CHUNK_COLUMNS``."""
    chunk_id, document_id, number, kind, text, header, spans, *rest, is_contents = row
    before = (chunk_id, document_id, number, kind, text, header)
    return Chunk(*[*before, from_json(tuple[Span, ...], spans), *rest, bool(is_contents)])


def to_figure(row: Row) -> Figure:
    """A ``Figure`` from ``FIGURE_COLUMNS``."""
    *before, path, header, concept, reason, year, quarter, months = row[:14]
    end, is_instant, value, scale, currency, unit, is_percent, printed = row[14:22]
    row_start, row_end, cell_start, cell_end = row[22:]
    page = row[2]
    middle = (
        _path(path),
        header,
        concept,
        reason,
        None if year is None else _period(year, quarter, months),
        None if end is None else _date(end),
        bool(is_instant),
        Decimal(value),
        scale,
        currency,
        unit,
        bool(is_percent),
        printed,
    )
    spans = (Span(page, row_start, row_end), Span(page, cell_start, cell_end))
    return Figure(*[*before, *middle, *spans])


# Thousands of figures of a filing share a few paths, periods and dates: each is made once.
@functools.lru_cache(maxsize=20_000)
def _path(text: str) -> tuple[str, ...]:
    return from_json(tuple[str, ...], text)


@functools.lru_cache(maxsize=2_000)
def _period(year: int, quarter: int | None, months: int | None) -> Period:
    return Period(year, quarter, months)


@functools.lru_cache(maxsize=2_000)
def _date(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def to_ledger_row(row: Row) -> LedgerRow:
    """A ``LedgerRow`` from ``LEDGER_COLUMNS``."""
    file, document_id, page, status, *rest = row
    return LedgerRow(file, document_id, page, PageStatus(status), *rest)
