"""Which note, item or exhibit covers it? The line that names both is quoted."""

from __future__ import annotations

import re

from onfile.answer.cite import cite
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.language.sentences import units
from onfile.types import Claim, Draft, Span

_ASKS = re.compile(r"\b(?:which|what) (note|item|exhibit|section|clause)\b", re.I)
MAX_LENGTH = 160  # a heading or a row that refers; a longer piece is a discussion


def answer_reference(reading: Reading, finder: PassageFinder) -> Draft | None:
    """The shortest piece of the pages read that names the subject and a numbered reference."""
    asked = _ASKS.search(reading.intent.asked)
    if asked is None:
        return None
    numbered = re.compile(rf"\b{asked[1]}\s+\d+[\w.]*", re.I)
    found: list[tuple[int, int, str, Span]] = []
    for evidence in reading.evidence:
        document_id = evidence.document.document_id
        for page in sorted({s.page for s in evidence.chunk.spans}):
            text = reading.archive.page_text(document_id, page)
            for unit in units(text):
                piece = text[unit.start : unit.end]
                is_short = unit.end - unit.start <= MAX_LENGTH
                if is_short and numbered.search(piece) and _names(finder, piece, asked[1]):
                    span = Span(page, unit.start, unit.end)
                    found.append((len(piece), evidence.rank, document_id, span))
    if not found:
        return None
    _, _, document_id, span = min(found)
    citation = cite(reading.archive, document_id, span)
    quote = " ".join(citation.quote.split())
    number = numbered.search(quote)
    named = number[0] if number is not None else quote
    claim = Claim(f"{named}: “{quote}”", (citation,))
    return Draft(claim.text, (claim,), None, "reference", 1.0)


def _names(finder: PassageFinder, piece: str, kind: str) -> bool:
    """Every telling term but the reference's own word is met."""
    own = set(finder.subject.terms_of(f"{kind} cover covers covering"))
    terms = frozenset(finder.subject.terms_of(piece))
    telling = [t for t in finder.subject.telling if t not in own]
    return bool(telling) and all(finder.subject.is_met(t, terms) for t in telling)
