"""What onfile needs from the outside, as small Protocols.

Each has a fake in ``testing.py``, at least one adapter, and a contract test that all pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Protocol

from onfile.types import Chunk, FloatArray, Hit, Page, Score


class FileReader(Protocol):
    """Reads one kind of file, page by page."""

    name: str  # with its version, e.g. "pypdfium2 5.15.2"

    def accepts(self, head: bytes, path: Path) -> bool:
        """True when the file's first bytes (``head``, up to 4096) are of this kind."""
        ...

    def count_pages(self, path: Path) -> int:
        """Number of pages; 1 for a text without pages.

        Raises:
            UnreadableFile: the file can't be opened.
            EncryptedFile: it needs a password.
        """
        ...

    def read(self, path: Path, first: int, last: int) -> Iterator[Page]:
        """Pages ``first`` to ``last`` (1-based, inclusive), in order.

        A page that fails is a ``Page`` with status ``failed`` and its reason, never an
        exception.

        Raises:
            UnreadableFile: the file can't be opened.
            EncryptedFile: it needs a password.
        """
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    name: str  # goes into the store: vectors of another model are never mixed
    dim: int

    def embed(self, texts: Sequence[str], *, is_query: bool = False) -> FloatArray:
        """``(len(texts), dim)`` float32, rows L2-normalised; an empty text gives zeros.

        Raises:
            ModelError: the model could not be loaded or run.
        """
        ...


class LexicalIndex(Protocol):
    """Ranks chunks by their words."""

    def search(
        self, query: str, *, visible: AbstractSet[str] | None, within: AbstractSet[str] | None, k: int
    ) -> list[Hit]:
        """The best ``k`` chunks, best first, ties in order of chunk id.

        Args:
            query: Words; tokenised as the index tokenises text.
            visible: Ids of the documents the asker may see, None for all. Document frequencies,
                the number of chunks and their mean length are counted over these alone.
            within: Ids of the documents to rank, None for all visible ones.
        """
        ...


class DenseIndex(Protocol):
    """Ranks chunks by vector similarity."""

    def search(
        self, query: FloatArray, *, visible: AbstractSet[str] | None, within: AbstractSet[str] | None, k: int
    ) -> list[Hit]:
        """The best ``k`` chunks by cosine among documents both visible and within.

        Args:
            query: ``(dim,)`` float32, L2-normalised.
        """
        ...


class Reranker(Protocol):
    """Scores question and passage together."""

    name: str

    def score(self, question: str, chunks: Sequence[Chunk]) -> list[Score]:
        """One score of kind ``RERANK`` a chunk, in the order given."""
        ...


class Clock(Protocol):
    """Wall and monotonic time; fixed in tests."""

    def now(self) -> str:
        """UTC, ISO 8601, milliseconds, ending in Z."""
        ...

    def monotonic_ms(self) -> float:
        """Milliseconds from an arbitrary start."""
        ...
