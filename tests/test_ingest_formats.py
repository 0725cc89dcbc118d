"""Every kind of file is told by its content and read into pages, rows and cells."""

import datetime as dt

import docx
import numpy as np
import openpyxl
import pytest
from PIL import Image, ImageDraw

from onfile.adapters.images import ImageReader
from onfile.adapters.sheets import shown
from onfile.index.boxes import decode_boxes, encode_boxes
from onfile.ingest.reading import read_file
from onfile.language.cells import cells_of
from onfile.processing import process, readers
from onfile.types import PageStatus

FILING = """<?xml version='1.0' encoding='ASCII'?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL">
<head><title>alder</title></head><body>
<div style="display:none"><ix:header><ix:hidden>
<ix:nonNumeric name="dei:Name">concealed</ix:nonNumeric></ix:hidden></ix:header></div>
<p>Alder Springs bottles water.</p>
<p>Net sales of $<ix:nonFraction name="s">1,577</ix:nonFraction>&nbsp;million rose.</p><div>58</div>
<hr style="page-break-after:always"/>
<p>Consolidated Statements of Income</p><p>(in millions)</p>
<table>
<tr><td>&#160;</td><td colspan="3">2024</td><td></td><td colspan="3">2023</td></tr>
<tr><td>Net sales</td><td>$</td><td>1,577</td><td></td><td></td>
    <td>$</td><td>1,420</td><td></td></tr>
<tr><td>Operating expenses, without those of the closed plant</td><td></td><td>(310</td><td>)</td>
    <td></td><td></td><td>(95</td><td>)</td></tr>
<tr><td>Net income</td><td>$</td><td>1,267</td><td></td><td></td>
    <td>$</td><td>1,325</td><td></td></tr>
</table><div>59</div>
<div style="page-break-before: always"><p>Signatures</p><p>60</p></div>
</body></html>"""


def written(path, text):
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def filing(tmp_path):
    return process(written(tmp_path / "filing.htm", FILING))


def values(table):
    return {row.label: [str(cell.value) for cell in row.cells] for row in table.rows}


# ── HTML ──


def test_page_breaks_of_a_filing_are_pages_with_their_printed_numbers(filing):
    assert [(page.number, page.label) for page in filing.pages] == [(1, "58"), (2, "59"), (3, "60")]
    assert filing.document.has_pages
    assert filing.pages[2].text == "Signatures\n60"


def test_inline_xbrl_is_kept_once_and_what_it_hides_is_left_out(filing):
    assert filing.pages[0].text == (
        "Alder Springs bottles water.\nNet sales of $1,577 million rose.\n58"
    )


def test_a_table_of_a_filing_is_a_row_a_line_with_signs_and_brackets_at_their_numbers(filing):
    assert filing.pages[1].text.split("\n")[2:-1] == [
        "2024 2023",
        "Net sales $ 1,577 $ 1,420",
        "Operating expenses, without those of the closed plant (310) (95)",
        "Net income $ 1,267 $ 1,325",
    ]


def test_the_figures_of_a_filings_table_have_their_column_and_scale(filing):
    (table,) = filing.structure.tables
    assert [column.header for column in table.columns] == ["2024", "2023"]
    assert table.scale == 1_000_000
    label = "Operating expenses, without those of the closed plant"
    assert values(table)["Net sales"] == ["1577", "1420"]
    assert values(table)[label] == ["-310", "-95"]


def test_rules_below_page_numbers_end_pages_where_nothing_else_does(tmp_path):
    body = "".join(f"<p>Part {n}</p><hr><p>More of it</p><p>{n}</p><hr>" for n in (7, 8, 9))
    done = process(written(tmp_path / "old.htm", f"<html><body>{body}</body></html>"))
    assert [page.label for page in done.pages] == ["7", "8", "9"]
    assert done.pages[0].text == "Part 7\nMore of it\n7"


def test_a_web_page_without_page_breaks_is_cited_by_line(tmp_path):
    done = process(written(tmp_path / "note.html", "<html><p>One</p><p>Two</p></html>"))
    assert (done.document.has_pages, done.pages[0].text) == (False, "One\nTwo")


