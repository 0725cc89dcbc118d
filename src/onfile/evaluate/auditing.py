"""Do the indexes give what looking at everything would give?

Each index is asked for the first k of a seeded sample of questions, and the same is worked out by
brute force over all chunks. Recall@k is 1.0 for an exact index; an approximate one must reach its
floor. Coverage is audited from the ledger: every page of every file is accounted for.

Reference:
    Aumüller, Bernhardsson and Faithfull, "ANN-Benchmarks: A benchmarking tool for approximate
    nearest neighbor algorithms", Information Systems 2020 (recall with ties: a hit counts when it
    scores at least as well as the true k-th).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

K = 10
N_SAMPLE = 50
SEED = 7
TOLERANCE = 1e-4  # float16 vectors and sums in another order

Found = Sequence[tuple[str, float]]
"""(chunk id, score), best first."""


@dataclass(frozen=True, slots=True)
class IndexAudit:
    """One index against brute force.

    Attributes:
        name: Of the index.
        n_queries: That were asked; ``n_chunks`` were looked at for each.
        recall: Mean recall@k.
        worst: The query with the lowest recall, None where all are 1.0.
    """

    name: str
    n_queries: int
    n_chunks: int
    k: int
    recall: float
    worst: str | None


@dataclass(frozen=True, slots=True)
class CoverageAudit:
    """Every page accounted for: the ledger against the stored pages and the indexed chunks.

    Attributes:
        unaccounted: Pages without a ledger row.
        unindexed: (document, page) that has text and of which no chunk holds any.
        unread: Pages that could not be read, with the reason; each is in the ledger.
    """

    n_documents: int
    n_pages: int
    unaccounted: int
    unindexed: tuple[tuple[str, int], ...]
    unread: int


@dataclass(frozen=True, slots=True)
class Audit:
    """All audits of one store."""

    indexes: tuple[IndexAudit, ...]
    coverage: CoverageAudit

    def faults(self, floor: float) -> tuple[str, ...]:
        """What is wrong, in words; ``floor`` is the recall that each index must reach."""
        found = [
            f"{index.name}: recall@{index.k} is {index.recall:.4f}, at least {floor:.4f} was asked"
            f" for; worst for {index.worst!r}"
            for index in self.indexes
            if index.recall < floor - TOLERANCE
        ]
        if self.coverage.unaccounted:
            found.append(f"{self.coverage.unaccounted} pages have no row in the ledger")
        for document, page in self.coverage.unindexed:
            found.append(f"{document} p. {page} has text and is in no passage")
        return tuple(found)


def sample(items: Sequence[str], n: int = N_SAMPLE, seed: int = SEED) -> list[str]:
    """At most ``n`` of the items, the same each time, in their order."""
    if len(items) <= n:
        return list(items)
    chosen = sorted(random.Random(seed).sample(range(len(items)), n))
    return [items[i] for i in chosen]


def audit_index(
    name: str,
    queries: Sequence[str],
    n_chunks: int,
    search: Callable[[str, int], Found],
    brute_force: Callable[[str], Mapping[str, float]],
    k: int = K,
) -> IndexAudit:
    """Recall@k of an index over the queries.

    Args:
        name: Of the index.
        queries: What is asked.
        n_chunks: How many chunks there are.
        search: The index.
        brute_force: Score of every chunk that has one, by its id.
        k: How many are asked for.
    """
    recalls = [_recall(search(query, k), brute_force(query), k) for query in queries]
    mean = sum(recalls) / len(recalls) if recalls else 1.0
    lowest = min(range(len(recalls)), key=recalls.__getitem__, default=None)
    is_whole = lowest is None or recalls[lowest] >= 1.0
    return IndexAudit(
        name, len(queries), n_chunks, k, mean, None if is_whole else queries[lowest or 0]
    )


def _recall(found: Found, true: Mapping[str, float], k: int) -> float:
    """Share of the true first k that was found; ties with the k-th count.

    A found chunk counts by its true score, whatever score the index says.
    """
    best = sorted(true.values(), reverse=True)[:k]
    if not best:
        return 1.0
    least = best[-1] - TOLERANCE
    n_good = sum(true.get(chunk_id, float("-inf")) >= least for chunk_id, _ in found[:k])
    return min(n_good, len(best)) / len(best)
