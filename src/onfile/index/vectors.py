"""The table of vectors: which chunks have one of a model, which still need one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from onfile.index.store import Store
from onfile.ports import Embedder
from onfile.types import FloatArray

HalfArray = npt.NDArray[np.float16]
_READ_BATCH = 8_192


class VectorBlock(NamedTuple):
    """Vectors with the document row and the chunk id of each; ``seq`` is the newest of them."""

    vectors: HalfArray
    docs: npt.NDArray[np.int64]
    chunk_ids: npt.NDArray[np.bytes_]
    seq: int


def embed_missing(store: Store, embedder: Embedder, batch: int) -> Iterator[int]:
    """Make the vectors that are missing, ``batch`` chunks a transaction; gives each one's size.

    Raises:
        ModelError: the model failed; what was made before is kept.
    """
    after = 0
    while chunks := _missing(store, embedder.name, after, batch):
        rows = [row for row, _ in chunks]
        _insert(store, embedder.name, rows, embedder.embed([text for _, text in chunks]))
        after = rows[-1]
        yield len(rows)


def pending(store: Store, model: str) -> int:
    """Number of chunks without a vector of this model."""
    with store.database.reading() as connection:
        (n,) = connection.execute(
            "SELECT (SELECT count(*) FROM chunks) - (SELECT count(*) FROM vectors WHERE model = ?)",
            (model,),
        ).fetchone()
    return int(n)


def newest(store: Store) -> int:
    """The number of the newest vector of any model; it grows with every vector."""
    with store.database.reading() as connection:
        row = connection.execute(
            "SELECT seq FROM sqlite_sequence WHERE name = 'vectors'"
        ).fetchone()
    return 0 if row is None else int(row[0])


def read_vectors(store: Store, model: str, after: int) -> Iterator[VectorBlock]:
    """Vectors of a model newer than number ``after``, in blocks, in order of number."""
    with store.database.reading() as connection:
        cursor = connection.execute(
            "SELECT v.seq, c.doc, c.chunk_id, v.vector FROM vectors v JOIN chunks c USING (row)"
            " WHERE v.seq > ? AND v.model = ? ORDER BY v.seq",
            (after, model),
        )
        while rows := cursor.fetchmany(_READ_BATCH):
            seqs, docs, ids, blobs = zip(*rows, strict=True)
            vectors = np.frombuffer(b"".join(blobs), np.float16).reshape(len(rows), -1)
            encoded = np.asarray([chunk_id.encode() for chunk_id in ids], np.bytes_)
            yield VectorBlock(vectors, np.asarray(docs, np.int64), encoded, seqs[-1])


def embedded_text(header: str, text: str) -> str:
    """What of a chunk is embedded: its context header and its text."""
    return f"{header}\n{text}" if header else text


def _missing(store: Store, model: str, after: int, limit: int) -> list[tuple[int, str]]:
    with store.database.reading() as connection:
        rows = connection.execute(
            "SELECT row, header, text FROM chunks c WHERE row > ? AND NOT EXISTS"
            " (SELECT 1 FROM vectors v WHERE v.model = ? AND v.row = c.row)"
            " ORDER BY row LIMIT ?",
            (after, model, limit),
        )
        return [(row, embedded_text(header, text)) for row, header, text in rows]


def _insert(store: Store, model: str, rows: Sequence[int], vectors: FloatArray) -> None:
    # A chunk that was removed while its vector was being made gets none.
    halves = vectors.astype(np.float16)
    with store.database.writing() as connection:
        connection.executemany(
            "INSERT OR IGNORE INTO vectors (model, row, vector)"
            " SELECT ?, row, ? FROM chunks WHERE row = ?",
            [(model, half.tobytes(), row) for row, half in zip(rows, halves, strict=True)],
        )
