"""Where the parts of a long file wait on disk, so that memory does not grow with its length."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TypeVar, overload

import numpy as np

from onfile.errors import SpoolFailed
from onfile.types import Page

T = TypeVar("T")

LONG_FROM = 500  # pages: as many, with all that is made of them, take some 70 MB
_BLOCK = 512  # items that are in memory at once


@dataclass(frozen=True, slots=True)
class Spooled(Sequence[T]):
    """A sequence in a file, in blocks; whoever it is sent to reads the same file.

    Reading it through is cheap; one item costs the reading of its block.
    """

    path: Path
    starts: tuple[int, ...]  # the offset of each block
    length: int

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[T]:
        with self.path.open("rb") as stream:
            for _ in self.starts:
                yield from pickle.load(stream)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self.length))]
        place = range(self.length)[index]
        with self.path.open("rb") as stream:
            stream.seek(self.starts[place // _BLOCK])
            block: list[T] = pickle.load(stream)
        return block[place % _BLOCK]


class Spool:
    """What is kept of one file while it is read; a short one stays in memory.

    Args:
        folder: Where a long file's parts are written, in a folder of its own, which is whoever
            gives ``folder`` to remove; None keeps them in memory.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self.own: Path | None = None
        self._boxes: dict[int, tuple[int, int]] = {}  # offset and characters by page
        self._end = 0

    def without_boxes(self, page: Page) -> Page:
        """The page; beyond ``LONG_FROM`` without its boxes, which ``whole`` brings back.

        Raises:
            SpoolFailed: they can't be written.
        """
        if page.number <= LONG_FROM or self._folder is None:
            return page
        try:
            own = self._in_own_folder()
            if page.boxes is None:
                return page
            content = np.ascontiguousarray(page.boxes, np.float32).tobytes()
            with (own / "boxes").open("ab") as stream:
                stream.write(content)
        except OSError as error:
            raise _failed(self._folder, error) from error
        self._boxes[page.number] = (self._end, len(page.boxes))
        self._end += len(content)
        return replace(page, boxes=None)

    def whole(self, page: Page) -> Page:
        """The page with its boxes."""
        if page.number not in self._boxes or self.own is None:
            return page
        start, n_chars = self._boxes[page.number]
        boxes = np.fromfile(self.own / "boxes", np.float32, 4 * n_chars, offset=start)
        return replace(page, boxes=boxes.reshape(n_chars, 4))

    def kept(self, items: Iterable[T]) -> Sequence[T]:
        """The items, once more: in memory for a short file, on disk for a long one.

        Raises:
            SpoolFailed: they can't be written.
        """
        if self.own is None or self._folder is None:
            return tuple(items)
        try:
            return _written(items, self.own)
        except OSError as error:
            raise _failed(self._folder, error) from error

    def _in_own_folder(self) -> Path:
        if self.own is None:
            self.own = Path(tempfile.mkdtemp(dir=self._folder))
        return self.own


def _written(items: Iterable[T], folder: Path) -> Spooled[T]:
    remaining = iter(items)
    starts: list[int] = []
    length = 0
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as stream:
        while block := list(islice(remaining, _BLOCK)):
            starts.append(stream.tell())
            length += len(block)
            pickle.dump(block, stream, pickle.HIGHEST_PROTOCOL)
            stream.flush()
    return Spooled(Path(stream.name), tuple(starts), length)


def _failed(folder: Path, error: OSError) -> SpoolFailed:
    return SpoolFailed(
        f"{folder} could not be written: {error.strerror or error}; the documents are safe",
        hint="make room on the disk and run the same command again: it goes on from there",
    )
