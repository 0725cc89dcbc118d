"""Files that lie in folders of documents and are none: they are named, not counted as failures."""

from __future__ import annotations

from pathlib import Path

from onfile.types import LedgerRow, PageStatus

HEAD_BYTES = 512
_NAMES = frozenset({"thumbs.db", "desktop.ini", "icon\r", "__macosx", "$recycle.bin"})
_PREFIXES = {
    ".": "hidden (its name begins with a dot)",
    "~$": "the lock file of a document that is open in an editor",
}
_ENDINGS = {
    ".tmp": "a file that is still being written",
    ".part": "a download that is not complete",
    ".crdownload": "a download that is not complete",
    ".pyc": "a program",
    ".so": "a program",
    ".dll": "a program",
    ".exe": "a program",
    ".onfile": "an onfile store",
}
_SIGNATURES = {
    b"\x7fELF": "a program",
    b"MZ": "a program",
    b"\xca\xfe\xba\xbe": "a program",
    b"\xcf\xfa\xed\xfe": "a program",
    b"SQLite format 3": "a database",
}
# What people name documents: with one of these, a file is never clutter, whatever it holds.
_DOCUMENT_ENDINGS = (
    *(".pdf", ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".rtf", ".odt", ".ods", ".odp"),
    *(".txt", ".md", ".csv", ".htm", ".html", ".xml", ".eml", ".msg", ".zip"),
    *(".tif", ".tiff", ".png", ".jpg", ".jpeg", ".gif"),
)


def clutter_by_name(path: Path) -> str | None:
    """Why a file or folder is nothing to read, judged by its name; None when it may be."""
    name = path.name.lower()
    if name in _NAMES:
        return "a file of the operating system"
    for prefix, reason in _PREFIXES.items():
        if name.startswith(prefix):
            return reason
    return _ENDINGS.get(path.suffix.lower())


def clutter_by_content(path: Path) -> str | None:
    """Why a file is no document, judged by its first bytes; None when it may be one.

    Raises:
        OSError: the file can't be read.
    """
    if path.suffix.lower() in _DOCUMENT_ENDINGS:
        return None
    with path.open("rb") as stream:
        head = stream.read(HEAD_BYTES)
    return next((why for start, why in _SIGNATURES.items() if head.startswith(start)), None)


def skipped(file: str, reason: str) -> LedgerRow:
    """The ledger row of a file or folder that was left out on purpose."""
    return LedgerRow(file, None, None, PageStatus.SKIPPED, f"{reason}: left out", 0, 0.0, 0.0, "")
