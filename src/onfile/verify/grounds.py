"""What a foreign answer is held against: passages, figures, and values worked out beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from onfile.language.numbers import PrintedNumber
from onfile.types import ConceptMention, Figure, Intent, Span
from onfile.verify.columns import Tables
from onfile.verify.equal import key
from onfile.verify.named import Names

Weight = Callable[[str], float]


def no_mentions(text: str) -> Sequence[ConceptMention]:
    """Of no concept at all."""
    del text
    return ()


@dataclass(frozen=True, slots=True)
class Source:
    """A sentence, row or heading of a page that was read. ``context``: the heading above it."""

    document_id: str
    span: Span
    text: str
    terms: frozenset[str]
    numbers: tuple[PrintedNumber, ...]
    context: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StoredFigure:
    """A figure with the stemmed words of its row and of its headings."""

    figure: Figure
    label: frozenset[str]
    context: frozenset[str]
    amount: float  # in ones where the scale is known, else as printed


@dataclass(frozen=True, slots=True)
class Expected:
    """A value that the documents give for the question.

    Attributes:
        amount: In ones; a percentage as 12.3, a share or ratio as it is.
        is_certain: One figure or formula fits and no other; else it is one of several readings.
        figures: What it rests on.
    """

    amount: Decimal
    is_percent: bool
    is_certain: bool
    figures: tuple[Figure, ...]
    arithmetic: str = ""


@dataclass(frozen=True, slots=True)
class Decided:
    """What the figures decide, of a question that asks for no number.

    Attributes:
        polarity: +1 yes, -1 no, 0 where no yes or no is asked for.
        moved: +1 or -1 where the quantity asked about rose or fell, else 0.
        ranked: Names of the parts compared, the part asked for first.
        figures: What it rests on.
    """

    polarity: int = 0
    moved: int = 0
    ranked: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Grounds:
    """Everything that was read for one question and one answer to it.

    Attributes:
        sources: By page, in reading order; the pages in rank order.
        figures: Of the documents in scope, by ``equal.key`` of their printed value.
        expected: Values worked out for the question.
        levels: Certain values of the quantity in each of several periods asked for.
        history: Values that the lexicon's formula gives it in the years on file.
        decided: What the figures decide where no number is asked for.
        direction: +1 or -1 when the figures asked about rose or fell between the periods, else 0.
        weight: How much a stemmed term tells (its inverse document frequency).
        tables: The cells of the figures, by what sentences name.
    """

    intent: Intent
    question_terms: frozenset[str]
    sources: tuple[Source, ...]
    figures: dict[int, list[StoredFigure]]
    weight: Weight
    expected: tuple[Expected, ...] = ()
    levels: tuple[Expected, ...] = ()
    history: tuple[Expected, ...] = ()
    decided: Decided | None = None
    direction: int = 0
    direction_figures: tuple[Figure, ...] = field(default=())
    tables: Tables = field(default_factory=lambda: Tables((), Names(no_mentions)))


def by_key(figures: Sequence[StoredFigure]) -> dict[int, list[StoredFigure]]:
    """Figures by the key that equal numbers share."""
    found: dict[int, list[StoredFigure]] = {}
    for stored in figures:
        found.setdefault(key(stored.figure.value), []).append(stored)
    return found


def numbers_by_key(sources: Sequence[Source]) -> dict[int, list[tuple[PrintedNumber, Source]]]:
    """The numbers of the passages by the key that equal numbers share."""
    found: dict[int, list[tuple[PrintedNumber, Source]]] = {}
    for source in sources:
        for number in source.numbers:
            found.setdefault(key(number.value), []).append((number, source))
    return found
