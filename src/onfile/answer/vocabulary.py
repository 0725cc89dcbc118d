"""Classes of words that a reader treats alike, from ``words.yaml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from onfile.answer.request import Terms
from onfile.language.yamls import load_yaml


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The word classes of ``words.yaml``, stemmed."""

    up: frozenset[str]
    down: frozenset[str]
    changes: frozenset[str]
    causes: frozenset[str]
    question: frozenset[str]
    negations: frozenset[str]
    qualifiers: frozenset[str]
    spending: frozenset[str]
    comparatives: frozenset[str]
    general: frozenset[str]
    forward: frozenset[str]
    alike: tuple[frozenset[str], ...]
    deals: Mapping[str, frozenset[str]]
    framing: frozenset[str]
    loose: frozenset[str]
    counted: frozenset[str]

    @property
    def plain(self) -> frozenset[str]:
        """Words that shape a question or a sentence without being its subject."""
        shaping = self.question | self.comparatives | self.up | self.down | self.forward
        return shaping | self.general | self.qualifiers

    def direction(self, terms: Sequence[str] | frozenset[str]) -> int:
        """+1 when the terms speak of a rise, -1 of a fall, 0 of neither or both."""
        rises = any(t in self.up for t in terms)
        falls = any(t in self.down for t in terms)
        return int(rises) - int(falls)


@lru_cache(maxsize=1)
def _word_classes() -> dict[str, str]:
    text = files("onfile.answer").joinpath("words.yaml").read_text(encoding="utf-8")
    classes: dict[str, str] = load_yaml(text)
    return classes


def vocabulary(terms: Terms) -> Vocabulary:
    """The word classes, stemmed by ``terms``."""
    classes = dict(_word_classes())
    alike = tuple(frozenset(terms(line)) for line in classes.pop("alike").splitlines())
    deals: dict[str, frozenset[str]] = {}
    for line in classes.pop("deals").splitlines():
        asked, _, _ = line.partition(":")
        deals |= dict.fromkeys(terms(asked), frozenset(terms(line)))
    stemmed = {name: frozenset(terms(words)) for name, words in classes.items()}
    return Vocabulary(**stemmed, alike=alike, deals=deals)
