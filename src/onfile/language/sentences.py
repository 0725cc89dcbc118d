"""Where do sentences, rows and headings begin and end in a page's text?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TAIL = re.compile(
    r"(?:(?<=\s)|^)(?:(?:[$₹€£(]*\d[\d,]*(?:\.\d+)?[)%]*|[—–-]|[$₹€£)%])(?:\s+|$))+$"
)
_CELL = re.compile(r"\d[\d,.]*|[—–-]")
_ABBREVIATION = re.compile(
    r"\b(?:(?<!&)[A-Z]|Inc|Corp|Co|Ltd|No|Nos|Mr|Mrs|Ms|Dr|Prof|Jr|Sr|St|vs|approx|Rs|e\.g|i\.e|U\.S|a\.m|p\.m)\.$"
)
_RUNNING = re.compile(r"table of contents", re.IGNORECASE)
_ENTRY = re.compile(r"(?:[A-Z][\w'’-]*)(?: [\w'’-]+){0,3} \d[\d,]*")
_INK = re.compile(r"\S")
_END = re.compile(r"[.?!][\"”’)\]]*(?=\s)|[\s:;,](?=[•▪●◦])")
_QUOTED_BELOW = re.compile(r"\n(?=[“\"][A-Z])")  # the paragraph below a list
_BULLETS = tuple("•▪●◦")
_TERMINAL = (".", "?", "!", ":", ";", "”", ")", ",")
_TAIL_LENGTH = 8  # of a block: how it ends, for a file of one block may have megabytes
_STOPS = (".", "?", "!", ".”", ".)", '."')
MAX_ROW_WORDS = 14  # a line with more words beside its numbers is prose that mentions numbers


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of a page's text: ``kind`` is "sentence", "row" or "heading"."""

    start: int
    end: int
    kind: str


def units(text: str) -> list[Unit]:
    """The sentences, table rows and headings of a page, in order, none overlapping.

    Every non-space character is in exactly one unit.
    """
    found: list[Unit] = []
    for start, end, kind in _blocks(text):
        if kind == "sentence":
            pieces = (p for s, e in _sentences(text, start, end) for p in _point(text, s, e))
            found.extend(Unit(s, e, kind) for s, e in pieces)
        else:
            found.append(Unit(start, end, kind))
    return found


def _blocks(text: str) -> Iterator[tuple[int, int, str]]:
    """Runs of prose lines as one block, rows and headings one by one."""
    prose: tuple[int, int] | None = None
    lines = list(_lines(text))
    for i, (start, end) in enumerate(lines):
        following = text[slice(*lines[i + 1])] if i + 1 < len(lines) else ""
        before = "" if prose is None else text[max(prose[0], prose[1] - _TAIL_LENGTH) : prose[1]]
        is_inside = bool(before) and not before.endswith(_STOPS)
        kind = _line_kind(text[start:end], following, is_inside=is_inside)
        if is_inside and before.endswith(":") and _ENTRY.fullmatch(text[start:end]):
            kind = "row"  # "was approved:" and below it "For 250,838,697"
        if kind == "sentence":
            prose = (prose[0] if prose else start, end)
            continue
        if prose is not None:
            yield (*prose, "sentence")
            prose = None
        yield start, end, kind
    if prose is not None:
        yield (*prose, "sentence")


def _lines(text: str) -> Iterator[tuple[int, int]]:
    for m in re.finditer(r"[^\n]*\S[^\n]*", text):
        line = m.group()
        yield m.start() + len(line) - len(line.lstrip()), m.start() + len(line.rstrip())


def _line_kind(line: str, following: str, *, is_inside: bool) -> str:
    if not any(c.isalnum() for c in line) or _RUNNING.fullmatch(line):
        return "heading"  # a rule between two parts, or the page's head
    tail = _TAIL.search(line)
    n_cells = len(_CELL.findall(tail.group())) if tail else 0
    words = re.findall(r"[A-Za-z]{2,}", line)
    ends_open = not line.endswith(_TERMINAL)
    if n_cells >= 2 and len(words) <= MAX_ROW_WORDS:
        return "row"
    if n_cells == 1 and len(words) <= 8 and not is_inside:
        return "row"
    is_short = len(line) < 70 and len(words) <= 10
    starts_new = not following or following[:1].isupper() or following[:1] in "•·*-–—(0123456789"
    if is_short and ends_open and starts_new and not is_inside:
        return "heading"
    return "sentence"


def _point(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A sentence; the last point of a list without the quoted paragraph below it."""
    below = _QUOTED_BELOW.search(text, start, end) if text[start : start + 1] in _BULLETS else None
    return [(start, end)] if below is None else [(start, below.start()), (below.end(), end)]


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    begin = start
    for m in _END.finditer(text, start, end):
        following = _INK.search(text, m.end(), end)
        if following is None:
            break
        first = following[0]
        is_new = first.isupper() or first.isdigit() or first in '•·“"(*$₹'
        if is_new and not _ABBREVIATION.search(text[max(begin, m.start() - 12) : m.start() + 1]):
            yield begin, m.end()
            begin = following.start()
    if _INK.search(text, begin, end) is not None:
        yield begin, begin + len(text[begin:end].rstrip())
