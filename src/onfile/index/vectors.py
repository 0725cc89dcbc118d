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

# Of a header against the text's 1. With static vectors, shares of 0.3 to 0.8 found more of the
# right pages than none, and far more than header and text embedded as one string.
HEADER_SHARE = 0.5


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
    while True:
        rows, chunks = _missing(store, embedder.name, after, batch)
        if not rows:
            return
        _insert(store, embedder.name, rows, passage_vectors(embedder, chunks))
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


def passage_vectors(embedder: Embedder, chunks: Sequence[tuple[str, str]]) -> FloatArray:
    """Unit vectors of (header, text) pairs, ``(n, dim)`` float32.

    The header has a share of its own, as it does in the lexical index: joined to the text, it
    would weigh the less the longer the text is.
    """
    texts = embedder.embed([text for _, text in chunks])
    headers = list(dict.fromkeys(header for header, _ in chunks))
    place = {header: i for i, header in enumerate(headers)}
    of_headers = embedder.embed(headers)[[place[header] for header, _ in chunks]]
    sums = texts + HEADER_SHARE * of_headers
    norms = np.linalg.norm(sums, axis=1, keepdims=True)
    norms[norms == 0] = 1
    vectors: FloatArray = sums / norms
    return vectors


def _missing(
    store: Store, model: str, after: int, limit: int
) -> tuple[list[int], list[tuple[str, str]]]:
    with store.database.reading() as connection:
        rows = connection.execute(
            "SELECT row, header, text FROM chunks c WHERE row > ? AND NOT EXISTS"
            " (SELECT 1 FROM vectors v WHERE v.model = ? AND v.row = c.row)"
            " ORDER BY row LIMIT ?",
            (after, model, limit),
        )
        found = rows.fetchall()
    return [row for row, _, _ in found], [(header, text) for _, header, text in found]


def _insert(store: Store, model: str, rows: Sequence[int], vectors: FloatArray) -> None:
    # A chunk that was removed while its vector was being made gets none.
    halves = vectors.astype(np.float16)
    with store.database.writing() as connection:
        connection.executemany(
            "INSERT OR IGNORE INTO vectors (model, row, vector)"
            " SELECT ?, row, ? FROM chunks WHERE row = ?",
            [(model, half.tobytes(), row) for row, half in zip(rows, halves, strict=True)],
        )
