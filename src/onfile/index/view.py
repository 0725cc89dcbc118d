"""The store as one asker may see it: what every stage reads, so that none can forget to ask.

What is hidden is trimmed before anything is counted or ranked: document frequencies, lengths,
the names of companies (voted for by the documents that name them), coverage. A stage that asks
for a hidden document by its id has a bug, and gets an ``AccessBreach``; so does one that asks for
a document that does not exist, since nobody may tell the two apart.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from onfile.errors import AccessBreach, UsageError
from onfile.index.coverage import Coverage, coverage_of
from onfile.index.dense import VectorIndex
from onfile.index.lexical import PostingsIndex
from onfile.index.store import Store
from onfile.types import (
    Catalog,
    Chunk,
    Document,
    Fact,
    Figure,
    FloatArray,
    Hit,
    LedgerRow,
    Page,
    Section,
    Table,
    Turn,
)


class View:
    """The read side of a store, over the documents that an asker may see.

    Attributes:
        visible: Their ids; None for the owner of the store, who sees everything.
    """

    def __init__(self, store: Store, visible: frozenset[str] | None) -> None:
        self._store = store
        self.visible = visible
        self._catalog: tuple[int, Catalog] | None = None
        self._documents: tuple[int, dict[str, Document]] | None = None

    @property
    def change(self) -> int:
        """As ``Store.change``."""
        return self._store.change

    # ── what is on file ──────────────────────────────────────────────────────────────────

    def catalog(self) -> Catalog:
        """As ``Store.catalog``, of what is visible."""
        if self.visible is None:
            return self._store.catalog()
        change = self._store.change
        held = self._catalog
        if held is None or held[0] != change:
            held = self._catalog = (change, self._store.catalog(self.visible))
        return held[1]

    def coverage(self) -> Coverage:
        """What is on file and what could not be read, of what is visible."""
        return coverage_of(self._store, self.visible)

    def documents(self) -> list[Document]:
        """The visible documents, in order of name and then id."""
        return list(self._by_id().values())

    def find(self, document: str) -> str:
        """The id of a visible document that is given by its id or its name.

        The name may be without its suffix, and in capitals or not, where one alone is meant.

        Raises:
            UsageError: there is none, or several have that name.
        """
        held = self.catalog().entries
        ids = [e.document_id for e in held if document in (e.document_id, e.name)]
        if not ids:
            bare = document.lower()
            ids = [e.document_id for e in held if bare in _forms_of(e.name)]
        if len(ids) == 1:
            return ids[0]
        if ids:
            hint = f"give one of their ids: {', '.join(ids)}"
            raise UsageError(f"{len(ids)} documents named {document!r}", hint=hint)
        near = _nearest(document, [e.name for e in held])
        hint = f"nearest: {', '.join(near)}" if near else "onfile coverage shows what is on file"
        raise UsageError(f"no document named {document!r}", hint=hint)

    # ── one document ─────────────────────────────────────────────────────────────────────

    def document(self, document_id: str) -> Document:
        """As ``Store.document``."""
        if self.visible is None:
            return self._store.document(document_id)
        return self._by_id()[self._seen(document_id)]

    def page(self, document_id: str, number: int) -> Page:
        """As ``Store.page``."""
        return self._store.page(self._seen(document_id), number)

    def page_text(self, document_id: str, number: int) -> str:
        """As ``Store.page_text``."""
        return self._store.page_text(self._seen(document_id), number)

    def pages_text(self, document_id: str) -> Mapping[int, str]:
        """As ``Store.pages_text``."""
        return self._store.pages_text(self._seen(document_id))

    def page_labels(self, document_id: str) -> Mapping[int, str | None]:
        """As ``Store.page_labels``."""
        return self._store.page_labels(self._seen(document_id))

    def outline(self, document_id: str) -> Sequence[Section]:
        """As ``Store.outline``."""
        return self._store.outline(self._seen(document_id))

    def ledger_of(self, document_id: str) -> list[LedgerRow]:
        """As ``Store.ledger_of``."""
        return self._store.ledger_of(self._seen(document_id))

    def unread_documents(self) -> list[str]:
        """As ``Store.unread_documents``, of what is visible."""
        unread = self._store.unread_documents()
        return unread if self.visible is None else [i for i in unread if i in self.visible]

    def turns(self, document_id: str) -> Sequence[Turn]:
        """As ``Store.turns``."""
        return self._store.turns(self._seen(document_id))

    def tables(self, document_id: str, page: int | None = None) -> Sequence[Table]:
        """As ``Store.tables``."""
        return self._store.tables(self._seen(document_id), page)

    def contents_pages(self, document_id: str) -> tuple[int, ...]:
        """As ``Store.contents_pages``."""
        return self._store.contents_pages(self._seen(document_id))

    def facts(self, document_id: str) -> Sequence[Fact]:
        """As ``Store.facts``."""
        return self._store.facts(self._seen(document_id))

    def statement_pages(self, document_id: str) -> tuple[tuple[str, int], ...]:
        """As ``Store.statement_pages``."""
        return self._store.statement_pages(self._seen(document_id))

    # ── chunks and figures ───────────────────────────────────────────────────────────────

    def chunks(self, chunk_ids: Iterable[str]) -> Mapping[str, Chunk]:
        """As ``Store.chunks``."""
        found = self._store.chunks(chunk_ids)
        for chunk in found.values():
            self._seen(chunk.document_id)
        return found

    def chunks_of_page(self, document_id: str, page: int) -> Sequence[Chunk]:
        """As ``Store.chunks_of_page``."""
        return self._store.chunks_of_page(self._seen(document_id), page)

    def figures(
        self,
        document_ids: Iterable[str] | None = None,
        concepts: Iterable[str] | None = None,
        pages: Iterable[int] | None = None,
        statements: Iterable[str] | None = None,
        fiscal_years: Iterable[int] | None = None,
    ) -> Sequence[Figure]:
        """As ``Store.figures``; of every visible document when none is named."""
        wanted = self.visible if document_ids is None else [self._seen(d) for d in document_ids]
        return self._store.figures(wanted, concepts, pages, statements, fiscal_years)

    def tables_with_row(self, label: str) -> list[tuple[str, int, int]]:
        """As ``Store.tables_with_row``, of visible documents."""
        found = self._store.tables_with_row(label)
        return [one for one in found if self.visible is None or one[0] in self.visible]

    def _by_id(self) -> dict[str, Document]:
        change = self._store.change
        held = self._documents
        if held is None or held[0] != change:
            found = {d.document_id: d for d in self._store.documents(self.visible)}
            held = self._documents = (change, found)
        return held[1]

    def _seen(self, document_id: str) -> str:
        """The id, if it is one that the asker may see."""
        if self.visible is not None and document_id not in self.visible:
            raise AccessBreach(f"document {document_id}")
        return document_id


class ViewedWords:
    """The lexical index for one view: a search that is not trimmed to it is a bug."""

    def __init__(self, index: PostingsIndex, visible: frozenset[str] | None) -> None:
        self._index = index
        self._visible = visible

    def search(
        self,
        query: str,
        *,
        visible: AbstractSet[str] | None,
        within: AbstractSet[str] | None,
        k: int,
    ) -> list[Hit]:
        """See ``ports.LexicalIndex``."""
        _check(visible, self._visible)
        return self._index.search(query, visible=visible, within=within, k=k)

    def idf(self, term: str) -> float:
        """As ``PostingsIndex.idf``, among what is visible."""
        return self._index.idf(term, self._visible)


class ViewedVectors:
    """The dense index for one view: a search that is not trimmed to it is a bug."""

    def __init__(self, index: VectorIndex, visible: frozenset[str] | None) -> None:
        self._index = index
        self._visible = visible

    def search(
        self,
        query: FloatArray,
        *,
        visible: AbstractSet[str] | None,
        within: AbstractSet[str] | None,
        k: int,
    ) -> list[Hit]:
        """See ``ports.DenseIndex``."""
        _check(visible, self._visible)
        return self._index.search(query, visible=visible, within=within, k=k)

    def has_any(self) -> bool:
        """True when a visible passage has a vector."""
        return self._index.has_any(self._visible)


def _check(given: AbstractSet[str] | None, own: frozenset[str] | None) -> None:
    if given is not own and given != own:
        raise AccessBreach("a search that is not trimmed to its view")


N_NEAREST = 3


def _forms_of(name: str) -> tuple[str, str]:
    """A file's name in lower case, with its suffix and without."""
    lowered = name.lower()
    return lowered, lowered.rpartition(".")[0] or lowered


def _nearest(asked: str, names: Sequence[str]) -> list[str]:
    """Names that hold what was asked for, then those that are spelt much like it."""
    bare = asked.lower()
    holding = sorted(name for name in names if len(bare) > 2 and bare in name.lower())
    lowered = {name.lower(): name for name in names}
    alike = difflib.get_close_matches(bare, lowered, N_NEAREST)
    return list(dict.fromkeys([*holding, *(lowered[name] for name in alike)]))[:N_NEAREST]
