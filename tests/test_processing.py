from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from onfile.errors import StoreError
from onfile.index.boxes import decode_boxes
from onfile.ingest.progress import Lost, Stage, Step
from onfile.processing import Task, process, retry, run
from onfile.types import PageStatus

LINES = (
    "Net sales of Alder Springs rose in the year, as volumes grew in every region.",
    "The company bottles spring water in three plants near the lake.",
)


@pytest.fixture
def pdf(tmp_path):
    path = tmp_path / "alder.pdf"
    canvas = Canvas(str(path), invariant=True)
    for number, line in enumerate(LINES):
        canvas.drawString(72, 700 - 14 * number, line)
    canvas.showPage()
    canvas.showPage()
    canvas.save()
    return path


def test_a_file_gives_its_document_pages_ledger_and_chunks(pdf):
    processed = process(pdf, "archive/alder.pdf")
    assert processed.document.path == "archive/alder.pdf"
    assert (processed.document.n_pages, processed.document.has_pages) == (2, True)
    assert [row.file for row in processed.ledger] == ["archive/alder.pdf"] * 2
    assert [chunk.text for chunk in processed.chunks] == ["\n".join(LINES)]
    assert processed.chunks[0].document_id == processed.document.document_id


def test_the_same_bytes_give_the_same_result(pdf):
    one, again = process(pdf), process(pdf)
    assert one.chunks == again.chunks
    assert [page.text for page in one.pages] == [page.text for page in again.pages]
    assert one.document == again.document


def test_a_file_that_cannot_be_read_gives_its_one_row(tmp_path):
    path = tmp_path / "empty.pdf"
    path.write_bytes(b"")
    processed = process(path)
    assert processed.document is None
    assert [(row.page, row.status) for row in processed.ledger] == [(None, PageStatus.FAILED)]


def test_a_fault_in_one_part_of_the_work_costs_that_part_and_is_noted(pdf, monkeypatch):
    def refuse(*_):
        raise StoreError("the lexicon is not valid")

    monkeypatch.setattr("onfile.processing.load", refuse)
    processed = process(pdf)
    assert processed.pages[0].text == "\n".join(LINES)
    assert [row.page for row in processed.ledger] == [1, 2, None]
    note = processed.ledger[-1]
    assert note.status is PageStatus.FAILED
    assert "its pages are kept" in note.reason
    assert "the lexicon is not valid" in note.reason
    assert [chunk.text for chunk in processed.chunks] == ["\n".join(LINES)]


def test_a_document_whose_parts_cannot_be_told_keeps_its_text_searchable(pdf, monkeypatch):
    def fail(*_):
        raise ZeroDivisionError("a column without width")

    monkeypatch.setattr("onfile.processing.describe", fail)
    processed = process(pdf)
    assert processed.document.n_pages == 2
    assert processed.structure.sections == ()
    assert [chunk.text for chunk in processed.chunks] == ["\n".join(LINES)]
    assert "ZeroDivisionError: a column without width" in processed.ledger[-1].reason


def test_a_part_of_the_work_that_cost_a_process_is_not_tried_again(pdf, monkeypatch):
    monkeypatch.setattr("onfile.processing.describe", lambda *_: pytest.fail("tried again"))
    lost = Lost(Step(Stage.UNDERSTAND), "the process that read it died (SIGSEGV)")
    processed = process(pdf, lost=[lost])
    assert len(processed.pages) == 2
    assert "SIGSEGV" in processed.ledger[-1].reason


def test_a_page_that_cost_a_process_is_left_alone_and_the_others_are_read(pdf):
    lost = Lost(Step(Stage.PAGE, 1), "reading it took longer than 60 s and was stopped")
    processed = process(pdf, lost=[lost])
    first, second = processed.ledger
    assert (first.page, first.status, first.reason) == (1, PageStatus.FAILED, lost.reason)
    assert (second.page, second.status) == (2, PageStatus.BLANK)


def test_the_next_task_leaves_out_what_cost_the_worker():
    task, lost = Task(Path("a.pdf")), Lost(Step(Stage.PAGE, 7), "died")
    assert retry(task, lost) == Task(Path("a.pdf"), (lost,))


def test_a_file_that_kills_on_opening_or_twice_at_one_step_is_given_up():
    at_seven = Lost(Step(Stage.PAGE, 7), "died")
    assert retry(Task(Path("a.pdf")), Lost(Step(Stage.OPEN), "died")) is None
    assert retry(Task(Path("a.pdf"), (at_seven,)), at_seven) is None


def test_passwords_are_not_shown_with_a_task():
    assert "tamarack" not in repr(Task(Path("a.pdf"), passwords=("tamarack",)))


def test_a_worker_sends_the_boxes_packed(pdf):
    done = run(Task(pdf))
    whole = process(pdf)
    assert [page.boxes for page in done.pages] == [None, None]
    assert [number for number, _ in done.boxes] == [1, 2]
    assert decode_boxes(dict(done.boxes)[1]).shape == (len(whole.pages[0].text), 4)


def test_a_program_is_left_out_and_no_failure(tmp_path):
    path = tmp_path / "viewer"
    path.write_bytes(b"\x7fELF" + bytes(100))
    assert [row.status for row in process(path).ledger] == [PageStatus.SKIPPED]


def test_a_program_that_is_named_as_a_document_is_a_failure(tmp_path):
    path = tmp_path / "letter.pdf"
    path.write_bytes(b"\x7fELF" + bytes(100))
    assert [row.status for row in process(path).ledger] == [PageStatus.FAILED]


def test_the_right_password_among_several_opens_a_file(archive):
    path = archive / "odd/bid_bond_protected.pdf"
    assert [row.status for row in process(path).ledger] == [PageStatus.ENCRYPTED]
    opened = process(path, passwords=["larch", "tamarack"])
    assert "Bid bond of Blackthorn Builders" in opened.pages[0].text
    assert opened.document.document_id == process(path).ledger[0].document_id


def test_wrong_passwords_are_counted_and_never_told(archive):
    (row,) = process(archive / "odd/bid_bond_protected.pdf", passwords=["larch", "rowan"]).ledger
    assert row.status is PageStatus.ENCRYPTED
    assert "none of the 2 given fits" in row.reason
    assert "larch" not in row.reason