def test_tables_that_only_lay_out_the_page_are_read_through(tmp_path):
    inner = "<table><tr><td>Depth</td><td>15.01</td></tr></table>"
    layout = f"<table><tr><td><p>Left</p></td><td>{inner}<p>Right</p></td></tr></table>"
    done = process(written(tmp_path / "a.htm", f"<html><body>{layout}</body></html>"))
    assert done.pages[0].text == "Left\nDepth 15.01\nRight"


def test_deeply_nested_markup_is_read(tmp_path):
    text = "<html><body>" + "<div>" * 5000 + "Deep" + "</div>" * 5000
    (page,) = process(written(tmp_path / "deep.html", text)).pages
    assert page.text in ("Deep", "")  # the parser may stop; it must not fall over


def test_a_filing_is_told_by_its_content_whatever_it_is_called(tmp_path):
    done = process(written(tmp_path / "filing.txt", FILING))
    assert (done.document.media_type, len(done.pages)) == ("text/html", 3)


# ── spreadsheets ──


@pytest.fixture
def bids(tmp_path):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Bid tab"
    sheet["B3"], sheet["C3"], sheet["D3"] = "Item", "Unit price", "Share"
    sheet["B4"], sheet["C4"], sheet["D4"] = "Mobilization", 1577.5, 0.125
    sheet["B6"], sheet["C6"] = "Excavation", -310
    sheet["C4"].number_format = "$#,##0.00"
    sheet["D4"].number_format = "0.0%"
    sheet["C6"].number_format = "#,##0;(#,##0)"
    book.create_sheet("Empty")
    hidden = book.create_sheet("Notes")
    hidden["A1"] = "Bids were opened on Tuesday"
    hidden.sheet_state = "hidden"
    path = tmp_path / "bids.xlsx"
    book.save(path)
    return process(path)


def test_every_sheet_is_a_page_whose_label_is_its_name(bids):
    assert [(page.label, page.status.value) for page in bids.pages] == [
        ("Bid tab", "text"),
        ("Empty", "blank"),
        ("Notes", "text"),
    ]
    assert bids.pages[2].reason == "a hidden sheet"
    assert [row.page for row in bids.ledger] == [1, 2, 3]


def test_cells_stand_as_they_are_shown_a_row_a_line(bids):
    assert bids.pages[0].text == (
        "Item Unit price Share\nMobilization $1,577.50 12.5%\nExcavation (310)"
    )


def test_a_characters_box_tells_its_cell(bids):
    page = bids.pages[0]
    start = page.text.index("(310)")
    assert cells_of(page.boxes[start : start + 5]) == "C6"
    assert cells_of(page.boxes[: page.text.index("\n")]) == "B3:D3"


def test_the_cell_is_right_far_down_a_long_sheet_after_it_was_stored():
    rows = np.arange(0, 50_000, 7)  # cells of column A, every seventh row from the first
    boxes = np.stack((rows * 0 + 4, 12 * rows + 2, rows * 0 + 9, 12 * rows + 10), axis=1)
    found = decode_boxes(encode_boxes(boxes.astype(np.float32)))
    assert cells_of(found[-1:]) == f"A{rows[-1] + 1}"


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (1577, "General", "1577"),
        (0.1 + 0.2, "General", "0.3"),
        (1577.456, "#,##0.00", "1,577.46"),
        (-12, "0.0", "-12.0"),
        (-12, "#,##0_);(#,##0)", "(12)"),
        (0.5, "0%", "50%"),
        (dt.datetime(2024, 8, 6), "d-mmm-yy", "2024-08-06"),
        (True, "General", "TRUE"),
        ("as printed", "@", "as printed"),
    ],
)
def test_a_value_is_shown_by_its_number_format(value, number_format, text):
    assert shown(value, number_format) == text


