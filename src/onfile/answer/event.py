"""The amount of something, in a report of one event.

A current report (8-K) is about one event, which the question describes in words of its own ("the
gain accruing as a result of the separation"). There the amount is read from the sentence in which
the thing itself ("a gain of approximately $20 billion") stands beside it; the rest of the question
need only fit the report. Two different amounts of the same thing answer nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from onfile.answer.claims import quoted
from onfile.answer.expected import FIGURE_KINDS, expected, fitting
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.language.numbers import PrintedNumber
from onfile.types import Draft, Evidence, Span, Value

MIN_SHARE = 0.5  # of the question's weight that the page must meet
_THING = re.compile(
    r"\b(?:amount of|how much|how large (?:is|was)|what (?:is|was|were|are)|size of|value of)\s+"
    r"(?:(?:the|its|a|an|any|in|of|total|aggregate|amount)\s+)*"
    r"(?P<thing>[a-z]+(?:\s+[a-z]+)?)\b",
    re.I,
)
_STOP = re.compile(
    r"\s(?:that|which|accruing|realised|realized|from|as|to|did|does|of|in|for|resulting|paid)$",
    re.I,
)
_BESIDE = re.compile(  # between the thing and its amount, or the amount and the thing
    r"\s*(?:of|was|is|were|are|totaled|totaling|in|for|at|with|an?|the|its|aggregate|total|net|gross|"
    r"approximately|about|roughly|up to|to|=|:|\(|\s)*",
    re.I,
)


def answer_event(reading: Reading, finder: PassageFinder) -> Draft | None:
    """The amount with its sentence; None where the report is no 8-K or states none, or several."""
    wanted = expected(reading)
    thing = _thing(reading.intent.asked)
    if reading.intent.kind not in FIGURE_KINDS or not wanted.kind or not thing:
        return None
    if len(reading.intent.pairs) > 1:
        return None
    found: list[tuple[Evidence, Span, PrintedNumber]] = []
    for evidence in reading.evidence:
        form = evidence.document.identity.form or ""
        if form.startswith("8-K") and finder.subject.share_named(evidence.chunk.text) >= MIN_SHARE:
            found += _stated(reading, finder, evidence, thing)
    amounts = {(n.value * n.scale, n.is_percent) for _, _, n in found}
    if len(amounts) != 1:
        return None
    evidence, span, number = found[0]
    pair = reading.intent.pairs[0] if reading.intent.pairs else None
    claim = quoted(reading.archive, evidence.document.document_id, span, pair)
    value = Value(number.value, number.scale, number.currency, None, percent=number.is_percent)
    return Draft(claim.text, (claim,), value, "quote", 1.0)


def _thing(question: str) -> str:
    """What is asked the amount of, one or two words, empty where none is named."""
    match = _THING.search(question)
    return "" if match is None else _STOP.sub("", match["thing"])


def _stated(
    reading: Reading, finder: PassageFinder, evidence: Evidence, thing: str
) -> Iterator[tuple[Evidence, Span, PrintedNumber]]:
    wanted = expected(reading)
    words = r"\s+".join(re.escape(word.rstrip("s")) + r"\w{0,3}" for word in thing.split())
    named = re.compile(rf"\b{words}\b", re.I)
    for page, text, pieces in finder.pieces_of(evidence):
        for piece in pieces:
            said = text[piece.unit.start : piece.unit.end]
            if piece.unit.kind != "sentence":
                continue
            for number in fitting(said, wanted, reading):
                if _is_beside(named, said, number):
                    yield evidence, Span(page, piece.unit.start, piece.unit.end), number


def _is_beside(named: re.Pattern[str], said: str, number: PrintedNumber) -> bool:
    places: Sequence[re.Match[str]] = tuple(named.finditer(said))
    after = (said[m.end() : number.start] for m in places if m.end() <= number.start)
    before = (said[number.end : m.start()] for m in places if number.end <= m.start())
    return any(_BESIDE.fullmatch(between) for between in (*after, *before))
