"""A store can be emptied of a document, copied, put back and checked."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from reportlab.pdfgen.canvas import Canvas

from onfile import upkeep
from onfile.adapters.stemmer import SnowballStemmer
from onfile.audit.log import AuditLog
from onfile.checkup import run as checks_of
from onfile.errors import StoreBusy, StoreDamaged, UsageError
from onfile.index.dense import VectorIndex
from onfile.index.lexical import PostingsIndex
from onfile.index.lock import ingest_lock
from onfile.index.segment import Segment, term_hash
from onfile.index.store import DATABASE_NAME, Store
from onfile.index.upkeep import backup
from onfile.ingesting import IngestOptions, ingest_files
from onfile.testing import FakeEmbedder

CANARY = "zanzibarite"
SALES = "Net sales of Alder Springs rose in the year, as volumes grew in every region."
SECRET = f"The settlement names {CANARY} deposits near the lake as the cause of the claim."


class Kept:
    """A store with two letters, one of which holds the canary, and its indexes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        letters = folder / "in"
        letters.mkdir(parents=True)
        for name, text in {"open.pdf": SALES, "secret.pdf": SECRET}.items():
            canvas = Canvas(str(letters / name), invariant=True)
            canvas.drawString(72, 700, text)
            canvas.save()
        self.store = Store.open(folder / "store", create=True)
        ingest_files(self.store, [letters], IngestOptions(workers=1))
        self.embedder = FakeEmbedder()
        self.lexical = PostingsIndex(self.store, SnowballStemmer())
        self.dense = VectorIndex(self.store, self.embedder.name)
        self.lexical.refresh()
        self.dense.embed_pending(self.embedder)

    def id_of(self, name: str) -> str:
        return next(d.document_id for d in self.store.documents() if d.name == name)

    def faults(self, *, deep: bool = True) -> dict[str, str]:
        log = AuditLog(self.store)
        checks = checks_of(self.store, log, self.lexical, self.dense, deep=deep)
        return {check.name: check.detail for check in checks if not check.passed}

    def spoil(self, statement: str) -> None:
        with self.store.database.writing() as connection:
            connection.execute("PRAGMA defer_foreign_keys=ON")
            connection.execute(statement)


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    made = Kept(tmp_path)
    yield made
    made.store.close()


# ── removing ─────────────────────────────────────────────────────────────────────────────────


def test_nothing_of_a_removed_document_is_left_in_any_file(kept: Kept) -> None:
    chunk_ids = [chunk.chunk_id for chunk in kept.store.chunks_of(kept.id_of("secret.pdf"))]
    traces = [CANARY, kept.id_of("secret.pdf"), "secret.pdf", *chunk_ids]
    assert all(_files_with(kept.store.directory, trace) for trace in traces)
    upkeep.remove(kept.store, kept.lexical, kept.dense, [kept.id_of("secret.pdf")])
    assert {trace: _files_with(kept.store.directory, trace) for trace in traces} == {
        trace: [] for trace in traces
    }


def test_what_a_killed_ingest_left_of_a_long_file_goes_with_the_rest(kept: Kept) -> None:
    left = kept.store.directory / "spool" / "of-a-long-file"
    left.mkdir(parents=True)
    (left / "chunks").write_text(SECRET)
    upkeep.remove(kept.store, kept.lexical, kept.dense, [kept.id_of("secret.pdf")])
    assert _files_with(kept.store.directory, CANARY) == []


def test_no_posting_and_no_vector_of_a_removed_document_is_left(kept: Kept) -> None:
    stem = SnowballStemmer()
    (stemmed,) = {term_hash(term) for term in [stem([CANARY])[0]]}
    assert any(stemmed in s.hashes for s in _segments(kept.store.directory))
    upkeep.remove(kept.store, kept.lexical, kept.dense, [kept.id_of("secret.pdf")])
    (segment,) = _segments(kept.store.directory)
    assert stemmed not in segment.hashes
    (vectors,) = kept.store.directory.glob("dense/*/*/vectors.npy")
    assert len(np.load(vectors)) == kept.store.n_chunks
    assert kept.lexical.search(CANARY) == []
    assert kept.faults() == {}


def test_the_last_document_can_be_removed_too(kept: Kept) -> None:
    ids = [document.document_id for document in kept.store.documents()]
    report = upkeep.remove(kept.store, kept.lexical, kept.dense, ids)
    assert (report.passages, report.vectors) == (0, 0)
    assert kept.faults() == {}


def test_nothing_is_removed_while_an_ingest_runs(kept: Kept) -> None:
    with ingest_lock(kept.store.directory), pytest.raises(StoreBusy):
        upkeep.remove(kept.store, kept.lexical, kept.dense, [kept.id_of("open.pdf")])
    assert len(kept.store.documents()) == 2


def _files_with(directory: Path, trace: str) -> list[str]:
    files = (path for path in directory.rglob("*") if path.is_file())
    return [path.name for path in files if trace.encode() in path.read_bytes()]


def _segments(directory: Path) -> list[Segment]:
    return [Segment.load(folder) for folder in (directory / "lexical").iterdir()]


# ── backup and restore ───────────────────────────────────────────────────────────────────────


