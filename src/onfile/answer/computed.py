"""Answers that a formula gives: the formula, its operands with their rows, the result."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from onfile.answer.astray import without_names
from onfile.answer.cite import cite_rows
from onfile.answer.ordering import asks_order, in_order, names_in_order
from onfile.answer.request import Quantity, Reading
from onfile.answer.second_reading import SecondReading, checks, read_again
from onfile.answer.shown import row_name, shown
from onfile.language.numbers import format_amount
from onfile.types import Citation, Claim, Computation, Draft, Pair, Value

_PLACES = {"no": 0, "whole": 0, "one": 1, "two": 2, "three": 3, "four": 4}
_ASKED_PLACES = re.compile(r"\b(no|whole|one|two|three|four|\d)\b[\w\s-]{0,12}?decimal", re.I)
_AVERAGE = re.compile(r"\b(?:average|avg|mean)\b", re.I)
DEFAULT_PLACES = {"percent": 1, "ratio": 2, "days": 2, "money": 0}


@dataclass(frozen=True, slots=True)
class _Result:
    pair: Pair
    value: Value
    text: str
    arithmetic: str


def answer_computed(reading: Reading, quantity: Quantity) -> Draft | None:
    """One computed claim a pair; None when any operand of any pair is missing."""
    if not quantity.computed:
        return None
    claims: list[Claim] = []
    values: list[Value] = []
    for pair in reading.intent.pairs:
        done = quantity.computed.get(pair)
        if done is None or done.value is None:
            return None
        result = _result(reading, quantity, pair, done)
        citations = _citations(reading, done)
        claims.append(Claim(result.text, citations, pair, result.arithmetic))
        values.append(result.value)
    if not claims:
        return None
    value = values[0] if len(values) == 1 else None
    ranked = _in_order(reading, values)
    if len(values) > 1:
        worked = [quantity.computed[pair] for pair in reading.intent.pairs]
        over = across(reading, quantity.unit, values, worked)
        if over is not None:
            text, arithmetic, value = over
            citations = tuple(c for claim in claims for c in claim.citations)
            arithmetic = "; ".join(a for a in (*(c.arithmetic for c in claims), arithmetic) if a)
            claims.append(Claim(text, citations, None, arithmetic))
    text = "\n".join(c.text for c in claims)
    made = checks(reading.archive, operands_again(reading, quantity))
    return Draft(text, tuple(claims), value, "figure computed", 1.0, made, ranked)


def _in_order(reading: Reading, values: Sequence[Value]) -> tuple[str, ...]:
    if len(values) < 2:
        return ()
    amounts = [value.number * value.scale for value in values]
    names = [pair.company or "" for pair in reading.intent.pairs]
    return names_in_order(without_names(reading), amounts, names)


def operands_again(reading: Reading, quantity: Quantity) -> list[SecondReading]:
    """The second readings of the figures that a quantity is computed from."""
    done = [quantity.computed.get(pair) for pair in reading.intent.pairs]
    used = {f.figure_id: f for one in done if one is not None for f in one.operands}
    return [read_again(reading.archive, f, reading.precedence) for f in used.values()]


def across(
    reading: Reading, unit: str, values: Sequence[Value], done: Sequence[Computation]
) -> tuple[str, str, Value | None] | None:
    """The average of one company's periods, or the change over two; companies in their order."""
    numbers = [v.number for v in values]
    sign = "%" if values[0].percent else ""
    names = [pair.company or "" for pair in reading.intent.pairs]
    is_one_currency = len({v.currency for v in values}) == 1
    if len(set(names)) == len(names) and is_one_currency and asks_order(reading.intent.asked):
        lines = [f"{name} ({n:f}{sign})" for name, n in zip(names, numbers, strict=True)]
        return (
            in_order(
                reading.intent.asked,
                [n * v.scale for n, v in zip(numbers, values, strict=True)],
                lines,
            ),
            "",
            None,
        )
    if len(set(names)) != 1:
        return None
    if _AVERAGE.search(reading.intent.question):
        places = places_asked(reading.intent.question, unit)
        factor = Decimal(100 if sign else 1) / values[0].scale
        exact = [factor * (d.value or Decimal(0)) for d in done]
        mean = rounded(sum(exact, Decimal(0)) / len(exact), places)
        times = "100 * " if sign else ""
        total = " + ".join(f"{times}({d.arithmetic})" for d in done)
        average = Value(mean, values[0].scale, values[0].currency, percent=values[0].percent)
        return f"Average: {mean}{sign}.", f"({total}) / {len(exact)} = {mean}", average
    if len(numbers) == 2:
        gap = numbers[1] - numbers[0]
        word = "up" if gap > 0 else "down" if gap < 0 else "unchanged"
        points = " percentage points" if sign else ""
        return f"Change: {word} {abs(gap)}{points}.", f"{numbers[1]} - {numbers[0]} = {gap}", None
    return None


def places_asked(question: str, unit: str) -> int:
    """To how many decimal places the result is wanted."""
    named = places_named(question)
    return DEFAULT_PLACES.get(unit, 2) if named is None else named


def places_named(question: str) -> int | None:
    """How many decimal places the question names; None where it names none."""
    asked = _ASKED_PLACES.search(question)
    if asked is None:
        return None
    word = asked[1].lower()
    return int(word) if word.isdigit() else _PLACES[word]


def _result(reading: Reading, quantity: Quantity, pair: Pair, done: Computation) -> _Result:
    places = places_asked(reading.intent.question, quantity.unit)
    operands = "; ".join(f"{row_name(f)} {_when(f.column_header)}{shown(f)}" for f in done.operands)
    if quantity.unit == "money":
        number, value, amount = _money(done)
        arithmetic = f"{done.arithmetic} = {number}"
    else:
        factor = 100 if quantity.unit == "percent" else 1
        number = rounded((done.value or Decimal(0)) * factor, places)
        value = Value(number, 1, None, _unit(quantity.unit), percent=factor == 100)
        amount = (
            f"{number}%" if factor == 100 else f"{number} {_unit(quantity.unit) or ''}".rstrip()
        )
        shown_left = f"100 * ({done.arithmetic})" if factor == 100 else done.arithmetic
        arithmetic = f"{shown_left} = {number}"
    when = pair.period.name if pair.period else ""
    text = f"{pair.company}, {when}: {quantity.words} {amount} ({arithmetic}; {operands})."
    return _Result(pair, value, text, arithmetic)


def _money(done: Computation) -> tuple[Decimal, Value, str]:
    scale = max((f.scale or 1 for f in done.operands), default=1)
    currency = next((f.currency for f in done.operands if f.currency), None)
    number = (done.value or Decimal(0)) / scale
    return number, Value(number, scale, currency), format_amount(number, scale, currency)


def rounded(number: Decimal, places: int) -> Decimal:
    """Rounded half away from zero, as accounts are."""
    return number.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)


def _unit(unit: str) -> str | None:
    return "days" if unit == "days" else None


def _when(header: str) -> str:
    return f"({header}) " if header else ""


def _citations(reading: Reading, done: Computation) -> tuple[Citation, ...]:
    """One for each row used, in order of first use."""
    return cite_rows(reading.archive, done.operands)


def plain(number: Decimal) -> str:
    """A number without exponent and without trailing zeros after the point."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
