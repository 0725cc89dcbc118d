"""The printed page number, read from the first and last lines of each page.

A candidate counts only when it fits the file: numbers that run on with the pages. The offset
between printed and physical page may drift (unnumbered sheets, exhibits that start again).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from onfile.types import Page

EDGE_LINES = 3  # non-empty lines looked at from the top and from the bottom
WINDOW = 8  # pages on either side that may confirm an offset
MIN_SUPPORT = 3  # pages of the window, this one included, that share the offset
MAX_LINE_CHARS = 120

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_PATTERNS = (
    re.compile(r"(?i)\bpage\s*[|:]?\s*(?P<label>(?P<prefix>[A-Z]{1,3}-)?(?P<number>\d{1,4}))\b"),
    re.compile(r"^\W*(?P<label>(?P<prefix>[A-Z]{1,3}-)?(?P<number>\d{1,4}))\W*$"),
    re.compile(r"(?P<label>(?P<prefix>\b[A-Z]{1,3}-)?(?P<number>(?<![\d.,$/-])\b\d{1,4}))\W*$"),
    re.compile(r"^\W*(?P<label>(?P<prefix>[A-Z]{1,3}-)?(?P<number>\d{1,4}))\b(?![\d.,%/-])"),
    re.compile(r"(?i)^\W*(?P<label>(?P<prefix>)(?P<number>[ivxlc]{1,7}))\W*$"),
)

_Candidate = tuple[str, str, int]  # label, prefix, number


def printed_labels(pages: Sequence[Page]) -> dict[int, str]:
    """Printed page numbers by physical page.

    Args:
        pages: A file's pages, in order.

    Returns:
        Labels as printed ("58", "F-12", "iv") of the pages whose number agrees with its
        neighbours' (at least ``MIN_SUPPORT`` pages within ``WINDOW`` share prefix and offset,
        or every page of a shorter file does); other pages are absent.
    """
    candidates = {page.number: _candidates(page.text) for page in pages}
    offsets = {
        number: {(prefix, value - number) for _, prefix, value in found}
        for number, found in candidates.items()
    }
    labels: dict[int, str] = {}
    for number, found in candidates.items():
        best = _best(number, found, offsets)
        if best is not None:
            labels[number] = best
    return labels


def _best(
    number: int, found: list[_Candidate], offsets: dict[int, set[tuple[str, int]]]
) -> str | None:
    votes: Counter[tuple[str, int]] = Counter()
    for near in range(number - WINDOW, number + WINDOW + 1):
        votes.update(offsets.get(near, ()))
    enough = min(MIN_SUPPORT, max(len(offsets), 2))
    ranked = [
        (votes[(prefix, value - number)], -index, label)
        for index, (label, prefix, value) in enumerate(found)
        if votes[(prefix, value - number)] >= enough
    ]
    return max(ranked)[2] if ranked else None


def _candidates(text: str) -> list[_Candidate]:
    lines = [line for line in text.split("\n") if line.strip()]
    edges = lines[::-1][:EDGE_LINES] + lines[:EDGE_LINES]
    found: list[_Candidate] = []
    for line in edges:
        if len(line) > MAX_LINE_CHARS:
            continue
        for pattern in _PATTERNS:
            match = pattern.search(line)
            if match is not None:
                candidate = _candidate(match)
                if candidate not in found:
                    found.append(candidate)
    return found


def _candidate(match: re.Match[str]) -> _Candidate:
    number = match["number"]
    value = int(number) if number.isdigit() else _roman(number)
    prefix = "roman" if not number.isdigit() else (match["prefix"] or "").upper()
    return match["label"], prefix, value


def _roman(numeral: str) -> int:
    values = [_ROMAN[letter] for letter in numeral.lower()]
    return sum(
        -value if value < following else value
        for value, following in zip(values, [*values[1:], 0], strict=True)
    )