def test_values_separated_by_commas_or_semicolons_are_one_sheet(tmp_path):
    done = process(written(tmp_path / "levels.csv", "Hole;Level\nTC 1;12,40\n;\nTC 2;13,05\n"))
    (page,) = done.pages
    assert (done.document.media_type, page.label) == ("text/csv", "levels")
    assert page.text == "Hole Level\nTC 1 12,40\nTC 2 13,05"
    assert cells_of(page.boxes[-1:]) == "B4"


# ── Word ──


def test_a_word_document_is_paragraphs_and_table_rows_cited_by_line(tmp_path):
    document = docx.Document()
    document.add_heading("Field order 17", 1)
    document.add_paragraph("Lower the footing by 1.5 feet.")
    table = document.add_table(rows=1, cols=3)
    for cell, text in zip(table.rows[0].cells, ("Excavation", "46", "CY"), strict=True):
        cell.text = text
    document.add_paragraph("Signed")
    document.save(tmp_path / "order.docx")
    done = process(tmp_path / "order.docx")
    assert done.pages[0].text == (
        "Field order 17\nLower the footing by 1.5 feet.\nExcavation 46 CY\nSigned"
    )
    assert not done.document.has_pages
    assert done.chunks[0].line == 1


# ── images ──


@pytest.fixture
def frames(tmp_path):
    blank = Image.new("L", (425, 550), 255)
    printed = blank.copy()
    ImageDraw.Draw(printed).text((50, 50), "Sheet 1", fill=0)
    path = tmp_path / "scan.tif"
    printed.save(path, save_all=True, append_images=[blank], dpi=(50 * 2, 50 * 2))
    return path


def test_every_frame_of_a_scan_is_a_page_that_waits_for_ocr(frames):
    read = read_file(frames, readers())
    assert [page.status for page in read.pages] == [PageStatus.NO_TEXT, PageStatus.BLANK]
    assert (read.media_type, read.has_pages) == ("image/tiff", True)
    first = read.pages[0]
    assert first.width_pt == pytest.approx(425 / 100 * 72)
    assert first.height_pt == pytest.approx(550 / 100 * 72)


def test_a_scan_is_shown_as_it_was_scanned_or_as_fine_as_asked_for(frames):
    reader = ImageReader()
    assert reader.render(frames, 1, 200, 10**7).shape == (550, 425, 3)
    assert reader.render(frames, 1, 50, 10**7).shape == (275, 212, 3)


def test_the_kinds_of_image_are_told_by_content(tmp_path):
    for kind in ("PNG", "JPEG", "TIFF"):
        path = tmp_path / f"{kind}.dat"
        Image.new("RGB", (40, 40), (9, 9, 9)).save(path, kind)
        assert len(read_file(path, readers()).pages) == 1


# ── damage ──


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("cut.xlsx", b"PK\x03\x04 and nothing more"),
        ("cut.docx", b"PK\x03\x04 and nothing more"),
        ("cut.png", b"\x89PNG\r\n\x1a\n and nothing more"),
        ("cut.tif", b"II*\x00 and nothing more"),
        ("old.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600),
    ],
)
def test_a_damaged_file_is_one_row_that_says_so(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    done = process(path)
    assert done.document is None
    (row,) = done.ledger
    assert (row.page, row.status) == (None, PageStatus.FAILED)
    assert len(row.reason) > 20


def test_a_damaged_frame_costs_its_page(tmp_path):
    noise = Image.effect_noise((300, 300), 90)
    path = tmp_path / "scan.tif"
    noise.save(path, save_all=True, append_images=[noise], compression="tiff_lzw")
    content = bytearray(path.read_bytes())
    content[100:40_000] = bytes(39_900)  # inside the first frame's pixels
    path.write_bytes(content)
    first, second = read_file(path, readers()).pages
    assert first.status is PageStatus.FAILED
    assert first.reason.startswith("the image is damaged")
    assert second.status is PageStatus.NO_TEXT


def test_a_truncated_image_has_no_page_that_passes_for_read(frames):
    frames.write_bytes(frames.read_bytes()[:5000])
    assert {row.status for row in read_file(frames, readers()).ledger} == {PageStatus.FAILED}
