"""Strategies side by side over one set of questions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from onfile.evaluate.gold import GoldQuestion
from onfile.evaluate.significance import paired_p
from onfile.types import Evidence

DEPTH = 20  # pages asked for per question
MEASURES = ("Success@1", "Success@3", "Success@5", "Success@10", "Success@20", "RR@20", "nDCG@10")
TESTED = "RR@20"  # the measure that significance is told of: it sees every place

Search = Callable[[str], Sequence[Evidence]]
Qrels = Mapping[str, Mapping[str, int]]
Run = Mapping[str, Mapping[str, float]]
Measure = Callable[[Sequence[str], Qrels, Run], Mapping[str, Mapping[str, float]]]
"""Names of measures, qrels and a run give each question's value of each measure."""


@dataclass(frozen=True, slots=True)
class StrategyResult:
    """One row of the table.

    Attributes:
        means: Mean of each of ``MEASURES`` over the questions, 0 to 1.
        document_at_5: Share of questions whose document is among the first five places.
        p_value: Against the first strategy, None for itself.
        p50_ms, p95_ms: Time of one search.
        values: The tested measure of each question, in the order of the questions.
    """

    name: str
    means: Mapping[str, float]
    document_at_5: float
    p_value: float | None
    p50_ms: float
    p95_ms: float
    values: tuple[float, ...]


def compare(
    questions: Sequence[GoldQuestion], searches: Iterable[tuple[str, Search]], measure: Measure
) -> list[StrategyResult]:
    """Every strategy over every question; the first one is what the others are held against.

    Args:
        questions: With gold.
        searches: Names and searches; each is used up before the next is taken.
        measure: Gives each question's value of each measure.
    """
    results: list[StrategyResult] = []
    for name, search in searches:
        against = results[0].values if results else None
        results.append(_result(name, questions, search, measure, against))
    return results


def _result(
    name: str,
    questions: Sequence[GoldQuestion],
    search: Search,
    measure: Measure,
    against: tuple[float, ...] | None,
) -> StrategyResult:
    found: dict[str, Sequence[Evidence]] = {}
    times = []
    for asked in questions:
        start = time.perf_counter()
        found[asked.id] = search(asked.question)
        times.append((time.perf_counter() - start) * 1000)
    per_question = measure(MEASURES, qrels_of(questions), run_of(questions, found))
    values = tuple(per_question[asked.id][TESTED] for asked in questions)
    n = len(questions)
    return StrategyResult(
        name=name,
        means={m: sum(per_question[q.id][m] for q in questions) / n for m in MEASURES},
        document_at_5=sum(_has_document(q, found[q.id][:5]) for q in questions) / n,
        p_value=None if against is None else paired_p(values, against),
        p50_ms=_at(times, 0.5),
        p95_ms=_at(times, 0.95),
        values=values,
    )


def qrels_of(questions: Sequence[GoldQuestion]) -> dict[str, dict[str, int]]:
    """One relevant document a question: that any of its gold places was found."""
    return {asked.id: {"gold": 1} for asked in questions}


def run_of(
    questions: Sequence[GoldQuestion], found: Mapping[str, Sequence[Evidence]]
) -> dict[str, dict[str, float]]:
    """Each found passage by place, the first one at a gold place as "gold"; best score first."""
    run: dict[str, dict[str, float]] = {}
    for asked in questions:
        scores: dict[str, float] = {}
        for rank, evidence in enumerate(found[asked.id], start=1):
            is_gold = "gold" not in scores and asked.place_of(evidence) is not None
            scores["gold" if is_gold else f"place {rank}"] = 1.0 / rank
        run[asked.id] = scores
    return run


def _has_document(asked: GoldQuestion, found: Sequence[Evidence]) -> bool:
    names = {place.document for place in asked.places}
    return any(e.document.name.rpartition(".")[0].lower() in names for e in found)


def _at(times: Sequence[float], share: float) -> float:
    return sorted(times)[min(int(share * len(times)), len(times) - 1)]
