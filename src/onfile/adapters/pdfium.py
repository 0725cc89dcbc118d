"""PDF pages through pdfium: text in pdfium's own lines, and a box for every character.

A box is a C call a character. Converting its arguments costs ctypes far more than the call does,
so they are converted once a process and used again (``_Boxes``): 3,500 boxes cost under 1 ms, and
they are taken for every page.
"""

from __future__ import annotations

import ctypes
import functools
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import repeat
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from onfile.errors import EncryptedFile, PageFailed, UnreadableFile
from onfile.types import FloatArray, Image, Page, PageStatus

MAX_CHARS = 400_000  # a page above this is a data dump; the rest of the file still matters
_BLANK_PROBE_SCALE = 0.5
_WHITE = 250
FIRST_OBJECTS = 12  # a scan's image is drawn first; looking further costs time on every page
LARGE_IMAGE = 0.5  # of the page's area
FEW_CHARS = 300  # a stamp, a header, a caption: the page's content is in its image
_N_TEXT_PROBES = 12

_FIRST_SURROGATE = 0xD800
_HAS_INK = np.ones(0x102, np.bool_)
_HAS_INK[[10, 13, 32, 0xA0]] = False  # line ends and spaces, a fifth of all characters

_argument = ctypes.c_void_p.from_param  # gives an argument that is passed on as it is
# Without a result and argument types: nothing is converted but the index.
_get_box = ctypes.PYFUNCTYPE(None)(ctypes.cast(raw.FPDFText_GetCharBox, ctypes.c_void_p).value or 0)
_get_unicode = ctypes.PYFUNCTYPE(ctypes.c_uint, ctypes.c_size_t, ctypes.c_int)(
    ctypes.cast(raw.FPDFText_GetUnicode, ctypes.c_void_p).value or 0
)


class _Boxes:
    """Takes the boxes of characters, a block of them at a time, into memory of its own."""

    _BLOCK = 4_096

    def __init__(self) -> None:
        self._edges = np.zeros((self._BLOCK, 4), np.float64)  # left, right, bottom, top
        first = self._edges.ctypes.data
        places = range(first, first + self._edges.nbytes, 32)
        self._columns = [[_argument(place + 8 * side) for place in places] for side in range(4)]
        self._lock = threading.Lock()

    def take(self, handle: int, indices: Sequence[int]) -> npt.NDArray[np.float64]:
        """``(len(indices), 4)`` left, right, bottom, top of the text page at ``handle``."""
        found = np.empty((len(indices), 4), np.float64)
        text = _argument(handle)
        with self._lock:
            for start in range(0, len(indices), self._BLOCK):
                block = indices[start : start + self._BLOCK]
                self._edges[: len(block)] = 0.0  # what has no box stays without area
                deque(map(_get_box, repeat(text), block, *self._columns), maxlen=0)
                found[start : start + len(block)] = self._edges[: len(block)]
        return found


@functools.cache
def _boxes() -> _Boxes:
    return _Boxes()


