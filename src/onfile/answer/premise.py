"""Does the question take something for granted that the figures contradict?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from onfile.answer.cite import cite
from onfile.answer.direction import levels_of
from onfile.answer.passages import PassageFinder
from onfile.answer.quantities import choose
from onfile.answer.request import Quantity, Reading
from onfile.answer.shown import row_name, shown, spoken
from onfile.types import Figure, FigureMatch, Pair, QuestionKind, Refusal, RefusalCode

TAKES_FOR_GRANTED = (QuestionKind.WHY, QuestionKind.CHANGE)


def contradicted(
    reading: Reading,
    finder: PassageFinder,
    earlier: Mapping[Pair, Sequence[FigureMatch]],
) -> Refusal | None:
    """A refusal when a rise is asked about where the figures fell, or the other way round.

    Args:
        reading: The question and what was found.
        finder: For the question's direction words.
        earlier: For each pair, the matches of the first quantity one year before.
    """
    if not reading.quantities:
        return None
    quantity = reading.quantities[0]
    if reading.intent.kind in TAKES_FOR_GRANTED:
        refusal = _direction(reading, finder, quantity, earlier)
        if refusal is not None:
            return refusal
    return _loss(reading, quantity)


def _direction(
    reading: Reading,
    finder: PassageFinder,
    quantity: Quantity,
    earlier: Mapping[Pair, Sequence[FigureMatch]],
) -> Refusal | None:
    asked = finder.words.direction(reading.intent.terms)
    levels = levels_of(reading, quantity, earlier) if asked else None
    if levels is None:
        return None
    before, after = levels
    change = after.amount - before.amount
    if change * asked >= 0:
        return None
    verdict = "rose" if change > 0 else "fell"
    figures = (*before.figures, *after.figures)
    return _refused(reading, quantity, figures, f"{quantity.words} {verdict}")


def _loss(reading: Reading, quantity: Quantity) -> Refusal | None:
    if "loss" not in reading.intent.asked.lower():
        return None
    for pair, matches in quantity.matches.items():
        now = choose(pair, matches)
        if now is not None and not now.rivals and now.figure.value > 0:
            label = now.figure.label.lower()
            if "income" in label or "earnings" in label or "profit" in label:
                verdict = f"{row_name(now.figure)} was not a loss"
                return _refused(reading, quantity, (now.figure,), verdict)
    return None


def _refused(
    reading: Reading, quantity: Quantity, figures: Sequence[Figure], verdict: str
) -> Refusal:
    stated = "; ".join(
        f"{row_name(f)}, {f.column_header}: {shown(spoken(f, quantity.sign))}" for f in figures
    )
    rows = {(f.document_id, f.row_span): f for f in figures}
    return Refusal(
        RefusalCode.FALSE_PREMISE,
        f"The documents say otherwise: {verdict} ({stated}).",
        citations=tuple(cite(reading.archive, f.document_id, f.row_span) for f in rows.values()),
    )
