"""A run of questions in which later ones may lean on earlier ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onfile.recording import NO_REQUEST, Request
from onfile.types import CarriedScope, Outcome

if TYPE_CHECKING:
    from onfile.engine import Engine


class Session:
    """Asks follow-ups; each is rewritten to stand alone, and the record keeps both forms.

        session = engine.session()
        session.ask("What was Northwind's revenue in 2020?")
        session.ask("And the year before?")

    Attributes:
        last: The last question as it stood alone, None before the first.
    """

    def __init__(self, engine: Engine, *, as_user: str | None = None) -> None:
        self._engine = engine
        self._as_user = as_user
        self.last: str | None = None

    def ask(
        self, question: str, *, scope: CarriedScope | None = None, via: Request = NO_REQUEST
    ) -> Outcome:
        """As ``Engine.ask``; ``outcome.question`` is the question as it was read.

        Where that differs from what was typed, a note in ``outcome.intent.notes`` says so.
        ``scope`` is what the user carries on, where it is not what the last question named.
        """
        read = self._engine.stand_alone(question, self.last, scope, as_user=self._as_user)
        self.last = read.question
        return self._engine.ask(read.question, as_user=self._as_user, note=read.note, via=via)
