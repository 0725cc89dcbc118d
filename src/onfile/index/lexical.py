"""BM25 over the store's chunks, with statistics over what the asker may see.

Postings lie in segments: merged, memory-mapped files for what was indexed by ``refresh``, and
small ones in memory for documents committed since. Which files are valid is recorded in the
store, so a crash between the two leaves at worst unused files. Everything can be rebuilt from
the store.

Reference:
    Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, with
    the never-negative idf of Lucene. Deviation: the header is a field of its own whose
    occurrences count ``HEADER_WEIGHT`` and do not lengthen the chunk.
"""

from __future__ import annotations

import json
import math
import threading
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from onfile.errors import StoreDamaged
from onfile.index.files import remove_unused, written
from onfile.index.segment import ChunkTerms, Segment, batches, build, merge, term_hash
from onfile.index.store import Store
from onfile.index.visibility import BoolArray, allowed_docs
from onfile.language.words import Stem, words_of
from onfile.types import Hit, Score, ScoreKind

# Anserini's defaults for passages: chunks are cut to like lengths, so length says little, and a
# word said three times says hardly more than one said twice.
K1 = 0.9
B = 0.4
HEADER_WEIGHT = 0.5  # a header repeats on every chunk of a section: it tells, but less

_META = "lexical"
_FOLDER = "lexical"
_BATCH = 4_000  # chunks tokenised at once: about 150 MB at its peak
_MAX_SEGMENTS = 4  # each adds a fixed cost to every query
_MAX_DEAD_SHARE = 0.2
_KEPT_VIEWS = 32  # a byte a chunk each, and as many askers with rights of their own

FloatArray64 = npt.NDArray[np.float64]


class Statistics(NamedTuple):
    """What BM25 counts over the chunks that the asker may see."""

    n_chunks: int
    mean_length: float


class _View(NamedTuple):
    names: dict[int, str]
    segments: tuple[Segment, ...]
    visible: tuple[BoolArray, ...]  # per segment, one a chunk
    within: tuple[BoolArray, ...]
    statistics: Statistics


