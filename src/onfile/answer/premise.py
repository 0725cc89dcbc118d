"""Does the question take something for granted that the figures contradict?"""

from __future__ import annotations

from onfile.answer.cite import cite
from onfile.answer.passages import PassageFinder
from onfile.answer.quantities import choose
from onfile.answer.request import Quantity, Reading
from onfile.answer.shown import row_name, shown
from onfile.types import Figure, FigureMatch, Pair, Period, Refusal, RefusalCode


def contradicted(
    reading: Reading,
    finder: PassageFinder,
    earlier: dict[Pair, list[FigureMatch]],
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
    return _direction(reading, finder, quantity, earlier) or _loss(reading, quantity)


def year_before(period: Period) -> Period:
    """The same period of the fiscal year before."""
    return Period(period.fiscal_year - 1, period.quarter, period.months)


def _direction(
    reading: Reading,
    finder: PassageFinder,
    quantity: Quantity,
    earlier: dict[Pair, list[FigureMatch]],
) -> Refusal | None:
    asked = finder.words.direction(reading.intent.terms)
    if asked == 0:
        return None
    for pair, matches in quantity.matches.items():
        computed = _computed(reading, quantity, pair, asked)
        if computed is not None:
            return computed
        now, before = choose(pair, matches), choose(pair, earlier.get(pair, []))
        if now is None or before is None or now.rivals or before.rivals:
            continue
        change = _amount(now.figure) - _amount(before.figure)
        if change * asked < 0:
            return _refused(reading, (now.figure, before.figure), "rose" if change > 0 else "fell")
    return None


def _computed(reading: Reading, quantity: Quantity, pair: Pair, asked: int) -> Refusal | None:
    """As ``_direction``, over a ratio that is computed from the statements."""
    now, before = quantity.computed.get(pair), quantity.computed_before.get(pair)
    if now is None or before is None or now.value is None or before.value is None:
        return None
    change = now.value - before.value
    if change * asked >= 0:
        return None
    verdict = "rose" if change > 0 else "fell"
    figures = (*now.operands, *before.operands)
    stated = "; ".join(f"{row_name(f)} {f.column_header}: {shown(f)}" for f in figures)
    rows = {(f.document_id, f.row_span): f for f in figures}
    return Refusal(
        RefusalCode.FALSE_PREMISE,
        f"The documents say otherwise: {quantity.words} {verdict} ({stated}).",
        citations=tuple(cite(reading.archive, f.document_id, f.row_span) for f in rows.values()),
    )


def _loss(reading: Reading, quantity: Quantity) -> Refusal | None:
    if "loss" not in reading.intent.question.lower():
        return None
    for pair, matches in quantity.matches.items():
        now = choose(pair, matches)
        if now is not None and not now.rivals and now.figure.value > 0:
            label = now.figure.label.lower()
            if "income" in label or "earnings" in label or "profit" in label:
                return _refused(reading, (now.figure,), "was not a loss")
    return None


def _amount(figure: Figure) -> float:
    return float(figure.value * (figure.scale or 1))


def _refused(reading: Reading, figures: tuple[Figure, ...], verdict: str) -> Refusal:
    stated = "; ".join(f"{f.column_header}: {shown(f)}" for f in figures)
    return Refusal(
        RefusalCode.FALSE_PREMISE,
        f"The documents say otherwise: {row_name(figures[0])} {verdict} ({stated}).",
        citations=tuple(cite(reading.archive, f.document_id, f.row_span) for f in figures),
    )
