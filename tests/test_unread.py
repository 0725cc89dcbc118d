"""What could not be read is told where it may have held what was asked for."""

import pytest
from reportlab.pdfgen.canvas import Canvas

from onfile import Engine
from onfile.index.view import View
from onfile.types import RefusalCode

LETTER = "Harbour Pumps, Inc. announces results of the first quarter of 2031"


def scan(path, n_pages):
    canvas = Canvas(str(path), pagesize=(300, 300), invariant=1)
    for _ in range(n_pages):
        canvas.rect(50, 50, 100, 100, fill=1)
        canvas.showPage()
    canvas.save()


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("in")
    scan(folder / "minutes.pdf", 2)
    canvas = Canvas(str(folder / "letter.pdf"), pagesize=(600, 300), invariant=1)
    canvas.drawString(50, 200, LETTER)
    canvas.showPage()
    canvas.rect(50, 50, 100, 100, fill=1)
    canvas.showPage()
    canvas.save()
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([folder], workers=1, embed=False, ocr=False)
        yield opened


def test_a_document_of_which_no_page_could_be_read_may_be_of_the_company_that_is_not_on_file(
    engine,
):
    refusal = engine.ask("What was Kestrel Drinks' revenue in fiscal 2024?").refusal
    assert refusal.code is RefusalCode.COMPANY_NOT_ON_FILE
    assert [(row.file.rsplit("/", 1)[-1], row.page) for row in refusal.unread] == [
        ("minutes.pdf", 1),
        ("minutes.pdf", 2),
    ]


def test_what_may_not_be_seen_is_not_told_as_unread(engine):
    names = [engine.store.document(i).name for i in engine.store.unread_documents()]
    assert names == ["minutes.pdf"]
    letter = next(d for d in engine.store.documents() if d.name == "letter.pdf")
    view = View(engine.store, frozenset({letter.document_id}))
    assert view.unread_documents() == []
