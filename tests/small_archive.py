"""A few made-up pages as an ``Archive``, for tests of the question's stages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from onfile.types import (
    Chunk,
    Document,
    Evidence,
    Fact,
    Figure,
    Identity,
    Page,
    PageStatus,
    Pair,
    Score,
    ScoreKind,
    Span,
    Turn,
)


class SmallArchive:
    """Documents by id, each with its pages' texts; one chunk a page."""

    change = 1

    def __init__(self) -> None:
        self._documents: dict[str, Document] = {}
        self._pages: dict[tuple[str, int], Page] = {}
        self._chunks: dict[str, Chunk] = {}
        self._turns: dict[str, list[Turn]] = {}
        self.stored_figures: list[Figure] = []
        self.stored_facts: dict[str, Sequence[Fact]] = {}

    def add(
        self,
        name: str,
        pages: Sequence[str],
        *,
        identity: Identity | None = None,
        has_pages: bool = True,
        turns: Sequence[Turn] = (),
        section: str | None = None,
    ) -> str:
        document_id = f"sha256:{name}"
        self._documents[document_id] = Document(
            document_id, name, name, "application/pdf", 1, len(pages), has_pages,
            identity or Identity(),
        )  # fmt: skip
        self._turns[document_id] = list(turns)
        for number, text in enumerate(pages, start=1):
            self._pages[document_id, number] = Page(
                number, text, PageStatus.TEXT, label=f"F-{number}"
            )
            chunk_id = f"{name}-{number}"
            self._chunks[chunk_id] = Chunk(
                chunk_id, document_id, number, "prose", text, name, (Span(number, 0, len(text)),),
                section=section, line=None if has_pages else 1,
            )  # fmt: skip
        return document_id

    def evidence(self, pair: Pair | None = None) -> tuple[Evidence, ...]:
        """Every chunk, in order."""
        return tuple(
            Evidence(
                rank,
                chunk,
                self._documents[chunk.document_id],
                Score(1 / rank, ScoreKind.RRF),
                pair=pair,
            )
            for rank, chunk in enumerate(self._chunks.values(), start=1)
        )

    def document(self, document_id: str) -> Document:
        return self._documents[document_id]

    def page(self, document_id: str, number: int) -> Page:
        return self._pages[document_id, number]

    def pages_text(self, document_id):
        document = self.document(document_id)
        return {n: self.page_text(document_id, n) for n in range(1, document.n_pages + 1)}

    def page_text(self, document_id: str, number: int) -> str:
        return self._pages[document_id, number].text

    def chunks(self, chunk_ids: Iterable[str]) -> Mapping[str, Chunk]:
        return {c: self._chunks[c] for c in chunk_ids}

    def chunks_of_page(self, document_id: str, page: int) -> Sequence[Chunk]:
        return [c for c in self._chunks.values() if c.document_id == document_id and c.page == page]

    def figures(
        self,
        document_ids: Iterable[str] | None = None,
        concepts: Iterable[str] | None = None,
        pages: Iterable[int] | None = None,
        statements: Iterable[str] | None = None,
        fiscal_years: Iterable[int] | None = None,
    ) -> Sequence[Figure]:
        wanted = None if document_ids is None else set(document_ids)
        return [f for f in self.stored_figures if wanted is None or f.document_id in wanted]

    def facts(self, document_id: str) -> Sequence[Fact]:
        return self.stored_facts.get(document_id, ())

    def statement_pages(self, document_id: str) -> tuple[tuple[str, int], ...]:
        return ()

    def turns(self, document_id: str) -> Sequence[Turn]:
        return self._turns[document_id]
