"""Running heads and feet, and a document's text without them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from onfile.types import Page, Span

_HEAD_LINES = 4
_FOOT_LINES = 3
_SHARE_OF_PAGES = 0.4
_MIN_PAGES = 3


class Line(NamedTuple):
    """A printed line: ``text`` without surrounding blanks, at ``[start, end)`` of its page."""

    text: str
    start: int
    end: int


_line = partial(tuple.__new__, Line)  # without the call of a Python function that ``Line`` is


def lines_of(text: str) -> list[Line]:
    """The lines that are not blank, in order."""
    lines = []
    at = 0
    for raw in text.split("\n"):
        stripped = raw.strip()
        if stripped:
            start = at if len(stripped) == len(raw) else at + raw.index(stripped[0])
            lines.append(_line((stripped, start, start + len(stripped))))
        at += len(raw) + 1
    return lines


def body_ranges(pages: Sequence[Page], lines: Sequence[Sequence[Line]]) -> list[tuple[int, int]]:
    """For each page the characters ``[start, end)`` between its running head and foot.

    A line belongs to a head or foot when it stands at the edge of its page and, but for its
    digits, on four pages in ten.

    Args:
        pages: All pages that are looked at together.
        lines: The lines of each, from ``lines_of``.
    """
    if len(pages) < _MIN_PAGES:
        return [(0, len(page.text)) for page in pages]
    heads = _repeated([page_lines[:_HEAD_LINES] for page_lines in lines])
    feet = _repeated([page_lines[-_FOOT_LINES:] for page_lines in lines])
    return [_body(page, own, heads, feet) for page, own in zip(pages, lines, strict=True)]


def _repeated(zones: Sequence[Sequence[Line]]) -> frozenset[str]:
    counts = Counter(key for zone in zones for key in {_key(line.text) for line in zone})
    least = max(_MIN_PAGES, _SHARE_OF_PAGES * sum(1 for zone in zones if zone))
    return frozenset(key for key, n in counts.items() if n >= least)


def _key(line: str) -> str:
    return re.sub(r"\d+", "#", line)


def _body(
    page: Page, lines: Sequence[Line], heads: frozenset[str], feet: frozenset[str]
) -> tuple[int, int]:
    start, end = 0, len(page.text)
    for line in lines[:_HEAD_LINES]:
        if _key(line.text) not in heads:
            break
        start = min(line.end + 1, len(page.text))
    for line in reversed(lines[-_FOOT_LINES:]):
        if _key(line.text) not in feet or line.start < start:
            break
        end = line.start
    return start, end


class Joined:
    """The bodies of all pages as one text, with the way back to pages.

    Attributes:
        text: The bodies, one line end between each two.
    """

    __slots__ = ("_pages", "_ranges", "_starts", "text")

    def __init__(self, pages: Sequence[Page]) -> None:
        self._pages = list(pages)
        self._ranges = body_ranges(pages, [lines_of(page.text) for page in pages])
        bodies = [
            page.text[start:end] for page, (start, end) in zip(pages, self._ranges, strict=True)
        ]
        self.text = "\n".join(bodies)
        self._starts: list[int] = []
        at = 0
        for body in bodies:
            self._starts.append(at)
            at += len(body) + 1

    def place(self, offset: int) -> tuple[int, int]:
        """The (page, offset in the page) of an offset in the joined text."""
        index = bisect_right(self._starts, offset) - 1
        return self._pages[index].number, self._ranges[index][0] + offset - self._starts[index]

    def line(self, offset: int) -> int:
        """The 1-based line, in its page, of an offset in the joined text."""
        index = bisect_right(self._starts, offset) - 1
        at = self._ranges[index][0] + offset - self._starts[index]
        return self._pages[index].text.count("\n", 0, at) + 1

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        """``[start, end)`` as spans, one a page, without blanks at their ends."""
        return tuple(self._spans(start, end))

    def _spans(self, start: int, end: int) -> Iterator[Span]:
        first = bisect_right(self._starts, start) - 1
        for index in range(first, len(self._pages)):
            begins = self._starts[index]
            if begins >= end:
                break
            low, high = self._ranges[index]
            page = self._pages[index]
            a = max(low, low + start - begins)
            b = min(high, low + end - begins)
            piece = page.text[a:b]
            trimmed = piece.strip()
            if trimmed:
                a += len(piece) - len(piece.lstrip())
                yield Span(page.number, a, a + len(trimmed))
