"""Fakes of the ports, for tests of programs that use onfile and for its own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

import numpy as np

from onfile.errors import EncryptedFile, ModelError, UnreadableFile
from onfile.types import (
    Chunk,
    FloatArray,
    Hit,
    Image,
    OcrText,
    Page,
    PageStatus,
    Prompt,
    Reply,
    Score,
    ScoreKind,
)


class FakeEmbedder:
    """Vectors of word counts, each word at a place given by its hash: no model, same every time.

    Texts that share words are similar; a text without words gives zeros.
    """

    def __init__(self, dim: int = 64, name: str = "fake-embedder 1") -> None:
        self.name = name
        self.dim = dim
        self.n_embedded = 0

    def embed(self, texts: Sequence[str], *, is_query: bool = False) -> FloatArray:
        """See ``ports.Embedder``."""
        del is_query
        vectors = np.zeros((len(texts), self.dim), np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for word in text.lower().split():
                vector[_place(word, self.dim)] += 1
        self.n_embedded += len(texts)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        norms[norms == 0] = 1
        unit: FloatArray = vectors / norms
        return unit


class BrokenEmbedder(FakeEmbedder):
    """An embedder that fails once it has embedded ``n_good`` texts."""

    def __init__(self, n_good: int, dim: int = 64, name: str = "fake-embedder 1") -> None:
        super().__init__(dim, name)
        self._n_good = n_good

    def embed(self, texts: Sequence[str], *, is_query: bool = False) -> FloatArray:
        """See ``ports.Embedder``."""
        if self.n_embedded + len(texts) > self._n_good:
            raise ModelError("the fake embedder was told to fail")
        return super().embed(texts, is_query=is_query)


class ScriptedGenerator:
    """Writes what it is told to: one reply a prompt, the last one again when they run out.

    A reply given as an exception is raised.
    """

    name = "scripted 1"

    def __init__(self, *replies: Reply | Exception) -> None:
        self._replies = replies
        self.prompts: list[Prompt] = []

    def generate(self, prompt: Prompt) -> Reply:
        """See ``ports.Generator``."""
        reply = self._replies[min(len(self.prompts), len(self._replies) - 1)]
        self.prompts.append(prompt)
        if isinstance(reply, Exception):
            raise reply
        return reply


class FixedClock:
    """Always the same instant; the monotonic time grows by ``step_ms`` a call."""

    def __init__(self, now: str = "2024-01-01T00:00:00.000Z", step_ms: float = 1.0) -> None:
        self._now = now
        self._step_ms = step_ms
        self._elapsed_ms = 0.0

    def now(self) -> str:
        """See ``ports.Clock``."""
        return self._now

    def monotonic_ms(self) -> float:
        """See ``ports.Clock``."""
        self._elapsed_ms += self._step_ms
        return self._elapsed_ms


class FakeReader:
    """Reads files from a mapping of file name to page texts; the files need not exist.

    A page given as None fails. A name that is not there is unreadable; one in ``encrypted``
    needs a password.
    """

    name = "fake-reader 1"

    def __init__(
        self, files: Mapping[str, Sequence[str | None]], encrypted: AbstractSet[str] = frozenset()
    ) -> None:
        self._files = files
        self._encrypted = encrypted

    def accepts(self, head: bytes, path: Path) -> bool:
        """See ``ports.FileReader``."""
        del head
        return path.name in self._files or path.name in self._encrypted

    def count_pages(self, path: Path) -> int:
        """See ``ports.FileReader``."""
        return len(self._pages(path))

    def read(self, path: Path, first: int, last: int) -> Iterator[Page]:
        """See ``ports.FileReader``."""
        pages = self._pages(path)
        for number in range(first, last + 1):
            yield self._page(number, pages[number - 1])

    def _pages(self, path: Path) -> Sequence[str | None]:
        if path.name in self._encrypted:
            raise EncryptedFile(f"{path.name} needs a password")
        if path.name not in self._files:
            raise UnreadableFile(f"{path.name} is of an unknown type")
        return self._files[path.name]

    def _page(self, number: int, text: str | None) -> Page:
        if text is None:
            return Page(number, "", PageStatus.FAILED, "told to fail", reader=self.name)
        status = PageStatus.TEXT if text.strip() else PageStatus.BLANK
        return Page(number, text, status, "" if text else "no text", reader=self.name)


class FakeEntailment:
    """The share of a claim's words that the premise has."""

    name = "fake-nli 1"

    def scores(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """See ``ports.Entailment``."""
        found = []
        for premise, claim in pairs:
            held, said = set(premise.lower().split()), claim.lower().split()
            found.append(sum(word in held for word in said) / max(len(said), 1))
        return found


class FakeReranker:
    """Scores a passage by the share of the question's words that it holds."""

    name = "fake-reranker 1"

    def score(self, question: str, chunks: Sequence[Chunk]) -> list[Score]:
        """See ``ports.Reranker``."""
        asked = set(question.lower().split())
        return [
            Score(len(asked & set(c.text.lower().split())) / max(len(asked), 1), ScoreKind.RERANK)
            for c in chunks
        ]


class FakeLexicalIndex:
    """Scores chunks by how many of the query's words they hold."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._chunks = chunks

    def search(
        self,
        query: str,
        *,
        visible: AbstractSet[str] | None = None,
        within: AbstractSet[str] | None = None,
        k: int = 60,
    ) -> list[Hit]:
        """See ``ports.LexicalIndex``."""
        seen = [c for c in self._chunks if visible is None or c.document_id in visible]
        words = {c.chunk_id: set(f"{c.header} {c.text}".lower().split()) for c in seen}
        asked = set(query.lower().split())
        ranked = [
            (-float(len(asked & words[c.chunk_id])), c.chunk_id, c.document_id)
            for c in seen
            if (within is None or c.document_id in within) and asked & words[c.chunk_id]
        ]
        return _hits(sorted(ranked)[:k], ScoreKind.BM25)


class FakeDenseIndex:
    """Exact cosine over the chunks' texts, embedded when made."""

    def __init__(self, chunks: Sequence[Chunk], embedder: FakeEmbedder) -> None:
        self._chunks = chunks
        self._vectors = embedder.embed([c.text for c in chunks])

    def search(
        self,
        query: FloatArray,
        *,
        visible: AbstractSet[str] | None = None,
        within: AbstractSet[str] | None = None,
        k: int = 60,
    ) -> list[Hit]:
        """See ``ports.DenseIndex``."""
        similarities = (self._vectors @ query).tolist() if self._chunks else []
        ranked = [
            (-similarity, c.chunk_id, c.document_id)
            for similarity, c in zip(similarities, self._chunks, strict=True)
            if all(ids is None or c.document_id in ids for ids in (visible, within))
        ]
        return _hits(sorted(ranked)[:k], ScoreKind.COSINE)


def _hits(ranked: Sequence[tuple[float, str, str]], kind: ScoreKind) -> list[Hit]:
    return [
        Hit(chunk_id, document_id, rank, Score(-negative, kind))
        for rank, (negative, chunk_id, document_id) in enumerate(ranked, start=1)
    ]


def _place(word: str, dim: int) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=4).digest(), "big") % dim


class FakeOcrEngine:
    """Gives one of ``texts``, chosen by the red value of the image's first pixel.

    Line ``n`` (from 1) stands at ``y = 100 * n``; letters are 20 pixels wide and 30 high and
    begin at ``x = 100``.
    """

    def __init__(
        self,
        texts: Sequence[str],
        *,
        confidence: float = 0.9,
        turned: int = 0,
        name: str = "fake-ocr 1",
    ) -> None:
        self.name = name
        self.n_read = 0
        self._texts = texts
        self._confidence = confidence
        self._turned = turned

    def read(self, image: Image) -> OcrText:
        """See ``ports.OcrEngine``."""
        self.n_read += 1
        text = self._texts[int(image[0, 0, 0]) % len(self._texts)]
        boxes = np.full((len(text), 4), np.nan, np.float32)
        line = column = 0
        for index, character in enumerate(text):
            if character == "\n":
                line, column = line + 1, 0
                continue
            if not character.isspace():
                x, y = 100 + 20 * column, 100 + 100 * line
                boxes[index] = (x, y, x + 20, y + 30)
            column += 1
        sure = np.where(np.isnan(boxes[:, 0]), np.nan, self._confidence).astype(np.float32)
        return OcrText(text, boxes, sure, self._turned)
