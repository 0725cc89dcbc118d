"""Who held an office, and how old: the list of executive officers in an annual report.

Reports list them in a row ("Ada Reed 52 Chief Financial Officer"), in a sentence ("Ada Reed, 52, is
Chief Financial Officer") or as a heading ("Ada Reed (age 52), Chief Financial Officer"). The office
of a part ("Chief Executive Officer, Hand Tools") is another office; two holders answer nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from onfile.answer.claims import LATER_DOCUMENT, quoted
from onfile.answer.naming import TITLES
from onfile.answer.request import Reading
from onfile.language.dates import find_dates
from onfile.types import Draft, QuestionKind, Span

OFFICES = (
    (r"\bceo\b|\bchief executive\b", r"chief executive officer|ceo"),
    (r"\bcfo\b|\bchief financial\b|\bfinance (?:chief|head)\b", r"chief financial officer|cfo"),
    (r"\bcoo\b|\bchief operating\b", r"chief operating officer|coo"),
    (r"\bcto\b|\bchief technology\b", r"chief technology officer|cto"),
    (r"\bcio\b|\bchief information\b", r"chief information officer|cio"),
    (r"\bgeneral counsel\b", r"general counsel"),
    (r"\b(?:worldwide |corporate )?controller\b", r"(?:worldwide |corporate )?controller"),
    (r"\btreasurer\b", r"treasurer"),
)
_ASKS_AGE = re.compile(r"\bhow old\b|\bage\b", re.I)
_SPEAKS = re.compile(r"\b(?:sa(?:y|id)|call|ask(?:ed)?|answer(?:ed)?|told?|quarterly call)\b", re.I)
_NAME = r"[A-Z][\w’'-]+\.?(?:[ ]+(?:[A-Z][\w’'.-]*|de|van|von)){1,4}"
_LISTED = (
    re.compile(
        rf"^[ ]*(?P<name>{_NAME})[ ]*(?:\(\w\)[ ]*)?[ ](?P<age>[3-8]\d)[ ]+(?P<title>[A-Z].*)$",
        re.M,
    ),
    re.compile(
        rf"(?P<name>{_NAME}),[ ]+(?:age[ ]+)?(?P<age>[3-8]\d),\s+(?:is|has[ ]been|was)\s+"
        r"(?:our\s+|the\s+)?(?P<title>[A-Z][^.;]{5,160})"
    ),
    re.compile(
        rf"(?P<name>{_NAME})[ ]+\((?:age[ ]+)?(?P<age>[3-8]\d)\),?\s+"
        r"(?P<title>[A-Z][^.;\n]{5,160})"
    ),
)
_UNIT = re.compile(r"\s*(?:,|of|for|–|-)?\s*(?:the\s+)?((?:[A-Z][\w&’'.-]*\s?)+)")
_ANNUAL = ("10-K", "10-K/A", "20-F", "annual report")


@dataclass(frozen=True, slots=True)
class _Officer:
    document_id: str
    span: Span
    name: str


def answer_officer(reading: Reading) -> Draft | None:
    """The line of the list; None where no office is asked for, or several hold it."""
    asked = reading.intent.asked
    asks_age = _ASKS_AGE.search(asked) is not None
    if reading.intent.kind is not QuestionKind.WHO and not asks_age:
        return None
    printed = next((held for asks, held in OFFICES if re.search(asks, asked, re.I)), None)
    if printed is None or _SPEAKS.search(asked) or len(reading.intent.pairs) != 1:
        return None
    pair = reading.intent.pairs[0]
    own = set(re.findall(r"[a-z’'-]+", (pair.company or "").lower()))
    for document_id in _reports(reading):
        found = list(_holders(reading, document_id, printed, own))
        if found and len({officer.name for officer in found}) == 1:
            claim = quoted(reading.archive, document_id, found[0].span, pair)
            return Draft(claim.text, (claim,), None, "quote", 1.0)
        if found:
            return None
    return None


def _reports(reading: Reading) -> list[str]:
    """Annual reports of the period, nearest first; of a day those that name its month first."""
    pair = reading.intent.pairs[0]
    when = {(d.year, d.month) for d in find_dates(reading.intent.asked) if d.year is not None}
    found: list[tuple[bool, int, str]] = []
    for document_id, nearness in reading.precedence.items():
        identity = reading.archive.document(document_id).identity
        if identity.form not in _ANNUAL or identity.company != pair.company:
            continue
        texts = reading.archive.pages_text(document_id).values() if when else ()
        is_then = any(
            (d.year, d.month) in when
            for text in texts
            if any(pattern.search(text) for pattern in _LISTED)
            for d in find_dates(text)
        )
        if is_then or (not when and nearness < LATER_DOCUMENT):
            found.append((not is_then, nearness, document_id))
    return [document_id for _, _, document_id in sorted(found)]


def _holders(reading: Reading, document_id: str, printed: str, own: set[str]) -> Iterator[_Officer]:
    for page, text in reading.archive.pages_text(document_id).items():
        for pattern in _LISTED:
            for match in pattern.finditer(text):
                if _is_held(match["title"], printed, own):
                    name = " ".join(match["name"].split())
                    yield _Officer(document_id, Span(page, match.start(), match.end()), name)


def _is_held(title: str, printed: str, own: set[str]) -> bool:
    """The title has the office, of the company and of no part of it."""
    for match in re.finditer(rf"\b(?:{printed})\b", title, re.I):
        unit = _UNIT.match(title, match.end())
        words = re.findall(r"[a-z’'-]+", unit[1].lower()) if unit is not None else []
        if all(word in own or word in TITLES for word in words):
            return True
    return False
