"""Supported, contradicted or not found: the verdict on an answer that somebody else wrote.

1. An answer that only declines is *not found*.
2. Where the figures on file give one certain value for what is asked, that value decides;
   whoever states it is still contradicted by what ``besides`` finds beside it.
3. Where onfile's own reader answers the question by figures, an answer that says no for its yes,
   names another part first, leaves out some of a list or has none of its numbers is in doubt
   (``own.py``), and one that says the same is *supported*.
4. Else the answer has a *support* from 0 to 1, weighed from the measures of ``support.py``.
   ``SUPPORTED_FROM`` is the threshold.

Weights and threshold were chosen on half of a set of answers that language models gave to
questions over filings and people judged, and checked on the other half; see
``docs/verifying-answers.md``.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from onfile.language.numbers import PrintedNumber, find_numbers
from onfile.types import Figure, QuestionKind, Span, VerdictKind
from onfile.verify.backing import Backed, back_numbers
from onfile.verify.besides import fault, in_another_filing, moved_figures
from onfile.verify.contradiction import direction
from onfile.verify.folding import words
from onfile.verify.grounds import Expected, Grounds, Own
from onfile.verify.own import (
    has_none_of_its_numbers,
    left_out,
    misses_the_value,
    picked,
    says_the_opposite,
    says_the_same,
    tells_one_side,
)
from onfile.verify.shown_sums import false_sum
from onfile.verify.statements import Answer
from onfile.verify.stating import first_stated
from onfile.verify.support import FIGURE_KINDS, UNBACKED, Best, Measures, best_passages, measures
from onfile.verify.wholes import part_for_the_whole, whole_for_what_remains

SUPPORTED_FROM = 0.65
PARTLY_DECLINES = -0.12
DIRECTION = 0.2
TO_THE_POINT = 0.1
USUAL_POINT = 0.35  # of answers in general
READINGS_MISSED = -0.1
NONE_BACKED = -0.2  # the answer itself has numbers, and none of them was found
MAX_PLACES = 3
MAX_SHOWN = 160  # characters of the reader's own answer in a reason

_JUDGES = re.compile(r"\b\w+[- ]intensive\b", re.IGNORECASE)
_ASKS_HOW = re.compile(r"^\s*(?:how (?:did|has|have)|what happened|did|has|have)\b", re.IGNORECASE)

Place = tuple[str, Span]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict with its reasons, and the places that speak for or against."""

    verdict: VerdictKind
    reasons: tuple[str, ...]
    places: tuple[Place, ...] = ()
    support: float | None = None


def judge(question: str, answer: Answer, grounds: Grounds) -> Judgement:
    """Whether the grounds support the answer."""
    if answer.declines or answer.gives_up:
        return Judgement(VerdictKind.NOT_FOUND, ("the answer declines; it states nothing",))
    own = grounds.own
    if own is not None and own.ranked:
        found = _by_rank(answer, own, grounds)
        if found is not None:
            return found
    asks_part = own is not None and bool(own.ranked)
    certain = [one for one in grounds.expected if one.is_certain and not asks_part]
    if certain and grounds.intent.kind in FIGURE_KINDS:
        return _by_value(question, answer, certain, grounds)
    if grounds.levels and grounds.intent.kind is QuestionKind.COMPARE:
        return _by_levels(answer, grounds)
    found = None if own is None else _by_own(question, answer, own, grounds)
    if found is not None:
        return found
    if _JUDGES.search(question) and not any(_is_ratio(n) for n in _numbers_of(answer)):
        reason = "it gives no share or ratio for a judgement of proportion"
        return Judgement(VerdictKind.NOT_FOUND, (reason,), (), 0.0)
    return _by_support(question, answer, grounds)


def _by_value(
    question: str, answer: Answer, certain: Sequence[Expected], grounds: Grounds
) -> Judgement:
    stated = _numbers_of(answer)
    hit = first_stated(stated, certain)
    if hit is not None:
        wrong = fault(answer, grounds)
        if wrong is not None:
            places = _rows((*hit.figures, *wrong.figures))
            return Judgement(VerdictKind.CONTRADICTED, (wrong.reason,), places, 0.0)
        reason = f"the figures on file give {_shown(hit)}, as the answer says"
        return Judgement(VerdictKind.SUPPORTED, (reason,), _rows(hit.figures), 1.0)
    if _ASKS_HOW.search(question):
        moved = _as_moved(answer, grounds)
        if moved:
            reason = "the figures on file moved as the answer says"
            return Judgement(VerdictKind.SUPPORTED, (reason,), _rows(moved), 1.0)
    wanted = certain[0]
    elsewhere = in_another_filing(answer, wanted, grounds)
    if elsewhere is not None:
        reason = "another filing states it for the same period"
        return Judgement(VerdictKind.SUPPORTED, (reason,), _rows((elsewhere,)), 1.0)
    reason = f"the figures on file give {_shown(wanted)}; the answer does not say so"
    concluded = any(s.numbers for s in answer.conclusion)
    kind = VerdictKind.CONTRADICTED if concluded else VerdictKind.NOT_FOUND
    return Judgement(kind, (reason,), _rows(wanted.figures), 0.0)


