"""The store keeps what it was given, whole documents only, and says what it holds."""

from __future__ import annotations

import datetime as dt
import threading
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from onfile.errors import StoreBusy, StoreDamaged, StoreError, StoreMissing
from onfile.index.boxes import decode_confidence, encode_confidence
from onfile.index.store import Store
from onfile.types import (
    Cell,
    Chunk,
    Column,
    Document,
    Figure,
    Identity,
    LedgerRow,
    Page,
    PageStatus,
    Period,
    Row,
    Section,
    Span,
    Structure,
    Table,
    Turn,
)

FY2023 = Period(2023)
ID_A = "sha256:" + "a" * 64
ID_B = "sha256:" + "b" * 64
TEXT = "Net sales 1,204 1,150\nSales rose on volume."


def identity(company: str | None = "Northwind Beverages") -> Identity:
    return Identity(
        company=company,
        aliases=("Northwind",),
        form="10-K",
        period=FY2023,
        period_end=dt.date(2023, 12, 31),
    )


def document(document_id: str = ID_A, name: str = "northwind.pdf", folder: str = "/in") -> Document:
    return Document(
        document_id, name, f"{folder}/{name}", "application/pdf", 1000, 2, True, identity()
    )


def boxes(n: int) -> np.ndarray:
    x = np.arange(n, dtype=np.float32) * 5
    return np.stack([x, np.full(n, 20.0), x + 4.5, np.full(n, 30.25)], axis=1).astype(np.float32)


PAGES = (
    Page(
        1, TEXT, PageStatus.TEXT, label="F-1", width_pt=612, height_pt=792, boxes=boxes(len(TEXT))
    ),
    Page(2, "", PageStatus.BLANK, reason="no ink"),
)
TABLE = Table(
    page=1,
    number=1,
    title="Income statement",
    statement="income",
    scale=1000,
    currency="USD",
    columns=(Column("2023", FY2023), Column("2022", Period(2022))),
    rows=(
        Row("Net sales", (), Span(1, 0, 21), (Cell("1,204", Decimal(1204), Span(1, 10, 15), 0),)),
    ),
    span=Span(1, 0, 21),
)
STRUCTURE = Structure(
    identity(),
    sections=(Section(("Part II", "Item 8"), "financial_statements", 2, (1, 0), (2, 0)),),
    turns=(
        Turn(1, "Ada Quill", "CFO", None, False, False, "prepared remarks", (Span(1, 22, 43),), 2),
    ),
    tables=(TABLE,),
    contents_pages=(2,),
    statement_pages=(("income", 1),),
)


def chunks(document_id: str = ID_A) -> list[Chunk]:
    return [
        Chunk(
            f"{document_id}:1",
            document_id,
            1,
            "table",
            TEXT[:21],
            "Northwind · 10-K · FY2023",
            (Span(1, 0, 21),),
            statement="income",
        ),
        Chunk(
            f"{document_id}:2",
            document_id,
            2,
            "turn",
            TEXT[22:],
            "Northwind · Ada Quill",
            (Span(1, 22, 43), Span(2, 0, 0)),
            turn=1,
            speaker="Ada Quill",
        ),
    ]


def figure(document_id: str = ID_A) -> Figure:
    return Figure(
        figure_id=f"{document_id}:1:1:1",
        document_id=document_id,
        page=1,
        table=1,
        table_title="Income statement",
        statement="income",
        label="Net sales",
        path=("Revenue",),
        column_header="2023",
        concept="revenue",
        concept_reason="label",
        period=FY2023,
        period_end=None,
        is_instant=False,
        value=Decimal("1204"),
        scale=1000,
        currency="USD",
        unit=None,
        is_percent=False,
        printed="1,204",
        row_span=Span(1, 0, 21),
        cell_span=Span(1, 10, 15),
    )


