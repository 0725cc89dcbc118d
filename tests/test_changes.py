"""New, changed, moved, copied and lost files are told apart, by content where names do not say."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from onfile.changes import Copy, Move, below, compare, stamp
from onfile.index.tracking import KnownFile


def write(path: Path, content: str = "text") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


def known(path: Path) -> dict[str, KnownFile]:
    document_id = f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"
    return {str(path): KnownFile(document_id, *stamp(path))}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "in"


def look(folder: Path, before: dict[str, KnownFile]):
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return compare(found, before, below([folder]))


def test_a_file_never_seen_is_new(folder: Path) -> None:
    path = write(folder / "a.txt")
    assert look(folder, {}).new == [path]


def test_a_file_as_it_was_is_unchanged(folder: Path) -> None:
    path = write(folder / "a.txt")
    found = look(folder, known(path))
    assert (found.unchanged, found.new, found.changed) == ([str(path)], [], [])


def test_a_file_with_other_bytes_is_changed(folder: Path) -> None:
    before = known(write(folder / "a.txt"))
    path = write(folder / "a.txt", "other text")
    found = look(folder, before)
    assert (found.changed, found.missing) == ([path], [])


def test_a_file_that_was_only_touched_is_not_read_again(folder: Path) -> None:
    path = write(folder / "a.txt")
    before = known(path)
    os.utime(path, ns=(1, 1))
    found = look(folder, before)
    assert found.changed == []
    assert found.copies == [Copy(path, before[str(path)].document_id)]


def test_a_file_under_another_name_is_moved_not_new(folder: Path) -> None:
    old = write(folder / "a.txt")
    before = known(old)
    new = folder / "2024" / "b.txt"
    new.parent.mkdir()
    old.rename(new)
    found = look(folder, before)
    assert found.moves == [Move(str(old), new)]
    assert (found.new, found.missing) == ([], [])


def test_a_second_file_with_the_same_bytes_is_a_copy(folder: Path) -> None:
    before = known(write(folder / "a.txt"))
    copy = write(folder / "b.txt")
    found = look(folder, before)
    assert found.copies == [Copy(copy, next(iter(before.values())).document_id)]
    assert found.moves == []


def test_of_new_files_with_the_same_bytes_the_first_by_path_is_read(folder: Path) -> None:
    first, second, third = (write(folder / name) for name in ("a.txt", "b.txt", "c.txt"))
    found = look(folder, {})
    assert found.new == [first]
    assert found.twins == {first: [second, third]}


def test_a_file_that_is_gone_is_missing(folder: Path) -> None:
    path = write(folder / "a.txt")
    before = known(path)
    path.unlink()
    assert look(folder, before).missing == [str(path)]


def test_files_elsewhere_are_not_called_missing(folder: Path, tmp_path: Path) -> None:
    write(folder / "a.txt")
    elsewhere = write(tmp_path / "other" / "b.txt", "b")
    before = known(elsewhere)
    elsewhere.unlink()
    assert look(folder, before).missing == []


def test_nothing_is_called_missing_below_a_folder_that_is_not_there(tmp_path: Path) -> None:
    path = write(tmp_path / "disk" / "a.txt")
    before = known(path)
    path.unlink()
    path.parent.rmdir()
    assert compare([], before, below([tmp_path / "disk"])).missing == []
