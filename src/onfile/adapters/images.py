"""Scanned pages as image files (TIFF, PNG, JPEG): every frame is a page, to be read by OCR."""

from __future__ import annotations

import io
import math
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import PIL
from PIL import Image as Picture
from PIL import ImageOps

from onfile.errors import PageFailed, UnreadableFile
from onfile.types import Image, Page, PageStatus

SIGNATURES = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*")
MAX_SOURCE_PIXELS = 170_000_000  # an A0 sheet at 300 dpi has 140 million; beyond is a bomb
USUAL_DPI = (60.0, 1300.0)  # what scanners and cameras write; other values are taken for none
A4_SHORT_SIDE_IN = 8.27  # of a scan that does not say its resolution
DAMAGED = (OSError, ValueError, EOFError, SyntaxError, KeyError, TypeError)
_BLANK_CONTRAST = 8  # grey levels between the darkest and the lightest pixel of an empty page
_TINT = np.array((255, 232, 120), np.uint8)  # of highlighted paper
_PNG_LEVEL = 3  # half the time of the usual 6 for a tenth more bytes


class ImageReader:
    """Reads image files; implements ``ports.FileReader`` and ``ports.PageRenderer``.

    Pages have no text until OCR has read them.
    """

    def __init__(self) -> None:
        self.name = f"pillow {PIL.__version__}"

    def accepts(self, head: bytes, path: Path) -> bool:
        """True for the signatures of PNG, JPEG and TIFF."""
        return head.startswith(SIGNATURES)

    def count_pages(self, path: Path) -> int:
        """Number of frames. Raises: UnreadableFile."""
        with _opened(path) as picture:
            try:
                return int(getattr(picture, "n_frames", 1))
            except DAMAGED as error:
                raise _unreadable(path) from error

    def read(self, path: Path, first: int, last: int) -> Iterator[Page]:
        """Frames ``first`` to ``last``, each without text. Raises: UnreadableFile."""
        with _opened(path) as picture:
            for number in range(first, last + 1):
                yield self._page(picture, number)

    def render(self, path: Path, page: int, dpi: float, max_pixels: int) -> Image:
        """The frame as it was scanned, reduced where it is finer than asked for.

        Raises:
            UnreadableFile: the file can't be opened.
            PageFailed: this frame is damaged.
        """
        with _opened(path) as picture:
            try:
                picture.seek(page - 1)
                shown = _upright(picture)
                ratio = min(1.0, (max_pixels / (shown.width * shown.height)) ** 0.5)
                if _dpi(picture) > dpi:
                    ratio = min(ratio, dpi / _dpi(picture))
                if ratio < 1.0:
                    size = (round(shown.width * ratio), round(shown.height * ratio))
                    shown = shown.resize(size, Picture.Resampling.LANCZOS)
                return np.asarray(shown.convert("RGB"), np.uint8)
            except DAMAGED as error:
                reason = f"{path.name}, page {page}: it can't be shown: {error}"
                raise PageFailed(reason) from error

    def _page(self, picture: Picture.Image, number: int) -> Page:
        start = time.perf_counter()
        try:
            picture.seek(number - 1)
            if picture.width * picture.height > MAX_SOURCE_PIXELS:
                n_pixels = f"{picture.width} x {picture.height} pixels"
                reason = f"the image has {n_pixels}, more than {MAX_SOURCE_PIXELS:,}"
                return self._without_text(number, PageStatus.TOO_LARGE, reason)
            low, high = _upright(picture).convert("L").getextrema()
            per_pixel = 72 / _dpi(picture)
            width, height = _upright_size(picture)
        except DAMAGED as error:
            return self._without_text(number, PageStatus.FAILED, f"the image is damaged: {error}")
        is_blank = int(str(high)) - int(str(low)) < _BLANK_CONTRAST
        return Page(
            number,
            "",
            PageStatus.BLANK if is_blank else PageStatus.NO_TEXT,
            "the page shows nothing" if is_blank else "the page is an image",
            width_pt=width * per_pixel,
            height_pt=height * per_pixel,
            quality=0.0,
            reader=self.name,
            elapsed_ms=(time.perf_counter() - start) * 1000,
        )

    def _without_text(self, number: int, status: PageStatus, reason: str) -> Page:
        return Page(number, "", status, reason, quality=0.0, reader=self.name)


@contextmanager
def _opened(path: Path) -> Iterator[Picture.Image]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # sizes and damage are judged here, by the page
        try:
            picture = Picture.open(path, formats=("PNG", "JPEG", "TIFF"))
        except (*DAMAGED, Picture.DecompressionBombError) as error:
            raise _unreadable(path) from error
        try:
            yield picture
        finally:
            picture.close()


def _unreadable(path: Path) -> UnreadableFile:
    return UnreadableFile(
        f"{path.name}: the image is damaged or too large to be opened",
        hint="open it in a viewer and save it again, or scan it again",
    )


def _upright(picture: Picture.Image) -> Picture.Image:
    """As its orientation tag says that it is to be shown."""
    return ImageOps.exif_transpose(picture) or picture


def _upright_size(picture: Picture.Image) -> tuple[int, int]:
    return _upright(picture).size


def _dpi(picture: Picture.Image) -> float:
    """The scan's resolution; where it states none, that of a page of A4."""
    stated = picture.info.get("dpi", (0.0, 0.0))
    dpi = float(max(stated)) if stated else 0.0
    low, high = USUAL_DPI
    if low < dpi < high and dpi not in (72.0, 96.0):
        return dpi
    return max(low, min(picture.size) / A4_SHORT_SIDE_IN)


def as_png(image: Image, highlight: Sequence[Sequence[float]] = ()) -> bytes:
    """The image as a PNG file.

    Args:
        image: See ``types.Image``.
        highlight: Boxes ``(x0, y0, x1, y1)`` in pixels whose paper is tinted; ink stays as it is.
    """
    shown = np.array(image)
    height, width = shown.shape[:2]
    for x0, y0, x1, y1 in highlight:
        rows = slice(max(0, int(y0)), min(height, math.ceil(y1)))
        columns = slice(max(0, int(x0)), min(width, math.ceil(x1)))
        shown[rows, columns] = np.minimum(shown[rows, columns], _TINT)
    stream = io.BytesIO()
    Picture.fromarray(shown).save(stream, "PNG", compress_level=_PNG_LEVEL)
    return stream.getvalue()
