"""Does an outcome say the gold's numbers, or its words?

Strict: the amount is right with its sign and scale. Lenient: it would be right but for the sign
or a power of ten. The two are never added up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from onfile.evaluate.gold import GoldNumber, GoldQuestion
from onfile.language.numbers import find_numbers, scale_of
from onfile.types import JsonObject

TOLERANCE = 0.005  # of the gold amount: what rounding to three digits does
LARGE = 1e5  # gold amounts from here on are rounded in the scale that is asked for
SLIPS = tuple(10.0**power for power in (2, 3, 5, 6, 7, 9))  # per cent, thousands, lakh …

_FALL = re.compile(r"\b(loss|negative|decreas|declin|fell|outflow|deficit)", re.IGNORECASE)
_WORD = re.compile(r"[a-z0-9]+")
_STOP = frozenset((
    "a", "an", "the", "of", "in", "and", "to", "for", "on", "by", "with", "was", "were", "is",
    "are", "its", "it", "that", "this", "from", "as", "at", "or",
))  # fmt: skip


class Stated(NamedTuple):
    """A number as an outcome states it: ``number * scale`` in ones; scale 1 where none is said."""

    number: float
    scale: float


def typed_value(outcome: JsonObject) -> Stated | None:
    """The outcome's typed value, None where it has none."""
    value = outcome.get("value") or {}
    if value.get("number") is None:
        return None
    return Stated(float(value["number"]), float(value.get("scale") or 1))


def states(outcome: JsonObject, gold: GoldNumber, asked: GoldQuestion) -> bool:
    """Whether the typed value, or else a number of the answer's text, is this gold number.

    A number without a scale may be in the scale that the question asks for. The sign must agree,
    unless words carry it (a loss of …).
    """
    return states_value(outcome, gold, asked) or any(
        _is_gold(stated, gold, asked, outcome) for stated in _in_text(outcome.get("answer") or "")
    )


def states_value(outcome: JsonObject, gold: GoldNumber, asked: GoldQuestion) -> bool:
    """As ``states``, of the typed value alone."""
    value = typed_value(outcome)
    if value is None:
        return False
    is_share = gold.is_percent and not (outcome.get("value") or {}).get("percent")
    readings = (value, Stated(100 * value.number, 1)) if is_share else (value,)
    return any(_is_gold(reading, gold, asked, outcome) for reading in readings)


def states_size(outcome: JsonObject, gold: GoldNumber, asked: GoldQuestion) -> bool:
    """Whether the typed value is this gold number, but for its sign."""
    value = typed_value(outcome)
    if value is None:
        return False
    bare: JsonObject = {"value": {**outcome["value"], "number": abs(value.number)}}
    return states_value(bare, GoldNumber(abs(gold.amount), gold.unit), asked)


def states_leniently(outcome: JsonObject, gold: GoldNumber, asked: GoldQuestion) -> bool:
    """Whether some number would be right but for its sign or a power of ten."""
    value = typed_value(outcome)
    stated = [value] if value is not None else list(_in_text(outcome.get("answer") or ""))
    wanted = abs(float(gold.amount))
    sizes = [abs(one.number * one.scale) for one in stated]
    slips = (1.0, *SLIPS, *(1 / slip for slip in SLIPS))
    return any(_is_close(size * slip, wanted) for size in sizes for slip in slips)


def word_recall(outcome: JsonObject, answer: str | None) -> float:
    """Share of the gold answer's content words in the answer or in what it quotes."""
    wanted = _words(answer)
    said = _words(outcome.get("answer"))
    for citation in citations(outcome):
        said |= _words(citation.get("quote"))
    return len(wanted & said) / max(len(wanted), 1)


def citations(outcome: JsonObject) -> list[JsonObject]:
    """Every citation of every claim, in order."""
    return [c for claim in outcome.get("claims") or () for c in claim.get("citations") or ()]


def _is_gold(stated: Stated, gold: GoldNumber, asked: GoldQuestion, outcome: JsonObject) -> bool:
    wanted, scale_asked = float(gold.amount), _scale_asked(asked.question)
    amounts = {stated.number * stated.scale}
    if stated.scale == 1:
        amounts.add(stated.number * scale_asked)
    if _FALL.search(outcome.get("answer") or ""):
        amounts |= {-amount for amount in amounts}
    unit = scale_asked if abs(wanted) >= LARGE else 1.0
    rounding = asked.rounding * 1.01 * unit
    return any(_is_close(x, wanted) or abs(x - wanted) <= rounding for x in amounts)


def _is_close(amount: float, wanted: float) -> bool:
    return abs(amount - wanted) <= max(TOLERANCE * abs(wanted), 1e-9)


def _scale_asked(question: str) -> float:
    """The scale that a question asks for ("in USD millions"), 1 where it names none."""
    lowered = question.lower()
    named = (word for word in ("billion", "million", "thousand") if word in lowered)
    return float(scale_of(next(named, "")) or 1)


def _in_text(text: str) -> Iterator[Stated]:
    for number in find_numbers(text):
        is_aside = number.is_percent and number.printed.startswith("(")  # up $4 million (30.8%)
        value = abs(number.value) if is_aside else number.value
        yield Stated(float(value), float(number.scale))


def _words(text: str | None) -> set[str]:
    return set(_WORD.findall((text or "").lower())) - _STOP
