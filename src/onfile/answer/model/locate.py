"""Where on the page does a quote stand? White space, ligatures, hyphens and marks are folded."""

from __future__ import annotations

import unicodedata

from onfile.types import Span

_MARKS = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-"}
)
MIN_LETTERS = 3  # a shorter quote shows nothing


def locate(text: str, quote: str, within: Span) -> Span | None:
    """The first place of a quote inside ``within``; None when it is not there in one piece.

    Words broken at a line's end are found whole, and the other way round.
    """
    wanted, _ = _folded(quote, 0, len(quote))
    if sum(c.isalnum() for c in wanted) < MIN_LETTERS:
        return None
    held, places = _folded(text, within.start, within.end)
    at = held.find(wanted)
    while at >= 0 and _cuts_a_number(held, at, at + len(wanted)):
        at = held.find(wanted, at + 1)
    if at < 0:
        return None
    return Span(within.page, places[at], places[at + len(wanted) - 1] + 1)


def _folded(text: str, start: int, end: int) -> tuple[str, list[int]]:
    """The text without white space and soft hyphens, and the place of each kept character."""
    kept: list[str] = []
    places: list[int] = []
    for at in range(start, end):
        if text[at] == "\u00ad" or (text[at] in "-‐" and text[at + 1 : at + 2] == "\n"):
            continue
        for c in unicodedata.normalize("NFKC", text[at].translate(_MARKS)):
            if not c.isspace():
                kept.append(c)
                places.append(at)
    return "".join(kept), places


def _cuts_a_number(held: str, start: int, end: int) -> bool:
    """True where the found piece begins or ends inside a number: "577" of "1,577"."""
    before, after = held[max(0, start - 2) : start], held[end : end + 2]
    first, last = held[start], held[end - 1]
    starts_inside = first.isdigit() and (
        before[-1:].isdigit() or (before[-1:] in (",", ".") and before[:1].isdigit())
    )
    ends_inside = last.isdigit() and (
        after[:1].isdigit() or (after[:1] in (",", ".") and after[1:2].isdigit())
    )
    return starts_inside or ends_inside
