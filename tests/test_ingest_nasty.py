"""Made-up twins of files that have brought readers down; each ends as it should."""

import pikepdf
import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from onfile.demo.hostile import write_empty, write_encrypted
from onfile.processing import process
from onfile.types import PageStatus


def statuses(done):
    return [page.status.value for page in done.pages]


def the_row(done):
    assert done.document is None
    (row,) = done.ledger
    assert row.page is None
    return row


def with_picture(path, shown, rotation=0):
    canvas = Canvas(str(path), pagesize=(400, 300), invariant=1)
    canvas.drawImage(ImageReader(shown), 0, 0, 400, 300)
    canvas.save()
    return turned(path, rotation)


def turned(path, rotation):
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages[0].Rotate = rotation
        pdf.save(path)
    return path


def picture():
    shown = Image.new("L", (800, 600), 255)
    draw = ImageDraw.Draw(shown)
    draw.text((80, 80), "FIELD ORDER 17", fill=0, font=ImageFont.load_default(size=30))
    return shown


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_rotated_scan_waits_for_ocr_with_the_size_it_is_shown_in(tmp_path, rotation):
    done = process(with_picture(tmp_path / "scan.pdf", picture(), rotation))
    (page,) = done.pages
    assert (page.status, page.rotation) == (PageStatus.NO_TEXT, rotation)
    expected = (400, 300) if rotation == 180 else (300, 400)
    assert (page.width_pt, page.height_pt) == expected


def test_a_skewed_scan_waits_for_ocr(tmp_path):
    skewed = picture().rotate(3, fillcolor=255)
    assert statuses(process(with_picture(tmp_path / "scan.pdf", skewed))) == ["no_text"]


def test_a_rotated_page_with_a_text_layer_is_read_as_it_is_shown(tmp_path):
    canvas = Canvas(str(tmp_path / "plan.pdf"), pagesize=(300, 400), invariant=1)
    canvas.saveState()
    canvas.translate(100, 50)
    canvas.rotate(90)  # upright, once the page is turned
    canvas.drawString(0, 0, "Roof plan of the pump house")
    canvas.drawString(0, -20, "Scale 1:50 on a sheet of A3")
    canvas.restoreState()
    canvas.save()
    (page,) = process(turned(tmp_path / "plan.pdf", 90)).pages
    assert page.text == "Roof plan of the pump house\nScale 1:50 on a sheet of A3"
    first = page.boxes[0]
    assert page.width_pt == 400
    assert first[3] - first[1] < 12  # letters stand upright on the page as it is shown


def test_text_from_right_to_left_is_text_with_every_letter(tmp_path):
    letters = "مرحبا"
    document = pikepdf.new()
    page = document.add_blank_page(page_size=(300, 200))
    codes = "".join(f"<{index + 1:02x}> <{ord(c):04x}>\n" for index, c in enumerate(letters))
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def\n"
        "1 begincodespacerange <00> <ff> endcodespacerange\n"
        f"{len(letters)} beginbfchar\n{codes}endbfchar endcmap end end"
    )
    page.Resources = pikepdf.Dictionary(
        Font=pikepdf.Dictionary(
            F1=pikepdf.Dictionary(
                Type=pikepdf.Name.Font,
                Subtype=pikepdf.Name.Type1,
                BaseFont=pikepdf.Name.Helvetica,
                ToUnicode=document.make_stream(cmap.encode()),
            )
        )
    )
    shown = "".join(f"{len(letters) - n:02x}" for n in range(len(letters)))  # drawn leftmost first
    page.Contents = document.make_stream(f"BT /F1 12 Tf 50 100 Td <{shown}> Tj ET".encode())
    document.save(tmp_path / "arabic.pdf")
    done = process(tmp_path / "arabic.pdf")
    assert statuses(done) == ["text"]
    assert sorted(done.pages[0].text) == sorted(letters)


def test_a_file_that_needs_a_password_is_one_row_that_says_so(tmp_path):
    write_encrypted(tmp_path / "bond.pdf")
    row = the_row(process(tmp_path / "bond.pdf"))
    assert row.status is PageStatus.ENCRYPTED
    assert "password" in row.reason


def test_a_file_without_a_byte_is_one_row_that_says_so(tmp_path):
    write_empty(tmp_path / "empty.pdf")
    assert the_row(process(tmp_path / "empty.pdf")).reason == "the file is empty (0 bytes)"


def test_a_fuzzed_file_is_one_row_that_says_so(tmp_path):
    canvas = Canvas(str(tmp_path / "fuzzed.pdf"), invariant=1)
    canvas.drawString(72, 700, "Alder Springs")
    canvas.save()
    content = (tmp_path / "fuzzed.pdf").read_bytes()
    broken = content.replace(b"/Pages", b"/Pa\xffes").replace(b"/Kids", b"/K\x00ds")
    (tmp_path / "fuzzed.pdf").write_bytes(broken.replace(b"startxref", b"start\xferef"))
    row = the_row(process(tmp_path / "fuzzed.pdf"))
    assert row.status is PageStatus.FAILED
    assert row.reason


