"""How each page came by its place: what ``onfile explain`` shows of retrieval."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from onfile.retrieve.fuse import Fused, Run, Unit
from onfile.retrieve.scoped import LATER_FILING, LATER_OTHER, OTHER_NAMING, OWN_FILING
from onfile.retrieve.search import PairResult, Retrieved
from onfile.types import Check, Intent, Outcome

RANKER_PLACES = 5  # of each ranker's list
FUSED_PLACES = 20  # pages that were not chosen are shown up to this place


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document that was searched for a pair, and why it is as near as it is."""

    name: str
    precedence: int
    reason: str


@dataclass(frozen=True, slots=True)
class RankerList:
    """One ranker's first places, as "document page"."""

    name: str
    weight: float
    n_found: int
    first: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """One page in the fused order.

    Attributes:
        place: From 1.
        shares: (ranker, rank, share of the score before ``factor``).
        factor: Below 1 for contents pages and later filings, above 1 for sections where such
            things are discussed and for phrases that stand there word by word.
        fate: "read", or why it was not.
        rerank: The reranker's score, None where there was none.
        fused_place: Its place before the reranker, from 1.
    """

    place: int
    where: str
    score: float
    shares: tuple[tuple[str, int, float], ...]
    factor: float
    fate: str
    rerank: float | None = None
    fused_place: int | None = None


@dataclass(frozen=True, slots=True)
class PairTrace:
    """Everything about one (company, period) pair."""

    pair: tuple[str, str]
    is_second_search: bool
    documents: tuple[ReadDocument, ...]
    rankers: tuple[RankerList, ...]
    places: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A question's whole path, for ``onfile explain``."""

    intent: Intent
    checks: tuple[Check, ...]
    retrieved: Retrieved | None
    outcome: Outcome
    paths: tuple[PairTrace, ...] = ()


def trace(retrieved: Retrieved, names: Mapping[str, str]) -> tuple[PairTrace, ...]:
    """The path of each pair, in the order of the pairs.

    Args:
        retrieved: What was found.
        names: Document id to name.
    """
    chosen = {(e.chunk.document_id, e.chunk.page) for e in retrieved.evidence}
    return tuple(_of_pair(result, chosen, len(retrieved.evidence), names, len(retrieved.pairs))
                 for result in retrieved.pairs)  # fmt: skip


def _of_pair(
    result: PairResult,
    chosen: set[tuple[str, int]],
    n_chosen: int,
    names: Mapping[str, str],
    n_pairs: int,
) -> PairTrace:
    ordered = sorted(result.documents.items(), key=lambda item: (item[1], item[0]))
    shared = f", shared by {n_pairs} pairs" if n_pairs > 1 else ""
    dropped = f"after the {n_chosen} places{shared}"
    return PairTrace(
        pair=result.pair.key,
        is_second_search=result.is_second_search,
        documents=tuple(
            ReadDocument(names.get(d, d), p, _reason(p, result.pair.period is None))
            for d, p in ordered
        ),
        rankers=tuple(_list(run, names) for run in result.runs),
        places=tuple(
            _placed(place, fused, result.runs, chosen, dropped, names)
            for place, fused in enumerate(result.fused[:FUSED_PLACES], start=1)
        ),
    )


def _reason(precedence: int, is_any_period: bool) -> str:
    if is_any_period:
        return "the latest" if precedence == 0 else f"{precedence} years before the latest, or more"
    if precedence == OWN_FILING:
        return "the period's own filing"
    if precedence < LATER_FILING:
        return "published with the period's own filing"
    if precedence in (LATER_FILING, LATER_OTHER):
        return "a column of it covers the period"
    return "the company names that year otherwise" if precedence == OTHER_NAMING else "a later one"


def _list(run: Run, names: Mapping[str, str]) -> RankerList:
    first = tuple(_where(unit, names) for unit, _ in run.units[:RANKER_PLACES])
    return RankerList(run.name, run.weight, len(run.units), first)


def _placed(
    place: int,
    fused: Fused,
    runs: tuple[Run, ...],
    chosen: set[tuple[str, int]],
    dropped: str,
    names: Mapping[str, str],
) -> Placed:
    shares = []
    for run in runs:
        for rank, ((unit, _), share) in enumerate(
            zip(run.units, run.shares(), strict=True), start=1
        ):
            if unit == fused.unit:
                shares.append((run.name, rank, share))
    fate = "read" if fused.unit[:2] in chosen else dropped
    where = _where(fused.unit, names)
    seen = fused.rescored
    return Placed(
        place, where, fused.score.value, tuple(shares), fused.factor, fate,
        rerank=None if seen is None else seen.score.value,
        fused_place=None if seen is None else seen.fused_place,
    )  # fmt: skip


def _where(unit: Unit, names: Mapping[str, str]) -> str:
    return f"{names.get(unit[0], unit[0])} p. {unit[1]}"
