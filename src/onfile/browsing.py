"""Looking at what is on file: documents, pages as text and as images."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from onfile.errors import UsageError
from onfile.index.coverage import Coverage, coverage_of
from onfile.index.store import Store
from onfile.page_images import PageImages, PageView
from onfile.types import Box, Document, Figure, LedgerRow, Page, Section


class Browsed:
    """The part of ``Engine`` that shows documents as they are."""

    store: Store

    def coverage(self) -> Coverage:
        """What is on file, and whether any page is unaccounted for."""
        return coverage_of(self.store)

    def outline(self, document: str) -> Sequence[Section]:
        """The parts of one document, by its name or id."""
        return self.store.outline(self._document_id(document))

    def figures(
        self, company: str | None = None, concept: str | None = None, period: str | None = None
    ) -> list[Figure]:
        """Stored figures of a company, a lexicon concept, a period name (all if None)."""
        entries = self.store.catalog().entries
        ids = [e.document_id for e in entries if company in (None, e.identity.company)]
        found = self.store.figures(ids, concepts=None if concept is None else [concept])
        return [f for f in found if period is None or (f.period and f.period.name == period)]

    def documents(self) -> list[Document]:
        """Every document, by name and then id."""
        return self.store.documents()

    def document(self, document: str) -> Document:
        """One document, by its id or name.

        Raises:
            UsageError: there is none, or several have that name.
        """
        return self.store.document(self._document_id(document))

    def ledger(self, document: str) -> list[LedgerRow]:
        """What became of each page of one document, by page; notes on the whole come first."""
        return self.store.ledger_of(self._document_id(document))

    def page(self, document: str, number: int) -> Page:
        """One page as it was read, with its boxes.

        Raises:
            UsageError: there is no such document, or no such page of it.
        """
        found = self.document(document)
        try:
            return self.store.page(found.document_id, number)
        except KeyError as error:
            raise UsageError(
                f"{found.name} has no page {number}", hint=f"it has {found.n_pages}"
            ) from error

    def page_image(
        self, document: str, number: int, dpi: float, highlight: Sequence[Box] = ()
    ) -> PageView:
        """One page as a PNG, as a person sees it.

        Args:
            document: Its id or name.
            number: 1-based physical page.
            dpi: Dots per inch, or as many fewer as the size limit asks for.
            highlight: Boxes to be tinted, in points.

        Raises:
            UsageError: there is no such document or page.
            SourceError: the file is gone, has changed, or has no page images.
        """
        found = self.document(document)
        self.page(found.document_id, number)
        return self._images.view(found, number, dpi, tuple(highlight))

    @cached_property
    def _images(self) -> PageImages:
        return PageImages(self.store)

    def _document_id(self, document: str) -> str:
        raise NotImplementedError
