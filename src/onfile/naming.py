"""How the names in a text are told, over what one asker may see: for every check of numbers."""

from __future__ import annotations

from collections.abc import Sequence

from onfile.language.lexicon import Lexicon
from onfile.ports import Archive
from onfile.scope.companies import named_exactly
from onfile.scope.directory import directory_of
from onfile.types import Catalog, Figure
from onfile.verify.cells import Cells
from onfile.verify.named import Names


def names_of(catalog: Catalog, lexicon: Lexicon) -> Names:
    """The concepts of the lexicon, and the companies of the catalog with their calendars."""
    directory = directory_of(catalog)

    def companies(text: str) -> list[tuple[int, int, str]]:
        return [(m.start, m.end, m.company) for m in named_exactly(text, directory)]

    company_of = {e.document_id: e.identity.company or "" for e in catalog.entries}
    calendars = {c.name: c.calendar for c in directory.companies}
    return Names(lexicon.mentions, companies, company_of, calendars)


def cells_over(archive: Archive, catalog: Catalog, lexicon: Lexicon) -> Cells:
    """The cells of the archive's pages, for the checks of an answer of our own."""

    def figures_on(document_id: str, page: int) -> Sequence[Figure]:
        return archive.figures([document_id], pages=[page])

    return Cells(figures_on, names_of(catalog, lexicon))
