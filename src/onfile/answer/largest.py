"""Which of the quantities that the question names is the largest, or the smallest?

"Among operating, investing and financing activities, which brought in the most cash", "which was
larger, research or selling costs". Every one of them must be certain.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from onfile.answer.astray import without_names
from onfile.answer.claims import figure_claim
from onfile.answer.quantities import choose, value_of
from onfile.answer.request import Quantity, Reading
from onfile.answer.shown import spoken
from onfile.types import Claim, Draft, Figure, Pair

_WHICH = re.compile(r"\b(?:which|what|among|between|of the)\b", re.I)
_HIGH = re.compile(
    r"\b(?:most|highest|largest|biggest|greatest|best|larger|bigger|higher|greater|more)\b", re.I
)
_LOW = re.compile(r"\b(?:least|lowest|smallest|worst|smaller|lower|fewer|less)\b", re.I)
_USED = re.compile(
    r"\b(?:used|consumed|burn\w*|lost|lose)\b[^?]*\bcash\b|\bcash\b[^?]*\bused\b", re.I
)
_CHANGE = re.compile(
    r"\b(?:grew|grow\w*|increas\w*|decreas\w*|declin\w*|chang\w*|rose|fell)\b", re.I
)


@dataclass(frozen=True, slots=True)
class _Named:
    quantity: Quantity
    figure: Figure
    is_later: bool

    @property
    def amount(self) -> Decimal:
        """In single units, for comparison."""
        return self.figure.value * (self.figure.scale or 1)


def answer_largest(reading: Reading) -> Draft | None:
    """The quantity asked for, then the others; None where the question is of another kind."""
    question = without_names(reading)
    wants_low = _LOW.search(question) is not None
    is_ranking = _WHICH.search(question) and wants_low != (_HIGH.search(question) is not None)
    if _USED.search(question):
        wants_low = not wants_low  # cash that is used is a negative flow
    if len(reading.intent.pairs) != 1 or len(reading.quantities) < 2 or not is_ranking:
        return None
    if _CHANGE.search(question):
        return None
    named = [_named(reading.intent.pairs[0], q) for q in reading.quantities]
    known = [n for n in named if n is not None]
    kinds = {(n.figure.currency, n.figure.unit, n.figure.is_percent) for n in known}
    if len(known) < len(named) or len(kinds) != 1:
        return None
    known.sort(key=lambda n: n.amount, reverse=not wants_low)
    if known[0].amount == known[1].amount:
        return None
    pair = reading.intent.pairs[0]
    claims = tuple(
        figure_claim(reading.archive, n.figure, pair, is_later=n.is_later) for n in known
    )
    word = "least" if wants_low else "most"
    lead = f"The {word} of these: {claims[0].text}"
    first = Claim(lead, claims[0].citations, claims[0].pair)
    answer = "\n".join([lead, *(c.text for c in claims[1:])])
    names = tuple(n.quantity.words for n in known)
    value = value_of(known[0].figure)
    return Draft(answer, (first, *claims[1:]), value, "figures ranked", 1.0, ranked=names)


def _named(pair: Pair, quantity: Quantity) -> _Named | None:
    chosen = choose(pair, quantity.matches.get(pair, ()))
    if chosen is None or chosen.rivals:
        return None
    return _Named(quantity, spoken(chosen.figure, quantity.sign), chosen.is_later_filing)
