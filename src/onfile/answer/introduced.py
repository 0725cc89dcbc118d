"""Who asked, on a call that is written down without speakers: whom the operator announced.

"Our next question comes from Iris Quane of Dunmore Research": what follows, as far as the thanks or
the last question mark, are that person's words. Of several who asked of the same all are given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from onfile.answer.claims import quoted
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.types import Claim, Draft, Span

MAX_ASKERS = 3
MAX_QUESTION = 1800  # characters of what somebody asks; the answer follows
CALL = "call transcript"
_ANNOUNCED = re.compile(
    r"\b(?:question|questions)\s+(?:today\s+)?(?:comes?|is coming|will come|is)\s+from\s+"
    r"(?:the line of\s+)?[A-Z][\w'’.-]+(?:\s+[A-Z][\w'’.-]+){0,3},?\s+(?:with|from|of|at)\s+[A-Z]",
)
_THANKS = re.compile(r"\s*(?:thanks|thank you)\b[^.?!]{0,20}[.?!]", re.I)


@dataclass(frozen=True, slots=True)
class _Asked:
    announced: Span
    said: Span
    terms: frozenset[str]


def answer_introduced(reading: Reading, finder: PassageFinder) -> Draft | None:
    """The announcement and the sentence that asks; None where nobody's words have all of it."""
    claims: list[Claim] = []
    pair = reading.intent.pairs[0] if len(reading.intent.pairs) == 1 else None
    for document_id in dict.fromkeys(e.document.document_id for e in reading.evidence):
        document = reading.archive.document(document_id)
        if document.identity.form != CALL or reading.turns(document_id):
            continue
        for asked in _asked_in(reading, finder, document_id):
            if finder.subject.telling and all(
                finder.subject.is_met(t, asked.terms) for t in finder.subject.telling
            ):
                claims.append(quoted(reading.archive, document_id, asked.announced, pair))
                claims.append(quoted(reading.archive, document_id, asked.said, pair))
    if not 0 < len(claims) <= 2 * MAX_ASKERS:
        return None
    return Draft("\n".join(c.text for c in claims), tuple(claims), None, "turn", 1.0)


def _asked_in(reading: Reading, finder: PassageFinder, document_id: str) -> Iterator[_Asked]:
    """Every announcement with the sentence of what follows that meets most of the question."""
    for page, text in reading.archive.pages_text(document_id).items():
        units = [p.unit for p in finder.pieces_on(document_id, page)]
        at = [i for i, u in enumerate(units) if _ANNOUNCED.search(text, u.start, u.end)]
        for n, first in enumerate(at):
            last = at[n + 1] if n + 1 < len(at) else len(units)
            end = units[first].end + MAX_QUESTION
            words = [u for u in units[first + 1 : last] if u.start < end]
            words = words[: _n_asked([text[u.start : u.end] for u in words])]
            if not words:
                continue
            terms = [frozenset(reading.terms(text[u.start : u.end])) for u in words]
            telling = finder.subject.telling
            met = [sum(finder.subject.is_met(t, one) for t in telling) for one in terms]
            best = words[met.index(max(met))]
            yield _Asked(
                Span(page, units[first].start, units[first].end),
                Span(page, best.start, best.end),
                frozenset().union(*terms),
            )


def _n_asked(said: Sequence[str]) -> int:
    """How many sentences are the asker's: up to the thanks, else to the last question mark."""
    thanks = (i for i, one in enumerate(said) if i > 0 and _THANKS.match(one))
    asking = [i for i, one in enumerate(said) if one.endswith("?")]
    return next(thanks, asking[-1] + 1 if asking else 1)
