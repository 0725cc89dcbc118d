"""What the archive holds and what it could not read, counted from the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from onfile.index.links import Link, links_of
from onfile.index.store import Store
from onfile.types import Document, LedgerRow, PageStatus

_NO_FAILURE = (PageStatus.BLANK, PageStatus.SKIPPED)


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """How many documents there are of a company, form and period; None is "not stated"."""

    company: str | None
    form: str | None
    period: str | None
    documents: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """The archive at a glance.

    Attributes:
        documents: Number of documents.
        pages: Number of pages of these documents.
        by_status: Pages by what became of them, most frequent first; whole files that could not
            be read are not pages and are only in ``failures``.
        unaccounted_pages: Pages without a ledger row; always 0 unless something is wrong.
        matrix: Sorted by company, form and period.
        failures: Pages, or (page None) whole files, whose text can't be searched, in order of file
            and page; a blank page is no failure.
        left_out: Hidden files and others that are no documents.
        missing: Files that were read and are gone since.
        links: Amendments with what they amend, and near-duplicates.
    """

    documents: int
    pages: int
    by_status: dict[str, int]
    unaccounted_pages: int
    matrix: tuple[MatrixRow, ...]
    failures: tuple[LedgerRow, ...]
    left_out: tuple[LedgerRow, ...] = ()
    missing: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()


def coverage_of(store: Store, visible: AbstractSet[str] | None = None) -> Coverage:
    """The coverage of the documents that the asker may see (None: all, and unread files)."""
    documents = store.documents(visible)
    rows = [r for r in store.ledger() if visible is None or r.document_id in visible]
    pages = [row for row in rows if row.page is not None and row.document_id is not None]
    return Coverage(
        documents=len(documents),
        pages=sum(document.n_pages for document in documents),
        by_status=dict(Counter(row.status.value for row in pages).most_common()),
        unaccounted_pages=_unaccounted(documents, pages),
        matrix=_matrix(documents),
        failures=tuple(row for row in rows if _is_failure(row)),
        left_out=tuple(row for row in rows if row.status is PageStatus.SKIPPED),
        missing=tuple(store.missing_files()) if visible is None else (),
        links=links_of(documents, store.sketches()),
    )


def _unaccounted(documents: Iterable[Document], pages: Iterable[LedgerRow]) -> int:
    recorded = Counter(id_ for id_, _ in {(row.document_id, row.page) for row in pages})
    return sum(max(d.n_pages - recorded[d.document_id], 0) for d in documents)


def _matrix(documents: Iterable[Document]) -> tuple[MatrixRow, ...]:
    cells = Counter(
        (d.identity.company, d.identity.form, d.identity.period.name if d.identity.period else None)
        for d in documents
    )
    ordered = sorted(cells.items(), key=lambda item: tuple(part or "" for part in item[0]))
    return tuple(MatrixRow(*cell, documents=n) for cell, n in ordered)


def _is_failure(row: LedgerRow) -> bool:
    return not row.status.is_readable and row.status not in _NO_FAILURE
