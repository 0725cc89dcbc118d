"""A long file's parts wait on disk, and nothing is lost or changed by that."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from reportlab.pdfgen.canvas import Canvas

import worker_jobs
from onfile.errors import SpoolFailed, StoreError
from onfile.index.store import Store
from onfile.ingest import spool as spooling
from onfile.ingest.sketch import sketch_of
from onfile.ingest.spool import Spool, Spooled
from onfile.ingest.workers import run_isolated
from onfile.ingesting import IngestOptions, ingest_files
from onfile.processing import Processed, Task, run
from onfile.types import Page, PageStatus

N_PAGES = 7


@pytest.fixture
def report(tmp_path: Path) -> Path:
    """Pages of prose and of a table each, with a printed number."""
    path = tmp_path / "report.pdf"
    write(path, N_PAGES)
    return path


def write(path: Path, n_pages: int) -> None:
    canvas = Canvas(str(path), invariant=True)
    for number in range(1, n_pages + 1):
        canvas.drawString(72, 720, f"Alder Springs sold more of its water in month {number}.")
        for row, label in enumerate(("Net sales", "Cost of sales", "Gross profit")):
            canvas.drawString(72, 600 - 16 * row, label)
            canvas.drawRightString(400, 600 - 16 * row, f"{number},{100 + row}")
            canvas.drawRightString(480, 600 - 16 * row, f"{number},{200 + row}")
        canvas.drawString(300, 40, str(number))
        canvas.showPage()
    canvas.save()


@pytest.fixture
def long_from_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spooling, "LONG_FROM", 2)
    monkeypatch.setattr(spooling, "_BLOCK", 3)


def parts(done: Processed) -> tuple[list[object], ...]:
    in_order = (done.pages, done.boxes, done.tables, done.chunks, done.figures)
    ledger = [(row.page, row.status, row.n_chars) for row in done.ledger]
    return (*(list(part) for part in in_order), ledger)


def without_times(pages: list[Page]) -> list[tuple[object, ...]]:
    return [(p.number, p.text, p.status, p.label, p.boxes) for p in pages]


def test_a_long_file_gives_what_it_gives_in_memory(
    report: Path, tmp_path: Path, long_from_two: None
) -> None:
    in_memory, spooled = run(Task(report)), run(Task(report, spool=tmp_path))
    assert in_memory.spool is None
    assert isinstance(spooled.pages, Spooled)
    pages, *rest = parts(in_memory)
    spooled_pages, *spooled_rest = parts(pickle.loads(pickle.dumps(spooled)))
    assert without_times(pages) == without_times(spooled_pages)
    assert rest == spooled_rest
    assert [len(part) for part in rest[:2]] == [N_PAGES, N_PAGES]  # boxes and tables of each page
    assert in_memory.sketch == spooled.sketch


def test_a_long_file_is_stored_as_it_would_be_from_memory(
    report: Path, tmp_path: Path, long_from_two: None
) -> None:
    fingerprints = []
    for name, task in (("a", Task(report)), ("b", Task(report, spool=tmp_path))):
        done = run(task)
        with Store.open(tmp_path / name, create=True) as store:
            store.put(
                done.document, done.pages, done.ledger, done.structure, done.chunks, done.figures,
                boxes=done.boxes,
            )  # fmt: skip
            id_ = done.document.document_id
            tables = [store.tables(id_, number) for number in range(1, N_PAGES + 1)]
            boxes = [store.page(id_, number).boxes for number in range(1, N_PAGES + 1)]
            fingerprints.append((store.fingerprint(), tables, [b.tobytes() for b in boxes]))
    assert fingerprints[0] == fingerprints[1]


def test_an_ingest_leaves_nothing_of_a_long_file_on_disk(tmp_path: Path) -> None:
    n_pages = spooling.LONG_FROM + 30
    write(tmp_path / "long.pdf", n_pages)
    with Store.open(tmp_path / "store", create=True) as store:
        (tmp_path / "store" / "spool").mkdir()
        (tmp_path / "store" / "spool" / "left-by-a-killed-ingest").write_bytes(b"x")
        done = ingest_files(store, [tmp_path / "long.pdf"], IngestOptions(workers=1))
        assert done.pages == n_pages
        (document,) = store.documents()
        last = store.page(document.document_id, n_pages)
        assert last.boxes is not None
        assert len(last.boxes) == len(last.text)
        assert len(store.ledger_of(document.document_id)) == n_pages
        assert not (tmp_path / "store" / "spool").exists()


def test_items_are_read_by_place_and_in_order(tmp_path: Path, long_from_two: None) -> None:
    spool = Spool(tmp_path)
    spool.without_boxes(Page(3, "", PageStatus.BLANK))
    kept = spool.kept(range(8))
    assert isinstance(kept, Spooled)
    assert (list(kept), list(kept)) == (list(range(8)), list(range(8)))
    assert (len(kept), kept[0], kept[5], kept[-1], kept[2:5]) == (8, 0, 5, 7, [2, 3, 4])
    with pytest.raises(IndexError):
        kept[8]


def test_boxes_come_back_to_their_page_to_the_bit(tmp_path: Path, long_from_two: None) -> None:
    spool = Spool(tmp_path)
    boxes = np.array([[1.1, 2.2, 3.3, 4.4], [np.nan] * 4], np.float32)
    pages = [Page(n, "ab", PageStatus.TEXT, boxes=boxes + n) for n in range(1, 5)]
    kept = [spool.without_boxes(page) for page in pages]
    assert [page.boxes is None for page in kept] == [False, False, True, True]
    for page, bare in zip(pages, kept, strict=True):
        assert page.boxes.tobytes() == spool.whole(bare).boxes.tobytes()


def test_a_full_disk_ends_the_work_and_is_no_fault_of_the_file(
    report: Path, tmp_path: Path, long_from_two: None
) -> None:
    with pytest.raises(SpoolFailed, match="could not be written"):
        run(Task(report, spool=tmp_path / "gone"))


def test_a_store_error_in_a_worker_ends_the_run() -> None:
    with pytest.raises(StoreError, match="no room") as caught:
        list(run_isolated(worker_jobs.fail_to_store, [1, 2], 1, timeout_s=60.0))
    assert caught.value.hint == "make room"


def test_the_sketch_of_a_long_text_is_that_of_its_words_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = [f"water of the lake number {n} and of {n * n} springs" for n in range(900)]
    at_once = sketch_of([" ".join(texts)])
    monkeypatch.setattr("onfile.ingest.sketch._AT_ONCE", 40)
    assert sketch_of(texts) == at_once
