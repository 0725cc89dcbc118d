"""Text compared without its line breaks: quotes run over printed lines, answers do not."""

from __future__ import annotations

import re
from collections.abc import Iterable

MIN_RUN = 3  # words; two in a row are on every page
MIN_PART = 2

_PART_END = re.compile(r"›|:\s")
_WORD = re.compile(r"\w[\w,.'’&/-]*\w|\w|[^\w\s]+")


def folded(text: str) -> str:
    """The text with each run of white space as one space, none at the ends."""
    return " ".join(text.split())


def words(text: str) -> list[str]:
    """The text's words and signs, lower-cased, in order."""
    return [match.group().lower() for match in _WORD.finditer(text)]


def runs_on(text: str, pages: list[str]) -> list[tuple[list[str], bool]]:
    """The text's words, cut into runs that stand on one of the pages and what is between.

    Greedy from the left: each run is the longest that starts there. A run has at least
    ``MIN_RUN`` words.

    Returns:
        ``(words, is_on_a_page)`` in order; joined they are all words of the text.
    """
    haystacks = [f" {' '.join(words(page))} " for page in pages]
    rest = words(text)
    found: list[tuple[list[str], bool]] = []
    while rest:
        length = max((_longest(rest, haystack) for haystack in haystacks), default=0)
        if length >= MIN_RUN:
            found.append((rest[:length], True))
        else:
            length = 1
            if found and not found[-1][1]:
                found[-1][0].append(rest[0])
            else:
                found.append(([rest[0]], False))
        rest = rest[length:]
    return found


def own_words(text: str, pages: list[str]) -> list[str]:
    """The words of a text that it does not take from a page.

    Taken is a run of three or more words, or a whole part between colons and path marks
    ("Notes due 2031 › Interest") of two or more.
    """
    own: list[str] = []
    for part in _PART_END.split(text):
        whole = words(part)
        if len(whole) >= MIN_PART and _is_on(whole, pages):
            continue
        runs = runs_on(part, pages)
        own += [word for run, is_on_page in runs if not is_on_page for word in run]
    return own


def beside_quotes(text: str, quotes: Iterable[str]) -> str:
    """The folded text without the quotes that stand in it."""
    rest = folded(text)
    for quote in map(folded, quotes):
        if quote:
            rest = rest.replace(quote, " ")
    return rest


def _is_on(run: list[str], pages: list[str]) -> bool:
    return any(f" {' '.join(run)} " in f" {' '.join(words(page))} " for page in pages)


def _longest(rest: list[str], haystack: str) -> int:
    """How many of the first words stand on the page in this order."""
    low, high = 0, len(rest)
    while low < high:  # if n words are there, so are fewer
        middle = (low + high + 1) // 2
        if f" {' '.join(rest[:middle])} " in haystack:
            low = middle
        else:
            high = middle - 1
    return low
