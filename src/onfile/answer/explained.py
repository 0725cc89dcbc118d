"""What a document's own words say of the part that a table singles out.

To "Entertainment grew most" belongs what the report says of it: by how much it grew on the basis
that management goes by, and why. Only a sentence is taken that opens with the part's name, or that
stands under it as its heading, that moves the same way, and that speaks of the period asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from onfile.answer.claims import LATER_DOCUMENT, quoted
from onfile.answer.passages import CAUSE
from onfile.answer.request import Reading
from onfile.answer.times import time_factor
from onfile.answer.vocabulary import vocabulary
from onfile.language.sentences import units
from onfile.types import Claim, Pair, Span

OPENING = 24  # characters before the name: a bullet, "In 2031,"
MAX_UNDER = 3  # sentences under a heading that are still of it
_PERCENT = re.compile(r"\d\s?(?:%|percent|per cent)")
_ENDS = re.compile(r"(?:[.;]|; and|[.;][”\")])$")
_SALES = re.compile(r"\b(?:sales|revenues?|turnover)\b", re.I)
_MAY = re.compile(r"\b(?:may|might|could|would|expect\w*|anticipat\w*)\b", re.I)


@dataclass(frozen=True, slots=True)
class _Said:
    document_id: str
    span: Span
    nearness: int
    has_cause: bool


def told_of(reading: Reading, pair: Pair, name: str, way: int) -> Claim | None:
    """The sentence that says how the sales of a part moved, and why if one does; else None.

    Args:
        reading: The question.
        pair: Whose own documents are read.
        name: The part, as the table prints it.
        way: +1 for a rise, -1 for a fall.
    """
    found = sorted(
        _sentences(reading, pair, name, way),
        key=lambda s: (not s.has_cause, s.nearness, s.span.page, s.span.start),
    )
    if not found:
        return None
    best = found[0]
    return quoted(reading.archive, best.document_id, best.span, pair)


def _sentences(reading: Reading, pair: Pair, name: str, way: int) -> Iterator[_Said]:
    folded = name.casefold()
    for document_id, nearness in reading.precedence.items():
        company = reading.archive.document(document_id).identity.company
        if nearness >= LATER_DOCUMENT or company != pair.company:
            continue
        for page, text in reading.archive.pages_text(document_id).items():
            if folded not in text.casefold():
                continue
            for start, end in _named(text, folded):
                said = " ".join(text[start:end].split())
                if _says(reading, said, way):
                    has_cause = CAUSE.search(said) is not None
                    yield _Said(document_id, Span(page, start, end), nearness, has_cause)


def _named(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Sentences that open with the name, or stand right under it."""
    n_left = 0
    for unit in units(text):
        said = " ".join(text[unit.start : unit.end].split()).casefold()
        if unit.kind == "heading":
            n_left = MAX_UNDER if said.rstrip(":") == name else 0
        elif unit.kind == "row":
            n_left = 0
        elif 0 <= said.find(name) <= OPENING or n_left:
            n_left -= bool(n_left)
            yield unit.start, unit.end


def _says(reading: Reading, said: str, way: int) -> bool:
    if not (_PERCENT.search(said) and _SALES.search(said) and _ENDS.search(said)):
        return False
    if _MAY.search(said) or time_factor(said, reading.intent) < 1:
        return False
    head = said[: found.start()] if (found := CAUSE.search(said)) else said
    return vocabulary(reading.terms).direction(reading.terms(head)) == way
