"""Is a number that somebody wrote a number that stands in a document, to the places it has?"""

from __future__ import annotations

from decimal import Decimal

from onfile.language.numbers import PrintedNumber

SHIFTS = (0, 3, 6, 9, -3, -6, -9)  # a bare number may be in the thousands, millions … of its table
SLACK = 1.02  # half of the last place, and a little for what was rounded twice
MIN_DIGITS = 2  # of a whole number that may stand for a longer one: "9" is not 9.4


def half_a_place(number: PrintedNumber) -> Decimal:
    """Half of the last place that a number is written to, in its own scale."""
    return Decimal(5).scaleb(int(number.value.as_tuple().exponent) - 1)


def digits(value: Decimal) -> str:
    """The significant digits, without sign, point and zeros at the ends."""
    return "".join(map(str, abs(value).as_tuple().digits)).strip("0")


def key(value: Decimal) -> int:
    """The first two significant digits as a number from 10 to 99; 0 for zero.

    Equal numbers of any scale share it, or have neighbouring ones where one of them is rounded.
    """
    shown = digits(value)
    return int(f"{shown:0<3}"[:2]) if shown else 0


def neighbours(first: int) -> tuple[int, ...]:
    """The key itself, and those that a rounded number may have instead."""
    return (first, 10 if first >= 99 else first + 1, 99 if first <= 10 else first - 1)


def states(
    number: PrintedNumber, amount: float, *, scale_is_known: bool, tolerance: float = 1e-9
) -> bool:
    """True when ``number`` is ``amount`` rounded to the places it is written with.

    The sign is left to the words around it. A number without a scale word, or one held against
    an amount whose scale is unknown, may differ by a factor of 10^±3, ±6 or ±9. ``tolerance`` is
    a share of the number, for results that were rounded on the way.
    """
    is_free = number.scale == 1 or not scale_is_known
    shifts = SHIFTS if is_free and not number.is_percent else (0,)
    slack = float(half_a_place(number)) * SLACK
    is_whole = int(number.value.as_tuple().exponent) >= 0
    if is_whole and len(digits(number.value)) < MIN_DIGITS:
        slack = 0.0
    size = abs(float(number.value))
    held = abs(amount) / number.scale
    slack += size * tolerance + 1e-12
    return any(abs(size - held * 10.0**n) <= slack for n in shifts)


def is_same_money(number: PrintedNumber, currency: str | None) -> bool:
    """False where a number is written in another currency than an amount is known to be in."""
    return number.currency is None or currency is None or number.currency == currency
