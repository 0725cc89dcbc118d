"""Exact cosine over the documents that the asker may see.

The store's table of vectors is the source of truth. ``refresh`` writes them to one memory-mapped
float16 matrix, contiguous for each document; vectors made since are read from the table and
kept in memory. Nothing is approximate, so hidden documents can't displace visible ones.
"""

from __future__ import annotations

import json
import re
import threading
import uuid
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

import numpy as np
import numpy.typing as npt

from onfile.errors import UsageError
from onfile.index.files import remove_unused, written
from onfile.index.store import Store
from onfile.index.vectors import VectorBlock, embed_missing, newest, pending, read_vectors
from onfile.index.visibility import allowed_docs
from onfile.ports import Embedder
from onfile.types import FloatArray, Hit, Score, ScoreKind

Progress = Callable[[str, int, int, str], None]
_FOLDER = "dense"
_ROWS_AT_ONCE = 512  # as float32 half a megabyte: stays in the processor's cache
# A product's last bits depend on which rows stand beside it in memory. Rounding keeps hidden
# documents from deciding between two visible ones that are equally similar.
_DECIMALS = 6


class VectorIndex:
    """The dense index of one store for one model; safe to share between threads.

    Args:
        store: Where the chunks and vectors are.
        model: ``Embedder.name``; vectors of other models are never looked at.
    """

    def __init__(self, store: Store, model: str) -> None:
        self._store = store
        self._model = model
        self._lock = threading.Lock()
        self._seen = (-1, -1)  # the store's change and newest vector when last looked at
        self._names: dict[int, str] = {}
        self._blocks: list[VectorBlock] = []
        self._is_opened = False

    def search(
        self,
        query: FloatArray,
        *,
        visible: AbstractSet[str] | None = None,
        within: AbstractSet[str] | None = None,
        k: int = 60,
    ) -> list[Hit]:
        """The best ``k`` chunks that have a vector; see ``ports.DenseIndex``."""
        if k <= 0:
            return []
        blocks, names = self._current()
        found: list[tuple[float, bytes, str]] = []
        for block in blocks:
            allowed = _allowed_rows(block, names, visible, within)
            scores = _cosines(block.vectors, allowed, query)
            for place in _top(scores, k):
                row = int(allowed[place])
                name = names[int(block.docs[row])]
                found.append((-float(scores[place]), bytes(block.chunk_ids[row]), name))
        found.sort()
        return [
            Hit(chunk_id.decode(), document_id, rank, Score(-negative, ScoreKind.COSINE))
            for rank, (negative, chunk_id, document_id) in enumerate(found[:k], start=1)
        ]

    @property
    def folder(self) -> Path:
        """Where the files of this model's vectors lie."""
        return self._store.directory / _FOLDER / _slug(self._model)

    def n_vectors(self) -> int:
        """How many vectors of stored passages can be searched."""
        blocks, names = self._current()
        return sum(int(allowed_docs(block.docs, names, None).sum()) for block in blocks)

    def has_any(self, visible: AbstractSet[str] | None = None) -> bool:
        """True when there is at least one vector to search among ``visible`` documents."""
        blocks, names = self._current()
        return any(
            bool(allowed_docs(np.unique(block.docs), names, visible).any()) for block in blocks
        )

    def pending(self) -> int:
        """Number of chunks that have no vector yet, and so can't be found here."""
        return pending(self._store, self._model)

    def embed_pending(
        self, embedder: Embedder, on_progress: Progress | None = None, batch: int = 256
    ) -> int:
        """Make the vectors that are missing, then write all to the file.

        May be stopped at any moment: what was made is kept, found, and not made again.

        Args:
            embedder: The model whose name this index was made with.
            on_progress: Called with "vectors", the number made, the number to make, and "".
            batch: Chunks a transaction.

        Returns:
            Number of vectors made.

        Raises:
            UsageError: the embedder is another model.
            ModelError: it failed.
        """
        if embedder.name != self._model:
            raise UsageError(f"this index is of {self._model}, not of {embedder.name}")
        n_missing = self.pending()
        n_made = 0
        for n in embed_missing(self._store, embedder, batch):
            n_made += n
            if on_progress is not None:
                on_progress("vectors", n_made, max(n_missing, n_made), "")
        self.refresh()
        return n_made

    def refresh(self, *, whole: bool = False) -> int:
        """Write all vectors to one file, for quick opening.

        Searching never needs it. With ``whole``, it is written in any case: nothing is left of
        documents that were removed. Returns the number of vectors in the file.
        """
        blocks, names = self._current()
        is_written = len(blocks) == 1 and isinstance(blocks[0].vectors, np.memmap)
        if not blocks or (is_written and not whole):
            return sum(len(block.docs) for block in blocks)
        block = _joined(blocks, names)
        folder = self.folder
        name = uuid.uuid4().hex
        with written(folder):
            _save(block, folder / name)
        self._store.set_meta(self._meta, json.dumps({"name": name, "seq": block.seq}))
        with self._lock:
            self._blocks, self._is_opened, self._seen = [], False, (-1, -1)
        remove_unused(folder, keep={name}, spare_recent=not whole)
        return len(block.docs)

    def rebuild(self) -> int:
        """Write the file anew from the table of vectors; gives how many there are."""
        self._store.set_meta(self._meta, "{}")
        with self._lock:
            self._blocks, self._is_opened, self._seen = [], False, (-1, -1)
        return self.refresh(whole=True)

    @property
    def _meta(self) -> str:
        return f"dense:{self._model}"

    def _current(self) -> tuple[tuple[VectorBlock, ...], dict[int, str]]:
        seen = (self._store.change, newest(self._store))
        with self._lock:
            if seen != self._seen:
                self._catch_up()
                self._seen = seen
            return tuple(self._blocks), self._names

    def _catch_up(self) -> None:
        if not self._is_opened:
            self._blocks = self._from_file()
            self._is_opened = True
        after = self._blocks[-1].seq if self._blocks else 0
        self._blocks += read_vectors(self._store, self._model, after)
        self._names = self._store.document_rows()

    def _from_file(self) -> list[VectorBlock]:
        stored = json.loads(self._store.meta(self._meta) or "{}")
        if not stored:
            return []
        folder = self.folder / stored["name"]
        try:
            block = _load(folder, stored["seq"])
        except (OSError, ValueError, EOFError):
            return []  # all vectors are read from the table instead
        return [block]