def ledger(document_id: str | None = ID_A, file: str = "northwind.pdf") -> list[LedgerRow]:
    return [
        LedgerRow(file, document_id, p.number, p.status, p.reason, len(p.text), 1.0, 0.5, "fake 1")
        for p in PAGES
    ]


def put(store: Store, document_id: str = ID_A, name: str = "northwind.pdf") -> str | None:
    return store.put(
        document(document_id, name),
        PAGES,
        ledger(document_id, name),
        STRUCTURE,
        chunks(document_id),
        [figure(document_id)],
        mtime_ns=7,
    )


@pytest.fixture
def store(tmp_path: Path) -> Store:
    with Store.open(tmp_path / "s", create=True) as opened:
        yield opened


def test_opening_where_there_is_no_store_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing) as caught:
        Store.open(tmp_path / "nothing")
    assert "ingest" in caught.value.hint
    assert not (tmp_path / "nothing").exists()


def test_what_was_put_comes_back_equal(store: Store) -> None:
    put(store)
    assert store.document(ID_A) == document()
    assert store.page(ID_A, 1) == PAGES[0]
    assert store.page(ID_A, 2) == PAGES[1]
    assert store.page_text(ID_A, 1) == TEXT
    assert store.pages_text(ID_A) == {1: TEXT, 2: ""}
    assert store.tables(ID_A, 1) == (TABLE,)
    assert store.tables(ID_A, 2) == ()
    assert store.outline(ID_A) == STRUCTURE.sections
    assert store.turns(ID_A) == STRUCTURE.turns
    assert store.statement_pages(ID_A) == (("income", 1),)
    assert store.contents_pages(ID_A) == (2,)
    assert store.chunks_of(ID_A) == chunks()
    assert store.figures() == [figure()]
    assert store.ledger() == ledger()


def test_boxes_come_back_within_a_twentieth_of_a_point(store: Store) -> None:
    put(store)
    found = store.page(ID_A, 1).boxes
    assert found is not None
    assert np.abs(found - boxes(len(TEXT))).max() <= 0.05


def test_a_page_without_geometry_has_no_boxes(store: Store) -> None:
    put(store)
    assert store.page(ID_A, 2).boxes is None


def test_a_chunk_is_found_on_every_page_it_touches(store: Store) -> None:
    put(store)
    assert [c.number for c in store.chunks_of_page(ID_A, 1)] == [1, 2]
    assert [c.number for c in store.chunks_of_page(ID_A, 2)] == [2]
    assert [c.number for c in store.chunks_of_turn(ID_A, 1)] == [2]


def test_chunks_come_in_the_order_asked_for_and_a_missing_one_raises(store: Store) -> None:
    put(store)
    assert list(store.chunks([f"{ID_A}:2", f"{ID_A}:1"])) == [f"{ID_A}:2", f"{ID_A}:1"]
    with pytest.raises(KeyError):
        store.chunk("no such chunk")


def test_figures_are_filtered_by_every_filter_given(store: Store) -> None:
    put(store)
    put(store, ID_B, "alder.pdf")
    assert [f.document_id for f in store.figures(concepts=["revenue"])] == [ID_A, ID_B]
    assert store.figures(document_ids=[ID_B], concepts=["revenue"]) == [figure(ID_B)]
    assert store.figures(document_ids=[ID_B], concepts=["net_income"]) == []
    assert store.figures(document_ids=[]) == []
    assert store.figures(pages=[2]) == []
    assert store.figures(fiscal_years=[2023], statements=["income"], document_ids=[ID_A]) == [
        figure()
    ]


def test_putting_a_document_again_replaces_it(store: Store) -> None:
    put(store)
    put(store)
    assert len(store.documents()) == 1
    assert store.ledger() == ledger()
    assert len(store.chunks_of(ID_A)) == 2


