"""Supported, contradicted or not found: the verdict on an answer that somebody else wrote.

1. An answer that only declines is *not found*.
2. Where the figures on file give one certain value for what is asked, that value decides;
   whoever states it is still contradicted by what ``besides`` finds beside it.
3. Else the answer has a *support* from 0 to 1: the mean of how well its numbers are backed, how
   far it speaks of what is asked, and how far its statements stand together in single passages;
   moved up or down by what the figures say of the direction. ``SUPPORTED_FROM`` is the threshold.

Weights and threshold were chosen on half of a set of answers that language models gave to
questions over filings and people judged, and checked on the other half; see
``docs/verifying-answers.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from onfile.language.numbers import PrintedNumber, find_numbers
from onfile.types import Figure, QuestionKind, Span, VerdictKind
from onfile.verify.backing import Backed, back_numbers
from onfile.verify.besides import fault
from onfile.verify.contradiction import direction
from onfile.verify.equal import states
from onfile.verify.folding import words
from onfile.verify.grounds import Expected, Grounds, Source, Weight
from onfile.verify.statements import Answer, Statement

SUPPORTED_FROM = 0.645
NO_NUMBERS = 0.75  # backing of an answer without numbers: neither for nor against it
PARTLY_DECLINES = -0.12
DIRECTION = 0.2
READINGS_MISSED = -0.1
NONE_BACKED = -0.2  # the answer itself has numbers, and none of them was found
FIGURE_KINDS = (QuestionKind.FIGURE, QuestionKind.COMPARE, QuestionKind.CHANGE)
COMPUTED_TOLERANCE = 0.0005  # results that were rounded on the way
UNBACKED = 0.3  # backing below which a number is named as not found
MAX_PLACES = 3
MAX_SHARE = 10  # a plain ratio may be written as a percentage up to here

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
    if answer.declines:
        return Judgement(VerdictKind.NOT_FOUND, ("the answer declines; it states nothing",))
    certain = [one for one in grounds.expected if one.is_certain]
    if certain and grounds.intent.kind in FIGURE_KINDS:
        return _by_value(answer, certain, grounds)
    return _by_support(question, answer, grounds)


def _by_value(answer: Answer, certain: Sequence[Expected], grounds: Grounds) -> Judgement:
    stated = [n for s in answer.statements for n in s.numbers]
    hit = _met(stated, certain)
    if hit is not None:
        wrong = fault(answer, hit, grounds)
        if wrong is not None:
            places = _rows((*hit.figures, *wrong.figures))
            return Judgement(VerdictKind.CONTRADICTED, (wrong.reason,), places, 0.0)
        reason = f"the figures on file give {_shown(hit)}, as the answer says"
        return Judgement(VerdictKind.SUPPORTED, (reason,), _rows(hit.figures), 1.0)
    wanted = certain[0]
    reason = f"the figures on file give {_shown(wanted)}; the answer does not say so"
    concluded = any(s.numbers for s in answer.conclusion)
    kind = VerdictKind.CONTRADICTED if concluded else VerdictKind.NOT_FOUND
    return Judgement(kind, (reason,), _rows(wanted.figures), 0.0)


def _by_support(question: str, answer: Answer, grounds: Grounds) -> Judgement:
    given = [abs(n.amount) for n in find_numbers(question)]
    backed = [b for b in back_numbers(answer, grounds, given) if not b.is_given]
    passages = _best_passages(answer, grounds)
    agreement = _agreement(question, answer, grounds)
    support = (_numbers(backed) + _asked(answer, grounds) + _together(passages)) / 3
    support += DIRECTION * agreement
    support += PARTLY_DECLINES * any(s.declines for s in answer.statements)
    support += READINGS_MISSED * _misses_readings(answer, grounds)
    support += NONE_BACKED * _concludes_on_nothing(backed)
    support = round(min(1.0, max(0.0, support)), 4)
    places = _places(backed, passages)
    if support >= SUPPORTED_FROM:
        wrong = fault(answer, None, grounds)
        if wrong is not None:
            against = _rows(wrong.figures)
            return Judgement(VerdictKind.CONTRADICTED, (wrong.reason,), against, 0.0)
        reason = f"its statements and numbers stand in the documents (support {support:.2f})"
        return Judgement(VerdictKind.SUPPORTED, (reason,), places, support)
    reasons = _reasons(backed, agreement, support)
    if agreement < 0:
        against = _rows(grounds.direction_figures)
        return Judgement(VerdictKind.CONTRADICTED, reasons, against, support)
    return Judgement(VerdictKind.NOT_FOUND, reasons, places, support)


def _numbers(backed: Sequence[Backed]) -> float:
    return sum(b.backing for b in backed) / len(backed) if backed else NO_NUMBERS


def _concludes_on_nothing(backed: Sequence[Backed]) -> bool:
    concluding = [b.backing for b in backed if b.statement.is_conclusion]
    return bool(concluding) and max(concluding) < UNBACKED


def _asked(answer: Answer, grounds: Grounds) -> float:
    """Weighted share of the question's words that the answer has."""
    said = frozenset(t for s in answer.statements for t in s.terms)
    return _share(_plain(grounds.question_terms), said, grounds.weight)