class PostingsIndex:
    """The lexical index of one store; safe to share between threads.

    Args:
        store: Where the chunks are.
        stem: The stemmer, the same for indexing and for queries.
    """

    def __init__(self, store: Store, stem: Stem) -> None:
        self._store = store
        self._words = words_of(stem)
        self._lock = threading.Lock()
        self._change = -1
        self._names: dict[int, str] = {}
        self._files: dict[str, Segment] = {}
        self._tail: list[Segment] = []
        self._n_pending = 0  # committed since ``keep_up`` last indexed
        self._wholes: dict[AbstractSet[str] | None, _View] = {}  # unscoped, by what is visible

    # ── searching ────────────────────────────────────────────────────────────────────────

    def search(
        self,
        query: str,
        *,
        visible: AbstractSet[str] | None = None,
        within: AbstractSet[str] | None = None,
        k: int = 60,
    ) -> list[Hit]:
        """The best ``k`` chunks for the query's words; see ``ports.LexicalIndex``."""
        weights = {term: float(n) for term, n in Counter(self._words.terms(query)).items()}
        return self.search_terms(weights, visible=visible, within=within, k=k)

    def search_terms(
        self,
        weights: Mapping[str, float],
        *,
        visible: AbstractSet[str] | None = None,
        within: AbstractSet[str] | None = None,
        k: int = 60,
    ) -> list[Hit]:
        """The best ``k`` chunks for weighted terms (as ``Words.terms`` makes them).

        A term's share of the score is multiplied by its weight. Best first, ties by chunk id.
        """
        view = self._view(visible, within)
        if view.statistics.n_chunks == 0 or k <= 0:
            return []
        scores = [np.zeros(s.n_chunks) for s in view.segments]
        for term, weight in weights.items():
            _add_term(scores, view, term, weight)
        return self._best(scores, view, k)

    @property
    def n_chunks(self) -> int:
        """How many stored chunks can be found."""
        return self._view(None, None).statistics.n_chunks

    def idf(self, term: str, visible: AbstractSet[str] | None = None) -> float:
        """The inverse document frequency of a term among what the asker may see; above 0."""
        view = self._view(visible, None)
        return _idf(view.statistics.n_chunks, _document_frequency(view, term_hash(term)))

    def _view(self, visible: AbstractSet[str] | None, within: AbstractSet[str] | None) -> _View:
        segments, names = self._current()
        whole = self._whole(visible, segments, names)
        if within is None:
            return whole
        inside = (allowed_docs(s.docs, names, within)[s.doc_of] for s in segments)
        ranked = tuple(a & b for a, b in zip(whole.visible, inside, strict=True))
        return whole._replace(within=ranked)

    def _whole(
        self,
        visible: AbstractSet[str] | None,
        segments: tuple[Segment, ...],
        names: dict[int, str],
    ) -> _View:
        """What is visible, with its statistics; kept for the next word of the same asker."""
        key = None if visible is None else frozenset(visible)
        held = self._wholes.get(key)
        if held is not None and held.names is names:
            return held
        seen = tuple(allowed_docs(s.docs, names, visible)[s.doc_of] for s in segments)
        n_chunks = sum(int(mask.sum()) for mask in seen)
        total = sum(int(s.lengths[m].sum()) for s, m in zip(segments, seen, strict=True))
        view = _View(names, segments, seen, seen, Statistics(n_chunks, total / max(n_chunks, 1)))
        with self._lock:
            if len(self._wholes) >= _KEPT_VIEWS:
                self._wholes.clear()
            self._wholes[key] = view
        return view

    def _best(self, scores: list[FloatArray64], view: _View, k: int) -> list[Hit]:
        found: list[tuple[float, bytes, str]] = []
        for segment, values, ranked in zip(view.segments, scores, view.within, strict=True):
            values[~ranked] = 0.0
            for chunk in _top(values, k):
                name = view.names[int(segment.docs[segment.doc_of[chunk]])]
                found.append((-float(values[chunk]), bytes(segment.chunk_ids[chunk]), name))
        found.sort()
        return [
            Hit(chunk_id.decode(), document_id, rank, Score(-negative, ScoreKind.BM25))
            for rank, (negative, chunk_id, document_id) in enumerate(found[:k], start=1)
        ]

    # ── keeping up with the store ────────────────────────────────────────────────────────

    def refresh(self, *, whole: bool = False) -> int:
        """Write postings of documents that have none yet; merge small files.

        With ``whole``, everything is merged: nothing is left of documents that were removed.

        Call it from the process that ingests. Searching never needs it: it only saves readers
        the work of indexing new documents in memory.

        Returns:
            Number of chunks that were newly indexed.
        """
        segments, _ = self._current()
        with self._lock:
            new = sum(s.n_chunks for s in self._tail)
            alive = np.asarray(sorted(self._names), np.int64)
            kept = dict(self._files)
            tail = list(self._tail)
        dead = sum(int((~np.isin(s.docs, alive)[s.doc_of]).sum()) for s in kept.values())
        n_chunks = sum(s.n_chunks for s in segments)
        if whole or dead > _MAX_DEAD_SHARE * n_chunks:
            chosen = set(kept)
        elif tail:
            chosen = _worth_merging({name: s.n_chunks for name, s in kept.items()}, new)
        else:
            return 0
        parts = [*(s for name, s in kept.items() if name in chosen), *tail]
        if parts:
            rest = [name for name in kept if name not in chosen]
            self._write(merge(parts, alive), rest, spare_recent=not whole)
        return new

    def keep_up(self, n_new: int) -> None:
        """Index in memory what was committed, as soon as it is worth a batch.

        Called after each commit of ``n_new`` chunks, it spreads the work of ``refresh`` over an
        ingest, whose workers read on meanwhile.
        """
        self._n_pending += n_new
        if self._n_pending >= _BATCH:
            self._n_pending = 0
            self._current()

    def indexed(self) -> dict[str, tuple[int, int]]:
        """For each document on file: the number of its chunks, and of their words, indexed."""
        segments, names = self._current()
        found: dict[str, tuple[int, int]] = {}  # a long document may lie in several segments
        for segment in segments:
            n_chunks = np.bincount(segment.doc_of, minlength=len(segment.docs))
            n_words = np.bincount(segment.doc_of, segment.lengths, minlength=len(segment.docs))
            for doc, chunks, words in zip(segment.docs.tolist(), n_chunks, n_words, strict=True):
                if doc in names:
                    earlier = found.get(names[doc], (0, 0))
                    found[names[doc]] = (earlier[0] + int(chunks), earlier[1] + int(words))
        return found

    def n_terms(self, text: str) -> int:
        """The number of words of a text that would be indexed."""
        return len(self._words.terms(text))

    def rebuild(self) -> int:
        """Write the whole index anew from the store; gives the number of chunks indexed."""
        self._store.set_meta(_META, "{}")
        with self._lock:
            self._files, self._tail, self._change = {}, [], -1
        return self.refresh(whole=True)

    def _write(self, segment: Segment, kept: list[str], *, spare_recent: bool = True) -> None:
        folder = self._store.directory / _FOLDER
        name = uuid.uuid4().hex
        with written(folder):
            segment.save(folder / name)
        names = [*kept, name]
        self._store.set_meta(_META, json.dumps({"words": self._words.name, "segments": names}))
        with self._lock:
            self._files = {n: s for n, s in self._files.items() if n in kept}
            self._files[name] = segment
            self._tail = []
            self._change = -1
        remove_unused(folder, keep={*names, name}, spare_recent=spare_recent)

    def _current(self) -> tuple[tuple[Segment, ...], dict[int, str]]:
        change = self._store.change
        with self._lock:
            if change != self._change:
                self._catch_up()
                self._change = change
            return (*self._files.values(), *self._tail), self._names

    def _catch_up(self) -> None:
        self._names = self._store.document_rows()
        self._files = self._valid_files()
        on_file = {doc for s in self._files.values() for doc in s.docs.tolist()}
        self._tail = [s for s in self._tail if not on_file.intersection(s.docs.tolist())]
        indexed = on_file.union(*(s.docs.tolist() for s in self._tail))
        pending = [doc for doc in sorted(self._names) if doc not in indexed]
        self._tail += [build(batch) for batch in batches(self._chunk_terms(pending), _BATCH)]

    def _valid_files(self) -> dict[str, Segment]:
        # Documents of a file that can't be read count as not indexed, and are indexed anew.
        names = self._manifest()
        found = {name: s for name in names if (s := self._loaded(name)) is not None}
        if len(found) < len(names) and self._manifest() != names:
            return self._valid_files()  # another process has merged them meanwhile
        return found

    def _loaded(self, name: str) -> Segment | None:
        if name in self._files:
            return self._files[name]
        try:
            return Segment.load(self._store.directory / _FOLDER / name)
        except StoreDamaged:
            return None

    def _manifest(self) -> list[str]:
        stored = json.loads(self._store.meta(_META) or "{}")
        return list(stored["segments"]) if stored.get("words") == self._words.name else []

    def _chunk_terms(self, docs: Sequence[int]) -> Iterator[ChunkTerms]:
        terms = self._words.terms
        before: tuple[str, list[str]] = ("", [])
        for doc, chunk_id, text, header in self._store.chunk_texts(docs):
            if header != before[0]:  # the chunks of a section share one
                before = (header, terms(header))
            yield ChunkTerms(doc, chunk_id, terms(text), before[1])


