"""The OCR engines that a setting may name."""

from __future__ import annotations

from onfile.adapters import rapidocr, tesseract
from onfile.ports import OcrEngine

TESSERACT = "tesseract"


def is_installed(name: str) -> bool:
    """True where this engine can be used."""
    return tesseract.is_installed() if name == TESSERACT else rapidocr.is_installed()


def engine_name(name: str) -> str:
    """What ``load(name).name`` will be, without loading any model. Raises: ModelError."""
    return tesseract.engine_name() if name == TESSERACT else rapidocr.engine_name()


def load(name: str) -> OcrEngine:
    """The engine ``rapidocr`` or ``tesseract``. Raises: ModelError."""
    return tesseract.Tesseract() if name == TESSERACT else rapidocr.RapidOcr()
