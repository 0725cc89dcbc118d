"""Old index files go, recent ones may belong to another process and stay."""

from __future__ import annotations

import os
from pathlib import Path

from onfile.index.files import remove_unused


def make(folder: Path, name: str, written: float) -> None:
    path = folder / name
    path.mkdir()
    (path / "chunks.npy").write_bytes(b"x")
    os.utime(path, (written, written))


def test_only_old_files_that_are_not_in_use_are_removed(tmp_path: Path) -> None:
    make(tmp_path, "used", 1_000)
    make(tmp_path, "old", 1_000)
    make(tmp_path, "recent.tmp", 1_900)
    make(tmp_path, "newest", 2_000)
    remove_unused(tmp_path, keep={"used", "newest"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["newest", "recent.tmp", "used"]


def test_an_empty_folder_is_left_alone(tmp_path: Path) -> None:
    remove_unused(tmp_path, keep=set())
    assert list(tmp_path.iterdir()) == []
