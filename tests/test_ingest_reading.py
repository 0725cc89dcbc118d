import hashlib
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from PIL import Image as Picture
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from onfile.adapters.pdfium import PdfiumReader
from onfile.adapters.repair import RepairingReader, RepairingRenderer
from onfile.adapters.textfile import TextReader
from onfile.errors import PageFailed
from onfile.ingest.discover import discover
from onfile.ingest.reading import read_file
from onfile.testing import FakeReader
from onfile.types import PageStatus

READERS = (RepairingReader(PdfiumReader()), TextReader())


@pytest.fixture
def pdf(tmp_path):
    path = tmp_path / "alder.pdf"
    canvas = Canvas(str(path), pagesize=(300, 400))
    canvas.drawString(72, 300, "Alder Springs bottles water")
    canvas.showPage()
    canvas.showPage()
    canvas.rect(50, 50, 100, 100, fill=1)
    canvas.showPage()
    canvas.save()
    return path


def only_row(path):
    read = read_file(path, READERS)
    assert read.pages == ()
    (row,) = read.ledger
    assert row.page is None
    return row


def test_every_page_of_a_pdf_has_a_status_and_a_ledger_row(pdf):
    read = read_file(pdf, READERS)
    assert [page.status for page in read.pages] == [
        PageStatus.TEXT,
        PageStatus.BLANK,
        PageStatus.NO_TEXT,
    ]
    assert [row.page for row in read.ledger] == [1, 2, 3]
    assert [row.status for row in read.ledger] == [page.status for page in read.pages]
    assert read.document_id == "sha256:" + hashlib.sha256(pdf.read_bytes()).hexdigest()
    assert (read.media_type, read.has_pages) == ("application/pdf", True)


def test_boxes_are_points_from_the_top_left(pdf):
    page = read_file(pdf, READERS).pages[0]
    box = page.boxes[0]
    assert page.text == "Alder Springs bottles water"
    assert 72 <= box[0] < box[2] < 82
    assert box[3] == pytest.approx(400 - 300, abs=0.6)  # the baseline, from the top


def test_text_is_as_wide_as_its_boxes_say(pdf):
    page = read_file(pdf, READERS).pages[0]
    inked = ~np.isnan(page.boxes[:, 0])
    assert inked.tolist() == [char != " " for char in page.text]
    assert (np.diff(page.boxes[inked, 0]) > 0).all()


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_boxes_follow_the_page_as_it_is_shown(pdf, tmp_path, rotation):
    turned = tmp_path / "turned.pdf"
    with pikepdf.open(pdf) as file:
        file.pages[0].rotate(rotation, relative=False)
        file.save(turned)
    upright = read_file(pdf, READERS).pages[0].boxes[0]
    page = next(PdfiumReader().read(turned, 1, 1))
    x0, y0, x1, y1 = upright
    width, height = 300, 400
    expected = {
        90: (height - y1, x0, height - y0, x1),
        180: (width - x1, height - y1, width - x0, height - y0),
        270: (y0, width - x1, y1, width - x0),
    }[rotation]
    assert page.rotation == rotation
    assert page.boxes[0] == pytest.approx(expected, abs=0.01)


def test_boxes_start_at_the_crop_box(pdf, tmp_path):
    cropped = tmp_path / "cropped.pdf"
    with pikepdf.open(pdf) as file:
        file.pages[0].cropbox = (20, 30, 280, 380)
        file.save(cropped)
    upright = read_file(pdf, READERS).pages[0].boxes[0]
    page = read_file(cropped, READERS).pages[0]
    assert (page.width_pt, page.height_pt) == (260, 350)
    assert page.boxes[0] == pytest.approx(upright - np.array([20, 20, 20, 20]), abs=0.01)


def test_an_empty_file_is_a_row(tmp_path):
    path = tmp_path / "empty.pdf"
    path.write_bytes(b"")
    row = only_row(path)
    assert row.status is PageStatus.FAILED
    assert "0 bytes" in row.reason


def test_a_missing_file_is_a_row(tmp_path):
    row = only_row(tmp_path / "gone.pdf")
    assert row.document_id is None
    assert "could not be opened" in row.reason


def test_a_file_of_another_kind_is_a_row_that_names_the_kind(tmp_path):
    path = tmp_path / "notes.pdf"
    path.write_bytes(b"PK\x03\x04rest")
    assert "ZIP archive" in only_row(path).reason
    path = tmp_path / "data.bin"
    path.write_bytes(b"\x00\x01\x02" * 40)
    assert "binary data" in only_row(path).reason


def test_a_file_that_needs_a_password_is_encrypted(pdf, tmp_path):
    path = tmp_path / "locked.pdf"
    with pikepdf.open(pdf) as file:
        file.save(path, encryption=pikepdf.Encryption(owner="a", user="b"))
    row = only_row(path)
    assert row.status is PageStatus.ENCRYPTED
    assert "password" in row.reason


def test_garbage_after_the_signature_is_a_row(tmp_path):
    path = tmp_path / "broken.pdf"
    path.write_bytes(b"%PDF-1.4\n" + b"garbage " * 100)
    row = only_row(path)
    assert row.status is PageStatus.FAILED
    assert "damaged" in row.reason