def test_a_restored_store_is_the_one_that_was_backed_up(kept: Kept, tmp_path: Path) -> None:
    backup(kept.store, tmp_path / "b.onfile")
    assert upkeep.restore(tmp_path / "b.onfile", tmp_path / "other") == 2
    with Store.open(tmp_path / "other") as restored:
        assert restored.fingerprint() == kept.store.fingerprint()
        assert restored.ledger() == kept.store.ledger()
        assert restored.known_files() == kept.store.known_files()
        lexical = PostingsIndex(restored, SnowballStemmer())
        dense = VectorIndex(restored, kept.embedder.name)
        assert [hit.document_id for hit in lexical.search(CANARY)] == [kept.id_of("secret.pdf")]
        assert dense.pending() == 0
        checks = checks_of(restored, AuditLog(restored), lexical, dense, deep=True)
        assert [check.detail for check in checks if not check.passed] == []


def test_a_store_can_be_backed_up_in_the_middle_of_a_write(kept: Kept, tmp_path: Path) -> None:
    other = Store.open(kept.store.directory)
    with other.database.writing() as connection:
        connection.execute("DELETE FROM documents")
        backup(kept.store, tmp_path / "b.onfile")
        raise_nothing = connection.execute("SELECT count(*) FROM documents").fetchone()
        assert raise_nothing == (0,)
    other.close()
    assert upkeep.restore(tmp_path / "b.onfile", tmp_path / "restored") == 2


def test_a_store_with_documents_is_not_replaced_unasked(kept: Kept, tmp_path: Path) -> None:
    backup(kept.store, tmp_path / "b.onfile")
    directory = kept.store.directory
    kept.store.remove(kept.id_of("open.pdf"))
    kept.store.close()
    with pytest.raises(UsageError, match="holds documents already"):
        upkeep.restore(tmp_path / "b.onfile", directory)
    assert upkeep.restore(tmp_path / "b.onfile", directory, replace=True) == 2


def test_what_is_no_backup_or_a_damaged_one_is_refused(kept: Kept, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no backup"):
        upkeep.restore(tmp_path / "none.onfile", tmp_path / "new")
    (tmp_path / "letter.txt").write_text("Dear Sir" * 200, encoding="utf-8")
    with pytest.raises(StoreDamaged, match="no backup of a store"):
        upkeep.restore(tmp_path / "letter.txt", tmp_path / "new")
    file = tmp_path / "b.onfile"
    backup(kept.store, file)
    content = bytearray(file.read_bytes())
    content[8192 : len(content) // 2] = bytes(len(content) // 2 - 8192)
    file.write_bytes(content)
    with pytest.raises(StoreDamaged):
        upkeep.restore(file, tmp_path / "new")
    assert not (tmp_path / "new" / DATABASE_NAME).exists()


# ── the doctor ───────────────────────────────────────────────────────────────────────────────


def test_a_sound_store_has_no_fault(kept: Kept) -> None:
    assert kept.faults() == {}


@pytest.mark.parametrize(
    ("statement", "check", "mend"),
    [
        ("DELETE FROM pages WHERE doc = 1", "ledger", "onfile ingest"),
        ("DELETE FROM ledger WHERE row = 1", "ledger", "onfile ingest"),
        ("UPDATE ledger SET status = 'ocr' WHERE row = 1", "ledger", "onfile ingest"),
        ("UPDATE pages SET text = text || '.' WHERE doc = 1", "ledger", "onfile ingest"),
        ("DELETE FROM files", "files", "onfile ingest"),
        ("UPDATE chunks SET text = 'x'", "passages, figures, boxes and vectors", "onfile remove"),
        ("UPDATE page_boxes SET boxes = x'00'", "passages, figures, boxes and vectors", "remove"),
        ("UPDATE pages SET text = replace(text, 'a', 'e')", "passages, figures, boxes", "remove"),
        ("UPDATE vectors SET vector = x'00'  WHERE seq = 1", "vectors", "onfile gc"),
        ("UPDATE chunks SET text = text || ' more'", "lexical_index", "onfile gc"),
    ],
)
def test_each_fault_is_found_and_told_with_what_mends_it(
    kept: Kept, statement: str, check: str, mend: str
) -> None:
    kept.spoil(statement)
    faults = kept.faults()
    (detail,) = [detail for name, detail in faults.items() if name.startswith(check)]
    assert mend in detail


def test_a_damaged_index_is_found_and_tidying_up_mends_it(kept: Kept) -> None:
    folders = list((kept.store.directory / "lexical").iterdir())
    chunk_ids = np.load(folders[0] / "lengths.npy")
    np.save(folders[0] / "lengths.npy", chunk_ids + 1)
    fresh = PostingsIndex(kept.store, SnowballStemmer())
    kept.lexical = fresh
    assert list(kept.faults()) == ["lexical_index"]
    upkeep.collect_garbage(kept.store, fresh, kept.dense)
    assert kept.faults() == {}


def test_a_damaged_vector_is_dropped_by_tidying_up_and_made_anew(kept: Kept) -> None:
    kept.spoil("UPDATE vectors SET vector = x'00' WHERE seq = 1")
    upkeep.collect_garbage(kept.store, kept.lexical, kept.dense)
    assert kept.dense.pending() == 1
    assert kept.dense.embed_pending(kept.embedder) == 1
    assert kept.faults() == {}


def test_a_damaged_database_is_told_with_how_to_restore_it(kept: Kept) -> None:
    kept.store.close()
    path = kept.store.directory / DATABASE_NAME
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        n_pages = db.execute("PRAGMA page_count").fetchone()[0]
    content = bytearray(path.read_bytes())
    for page in range(n_pages // 2, n_pages):
        content[page * 4096 : page * 4096 + 64] = bytes(64)
    path.write_bytes(content)
    assert "onfile restore" in kept.faults(deep=False)["database"]
