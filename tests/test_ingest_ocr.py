import numpy as np
import pytest

from onfile.ingest.ocr import failed_page, needs_ocr, read_page
from onfile.testing import FakeOcrEngine
from onfile.types import OcrText, Page, PageStatus

ENGINE = "fake-ocr 1"


def scanned(status=PageStatus.NO_TEXT, **more):
    return Page(4, "", status, "an image", width_pt=612, height_pt=792, reader="pdf 1", **more)


def image(width=1224, height=1584):
    return np.zeros((height, width, 3), np.uint8)  # two pixels a point on a letter page


def level_boxes(placed):
    """Boxes of words ``(text, x, y)``: letters 20 wide, 30 high, words on lines of their own."""
    text = "\n".join(word for word, _, _ in placed)
    boxes = np.full((len(text), 4), np.nan, np.float32)
    at = 0
    for word, x, y in placed:
        for offset in range(len(word)):
            boxes[at + offset] = (x + 20 * offset, y, x + 20 * offset + 20, y + 30)
        at += len(word) + 1
    return text, boxes


class GivenEngine:
    name = ENGINE

    def __init__(self, placed, turned=0, skew_deg=0.0, confidence=None):
        text, boxes = level_boxes(placed)
        sure = np.where(np.isnan(boxes[:, 0]), np.nan, 0.9).astype(np.float32)
        self.given = OcrText(
            text, boxes, sure if confidence is None else confidence, turned, skew_deg
        )

    def read(self, image):
        return self.given


@pytest.mark.parametrize(
    ("status", "is_needed"),
    [
        (PageStatus.NO_TEXT, True),
        (PageStatus.GARBAGE_TEXT, True),
        (PageStatus.MIXED, True),
        (PageStatus.TEXT, False),
        (PageStatus.BLANK, False),
        (PageStatus.OCR, False),
        (PageStatus.FAILED, False),
        (PageStatus.TOO_LARGE, False),
    ],
)
def test_only_pages_without_a_usable_text_layer_are_read(status, is_needed):
    assert needs_ocr(scanned(status), ENGINE) is is_needed


def test_a_page_is_read_once_whatever_came_of_it():
    read = read_page(scanned(), image(), FakeOcrEngine([""]))
    assert read.status is PageStatus.NO_TEXT
    assert read.reason == "an image; OCR: no text was found on the image"
    assert not needs_ocr(read, ENGINE)
    assert not needs_ocr(failed_page(scanned(), ENGINE, "it took too long"), ENGINE)
    assert needs_ocr(read, "fake-ocr 2")


def test_a_page_that_was_read_says_so_with_the_confidence_of_each_character():
    read = read_page(scanned(), image(), FakeOcrEngine(["Depth 15.01 m"], confidence=0.8))
    assert (read.text, read.status) == ("Depth 15.01 m", PageStatus.OCR)
    assert read.reader == "pdf 1 + fake-ocr 1"
    assert read.confidence.shape == (len(read.text),)
    assert np.isnan(read.confidence[5])
    assert read.confidence[6] == pytest.approx(0.8)


def test_boxes_of_pixels_become_points_of_the_page():
    read = read_page(scanned(), image(), FakeOcrEngine(["Depth"]))
    assert read.boxes[0].tolist() == [100 / 2, 100 / 2, 120 / 2, 130 / 2]


def test_words_of_one_printed_row_stand_on_one_line():
    engine = GivenEngine([("GROUND", 100, 100), ("12.5", 900, 102), ("LEVEL", 300, 101)])
    assert read_page(scanned(), image(), engine).text == "GROUND LEVEL 12.5"


def test_each_character_keeps_its_confidence_when_rows_are_put_in_order():
    placed = [("B2", 700, 100), ("A", 100, 101)]
    sure = np.array([0.2, 0.3, np.nan, 0.9], np.float32)
    read = read_page(scanned(), image(), GivenEngine(placed, confidence=sure))
    assert read.text == "A B2"
    np.testing.assert_allclose(read.confidence, [0.9, np.nan, 0.2, 0.3], rtol=1e-6)


def test_rows_of_a_skewed_scan_stand_on_one_line_and_its_boxes_stay_on_the_ink():
    rise = np.tan(np.radians(3)) * 800  # the page falls to the right by three degrees
    placed = [("Depth", 100, 100), ("15.01", 900, 100 + round(rise)), ("End", 100, 145)]
    level = read_page(scanned(), image(), GivenEngine(placed))
    read = read_page(scanned(), image(), GivenEngine(placed, skew_deg=3.0))
    assert level.text != "Depth 15.01\nEnd"
    assert read.text == "Depth 15.01\nEnd"
    found = read.boxes[read.text.index("15.01")]
    np.testing.assert_allclose(found[:2], [900 / 2, (100 + round(rise)) / 2], atol=0.01)


@pytest.mark.parametrize(
    ("turned", "expected"),
    [  # the letter at (100, 100)-(120, 130) of the turned image, on the image of 1224 x 1584
        (90, (1224 - 130, 100, 1224 - 100, 120)),
        (180, (1224 - 120, 1584 - 130, 1224 - 100, 1584 - 100)),
        (270, (100, 1584 - 120, 130, 1584 - 100)),
    ],
)
def test_boxes_of_a_turned_page_are_boxes_of_the_page_as_it_is_shown(turned, expected):
    read = read_page(scanned(), image(), FakeOcrEngine(["D"], turned=turned))
    np.testing.assert_allclose(read.boxes[0] * 2, expected)


def test_a_short_text_layer_is_kept_and_what_the_image_adds_follows_it():
    text, boxes = level_boxes([("Sheet", 100, 100)])
    page = Page(
        1, text, PageStatus.MIXED, "", width_pt=612, height_pt=792, reader="pdf 1", boxes=boxes / 2
    )
    engine = GivenEngine([("Sheet", 100, 100), ("Depth", 100, 400)])
    read = read_page(page, image(), engine)
    assert (read.text, read.status) == ("Sheet\nDepth", PageStatus.MIXED)
    assert np.isnan(read.confidence[:6]).all()
    assert read.confidence[6:].min() == pytest.approx(0.9)
    assert len(read.boxes) == len(read.text)


LEFT = (
    "To record a sequence press play",
    "and wait until the first bar",
    "comes round again and then",
    "stop.",
)
RIGHT = (
    "The copy function moves bars",
    "from one place to another in",
    "the same sequence or into",
)


def two_columns(title="A title that runs over the whole of the page"):
    rows = [(title, 100, 100)] if title else []
    for number in range(4):
        y = 200 + 50 * number
        rows.append((LEFT[number], 100, y))
        if number < len(RIGHT):
            rows.append((RIGHT[number], 800, y + 2))
    return rows


def test_columns_of_prose_are_read_one_after_the_other():
    read = read_page(scanned(), image(1500, 1500), GivenEngine(two_columns()))
    title = "A title that runs over the whole of the page"
    assert read.text.split("\n") == [title, *LEFT, *RIGHT]
    assert len(read.boxes) == len(read.confidence) == len(read.text)


def test_rows_of_a_table_are_read_across():
    rows = [
        piece
        for number in range(4)
        for piece in ((f"Item {number}", 100, 100 + 50 * number), ("12.5", 900, 101 + 50 * number))
    ]
    read = read_page(scanned(), image(), GivenEngine(rows))
    assert read.text.split("\n") == [f"Item {number} 12.5" for number in range(4)]
