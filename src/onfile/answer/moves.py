"""How far the quantity asked about moved in fact: a reason for another move is a part's reason.

"Net revenue increased 17%, driven by volume" stands under a region's heading; the company's grew by
13%. The sentence names the right measure and the wrong thing, and only the amounts tell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from onfile.answer.expected import CHANGED
from onfile.answer.quantities import choose
from onfile.answer.request import Quantity
from onfile.language.numbers import find_numbers
from onfile.types import Figure, FigureMatch, Pair

NEAR = Decimal("0.1")  # of the move: rounding, and currency left out
NEAR_POINTS = Decimal(1)


@dataclass(frozen=True, slots=True)
class Move:
    """By how much an amount rose; negative where it fell.

    Attributes:
        amount: In ones.
        percent: None where it was not above zero before.
    """

    amount: Decimal
    percent: Decimal | None


def moves_of(
    quantities: Sequence[Quantity], earlier: Mapping[Pair, Sequence[FigureMatch]]
) -> dict[Pair, Move]:
    """The move of the first quantity against the year before, for pairs where both are certain."""
    found: dict[Pair, Move] = {}
    if not quantities or quantities[0].unit != "money":
        return found
    for pair, matches in quantities[0].matches.items():
        now, before = choose(pair, matches), choose(pair, earlier.get(pair, ()))
        if now is None or before is None or now.rivals or before.rivals:
            continue
        if now.figure.concept is None or now.figure.concept != before.figure.concept:
            continue
        if now.figure.statement is None or before.figure.statement is None:
            continue  # of a note: what was paid in shares may be told by the same lines
        a, b = _ones(now.figure), _ones(before.figure)
        if now.figure.currency == before.figure.currency:
            found[pair] = Move(a - b, 100 * (a - b) / b if b > 0 else None)
    return found


def is_of_another_move(move: Move | None, text: str) -> bool:
    """True where the first change that the text states is not the move, by size."""
    if move is None:
        return False
    changes = (
        n for n in find_numbers(text) if n.role == "amount" and CHANGED.search(text[: n.start])
    )
    first = next(changes, None)  # a later one may be of what the sentence explains it by
    if first is None:
        return False
    if first.is_percent:
        if move.percent is None:
            return False
        off = abs(abs(first.value) - abs(move.percent))
        return off > max(NEAR_POINTS, NEAR * abs(move.percent))
    if first.currency is None or first.scale == 1:
        return False
    return abs(abs(first.value * first.scale) - abs(move.amount)) > NEAR * abs(move.amount)


def _ones(figure: Figure) -> Decimal:
    return figure.value * (figure.scale or 1)
