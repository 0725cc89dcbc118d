"""Scanned pages are read after everything else is stored, once each, and can be resumed."""

import pytest
from reportlab.pdfgen.canvas import Canvas

from onfile.index.ocr_pages import kept_page, read_pages, unread_pages
from onfile.index.store import Store
from onfile.ingest.ocr import NEEDS_OCR, needs_ocr
from onfile.processing import process
from onfile.recognising import (
    MAX_STORED,
    STORE_AFTER,
    Job,
    Recogniser,
    _batches,
    recognise,
    recognise_pages,
)
from onfile.testing import FakeOcrEngine
from onfile.types import Page, PageStatus
from worker_jobs import read_by_number

ENGINE = "fake-ocr 1"


class StoppedError(Exception):
    """Somebody pressed Ctrl-C."""


def scan(path, n_pages=3):
    canvas = Canvas(str(path), pagesize=(612, 792), invariant=1)
    for number in range(n_pages):
        canvas.rect(50, 50 + number, 300, 300, fill=1)
        canvas.showPage()
    canvas.drawString(72, 700, "End of the records of the drillholes")
    canvas.save()
    return path


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "store", create=True) as opened:
        yield opened


def stored(store, path):
    done = process(path)
    store.put(done.document, done.pages, done.ledger, done.structure, done.chunks, done.figures)
    return done.document.document_id


def read(store, **more):
    return recognise_pages(store, function=read_by_number, name=ENGINE, workers=1, **more)


def n_kept(store):
    with store.database.reading() as connection:
        return connection.execute("SELECT count(*) FROM ocr_pages").fetchone()[0]


def statuses(store, document_id):
    rows = [row for row in store.ledger() if row.document_id == document_id]
    return [row.status.value for row in rows]


def test_pages_without_text_are_read_and_can_be_searched(store, tmp_path):
    document_id = stored(store, scan(tmp_path / "holes.pdf"))
    assert statuses(store, document_id) == ["no_text"] * 3 + ["text"]
    assert read(store) == 3
    assert statuses(store, document_id) == ["ocr"] * 3 + ["text"]
    assert [chunk.text for chunk in store.chunks_of_page(document_id, 2)] == [
        "Sheet 2 of the drillhole records"
    ]
    page = store.page(document_id, 2)
    assert page.reader.endswith(f" + {ENGINE}")
    assert page.confidence[0] == pytest.approx(0.9)
    assert (page.width_pt, page.height_pt) == (612, 792)


def test_pages_that_were_read_are_not_read_again(store, tmp_path):
    stored(store, scan(tmp_path / "holes.pdf"))
    assert (read(store), read(store)) == (3, 0)
    assert unread_pages(store, NEEDS_OCR, "another engine 7") == []


def test_reading_that_was_stopped_goes_on_with_the_next_page_and_ends_the_same(store, tmp_path):
    path = scan(tmp_path / "holes.pdf")
    document_id = stored(store, path)

    def stop_after_two(event, done, total, note):
        assert (event, total, note) == ("pages by OCR", 3, "holes.pdf")
        if done == 2:
            raise StoppedError

    with pytest.raises(StoppedError):
        read(store, on_progress=stop_after_two)
    assert [page.number for page in read_pages(store, document_id, ENGINE)] == [1, 2]
    assert statuses(store, document_id) == ["no_text"] * 3 + ["text"]
    assert read(store) == 1
    with Store.open(tmp_path / "other", create=True) as uninterrupted:
        stored(uninterrupted, path)
        read(uninterrupted)
        assert store.fingerprint() == uninterrupted.fingerprint()
    assert n_kept(store) == 0


def test_all_pages_read_but_not_yet_put_together_are_put_together(store, tmp_path):
    document_id = stored(store, scan(tmp_path / "holes.pdf"))

    def stop_after_three(event, done, total, note):
        if done == 3:
            raise StoppedError

    with pytest.raises(StoppedError):
        read(store, on_progress=stop_after_three)
    assert read(store) == 0
    assert statuses(store, document_id) == ["ocr"] * 3 + ["text"]


def test_a_page_that_kills_its_reader_costs_that_page(store, tmp_path):
    document_id = stored(store, scan(tmp_path / "deadly.pdf"))
    assert read(store) == 3
    assert statuses(store, document_id) == ["ocr", "ocr", "no_text", "text"]
    assert "the process that read it died" in store.page(document_id, 3).reason
    assert read(store) == 0


def test_a_file_that_is_gone_leaves_its_pages_as_they_are(store, tmp_path):
    path = scan(tmp_path / "holes.pdf")
    document_id = stored(store, path)
    path.unlink()
    assert read(store) == 0
    assert statuses(store, document_id) == ["no_text"] * 3 + ["text"]


def test_a_file_that_changed_meanwhile_does_not_replace_the_stored_one(store, tmp_path):
    path = scan(tmp_path / "holes.pdf")
    document_id = stored(store, path)
    scan(path, n_pages=4)
    read(store)
    assert store.document(document_id).n_pages == 4
    assert kept_page(store, document_id, 1).status is PageStatus.OCR


def test_removing_a_document_removes_what_was_kept_of_it(store, tmp_path):
    document_id = stored(store, scan(tmp_path / "holes.pdf"))

    def stop(event, done, total, note):
        raise StoppedError

    with pytest.raises(StoppedError):
        read(store, on_progress=stop)
    assert n_kept(store) == 1
    store.remove(document_id)
    assert n_kept(store) == 0


def test_a_long_scan_is_put_together_some_times_whatever_its_length():
    for n_pages in (1, 32, 33, 300, 10_000):
        batches = list(_batches(range(1, n_pages + 1)))
        assert [number for batch in batches for number in batch] == list(range(1, n_pages + 1))
        assert len(batches) <= 1 + MAX_STORED
        assert len(batches[0]) == min(n_pages, STORE_AFTER)


def test_the_pages_of_a_locked_file_wait_for_its_password(tmp_path):
    canvas = Canvas(str(tmp_path / "bond.pdf"), pagesize=(300, 300), encrypt="tamarack")
    canvas.rect(50, 50, 100, 100, fill=1)
    canvas.save()
    page = Page(1, "", PageStatus.NO_TEXT, reader="pdf 1")
    Recogniser.engine = FakeOcrEngine(["Bid bond"])
    try:
        waiting = recognise(Job(tmp_path / "bond.pdf", page))
        read = recognise(Job(tmp_path / "bond.pdf", page, ("wrong", "tamarack")))
    finally:
        Recogniser.engine = None
    assert waiting == page
    assert (read.status, read.text) == (PageStatus.OCR, "Bid bond")


def test_a_page_that_can_not_be_shown_says_why_and_is_not_tried_again(tmp_path):
    (tmp_path / "cut.pdf").write_bytes(b"%PDF-1.4 and nothing more")
    page = Page(1, "", PageStatus.NO_TEXT, "an image", reader="pdf 1")
    Recogniser.engine = FakeOcrEngine(["nothing"])
    try:
        read = recognise(Job(tmp_path / "cut.pdf", page))
    finally:
        Recogniser.engine = None
    assert read.status is PageStatus.NO_TEXT
    assert read.reason.startswith("an image; OCR: cut.pdf: the PDF is damaged")
    assert not needs_ocr(read, ENGINE)
