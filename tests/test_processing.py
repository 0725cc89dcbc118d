import pytest
from reportlab.pdfgen.canvas import Canvas

from onfile.errors import StoreError
from onfile.processing import process
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


def test_an_error_raised_on_purpose_fails_the_document_with_its_reason(pdf, monkeypatch):
    def refuse(*_):
        raise StoreError("the lexicon is not valid")

    monkeypatch.setattr("onfile.processing.load", refuse)
    processed = process(pdf)
    assert processed.document is None
    assert "the lexicon is not valid" in processed.ledger[0].reason
