"""What a document is and what its parts are: the entry point of this stage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from onfile.structure.contents import contents_pages
from onfile.structure.cover import find_cover
from onfile.structure.identity import read_identity
from onfile.structure.sections import find_sections
from onfile.structure.statements import statement_pages
from onfile.structure.tables import read_tables
from onfile.structure.turns import find_turns
from onfile.types import Page, Structure, Table


def describe(
    pages: Sequence[Page],
    name: str,
    has_pages: bool,
    whole: Callable[[Page], Page] = lambda page: page,
    kept: Callable[[Iterable[Table]], Sequence[Table]] = tuple,
) -> Structure:
    """Everything that is recognised in one document, from its text alone.

    Args:
        pages: All pages, in order, readable or not.
        name: The file's name; for messages only, never evidence.
        has_pages: False for a text without pages (one ``Page`` with number 1).
        whole: Gives a page with its boxes, where ``pages`` are without.
        kept: Keeps the tables, which may be too many for memory, to be read more than once.
    """
    readable = [page for page in pages if page.status.is_readable]
    cover = find_cover(readable)
    turns = find_turns(readable) if cover is None else ()
    identity = read_identity(readable, has_turns=bool(turns))
    contents = contents_pages(readable)
    cover_page = cover.page.number if cover is not None else None
    sections = find_sections(readable, identity.form, cover_page, contents, turns)
    tables = read_tables(map(whole, readable), identity, kept) if not turns else ()
    statements = statement_pages(readable, tables)
    return Structure(identity, sections, turns, tables, contents, statements)
