"""Every page is counted once, and what could not be read is named."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from onfile.index.coverage import MatrixRow, coverage_of
from onfile.index.store import Store
from onfile.types import Document, Identity, LedgerRow, Page, PageStatus, Period, Structure


def put(
    store: Store,
    name: str,
    statuses: Sequence[PageStatus],
    company: str | None = None,
    n_pages: int | None = None,
) -> None:
    identity = Identity(company=company, form="10-K", period=Period(2023))
    pages = [Page(n, "", status) for n, status in enumerate(statuses, 1)]
    ledger = [LedgerRow(name, name, p.number, p.status, "why", 0, 1.0, 1.0, "") for p in pages]
    count = len(pages) if n_pages is None else n_pages
    document = Document(name, name, f"/{name}", "application/pdf", 1, count, True, identity)
    store.put(document, pages, ledger, Structure(identity), [], [])


@pytest.fixture
def store(tmp_path: Path) -> Store:
    with Store.open(tmp_path / "s", create=True) as opened:
        yield opened


def test_an_empty_archive_has_empty_coverage(store: Store) -> None:
    found = coverage_of(store)
    assert (found.documents, found.pages, found.unaccounted_pages) == (0, 0, 0)
    assert (found.by_status, found.matrix, found.failures) == ({}, (), ())


def test_pages_are_counted_by_status_and_failures_named(store: Store) -> None:
    put(store, "a.pdf", [PageStatus.TEXT, PageStatus.TEXT, PageStatus.BLANK, PageStatus.NO_TEXT])
    store.put_ledger([LedgerRow("b.pdf", None, None, PageStatus.ENCRYPTED, "locked", 0, 0, 1, "")])
    found = coverage_of(store)
    assert found.pages == 4
    assert found.by_status == {"text": 2, "blank": 1, "no_text": 1}
    assert found.unaccounted_pages == 0
    assert [(row.file, row.page) for row in found.failures] == [("a.pdf", 4), ("b.pdf", None)]


def test_a_page_without_a_ledger_row_is_unaccounted_for(store: Store) -> None:
    put(store, "a.pdf", [PageStatus.TEXT], n_pages=3)
    assert coverage_of(store).unaccounted_pages == 3 - 1


def test_the_matrix_counts_documents_by_company_form_and_period(store: Store) -> None:
    put(store, "a.pdf", [PageStatus.TEXT], "Northwind")
    put(store, "b.pdf", [PageStatus.TEXT], "Northwind")
    put(store, "c.pdf", [PageStatus.TEXT])
    assert coverage_of(store).matrix == (
        MatrixRow(None, "10-K", "FY2023", 1),
        MatrixRow("Northwind", "10-K", "FY2023", 2),
    )


def test_hidden_documents_and_unread_files_are_not_shown_to_who_may_not_see_all(
    store: Store,
) -> None:
    put(store, "a.pdf", [PageStatus.TEXT], "Northwind")
    put(store, "b.pdf", [PageStatus.FAILED], "Alder")
    store.put_ledger([LedgerRow("c.pdf", None, None, PageStatus.FAILED, "broken", 0, 0, 1, "")])
    found = coverage_of(store, visible={"a.pdf"})
    assert (found.documents, found.pages, found.failures) == (1, 1, ())
    assert [row.company for row in found.matrix] == ["Northwind"]
