"""A page that was read by OCR: its lines rebuilt, its boxes put on the page, its status.

Only pages that need it are read: those without a text layer, those whose text layer holds glyph
codes, and those whose short text layer stands on a large image (the layer is then kept).
"""

from __future__ import annotations

import dataclasses
import math
import time

import numpy as np

from onfile.ingest.columns import reading_order
from onfile.ingest.lines import rebuild
from onfile.ingest.quality import assess
from onfile.ports import OcrEngine
from onfile.types import FloatArray, Image, OcrText, Page, PageStatus

NEEDS_OCR = frozenset({PageStatus.NO_TEXT, PageStatus.GARBAGE_TEXT, PageStatus.MIXED})
DPI = 200.0  # a tenth of the character errors of 150 dpi; 300 is dearer and no better
MAX_PIXELS = 4_500_000  # an A4 page at 200 dpi has 3.9 million; memory grows with them
POINTS_PER_INCH = 72.0


def needs_ocr(page: Page, engine_name: str) -> bool:
    """True for a page that OCR may make readable and that this engine has not seen."""
    return page.status in NEEDS_OCR and not page.reader.endswith(engine_name)


def read_page(page: Page, image: Image, engine: OcrEngine) -> Page:
    """The page with what ``engine`` reads on its ``image``.

    Args:
        page: As its file's reader gave it; one with status ``mixed`` keeps its own text.
        image: The page as it is shown, at whatever resolution.
        engine: The OCR engine.

    Returns:
        The page with status ``ocr`` or ``mixed`` and the confidence of each character, or with
        the status it had where nothing could be read; its ``reader`` ends in the engine's name
        either way.

    Raises:
        ModelError: the engine failed.
    """
    start = time.perf_counter()
    read = engine.read(image)
    text, boxes, confidence = _on_page(page, image, read)
    if page.status is PageStatus.MIXED:
        text, boxes, confidence = _beside_layer(page, text, boxes, confidence)
        status, reason = PageStatus.MIXED, "the text layer is kept, its image was read by OCR"
    else:
        status, reason = PageStatus.OCR, page.reason
    return _judged(page, text, boxes, confidence, status, reason, engine.name, start)


def failed_page(page: Page, engine_name: str, reason: str) -> Page:
    """The page as it was, with why OCR did not help."""
    return dataclasses.replace(
        page,
        reason=f"{page.reason}; OCR: {reason}",
        reader=f"{page.reader} + {engine_name}",
    )


def _judged(
    page: Page,
    text: str,
    boxes: FloatArray,
    confidence: FloatArray,
    status: PageStatus,
    reason: str,
    engine_name: str,
    start: float,
) -> Page:
    quality = assess(text)[1]
    if not text.strip():
        return failed_page(page, engine_name, "no text was found on the image")
    return dataclasses.replace(
        page,
        text=text,
        boxes=boxes,
        confidence=confidence,
        status=status,
        reason=reason,
        quality=quality,
        reader=f"{page.reader} + {engine_name}",
        elapsed_ms=page.elapsed_ms + (time.perf_counter() - start) * 1000,
    )


def _on_page(page: Page, image: Image, read: OcrText) -> tuple[str, FloatArray, FloatArray]:
    """Text in printed rows, and boxes in points of the page as it is shown."""
    level = np.column_stack((_sloped(read.boxes, -read.skew_deg), read.confidence))
    text, carried = rebuild(*_in_columns(read.text, level))
    if carried is None or not len(carried):
        return "", np.zeros((0, 4), np.float32), np.zeros(0, np.float32)
    height, width = image.shape[:2]
    boxes = _turned_back(_sloped(carried[:, :4], read.skew_deg), read.turned, width, height)
    per_pixel = (page.width_pt or width) / width
    return text, (boxes * per_pixel).astype(np.float32), carried[:, 4]


def _in_columns(text: str, carried: FloatArray) -> tuple[str, FloatArray]:
    """The same lines, column after column where the page has columns of prose."""
    spans = [(a, b) for a, b in _lines_of(text) if not np.isnan(carried[a:b, 0]).all()]
    lines = np.array(
        [
            [*np.nanmin(carried[a:b, :2], axis=0), *np.nanmax(carried[a:b, 2:4], axis=0)]
            for a, b in spans
        ],
        np.float32,
    ).reshape(-1, 4)
    texts = [text[a:b] for a, b in spans]
    order = reading_order(texts, lines)
    if order == sorted(order):
        return text, carried
    gap = np.full((1, carried.shape[1]), np.nan, carried.dtype)
    parts = [part for i in order for part in (carried[slice(*spans[i])], gap)]
    return "\n".join(texts[i] for i in order), np.concatenate(parts)[:-1]


def _sloped(boxes: FloatArray, degrees: float) -> FloatArray:
    """Boxes moved as their middles move when the page is turned; their sizes stay."""
    if degrees == 0.0 or not len(boxes):
        return boxes
    angle = math.radians(degrees)
    x = (boxes[:, 0] + boxes[:, 2]) / 2
    y = (boxes[:, 1] + boxes[:, 3]) / 2
    dx = x * math.cos(angle) - y * math.sin(angle) - x
    dy = x * math.sin(angle) + y * math.cos(angle) - y
    return boxes + np.stack((dx, dy, dx, dy), axis=1)


def _turned_back(boxes: FloatArray, turned: int, width: int, height: int) -> FloatArray:
    """Boxes on the turned image to boxes on the image of ``width`` and ``height``."""
    x0, y0, x1, y1 = boxes.T
    if turned == 90:
        sides = (width - y1, x0, width - y0, x1)
    elif turned == 180:
        sides = (width - x1, height - y1, width - x0, height - y0)
    elif turned == 270:
        sides = (y0, height - x1, y1, height - x0)
    else:
        return boxes
    return np.stack(sides, axis=1)


def _beside_layer(
    page: Page, text: str, boxes: FloatArray, confidence: FloatArray
) -> tuple[str, FloatArray, FloatArray]:
    """The page's own text, then the lines of the image that do not stand on it."""
    own = page.boxes if page.boxes is not None else np.zeros((0, 4), np.float32)
    inked = own[~np.isnan(own[:, 0])]
    kept = [
        (start, end)
        for start, end in _lines_of(text)
        if not _covers(inked, boxes[start:end][~np.isnan(boxes[start:end, 0])])
    ]
    texts, parts = [page.text], [own]
    sure = [np.full(len(page.text), np.nan, np.float32)]
    for start, end in kept:
        texts.append(text[start:end])
        parts += (np.full((1, 4), np.nan, np.float32), boxes[start:end])
        sure += (np.full(1, np.nan, np.float32), confidence[start:end])
    return "\n".join(texts), np.concatenate(parts), np.concatenate(sure)


def _lines_of(text: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    for line in text.split("\n"):
        spans.append((start, start + len(line)))
        start += len(line) + 1
    return [(start, end) for start, end in spans if end > start]


def _covers(own: FloatArray, line: FloatArray) -> bool:
    """True where most of the line's characters stand on characters of the text layer."""
    if not len(own) or not len(line):
        return False
    x = (line[:, 0] + line[:, 2]) / 2
    y = (line[:, 1] + line[:, 3]) / 2
    slack = 2.0
    on = (
        (x[:, None] >= own[None, :, 0] - slack)
        & (x[:, None] <= own[None, :, 2] + slack)
        & (y[:, None] >= own[None, :, 1] - slack)
        & (y[:, None] <= own[None, :, 3] + slack)
    )
    return bool(on.any(axis=1).mean() > 0.5)
