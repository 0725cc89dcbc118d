"""Arithmetic over the bids of one row: how far apart two are, and what they are on average.

Which two is told by the question: two bidders by name, one of them or the lowest against the
engineer's estimate, the lowest against the second or against the highest. Else nothing is given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from onfile.answer.bid_cells import ESTIMATE, QUANTITY, Cell, amount_of, claim_of, is_named
from onfile.answer.computed import rounded
from onfile.answer.request import Reading
from onfile.language.numbers import format_amount
from onfile.types import Claim, Draft, Value

NO_SUM = (
    "Of bids, the difference of two and the average of all can be worked out; this question names "
    "neither two bids of one row nor all of them."
)
_SUM = re.compile(
    r"\b(?:difference|differ|average|mean|spread|percent\w*|how far|savings?|"
    r"how much (?:lower|higher|more|less|cheaper)|by how much)\b|%|"
    r"\b(?:above|below|over|under) the engineer",
    re.I,
)
_NOT_HERE = re.compile(r"\b(?:ratio|times|median|deviation)\b", re.I)
_AVERAGE = re.compile(r"\b(?:average|mean)\b", re.I)
_SECOND = re.compile(r"\b(?:second|next|runner[- ]up)\b", re.I)
_LOW = re.compile(r"\blow(?:est)?\b|\bcheapest\b", re.I)
_HIGH = re.compile(r"\bhigh(?:est)?\b|\bmost expensive\b", re.I)
_SPREAD = re.compile(r"\bspread\b|\bdiffer\b", re.I)
_PERCENT = re.compile(r"\bpercent\w*|%", re.I)
_THE_TWO = re.compile(r"\b(?:the two|both)(?: \w+)? (?:bids?|bidders?|contractors|prices)\b", re.I)
PLACES = 2


def asks_bid_sum(question: str) -> bool:
    """True where what is asked stands in no cell."""
    return _SUM.search(question) is not None or _NOT_HERE.search(question) is not None


def answer_bid_sum(reading: Reading, cells: Sequence[Cell]) -> Draft | None:
    """The average of one row's bids, or the difference of two of them; None where neither fits.

    Args:
        reading: The question.
        cells: The cells of one row and one kind, a bidder each.
    """
    question = reading.intent.asked
    rows = {(c.figure.document_id, c.figure.label) for c in cells}
    if len(rows) != 1 or _NOT_HERE.search(question) or any(c.what == QUANTITY for c in cells):
        return None
    if len({c.bidder for c in cells}) < len(cells):
        return None  # two rows of one name ("TOTAL" of two schedules): a bid would count twice
    bids = sorted((c for c in cells if not ESTIMATE.search(c.bidder)), key=amount_of)
    if _AVERAGE.search(question):
        return _mean(reading, bids) if len(bids) > 1 else None
    two = _two(question, bids, [c for c in cells if ESTIMATE.search(c.bidder)])
    return _difference(reading, *two) if two is not None else None


def _two(question: str, bids: list[Cell], estimates: list[Cell]) -> tuple[Cell, Cell] | None:
    """The bid that is compared and the one it is held against."""
    named = [c for c in bids if is_named(c.bidder, question)]
    if ESTIMATE.search(question):
        if len(estimates) != 1:
            return None
        if len(named) == 1:
            return named[0], estimates[0]
        end = _end(question, bids) if not named else None
        return (end, estimates[0]) if end is not None else None
    if len(named) == 2:  # in the order in which the question names them
        named.sort(key=lambda c: _place(question, c.bidder))
        return named[0], named[1]
    if named or len(bids) < 2:
        return None
    if _SECOND.search(question) and _LOW.search(question):
        return (bids[1], bids[0]) if len(bids) == 2 or _is_clear(bids) else None
    if _THE_TWO.search(question):
        return (bids[-1], bids[0]) if len(bids) == 2 else None
    if _SPREAD.search(question) or (_LOW.search(question) and _HIGH.search(question)):
        return bids[-1], bids[0]
    return None


def _is_clear(bids: list[Cell]) -> bool:
    """Neither the lowest nor the second is shared by two bidders."""
    return amount_of(bids[0]) < amount_of(bids[1]) < amount_of(bids[2])


def _end(question: str, bids: list[Cell]) -> Cell | None:
    if not bids or (_LOW.search(question) is None) == (_HIGH.search(question) is None):
        return None
    return bids[0] if _LOW.search(question) else bids[-1]


def _place(question: str, bidder: str) -> int:
    found = [question.lower().find(w) for w in re.findall(r"[a-z0-9]{3,}", bidder.lower())]
    return min((at for at in found if at >= 0), default=len(question))


def _difference(reading: Reading, one: Cell, base: Cell) -> Draft:
    a, b = amount_of(one), amount_of(base)
    gap = abs(a - b)
    currency = one.figure.currency
    word = "above" if a > b else "below" if a < b else "equal to"
    claims = [claim_of(reading, one), claim_of(reading, base)]
    text = f"{one.bidder} is {format_amount(gap, 1, currency)} {word} {base.bidder}"
    arithmetic = f"{max(a, b):f} - {min(a, b):f} = {gap:f}"
    value = Value(gap, 1, currency)
    if b > 0:
        share, signed = (rounded(100 * part / b, PLACES) for part in (gap, a - b))
        text += f" ({signed}%)"
        arithmetic += f"; 100 * {gap:f} / {b:f} = {share}"
        arithmetic += f"; 100 * ({a:f} - {b:f}) / {b:f} = {signed}"
        if _PERCENT.search(reading.intent.asked):
            value = Value(share, 1, percent=True)
    return _drafted(claims, f"{text}.", arithmetic, value)


def _mean(reading: Reading, bids: Sequence[Cell]) -> Draft:
    amounts = [amount_of(c) for c in bids]
    mean = rounded(sum(amounts, Decimal(0)) / len(amounts), PLACES)
    currency = bids[0].figure.currency
    text = f"Average of the bids: {format_amount(mean, 1, currency)}."
    arithmetic = f"({' + '.join(f'{a:f}' for a in amounts)}) / {len(amounts)} = {mean}"
    return _drafted(
        [claim_of(reading, c) for c in bids], text, arithmetic, Value(mean, 1, currency)
    )


def _drafted(claims: list[Claim], text: str, arithmetic: str, value: Value) -> Draft:
    citations = tuple(c for claim in claims for c in claim.citations)
    every = (*claims, Claim(text, citations, None, arithmetic))
    return Draft("\n".join(c.text for c in every), every, value, "figures", 1.0)
