"""Text by its bytes: how they are read, whether they are any, and in which encoding."""

from __future__ import annotations

import codecs
from pathlib import Path

from onfile.errors import UnreadableFile

MAX_CONTROL_SHARE = 0.02
MAX_BYTES = 50_000_000

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def content_of(path: Path, what: str) -> bytes:
    """All bytes of a file of text; ``what`` names it in a message ("HTML").

    Raises:
        UnreadableFile: the file can't be opened or is larger than ``MAX_BYTES``.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(f"{path.name}: {error.strerror or error}") from error
    if len(content) > MAX_BYTES:
        raise UnreadableFile(
            f"{path.name}: {len(content)} bytes of {what}, more than {MAX_BYTES}",
            hint="split the file",
        )
    return content


def looks_like_text(head: bytes) -> bool:
    """True for bytes that are text in some encoding."""
    if any(head.startswith(mark) for mark, _ in _MARKS):
        return True
    if not head or b"\x00" in head:
        return False
    n_control = sum(byte < 9 or 13 < byte < 32 for byte in head)
    return n_control <= MAX_CONTROL_SHARE * len(head) and not head.startswith(b"%PDF-")


def decode(content: bytes) -> tuple[str, str]:
    """The text and the name of its encoding."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content.decode(encoding, errors="replace"), encoding
    try:
        return content.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace"), "cp1252"
