"""The built-in reader: deterministic, no model. It quotes, or gives figures, or declines.

It picks what answers, not what is near: the shape of the question decides where it looks, and
each way has its own test of certainty. When none passes, the reader says ``NOT_STATED`` and what
it did not find.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.answer.cite import cite
from onfile.answer.passages import Passage, PassageFinder
from onfile.answer.premise import contradicted
from onfile.answer.quantities import answer_quantity
from onfile.answer.request import Reading
from onfile.answer.said import answer_said, answer_who_asked, asks_who_asked
from onfile.language.numbers import find_numbers
from onfile.types import (
    Claim,
    Draft,
    FigureMatch,
    Pair,
    QuestionKind,
    Refusal,
    RefusalCode,
)

MIN_COVERAGE = 0.72  # of the question's weighted terms, in the sentences that are quoted
MIN_COVERAGE_TERMS = 0.99  # every telling term must be met on the page, or the reader declines
FIGURE_KINDS = (QuestionKind.FIGURE, QuestionKind.COMPARE, QuestionKind.CHANGE)
_HOW_MANY = re.compile(r"\bhow (?:many|much)\b|\bwhat (?:number|amount|share|percentage)\b", re.I)


def read(reading: Reading, earlier: dict[Pair, list[FigureMatch]]) -> Draft | Refusal:
    """An answer to the question, or the reason why there is none.

    Args:
        reading: The question, the evidence, the figures that match.
        earlier: Matches of the first quantity one year before each pair's period.
    """
    finder = PassageFinder(reading)
    if asks_who_asked(reading.intent.question):
        return answer_who_asked(reading, finder) or _not_stated(reading, None)
    if reading.intent.speaker is not None or reading.intent.role is not None:
        return answer_said(reading, finder) or _not_stated(reading, None)
    refusal = contradicted(reading, finder, earlier)
    if refusal is not None:
        return refusal
    if reading.intent.kind in FIGURE_KINDS:
        answer = _figures(reading)
        if answer is not None:
            return answer
    return _passages(reading, finder)


def _figures(reading: Reading) -> Draft | Refusal | None:
    for quantity in reading.quantities:
        answer = answer_quantity(reading, quantity)
        if answer is not None:
            return answer
    return None


def _passages(reading: Reading, finder: PassageFinder) -> Draft | Refusal:
    """One block a pair; without pairs one block in all."""
    pairs: Sequence[Pair | None] = reading.intent.pairs or (None,)
    found = finder.find(reading.evidence)
    claims = []
    supports = []
    for pair in pairs:
        mine = [p for p in found if _is_of(p, pair)]
        best = next((p for p in mine if _answers(reading, p)), None)
        if best is None:
            return _not_stated(reading, mine[0] if mine else None)
        claims.append(_claim(reading, best, pair))
        supports.append(best.coverage)
    return Draft("\n".join(c.text for c in claims), tuple(claims), None, "quote", min(supports))


def _is_of(passage: Passage, pair: Pair | None) -> bool:
    found_for = passage.evidence.pair if passage.evidence is not None else None
    return pair is None or found_for in (pair, None)


def _answers(reading: Reading, passage: Passage) -> bool:
    kind = reading.intent.kind
    if passage.coverage < MIN_COVERAGE:
        return False
    if kind is QuestionKind.WHY and not passage.has_cause:
        return False
    asks_number = kind in FIGURE_KINDS or _HOW_MANY.search(reading.intent.question)
    return not asks_number or _states_number(passage.text)


def _states_number(text: str) -> bool:
    return any(n.role == "amount" for n in find_numbers(text))


def _claim(reading: Reading, passage: Passage, pair: Pair | None) -> Claim:
    citation = cite(reading.archive, passage.document_id, passage.span)
    quote = " ".join(citation.quote.split())
    who = citation.speaker or citation.company or citation.document
    about = f", {citation.form} {citation.period}" if citation.form and citation.period else ""
    return Claim(f"{who}{about}: “{quote}”", (citation,), pair)


def _not_stated(reading: Reading, nearest: Passage | None) -> Refusal:
    if nearest is None:
        return Refusal(RefusalCode.NOT_STATED, "The documents that were read do not state it.")
    missing = ", ".join(f"“{t}”" for t in nearest.unmatched)
    detail = "The documents that were read do not state it"
    detail += f"; not met: {missing}." if missing else "."
    cited = cite(reading.archive, nearest.document_id, nearest.span)
    return Refusal(RefusalCode.NOT_STATED, detail, citations=(cited,))
