"""``onfile eval audit``: both indexes against brute force, and every page accounted for."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from onfile.evaluate.auditing import Audit, CoverageAudit, IndexAudit, audit_index, sample
from onfile.index.coverage import coverage_of
from onfile.index.dense import VectorIndex
from onfile.index.lexical import HEADER_WEIGHT, K1, B, PostingsIndex
from onfile.index.store import Store
from onfile.index.vectors import read_vectors
from onfile.ports import Embedder

QUERY_WORDS = 15

Terms = Callable[[str], list[str]]


@dataclass(frozen=True, slots=True)
class Audited:
    """What is audited. ``embedder`` is None where no vectors are searched."""

    store: Store
    lexical: PostingsIndex
    terms: Terms
    dense: VectorIndex
    embedder: Embedder | None
    model: str


def audit(parts: Audited, k: int, n_queries: int) -> Audit:
    """The first words of a seeded sample of passages are asked of each index."""
    texts = [text for _, _, text, _ in _passages(parts.store)]
    queries = [" ".join(text.split()[:QUERY_WORDS]) for text in sample(texts, n_queries)]
    indexes = [_lexical(parts, queries, len(texts), k)]
    if parts.embedder is not None and parts.dense.has_any():
        indexes.append(_dense(parts, parts.embedder, queries, k))
    return Audit(tuple(indexes), _coverage(parts.store))


def _passages(store: Store) -> Iterator[tuple[int, str, str, str]]:
    return store.chunk_texts(sorted(store.document_rows()))


def _lexical(parts: Audited, queries: Sequence[str], n_chunks: int, k: int) -> IndexAudit:
    scores = brute_force_bm25(queries, ((i, t, h) for _, i, t, h in _passages(parts.store)),
                              parts.terms)  # fmt: skip

    def search(query: str, k: int) -> list[tuple[str, float]]:
        return [(hit.chunk_id, hit.score.value) for hit in parts.lexical.search(query, k=k)]

    return audit_index("words", queries, n_chunks, search, scores.__getitem__, k)


def brute_force_bm25(
    queries: Sequence[str], passages: Iterator[tuple[str, str, str]], terms: Terms
) -> dict[str, dict[str, float]]:
    """For each query, the score of every passage that holds one of its terms.

    The formula is that of ``index/lexical.py``, over texts read one by one: no postings.

    Args:
        queries: As they are asked.
        passages: (chunk id, text, header).
        terms: Tokenises as the index does.
    """
    asked = {query: Counter(terms(query)) for query in queries}
    wanted = {term for counts in asked.values() for term in counts}
    holding: dict[str, dict[str, tuple[int, int]]] = {term: {} for term in wanted}
    lengths: dict[str, int] = {}
    for chunk_id, text, header in passages:
        in_text, in_header = Counter(terms(text)), Counter(terms(header))
        lengths[chunk_id] = in_text.total()
        for term in wanted & (in_text.keys() | in_header.keys()):
            holding[term][chunk_id] = (in_text[term], in_header[term])
    mean = max(sum(lengths.values()) / max(len(lengths), 1), 1.0)
    return {query: _bm25(counts, holding, lengths, mean) for query, counts in asked.items()}


def _bm25(
    asked: Mapping[str, int],
    holding: Mapping[str, Mapping[str, tuple[int, int]]],
    lengths: Mapping[str, int],
    mean: float,
) -> dict[str, float]:
    scores: dict[str, float] = {}
    for term, weight in asked.items():
        n_holding = len(holding[term])
        idf = math.log(1 + (len(lengths) - n_holding + 0.5) / (n_holding + 0.5))
        for chunk_id, (n_text, n_header) in holding[term].items():
            times = n_text / (1 - B + B * lengths[chunk_id] / mean) + HEADER_WEIGHT * n_header
            share = weight * idf * times / (times + K1)
            scores[chunk_id] = scores.get(chunk_id, 0.0) + share
    return scores


def _dense(parts: Audited, embedder: Embedder, queries: Sequence[str], k: int) -> IndexAudit:
    vectors = embedder.embed(list(queries), is_query=True)
    by_query = dict(zip(queries, vectors, strict=True))
    blocks = list(read_vectors(parts.store, parts.model, 0))
    ids = [chunk_id.decode() for block in blocks for chunk_id in block.chunk_ids]
    matrix = np.concatenate([block.vectors for block in blocks]).astype(np.float32)

    def search(query: str, k: int) -> list[tuple[str, float]]:
        found = parts.dense.search(by_query[query], k=k)
        return [(hit.chunk_id, hit.score.value) for hit in found]

    def brute_force(query: str) -> dict[str, float]:
        return dict(zip(ids, (matrix @ by_query[query]).tolist(), strict=True))

    return audit_index("dense", queries, len(ids), search, brute_force, k)


def _coverage(store: Store) -> CoverageAudit:
    coverage = coverage_of(store)
    unindexed = []
    for document in store.documents():
        texts = store.pages_text(document.document_id)
        held = {s.page for c in store.chunks_of(document.document_id) for s in c.spans}
        unindexed += [
            (document.name, page)
            for page in store.readable_pages(document.document_id)
            if texts[page].strip() and page not in held
        ]
    return CoverageAudit(
        n_documents=coverage.documents,
        n_pages=coverage.pages,
        unaccounted=coverage.unaccounted_pages,
        unindexed=tuple(unindexed),
        unread=sum(failure.page is not None for failure in coverage.failures),
    )
