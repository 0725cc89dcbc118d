"""Files are followed through moves and losses; what they held is kept until it is dropped."""

from __future__ import annotations

from pathlib import Path

import pytest

from onfile.errors import StoreBusy
from onfile.index.lock import ingest_lock
from onfile.index.store import Store
from onfile.types import Document, Identity, LedgerRow, Page, PageStatus, Structure

ID = "sha256:" + "a" * 64
OTHER = "sha256:" + "b" * 64


@pytest.fixture
def store(tmp_path: Path) -> Store:
    with Store.open(tmp_path / "s", create=True) as opened:
        yield opened


def put(store: Store, path: str = "/in/a.pdf", document_id: str = ID) -> None:
    name = Path(path).name
    document = Document(document_id, name, path, "application/pdf", 9, 1, True, Identity())
    row = LedgerRow(path, document_id, 1, PageStatus.TEXT, "", 4, 1.0, 1.0, "reader")
    page = Page(1, "text", PageStatus.TEXT)
    store.put(
        document, [page], [row], Structure(Identity()), [], [], mtime_ns=1, sketch=b"12345678"
    )


def failed(file: str, document_id: str | None = None) -> LedgerRow:
    return LedgerRow(file, document_id, None, PageStatus.FAILED, "cut off", 0, 0.0, 0.0, "reader")


def test_a_moved_file_takes_its_document_and_ledger_along(store: Store) -> None:
    put(store)
    store.move_file("/in/a.pdf", "/in/2024/b.pdf", n_bytes=9, mtime_ns=2)
    document = store.document(ID)
    assert (document.path, document.name) == ("/in/2024/b.pdf", "b.pdf")
    assert list(store.known_files()) == ["/in/2024/b.pdf"]
    assert {row.file for row in store.ledger()} == {"/in/2024/b.pdf"}


def test_a_missing_file_keeps_the_time_of_the_first_look_until_it_is_back(store: Store) -> None:
    put(store)
    store.mark_missing(["/in/a.pdf"], "2026-01-01")
    store.mark_missing(["/in/a.pdf"], "2026-02-02")
    assert store.missing_files() == {"/in/a.pdf": "2026-01-01"}
    assert store.has(ID)
    store.mark_missing(["/in/a.pdf"], None)
    assert store.missing_files() == {}


def test_a_forgotten_file_takes_its_document_along_unless_another_holds_it(store: Store) -> None:
    put(store)
    store.add_alias(ID, "/in/copy.pdf", "copy.pdf", n_bytes=9)
    assert store.forget_files(["/in/a.pdf"]) == ()
    assert store.document(ID).path == "/in/copy.pdf"
    assert store.forget_files(["/in/copy.pdf"]) == (ID,)
    assert not store.has(ID)
    assert (store.ledger(), store.sketches()) == ([], {})


def test_a_damaged_new_version_does_not_take_the_place_of_the_old_one(store: Store) -> None:
    put(store)
    store.put_ledger([failed("/in/a.pdf", OTHER)], path="/in/a.pdf", n_bytes=5, mtime_ns=7)
    assert store.has(ID)
    assert store.known_files()["/in/a.pdf"] == (ID, 5, 7)
    assert [row.status.value for row in store.ledger()] == ["text", "failed"]


def test_the_failure_of_a_file_is_forgotten_when_it_is_read(store: Store) -> None:
    store.put_ledger([failed("/in/a.pdf", OTHER)], path="/in/a.pdf", n_bytes=5, mtime_ns=7)
    put(store)
    assert [row.status.value for row in store.ledger()] == ["text"]


def test_what_was_left_out_is_told_anew_at_every_look(store: Store) -> None:
    def row(file: str) -> LedgerRow:
        return LedgerRow(file, None, None, PageStatus.SKIPPED, "hidden", 0, 0.0, 0.0, "")

    store.replace_left_out([row("/in/.git"), row("/in/.DS_Store")], lambda file: True)
    store.replace_left_out([row("/other/.git")], lambda file: file.startswith("/other/"))
    store.replace_left_out([row("/in/.git")], lambda file: file.startswith("/in/"))
    assert sorted(row.file for row in store.ledger()) == ["/in/.git", "/other/.git"]


def test_sketches_are_kept_with_their_documents(store: Store) -> None:
    put(store)
    assert store.sketches() == {ID: b"12345678"}


def test_a_second_ingest_is_told_that_the_store_is_busy(tmp_path: Path) -> None:
    with (
        ingest_lock(tmp_path),
        pytest.raises(StoreBusy, match="another ingest is writing"),
        ingest_lock(tmp_path),
    ):
        pass


def test_the_lock_ends_with_the_ingest(tmp_path: Path) -> None:
    with ingest_lock(tmp_path):
        pass
    with ingest_lock(tmp_path):
        pass
