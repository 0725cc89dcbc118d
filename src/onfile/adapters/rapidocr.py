"""Text on images through rapidocr (PaddleOCR's models on onnxruntime, in its wheel).

The engine finds lines, level or not, and reads each. Which way up a page stands is told by
reading a few of its longest lines both ways; the engine's own classifier, made for single lines,
flips short ones such as "NI".
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import logging
from functools import cached_property
from typing import Any

import numpy as np

from onfile.adapters.ocr_boxes import IS_UPRIGHT_LINE, NOTHING, shared, skew_of
from onfile.errors import ModelError
from onfile.types import FloatArray, Image, OcrText

PACKAGE = "rapidocr"
UNLIMITED = 100_000  # pixels a side: by default pages above 2,000 are shrunk, and digits lost
N_PROBES = 6  # lines that are read both ways
SURE_FLIP = 0.97  # how sure the classifier must be that a line is upside down

# All are given each time: the engine keeps what it was told last.
_WHOLE_PAGE = {"use_det": True, "use_cls": True, "use_rec": True, "return_word_box": True}
_ONE_LINE = {"use_det": False, "use_cls": False, "use_rec": True, "return_word_box": False}


def is_installed() -> bool:
    """True where the optional packages are there (``pip install "onfile[ocr]"``)."""
    return all(importlib.util.find_spec(name) is not None for name in (PACKAGE, "onnxruntime"))


def engine_name() -> str:
    """The name and version that ``RapidOcr`` has, without loading it."""
    return f"{PACKAGE} {importlib.metadata.version(PACKAGE)}"


class RapidOcr:
    """Reads images; implements ``ports.OcrEngine``. The models are loaded when first needed."""

    def __init__(self, n_threads: int = 1) -> None:
        self._n_threads = n_threads
        self.name = engine_name()

    def read(self, image: Image) -> OcrText:
        """All text on the image. Raises: ModelError."""
        turned, found = 0, self._lines(image)
        if found is None:
            return NOTHING
        turned = self._turn(image, found)
        if turned:
            found = self._lines(_turned(image, turned))
        return NOTHING if found is None else _ocr_text(found, turned)

    @cached_property
    def _engine(self) -> Any:
        try:
            from rapidocr import RapidOCR
        except ImportError as error:
            raise ModelError(
                f"the OCR engine could not be loaded: {error}",
                hint='pip install "onfile[ocr]"',
            ) from error
        logging.getLogger("RapidOCR").setLevel(logging.ERROR)
        return RapidOCR(
            params={
                "Global.max_side_len": UNLIMITED,
                "Global.log_level": "error",
                "Cls.cls_thresh": SURE_FLIP,
                "EngineConfig.onnxruntime.intra_op_num_threads": self._n_threads,
            }
        )

    def _lines(self, image: Image) -> Any:
        """What rapidocr gives for a page, None where there is no text."""
        try:
            found = self._engine(np.ascontiguousarray(image[:, :, ::-1]), **_WHOLE_PAGE)
        except (RuntimeError, ValueError, IndexError, OSError) as error:
            raise ModelError(f"{self.name} failed: {error}") from error
        return found if getattr(found, "txts", None) else None

    def _turn(self, image: Image, found: Any) -> int:
        """Degrees anticlockwise that put most of the text upright."""
        order = sorted(range(len(found.txts)), key=lambda i: -len(found.txts[i]))
        longest = [i for i in order if len(found.txts[i]) >= 3][: 3 * N_PROBES]
        if not longest:
            return 0
        n_vertical = sum(len(found.txts[i]) for i in longest if _is_vertical(found.boxes[i]))
        is_vertical = 2 * n_vertical > sum(len(found.txts[i]) for i in longest)
        probes = [i for i in longest if _is_vertical(found.boxes[i]) == is_vertical][:N_PROBES]
        ways = (90, 270) if is_vertical else (0, 180)
        scores = {way: self._score(image, [found.boxes[i] for i in probes], way) for way in ways}
        return max(ways, key=lambda way: scores[way])

    def _score(self, image: Image, boxes: list[FloatArray], turned: int) -> float:
        """How well these lines read when the page is turned."""
        total = 0.0
        for box in boxes:
            (x0, y0), (x1, y1) = box.min(axis=0).astype(int), box.max(axis=0).astype(int)
            crop = image[max(y0, 0) : y1 + 1, max(x0, 0) : x1 + 1]
            line = np.ascontiguousarray(_turned(crop, turned)[:, :, ::-1])
            read = self._engine(line, **_ONE_LINE)
            total += sum(read.scores or ())
        return total


def _turned(image: Image, degrees: int) -> Image:
    return np.ascontiguousarray(np.rot90(image, degrees // 90))


def _is_vertical(box: FloatArray) -> bool:
    width, height = float(np.ptp(box[:, 0])), float(np.ptp(box[:, 1]))
    return height > IS_UPRIGHT_LINE * max(width, 1.0)


def _ocr_text(found: Any, turned: int) -> OcrText:
    texts: list[str] = []
    boxes: list[FloatArray] = []
    confidence: list[FloatArray] = []
    gap = np.full((1, 4), np.nan, np.float32)
    words = found.word_results if len(found.word_results) == len(found.txts) else None
    for index, text in enumerate(found.txts):
        of_line = words[index] if words is not None else ()
        line_boxes, sure = _characters(text, found.boxes[index], found.scores[index], of_line)
        texts.append(text)
        boxes += (line_boxes, gap)
        confidence += (sure, gap[0, :1])
    return OcrText(
        "\n".join(texts),
        np.concatenate(boxes)[:-1].astype(np.float32),
        np.concatenate(confidence)[:-1].astype(np.float32),
        turned,
        skew_of(np.asarray(found.boxes)[:, 1] - np.asarray(found.boxes)[:, 0]),
    )


def _characters(
    text: str, quad: FloatArray, score: float, words: Any
) -> tuple[FloatArray, FloatArray]:
    """Boxes and confidence of a line's characters: words where they are given, else its box.

    A character is never surer than its line.
    """
    boxes = shared(text, (*quad.min(axis=0), *quad.max(axis=0)))
    sure = np.full(len(text), score, np.float32)
    at = 0
    for word, word_score, corners in words:
        start = text.find(word, at)
        if start < 0:
            break
        at = start + len(word)
        points = np.asarray(corners, np.float32)
        boxes[start:at] = shared(word, (*points.min(axis=0), *points.max(axis=0)))
        sure[start:at] = min(float(word_score), score)
    is_space = np.array([character.isspace() for character in text], np.bool_)
    boxes[is_space] = np.nan
    sure[is_space] = np.nan
    return boxes, sure
