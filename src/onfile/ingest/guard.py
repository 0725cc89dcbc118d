"""A reader around a reader, so that a page that goes wrong costs that page and no other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from onfile.errors import SourceError, UnreadableFile
from onfile.ingest import progress
from onfile.ingest.progress import Lost, Stage
from onfile.ports import FileReader
from onfile.types import Page, PageStatus

MAX_LOST_PAGES = 20  # each costs a new process and a second reading of the pages before it
_MIN_PAGE_BYTES = 4  # no file holds its pages in less, however well they are compressed

_NOT_TRIED = (
    f"not tried: {MAX_LOST_PAGES} pages of this file had each stopped the process that read it"
)


class GuardedReader:
    """Wraps a reader; implements ``ports.FileReader``.

    Says which page is begun, gives a failed page for one that raises anything unforeseen, and
    goes on after it. Pages at which earlier processes were lost are not touched again.

    Args:
        inner: The reader.
        lost: Steps at which earlier processes were lost.
    """

    def __init__(self, inner: FileReader, lost: Sequence[Lost] = ()) -> None:
        self._inner = inner
        self.name = inner.name
        at_pages = [one for one in lost if one.step.stage is Stage.PAGE]
        self._lost = {one.step.page: one.reason for one in at_pages}
        self._last = at_pages[-1].step.page if len(at_pages) >= MAX_LOST_PAGES else None

    def accepts(self, head: bytes, path: Path) -> bool:
        """As the wrapped reader does."""
        return self._inner.accepts(head, path)

    def count_pages(self, path: Path) -> int:
        """As the wrapped reader does; a count that the file can't hold is refused.

        Raises:
            UnreadableFile: the file can't be opened, or states an impossible number of pages.
            EncryptedFile: it needs a password.
        """
        progress.opening()
        try:
            n_pages = self._inner.count_pages(path)
        except SourceError:
            raise
        except MemoryError as error:
            raise UnreadableFile(
                f"{path.name}: opening it takes more memory than allowed"
            ) from error
        except Exception as error:
            raise UnreadableFile(f"{path.name}: could not be opened: {_named(error)}") from error
        if n_pages * _MIN_PAGE_BYTES > max(path.stat().st_size, 1024):
            raise UnreadableFile(
                f"{path.name}: the file says it has {n_pages:,} pages, which it can't hold",
                hint="open it in a viewer and save it again, or fetch it again",
            )
        return n_pages

    def read(self, path: Path, first: int, last: int) -> Iterator[Page]:
        """Pages ``first`` to ``last``, each of them once.

        Raises:
            UnreadableFile: the file can't be opened.
            EncryptedFile: it needs a password.
        """
        number = first
        while number <= last:
            if number in self._lost:
                yield self._failed(number, self._lost[number])
                number += 1
            elif self._last is not None and number > self._last:
                yield self._failed(number, _NOT_TRIED)
                number += 1
            else:
                stop = min((page for page in self._lost if page > number), default=last + 1)
                for page in self._run(path, number, min(stop - 1, last)):
                    yield page
                    number = page.number + 1

    def _run(self, path: Path, first: int, last: int) -> Iterator[Page]:
        """Pages from ``first`` on, up to ``last`` or to one that raised, which is given failed."""
        number = first
        try:
            progress.page(number)
            for page in self._inner.read(path, first, last):
                yield page
                number = page.number + 1
                if number <= last:
                    progress.page(number)
        except SourceError:
            raise
        except MemoryError:
            yield self._failed(number, "reading it takes more memory than allowed", is_large=True)
            return
        except Exception as error:  # noqa: BLE001 - whatever it is, it costs this page alone
            yield self._failed(number, f"reading it failed: {_named(error)}")
            return
        for missing in range(number, last + 1):
            yield self._failed(missing, "the reader gave nothing for this page")

    def _failed(self, number: int, reason: str, *, is_large: bool = False) -> Page:
        status = PageStatus.TOO_LARGE if is_large else PageStatus.FAILED
        return Page(number, "", status, reason, quality=0.0, reader=self.name)


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
