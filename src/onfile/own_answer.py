"""What the built-in reader answers to a question, as a ground to judge somebody else's answer.

No model takes part, whatever is set: the same store and question give the same ground.
"""

from __future__ import annotations

from onfile import by_reader
from onfile.asking import Preparation, covered_pairs
from onfile.gate import gates
from onfile.language.lexicon import Lexicon
from onfile.language.overview import asks_how_it_did
from onfile.naming import cells_over
from onfile.outcomes import confidence
from onfile.ports import Archive
from onfile.retrieve.search import Retriever
from onfile.scope.decompose import parts
from onfile.types import Catalog, Intent, Refusal
from onfile.verify.grounds import Own
from onfile.verify.own import own_of
from onfile.verify.statements import Terms

EVIDENCE_K = 12  # pages, as for an answer of our own


class OwnAnswers:
    """Answers questions over one store by the reader alone."""

    def __init__(
        self,
        archive: Archive,
        retriever: Retriever,
        preparation: Preparation,
        lexicon: Lexicon,
        terms: Terms,
    ) -> None:
        self._archive = archive
        self._retriever = retriever
        self._preparation = preparation
        self._lexicon = lexicon
        self._terms = terms

    def to(self, intent: Intent, catalog: Catalog) -> Own | None:
        """The reader's answer; None where it refuses, or the question is of more than one thing."""
        if len(parts(intent.question, catalog, self._lexicon)) > 1:
            return None
        _, refusal = gates.before_search(
            intent,
            catalog,
            needs_statements=self._preparation.needs_statements(intent),
            asks_flow=self._preparation.asks_flow(intent),
        )
        if refusal is not None:
            return None
        asked = self._preparation.asked(intent, catalog, None)
        found = self._retriever.retrieve(
            intent,
            asked.query,
            catalog,
            lambda pair, documents: self._preparation.rank_figures(asked, pair, documents),
            EVIDENCE_K,
        )
        _, refusal = gates.after_search(intent, covered_pairs(found), catalog)
        if refusal is not None:
            return None
        reading, earlier = self._preparation.reading(asked, found)
        cells = cells_over(self._archive, catalog, self._lexicon)
        draft, _ = by_reader.answered(reading, earlier, self._archive.page_text, cells)
        if isinstance(draft, Refusal) or asks_how_it_did(intent.asked):
            return None  # an overview leaves out what others may tell
        return own_of(
            draft,
            intent.question,
            self._terms,
            is_firm=confidence(draft) == "high",
            is_judged=bool(reading.rules),
        )
