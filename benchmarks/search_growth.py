"""How long a search takes as the archive grows.

    search_growth.py STORE QUESTIONS.jsonl… [--times 1 3 10] [--documents N]

Copies ``STORE`` (only its first N documents, evenly taken, where given) into a new store, then adds
copies of every document until it holds 3 and 10 times the chunks. Each copy has words of its own:
in two words of three the letters are replaced, the same way throughout one copy, names of companies
with them; so vocabularies, companies and scopes grow as in a real archive. At each size every
question is searched with scope (``onfile search``) and without (words and vectors over everything).
Wall time, and CPU time, which other programs disturb less.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import hashlib
import json
import re
import resource
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

from onfile.config import Settings
from onfile.engine import Engine
from onfile.index.store import Store
from onfile.retrieve.strategy import STANDARD
from onfile.types import Chunk, Document, Figure, Identity, Structure

UNSCOPED = dataclasses.replace(STANDARD.only("words", "dense"), is_scoped=False)
_WORD = re.compile(r"[A-Za-z]{3,}")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Changed:
    """Documents with other words: the same ones everywhere in one copy. Lengths stay."""

    def __init__(self, copy: int) -> None:
        self._copy = copy
        by = copy % 25 + 1
        turned = _LETTERS[by:] + _LETTERS[:by]
        self._table = str.maketrans(_LETTERS + _LETTERS.upper(), turned + turned.upper())
        self._word = functools.lru_cache(maxsize=1 << 18)(self._changed)

    def _changed(self, word: str) -> str:
        is_kept = zlib.crc32(f"{self._copy} {word.lower()}".encode()) % 3 == 0
        return word if is_kept else word.translate(self._table)

    def text(self, text: str) -> str:
        """The text with two words of three replaced, numbers and lengths as they were."""
        return _WORD.sub(lambda match: self._word(match.group()), text)

    def id(self, value: str) -> str:
        """Another id of the same shape."""
        digest = hashlib.sha256(f"{self._copy} {value}".encode()).hexdigest()
        return f"sha256:{digest}" if value.startswith("sha256:") else digest[: len(value)]

    def identity(self, identity: Identity) -> Identity:
        """Of a company that is called otherwise."""
        names = {
            name: self.text(value)
            for name in ("company", "legal_name", "title")
            if (value := getattr(identity, name)) is not None
        }
        aliases = tuple(self.text(alias) for alias in identity.aliases)
        return dataclasses.replace(identity, ticker=None, aliases=aliases, **names)


def add_copy(source: Store, target: Store, document: Document, changed: Changed) -> None:
    """Store one document with changed words, without boxes."""
    identity = changed.identity(document.identity)
    document_id = changed.id(document.document_id)
    copied = dataclasses.replace(
        document,
        document_id=document_id,
        name=f"{document_id[7:15]}-{document.name}",
        path=f"{document_id[7:15]}-{document.path}",
        identity=identity,
    )
    pages = [
        dataclasses.replace(page, text=changed.text(page.text), boxes=None, confidence=None)
        for page in (
            source.page(document.document_id, number)
            for number in source.pages_text(document.document_id)
        )
    ]
    structure = Structure(
        identity,
        source.outline(document.document_id),
        source.turns(document.document_id),
        (),
        source.contents_pages(document.document_id),
        source.statement_pages(document.document_id),
    )
    chunks = [_chunk(c, document_id, changed) for c in source.chunks_of(document.document_id)]
    figures = [_figure(f, document_id, changed) for f in source.figures([document.document_id])]
    ledger = [
        dataclasses.replace(row, document_id=document_id, file=copied.path)
        for row in source.ledger_of(document.document_id)
    ]
    target.put(copied, pages, ledger, structure, chunks, figures)


def _chunk(chunk: Chunk, document_id: str, changed: Changed) -> Chunk:
    return dataclasses.replace(
        chunk,
        chunk_id=changed.id(chunk.chunk_id),
        document_id=document_id,
        text=changed.text(chunk.text),
        header=changed.text(chunk.header),
    )


def _figure(figure: Figure, document_id: str, changed: Changed) -> Figure:
    figure_id = changed.id(figure.figure_id)
    return dataclasses.replace(figure, figure_id=figure_id, document_id=document_id)


class Unchanged(Changed):
    """The documents as they are."""

    def __init__(self) -> None:
        super().__init__(0)

    def text(self, text: str) -> str:
        """As it is."""
        return text

    def id(self, value: str) -> str:
        """As it is."""
        return value

    def identity(self, identity: Identity) -> Identity:
        """As it is."""
        return identity


def measured(search: Callable[[str], object], questions: Sequence[str]) -> str:
    """Median and 95th percentile in milliseconds, of wall and of CPU time."""
    wall, cpu = [], []
    for question in questions:
        start, spent = time.perf_counter(), time.process_time()
        search(question)
        wall.append((time.perf_counter() - start) * 1000)
        cpu.append((time.process_time() - spent) * 1000)
    told = (f"{_at(times, 0.5):6.0f} {_at(times, 0.95):6.0f}" for times in (wall, cpu))
    return "  CPU ".join(told)


def _at(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def run(source: Store, folder: Path, questions: Sequence[str], given: argparse.Namespace) -> None:
    """Grow the store in ``folder`` and print what a search takes at each size."""
    documents = source.documents()
    if given.documents:
        documents = documents[:: max(len(documents) // given.documents, 1)][: given.documents]
    settings = Settings(store=folder)
    n_copies = 0
    with Engine(folder, settings=settings) as engine:
        for times in given.times:
            start = time.perf_counter()
            for copy in range(n_copies, times):
                changed = Changed(copy) if copy else Unchanged()
                for document in documents:
                    add_copy(source, engine.store, document, changed)
            n_copies = times
            engine.ingest([], ocr=False)  # postings and vectors of what was added
            spent = time.perf_counter() - start
            n_documents, n_chunks = len(engine.store.documents()), engine.store.n_chunks
            _say(f"{times:3}x {n_documents:6} documents {n_chunks:8} chunks  made in {spent:.0f} s")
            engine.search(questions[0])  # loads models and indexes
            engine.search(questions[0], strategy=UNSCOPED)
            _say(f"     with scope: p50, p95 ms {measured(engine.search, questions)}")
            everywhere = functools.partial(engine.search, strategy=UNSCOPED)
            _say(f"     everywhere: p50, p95 ms {measured(everywhere, questions)}")
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            _say(f"     peak memory {peak} MB")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Grow a copy of a store and time searches in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("questions", type=Path, nargs="+")
    parser.add_argument("--times", type=int, nargs="+", default=[1, 3, 10])
    parser.add_argument("--documents", type=int, default=0)
    given = parser.parse_args(arguments)
    lines = (line for path in given.questions for line in path.read_text("utf-8").splitlines())
    questions = [json.loads(line)["question"] for line in lines if line.strip()]
    with tempfile.TemporaryDirectory() as folder, Store.open(given.store) as source:
        run(source, Path(folder) / "store", questions, given)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
