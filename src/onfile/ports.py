"""What onfile needs from the outside, as small Protocols.

Each has a fake in ``testing.py``, at least one adapter, and a contract test that all pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Protocol

from onfile.types import (
    Chunk,
    Document,
    Fact,
    Figure,
    FloatArray,
    Hit,
    Image,
    OcrText,
    Page,
    Prompt,
    Reply,
    Score,
    Turn,
)


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


class PageRenderer(Protocol):
    """Shows a page of one kind of file as an image, as a person sees it."""

    def accepts(self, head: bytes, path: Path) -> bool:
        """As ``FileReader.accepts``."""
        ...

    def render(self, path: Path, page: int, dpi: float, max_pixels: int) -> Image:
        """The page, its rotation applied, at ``dpi`` or as much less as ``max_pixels`` needs.

        Raises:
            SourceError: the file can't be opened or the page can't be shown.
        """
        ...


class OcrEngine(Protocol):
    """Reads the text on an image."""

    name: str  # with its version, e.g. "rapidocr 3.10.0"

    def read(self, image: Image) -> OcrText:
        """All text on the image; an image without any gives an empty text.

        Raises:
            ModelError: the engine could not be loaded or run.
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
        self,
        query: str,
        *,
        visible: AbstractSet[str] | None,
        within: AbstractSet[str] | None,
        k: int,
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
        self,
        query: FloatArray,
        *,
        visible: AbstractSet[str] | None,
        within: AbstractSet[str] | None,
        k: int,
    ) -> list[Hit]:
        """The best ``k`` chunks by cosine among documents both visible and within.

        Args:
            query: ``(dim,)`` float32, L2-normalised.
        """
        ...


class Reranker(Protocol):
    """Scores question and passage together."""

    name: str  # model and place, for the audit record

    def score(self, question: str, chunks: Sequence[Chunk]) -> list[Score]:
        """One finite score of kind ``RERANK`` a chunk, in the order given, within a bounded time.

        Raises:
            ModelError: it could not be reached or run, or took too long.
        """
        ...


class Entailment(Protocol):
    """Says how likely it is that one text entails another."""

    name: str  # model and place, for the audit record

    def scores(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """The probability, 0 to 1, that each (premise, claim) entails; in the order given.

        Raises:
            ModelError: it could not be loaded or run.
        """
        ...


class Archive(Protocol):
    """The read side of the store, as the question's stages see it."""

    @property
    def change(self) -> int:
        """Grows with every change of the content, whichever process makes it."""
        ...

    def document(self, document_id: str) -> Document:
        """One document.

        Raises:
            KeyError: there is none of that id.
        """
        ...

    def page_text(self, document_id: str, number: int) -> str:
        """The canonical text of one page; empty where the page could not be read."""
        ...

    def pages_text(self, document_id: str) -> Mapping[int, str]:
        """The text of every page by its number, in order."""
        ...

    def page(self, document_id: str, number: int) -> Page:
        """One page with its boxes and label."""
        ...

    def chunks(self, chunk_ids: Iterable[str]) -> Mapping[str, Chunk]:
        """Chunks by id, in the order asked for.

        Raises:
            KeyError: one of them is not stored.
        """
        ...

    def chunks_of_page(self, document_id: str, page: int) -> Sequence[Chunk]:
        """The chunks that start on a page, in order."""
        ...

    def figures(
        self,
        document_ids: Iterable[str] | None = None,
        concepts: Iterable[str] | None = None,
        pages: Iterable[int] | None = None,
        statements: Iterable[str] | None = None,
        fiscal_years: Iterable[int] | None = None,
    ) -> Sequence[Figure]:
        """Figures that fit every filter given (None: any), by document id, page, place."""
        ...

    def facts(self, document_id: str) -> Sequence[Fact]:
        """What a web filing tags inline, in order; empty for every other document."""
        ...

    def statement_pages(self, document_id: str) -> tuple[tuple[str, int], ...]:
        """``(statement, page)`` of the recognised financial statements."""
        ...

    def turns(self, document_id: str) -> Sequence[Turn]:
        """The turns of a call, in order."""
        ...


class Generator(Protocol):
    """Writes a reply to a prompt: a language model, wherever it runs."""

    name: str  # model and place, for the audit record

    def generate(self, prompt: Prompt) -> Reply:
        """One reply, as deterministic as the model allows.

        Raises:
            ModelError: it could not be reached or run; never for what it wrote.
        """
        ...


class Clock(Protocol):
    """Wall and monotonic time; fixed in tests."""

    def now(self) -> str:
        """UTC, ISO 8601, milliseconds, ending in Z."""
        ...

    def monotonic_ms(self) -> float:
        """Milliseconds from an arbitrary start."""
        ...
