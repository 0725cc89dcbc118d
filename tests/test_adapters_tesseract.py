"""What the program ``tesseract`` prints becomes text with boxes; a made-up one stands in for it."""

import sys

import numpy as np
import pytest

from onfile.adapters import ocr_engines, tesseract
from onfile.errors import ModelError

HEAD = "level page_num block_num par_num line_num word_num left top width height conf text"
ROWS = (
    "1 1 0 0 0 0 0 0 400 200 -1 ",
    "4 1 1 1 1 0 20 30 200 20 -1 ",
    "5 1 1 1 1 1 20 30 60 20 96.5 Depth",
    "5 1 1 1 1 2 160 34 50 20 61.0 15.01",
    '5 1 1 1 2 1 20 70 40 20 90.0 7"',
    "5 1 2 1 1 1 20 110 40 20 95.0 ",
)
PROGRAM = """#!{python}
import sys
if "--version" in sys.argv:
    print("tesseract 5.9.1")
elif "0" in sys.argv:
    if {turn} is None:
        sys.exit(1)
    print("Orientation in degrees: 0\\nRotate: {turn}")
else:
    head = sys.stdin.buffer.read().split()
    assert head[:4] == [b"P6", b"{width}", b"{height}", b"255"], head[:4]
    print({table!r})
"""


@pytest.fixture
def program(tmp_path, monkeypatch):
    def install(turn=None, width=400, height=200, rows=ROWS):
        table = "\n".join("\t".join(row.split(" ", 11)) for row in (HEAD, *rows))
        body = PROGRAM.format(
            python=sys.executable, turn=turn, width=width, height=height, table=table
        )
        path = tmp_path / "tesseract"
        path.write_text(body)
        path.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        tesseract.engine_name.cache_clear()

    yield install
    tesseract.engine_name.cache_clear()


IMAGE = np.zeros((200, 400, 3), np.uint8)


def test_words_are_joined_to_lines_and_share_their_boxes_among_their_characters(program):
    program()
    read = ocr_engines.load("tesseract").read(IMAGE)
    assert read.text == 'Depth 15.01\n7"'
    assert read.boxes[0].tolist() == [20, 30, 20 + 60 / 5, 50]
    assert read.boxes[10].tolist() == [160 + 4 * 50 / 5, 34, 210, 54]
    assert np.isnan(read.boxes[[5, 11]]).all()
    assert read.confidence[[0, 6]] == pytest.approx([0.965, 0.61])
    assert np.isnan(read.confidence[[5, 11]]).all()
    assert read.skew_deg == pytest.approx(np.degrees(np.arctan2(34 - 30, 160 - 20)))


def test_a_page_on_its_side_is_turned_before_it_is_read(program):
    program(turn=90, width=200, height=400)
    assert ocr_engines.load("tesseract").read(IMAGE).turned == 270


def test_an_image_on_which_it_finds_nothing_has_no_text(program):
    program(rows=ROWS[:2])
    assert ocr_engines.load("tesseract").read(IMAGE).text == ""


def test_its_name_says_its_version(program):
    program()
    assert ocr_engines.engine_name("tesseract") == "tesseract 5.9.1"
    assert ocr_engines.is_installed("tesseract")


def test_where_the_program_is_absent_the_message_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    tesseract.engine_name.cache_clear()
    assert not ocr_engines.is_installed("tesseract")
    with pytest.raises(ModelError, match="tesseract failed") as told:
        ocr_engines.load("tesseract")
    assert "ocr_engine" in told.value.hint