def test_a_truncated_file_keeps_its_readable_pages_and_lists_the_lost_one(tmp_path):
    canvas = Canvas(str(tmp_path / "cut.pdf"), invariant=1, pageCompression=0)
    for number in range(1, 6):
        canvas.drawString(72, 700, f"Page {number} of the annual report of Alder Springs")
        canvas.showPage()
    canvas.save()
    content = (tmp_path / "cut.pdf").read_bytes()
    (tmp_path / "cut.pdf").write_bytes(content[: content.index(b"Page 5")])
    done = process(tmp_path / "cut.pdf")
    assert statuses(done) == ["text"] * 4 + ["failed"]
    assert all("repaired" in page.reason for page in done.pages[:4])
    assert "the page's contents are lost" in done.pages[4].reason
    assert [row.page for row in done.ledger] == [1, 2, 3, 4, 5]


MEMO = "the turbidity of the creek was measured on nine days in the month of july " * 16


def coded_pdf(path, cmap_of, text=MEMO, unmapped=()):
    """A page of letters whose codes mean what ``cmap_of`` says, for good or ill."""
    document = pikepdf.new()
    page = document.add_blank_page(page_size=(612, 792))
    codes = sorted(set(text))
    meant = {c: unmapped[c] if c in unmapped else cmap_of(c) for c in codes}
    lines = "".join(f"<{ord(c):02x}> <{ord(meant[c]):04x}>\n" for c in codes)
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def\n"
        "1 begincodespacerange <00> <ff> endcodespacerange\n"
        f"{len(codes)} beginbfchar\n{lines}endbfchar endcmap end end"
    )
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.Type1,
        BaseFont=pikepdf.Name.Helvetica,
        ToUnicode=document.make_stream(cmap.encode()),
    )
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
    rows = [text[start : start + 75] for start in range(0, len(text), 75)]
    shown = " ".join(f"<{row.encode().hex()}> Tj 0 -14 Td" for row in rows)
    page.Contents = document.make_stream(f"BT /F1 10 Tf 40 750 Td {shown} ET".encode())
    document.save(path)
    return path


@pytest.mark.parametrize(
    "cmap_of",
    [
        lambda c: c if c == " " else chr(1 + ord(c) % 7),  # control characters
        lambda c: c if c == " " else "¤§¶¥£¢±¿¡«»×÷¬µ°®"[ord(c) % 17],
        lambda c: c if c == " " else chr(0xE000 + ord(c)),  # private use
    ],
)
def test_a_text_layer_of_glyph_codes_is_not_taken_at_its_word(tmp_path, cmap_of):
    done = process(coded_pdf(tmp_path / "coded.pdf", cmap_of))
    assert statuses(done) == ["garbage_text"]
    assert done.chunks == ()


def test_the_same_page_with_its_letters_is_text(tmp_path):
    assert statuses(process(coded_pdf(tmp_path / "plain.pdf", lambda c: c))) == ["text"]


def test_a_table_over_pages_is_read_on_every_page(tmp_path):
    canvas = Canvas(str(tmp_path / "notices.pdf"), pagesize=(612, 792), invariant=1)
    for first in (0, 30, 60):
        for row in range(30):
            y = 740 - 20 * row
            canvas.drawString(60, y, f"Notice {first + row}")
            canvas.drawString(250, y, "Tamarack County")
            canvas.drawRightString(520, y, f"{100 + first + row:,}")
        canvas.showPage()
    canvas.save()
    done = process(tmp_path / "notices.pdf")
    lines = [line for page in done.pages for line in page.text.split("\n")]
    assert lines == [f"Notice {n} Tamarack County {100 + n}" for n in range(90)]
    covered = [span for chunk in done.chunks for span in chunk.spans]
    assert {span.page for span in covered} == {1, 2, 3}


def test_ligatures_without_a_letter_are_repaired_where_there_is_one_reading_and_marked_else(
    tmp_path,
):
    text = MEMO + "oXce and oXces of the agency in zYz are named in the memo of the week "
    unmapped = {"X": chr(0), "Y": chr(0)}  # as a font without a name for its ligature gives it
    (page,) = process(coded_pdf(tmp_path / "letter.pdf", lambda c: c, text, unmapped)).pages
    assert page.status is PageStatus.TEXT
    assert "office and offices of the agency in z\ufffdz" in page.text.replace("\n", "")
    assert page.reason == "1 characters have no known letter (shown as \ufffd)"
