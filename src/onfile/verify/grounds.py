"""What a foreign answer is held against: passages, figures, and values worked out beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
class Own:
    """The reader's checked answer.

    Attributes:
        text: As it is shown.
        polarity: +1 yes, -1 no, 0 where it is neither.
        numbers: Of its claims, and of the rows that they cite, without those of the question.
        terms: Content words of its claims.
        sides: The numbers of each claim.
        value: The one that is asked for, where it is one.
        ranked: Names of what it compared, that which is asked for first.
        listed: Names of all that is asked for.
        stems: The content terms of these names.
        is_firm: It is made of figures that nothing contradicts.
        is_judged: Its yes or no is a rule of thumb's.
        places: What it cites.
    """

    text: str
    polarity: int
    numbers: tuple[PrintedNumber, ...]
    terms: frozenset[str]
    sides: tuple[tuple[PrintedNumber, ...], ...] = ()
    value: PrintedNumber | None = None
    ranked: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    stems: Mapping[str, frozenset[str]] = field(default_factory=dict)
    is_firm: bool = False
    is_judged: bool = False
    places: tuple[tuple[str, Span], ...] = ()


@dataclass(frozen=True, slots=True)
class Grounds:
    """Everything that was read for one question and one answer to it.

    Attributes:
        sources: By page, in reading order; the pages in rank order.
        figures: Of the documents in scope, by ``equal.key`` of their printed value.
        expected: Values worked out for the question.
        levels: Certain values of the quantity in each of several periods asked for.
        history: Values that the lexicon's formula gives it in the years on file.
        own: What the reader itself answers; None where it refuses.
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
    own: Own | None = None
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
