"""What was read out of documents: pages, structure, chunks and figures."""

from __future__ import annotations

from collections.abc import Iterable

from onfile.index import figure_query
from onfile.index.codec import from_json, unpack
from onfile.index.database import Database
from onfile.index.figure_query import FigureFilter
from onfile.index.rows import CHUNK_COLUMNS, PAGE_COLUMNS, to_chunk, to_page
from onfile.types import Chunk, Fact, Figure, Page, PageStatus, Section, Table, Turn

_CHUNKS = f"SELECT {CHUNK_COLUMNS} FROM chunks c JOIN documents d USING (doc)"
_DOC = "(SELECT doc FROM documents WHERE document_id = ?)"
_MAX_VARIABLES = 900  # older SQLite builds allow 999 a statement


class StoredContent:
    """The part of ``Store`` that reads the content of documents."""

    database: Database

    # ── pages and structure ──────────────────────────────────────────────────────────────

    def page(self, document_id: str, number: int) -> Page:
        """One page with its boxes.

        Raises:
            KeyError: there is no such page.
        """
        with self.database.reading() as connection:
            row = connection.execute(
                f"SELECT {PAGE_COLUMNS} FROM pages p LEFT JOIN page_boxes b USING (doc, number)"
                " LEFT JOIN page_confidence s USING (doc, number)"
                f" WHERE p.doc = {_DOC} AND p.number = ?",
                (document_id, number),
            ).fetchone()
        if row is None:
            raise KeyError((document_id, number))
        return to_page(row)

    def page_text(self, document_id: str, number: int) -> str:
        """One page's text.

        Raises:
            KeyError: there is no such page.
        """
        with self.database.reading() as connection:
            row = connection.execute(
                f"SELECT text FROM pages WHERE doc = {_DOC} AND number = ?", (document_id, number)
            ).fetchone()
        if row is None:
            raise KeyError((document_id, number))
        return str(row[0])

    def pages_text(self, document_id: str) -> dict[int, str]:
        """The text of every page by its number, in order."""
        with self.database.reading() as connection:
            return dict(
                connection.execute(
                    f"SELECT number, text FROM pages WHERE doc = {_DOC} ORDER BY number",
                    (document_id,),
                ).fetchall()
            )

    def page_labels(self, document_id: str) -> dict[int, str | None]:
        """The printed label of every page by its number, in order."""
        with self.database.reading() as connection:
            return dict(
                connection.execute(
                    f"SELECT number, label FROM pages WHERE doc = {_DOC} ORDER BY number",
                    (document_id,),
                ).fetchall()
            )

    def unread_documents(self) -> list[str]:
        """Documents of no known company of which no page could be read, in order of name."""
        readable = [status.value for status in PageStatus if status.is_readable]
        marks = ", ".join("?" * len(readable))
        with self.database.reading() as connection:
            rows = connection.execute(
                "SELECT document_id FROM documents d WHERE company IS NULL"
                " AND EXISTS (SELECT 1 FROM pages WHERE doc = d.doc AND status != ?) AND NOT EXISTS"
                f" (SELECT 1 FROM pages WHERE doc = d.doc AND status IN ({marks}))"
                " ORDER BY name, document_id",
                (PageStatus.BLANK.value, *readable),
            ).fetchall()
        return [document_id for (document_id,) in rows]

    def outline(self, document_id: str) -> tuple[Section, ...]:
        """The document's sections, in reading order."""
        found = self._outline_blob(document_id, "sections")
        return () if found is None else unpack(tuple[Section, ...], found)

    def turns(self, document_id: str) -> tuple[Turn, ...]:
        """The document's speaker turns, in order."""
        found = self._outline_blob(document_id, "turns")
        return () if found is None else unpack(tuple[Turn, ...], found)

    def tables(self, document_id: str, page: int | None = None) -> tuple[Table, ...]:
        """The tables of one page, or of the whole document, in order."""
        where = "" if page is None else " AND number = ?"
        with self.database.reading() as connection:
            rows = connection.execute(
                f"SELECT tables FROM page_tables WHERE doc = {_DOC}{where} ORDER BY number",
                (document_id,) if page is None else (document_id, page),
            ).fetchall()
        return tuple(table for (blob,) in rows for table in unpack(tuple[Table, ...], blob))

    def facts(self, document_id: str) -> tuple[Fact, ...]:
        """What a web filing tags inline, in order; empty for every other document."""
        with self.database.reading() as connection:
            found = connection.execute(
                f"SELECT facts FROM facts WHERE doc = {_DOC}", (document_id,)
            ).fetchone()
        return () if found is None else unpack(tuple[Fact, ...], found[0])

    def statement_pages(self, document_id: str) -> tuple[tuple[str, int], ...]:
        """Which statement stands on which page, as ``Structure.statement_pages``."""
        return from_json(
            tuple[tuple[str, int], ...], self._document_json(document_id, "statement_pages")
        )

    def contents_pages(self, document_id: str) -> tuple[int, ...]:
        """The pages that hold a table of contents."""
        return from_json(tuple[int, ...], self._document_json(document_id, "contents_pages"))

    # ── chunks and figures ───────────────────────────────────────────────────────────────

    def chunk(self, chunk_id: str) -> Chunk:
        """One chunk.

        Raises:
            KeyError: it is not stored.
        """
        return self.chunks([chunk_id])[chunk_id]

    def chunks(self, chunk_ids: Iterable[str]) -> dict[str, Chunk]:
        """Chunks by id, in the order asked for.

        Raises:
            KeyError: one of them is not stored.
        """
        wanted = list(dict.fromkeys(chunk_ids))
        found: dict[str, Chunk] = {}
        with self.database.reading() as connection:
            for first in range(0, len(wanted), _MAX_VARIABLES):
                batch = wanted[first : first + _MAX_VARIABLES]
                marks = ", ".join("?" * len(batch))
                rows = connection.execute(f"{_CHUNKS} WHERE c.chunk_id IN ({marks})", batch)
                found.update((row[0], to_chunk(row)) for row in rows)
        return {chunk_id: found[chunk_id] for chunk_id in wanted}

    @property
    def n_chunks(self) -> int:
        """How many chunks are stored."""
        with self.database.reading() as connection:
            return int(connection.execute("SELECT count(*) FROM chunks").fetchone()[0])

    def chunks_of(self, document_id: str) -> list[Chunk]:
        """All chunks of a document, in order."""
        return self._chunks_where(f"c.doc = {_DOC}", document_id)

    def chunks_of_page(self, document_id: str, page: int) -> list[Chunk]:
        """The chunks with text on the page, in order."""
        rows = f"(SELECT row FROM chunk_pages WHERE doc = {_DOC} AND page = ?)"
        return self._chunks_where(f"c.row IN {rows}", document_id, page)

    def chunks_of_turn(self, document_id: str, turn: int) -> list[Chunk]:
        """The chunks of one speaker turn, in order."""
        return self._chunks_where(f"c.doc = {_DOC} AND c.turn = ?", document_id, turn)

    def figures(
        self,
        document_ids: Iterable[str] | None = None,
        concepts: Iterable[str] | None = None,
        pages: Iterable[int] | None = None,
        statements: Iterable[str] | None = None,
        fiscal_years: Iterable[int] | None = None,
    ) -> list[Figure]:
        """Figures that fit every filter given (None: any), by document id, page, place."""
        wanted = FigureFilter.of(document_ids, concepts, pages, statements, fiscal_years)
        with self.database.reading() as connection:
            return figure_query.select(connection, wanted)

    def tables_with_row(self, label: str) -> list[tuple[str, int, int]]:
        """(document id, page, table) of tables with a row of that name; case is ignored."""
        with self.database.reading() as connection:
            rows = connection.execute(
                "SELECT DISTINCT d.document_id, f.page, f.table_number FROM figures f"
                " JOIN documents d USING (doc) WHERE f.label = ? COLLATE NOCASE"
                " ORDER BY d.document_id, f.page, f.table_number",
                (label,),
            )
            return [(str(d), int(p), int(t)) for d, p, t in rows]

    def _chunks_where(self, condition: str, *values: str | int) -> list[Chunk]:
        with self.database.reading() as connection:
            rows = connection.execute(f"{_CHUNKS} WHERE {condition} ORDER BY c.number", values)
            return [to_chunk(row) for row in rows]

    def _outline_blob(self, document_id: str, column: str) -> bytes | None:
        with self.database.reading() as connection:
            row = connection.execute(
                f"SELECT {column} FROM outlines WHERE doc = {_DOC}", (document_id,)
            ).fetchone()
        return None if row is None else bytes(row[0])

    def _document_json(self, document_id: str, column: str) -> str:
        with self.database.reading() as connection:
            row = connection.execute(
                f"SELECT {column} FROM documents WHERE document_id = ?", (document_id,)
            ).fetchone()
        return "[]" if row is None else str(row[0])
