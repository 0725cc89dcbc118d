"""What readers, rerankers and clocks promise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from onfile.adapters.pdfium import PdfiumReader
from onfile.errors import EncryptedFile, UnreadableFile
from onfile.ports import FileReader
from onfile.testing import FakeReader, FakeReranker, FixedClock
from onfile.types import Chunk, PageStatus, ScoreKind, Span

PAGES = ("Alder Springs annual report", "", "Net sales 1,204 1,150")


def made_up_pdf(path: Path) -> Path:
    canvas = Canvas(str(path), invariant=1)
    for text in PAGES:
        canvas.drawString(72, 700, text)
        canvas.showPage()
    canvas.save()
    return path


@pytest.fixture(params=["fake", "pdfium"])
def reader(request: pytest.FixtureRequest) -> FileReader:
    if request.param == "pdfium":
        return PdfiumReader()
    return FakeReader({"report.pdf": PAGES})


@pytest.fixture
def report(tmp_path: Path) -> Path:
    return made_up_pdf(tmp_path / "report.pdf")


def test_a_reader_accepts_its_kind_of_file(reader: FileReader, report: Path) -> None:
    assert reader.accepts(report.read_bytes()[:4096], report)


def test_a_reader_gives_the_pages_asked_for_in_order(reader: FileReader, report: Path) -> None:
    assert reader.count_pages(report) == len(PAGES)
    pages = list(reader.read(report, 1, 3))
    assert [page.number for page in pages] == [1, 2, 3]
    assert [page.text.strip() for page in pages] == list(PAGES)
    assert [page.number for page in reader.read(report, 3, 3)] == [3]


def test_a_page_with_text_is_readable_and_one_without_says_why(
    reader: FileReader, report: Path
) -> None:
    first, blank, _ = reader.read(report, 1, 3)
    assert first.status is PageStatus.TEXT
    assert blank.status is PageStatus.BLANK


def test_a_file_that_is_no_document_is_unreadable(reader: FileReader, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.pdf"
    damaged.write_bytes(b"%PDF-1.7 and nothing else")
    with pytest.raises(UnreadableFile):
        reader.count_pages(damaged)


def test_the_fake_reader_fails_pages_and_needs_passwords_as_told() -> None:
    reader = FakeReader({"a.pdf": ["text", None]}, encrypted={"b.pdf"})
    assert [page.status for page in reader.read(Path("a.pdf"), 1, 2)] == [
        PageStatus.TEXT,
        PageStatus.FAILED,
    ]
    with pytest.raises(EncryptedFile):
        reader.count_pages(Path("b.pdf"))


def test_a_reranker_gives_one_rerank_score_a_chunk_in_order() -> None:
    make: Callable[[str], Chunk] = lambda text: Chunk(  # noqa: E731
        text, "north", 1, "prose", text, "", (Span(1, 0, len(text)),)
    )
    scores = FakeReranker().score("alder birch", [make("elm"), make("alder"), make("birch alder")])
    assert [score.value for score in scores] == [0.0, 1 / 2, 2 / 2]
    assert {score.kind for score in scores} == {ScoreKind.RERANK}


def test_the_fixed_clock_stands_still_and_its_monotonic_time_grows() -> None:
    clock = FixedClock(step_ms=2.0)
    assert clock.now() == clock.now() == "2024-01-01T00:00:00.000Z"
    assert [clock.monotonic_ms(), clock.monotonic_ms()] == [2.0, 4.0]