class PdfiumReader:
    """Reads PDF files; implements ``ports.FileReader``.

    ``Page.text`` is raw: pdfium's lines and control characters (0 an unmapped glyph, 2 a hyphen
    at a line end); ``ingest/lines.py`` makes it canonical. Boxes are as the page is shown.
    """

    def __init__(self) -> None:
        self.name = f"pypdfium2 {pdfium.version.PYPDFIUM_INFO}"

    def accepts(self, head: bytes, path: Path) -> bool:
        """True for the PDF signature within the first 1,024 bytes, as readers allow."""
        return b"%PDF-" in head[:1024]

    def count_pages(self, path: Path) -> int:
        """Number of pages. Raises: UnreadableFile, EncryptedFile."""
        document = _open(path)
        try:
            return len(document)
        finally:
            document.close()

    def read(self, path: Path, first: int, last: int) -> Iterator[Page]:
        """Pages ``first`` to ``last``; a page that fails has status ``failed``.

        Raises:
            UnreadableFile: the file can't be opened.
            EncryptedFile: it needs a password.
        """
        document = _open(path)
        try:
            for number in range(first, last + 1):
                yield self._read_page(document, number)
        finally:
            document.close()

    def render(self, path: Path, page: int, dpi: float, max_pixels: int) -> Image:
        """See ``ports.PageRenderer``. Raises: UnreadableFile, EncryptedFile, PageFailed."""
        document = _open(path)
        try:
            loaded = document[page - 1]
            width, height = loaded.get_size()
            per_point = min(dpi / 72, (max_pixels / max(width * height, 1.0)) ** 0.5)
            bitmap = loaded.render(scale=per_point, rev_byteorder=True, prefer_bgrx=False)
            pixels: Image = np.array(bitmap.to_numpy()[:, :, :3])
            return pixels
        except (pdfium.PdfiumError, ValueError, IndexError) as error:
            raise PageFailed(f"{path.name}, page {page}: it can't be shown: {error}") from error
        finally:
            document.close()

    def _read_page(self, document: pdfium.PdfDocument, number: int) -> Page:
        start = time.perf_counter()
        try:
            page = document[number - 1]
        except pdfium.PdfiumError as error:
            reason = f"pdfium could not load the page: {error}"
            return Page(number, "", PageStatus.FAILED, reason, quality=0.0, reader=self.name)
        try:
            return self._read_loaded(page, number, start)
        except pdfium.PdfiumError as error:
            reason = f"pdfium could not read the page's text: {error}"
            return Page(number, "", PageStatus.FAILED, reason, quality=0.0, reader=self.name)
        finally:
            page.close()

    def _read_loaded(self, page: pdfium.PdfPage, number: int, start: float) -> Page:
        width, height = page.get_size()
        rotation = int(page.get_rotation())
        textpage = page.get_textpage()
        try:
            n_chars = raw.FPDFText_CountChars(textpage.raw)
            too_large = n_chars > MAX_CHARS
            text, boxes = "", np.zeros((0, 4), np.float32)
            if not too_large and n_chars > 0:
                text, boxes = _characters(page, textpage, n_chars)
        finally:
            textpage.close()
        status, reason = PageStatus.TEXT, ""
        if too_large:
            status = PageStatus.TOO_LARGE
            reason = f"the page has {n_chars} characters, more than {MAX_CHARS}"
        elif not text.strip():
            status, reason = _without_text(page)
        elif _has_large_image(page, width * height):
            status, reason = _over_image(page, len(text))
        return Page(
            number,
            text,
            status,
            reason,
            width_pt=float(width),
            height_pt=float(height),
            rotation=rotation,
            quality=1.0 if status.is_readable else 0.0,
            reader=self.name,
            elapsed_ms=(time.perf_counter() - start) * 1000,
            boxes=boxes,
        )


def _open(path: Path) -> pdfium.PdfDocument:
    try:
        return pdfium.PdfDocument(path)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD or "assword" in str(error):
            raise EncryptedFile(
                f"{path.name}: a password is needed to open it",
                hint="give it with --password-file, or save a copy that needs none",
            ) from error
        raise UnreadableFile(
            f"{path.name}: the PDF is damaged and could not be opened",
            hint="open it in a viewer and save it again, or fetch it again",
        ) from error


def _characters(
    page: pdfium.PdfPage, textpage: pdfium.PdfTextPage, n_chars: int
) -> tuple[str, FloatArray]:
    r"""Text with ``\\n`` line ends and one ``(x0, y0, x1, y1)`` row a character, as shown."""
    handle = ctypes.cast(textpage.raw, ctypes.c_void_p).value or 0
    codes = _codes(textpage, handle, n_chars)
    inked = np.flatnonzero(_HAS_INK.take(codes, mode="clip"))
    x0, x1, y0, y1 = _boxes().take(handle, inked.tolist()).T.astype(np.float32, order="C")
    found = np.full((len(inked) + 1, 4), np.nan, np.float32)  # the last for those without ink
    for side, edge in enumerate(_as_shown(x0, y0, x1, y1, _bounds(page), int(page.get_rotation()))):
        found[:-1, side] = edge
    has_no_area = (x1 <= x0) & (y1 <= y0)
    if has_no_area.any():
        found[:-1][has_no_area] = np.nan
    which = np.full(n_chars, len(inked))
    which[inked] = np.arange(len(inked))
    keep = codes != 13
    encoding = "utf-16-le" if codes.dtype == np.uint16 else "utf-32-le"
    return codes[keep].tobytes().decode(encoding), found.take(which[keep], axis=0)


