"""A page that goes wrong costs itself; every other page is read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from onfile.errors import EncryptedFile, UnreadableFile
from onfile.ingest import progress
from onfile.ingest.guard import MAX_LOST_PAGES, GuardedReader
from onfile.ingest.progress import Lost, Stage, Step
from onfile.types import Page, PageStatus


class Reader:
    """Six pages; those in ``bad`` raise what they are given, those after ``end`` do not come."""

    name = "made-up 1"

    def __init__(self, bad: dict[int, Exception] | None = None, end: int = 6) -> None:
        self.bad = bad or {}
        self.end = end
        self.touched: list[int] = []

    def accepts(self, head: bytes, path: Path) -> bool:
        return True

    def count_pages(self, path: Path) -> int:
        if 0 in self.bad:
            raise self.bad[0]
        return 6

    def read(self, path: Path, first: int, last: int) -> Iterator[Page]:
        for number in range(first, min(last, self.end) + 1):
            self.touched.append(number)
            if number in self.bad:
                raise self.bad[number]
            yield Page(number, f"page {number}", PageStatus.TEXT)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "a.pdf"
    file.write_bytes(b"x" * 100)
    return file


def statuses(reader: Reader, path: Path, lost: tuple[Lost, ...] = ()) -> dict[int, str]:
    pages = list(GuardedReader(reader, lost).read(path, 1, 6))
    assert [page.number for page in pages] == [1, 2, 3, 4, 5, 6]
    return {page.number: page.status.value for page in pages if page.status != PageStatus.TEXT}


def lost_at(*pages: int) -> tuple[Lost, ...]:
    return tuple(Lost(Step(Stage.PAGE, page), "died") for page in pages)


def test_pages_that_are_well_are_passed_on(path: Path) -> None:
    assert statuses(Reader(), path) == {}


@pytest.mark.parametrize("page", [1, 3, 6])
def test_a_page_that_raises_is_failed_and_the_next_is_read(page: int, path: Path) -> None:
    assert statuses(Reader({page: ValueError("odd")}), path) == {page: "failed"}


def test_a_page_that_needs_too_much_memory_is_too_large(path: Path) -> None:
    assert statuses(Reader({2: MemoryError()}), path) == {2: "too_large"}


def test_a_page_that_cost_a_process_is_not_touched(path: Path) -> None:
    reader = Reader()
    assert statuses(reader, path, lost_at(1, 4)) == {1: "failed", 4: "failed"}
    assert reader.touched == [2, 3, 5, 6]


def test_pages_that_the_reader_leaves_out_are_failed(path: Path) -> None:
    assert statuses(Reader(end=4), path) == {5: "failed", 6: "failed"}


def test_after_too_many_lost_pages_the_rest_is_not_tried(path: Path) -> None:
    reader = Reader()
    lost = (*lost_at(*range(-MAX_LOST_PAGES + 2, 1)), *lost_at(2))
    assert len(lost) == MAX_LOST_PAGES
    found = statuses(reader, path, lost)
    assert found == dict.fromkeys([2, 3, 4, 5, 6], "failed")
    assert reader.touched == [1]


def test_a_file_that_can_not_be_opened_stays_an_error_with_its_reason(path: Path) -> None:
    for error in (UnreadableFile("cut off"), EncryptedFile("locked")):
        with pytest.raises(type(error)):
            GuardedReader(Reader({0: error})).count_pages(path)
    with pytest.raises(UnreadableFile, match="RecursionError: too deep"):
        GuardedReader(Reader({0: RecursionError("too deep")})).count_pages(path)


def test_more_pages_than_the_file_has_room_for_are_not_believed(path: Path) -> None:
    class Liar(Reader):
        def count_pages(self, path: Path) -> int:
            return 1_000_000

    with pytest.raises(UnreadableFile, match="1,000,000 pages, which it can't hold"):
        GuardedReader(Liar()).count_pages(path)


def test_more_pages_may_take_longer_to_be_understood() -> None:
    heard: list[float] = []
    progress.listen(lambda step: heard.append(step.timeout_s))
    try:
        progress.understanding(1)
        progress.understanding(10_001)
    finally:
        progress.listen(None)
    assert heard[1] - heard[0] == 10_000 * progress.UNDERSTAND_PAGE_TIMEOUT_S


def test_each_page_is_announced_before_it_is_read(path: Path) -> None:
    heard: list[int] = []
    progress.listen(lambda step: heard.append(step.page))
    try:
        for page in GuardedReader(Reader()).read(path, 1, 6):
            assert heard[-1] == page.number
    finally:
        progress.listen(None)
    assert heard == [1, 2, 3, 4, 5, 6]
