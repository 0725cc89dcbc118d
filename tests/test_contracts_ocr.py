"""What OCR engines promise; the real one where it is installed."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from onfile.adapters import ocr_engines, rapidocr
from onfile.ingest.ocr import read_page
from onfile.testing import FakeOcrEngine
from onfile.types import Page, PageStatus

LINES = ("GROUND LEVEL +12.40 mSD", "End of hole at 15.01 m", "Logged on 28.12.2022")
needs_rapidocr = pytest.mark.skipif(not rapidocr.is_installed(), reason="the extra ocr is absent")


def picture(lines=LINES, size=(700, 300)):
    shown = Image.new("L", size, 255)
    draw = ImageDraw.Draw(shown)
    font = ImageFont.load_default(size=28)
    for number, line in enumerate(lines):
        draw.text((60, 40 + 70 * number), line, fill=10, font=font)
    return shown


def pixels(shown):
    return np.asarray(shown.convert("RGB"), np.uint8)


@pytest.fixture(scope="module")
def real():
    return rapidocr.RapidOcr(n_threads=2)


needs_tesseract = pytest.mark.skipif(
    not ocr_engines.is_installed("tesseract"), reason="the program tesseract is absent"
)


@pytest.fixture(
    params=[
        "fake",
        pytest.param("rapidocr", marks=needs_rapidocr),
        pytest.param("tesseract", marks=needs_tesseract),
    ]
)
def engine(request):
    if request.param == "rapidocr":
        return request.getfixturevalue("real")
    if request.param == "tesseract":
        return ocr_engines.load("tesseract")
    return FakeOcrEngine(["\n".join(LINES), ""])


def test_text_boxes_and_confidence_are_in_step(engine):
    read = engine.read(pixels(picture()) & 0xFE)
    n_chars = len(read.text)
    assert n_chars > 0
    assert read.boxes.shape == (n_chars, 4)
    assert read.confidence.shape == (n_chars,)
    is_space = np.array([character.isspace() for character in read.text])
    assert np.isnan(read.boxes[is_space]).all()
    assert not np.isnan(read.boxes[~is_space]).any()
    assert ((read.confidence[~is_space] > 0) & (read.confidence[~is_space] <= 1)).all()


def test_an_image_without_text_gives_none(engine):
    blank = np.full((300, 400, 3), 255, np.uint8)  # the fake gives its second text for 255
    read = engine.read(blank)
    assert (read.text, len(read.boxes), len(read.confidence)) == ("", 0, 0)


def test_the_name_says_which_version_it_is(engine):
    assert engine.name.split()[-1][0].isdigit()


def read_as_page(real, shown):
    width, height = shown.size
    page = Page(1, "", PageStatus.NO_TEXT, width_pt=width / 2, height_pt=height / 2)
    return read_page(page, pixels(shown), real)


@needs_rapidocr
@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_a_scan_that_lies_on_its_side_or_head_is_read_upright(real, degrees):
    shown = picture().rotate(degrees, expand=True)
    read = read_as_page(real, shown)
    assert read.status is PageStatus.OCR
    assert read.text.split("\n") == list(LINES)
    inked = read.boxes[~np.isnan(read.boxes[:, 0])]
    dark = np.argwhere(np.asarray(shown) < 128) / 2
    assert np.abs(inked[:, 1].min() - dark[:, 0].min()) < 8
    assert np.abs(inked[:, 2].max() - dark[:, 1].max()) < 8


@needs_rapidocr
def test_the_rows_of_a_skewed_scan_stand_on_one_line(real):
    wide = Image.new("L", (1400, 400), 255)
    draw = ImageDraw.Draw(wide)
    font = ImageFont.load_default(size=28)
    for number, (label, value) in enumerate(
        (("Depth of hole", "15.01"), ("Level of water", "9.89"))
    ):
        draw.text((80, 120 + 60 * number), label, fill=10, font=font)
        draw.text((1150, 120 + 60 * number), value, fill=10, font=font)
    read = read_as_page(real, wide.rotate(-2.5, fillcolor=255, resample=Image.Resampling.BICUBIC))
    assert read.text.split("\n") == ["Depth of hole 15.01", "Level of water 9.89"]


@needs_rapidocr
def test_digits_of_a_poor_scan_are_read_with_less_confidence_than_those_of_a_good_one(real):
    good = read_as_page(real, picture())
    small = picture().resize((175, 75), Image.Resampling.BILINEAR)
    poor = read_as_page(real, small.resize((700, 300), Image.Resampling.BILINEAR))
    assert np.nanmean(poor.confidence) < np.nanmean(good.confidence)