def test_a_file_that_pdfium_refuses_is_repaired_and_says_so(tmp_path):
    damaged = tmp_path / "damaged.pdf"
    damaged.write_bytes(b"%PDF-1.4\ngarbage")
    whole = tmp_path / "whole.pdf"
    canvas = Canvas(str(whole))
    canvas.drawString(72, 700, "Birch Cola")
    canvas.save()

    class Refusing(PdfiumReader):
        def read(self, path, first, last):
            return super().read(damaged if path == whole else path, first, last)

    page = next(RepairingReader(Refusing()).read(whole, 1, 1))
    assert page.text == "Birch Cola"
    assert page.reader.endswith("(repaired)")
    assert page.reason.startswith("repaired")


def test_a_page_that_the_reader_leaves_out_is_a_failed_row(pdf):
    class Skipping(PdfiumReader):
        def read(self, path, first, last):
            return (page for page in super().read(path, first, last) if page.number != 2)

    read = read_file(pdf, [Skipping()])
    assert [row.page for row in read.ledger] == [1, 2, 3]
    assert read.ledger[1].status is PageStatus.FAILED


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_text_file_is_one_page_whatever_its_encoding(tmp_path, encoding):
    path = tmp_path / "call.txt"
    path.write_bytes("Opérateur: bonjour\r\nligne deux\rtrois".encode(encoding))
    read = read_file(path, READERS)
    (page,) = read.pages
    assert page.text == "Opérateur: bonjour\nligne deux\ntrois"
    assert (page.number, page.boxes, read.has_pages) == (1, None, False)


def test_the_same_bytes_under_two_names_have_one_id(pdf, tmp_path):
    copy = tmp_path / "copy.pdf"
    copy.write_bytes(pdf.read_bytes())
    assert read_file(copy, READERS).document_id == read_file(pdf, READERS).document_id


def test_hidden_files_are_reported_and_left_out(tmp_path):
    (tmp_path / "b.txt").write_text("b")
    (tmp_path / "a.txt").write_text("a")
    (tmp_path / ".secret").write_text("x")
    found = discover([tmp_path, tmp_path / "a.txt"])
    assert found.files == (tmp_path / "a.txt", tmp_path / "b.txt")
    assert [row.file for row in found.rows] == [str(tmp_path / ".secret")]


def test_links_in_a_circle_end_and_are_reported(tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "a.txt").write_text("a")
    (inner / "up").symlink_to(tmp_path)
    (tmp_path / "self").symlink_to(tmp_path / "self")
    found = discover([tmp_path])
    assert found.files == (inner / "a.txt",)
    assert {Path(row.file).name for row in found.rows} == {"up", "self"}


def test_a_path_that_is_not_there_is_a_row(tmp_path):
    (row,) = discover([tmp_path / "gone"]).rows
    assert "not found" in row.reason


def scan_with_layer(path, mode, n_lines=1):
    canvas = Canvas(str(path), pagesize=(300, 400))
    canvas.drawImage(ImageReader(Picture.new("L", (30, 40), 200)), 0, 0, 300, 400)
    layer = canvas.beginText(40, 350)
    layer.setTextRenderMode(mode)
    for _ in range(n_lines):
        layer.textLine("Depth of hole 15.01 m, logged in the morning")
    canvas.drawText(layer)
    canvas.save()
    return path


def test_a_text_layer_that_an_earlier_ocr_left_is_marked(tmp_path):
    (page,) = read_file(scan_with_layer(tmp_path / "scan.pdf", mode=3), READERS).pages
    assert page.status is PageStatus.OCR
    assert page.reason.startswith("the text layer is invisible")
    assert page.text.startswith("Depth of hole 15.01 m")
    assert page.confidence is None


@pytest.mark.parametrize(("n_lines", "status"), [(1, PageStatus.MIXED), (10, PageStatus.TEXT)])
def test_a_short_text_layer_on_a_large_image_is_not_taken_for_the_whole_page(
    tmp_path, n_lines, status
):
    (page,) = read_file(scan_with_layer(tmp_path / "a.pdf", 0, n_lines), READERS).pages
    assert page.status is status


def test_a_page_is_shown_at_the_resolution_asked_for_or_as_fine_as_fits(pdf):
    renderer = RepairingRenderer(PdfiumReader())
    assert renderer.render(pdf, 3, 144, 10**7).shape == (800, 600, 3)
    assert renderer.render(pdf, 3, 144, 120_000).shape == (400, 300, 3)
    with pytest.raises(PageFailed, match=r"alder\.pdf, page 9"):
        renderer.render(pdf, 9, 144, 10**7)


def test_a_page_whose_text_cannot_be_put_in_order_costs_that_page_alone(tmp_path, monkeypatch):
    def rebuild(text, boxes):
        if "second" in text:
            raise ZeroDivisionError("a letter without height")
        return text, boxes

    monkeypatch.setattr("onfile.ingest.reading.fold", rebuild)
    path = tmp_path / "a.pdf"
    path.write_bytes(b"%PDF-")
    texts = ["The first page is here.", "The second page is here.", "The third page is here."]
    read = read_file(path, [FakeReader({"a.pdf": texts})])
    assert [page.status.value for page in read.pages] == ["text", "failed", "text"]
    assert "ZeroDivisionError: a letter without height" in read.ledger[1].reason