def _worth_merging(sizes: Mapping[str, int], n_new: int) -> set[str]:
    """The files that ``n_new`` chunks are merged with: those that are no larger, smallest first.

    So a chunk is written anew a few times in all, whatever the archive grows to. Beyond
    ``_MAX_SEGMENTS`` files the smallest are merged even so.
    """
    chosen: set[str] = set()
    total = n_new
    for name, size in sorted(sizes.items(), key=lambda item: item[1]):
        if size > total and len(sizes) - len(chosen) < _MAX_SEGMENTS:
            break
        chosen.add(name)
        total += size
    return chosen


def _idf(n_chunks: int, document_frequency: int) -> float:
    return math.log(1 + (n_chunks - document_frequency + 0.5) / (document_frequency + 0.5))


def _document_frequency(view: _View, hashed: int) -> int:
    total = 0
    for segment, visible in zip(view.segments, view.visible, strict=True):
        postings = segment.postings(hashed)
        if postings is not None:
            total += int(visible[postings.chunks].sum())
    return total


def _add_term(scores: list[FloatArray64], view: _View, term: str, weight: float) -> None:
    hashed = term_hash(term)
    frequency = _document_frequency(view, hashed)
    if frequency == 0:
        return
    share = weight * _idf(view.statistics.n_chunks, frequency)
    for segment, values in zip(view.segments, scores, strict=True):
        postings = segment.postings(hashed)
        if postings is None:
            continue
        lengths = segment.lengths[postings.chunks] / max(view.statistics.mean_length, 1.0)
        times = postings.counts / (1 - B + B * lengths) + HEADER_WEIGHT * postings.header_counts
        values[postings.chunks] += share * times / (times + K1)


def _top(values: FloatArray64, k: int) -> npt.NDArray[np.intp]:
    """Places of the ``k`` highest values above 0, and of all that equal the last of them."""
    candidates = np.flatnonzero(values > 0)
    if len(candidates) <= k:
        return candidates
    found = values[candidates]
    floor = np.partition(found, len(found) - k)[len(found) - k]
    best: npt.NDArray[np.intp] = candidates[found >= floor]
    return best
