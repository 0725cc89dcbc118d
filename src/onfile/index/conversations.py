"""Conversations: what was asked in them, so that later questions may lean on earlier ones."""

from __future__ import annotations

from typing import NamedTuple

from onfile.index.store import Store


class Conversation(NamedTuple):
    """One conversation; ``owner`` None is the owner of the store."""

    session_id: str
    owner: str | None
    created: str
    n_turns: int
    last_question: str | None


class ConversationTurn(NamedTuple):
    """One question: as it was typed, as it was read, and its audit record."""

    created: str
    typed: str
    question: str
    record: str


def add_conversation(store: Store, session_id: str, owner: str | None, created: str) -> None:
    """Begin one."""
    with store.database.writing() as connection:
        connection.execute(
            "INSERT INTO conversations VALUES (?, ?, ?)", (session_id, owner, created)
        )


def read_conversations(
    store: Store, owner: str | None, session_id: str | None = None
) -> list[Conversation]:
    """An owner's conversations, the newest first; or the one of this id, if it is the owner's."""
    with store.database.reading() as connection:
        rows = connection.execute(
            "SELECT c.session_id, c.owner, c.created, count(t.row),"
            " (SELECT question FROM conversation_turns WHERE session_id = c.session_id"
            "  ORDER BY row DESC LIMIT 1)"
            " FROM conversations c LEFT JOIN conversation_turns t USING (session_id)"
            " WHERE c.owner IS ?1 AND (?2 IS NULL OR c.session_id = ?2)"
            " GROUP BY c.session_id ORDER BY c.created DESC, c.session_id",
            (owner, session_id),
        )
        return [Conversation(*row) for row in rows]


def remove_conversation(store: Store, session_id: str) -> None:
    """Forget one; its audit records stay."""
    with store.database.writing() as connection:
        connection.execute("DELETE FROM conversations WHERE session_id = ?", (session_id,))


def add_turn(store: Store, session_id: str, turn: ConversationTurn) -> None:
    """Keep a question, unless its conversation was forgotten meanwhile."""
    with store.database.writing() as connection:
        connection.execute(
            "INSERT INTO conversation_turns (session_id, created, typed, question, record)"
            " SELECT session_id, ?2, ?3, ?4, ?5 FROM conversations WHERE session_id = ?1",
            (session_id, *turn),
        )


def read_turns(store: Store, session_id: str) -> list[ConversationTurn]:
    """Its questions, oldest first."""
    with store.database.reading() as connection:
        rows = connection.execute(
            "SELECT created, typed, question, record FROM conversation_turns"
            " WHERE session_id = ? ORDER BY row",
            (session_id,),
        )
        return [ConversationTurn(*row) for row in rows]