def _together(passages: Sequence[tuple[Statement, float, Source | None]]) -> float:
    """Mean over the statements: the share of each that stands in one passage."""
    shares = [share for statement, share, _ in passages if _plain(statement.terms)]
    return sum(shares) / len(shares) if shares else 0.0


def _best_passages(
    answer: Answer, grounds: Grounds
) -> list[tuple[Statement, float, Source | None]]:
    """Each statement with the passage that holds the largest share of its words, and the share."""
    places: dict[str, list[int]] = {}
    for n, source in enumerate(grounds.sources):
        for term in source.terms | source.context:
            places.setdefault(term, []).append(n)
    return [(s, *_best_passage(s, grounds, places)) for s in answer.statements]


def _best_passage(
    statement: Statement, grounds: Grounds, places: Mapping[str, Sequence[int]]
) -> tuple[float, Source | None]:
    said = sorted(_plain(statement.terms))
    total = sum(grounds.weight(term) for term in said)
    shares: dict[int, float] = {}
    for term in said:
        for n in places.get(term, ()):
            shares[n] = shares.get(n, 0.0) + grounds.weight(term) / total
    if not shares:
        return 0.0, None
    best = min(shares, key=lambda n: (-round(shares[n], 9), n))
    return min(1.0, shares[best]), grounds.sources[best]


def _agreement(question: str, answer: Answer, grounds: Grounds) -> int:
    """+1 when the answer says the direction that the figures took, -1 the other, else 0."""
    asked = direction(words(question))
    said = direction(words(" ".join(s.text for s in answer.conclusion)))
    if answer.polarity and asked:
        said = answer.polarity * asked
    return grounds.direction * said


def _misses_readings(answer: Answer, grounds: Grounds) -> bool:
    if not grounds.expected or grounds.intent.kind not in FIGURE_KINDS:
        return False
    return _met([n for s in answer.statements for n in s.numbers], grounds.expected) is None


def _met(stated: Sequence[PrintedNumber], readings: Sequence[Expected]) -> Expected | None:
    """The first reading that one of the numbers states."""
    for reading in readings:
        if any(_is_met(number, reading) for number in stated):
            return reading
    return None


def _is_met(number: PrintedNumber, reading: Expected) -> bool:
    amount = float(reading.amount)
    known = all(f.scale is not None or f.is_percent for f in reading.figures)
    tolerance = COMPUTED_TOLERANCE if len(reading.figures) > 1 else 1e-9
    is_small = abs(amount) < MAX_SHARE
    if number.is_percent and not reading.is_percent:
        return is_small and states(number, amount * 100, scale_is_known=True, tolerance=tolerance)
    if states(number, amount, scale_is_known=known, tolerance=tolerance):
        return True
    is_share = reading.is_percent and number.scale == 1 and number.currency is None
    return is_share and states(number, amount / 100, scale_is_known=True, tolerance=tolerance)


def _share(terms: frozenset[str], held: frozenset[str], weight: Weight) -> float:
    total = sum(weight(t) for t in terms)
    return sum(weight(t) for t in terms if t in held) / total if total else 0.0


def _plain(terms: frozenset[str]) -> frozenset[str]:
    return frozenset(t for t in terms if not t[0].isdigit())


def _reasons(backed: Sequence[Backed], agreement: int, support: float) -> tuple[str, ...]:
    reasons = []
    if agreement < 0:
        reasons.append("the figures on file moved the other way")
    missing = list(dict.fromkeys(b.number.printed for b in backed if b.backing < UNBACKED))
    if missing:
        reasons.append(f"not found in the documents read: {', '.join(missing[:5])}")
    reasons.append(f"support {support:.2f} is below {SUPPORTED_FROM}")
    return tuple(reasons)


def _shown(expected: Expected) -> str:
    amount = f"{expected.amount:,.2f}".rstrip("0").rstrip(".")
    return f"{amount}%" if expected.is_percent else amount


def _rows(figures: Sequence[Figure]) -> tuple[Place, ...]:
    return tuple(dict.fromkeys((f.document_id, f.row_span) for f in figures))


def _places(
    backed: Sequence[Backed], passages: Sequence[tuple[Statement, float, Source | None]]
) -> tuple[Place, ...]:
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
