"""What a document's own words say of the part that a table singles out.

To "Entertainment grew most" belongs what the report says of it: by how much it grew on the basis
that management goes by, and why. Only a sentence is taken that opens with the part's name, or that
stands under it as its heading, that moves the same way, and that speaks of the period asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
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
_TOTAL_SALES = re.compile(  # at the start, or after a heading that was run into the sentence
    r"(?:^|(?<=[a-z] )(?=[A-Z]))"
    r"(?i:(?:in (?:fiscal )?\d{4}, |for (?:fiscal )?\d{4}, |for the year[^,]*, )?"
    r"(?:our |the company.s |reported |total |consolidated |worldwide |global |net |operating )*"
    r"(?:sales|revenues?)\b[^.;$]{0,60}?\b(?:increas|decreas|grew|rose|declin|fell|were up|"
    r"were down)\w*(?:[^.;]|\.(?=\d)){0,40}?\d\s?(?:%|percent))"
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_QUARTER = re.compile(r"\b(?:first|second|third|fourth)[- ]quarter|\bquarterly\b", re.I)
_OWN_SALES = re.compile(  # of what the heading names, not of a part of it
    r"\W*(?:total |net |reported |comparable |operating |segment )*(?:sales|revenues?)\b", re.I
)
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


def told_of_sales(reading: Reading, pair: Pair) -> Claim | None:
    """The sentence that says by how much the sales of the whole company moved; else None."""

    def fits(said: str) -> bool:
        return _TOTAL_SALES.search(said) is not None and time_factor(said, reading.intent) == 1

    return _first(reading, pair, (_TOTAL_SALES,), fits)


def told_in_year(reading: Reading, pair: Pair, patterns: Sequence[re.Pattern[str]]) -> Claim | None:
    """The first sentence that one of the patterns finds and that speaks of the year; else None."""
    year = str(pair.period.fiscal_year) if pair.period is not None else ""

    def fits(said: str) -> bool:
        is_whole_year = _MAY.search(said) is None and _QUARTER.search(said) is None
        return _YEAR.findall(said)[:1] == [year] and is_whole_year

    return _first(reading, pair, patterns, fits)


def _first(
    reading: Reading,
    pair: Pair,
    patterns: Sequence[re.Pattern[str]],
    fits: Callable[[str], bool],
) -> Claim | None:
    for document_id, span, said in own_sentences(reading, pair, *patterns):
        if any(p.search(said) for p in patterns) and fits(said):
            return quoted(reading.archive, document_id, span, pair)
    return None


def own_sentences(
    reading: Reading, pair: Pair, *patterns: re.Pattern[str]
) -> Iterator[tuple[str, Span, str]]:
    """Whole sentences of the pair's own pages on which a pattern is met: document, span, words."""
    for document_id, text, page in own_pages(reading, pair):
        folded = " ".join(text.split())
        if not any(pattern.search(folded) for pattern in patterns):
            continue
        for unit in units(text):
            said = " ".join(text[unit.start : unit.end].split())
            if unit.kind == "sentence" and _ENDS.search(said) is not None:
                yield document_id, Span(page, unit.start, unit.end), said


def own_pages(reading: Reading, pair: Pair) -> Iterator[tuple[str, str, int]]:
    """Document id, text and number of every page of the pair's own documents, nearest first."""
    for document_id, nearness in sorted(reading.precedence.items(), key=lambda d: (d[1], d[0])):
        company = reading.archive.document(document_id).identity.company
        if nearness < LATER_DOCUMENT and company == pair.company:
            for page, text in reading.archive.pages_text(document_id).items():
                yield document_id, text, page


def _sentences(reading: Reading, pair: Pair, name: str, way: int) -> Iterator[_Said]:
    folded = name.casefold()
    for document_id, text, page in own_pages(reading, pair):
        for start, end in _named(text, folded) if folded in text.casefold() else ():
            said = " ".join(text[start:end].split())
            if _says(reading, said, way):
                nearness = reading.precedence[document_id]
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
        elif 0 <= said.find(name) <= OPENING or (n_left and _OWN_SALES.match(said)):
            yield unit.start, unit.end
        n_left -= bool(n_left and unit.kind == "sentence")


def _says(reading: Reading, said: str, way: int) -> bool:
    if not (_PERCENT.search(said) and _SALES.search(said) and _ENDS.search(said)):
        return False
    if _MAY.search(said) or time_factor(said, reading.intent) < 1:
        return False
    head = said[: found.start()] if (found := CAUSE.search(said)) else said
    return vocabulary(reading.terms).direction(reading.terms(head)) == way
