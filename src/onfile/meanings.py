"""What the words of a question mean, by the lexicon: facts, subjects, names; in stems."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onfile.answer.prose_facts import stating
from onfile.answer.request import StatedFact, Terms, Topic
from onfile.figure_ranking import GROWTH, SALES
from onfile.language.lexicon import Lexicon
from onfile.types import Intent

ABBREVIATION_LENGTH = 4
GROWTH_WORDS = "growth grow increase rate change yoy year-over-year"


class Meanings:
    """Reads the lexicon for one question after the other.

    Args:
        lexicon: Of the archive.
        terms: Makes stems of text as the index does.
    """

    def __init__(self, lexicon: Lexicon, terms: Terms) -> None:
        self._lexicon = lexicon
        self._terms = terms

    def facts(self, intent: Intent) -> tuple[StatedFact, ...]:
        """The facts named that reports state in a few set ways."""
        found = ((m, self._lexicon.concept(m.concept)) for m in intent.concepts)
        return tuple(
            StatedFact(
                frozenset(t for way in (mention.words, *concept.asks) for t in self._terms(way)),
                tuple(stating(pattern) for pattern in concept.states),
                is_on_cover=concept.section == "cover",
            )
            for mention, concept in found
            if concept.states
        )

    def topics(self, intent: Intent) -> tuple[Topic, ...]:
        """The subjects named that are told in sentences."""
        found = ((m, self._lexicon.concept(m.concept)) for m in intent.concepts)
        return tuple(
            Topic(
                mention.words,
                frozenset(t for way in (mention.words, *concept.asks) for t in self._terms(way)),
                tuple(re.compile(pattern, re.IGNORECASE) for pattern in concept.says),
                concept.section,
                concept.is_dated,
            )
            for mention, concept in found
            if concept.says
        )

    def names(self, intent: Intent) -> tuple[frozenset[str], ...]:
        """Sets of stems that name the first quantity; of growth, what grew."""
        first = next(
            (
                m
                for m in intent.concepts
                if m.concept == GROWTH or self._lexicon.concept(m.concept).unit != "text"
            ),
            None,
        )
        if first is None:
            return ()
        said = frozenset(self._terms(first.words))
        ways = [w for w in self._ways(first.concept) if len(w) > 1 or len(said) == 1]
        if first.concept == GROWTH:  # what grew is what its reason is given for
            said -= frozenset(self._terms(GROWTH_WORDS))
            ways = list(self._ways(SALES))
        return tuple(w for w in dict.fromkeys((said, *ways)) if w)

    def causes(self, intent: Intent) -> tuple[frozenset[str], ...]:
        """The names of what explains a change of the concepts named."""
        named = (self._lexicon.concept(m.concept) for m in intent.concepts)
        explaining = (other for concept in named for other in concept.driven_by)
        return tuple(dict.fromkeys(w for c in explaining for w in self._ways(c) if len(w) > 1))

    def expansions(
        self, intent: Intent, abbreviations: Mapping[str, tuple[frozenset[str], ...]]
    ) -> dict[str, tuple[frozenset[str], ...]]:
        """For each term, sets of terms that mean the same here: prints, and abbreviations."""
        found = dict(abbreviations)
        for mention in intent.concepts:
            said = frozenset(self._terms(mention.words))
            printed = tuple(s for s in self._ways(mention.concept) if _is_alike(s, said))
            for term in self._terms(mention.words):
                found[term] = found.get(term, ()) + tuple(p for p in printed if p)
        return found

    def _ways(self, concept_id: str) -> tuple[frozenset[str], ...]:
        """The term sets of a concept's names, asked and printed; of a subject, only names."""
        concept = self._lexicon.concept(concept_id)
        prints = () if concept.unit == "text" else self._lexicon.prints(concept_id)[:8]
        ways = (frozenset(self._terms(way)) for way in (*concept.asks, *prints))
        return tuple(dict.fromkeys(ways))


def _is_alike(way: frozenset[str], said: frozenset[str]) -> bool:
    """A single common word is no other name for a phrase; an abbreviation ("pat") is."""
    if len(way) != 1:
        return bool(way)
    word = next(iter(way))
    return len(said) == 1 or (len(word) <= ABBREVIATION_LENGTH and word not in said)
