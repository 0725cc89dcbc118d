"""Text on images through the program ``tesseract``, where the system has it.

Its detection of how a page is turned needs a page of text; where it gives up, the page is read
as it stands.
"""

from __future__ import annotations

import csv
import functools
import itertools
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from operator import itemgetter

import numpy as np

from onfile.adapters.ocr_boxes import NOTHING, shared, skew_of
from onfile.errors import ModelError
from onfile.types import FloatArray, Image, OcrText

PROGRAM = "tesseract"
TIMEOUT_S = 240.0  # below that of a page: what went wrong is then told by name
_TURN = re.compile(r"Rotate: (90|180|270)")
_WORD_LEVEL = "5"
_LINE = itemgetter("block_num", "par_num", "line_num")

Row = dict[str, str]


def is_installed() -> bool:
    """True where the program is there."""
    return shutil.which(PROGRAM) is not None


@functools.cache
def engine_name() -> str:
    """The name and version that ``Tesseract`` has. Raises: ModelError."""
    found = re.search(rf"{PROGRAM} v?(\S+)", _run(["--version"]))
    return f"{PROGRAM} {found[1] if found is not None else '0'}"


class Tesseract:
    """Reads images; implements ``ports.OcrEngine``."""

    def __init__(self) -> None:
        self.name = engine_name()

    def read(self, image: Image) -> OcrText:
        """All text on the image. Raises: ModelError."""
        turned = _turn(image)
        upright = np.ascontiguousarray(np.rot90(image, turned // 90))
        table = _run(["stdin", "stdout", "--psm", "3", "tsv"], upright)
        rows = csv.DictReader(table.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
        words = [row for row in rows if row["level"] == _WORD_LEVEL and row["text"].strip()]
        return _ocr_text(words, turned) if words else NOTHING


def _turn(image: Image) -> int:
    """Degrees anticlockwise that put the text upright."""
    try:
        told = _run(["stdin", "stdout", "--psm", "0"], image)
    except ModelError:
        return 0  # too few letters to tell
    found = _TURN.search(told)
    return 360 - int(found[1]) if found is not None else 0


def _ocr_text(words: Iterable[Row], turned: int) -> OcrText:
    texts: list[str] = []
    boxes: list[FloatArray] = []
    sure: list[float] = []
    steps: list[tuple[float, float]] = []
    gap = np.full((1, 4), np.nan, np.float32)
    for _, group in itertools.groupby(words, key=_LINE):
        line = list(group)
        texts.append(" ".join(row["text"] for row in line))
        for row in line:
            boxes += (shared(row["text"], _box(row)), gap)
            sure += [float(row["conf"]) / 100] * len(row["text"]) + [np.nan]
        steps.append(_step(line))
    return OcrText(
        "\n".join(texts),
        np.concatenate(boxes)[:-1].astype(np.float32),
        np.array(sure[:-1], np.float32),
        turned,
        skew_of(np.array(steps)),
    )


def _box(row: Row) -> tuple[float, float, float, float]:
    left, top, width, height = (float(row[side]) for side in ("left", "top", "width", "height"))
    return left, top, left + width, top + height


def _step(line: Sequence[Row]) -> tuple[float, float]:
    """How far right and down the upper edges of a line's words go; one word says nothing."""
    (left, top, _, _), (right, bottom, _, _) = _box(line[0]), _box(line[-1])
    return right - left, bottom - top


def _run(arguments: Sequence[str], image: Image | None = None) -> str:
    given = b""
    if image is not None:
        height, width = image.shape[:2]
        given = f"P6 {width} {height} 255\n".encode() + image.tobytes()
    try:
        done = subprocess.run(
            [PROGRAM, *arguments],
            input=given,
            capture_output=True,
            check=True,
            timeout=TIMEOUT_S,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ModelError(
            f"{PROGRAM} failed: {error}",
            hint=f"install the program {PROGRAM}, or take another ocr_engine",
        ) from error
    return done.stdout.decode("utf-8", "replace")
