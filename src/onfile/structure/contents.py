"""Contents pages and indexes to exhibits: pages that list what stands elsewhere.

They are only marked. A "Table of Contents" link at the head of a page is no evidence: many
filings print it on every page. What counts is the list: lines that end in page numbers which
do not fall, or many lines that name items.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from onfile.structure.running import Line, lines_of
from onfile.types import Page

_LAST_NUMBER = re.compile(r"(?<=[\s.…·_])(?:[A-Z]{1,2}-)?(\d{1,3})$")
_WORDS_BEFORE = re.compile(r"[A-Za-z]{3}.*[^\d\s$%(),.…·_][\s.…·_]*$")
_LEADERS = re.compile(r"\.{4,}|(?:\s\.){4,}|…{2,}")
_TITLE = re.compile(r"^\W*(?:table\s+of\s+)?(?:contents|index)\b", re.IGNORECASE)
_ITEM = re.compile(r"^(?:part\s+[IV]+.{0,40})?item\s+\d{1,2}[A-C]?\b", re.IGNORECASE)
_EXHIBIT = re.compile(r"^[*+†(]{0,3}\d{1,3}[.(-]\d{0,3}[a-z)]*\.?[*+†]{0,3}(?:\s|$)")
_EXHIBITS = re.compile(r"\bexhibit", re.IGNORECASE)
_HEAD_LINES = 8
_MIN_ENTRIES = 5
_MIN_ENTRIES_WITHOUT_TITLE = 9
_MIN_ITEMS = 8


def contents_pages(pages: Sequence[Page]) -> tuple[int, ...]:
    """The numbers of the pages that are contents or an index to exhibits, in order."""
    return tuple(page.number for page in pages if is_contents(page.text))


def is_contents(text: str) -> bool:
    """True when a page is mainly a list of what stands on other pages."""
    lines = lines_of(text)
    if len(lines) < _MIN_ENTRIES:
        return False
    if _lists_pages(lines):
        return True
    lowered = text.lower()
    if lowered.count("item") >= _MIN_ITEMS and _lists_items(lines):
        return True
    return "exhibit" in lowered and _lists_exhibits(lines)


def _lists_pages(lines: Sequence[Line]) -> bool:
    numbers = [n for line in lines if (n := _page_number(line.text)) is not None]
    if len(numbers) < _MIN_ENTRIES:
        return False
    share = len(numbers) / len(lines)
    if sum(1 for line in lines if _LEADERS.search(line.text)) >= _MIN_ENTRIES:
        return share >= 0.3
    if not _rises(numbers):
        return False
    titled = any(_TITLE.match(line.text) for line in lines[:_HEAD_LINES])
    items = sum(1 for line in lines if _ITEM.match(line.text))
    if items >= _MIN_ENTRIES or (titled and share >= 0.35):
        return True
    return len(numbers) >= _MIN_ENTRIES_WITHOUT_TITLE and share >= 0.6


def _page_number(line: str) -> int | None:
    if not line[-1].isdigit() or len(line) > 200:
        return None
    match = _LAST_NUMBER.search(line, len(line) - 6 if len(line) > 6 else 0)
    if match is None or _WORDS_BEFORE.search(line[: match.start()]) is None:
        return None
    return int(match.group(1))


def _rises(numbers: Sequence[int]) -> bool:
    steps = [b >= a for a, b in pairwise(numbers)]
    return sum(steps) >= 0.85 * len(steps) and len(set(numbers)) >= 3


def _lists_items(lines: Sequence[Line]) -> bool:
    return len({line.text[:9].lower() for line in lines if _ITEM.match(line.text)}) >= _MIN_ITEMS


def _lists_exhibits(lines: Sequence[Line]) -> bool:
    named = sum(1 for line in lines if _EXHIBIT.match(line.text))
    spoken = sum(1 for line in lines if _EXHIBITS.search(line.text))
    return named >= 6 and (spoken >= 4 or (named >= 0.3 * len(lines) and spoken >= 1))
