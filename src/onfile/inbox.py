"""Files that are handed in: checked by what is in them, and kept in a folder of their own.

A name that comes from outside is never a path: what is left of it is a plain file name inside
the folder of whoever sent it.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from onfile.errors import UnreadableFile, UsageError
from onfile.ingest.kinds import kind_of
from onfile.processing import readers

OWNER = "owner"  # the folder of who needs no account
MAX_NAME_BYTES = 200  # file systems take 255
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u202a-\u202e\u2066-\u2069\ufeff]')


@dataclass(frozen=True, slots=True)
class Received:
    """A file that was taken in.

    ``is_new`` is False where the very same bytes lay under this name already.
    """

    path: Path
    name: str
    n_bytes: int
    media_type: str
    is_new: bool


class Inbox:
    """The folder of uploads.

    Args:
        folder: Made when first needed.
        max_bytes: The largest file that is taken.
    """

    def __init__(self, folder: Path, max_bytes: int) -> None:
        self.folder = folder
        self._max_bytes = max_bytes

    def receive(
        self, name: str, parts: Iterable[bytes], sender: str | None, *, replace: bool = False
    ) -> Received:
        """Take a file in.

        Args:
            name: As the sender calls it.
            parts: Its bytes.
            sender: The account; None for the owner of the store.
            replace: Whether it may take the place of another file of this name and sender.

        Raises:
            UsageError: the name can't be one, the file is too large, or another file has the name.
            UnreadableFile: no reader takes what is in it.
        """
        plain = plain_name(name)
        folder = self.folder / (sender or OWNER)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, draft = tempfile.mkstemp(prefix=".", suffix=Path(plain).suffix, dir=folder)
        try:
            n_bytes, digest = self._written(handle, parts, plain)
            media_type = _taken(Path(draft), plain)
            is_new = _move(Path(draft), folder / plain, digest, replace=replace)
        finally:
            Path(draft).unlink(missing_ok=True)
        return Received(folder / plain, plain, n_bytes, media_type, is_new)

    def _written(self, handle: int, parts: Iterable[bytes], name: str) -> tuple[int, str]:
        digest = hashlib.sha256()
        n_bytes = 0
        with os.fdopen(handle, "wb") as stream:
            for part in parts:
                n_bytes += len(part)
                if n_bytes > self._max_bytes:
                    limit = f"{self._max_bytes // 1_000_000:,} million bytes"
                    raise UsageError(f"{name} has more than {limit}", hint="split it")
                digest.update(part)
                stream.write(part)
        return n_bytes, digest.hexdigest()


def plain_name(name: str) -> str:
    """What is left of a name from outside: its last part, without what file systems mind.

    Raises:
        UsageError: nothing is left.
    """
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    plain = _FORBIDDEN.sub("_", last.encode("utf-8", "replace").decode("utf-8")).strip(" .")
    stem, dot, ending = plain.rpartition(".")
    if not dot:
        stem, ending = plain, ""
    room = MAX_NAME_BYTES - len((dot + ending).encode())
    short = stem.encode()[: max(room, 1)].decode("utf-8", "ignore") + dot + ending
    if not short.strip("._ ") or len(short.encode()) > MAX_NAME_BYTES:
        raise UsageError(f"{name[:80]!r} can't be a file's name")
    return short


def _taken(draft: Path, name: str) -> str:
    """The kind of file it is. Raises: UnreadableFile, where no reader takes it."""
    with draft.open("rb") as stream:
        head = stream.read(4096)
    media_type, words = kind_of(head, draft)
    is_taken = bool(head) and any(reader.accepts(head, draft) for reader in readers())
    if not is_taken:
        raise UnreadableFile(
            f"{name} is {words if head else 'empty'}: no reader takes it",
            hint="PDF, Word, Excel, HTML, CSV, text, PNG, JPEG and TIFF files are read",
        )
    return media_type


def _move(draft: Path, path: Path, digest: str, *, replace: bool) -> bool:
    """Give the file its name; False where it has it already. Raises: UsageError."""
    if path.is_file():
        with path.open("rb") as stream:
            if hashlib.file_digest(stream, "sha256").hexdigest() == digest:
                return False
        if not replace:
            raise UsageError(
                f"another file is called {path.name}",
                hint="give it another name, or say that it takes the other's place (replace)",
            )
    draft.replace(path)
    return True
