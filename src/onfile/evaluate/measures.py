"""Measures over the records of a run, one function a measure.

A rate keeps its counts: ``value = n / of``, None where nothing was counted, never 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from onfile.evaluate.records import QuestionRecord
from onfile.evaluate.scoring import Verdict

LATENCIES = (50, 90, 95, 99)


@dataclass(frozen=True, slots=True)
class Rate:
    """A share or a mean: ``total`` over ``of`` questions (or answers).

    ``is_count`` where ``total`` counts things, so that an interval can be told.
    """

    total: float
    of: int
    is_count: bool = True

    @property
    def value(self) -> float | None:
        """The share, None where nothing was counted."""
        return self.total / self.of if self.of else None


def share(records: Iterable[QuestionRecord], *verdicts: Verdict) -> Rate:
    """Share of the records with one of these verdicts."""
    found = list(records)
    return Rate(sum(r.verdict in verdicts for r in found), len(found))


def truth(values: Iterable[bool | None]) -> Rate:
    """Share of what is true; what is None is not counted."""
    known = [value for value in values if value is not None]
    return Rate(sum(known), len(known))


def mean(values: Iterable[float | None]) -> Rate:
    """Mean of what is not None."""
    known = [value for value in values if value is not None]
    return Rate(float(sum(known)), len(known), is_count=False)


def hit_at(records: Iterable[QuestionRecord], k: int, rank: Callable[[QuestionRecord], int | None]
           ) -> Rate:  # fmt: skip
    """Share of the questions with gold whose first right place is among the first ``k``.

    Equal to Success@k of ir_measures where any gold place is one relevant document.
    """
    searched = [r for r in records if r.is_answerable and r.gold]
    return Rate(sum((rank(r) or k + 1) <= k for r in searched), len(searched))


def recall_at(records: Iterable[QuestionRecord], k: int) -> Rate:
    """Mean share of the required places among the first ``k``: R@k of ir_measures."""
    return mean(r.page_recall.get(str(k)) for r in records)


def reciprocal_rank(
    records: Iterable[QuestionRecord], rank: Callable[[QuestionRecord], int | None]
) -> Rate:
    """Mean reciprocal rank of the first right place, 0 where it is not found: RR@20."""
    searched = [r for r in records if r.is_answerable and r.gold]
    return mean(0.0 if (n := rank(r)) is None else 1.0 / n for r in searched)


def selective_accuracy(records: Iterable[QuestionRecord]) -> Rate:
    """Share of all answers given that are right, those to questions without an answer too."""
    answers = [r for r in records if r.outcome == "answered" and r.verdict is not Verdict.UNSCORED]
    return share(answers, Verdict.RIGHT)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Answering only what scores at least ``score``.

    Attributes:
        coverage: Share of all questions that are then answered.
        risk: Share of these answers that are wrong; ``risk_unsure`` counts the unsure as wrong.
    """

    score: float
    coverage: float
    risk: float
    risk_unsure: float
    n_answered: int


def risk_coverage(records: Sequence[QuestionRecord]) -> tuple[CurvePoint, ...]:
    """The curve from the surest answer to the last; answers of one score are one step.

    Unscored answers are left out of it, and counted elsewhere.

    Reference:
        El-Yaniv and Wiener, "On the Foundations of Noise-free Selective Classification", JMLR
        11, 2010. 1 - risk is the precision of scikit-learn's ``precision_recall_curve``.
    """
    scored = [r for r in records if r.verdict is not Verdict.UNSCORED]
    answers = sorted(
        (r for r in scored if r.order_score is not None),
        key=lambda r: -(r.order_score or 0.0),
    )
    points: list[CurvePoint] = []
    n_wrong = n_unsure = 0
    for n, record in enumerate(answers, start=1):
        n_wrong += record.verdict is Verdict.WRONG
        n_unsure += record.verdict is Verdict.UNSURE
        score = record.order_score or 0.0
        point = CurvePoint(
            score, n / len(scored), n_wrong / n, (n_wrong + n_unsure) / n, n_answered=n
        )
        if points and points[-1].score == score:
            points.pop()
        points.append(point)
    return tuple(points)


def area_under_risk(points: Sequence[CurvePoint]) -> float | None:
    """Mean risk over the coverages that are reached, each step weighted by its width.

    Reference:
        Geifman, Uziel and El-Yaniv, "Bias-Reduced Uncertainty Estimation for Deep Neural
        Classifiers", ICLR 2019 (AURC); over steps of one score in place of single answers.
    """
    if not points:
        return None
    edges = [0.0, *(point.coverage for point in points)]
    widths = np.diff(edges)
    return float(np.dot(widths, [point.risk for point in points]) / edges[-1])


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """``p50``, ``p90``, ``p95``, ``p99`` and ``max``, by linear interpolation."""
    if not values:
        return {}
    found = np.percentile(np.asarray(values, np.float64), LATENCIES)
    named = {f"p{p}": float(v) for p, v in zip(LATENCIES, found, strict=True)}
    return named | {"max": float(max(values))}
