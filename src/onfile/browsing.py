"""Looking at what is on file: documents, pages as text and as images."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from onfile.desk import Parts
from onfile.errors import UsageError
from onfile.index.coverage import Coverage
from onfile.page_images import PageImages, PageView
from onfile.steady import steady
from onfile.types import Box, Document, Figure, LedgerRow, Page, Section


class Browsed(Parts):
    """The part of ``Engine`` that shows documents as they are, to those who may see them."""

    def coverage(self, *, as_user: str | None = None) -> Coverage:
        """What is on file, and whether any page is unaccounted for."""
        return self.view(as_user).coverage()

    @steady
    def outline(self, document: str, *, as_user: str | None = None) -> Sequence[Section]:
        """The parts of one document, by its name or id."""
        view = self.view(as_user)
        return view.outline(view.find(document))

    def figures(
        self,
        company: str | None = None,
        concept: str | None = None,
        period: str | None = None,
        *,
        document: str | None = None,
        page: int | None = None,
        as_user: str | None = None,
    ) -> list[Figure]:
        """Stored figures of a company, a lexicon concept, a period name (all if None).

        ``document`` (an id) and ``page`` narrow them further; of what is not there, there are none.
        """
        view = self.view(as_user)
        ids = [
            entry.document_id
            for entry in view.catalog().entries
            if company in (None, entry.identity.company) and document in (None, entry.document_id)
        ]
        concepts = None if concept is None else [concept]
        found = view.figures(ids, concepts=concepts, pages=None if page is None else [page])
        return [f for f in found if period is None or (f.period and f.period.name == period)]

    def documents(self, *, as_user: str | None = None) -> list[Document]:
        """Every document, by name and then id."""
        return self.view(as_user).documents()

    @steady
    def document(self, document: str, *, as_user: str | None = None) -> Document:
        """One document, by its id or name.

        Raises:
            UsageError: there is none, or several have that name.
        """
        view = self.view(as_user)
        return view.document(view.find(document))

    @steady
    def ledger(self, document: str, *, as_user: str | None = None) -> list[LedgerRow]:
        """What became of each page of one document, by page; notes on the whole come first."""
        view = self.view(as_user)
        return view.ledger_of(view.find(document))

    @steady
    def page(self, document: str, number: int, *, as_user: str | None = None) -> Page:
        """One page as it was read, with its boxes.

        Raises:
            UsageError: there is no such document, or no such page of it.
        """
        view = self.view(as_user)
        found = view.document(view.find(document))
        try:
            return view.page(found.document_id, number)
        except KeyError as error:
            raise UsageError(
                f"{found.name} has no page {number}", hint=f"it has {found.n_pages}"
            ) from error

    def page_image(
        self,
        document: str,
        number: int,
        dpi: float,
        highlight: Sequence[Box] = (),
        *,
        as_user: str | None = None,
    ) -> PageView:
        """One page as a PNG, as a person sees it.

        Args:
            document: Its id or name.
            number: 1-based physical page.
            dpi: Dots per inch, or as many fewer as the size limit asks for.
            highlight: Boxes to be tinted, in points.
            as_user: Who looks.

        Raises:
            UsageError: there is no such document or page.
            SourceError: the file is gone, has changed, or has no page images.
        """
        found = self.document(document, as_user=as_user)
        self.page(found.document_id, number, as_user=as_user)
        return self._images.view(found, number, dpi, tuple(highlight))

    @cached_property
    def _images(self) -> PageImages:
        return PageImages(self.store)
