"""Does a sentence name somebody? "Who audits it" is not answered by "we have been its auditor"."""

from __future__ import annotations

import re

from onfile.answer.request import Reading
from onfile.types import Draft, QuestionKind

# "Who are its customers" may be answered by kinds of them.
_ASKS_ONE = re.compile(r"\bwho(?:se)?\s+(?!are\b|were\b)", re.I)
_NAME = re.compile(
    r"\b[A-Z][\w’'-]*[a-z][\w’'-]*\.?(?:,?\s+(?:(?:&|and|of|de|van|von)\s+)?[A-Z][\w’'.-]*)+"
)
_FORM = re.compile(r"\b(?:LLP|LLC|Inc|Ltd|plc|GmbH)\b")
_TITLES = frozenset(
    """
    chief executive financial operating officer president chairman chair board directors director
    company corporation annual report form item note act united states securities exchange
    commission common stock vice senior secretary treasurer general counsel committee audit
    january february march april may june july august september october november december we our
    the in on at as for of and a an
    """.split()  # noqa: SIM905
)


def names_whom_it_asks_for(reading: Reading, draft: Draft) -> bool:
    """False where the question asks who, and no claim names anybody but the company."""
    if reading.intent.kind is not QuestionKind.WHO or not _ASKS_ONE.search(reading.intent.asked):
        return True
    own = {w for company in reading.intent.companies for w in _words(company)}
    return any(_names_somebody(claim.text, own) for claim in draft.claims)


def _names_somebody(text: str, own: set[str]) -> bool:
    if _FORM.search(text):
        return True
    known = own | _TITLES
    return any(
        len([w for w in _words(match[0]) if w not in known]) > 1 for match in _NAME.finditer(text)
    )


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z’'-]+", text.lower())