def _as_moved(answer: Answer, grounds: Grounds) -> tuple[Figure, ...]:
    """The figures by which a quantity moved as the answer tells: by both levels, or by the way."""
    stated, levels = _numbers_of(answer), grounds.levels
    said = direction(words(" ".join(s.text for s in answer.conclusion)))
    if said * grounds.direction < 0 or fault(answer, grounds) is not None:
        return ()
    if not stated:
        return moved_figures(answer, grounds)
    is_told = bool(levels) and all(first_stated(stated, [one]) is not None for one in levels)
    return tuple(f for one in levels for f in one.figures) if is_told else ()


def _by_levels(answer: Answer, grounds: Grounds) -> Judgement:
    """Two periods are compared: an answer states what the quantity was in each of them."""
    levels, stated = grounds.levels, _numbers_of(answer)
    missed = [one for one in levels if first_stated(stated, [one]) is None]
    rows = _rows([f for one in levels for f in one.figures])
    shown = " and ".join(_shown(one) for one in levels)
    wrong = None if missed else fault(answer, grounds)
    if wrong is not None:
        return Judgement(VerdictKind.CONTRADICTED, (wrong.reason,), _rows(wrong.figures), 0.0)
    if not missed:
        reason = f"the figures on file give {shown}, as the answer says"
        return Judgement(VerdictKind.SUPPORTED, (reason,), rows, 1.0)
    kind = VerdictKind.CONTRADICTED if stated else VerdictKind.NOT_FOUND
    return Judgement(
        kind, (f"the figures on file give {shown}; the answer does not say so",), rows, 0.0
    )


def _by_own(question: str, answer: Answer, own: Own, grounds: Grounds) -> Judgement | None:
    """What the reader's own answer speaks against; None where nothing."""
    shown = textwrap.shorten(own.text, MAX_SHOWN, placeholder=" …")
    if says_the_opposite(answer, own, question, grounds.question_terms, grounds.weight):
        is_sure = own.is_firm and not own.is_judged
        kind = VerdictKind.CONTRADICTED if is_sure else VerdictKind.NOT_FOUND
        return Judgement(kind, (f"onfile's own answer is: {shown}",), own.places, 0.0)
    missing = left_out(answer, own)
    if missing:
        reason = f"it leaves out {', '.join(missing)}"
        return Judgement(VerdictKind.NOT_FOUND, (reason,), own.places, 0.0)
    if not own.is_firm or own.is_judged or own.ranked:
        return None
    if has_none_of_its_numbers(answer, own, find_numbers(question)):
        reason = f"its numbers are none of those of onfile's own answer: {shown}"
        return Judgement(VerdictKind.NOT_FOUND, (reason,), own.places, 0.0)
    asked_for = grounds.intent.kind
    if asked_for in (QuestionKind.COMPARE, QuestionKind.CHANGE) and tells_one_side(answer, own):
        reason = f"it does not give both sides of onfile's own answer: {shown}"
        return Judgement(VerdictKind.NOT_FOUND, (reason,), own.places, 0.0)
    if asked_for in FIGURE_KINDS and misses_the_value(answer, own):
        reason = f"it does not give the value of onfile's own answer: {shown}"
        return Judgement(VerdictKind.NOT_FOUND, (reason,), own.places, 0.0)
    if says_the_same(answer, own, question, grounds.question_terms, grounds.weight):
        wrong = fault(answer, grounds)
        if wrong is not None:
            places = _rows(wrong.figures)
            return Judgement(VerdictKind.CONTRADICTED, (wrong.reason,), places, 0.0)
        reason = f"it says what onfile's own answer says: {shown}"
        return Judgement(VerdictKind.SUPPORTED, (reason,), own.places, 1.0)
    return None


def _by_rank(answer: Answer, own: Own, grounds: Grounds) -> Judgement | None:
    """The part that the answer concludes on; None where it names none of those compared."""
    place = picked(answer, own, grounds.question_terms, grounds.weight)
    if not place:
        return None
    rows = own.places[:MAX_PLACES]
    if place != 1:
        reason = f"the figures on file put another part first: {own.ranked[0]}"
        return Judgement(VerdictKind.CONTRADICTED, (reason,), rows, 0.0)
    wrong = fault(answer, grounds)
    if wrong is not None:
        return Judgement(VerdictKind.CONTRADICTED, (wrong.reason,), _rows(wrong.figures), 0.0)
    reason = "the figures on file put that part first"
    return Judgement(VerdictKind.SUPPORTED, (reason,), rows, 1.0)


