"""How many chunks a second each embedding model takes, beside the machine's own matrix products.

    vector_pace.py STORE [--chunks 256 4096] [--rounds 3]

Takes chunks of the store, evenly, and embeds them with the static word vectors (4,096 of them) and
with MiniLM (256); before and after each, in the same process, products of two 1,024 x 1,024 float32
matrices are timed. Prints chunks a second, GFLOP/s, and chunks for each GFLOP that the machine
could have spent on products instead: that number hardly depends on how busy the machine is.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

import numpy as np

from onfile.adapters import embedders
from onfile.index.store import Store
from onfile.ports import Embedder

_SIDE = 1_024
_PRODUCTS = 8


def gflops() -> float:
    """Billions of floating-point operations a second in products of square matrices."""
    matrix = np.random.default_rng(1).standard_normal((_SIDE, _SIDE), np.float32)
    matrix @ matrix
    start = time.perf_counter()
    for _ in range(_PRODUCTS):
        matrix @ matrix
    return _PRODUCTS * 2 * _SIDE**3 / (time.perf_counter() - start) / 1e9


def texts_of(store: Store, n_chunks: int) -> list[str]:
    """Texts of chunks with their headers, evenly from the whole store."""
    found = [
        f"{chunk.header}\n{chunk.text}"
        for document in store.documents()
        for chunk in store.chunks_of(document.document_id)
    ]
    return found[:: max(len(found) // n_chunks, 1)][:n_chunks]


def measure(name: str, texts: list[str], rounds: int) -> None:
    """Print the pace of one model over these texts, and that of products around it."""
    model: Embedder = embedders.load(name)
    model.embed(texts[:16])
    paces, products = [], []
    for _ in range(rounds):
        before = gflops()
        start = time.perf_counter()
        model.embed(texts)
        paces.append(len(texts) / (time.perf_counter() - start))
        products.append((before + gflops()) / 2)
    each = [pace / product for pace, product in zip(paces, products, strict=True)]
    words = statistics.mean(len(text.split()) for text in texts)
    sys.stdout.write(
        f"{model.name:40} {len(texts)} chunks of {words:.0f} words:"
        f" {statistics.median(paces):9.1f} chunks/s beside"
        f" {statistics.median(products):6.1f} GFLOP/s:"
        f" {statistics.median(each):7.2f} chunks a GFLOP\n"
    )
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Measure both models."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("--chunks", type=int, nargs=2, default=[256, 4_096])
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args(arguments)
    few, many = given.chunks
    with Store.open(given.store) as store:
        texts = texts_of(store, many)
    measure("wordllama", texts, given.rounds)
    measure("minilm", texts[:: max(len(texts) // few, 1)][:few], given.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