def test_the_same_bytes_under_another_name_are_one_document_with_both_names(store: Store) -> None:
    put(store)
    store.add_alias(ID_A, "/in/copy.pdf", "copy.pdf", n_bytes=1000, mtime_ns=9)
    assert len(store.documents()) == 1
    assert store.names_of(ID_A) == ("copy.pdf", "northwind.pdf")
    put(store)
    assert store.names_of(ID_A) == ("copy.pdf", "northwind.pdf")
    assert store.known_files()["/in/copy.pdf"] == (ID_A, 1000, 9)


def test_a_file_with_new_bytes_takes_the_place_of_its_old_document(store: Store) -> None:
    put(store, ID_A)
    assert put(store, ID_B) == ID_A
    assert [d.document_id for d in store.documents()] == [ID_B]


def test_an_old_document_that_another_file_still_holds_is_kept(store: Store) -> None:
    put(store, ID_A)
    store.add_alias(ID_A, "/in/copy.pdf", "copy.pdf", n_bytes=1000)
    assert put(store, ID_B) is None
    assert len(store.documents()) == 2


def test_a_transaction_that_fails_leaves_nothing(store: Store) -> None:
    def ledger_that_breaks() -> list[LedgerRow]:
        return [*ledger(), "not a row"]  # type: ignore[list-item]

    with pytest.raises(AttributeError):
        store.put(document(), PAGES, ledger_that_breaks(), STRUCTURE, chunks(), [figure()])
    assert not store.has(ID_A)
    assert store.known_files() == {}
    assert store.ledger() == []


def test_an_unreadable_file_is_a_ledger_row_until_it_is_read(store: Store) -> None:
    failed = LedgerRow("northwind.pdf", None, None, PageStatus.ENCRYPTED, "password", 0, 0, 1, "")
    store.put_ledger([failed], path="/in/northwind.pdf", n_bytes=5, mtime_ns=1)
    store.put_ledger([failed], path="/in/northwind.pdf", n_bytes=5, mtime_ns=1)
    assert store.ledger() == [failed]
    assert store.known_files() == {"/in/northwind.pdf": (None, 5, 1)}
    put(store)
    assert store.ledger() == ledger()


def test_removing_a_document_leaves_no_trace_of_it(store: Store) -> None:
    put(store)
    assert store.remove(ID_A)
    assert not store.remove(ID_A)
    assert store.ledger() == []
    assert store.figures() == []
    assert store.known_files() == {}
    assert store.catalog().n_documents == 0
    with pytest.raises(KeyError):
        store.page(ID_A, 1)


def test_the_catalog_knows_periods_and_speakers_of_visible_documents_only(store: Store) -> None:
    put(store, ID_A)
    put(store, ID_B, "alder.pdf")
    catalog = store.catalog()
    assert [entry.name for entry in catalog.entries] == ["alder.pdf", "northwind.pdf"]
    assert catalog.n_pages == 2 + 2
    only = store.catalog(visible={ID_A})
    assert only.n_pages == 2
    assert only.entries[0].column_periods == (FY2023,)
    assert only.entries[0].speakers == (("Ada Quill", "CFO"),)


def test_the_archives_company_name_replaces_the_documents_and_keeps_it_as_an_alias(
    store: Store,
) -> None:
    put(store)
    store.set_company_names({ID_A: "Northwind"})
    found = store.document(ID_A).identity
    assert found.company == "Northwind"
    assert found.aliases == ("Northwind Beverages",)
    assert store.catalog().entries[0].identity == found


@pytest.mark.parametrize("period", [Period(2025), Period(2025, 3), Period(2025, 3, 9)])
def test_a_settled_period_takes_the_place_of_the_one_that_was_read(
    store: Store, period: Period
) -> None:
    put(store)
    store.set_periods({ID_A: period.name})
    assert store.document(ID_A).identity.period == period
    assert store.catalog().entries[0].identity.period == period


