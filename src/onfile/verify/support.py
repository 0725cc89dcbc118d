"""How far do the documents bear out an answer that no figure decides? Measures from 0 to 1.

None of them alone tells a right answer from a wrong one: most wrong answers are made of true
numbers and true sentences. ``judge`` weighs them together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from onfile.types import QuestionKind
from onfile.verify.backing import Backed
from onfile.verify.grounds import Grounds, Source, Weight
from onfile.verify.statements import Answer, Statement
from onfile.verify.stating import first_stated

NO_NUMBERS = 0.75  # backing of an answer without numbers: neither for nor against it
UNBACKED = 0.3  # backing below which a number is named as not found
FIGURE_KINDS = (QuestionKind.FIGURE, QuestionKind.COMPARE, QuestionKind.CHANGE)

Best = tuple[Statement, float, Source | None]
"""A statement, the share of its words that one passage holds, and that passage."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What speaks for and against an answer.

    Attributes:
        numbers: Mean backing of its numbers.
        asked: Weighted share of the question's words that the answer has; 1 for a question
            that names a company and a period alone.
        together: Mean over its statements of the share that stands in one passage; one whose
            numbers all are cells that it names stands in the tables whole.
        to_the_point: Share of the question's words in the passages that bear the conclusion out.
        partly_declines: 1 where it partly declines.
        misses_readings: 1 where it states no reading of the figures asked for.
        none_backed: 1 where its conclusion has numbers and none was found.
        direction: +1 where it says the way that the figures went, -1 the other.
    """

    numbers: float
    asked: float
    together: float
    to_the_point: float
    partly_declines: float
    misses_readings: float
    none_backed: float
    direction: float


def measures(
    answer: Answer,
    grounds: Grounds,
    backed: Sequence[Backed],
    passages: Sequence[Best],
    agreement: int,
) -> Measures:
    """All measures of one answer.

    Args:
        answer: As read.
        grounds: What it is held against.
        backed: Its numbers, without those of the question.
        passages: Its statements, each with the passage that holds most of it.
        agreement: +1 where it says the way that the figures went, -1 the other, else 0.
    """
    concluding = [p for p in passages if p[0].is_conclusion and plain(p[0].terms)]
    shares = [
        1.0 if _is_bound(statement, backed) else share
        for statement, share, _ in passages
        if plain(statement.terms)
    ]
    asked = plain(grounds.question_terms)
    said = frozenset(t for s in answer.statements for t in s.terms)
    return Measures(
        numbers=_mean([b.backing for b in backed], NO_NUMBERS),
        asked=share_of(asked, said, grounds.weight) if asked else 1.0,
        together=_mean(shares, 0.0),
        to_the_point=_to_the_point(concluding, backed, asked, grounds.weight),
        partly_declines=float(any(s.declines for s in answer.statements)),
        misses_readings=float(_misses_readings(answer, grounds)),
        none_backed=float(_concludes_on_nothing(backed)),
        direction=float(agreement),
    )


def _is_bound(statement: Statement, backed: Sequence[Backed]) -> bool:
    mine = [b.is_bound for b in backed if b.statement is statement]
    return bool(mine) and all(mine)


def _to_the_point(
    concluding: Sequence[Best], backed: Sequence[Backed], asked: frozenset[str], weight: Weight
) -> float:
    """Mean over the concluding statements: the question's words in what bears each out."""
    found = []
    for statement, _, source in concluding:
        held = [source] if source is not None else []
        held += [b.source for b in backed if b.statement is statement and b.source is not None]
        terms = [one.terms | one.context for one in held]
        rows = [
            statement.terms
            for b in backed
            if b.statement is statement and b.figure is not None and b.backing >= UNBACKED
        ]
        found.append(max((share_of(asked, t, weight) for t in (*terms, *rows)), default=0.0))
    return _mean(found, 0.0)


def _concludes_on_nothing(backed: Sequence[Backed]) -> bool:
    concluding = [b.backing for b in backed if b.statement.is_conclusion]
    return bool(concluding) and max(concluding) < UNBACKED


def _misses_readings(answer: Answer, grounds: Grounds) -> bool:
    if not grounds.expected or grounds.intent.kind not in FIGURE_KINDS:
        return False
    numbers = [n for s in answer.statements for n in s.numbers]
    return first_stated(numbers, grounds.expected) is None


def best_passages(answer: Answer, grounds: Grounds) -> list[Best]:
    """Each statement with the passage that holds the largest share of its words, and the share."""
    places: dict[str, list[int]] = {}
    for n, source in enumerate(grounds.sources):
        for term in source.terms | source.context:
            places.setdefault(term, []).append(n)
    return [(s, *_best_passage(s, grounds, places)) for s in answer.statements]


def _best_passage(
    statement: Statement, grounds: Grounds, places: Mapping[str, Sequence[int]]
) -> tuple[float, Source | None]:
    said = sorted(plain(statement.terms))
    total = sum(grounds.weight(term) for term in said)
    shares: dict[int, float] = {}
    for term in said:
        for n in places.get(term, ()):
            shares[n] = shares.get(n, 0.0) + grounds.weight(term) / total
    if not shares:
        return 0.0, None
    best = min(shares, key=lambda n: (-round(shares[n], 9), n))
    return min(1.0, shares[best]), grounds.sources[best]


def share_of(terms: frozenset[str], held: frozenset[str], weight: Weight) -> float:
    """Weighted share of the terms that are held."""
    total = sum(weight(t) for t in terms)
    return sum(weight(t) for t in terms if t in held) / total if total else 0.0


def plain(terms: frozenset[str]) -> frozenset[str]:
    """Terms that are words, not numbers."""
    return frozenset(t for t in terms if not t[0].isdigit())


def _mean(values: Sequence[float], without: float) -> float:
    return sum(values) / len(values) if values else without
