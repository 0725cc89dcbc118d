"""What onfile's own reader decides by figures where no number is asked for.

A foreign answer to "which region fell most" or "did margins rise" is held against what the
reader itself finds in the tables, by the same rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from onfile.answer.direction import direction_asked, levels_of
from onfile.answer.passages import PassageFinder
from onfile.answer.ranked import parts_in_order
from onfile.answer.request import Reading
from onfile.types import FigureMatch, Pair, QuestionKind
from onfile.verify.grounds import Decided


def decide(reading: Reading, earlier: Mapping[Pair, Sequence[FigureMatch]]) -> Decided | None:
    """The part that is asked for, or which way the quantity went; None where neither is certain.

    Args:
        reading: The question over its dated pairs.
        earlier: Matches of the first quantity one year before each pair's period.
    """
    parts = parts_in_order(reading)
    if parts:
        return Decided(
            ranked=tuple(part.name for part in parts), figures=tuple(part.figure for part in parts)
        )
    if reading.intent.kind is not QuestionKind.YES_NO or not reading.quantities:
        return None
    asked = direction_asked(reading, PassageFinder(reading))
    levels = levels_of(reading, reading.quantities[0], earlier)
    if asked is None or levels is None or levels[0].amount == levels[1].amount:
        return None
    before, after = levels
    moved = 1 if after.amount > before.amount else -1
    return Decided(moved * asked, moved, (), (*before.figures, *after.figures))
