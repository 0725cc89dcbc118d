"""Which files there are below the given paths; whatever is left out is a ledger row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from onfile.ingest.clutter import clutter_by_name, skipped
from onfile.types import LedgerRow, PageStatus

STORE_MARK = "onfile.db"  # a folder that holds this file is a store


@dataclass(frozen=True, slots=True)
class Found:
    """Files to read, sorted by path without repeats, and rows for what was left out."""

    files: tuple[Path, ...]
    rows: tuple[LedgerRow, ...]


def discover(paths: Sequence[Path]) -> Found:
    """Find the files at and below ``paths``.

    Hidden files and folders (a leading dot), files of the operating system and onfile stores
    below a given folder are left out and reported as ``skipped``; such a path that is given
    itself is read. Links are followed, each folder once.
    """
    files: dict[Path, None] = {}
    rows: list[LedgerRow] = []
    visited: set[tuple[int, int]] = set()
    for path in paths:
        _visit(path, files, rows, visited)
    return Found(tuple(sorted(files)), tuple(rows))


def _visit(
    path: Path,
    files: dict[Path, None],
    rows: list[LedgerRow],
    visited: set[tuple[int, int]],
) -> None:
    try:
        status = path.stat()
    except OSError as error:
        rows.append(_row(path, _why(path, error)))
        return
    if not path.is_dir():
        _add_file(path, files, rows)
        return
    key = (status.st_dev, status.st_ino)
    if key in visited:
        if path.is_symlink():
            rows.append(skipped(str(path), "a link to a folder that is read already"))
        return
    visited.add(key)
    _visit_entries(path, files, rows, visited)


def _visit_entries(
    folder: Path,
    files: dict[Path, None],
    rows: list[LedgerRow],
    visited: set[tuple[int, int]],
) -> None:
    try:
        names = sorted(entry.name for entry in folder.iterdir())
    except OSError as error:
        rows.append(_row(folder, f"the folder could not be read: {error.strerror or error}"))
        return
    if STORE_MARK in names:
        rows.append(skipped(str(folder), "an onfile store"))
        return
    for entry in (folder / name for name in names):
        clutter = clutter_by_name(entry)
        if clutter is not None:
            rows.append(skipped(str(entry), clutter))
        else:
            _visit(entry, files, rows, visited)


def _add_file(path: Path, files: dict[Path, None], rows: list[LedgerRow]) -> None:
    if path.is_file():
        files[path] = None
    else:
        rows.append(skipped(str(path), "neither a file nor a folder"))


def _why(path: Path, error: OSError) -> str:
    if isinstance(error, PermissionError):
        return f"not readable: {error.strerror or error}"
    if path.is_symlink():
        return "a link that leads nowhere or to itself"
    return f"not found or not readable: {error.strerror or error}"


def _row(path: Path, reason: str) -> LedgerRow:
    return LedgerRow(str(path), None, None, PageStatus.FAILED, reason, 0, 0.0, 0.0, "")
