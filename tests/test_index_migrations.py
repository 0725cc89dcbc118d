"""A store of any earlier version opens as a current one, with all that it held."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from old_stores import CHUNK_ID, DOCUMENT_ID, TEXT, write_store
from onfile import checkup
from onfile.audit.log import AuditLog
from onfile.errors import StoreError
from onfile.index import schema
from onfile.index.dense import VectorIndex
from onfile.index.lexical import PostingsIndex
from onfile.index.store import DATABASE_NAME, Store

EARLIER = range(1, schema.VERSION)


def stem(words: list[str]) -> list[str]:
    return words


def columns(path: Path) -> dict[str, list[str]]:
    with closing(sqlite3.connect(path)) as db:
        names = db.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        tables = [name for name, sql in names if sql and sql.startswith("CREATE TABLE")]
        return {
            table: [row[1] for row in db.execute(f"PRAGMA table_info({table})")] for table in tables
        }


@pytest.mark.parametrize("version", EARLIER)
def test_an_earlier_store_is_brought_up_to_date_with_all_it_held(
    version: int, tmp_path: Path
) -> None:
    write_store(tmp_path / "s", version)
    with Store.open(tmp_path / "s") as store:
        assert store.page_text(DOCUMENT_ID, 1) == TEXT
        assert store.chunk(CHUNK_ID).text == TEXT
        assert store.document(DOCUMENT_ID).identity.company == "Alder Springs"
        assert store.known_files() == {"/in/a.pdf": (DOCUMENT_ID, 9, 1)}
        assert store.missing_files() == {}


@pytest.mark.parametrize("version", EARLIER)
def test_an_earlier_store_has_the_tables_of_a_new_one_afterwards(
    version: int, tmp_path: Path
) -> None:
    write_store(tmp_path / "old", version)
    Store.open(tmp_path / "old").close()
    Store.open(tmp_path / "new", create=True).close()
    assert columns(tmp_path / "old" / DATABASE_NAME) == columns(tmp_path / "new" / DATABASE_NAME)


@pytest.mark.parametrize("version", EARLIER)
def test_the_doctor_finds_no_fault_in_a_store_that_was_brought_up_to_date(
    version: int, tmp_path: Path
) -> None:
    write_store(tmp_path / "s", version)
    with Store.open(tmp_path / "s") as store:
        lexical, dense = PostingsIndex(store, stem), VectorIndex(store, "made 1")
        checks = checkup.run(store, AuditLog(store), lexical, dense, deep=True)
        assert [check.detail for check in checks if not check.passed] == []


def test_a_store_of_a_newer_onfile_is_refused(tmp_path: Path) -> None:
    Store.open(tmp_path / "s", create=True).close()
    with closing(sqlite3.connect(tmp_path / "s" / DATABASE_NAME)) as db:
        db.execute(f"PRAGMA user_version={schema.VERSION + 1}")
    with pytest.raises(StoreError, match="this onfile knows"):
        Store.open(tmp_path / "s")


def test_a_migration_that_fails_leaves_the_store_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_store(tmp_path / "s", 1)
    before = columns(tmp_path / "s" / DATABASE_NAME)
    broken = (*schema.MIGRATIONS[:1], "CREATE TABLE half (a);\nCREATE TABEL wrong (b);\n")
    monkeypatch.setattr("onfile.index.database.MIGRATIONS", broken)
    monkeypatch.setattr("onfile.index.database.VERSION", len(broken))
    with pytest.raises(StoreError):
        Store.open(tmp_path / "s")
    assert columns(tmp_path / "s" / DATABASE_NAME) == before


def test_a_released_migration_is_never_changed() -> None:
    first = hashlib.sha256(schema.FIRST.encode()).hexdigest()
    assert first == "a5173a252b90ad89915a111781e7bdbc8e21168e39c546cd1bc32830095367e6"
