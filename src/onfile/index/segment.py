"""Postings of some chunks as plain arrays that can lie in memory or in mapped files.

Terms are known by a 64-bit hash: at a million different terms the chance that any two collide
is below one in ten million, and no vocabulary has to be loaded to look a term up.
"""

from __future__ import annotations

import hashlib
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from onfile.errors import StoreDamaged

Array = npt.NDArray[np.generic]
IntArray = npt.NDArray[np.int64]
_BLOCK = 1 << 20  # postings that are moved at once


class ChunkTerms(NamedTuple):
    """One chunk to be indexed: where it belongs and its terms, of text and of header."""

    doc: int
    chunk_id: str
    terms: Sequence[str]
    header_terms: Sequence[str]


class Postings(NamedTuple):
    """The chunks that hold one term (ascending), how often in the text and in the header."""

    chunks: npt.NDArray[np.int32]
    counts: npt.NDArray[np.uint16]
    header_counts: npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Segment:
    """Postings of ``n_chunks`` chunks; chunks are numbered from 0 within the segment.

    Attributes:
        hashes: ``(n_terms,)`` uint64, ascending.
        starts: ``(n_terms + 1,)`` int64: postings of term i are ``[starts[i], starts[i + 1])``.
        chunks: ``(n_postings,)`` int32.
        counts: ``(n_postings,)`` uint16, occurrences in the text.
        header_counts: ``(n_postings,)`` uint8, occurrences in the header.
        lengths: ``(n_chunks,)`` int32, number of terms of the text.
        docs: ``(n_docs,)`` int64, row numbers of documents, ascending.
        doc_of: ``(n_chunks,)`` int32, index into ``docs``.
        chunk_ids: ``(n_chunks,)`` bytes, UTF-8.
    """

    hashes: npt.NDArray[np.uint64]
    starts: npt.NDArray[np.int64]
    chunks: npt.NDArray[np.int32]
    counts: npt.NDArray[np.uint16]
    header_counts: npt.NDArray[np.uint8]
    lengths: npt.NDArray[np.int32]
    docs: npt.NDArray[np.int64]
    doc_of: npt.NDArray[np.int32]
    chunk_ids: npt.NDArray[np.bytes_]

    @property
    def n_chunks(self) -> int:
        """Number of chunks."""
        return len(self.lengths)

    def postings(self, term_hash: int) -> Postings | None:
        """The postings of a term, None when no chunk holds it."""
        i = int(np.searchsorted(self.hashes, np.uint64(term_hash)))
        if i == len(self.hashes) or int(self.hashes[i]) != term_hash:
            return None
        at = slice(int(self.starts[i]), int(self.starts[i + 1]))
        return Postings(self.chunks[at], self.counts[at], self.header_counts[at])

    def save(self, folder: Path) -> None:
        """Write to ``folder``, which appears whole or not at all."""
        draft = folder.with_name(folder.name + ".tmp")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        for field in fields(self):
            np.save(draft / f"{field.name}.npy", getattr(self, field.name), allow_pickle=False)
        draft.rename(folder)

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The segment in ``folder``, memory-mapped.

        Raises:
            StoreDamaged: a file is missing, cut short or does not fit the others.
        """
        try:
            segment = cls(*(_mapped(folder / f"{field.name}.npy") for field in fields(cls)))
        except (OSError, ValueError, EOFError) as error:
            raise StoreDamaged(f"index files in {folder} can't be read: {error}") from error
        n_postings = len(segment.chunks)
        fits = (
            len(segment.starts) == len(segment.hashes) + 1
            and int(segment.starts[-1]) == n_postings
            and len(segment.counts) == len(segment.header_counts) == n_postings
            and len(segment.doc_of) == len(segment.chunk_ids) == segment.n_chunks
        )
        if not fits:
            raise StoreDamaged(f"index files in {folder} do not fit each other")
        return segment


def term_hash(term: str) -> int:
    """The 64-bit number by which segments know a term."""
    return int.from_bytes(hashlib.blake2b(term.encode(), digest_size=8).digest(), "little")


def build(chunks: Iterable[ChunkTerms]) -> Segment:
    """A segment of these chunks; those of one document must follow each other."""
    numbers: defaultdict[str, int] = defaultdict()
    numbers.default_factory = numbers.__len__  # a new term has the next number
    flat: list[int] = []
    sizes: list[int] = []  # of text, header, text, header …
    docs: list[int] = []
    ids: list[bytes] = []
    for doc, chunk_id, terms, header_terms in chunks:
        for part in (terms, header_terms):
            flat += map(numbers.__getitem__, part)
            sizes.append(len(part))
        docs.append(doc)
        ids.append(chunk_id.encode())
    hashes = np.fromiter(map(term_hash, numbers), np.uint64, len(numbers))
    order = np.argsort(hashes)
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    owner = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)  # 2 * chunk + is_header
    keys = place[np.asarray(flat, np.int64)] * max(len(sizes), 1) + owner
    return _from_keys(hashes[order], keys, sizes, docs, ids)


def _from_keys(
    hashes: npt.NDArray[np.uint64],
    keys: IntArray,
    sizes: Sequence[int],
    docs: Sequence[int],
    ids: Sequence[bytes],
) -> Segment:
    occurrences, times = np.unique(keys, return_counts=True)
    is_header = (occurrences % 2).astype(bool)  # an even number of owners keeps the parity
    pairs, index = np.unique(occurrences // 2, return_inverse=True)
    counts = np.zeros(len(pairs), np.int64)
    header_counts = np.zeros(len(pairs), np.int64)
    counts[index[~is_header]] = times[~is_header]
    header_counts[index[is_header]] = times[is_header]
    n_chunks = max(len(ids), 1)
    unique_docs, doc_of = np.unique(np.asarray(docs, np.int64), return_inverse=True)
    return Segment(
        hashes=hashes,
        starts=np.searchsorted(pairs // n_chunks, np.arange(len(hashes) + 1)).astype(np.int64),
        chunks=(pairs % n_chunks).astype(np.int32),
        counts=np.minimum(counts, 65_535).astype(np.uint16),
        header_counts=np.minimum(header_counts, 255).astype(np.uint8),
        lengths=np.asarray(sizes[0::2], np.int32),
        docs=unique_docs,
        doc_of=doc_of.astype(np.int32),
        chunk_ids=np.asarray(ids, np.bytes_),
    )


def merge(segments: Sequence[Segment], alive: npt.NDArray[np.int64]) -> Segment:
    """One segment with the chunks of those documents that are in ``alive``.

    Beside the result it takes little memory, whatever the size of the segments.
    """
    kept = [np.isin(s.docs, alive)[s.doc_of] for s in segments]
    first = np.cumsum([0, *(int(k.sum()) for k in kept)])
    hashes = np.unique(np.concatenate([s.hashes for s in segments]))
    places = [np.searchsorted(hashes, s.hashes) for s in segments]
    totals = np.zeros(len(hashes), np.int64)
    for segment, mask, place in zip(segments, kept, places, strict=True):
        for terms, at in _blocks(segment):
            totals[place[terms]] += _n_kept(segment, mask, terms, at)
    starts = np.cumsum(totals) - totals
    merged = _Postings(int(totals.sum()))
    following = starts.copy()  # where each term's next posting goes
    for segment, mask, place, offset in zip(segments, kept, places, first[:-1], strict=True):
        merged.take(segment, mask, place, int(offset), following)
    docs, doc_of = np.unique(
        np.concatenate([s.docs[s.doc_of][k] for s, k in zip(segments, kept, strict=True)]),
        return_inverse=True,
    )
    used = totals > 0
    return Segment(
        hashes=hashes[used],
        starts=np.append(starts[used], len(merged.chunks)),
        chunks=merged.chunks,
        counts=merged.counts,
        header_counts=merged.header_counts,
        lengths=np.concatenate([s.lengths[k] for s, k in zip(segments, kept, strict=True)]),
        docs=docs,
        doc_of=doc_of.astype(np.int32),
        chunk_ids=np.concatenate([s.chunk_ids[k] for s, k in zip(segments, kept, strict=True)]),
    )


class _Postings:
    """Postings of a merged segment while they are put into their places."""

    def __init__(self, n_postings: int) -> None:
        self.chunks = np.empty(n_postings, np.int32)
        self.counts = np.empty(n_postings, np.uint16)
        self.header_counts = np.empty(n_postings, np.uint8)

    def take(
        self,
        segment: Segment,
        kept: npt.NDArray[np.bool_],
        place: npt.NDArray[np.intp],
        offset: int,
        following: IntArray,
    ) -> None:
        """Put in one segment's postings of kept chunks, the first of which becomes ``offset``."""
        new_number = offset + np.cumsum(kept) - 1
        for terms, at in _blocks(segment):
            chosen = np.flatnonzero(kept[segment.chunks[at]]) + at.start
            n_kept = _n_kept(segment, kept, terms, at)
            before = np.cumsum(n_kept) - n_kept
            to = np.arange(len(chosen)) + np.repeat(following[place[terms]] - before, n_kept)
            following[place[terms]] += n_kept
            self.chunks[to] = new_number[segment.chunks[chosen]]
            self.counts[to] = segment.counts[chosen]
            self.header_counts[to] = segment.header_counts[chosen]


