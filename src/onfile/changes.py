"""What has changed in the folders since the last look: new, changed, moved, copied, gone."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from onfile.index.tracking import KnownFile


class Move(NamedTuple):
    """A file that was found under another path, with the same bytes."""

    old: str
    new: Path


class Copy(NamedTuple):
    """A file with the bytes of a document that is stored already."""

    path: Path
    document_id: str


@dataclass(slots=True)
class Changes:
    """What is to be done about each file.

    Attributes:
        unchanged: Known files, as they were.
        new, changed: Files to be read, in order of path.
        moves, copies: Files that need no reading.
        twins: For a file to be read, the others that have the same bytes.
        missing: Known files that are gone.
    """

    unchanged: list[str] = field(default_factory=list)
    new: list[Path] = field(default_factory=list)
    changed: list[Path] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    copies: list[Copy] = field(default_factory=list)
    twins: dict[Path, list[Path]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)


def compare(
    found: Sequence[Path], known: Mapping[str, KnownFile], is_below: Callable[[str], bool]
) -> Changes:
    """Hold what is found against what is known. Only files of equal size are hashed.

    Of several new files with the same bytes, the first by path is read, whatever the order in
    which they are found: so an interrupted run ends as an uninterrupted one.

    Args:
        found: Files there are, sorted.
        known: Files that were dealt with, by path.
        is_below: True for a path below the folders that were looked at.
    """
    changes = Changes()
    candidates = [path for path in found if not _is_unchanged(path, known, changes)]
    there = {str(path) for path in found}
    gone = [p for p in known if p not in there and (is_below(p) or not exists(Path(p)))]
    held = _Held(known)
    ids = _ids_of(candidates, held.sizes)
    _sort_out(candidates, ids, held, gone, changes)
    moved = {move.old for move in changes.moves}
    changes.missing = [path for path in gone if path not in moved and is_below(path)]
    return changes


class _Held:
    """What is stored: sizes of its files, and the paths of each document."""

    def __init__(self, known: Mapping[str, KnownFile]) -> None:
        self.known = known
        self.sizes: set[int] = set()
        self.paths: dict[str, set[str]] = defaultdict(set)
        for path, file in known.items():
            if file.document_id is not None:
                self.sizes.add(file.n_bytes)
                self.paths[file.document_id].add(path)


def _is_unchanged(path: Path, known: Mapping[str, KnownFile], changes: Changes) -> bool:
    file = known.get(str(path))
    is_same = file is not None and (file.n_bytes, file.mtime_ns) == stamp(path)
    if is_same:
        changes.unchanged.append(str(path))
    return is_same


def _sort_out(
    candidates: Iterable[Path],
    ids: Mapping[Path, str],
    held: _Held,
    gone: Sequence[str],
    changes: Changes,
) -> None:
    leaders: dict[str, Path] = {}
    free = set(gone)
    for path in candidates:
        document_id = ids.get(path, "")
        holders = held.paths.get(document_id, set())
        if holders and str(path) not in holders and (left := sorted(holders & free)):
            free.discard(left[0])
            changes.moves.append(Move(left[0], path))
        elif holders:
            changes.copies.append(Copy(path, document_id))
        elif document_id in leaders:
            changes.twins.setdefault(leaders[document_id], []).append(path)
        else:
            if document_id:
                leaders[document_id] = path
            (changes.changed if str(path) in held.known else changes.new).append(path)


def _ids_of(paths: Sequence[Path], sizes: set[int]) -> dict[Path, str]:
    """Document ids of the files that may be copies, by their size."""
    by_size: dict[int, list[Path]] = defaultdict(list)
    for path in paths:
        by_size[stamp(path)[0]].append(path)
    wanted = (
        path for size, group in by_size.items() if len(group) > 1 or size in sizes for path in group
    )
    return {path: found for path in wanted if (found := _document_id(path)) is not None}


def _document_id(path: Path) -> str | None:
    try:
        with path.open("rb") as stream:
            return f"sha256:{hashlib.file_digest(stream, 'sha256').hexdigest()}"
    except OSError:
        return None  # the reader says what is wrong with it


def stamp(path: Path) -> tuple[int, int]:
    """Size in bytes and time of the last change in nanoseconds; (0, 0) where it can't be told."""
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return (status.st_size, status.st_mtime_ns)


def below(roots: Sequence[Path]) -> Callable[[str], bool]:
    """A test whether a path is one of ``roots`` or lies below one that is there."""
    there = [str(root) for root in roots if exists(root)]
    return lambda path: any(path == root or path.startswith(root + os.sep) for root in there)


def is_link(path: Path) -> bool:
    """True for a link, wherever it leads; False where that can't be told."""
    try:
        return path.is_symlink()
    except OSError:
        return False


def exists(path: Path) -> bool:
    """True where there is a file or folder, and where that can't be told."""
    try:
        return path.exists()
    except OSError:
        return True  # nothing is called missing on a guess