def _by_support(question: str, answer: Answer, grounds: Grounds) -> Judgement:
    wrong_sum = false_sum(answer.text)
    if wrong_sum:
        reason = f"its sum does not come out: {wrong_sum}"
        return Judgement(VerdictKind.CONTRADICTED, (reason,), (), 0.0)
    given = [abs(n.amount) for n in find_numbers(question)]
    backed = [b for b in back_numbers(answer, grounds, given) if not b.is_given]
    passages = best_passages(answer, grounds)
    agreement = _agreement(question, answer, grounds.direction)
    support = _weighed(measures(answer, grounds, backed, passages, agreement))
    places = _places(backed, passages)
    invented = [b for b in backed if b.statement.is_conclusion and b.backing < UNBACKED]
    if support >= SUPPORTED_FROM and not invented:
        wrong = fault(answer, grounds)
        if wrong is not None:
            against = _rows(wrong.figures)
            return Judgement(VerdictKind.CONTRADICTED, (wrong.reason,), against, 0.0)
        other = part_for_the_whole(answer, grounds) or whole_for_what_remains(
            question, answer, grounds
        )
        if other:
            return Judgement(VerdictKind.NOT_FOUND, (other,), places, 0.0)
        reason = f"its statements and numbers stand in the documents (support {support:.2f})"
        return Judgement(VerdictKind.SUPPORTED, (reason,), places, support)
    reasons = _reasons(backed, agreement, support)
    if agreement < 0:
        against = _rows(grounds.direction_figures)
        return Judgement(VerdictKind.CONTRADICTED, reasons, against, support)
    return Judgement(VerdictKind.NOT_FOUND, reasons, places, support)


def _weighed(found: Measures) -> float:
    support = (found.numbers + found.asked + found.together) / 3
    support += TO_THE_POINT * (found.to_the_point - USUAL_POINT)
    support += DIRECTION * found.direction
    support += PARTLY_DECLINES * found.partly_declines
    support += READINGS_MISSED * found.misses_readings
    support += NONE_BACKED * found.none_backed
    return round(min(1.0, max(0.0, support)), 4)


def _numbers_of(answer: Answer) -> list[PrintedNumber]:
    return [n for s in answer.statements for n in s.numbers]


def _is_ratio(number: PrintedNumber) -> bool:
    """A percentage, or a plain number with a fraction: "5.1%", "2.7 times"."""
    is_plain = number.currency is None and number.scale == 1
    return number.is_percent or (is_plain and bool(number.value % 1))


def _agreement(question: str, answer: Answer, moved: int) -> int:
    """+1 when the answer says the direction that the figures took, -1 the other, else 0."""
    asked = direction(words(question))
    said = direction(words(" ".join(s.text for s in answer.conclusion)))
    if answer.polarity and asked:
        said = answer.polarity * asked
    return moved * said


def _reasons(backed: Sequence[Backed], agreement: int, support: float) -> tuple[str, ...]:
    reasons = []
    if agreement < 0:
        reasons.append("the figures on file moved the other way")
    missing = list(dict.fromkeys(b.number.printed for b in backed if b.backing < UNBACKED))
    if missing:
        reasons.append(f"not found in the documents read: {', '.join(missing[:5])}")
    if support < SUPPORTED_FROM:
        reasons.append(f"support {support:.2f} is below {SUPPORTED_FROM}")
    return tuple(reasons)


def _shown(expected: Expected) -> str:
    amount = f"{expected.amount:,.2f}".rstrip("0").rstrip(".")
    return f"{amount}%" if expected.is_percent else amount


def _rows(figures: Sequence[Figure]) -> tuple[Place, ...]:
    return tuple(dict.fromkeys((f.document_id, f.row_span) for f in figures))


def _places(backed: Sequence[Backed], passages: Sequence[Best]) -> tuple[Place, ...]:
    """The rows and passages that back most, each once."""
    found: dict[Place, float] = {}
    for one in backed:
        if one.figure is not None:
            found[one.figure.document_id, one.figure.row_span] = one.backing
        elif one.source is not None:
            found[one.source.document_id, one.source.span] = one.backing
    for _, share, source in passages:
        if source is not None:
            place = (source.document_id, source.span)
            found[place] = max(share, found.get(place, 0.0))
    ordered = sorted(found, key=lambda place: -found[place])
    return tuple(ordered[:MAX_PLACES])
