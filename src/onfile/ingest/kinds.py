"""What a file is by its first bytes, and for archives by what lies in them; never by its name."""

from __future__ import annotations

import zipfile
from pathlib import Path

PLAIN_TEXT = "text/plain"
PDF = "application/pdf"
HTML = "text/html"
CSV = "text/csv"
MAIL = "message/rfc822"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

_SIGNATURES: tuple[tuple[bytes, str, str], ...] = (
    (b"%PDF-", PDF, "a PDF"),
    (b"\x89PNG", "image/png", "a PNG image"),
    (b"\xff\xd8\xff", "image/jpeg", "a JPEG image"),
    (b"II*\x00", "image/tiff", "a TIFF image"),
    (b"MM\x00*", "image/tiff", "a TIFF image"),
    (b"GIF8", "image/gif", "a GIF image"),
    (b"\xd0\xcf\x11\xe0", "application/x-ole-storage", "an old or encrypted Office document"),
    (b"{\\rtf", "application/rtf", "an RTF document"),
    (b"\x1f\x8b", "application/gzip", "a gzip archive"),
    (b"\x7fELF", "application/x-executable", "a program"),
    (b"SQLite format 3", "application/vnd.sqlite3", "a SQLite database"),
)
_PARTS = (
    ("word/document.xml", DOCX, "a Word document"),
    ("xl/workbook.xml", XLSX, "a spreadsheet"),
    ("ppt/presentation.xml", "application/vnd.ms-powerpoint", "a presentation"),
)
_MARKUP = (b"<!doctype html", b"<html", b"<document", b"<head", b"<body", b"<div", b"<table")


def kind_of(head: bytes, path: Path) -> tuple[str, str]:
    """The media type and its name in words.

    Args:
        head: The file's first bytes, up to 4096.
        path: The file, opened again where it is a ZIP archive. Its ending is looked at for text
            alone: nothing else tells values with commas from prose with commas.
    """
    for signature, media_type, words in _SIGNATURES:
        if head.startswith(signature):
            return media_type, words
    if head.startswith(b"PK\x03\x04"):
        return _in_archive(path)
    if b"%PDF-" in head[:1024]:
        return PDF, "a PDF"
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:15].lower()
    if start.startswith(_MARKUP) or (start.startswith(b"<?xml") and b"<html" in head.lower()):
        return HTML, "a web page"
    if b"\x00" in head and not head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "application/octet-stream", "binary data"
    if path.suffix.lower() == ".eml":
        return MAIL, "a message"
    if path.suffix.lower() in (".csv", ".tsv"):
        return CSV, "a table of values"
    if path.suffix.lower() in (".htm", ".html", ".xhtml") and b"<" in head:
        return HTML, "a web page"
    return PLAIN_TEXT, "text"


def has_pages(media_type: str, n_pages: int) -> bool:
    """False where a line must be cited, as there are no pages to speak of."""
    return media_type not in (PLAIN_TEXT, DOCX, MAIL) and not (media_type == HTML and n_pages == 1)


def _in_archive(path: Path) -> tuple[str, str]:
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError):
        return "application/zip", "a damaged ZIP archive or Office document"
    for part, media_type, words in _PARTS:
        if part in names:
            return media_type, words
    return "application/zip", "a ZIP archive"
