"""What is put to the rankers beside the question's own words: its vector, and what a model adds.

A model adds only what is set: ``hyde`` moves the vector, ``rewrite`` adds words. Neither can cost
the search; what happened is a check.
"""

from __future__ import annotations

from dataclasses import dataclass

from onfile.config import Settings
from onfile.modelling import Modelling
from onfile.ports import Embedder, Generator
from onfile.retrieve import hyde, rewrite
from onfile.retrieve.strategy import Strategy
from onfile.types import Check, FloatArray


@dataclass(frozen=True, slots=True)
class Ahead:
    """The vector to search by (None: no vectors), words beside the lexicon's, and checks."""

    vector: FloatArray | None
    words: str = ""
    notes: tuple[Check, ...] = ()


@dataclass(frozen=True, slots=True)
class WritingAhead:
    """The model for each way of writing ahead, None where that way is off."""

    hyde: Generator | None = None
    rewrite: Generator | None = None

    @classmethod
    def of(cls, settings: Settings, model: Modelling | None, strategy: Strategy) -> WritingAhead:
        """What is set and has a say in the strategy."""
        writer = None if model is None else model.model
        return cls(
            writer if settings.hyde and strategy.has_hyde else None,
            writer if settings.rewrite and strategy.is_rewritten else None,
        )

    def write(self, question: str, embedder: Embedder | None) -> Ahead:
        """The question made ready for the rankers; ``embedder`` None: no vectors are searched."""
        vector, notes = self._vector(question, embedder)
        if self.rewrite is None:
            return Ahead(vector, "", notes)
        words, note = rewrite.other_words(question, self.rewrite)
        return Ahead(vector, words, (*notes, note))

    def _vector(
        self, question: str, embedder: Embedder | None
    ) -> tuple[FloatArray | None, tuple[Check, ...]]:
        if embedder is None:
            return None, () if self.hyde is None else (hyde.without_vectors(),)
        vector = embedder.embed([question], is_query=True)[0]
        if self.hyde is None:
            return vector, ()
        vector, note = hyde.moved(question, vector, embedder, self.hyde)
        return vector, (note,)
