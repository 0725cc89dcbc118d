"""What a citation says of where words stand and of how they were read."""

import dataclasses

import numpy as np
import pytest

from onfile.answer.cite import cite, ocr_confidence
from onfile.language.cells import COLUMN_PT, ROW_PT, cell_name, cells_of
from onfile.types import Page, PageStatus, Span
from small_archive import SmallArchive

TEXT = "Ground level +17.5 mPD"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def sure_of(*words):
    """Confidences of the characters of ``TEXT``, a number a word."""
    found = []
    for word, sure in zip(TEXT.split(), words, strict=True):
        found += [*([sure] * len(word)), np.nan]
    return np.array(found[:-1], np.float32)


def archive_of(page, media_type="application/pdf"):
    archive = SmallArchive()
    document_id = archive.add("holes.pdf", [page.text])
    archive._pages[document_id, 1] = page
    document = archive._documents[document_id]
    archive._documents[document_id] = dataclasses.replace(document, media_type=media_type)
    return archive, document_id


def test_the_confidence_of_a_quote_is_that_of_its_least_certain_number():
    page = Page(1, TEXT, PageStatus.OCR, confidence=sure_of(0.5, 0.6, 0.93, 0.7))
    assert ocr_confidence(page, Span(1, 0, len(TEXT))) == pytest.approx(0.93)


def test_the_confidence_of_words_without_a_number_is_their_mean():
    page = Page(1, TEXT, PageStatus.OCR, confidence=sure_of(0.5, 0.8, 0.93, 0.7))
    expected = (6 * 0.5 + 5 * 0.8) / 11  # "Ground" has six letters, "level" five
    assert ocr_confidence(page, Span(1, 0, 12)) == pytest.approx(expected, abs=0.001)


def test_words_read_by_ocr_are_cited_as_such():
    page = Page(1, TEXT, PageStatus.OCR, confidence=sure_of(1, 1, 0.93, 1))
    archive, document_id = archive_of(page)
    citation = cite(archive, document_id, Span(1, 0, len(TEXT)), note="sheet 2")
    assert citation.note == "sheet 2; read by OCR, confidence 0.93"
    assert citation.ocr_confidence == pytest.approx(0.93)


def test_words_of_a_text_layer_have_no_confidence_even_beside_an_image_that_was_read():
    layer = Page(1, TEXT, PageStatus.TEXT)
    mixed = Page(1, TEXT, PageStatus.MIXED, confidence=sure_of(np.nan, np.nan, 0.9, 0.9))
    for page in (layer, mixed):
        archive, document_id = archive_of(page)
        citation = cite(archive, document_id, Span(1, 0, 12))
        assert (citation.note, citation.ocr_confidence) == ("", None)


def test_the_text_layer_of_an_earlier_ocr_is_cited_as_such():
    archive, document_id = archive_of(Page(1, TEXT, PageStatus.OCR))
    citation = cite(archive, document_id, Span(1, 0, 12))
    assert citation.note == "from the text layer that an earlier OCR left, confidence unknown"
    assert citation.ocr_confidence is None


def test_a_spreadsheet_is_cited_by_sheet_and_cell():
    boxes = np.full((len(TEXT), 4), np.nan, np.float32)
    for index, column in ((0, 1), (13, 4)):  # "G" in column B, "+" in column E, row 7
        x = COLUMN_PT * column + 4
        boxes[index] = (x, ROW_PT * 6 + 2, x + 5, ROW_PT * 6 + 10)
    page = Page(1, TEXT, PageStatus.TEXT, label="Bids", boxes=boxes)
    archive, document_id = archive_of(page, XLSX)
    row = cite(archive, document_id, Span(1, 0, len(TEXT)))
    cell = cite(archive, document_id, Span(1, 13, 18))
    assert (row.sheet, row.cell, row.page) == ("Bids", "B7:E7", None)
    assert (cell.sheet, cell.cell, cell.boxes) == ("Bids", "E7", ())


@pytest.mark.parametrize(
    ("row", "column", "name"), [(1, 1, "A1"), (7, 26, "Z7"), (12, 27, "AA12"), (3, 703, "AAA3")]
)
def test_cells_are_named_as_spreadsheets_name_them(row, column, name):
    assert cell_name(row, column) == name


def test_characters_without_ink_stand_in_no_cell():
    assert cells_of(np.full((3, 4), np.nan, np.float32)) is None
