"""Securities registered on an exchange: the list on a report's cover, read whole."""

from __future__ import annotations

import re

from onfile.answer.claims import LATER_DOCUMENT, quoted
from onfile.answer.request import Reading
from onfile.types import Draft, Span

COVER_PAGES = 3
_ASKED = re.compile(
    r"\b(?:securit\w+|notes|bonds|debentures)\b[^?]*\b(?:register\w*|listed|trad(?:e|ed|ing)|exchange)\b|"
    r"\b(?:registered|listed|exchange-traded)\s+(?:\w+\s+){0,2}(?:securities|notes|bonds|debentures)\b",
    re.I,
)
_DEBT = re.compile(r"\b(?:debt|notes?|bonds?|debentures?)\b", re.I)
_LIST = re.compile(
    r"securities\s+registered\s+(?:or\s+to\s+be\s+registered\s+)?pursuant\s+to\s+section\s+12\(b\).*?"
    r"(?=\n\s*securities\s+registered\s+pursuant\s+to\s+section\s+12\(g\)|\n\s*indicate\s+by\s+check)",
    re.I | re.S,
)
_DEBT_ROW = re.compile(r"\b(?:notes?|bonds?|debentures?)\b[^\n]*\bdue\b|\bdebentures?\b", re.I)


def answer_registered(reading: Reading) -> Draft | None:
    """The list, with a first line that says so where it has none of the debt that is asked for."""
    asked = reading.intent.asked
    if not _ASKED.search(asked) or len(reading.intent.pairs) != 1:
        return None
    pair = reading.intent.pairs[0]
    documents = sorted(
        (nearness, document_id)
        for document_id, nearness in reading.precedence.items()
        if nearness < LATER_DOCUMENT
        and reading.archive.document(document_id).identity.company == pair.company
    )
    for _, document_id in documents:
        for page in range(1, COVER_PAGES + 1):
            text = reading.archive.pages_text(document_id).get(page, "")
            found = _LIST.search(text)
            if found is None:
                continue
            span = Span(page, found.start(), found.start() + len(found[0].rstrip()))
            claim = quoted(reading.archive, document_id, span, pair)
            is_none = _DEBT.search(asked) is not None and not _DEBT_ROW.search(found[0])
            lead = (
                ["There are none: the list of registered securities has no debt."]
                if is_none
                else []
            )
            return Draft("\n".join([*lead, claim.text]), (claim,), None, "quote", 1.0)
    return None
