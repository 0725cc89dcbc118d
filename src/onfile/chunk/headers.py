"""The context line of a chunk: company · form · period · section or speaker, table title."""

from __future__ import annotations

from onfile.types import Section, Structure, Table, Turn

SEPARATOR = " · "
MAX_TABLE_WORDS = 60  # of a table's title and column headers


class Headers:
    """Writes the headers of one document's chunks."""

    def __init__(self, structure: Structure) -> None:
        identity = structure.identity
        period = identity.period.name if identity.period is not None else None
        self._document = [
            word for word in (identity.company, identity.form, period) if word is not None
        ]

    def of(
        self, section: Section | None, turn: Turn | None, table: Table | None, text: str, start: int
    ) -> str:
        """The header of the chunk at ``start`` of the page's ``text``.

        A table's title and column headers are given where the chunk starts below them.
        """
        parts = list(self._document)
        if section is not None:
            parts.append(" › ".join(section.path))
        if turn is not None:
            parts += _speaker(turn)
        if table is not None and table.rows and start >= table.rows[0].span.start:
            parts += _table_head(table, text)
        elif table is not None and table.title:
            parts.append(table.title)
        return SEPARATOR.join(parts)


def _speaker(turn: Turn) -> list[str]:
    words = []
    if turn.speaker is not None:
        words.append(f"{turn.speaker} ({turn.role})" if turn.role else turn.speaker)
    if turn.part:
        words.append(turn.part)
    return words


def _table_head(table: Table, text: str) -> list[str]:
    """The title, and the lines between the table's start and its first row."""
    lines = text[table.span.start : table.rows[0].span.start].split()
    head = " ".join(lines[-MAX_TABLE_WORDS:])
    if not head:
        head = " ".join(column.header for column in table.columns)
    return [part for part in (table.title if table.title not in head else "", head) if part]
