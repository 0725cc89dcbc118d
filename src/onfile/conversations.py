"""Conversations that outlive a process; only their owner goes on with, lists, forgets them."""

from __future__ import annotations

import secrets

from onfile.audit.log import utc_now
from onfile.engine import Engine
from onfile.index import conversations as kept
from onfile.index.conversations import Conversation as Conversation  # faces name these from here
from onfile.index.conversations import ConversationTurn as ConversationTurn
from onfile.recording import NO_REQUEST, Request
from onfile.types import CarriedScope, Outcome

MAX_OF_ONE = 1000  # conversations of one owner: some months of work


class Conversations:
    """The conversations of one store; ``owner`` None is the owner of the store."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._store = engine.store

    def begin(self, owner: str | None) -> Conversation:
        """A new one. The oldest of an owner who has too many are forgotten, not their records."""
        for old in self.all(owner)[MAX_OF_ONE - 1 :]:
            kept.remove_conversation(self._store, old.session_id)
        found = Conversation(secrets.token_urlsafe(12), owner, utc_now(), 0, None)
        kept.add_conversation(self._store, found.session_id, owner, found.created)
        return found

    def all(self, owner: str | None) -> list[Conversation]:
        """The owner's, the newest first."""
        return kept.read_conversations(self._store, owner)

    def get(self, session_id: str, owner: str | None) -> Conversation:
        """One of the owner's. Raises: KeyError, where there is none, or it is another's."""
        found = kept.read_conversations(self._store, owner, session_id)
        if not found:
            raise KeyError(session_id)
        return found[0]

    def turns(self, session_id: str, owner: str | None) -> list[ConversationTurn]:
        """Its questions, oldest first. Raises: KeyError."""
        return kept.read_turns(self._store, self.get(session_id, owner).session_id)

    def forget(self, session_id: str, owner: str | None) -> None:
        """Forget it; the audit records of its questions stay. Raises: KeyError."""
        kept.remove_conversation(self._store, self.get(session_id, owner).session_id)

    def ask(
        self,
        session_id: str,
        owner: str | None,
        question: str,
        *,
        scope: CarriedScope | None = None,
        via: Request = NO_REQUEST,
    ) -> Outcome:
        """The next question; see ``Session.ask``.

        Raises:
            KeyError: there is no such conversation of this owner.
            AuditError: the record could not be written; then there is no answer.
        """
        talk = self._engine.session(as_user=owner)
        talk.last = self.get(session_id, owner).last_question
        outcome = talk.ask(question, scope=scope, via=via)
        read = talk.last or question
        turn = ConversationTurn(utc_now(), question, read, outcome.record or "")
        kept.add_turn(self._store, session_id, turn)
        return outcome
