"""What onfile's own reader decides by figures where no number is asked for.

A foreign answer to "which region fell most" or "did margins rise" is held against what the
reader itself finds in the tables, by the same rules.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from onfile.answer.direction import Level, direction_asked, levels_of
from onfile.answer.passages import PassageFinder
from onfile.answer.ranked import parts_in_order
from onfile.answer.request import Reading
from onfile.types import FigureMatch, Pair, QuestionKind
from onfile.verify.expected import Quantities
from onfile.verify.grounds import Decided, Expected

# Ratios with a limit that analysts agree on: what is at least it, is called sound.
SOUND_FROM = {"quick_ratio": Decimal(1), "current_ratio": Decimal(1), "working_capital": Decimal(0)}

_SOUND = re.compile(r"\b(?:healthy|sound|adequate|sufficient|positive|strong|liquid)\b", re.I)
_STEADY = re.compile(r"\b(?:consistent|stable|steady|constant)\b", re.I)
_WITHIN = re.compile(r"\b(?:more than|over|by|within)\D{0,20}(\d+(?:\.\d+)?)\s?(?:%|percent)", re.I)
_HAPPENED = re.compile(
    r"\b(?:has|have|had|did|does|do)\b.{0,60}\b(?:paid|pay|repurchased?|bought back|issued?|"
    r"incurr?(?:ed)?|recorded?|recogni[sz]ed?|spent|spend|borrow(?:ed)?)\b",
    re.I,
)


def decide(
    reading: Reading,
    earlier: Mapping[Pair, Sequence[FigureMatch]],
    quantities: Quantities,
    history: Sequence[Expected],
) -> Decided | None:
    """The part that is asked for, or whether it is so; None where neither is certain.

    Args:
        reading: The question over its dated pairs.
        earlier: Matches of the first quantity one year before each pair's period.
        quantities: Every reading of what is asked for.
        history: The first quantity in the years on file.
    """
    parts = parts_in_order(reading)
    if parts:
        names = tuple(part.name for part in parts)
        return Decided(ranked=names, figures=tuple(part.figure for part in parts))
    if reading.intent.kind is not QuestionKind.YES_NO or not reading.quantities:
        return None
    return (
        _of_steadiness(reading, history)
        or _of_direction(reading, earlier)
        or _of_soundness(reading, quantities)
        or _of_happening(reading, quantities)
    )


def _of_direction(
    reading: Reading, earlier: Mapping[Pair, Sequence[FigureMatch]]
) -> Decided | None:
    asked = direction_asked(reading, PassageFinder(reading))
    levels = levels_of(reading, reading.quantities[0], earlier)
    if asked is None or levels is None or levels[0].amount == levels[1].amount:
        return None
    return _moved(asked, *levels)


def _moved(asked: int, before: Level, after: Level) -> Decided:
    moved = 1 if after.amount > before.amount else -1
    return Decided(moved * asked, moved, (), (*before.figures, *after.figures))


def _of_steadiness(reading: Reading, history: Sequence[Expected]) -> Decided | None:
    """Whether a percentage moved by no more points a year than the question allows."""
    question = reading.intent.question
    limit = _WITHIN.search(question)
    if not _STEADY.search(question) or limit is None:
        return None
    by_year = {one.figures[0].period: one for one in reversed(history) if one.figures}
    ordered = [by_year[period] for period in sorted(p for p in by_year if p is not None)]
    if len(ordered) < 2 or not all(one.is_percent for one in ordered):
        return None
    steps = [abs(a.amount - b.amount) for a, b in itertools.pairwise(ordered)]
    figures = tuple(f for one in ordered for f in one.figures)
    return Decided(1 if max(steps) <= Decimal(limit[1]) else -1, 0, (), figures)


def _of_soundness(reading: Reading, quantities: Quantities) -> Decided | None:
    """Whether a ratio reaches the limit from which it is called sound."""
    if not _SOUND.search(reading.intent.question):
        return None
    for quantity, of_pairs in zip(reading.quantities, quantities, strict=False):
        limit = SOUND_FROM.get(quantity.concept or "")
        certain = [e for found in of_pairs.values() for e in found if e.is_certain]
        if limit is not None and certain and len(of_pairs) == 1:
            value = certain[0]
            return Decided(1 if value.amount >= limit else -1, 0, (), value.figures)
    return None


def _of_happening(reading: Reading, quantities: Quantities) -> Decided | None:
    """What a statement gives an amount for has happened: dividends paid, shares bought back."""
    if not _HAPPENED.search(reading.intent.question) or not quantities:
        return None
    certain = [e for found in quantities[0].values() for e in found[:1] if e.is_certain]
    if len(certain) != 1 or certain[0].amount == 0 or certain[0].figures[0].statement is None:
        return None
    return Decided(1, 0, (), certain[0].figures)
