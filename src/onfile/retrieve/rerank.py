"""A model that reads question and passage has a say in the order of the first pages.

Off unless a reranker is set. It moves pages, it never adds or drops one, and where it fails the
fused order stays. Its order is fused with that of the other rankers: alone it loses what figures
and scope know (docs/retrieval.md, decision 54).

Reference:
    Nogueira and Cho, "Passage Re-ranking with BERT", 2019. Deviations: a page has the score of
    the best of its passages that a ranker found; and its rank counts, fused, not its score.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from onfile.errors import ModelError
from onfile.ports import Archive, Reranker
from onfile.retrieve.fuse import RRF_K, Fused, Rescored
from onfile.types import Check, Chunk, Score, ScoreKind

WEIGHT = 1.5  # as much as words and vectors together

Lists = tuple[tuple[Fused, ...], ...]


@dataclass(frozen=True, slots=True)
class Rescoring:
    """Fuses the order that ``reranker`` gives the first ``top`` pages of each list with theirs."""

    reranker: Reranker
    top: int

    def apply(
        self, question: str, lists: Sequence[tuple[Fused, ...]], archive: Archive
    ) -> tuple[Lists, Check]:
        """The lists in their new order, with a check that says what happened.

        All lists are scored in one call, so that they are all reordered or none is. Pages of one
        score keep the order they had.
        """
        chunks = self._chunks(lists, archive)
        if not chunks:
            return tuple(lists), self._check(True, "no page to rescore")
        try:
            scores = _by_chunk(chunks, self.reranker.score(question, chunks))
        except Exception as error:  # noqa: BLE001 - whatever it is, the question goes on
            return tuple(lists), self._check(False, f"{_told(error)}; the fused order stays")
        n_pages = sum(min(len(fused), self.top) for fused in lists)
        detail = f"{n_pages} pages rescored by {len(chunks)} passages"
        return tuple(self._reordered(fused, scores) for fused in lists), self._check(True, detail)

    def _check(self, passed: bool, detail: str) -> Check:
        name = self.reranker.name
        told = detail if detail.startswith(name) else f"{name}: {detail}"
        return Check("rerank", passed, "retrieve", detail=told)

    def _chunks(self, lists: Sequence[tuple[Fused, ...]], archive: Archive) -> list[Chunk]:
        """The passages that rankers found on the pages, each once, in order of page and id."""
        ids = [i for fused in lists for one in fused[: self.top] for i in _found_on(one)]
        known = archive.chunks(sorted(set(ids)))
        return [known[chunk_id] for chunk_id in dict.fromkeys(ids)]

    def _reordered(
        self, fused: tuple[Fused, ...], scores: Mapping[str, Score]
    ) -> tuple[Fused, ...]:
        best = [
            (max(scores[chunk_id].value for chunk_id in _found_on(one)), place, one)
            for place, one in enumerate(fused[: self.top], start=1)
        ]
        rescored = [
            replace(
                one,
                score=Score(one.score.value + WEIGHT / (RRF_K + rank), one.score.kind),
                rescored=Rescored(Score(value, ScoreKind.RERANK), rank, place),
            )
            for rank, (value, place, one) in enumerate(
                sorted(best, key=lambda x: (-x[0], x[1])), start=1
            )
        ]
        moved = sorted(rescored, key=lambda f: (-f.score.value, f.unit))
        return (*moved, *fused[self.top :])


def _told(error: Exception) -> str:
    told = str(error) if isinstance(error, ModelError) else f"{type(error).__name__}: {error}"
    return told[:300]


def _found_on(fused: Fused) -> list[str]:
    return sorted({hit.chunk_id for _, hit in fused.hits})


def _by_chunk(chunks: Sequence[Chunk], given: Sequence[Score]) -> dict[str, Score]:
    """Scores by chunk id.

    Raises:
        ValueError: they are not one finite score of kind ``RERANK`` a chunk.
    """
    if len(given) != len(chunks):
        raise ValueError(f"{len(given)} scores for {len(chunks)} passages")
    if any(s.kind is not ScoreKind.RERANK or not math.isfinite(s.value) for s in given):
        raise ValueError("a score is not finite, or of another kind")
    return {chunk.chunk_id: score for chunk, score in zip(chunks, given, strict=True)}
