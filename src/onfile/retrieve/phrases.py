"""Words that stand together in the question and in a passage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

Terms = Callable[[str], Sequence[str]]

# Small factors: they settle near ties. docs/retrieval.md has what each of them is worth.
PRINTED = 1.2  # a way in which filings print what is asked for stands there word by word
ASKED = 1.15  # at least half of the question's neighbouring words are neighbours there too
MIN_ASKED = 0.5

Pair = tuple[str, str]


def _no_terms(_: str) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Phrases:
    """What should be found as it stands.

    Attributes:
        printed: Ways of printing what is asked for, each as its pairs of neighbouring stems.
        asked: Pairs of neighbouring stems of the question's content words.
        terms: Makes stems of text.
    """

    printed: tuple[frozenset[Pair], ...] = ()
    asked: frozenset[Pair] = frozenset()
    terms: Terms = _no_terms

    @classmethod
    def of(cls, prints: Iterable[str], words: str, terms: Terms) -> Phrases:
        """Phrases of two words or more; single words are what the rankers look for already."""
        printed = (frozenset(pairwise(terms(p))) for p in prints)
        kept = tuple(dict.fromkeys(p for p in printed if p))
        return cls(kept, frozenset(pairwise(terms(words))), terms)

    def factor(self, texts: Iterable[str]) -> float:
        """What a page's score is multiplied by, from the texts of its chunks that were found."""
        if not self.printed and not self.asked:
            return 1.0
        held = [frozenset(pairwise(self.terms(text))) for text in texts]
        factor = 1.0
        if any(printed <= pairs for printed in self.printed for pairs in held):
            factor *= PRINTED
        if any(len(self.asked & pairs) >= MIN_ASKED * len(self.asked) for pairs in held):
            factor *= ASKED if self.asked else 1.0
        return factor


NO_PHRASES = Phrases()