def test_the_fingerprint_does_not_depend_on_the_order_of_ingest(tmp_path: Path) -> None:
    with (
        Store.open(tmp_path / "1", create=True) as one,
        Store.open(tmp_path / "2", create=True) as two,
    ):
        put(one, ID_A)
        put(one, ID_B, "alder.pdf")
        put(two, ID_B, "alder.pdf")
        put(two, ID_A)
        put(two, ID_A)
        assert one.fingerprint() == two.fingerprint()
        before = two.fingerprint()
        changed = [replace(figure(), value=Decimal(9))]
        two.put(document(), PAGES, ledger(), STRUCTURE, chunks(), changed)
        assert two.fingerprint() != before


def test_a_second_process_sees_each_change(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s", create=True) as writer, Store.open(tmp_path / "s") as reader:
        before = reader.change, reader.fingerprint()
        assert reader.catalog().n_documents == 0
        put(writer)
        assert reader.catalog().n_documents == 1
        assert reader.has(ID_A)
        assert reader.change > before[0]
        assert reader.fingerprint() != before[1]


def test_each_thread_reads_by_its_own_connection(store: Store) -> None:
    put(store)
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(store.page_text(ID_A, 1))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [TEXT] * 4


def test_audit_records_are_numbered_and_given_the_hash_before_them(store: Store) -> None:
    given: list[tuple[int, str]] = []

    def make(seq: int, prev_hash: str) -> tuple[str, str, str, bytes]:
        given.append((seq, prev_hash))
        return f"r{seq}", "2024-01-01T00:00:00.000Z", f"h{seq}", b"{}"

    store.append_audit(make)
    store.append_audit(make)
    assert given == [(1, ""), (2, "h1")]
    assert [row.id for row in store.audit_rows()] == ["r1", "r2"]
    assert store.audit_rows(first=2) == [store.audit_row("r2")]
    with pytest.raises(KeyError):
        store.audit_row("r3")


def test_a_record_that_cannot_be_made_is_not_appended(store: Store) -> None:
    def make(seq: int, prev_hash: str) -> tuple[str, str, str, bytes]:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        store.append_audit(make)
    assert store.audit_rows() == []


def test_what_is_stored_is_there_after_opening_again(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s", create=True) as first:
        put(first)
    with Store.open(tmp_path / "s") as second:
        assert second.page(ID_A, 1) == PAGES[0]


def test_a_second_writer_is_told_to_try_again(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s", create=True) as one, Store.open(tmp_path / "s") as two:
        two.database.connection.execute("PRAGMA busy_timeout=0")
        with one.database.writing():
            with pytest.raises(StoreBusy) as caught:
                put(two)
            assert two.documents() == []
        assert caught.value.retryable
        put(two)
        assert one.has(ID_A)


def test_readers_see_the_old_content_until_a_document_is_whole(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s", create=True) as writer, Store.open(tmp_path / "s") as reader:
        put(writer, ID_A)
        with writer.database.writing() as connection:
            connection.execute("DELETE FROM documents")
            assert reader.has(ID_A)
        assert not reader.has(ID_A)


def test_a_store_of_a_newer_onfile_is_not_touched(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s", create=True) as store:
        store.database.connection.execute("PRAGMA user_version=999")
    with pytest.raises(StoreError) as caught:
        Store.open(tmp_path / "s")
    assert "newer" in caught.value.hint


def test_a_file_that_is_no_database_is_reported_as_damaged(tmp_path: Path) -> None:
    (tmp_path / "onfile.db").write_bytes(b"not a database, " * 64)
    with pytest.raises(StoreDamaged):
        Store.open(tmp_path)


def test_the_confidence_of_each_character_is_kept_in_steps_of_a_two_hundredth():
    confidence = np.array([0.0, 0.503, np.nan, 1.0], np.float32)
    found = decode_confidence(encode_confidence(confidence))
    np.testing.assert_allclose(found, [0.0, 101 / 200, np.nan, 1.0], rtol=1e-6)
    assert decode_confidence(encode_confidence(None)) is None


def test_a_file_in_the_place_of_the_store_is_told(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a folder")
    with pytest.raises(StoreError, match="can't be a store"):
        Store.open(tmp_path / "notes.txt", create=True)
