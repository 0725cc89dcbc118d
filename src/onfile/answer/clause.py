"""What a numbered clause says: the clause is found by its number and quoted."""

from __future__ import annotations

import re

from onfile.answer.cite import cite
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.language.sentences import units
from onfile.types import Claim, Draft, Evidence, Span

_NUMBER = r"\d+(?:[-.]\d+)*(?:\(\d+\)|\([a-z]\)|[A-Z])*"
_CLAUSE = re.compile(rf"(?:clause|section|§)\s*({_NUMBER})|(\d+-\d+\.\d+(?:\(\d+\)|[A-Z])*)", re.I)
_WORD = r"(?:section\s+|clause\s+)?"
_NEXT_CLAUSE = re.compile(rf"^\s*{_WORD}\d+(?:[-.]\d+)+(?:\(|[A-Z]|\s)", re.I | re.M)


def clause_asked(reading: Reading) -> str | None:
    """The clause number that the question names, None when it names none."""
    named = (_CLAUSE.search(phrase) for phrase in reading.intent.phrases)
    return next((match[1] or match[2] for match in named if match is not None), None)


def answer_clause(reading: Reading, finder: PassageFinder, number: str) -> Draft | None:
    """The clause's own sentences, those that answer first; None where the clause is not found."""
    for evidence in reading.evidence:
        for page in sorted({s.page for s in evidence.chunk.spans}):
            draft = _on_page(reading, finder, evidence, page, number)
            if draft is not None:
                return draft
    return None


def _on_page(
    reading: Reading, finder: PassageFinder, evidence: Evidence, page: int, number: str
) -> Draft | None:
    document_id = evidence.document.document_id
    text = reading.archive.page_text(document_id, page)
    start = re.search(rf"^\s*{_WORD}{re.escape(number)}(?![\w(])", text, re.I | re.M)
    if start is None:
        return None
    following = _NEXT_CLAUSE.search(text, start.end())
    end = following.start() if following is not None else len(text)
    span = _chosen(finder, text, page, start.start(), end)
    if span is None:
        return None
    citation = cite(reading.archive, document_id, span)
    quote = " ".join(citation.quote.split())
    claim = Claim(f"{citation.document}, {number}: “{quote}”", (citation,))
    return Draft(claim.text, (claim,), None, "clause", 1.0)


def _chosen(finder: PassageFinder, text: str, page: int, start: int, end: int) -> Span | None:
    """The clause's sentence that meets most of the question; of equals the first."""
    inside = [u for u in units(text) if start <= u.start < end and u.kind != "heading"]
    if not inside:
        return None
    best = max(
        inside,
        key=lambda u: (finder.subject.share_named(text[u.start : u.end]), -u.start),
    )
    return Span(page, best.start, min(best.end, end))
