"""Weighted reciprocal rank fusion with guaranteed places.

Reference:
    Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual
    rank learning methods", SIGIR 2009. Deviations: each ranker has a weight; a graded ranker's
    share falls with its score too, relative to its first (as in convex combination: Bruch, Gai
    and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", TOIS 2023); and each
    ranker's first few units are kept within the cut whatever their fused score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from onfile.types import Hit, Score, ScoreKind

# The paper's 60 suits runs of a thousand. With 60, four rankers that all place a page thirtieth
# outvote two that place another first; docs/retrieval.md has the measurements.
RRF_K = 10  # ranks are 1-based, so a first place scores weight / 11

GUARANTEED_SHARE = 3  # one place in three at most

Unit = tuple[str, int, str]
"""What is ranked together: a page (document, page, "") or, without pages, a chunk."""


@dataclass(frozen=True, slots=True)
class Run:
    """One ranker's list of units, best first, each with the hit that stands for it.

    ``is_graded``: its scores are on a scale with a meaningful zero, so that a second place close
    behind the first counts more than one far behind.
    """

    name: str
    weight: float
    units: tuple[tuple[Unit, Hit], ...]
    guaranteed: int = 0
    is_graded: bool = False
    k: int = RRF_K

    def shares(self) -> tuple[float, ...]:
        """What each unit gets of this run, in order: ``weight * strength / (k + rank)``."""
        best = self.units[0][1].score.value if self.units else 0.0
        graded = self.is_graded and best > 0.0
        return tuple(
            self.weight * (hit.score.value / best if graded else 1.0) / (self.k + rank)
            for rank, (_, hit) in enumerate(self.units, start=1)
        )


@dataclass(frozen=True, slots=True)
class Rescored:
    """What a reranker made of a unit: its score, its place by it, its place in the fused order."""

    score: Score
    place: int
    fused_place: int


@dataclass(frozen=True, slots=True)
class Fused:
    """A unit with its fused score and the hits that put it there, by ranker name.

    ``factor`` is what the sum of its shares was multiplied by. ``rescored`` is None where no
    reranker saw it.
    """

    unit: Unit
    score: Score
    hits: tuple[tuple[str, Hit], ...]
    factor: float = 1.0
    rescored: Rescored | None = None


def fuse(runs: Sequence[Run], *, penalty: Mapping[Unit, float] | None = None) -> list[Fused]:
    """All units of all runs, best fused score first; ties in order of unit.

    The score of a unit is the sum of its shares of the runs that hold it, times its ``penalty``
    (1 where none is given). The order of ``runs`` does not matter.
    """
    hits: dict[Unit, list[tuple[str, Hit]]] = {}
    total: dict[Unit, float] = {}
    for run in sorted(runs, key=lambda r: r.name):
        for (unit, hit), share in zip(run.units, run.shares(), strict=True):
            hits.setdefault(unit, []).append((run.name, hit))
            total[unit] = total.get(unit, 0.0) + share
    factors = penalty or {}
    scored = [
        Fused(unit, Score(value * factor, ScoreKind.RRF), tuple(hits[unit]), factor)
        for unit, value in total.items()
        for factor in (factors.get(unit, 1.0),)
    ]
    return sorted(scored, key=lambda f: (-f.score.value, f.unit))


def cut(fused: Sequence[Fused], runs: Sequence[Run], k: int) -> list[Fused]:
    """The best ``k`` units, among them the first ``run.guaranteed`` of every run.

    Guaranteed units that would fall off take the places of the lowest units, best fused score
    first and at most a third of the places: a short list is not filled with them. The order
    stays that of the fused score.
    """
    promised = {unit for run in runs for unit, _ in run.units[: run.guaranteed]}
    falling = [f for f in fused[k:] if f.unit in promised][: k // GUARANTEED_SHARE]
    kept = list(fused[:k])
    for candidate in falling:
        lowest = next((f for f in reversed(kept) if f.unit not in promised), None)
        if lowest is not None:
            kept.remove(lowest)
            kept.append(candidate)
    order = {f.unit: i for i, f in enumerate(fused)}
    return sorted(kept, key=lambda f: order[f.unit])


def interleave(lists: Sequence[Sequence[Fused]], k: int) -> list[Fused]:
    """The first of each list, then the second of each, without repeats, up to ``k``."""
    merged: list[Fused] = []
    seen: set[Unit] = set()
    for depth in range(max((len(x) for x in lists), default=0)):
        for one in lists:
            if depth < len(one) and one[depth].unit not in seen:
                seen.add(one[depth].unit)
                merged.append(one[depth])
    return merged[:k]
