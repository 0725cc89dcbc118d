"""A field of a printed form: "GROUND LEVEL +12.40 mSD" answers what the ground level is.

Forms have no sentences. The label must be asked for word for word and stand directly before its
number; every other word of the question must name the sheet: its heading, its section, its
document. Different numbers for one field are a conflict, not a choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from onfile.answer.cite import cite
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.types import Claim, Draft, Evidence, Refusal, RefusalCode, Span, Value

FORMS = ("report", "bid tabulation", None)
MIN_LABEL_TERMS = 2  # one word ("level") is part of many labels
MAX_LABEL_WORDS = 5
HEAD_CHARACTERS = 400  # of a page: what the sheet says that it is
_NUMBER = re.compile(
    r"(?<!\S)(?P<sign>[-+−–]?)(?P<digits>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?![\d,.]*\d)"
    r"(?P<unit>\s?(?:[a-zA-Zµ°%]{1,4}[²³23]?)(?![\w.]))?"
)
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class _Field:
    evidence: Evidence
    span: Span
    n_terms: int
    number: Decimal
    unit: str | None


def answer_field(reading: Reading, finder: PassageFinder) -> Draft | Refusal | None:
    """The field that the question names, None where no sheet has it, a refusal where two differ."""
    if any(pair.company is not None for pair in reading.intent.pairs):
        return None
    found = [field for one in reading.evidence for field in _fields(reading, finder, one)]
    if not found:
        return None
    best = max(field.n_terms for field in found)
    alike = [field for field in found if field.n_terms == best]
    first = alike[0]
    others = [field for field in alike if field.number != first.number]
    if others:
        return _conflict(reading, [first, others[0]])
    citation = cite(reading.archive, first.evidence.document.document_id, first.span)
    claim = Claim(f"“{citation.quote}”", (citation,))
    value = Value(first.number, 1, None, first.unit, percent=first.unit == "%")
    return Draft(claim.text, (claim,), value, "field", 1.0)


def _conflict(reading: Reading, fields: Sequence[_Field]) -> Refusal:
    citations = tuple(
        cite(reading.archive, field.evidence.document.document_id, field.span) for field in fields
    )
    shown = " and ".join(f"“{one.quote}” (page {one.page})" for one in citations)
    detail = f"The sheets differ: {shown}."
    return Refusal(RefusalCode.CONFLICTING_EVIDENCE, detail, citations=citations)


def _fields(reading: Reading, finder: PassageFinder, evidence: Evidence) -> Iterator[_Field]:
    document = evidence.document
    if document.identity.form not in FORMS or not document.has_pages:
        return
    page = evidence.chunk.page
    text = reading.archive.page_text(document.document_id, page)
    names = f"{document.identity.title or ''} {document.name} {evidence.chunk.section or ''}"
    heading = text.lstrip().partition("\n")[0]  # "LOG OF BORING B-2"
    if not all(_names(phrase, f"{names} {heading}") for phrase in reading.intent.phrases):
        return
    head = (t for t in reading.terms(text[:HEAD_CHARACTERS]) if t.isalpha() and len(t) > 2)
    named = frozenset(reading.terms(names.replace("_", " "))).union(head)
    singled = frozenset(reading.terms(" ".join(reading.intent.phrases)))
    asked = frozenset(reading.intent.terms)
    at = 0
    for line in text.split("\n"):
        for match in _NUMBER.finditer(line):
            start, terms = _label(reading, line[: match.start()], asked)
            if len(terms) >= MIN_LABEL_TERMS and _covers(
                finder.subject.telling, terms | named | singled
            ):
                unit = (match["unit"] or "").strip() or None
                number = Decimal(match["digits"].replace(",", ""))
                signed = -number if match["sign"] in ("-", "−", "–") else number
                span = Span(page, at + start, at + match.end())
                yield _Field(evidence, span, len(terms), signed, unit)
        at += len(line) + 1


def _label(reading: Reading, before: str, asked: frozenset[str]) -> tuple[int, frozenset[str]]:
    """The longest run of asked words that ends at the number: where it starts, and its terms."""
    words = list(_WORD.finditer(before))[-MAX_LABEL_WORDS:]
    terms: frozenset[str] = frozenset()
    start = len(before)
    for word in reversed(words):
        own = frozenset(reading.terms(word.group()))
        if not own or not own <= asked:
            break
        terms |= own
        start = word.start()
    return start, terms


def _names(phrase: str, names: str) -> bool:
    """True where the sheet is of the thing that the phrase singles out ("drillhole DH 3")."""
    tokens = [word for word in phrase.split() if not word.islower()]
    pattern = r"[\s._-]*".join(map(re.escape, tokens))
    return re.search(rf"(?<!\w){pattern}(?!\w)", names, re.IGNORECASE) is not None


def _covers(asked: Sequence[str], met: frozenset[str]) -> bool:
    return all(term in met for term in asked)