def _blocks(segment: Segment) -> Iterator[tuple[slice, slice]]:
    """Runs of terms and where their postings are, about ``_BLOCK`` postings each."""
    first = 0
    n_terms = len(segment.hashes)
    while first < n_terms:
        start = int(segment.starts[first])
        end = int(np.searchsorted(segment.starts, start + _BLOCK, side="right")) - 1
        last = min(max(end, first + 1), n_terms)
        yield slice(first, last), slice(start, int(segment.starts[last]))
        first = last


def _n_kept(segment: Segment, kept: npt.NDArray[np.bool_], terms: slice, at: slice) -> IntArray:
    """For each of these terms, how many of its postings are of kept chunks."""
    until = np.append(0, np.cumsum(kept[segment.chunks[at]]))
    bounds = until[segment.starts[terms.start : terms.stop + 1] - at.start]
    counts: IntArray = np.diff(bounds)
    return counts


def _mapped(path: Path) -> Any:
    try:
        mapped: Any = np.load(path, mmap_mode="r", allow_pickle=False)
    except ValueError:
        mapped = np.load(path, allow_pickle=False)  # an empty array can't be mapped
    return mapped


def batches(chunks: Iterable[ChunkTerms], size: int) -> Iterator[list[ChunkTerms]]:
    """``size`` chunks at a time; a long document goes on in the next batch."""
    remaining = iter(chunks)
    while batch := list(islice(remaining, size)):
        yield batch