def _allowed_rows(
    block: VectorBlock,
    names: dict[int, str],
    visible: AbstractSet[str] | None,
    within: AbstractSet[str] | None,
) -> npt.NDArray[np.intp]:
    docs, doc_of = np.unique(block.docs, return_inverse=True)
    allowed = allowed_docs(docs, names, visible) & allowed_docs(docs, names, within)
    return np.flatnonzero(allowed[doc_of])


def _cosines(
    vectors: npt.NDArray[np.float16], rows: npt.NDArray[np.intp], query: FloatArray
) -> FloatArray:
    scores = np.empty(len(rows), np.float32)
    for first in range(0, len(rows), _ROWS_AT_ONCE):
        at = rows[first : first + _ROWS_AT_ONCE]
        is_run = int(at[-1]) - int(at[0]) + 1 == len(at)
        part = vectors[int(at[0]) : int(at[-1]) + 1] if is_run else vectors[at]
        scores[first : first + len(at)] = _widened(part) @ query
    rounded: FloatArray = np.round(scores, _DECIMALS)
    return rounded


def _widened(halves: npt.NDArray[np.float16]) -> FloatArray:
    """The same numbers as float32, exactly; twice as fast as ``astype``.

    Sign, exponent and fraction are moved to their places in a float32; its exponent is then too
    small by 127 - 15, which a multiplication by a power of two puts right.
    """
    bits = halves.view(np.uint16).astype(np.uint32)
    sign = (bits & 0x8000) << 16
    bits &= 0x7FFF
    bits <<= 13
    bits |= sign
    wide: FloatArray = bits.view(np.float32)
    wide *= np.float32(2.0**112)
    return wide


def _top(scores: FloatArray, k: int) -> npt.NDArray[np.intp]:
    """Places of the ``k`` highest scores, and of all that equal the last of them."""
    if len(scores) <= k:
        return np.arange(len(scores))
    floor = np.partition(scores, len(scores) - k)[len(scores) - k]
    return np.flatnonzero(scores >= floor)


def _joined(blocks: Sequence[VectorBlock], names: dict[int, str]) -> VectorBlock:
    docs = np.concatenate([b.docs for b in blocks])
    chunk_ids = np.concatenate([b.chunk_ids for b in blocks])
    order = np.lexsort((chunk_ids, docs))
    order = order[allowed_docs(docs[order], names, None)]
    vectors = np.concatenate([b.vectors for b in blocks])[order]
    return VectorBlock(vectors, docs[order], chunk_ids[order], max(b.seq for b in blocks))


def _save(block: VectorBlock, folder: Path) -> None:
    draft = folder.with_name(folder.name + ".tmp")
    draft.mkdir(parents=True)
    np.save(draft / "vectors.npy", block.vectors)
    np.save(draft / "docs.npy", block.docs)
    np.save(draft / "chunk_ids.npy", block.chunk_ids)
    draft.rename(folder)


def _load(folder: Path, seq: int) -> VectorBlock:
    docs = np.load(folder / "docs.npy", allow_pickle=False)
    chunk_ids = np.load(folder / "chunk_ids.npy", allow_pickle=False)
    vectors = np.load(folder / "vectors.npy", mmap_mode="r", allow_pickle=False)
    if not len(vectors) == len(docs) == len(chunk_ids):
        raise ValueError(f"the files in {folder} do not fit each other")
    return VectorBlock(vectors, docs, chunk_ids, seq)


def _slug(model: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", model.lower()).strip("-")
