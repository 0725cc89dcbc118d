"""By how much an agreement was raised: what the old one came to, and the new one.

"Terminated the $3 billion five year credit agreement … entered into a new $4 billion five year
credit agreement": two sentences of one report name the same thing with its amount, the one as
ended, the other as new.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from onfile.answer.claims import quoted
from onfile.answer.explained import own_sentences
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.language.numbers import find_numbers, format_amount
from onfile.types import Claim, Draft, Pair, Span, Value

_ASKED = re.compile(
    r"\b(?:by how much|how much)\b[^?]*\b(?:increas|rais|upsiz|enlarg|expand|decreas|reduc|chang)"
    r"\w*[^?]*\b(?:agreement|facility|facilities|revolver|line of credit|program)\b",
    re.I,
)
_THING = re.compile(
    r"(?P<amount>\$\s?\d[\d,.]*(?: (?:million|billion))?),? (?P<thing>(?:[\w-]+ ){0,8}?"
    r"(?:agreement|facility|revolver|line of credit|program))\b",
    re.I,
)
_ENDED = re.compile(r"\b(?:terminat\w+|replac\w+|refinanc\w+|supersed\w+)\b", re.I)
_BEGUN = re.compile(r"\b(?:entered into|new|established|executed)\b", re.I)


@dataclass(frozen=True, slots=True)
class _Agreement:
    document_id: str
    span: Span
    amount: Decimal  # in single units
    is_new: bool


def answer_replaced(reading: Reading, finder: PassageFinder) -> Draft | None:
    """The change with both sentences; None unless one report has one old and one new amount."""
    if _ASKED.search(reading.intent.asked) is None or len(reading.intent.pairs) != 1:
        return None
    pair = reading.intent.pairs[0]
    by_document: dict[str, list[_Agreement]] = {}
    for one in _agreements(reading, finder, pair):
        by_document.setdefault(one.document_id, []).append(one)
    for found in by_document.values():
        old = [a for a in found if not a.is_new]
        new = [a for a in found if a.is_new]
        if len({a.amount for a in old}) == 1 and len({a.amount for a in new}) == 1:
            return _draft(reading, pair, old[0], new[0])
    return None


def _draft(reading: Reading, pair: Pair, old: _Agreement, new: _Agreement) -> Draft | None:
    gap = new.amount - old.amount
    if not gap:
        return None
    quotes = [quoted(reading.archive, a.document_id, a.span, pair) for a in (old, new)]
    word = "Increased" if gap > 0 else "Decreased"
    was, now = (format_amount(a.amount, 1, "USD") for a in (old, new))
    text = f"{word} by {format_amount(abs(gap), 1, 'USD')}, from {was} to {now}."
    citations = tuple(c for quote in quotes for c in quote.citations)
    arithmetic = f"{new.amount} - {old.amount} = {gap}"
    if gap < 0:
        arithmetic += f"; {old.amount} - {new.amount} = {-gap}"
    claims = (Claim(text, citations, pair, arithmetic), *quotes)
    answer = "\n".join(claim.text for claim in claims)
    return Draft(answer, claims, Value(abs(gap), 1, "USD"), "figure computed", 1.0)


def _agreements(reading: Reading, finder: PassageFinder, pair: Pair) -> Iterator[_Agreement]:
    """Agreements with an amount that are named with every word of the question that tells."""
    words = finder.words
    wanted = [t for t in finder.subject.telling if t not in words.up and t not in words.down]
    wanted = [t for t in wanted if not t[0].isdigit()]
    for document_id, span, said in own_sentences(reading, pair, _THING):
        for match in _THING.finditer(said):
            named = frozenset(reading.terms(match["thing"]))
            numbers = find_numbers(match["amount"])
            before = said[: match.start()]
            ended, begun = _ENDED.search(before), _BEGUN.search(before)
            if not numbers or (ended is None) == (begun is None):
                continue
            if all(term in named for term in wanted):
                amount = numbers[0].value * numbers[0].scale
                yield _Agreement(document_id, span, amount, begun is not None)
