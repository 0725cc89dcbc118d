"""What the reader is given: the question, what was found, and the words' meaning."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from onfile.ports import Archive
from onfile.types import (
    SHIPPED,
    Computation,
    Evidence,
    Figure,
    FigureMatch,
    Intent,
    Pair,
    RuleOfThumb,
    Thresholds,
    Turn,
)

UNSEEN = "\0"
"""A term of no passage: its weight is the most that a term can have in this archive."""

Terms = Callable[[str], Sequence[str]]
"""Stemmed content terms of a text, in order, as the lexical index makes them."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """One quantity the question asks for, with the figures that may be it, by pair.

    Attributes:
        sign: The lexicon's: "negative" is printed as an outflow but spoken of as an amount
            (capex), "positive" is an amount however it is printed, "either" keeps its sign.
        unit: The lexicon's unit of the concept: "money", "percent", "ratio", "days" …
        is_statement_item: Financial statements report it.
        computed_before: The same one year earlier.
        computed: Where the lexicon or the question has a formula for it: the formula worked out.
        not_for: Kinds of company for which it has no meaning: "bank", "insurer", "stockless".
        defined: The formula in the question's words, where the question itself defines it.
    """

    words: str
    concept: str | None
    matches: Mapping[Pair, Sequence[FigureMatch]]
    sign: str = "either"
    unit: str = "money"
    is_statement_item: bool = False
    computed: Mapping[Pair, Computation] = field(default_factory=dict)
    computed_before: Mapping[Pair, Computation] = field(default_factory=dict)
    defined: str = ""
    not_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One row of a breakdown: its name, its figure, and the same row one year before."""

    name: str
    figure: Figure
    before: Figure | None = None


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The rows that one quantity is broken down into; they add up to ``total``.

    Attributes:
        metric: What is broken down, in the question's words.
        parts: Rows that may be named in an answer.
        others: Rows that count in the sum but are no part of the business ("Eliminations").
    """

    metric: str
    parts: tuple[Part, ...]
    others: tuple[Part, ...]
    total: Part


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject that the question names and that is told in sentences, not in figures.

    Attributes:
        words: As the question names it.
        terms: Stems of those words and of all others that name it.
        says: A sentence that one of these finds states the subject.
        section: Kind of section in which it is usually discussed, None for any.
        is_dated: It happens in a year, which the sentence may name.
    """

    words: str
    terms: frozenset[str]
    says: tuple[re.Pattern[str], ...]
    section: str | None = None
    is_dated: bool = False


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A fact that the question names and that reports state in a few set ways.

    Attributes:
        terms: Stems of all words that name it.
        patterns: How it is stated; the group ``n``, where there is one, is the amount.
        is_on_cover: It is read from the first pages alone.
    """

    terms: frozenset[str]
    patterns: tuple[re.Pattern[str], ...]
    is_on_cover: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """The reader's whole input.

    Attributes:
        intent: The question.
        evidence: Passages in rank order.
        archive: For whole pages and turns.
        quantities: What is asked for in figures, best match first.
        terms: Stems a text.
        weight: How much a stemmed term tells (its inverse document frequency, at least 0.1).
        expansions: For a stemmed term, sets of stems any of which, whole, means the same here.
        precedence: Document id to its distance from the period's own filing.
        breakdowns: For each pair, tables that break the quantity asked for down, nearest first.
        topics: The subjects named, in the question's order.
        facts: The facts named that reports state in a few set ways.
        measures: Quantities by which the judgement that is asked for is usually made.
        rules: From which values of the measures on the judgement is usually made.
        names: Sets of stems that name the first quantity of the lexicon.
        causes: Sets of stems that name what explains a change of it.
        part_names: Segments, regions and lines of the company, where a reason or a part is asked.
        thresholds: From which scores on a passage answers.
    """

    intent: Intent
    evidence: Sequence[Evidence]
    archive: Archive
    quantities: Sequence[Quantity]
    terms: Terms
    weight: Callable[[str], float]
    expansions: Mapping[str, tuple[frozenset[str], ...]]
    precedence: Mapping[str, int]
    breakdowns: Mapping[Pair, Sequence[Breakdown]] = field(default_factory=dict)
    thresholds: Thresholds = SHIPPED
    topics: Sequence[Topic] = ()
    facts: Sequence[StatedFact] = ()
    measures: Sequence[Quantity] = ()
    rules: Sequence[RuleOfThumb] = ()
    names: Sequence[frozenset[str]] = ()
    causes: Sequence[frozenset[str]] = ()
    part_names: Sequence[str] = ()

    @property
    def quantities_named(self) -> bool:
        """Whether the question names a quantity of the lexicon."""
        return any(q.concept is not None for q in self.quantities)

    def turns(self, document_id: str) -> Sequence[Turn]:
        """The turns of a call."""
        return self.archive.turns(document_id)
