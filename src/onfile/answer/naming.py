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
_NICKNAME = re.compile(r"(?<=\w )\([“\"]\w+[”\"]\) ?")  # 'Benedikt (“Ben”) S. Oake'
MAX_BEFORE = 120  # characters between a name and the office it holds
_OFFICES = (
    (re.compile(r"\bceo\b|\bchief executive\b", re.I), r"chief executive(?: officer)?|ceo"),
    (re.compile(r"\bcfo\b|\bchief financial\b", re.I), r"chief financial officer|cfo"),
    (re.compile(r"\bcoo\b|\bchief operating\b", re.I), r"chief operating officer|coo"),
    (re.compile(r"\bchair(?:man|woman|person)?\b(?! of the \w+ committee)", re.I), r"chair\w*"),
)
"""What asks for an office, and how the holder's title is printed."""
_OF_UNIT = re.compile(r"\s*(?:,|of|for)\s+(?:the\s+)?((?:[A-Z][\w&’'.-]*\s?)+)")
_PAST = re.compile(
    r"\b(?:served|serving until|former|formerly|previously|prior|until|retired)\b", re.I
)
_STOP = re.compile(r"(?<!\b[A-Z])(?<!\bM[rs])(?<!\bMrs)(?<!\bDr)\. |;|•")
_FORM = re.compile(
    r"\b(?:LLP|LLC|Inc|Ltd|plc|GmbH)\b|\bU\.S\. (?:Government|Army|Navy|Air Force)\b"
)
TITLES = frozenset(
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
    if draft.method == "field":
        return True  # the label of a form says whose name it is
    if reading.intent.kind is not QuestionKind.WHO or not _ASKS_ONE.search(reading.intent.asked):
        return True
    own = {w for company in reading.intent.companies for w in _words(company)}
    office = next((held for asks, held in _OFFICES if asks.search(reading.intent.asked)), None)
    if office is not None:
        quotes = [" ".join(c.quote.split()) for claim in draft.claims for c in claim.citations]
        return any(_holds(quote, office, own) for quote in quotes)
    return any(_names_somebody(claim.text, own) for claim in draft.claims)


def _holds(quote: str, office: str, own: set[str]) -> bool:
    """True where somebody is named as holding the office now, of the company and no part of it."""
    for match in re.finditer(rf"\b(?:{office})\b", quote, re.I):
        start = max((m.end() for m in _STOP.finditer(quote, 0, match.start())), default=0)
        before, after = quote[start : match.start()], quote[match.end() :]
        unit = _OF_UNIT.match(after)
        is_of_part = unit is not None and any(w not in own for w in _words(unit[1]))
        is_past = _PAST.search(f"{before} {after[:60]}") is not None
        if not is_of_part and not is_past and _names_somebody(before[-MAX_BEFORE:], own):
            return True
    return False


def _names_somebody(text: str, own: set[str]) -> bool:
    if _FORM.search(text):
        return True
    known = own | TITLES
    text = _NICKNAME.sub("", text)
    return any(
        len([w for w in _words(match[0]) if w not in known]) > 1 for match in _NAME.finditer(text)
    )


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z’'-]+", text.lower())