def _codes(
    textpage: pdfium.PdfTextPage, handle: int, n_chars: int
) -> npt.NDArray[np.uint16] | npt.NDArray[np.uint32]:
    """One code point a character index, 0 for what is none; 16 bits where all of them fit.

    The whole text comes in one call where it has one unit a character; U+FFFE in it may stand
    for two things and is asked for by itself.
    """
    units = np.zeros(n_chars + 1, np.uint16)
    pointer = units.ctypes.data_as(ctypes.POINTER(ctypes.c_ushort))
    n_units = raw.FPDFText_GetText(textpage.raw, 0, n_chars, pointer) - 1
    if n_units == n_chars and int(units.max()) < _FIRST_SURROGATE:  # nearly every page
        return units[:n_chars]
    has_surrogates = bool(((units >= _FIRST_SURROGATE) & (units < 0xE000)).any())
    if n_units != n_chars or has_surrogates:
        codes = np.array([_get_unicode(handle, i) for i in range(n_chars)], np.uint32)
    else:
        codes = units[:n_chars].astype(np.uint32)
        for index in np.flatnonzero(codes == 0xFFFE).tolist():
            codes[index] = _get_unicode(handle, index)
    codes[(codes > 0x10FFFF) | ((codes >= _FIRST_SURROGATE) & (codes < 0xE000))] = 0
    return codes


def _bounds(page: pdfium.PdfPage) -> tuple[float, float, float, float]:
    rect = raw.FS_RECTF()
    if not raw.FPDF_GetPageBoundingBox(page.raw, rect):
        width, height = page.get_size()
        return (0.0, 0.0, float(width), float(height))
    return (rect.left, rect.bottom, rect.right, rect.top)


def _as_shown(
    x0: FloatArray,
    y0: FloatArray,
    x1: FloatArray,
    y1: FloatArray,
    bounds: tuple[float, float, float, float],
    rotation: int,
) -> tuple[FloatArray, ...]:
    """Edges in page space (y up, unrotated) to edges from the top left of the shown page."""
    left, bottom, right, top = bounds
    if rotation == 90:
        return y0 - bottom, x0 - left, y1 - bottom, x1 - left
    if rotation == 180:
        return right - x1, y0 - bottom, right - x0, y1 - bottom
    if rotation == 270:
        return top - y1, right - x1, top - y0, right - x0
    return x0 - left, top - y1, x1 - left, top - y0


def _without_text(page: pdfium.PdfPage) -> tuple[PageStatus, str]:
    if raw.FPDFPage_CountObjects(page.raw) == 0:
        return PageStatus.BLANK, "the page is empty"
    pixels: npt.NDArray[np.uint8] = page.render(scale=_BLANK_PROBE_SCALE, grayscale=True).to_numpy()
    if int(pixels.min()) >= _WHITE:
        return PageStatus.BLANK, "the page shows nothing"
    return PageStatus.NO_TEXT, "the page has no text layer: it is an image or a drawing"


def _has_large_image(page: pdfium.PdfPage, page_area: float) -> bool:
    """True where one of the first objects is an image over half of the page."""
    edges = [ctypes.c_float() for _ in range(4)]
    for index in range(min(raw.FPDFPage_CountObjects(page.raw), FIRST_OBJECTS)):
        found = raw.FPDFPage_GetObject(page.raw, index)
        if raw.FPDFPageObj_GetType(found) != raw.FPDF_PAGEOBJ_IMAGE:
            continue
        if raw.FPDFPageObj_GetBounds(found, *edges):
            left, bottom, right, top = (edge.value for edge in edges)
            if (right - left) * (top - bottom) >= LARGE_IMAGE * page_area:
                return True
    return False


def _over_image(page: pdfium.PdfPage, n_chars: int) -> tuple[PageStatus, str]:
    """What a text layer on a large image is: an earlier OCR's, a caption, or text on a ground."""
    if _is_invisible(page):
        reason = "the text layer is invisible: an earlier OCR's reading of the image below it"
        return PageStatus.OCR, reason
    if n_chars < FEW_CHARS:
        return PageStatus.MIXED, "a short text layer on a large image that has not been read"
    return PageStatus.TEXT, ""


def _is_invisible(page: pdfium.PdfPage) -> bool:
    """True where every text object that was looked at is drawn in render mode 3."""
    n_looked_at = 0
    for index in range(raw.FPDFPage_CountObjects(page.raw)):
        found = raw.FPDFPage_GetObject(page.raw, index)
        if raw.FPDFPageObj_GetType(found) != raw.FPDF_PAGEOBJ_TEXT:
            continue
        if raw.FPDFTextObj_GetTextRenderMode(found) != raw.FPDF_TEXTRENDERMODE_INVISIBLE:
            return False
        n_looked_at += 1
        if n_looked_at == _N_TEXT_PROBES:
            break
    return n_looked_at > 0
