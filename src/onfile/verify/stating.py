"""Does a number that somebody wrote state a value that the figures on file give?"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from onfile.language.numbers import PrintedNumber
from onfile.verify.equal import half_a_place, is_same_money, states
from onfile.verify.grounds import Expected

COMPUTED_TOLERANCE = 0.0005  # results that were rounded on the way
MAX_ROUNDED = 0.02  # of a percentage may come of rounding on the way, whatever its places
MAX_SHARE = 10  # a plain ratio may be written as a percentage up to here


def first_stated(stated: Sequence[PrintedNumber], values: Sequence[Expected]) -> Expected | None:
    """The first value that one of the numbers states."""
    for value in values:
        if any(is_stated(number, value) for number in stated):
            return value
    return None


def is_stated(number: PrintedNumber, value: Expected) -> bool:
    """True when the number is the value, in any scale, to the places it is written with.

    A percentage worked out from several figures may be off by one in its last place: who takes
    the mean of margins rounds each of them first.
    """
    if any(not is_same_money(number, f.currency) for f in value.figures):
        return False
    amount = float(value.amount)
    known = all(f.scale is not None or f.is_percent for f in value.figures)
    is_computed = len(value.figures) > 1
    tolerance = COMPUTED_TOLERANCE if is_computed else 1e-9
    is_small = abs(amount) < MAX_SHARE
    if number.is_percent and not value.is_percent:
        return is_small and states(number, amount * 100, scale_is_known=True, tolerance=tolerance)
    if states(number, amount, scale_is_known=known, tolerance=tolerance):
        return True
    if is_computed and value.is_percent and number.is_percent and number.value % 1:
        gap = abs(abs(float(number.value)) - abs(amount))
        return gap <= 2 * float(half_a_place(number)) and gap <= MAX_ROUNDED * abs(amount)
    if value.is_percent and number.is_percent and _is_finer(number, value):
        return True
    is_share = value.is_percent and number.scale == 1 and number.currency is None
    return is_share and states(number, amount / 100, scale_is_known=True, tolerance=tolerance)


def _is_finer(number: PrintedNumber, value: Expected) -> bool:
    """True for 14.76% where a table prints 14.8%: the rate worked out again, to more places."""
    if len(value.figures) != 1:
        return False
    printed = int(value.figures[0].value.as_tuple().exponent)
    half = Decimal(5).scaleb(printed - 1)
    is_finer = int(number.value.as_tuple().exponent) < printed < 0
    return is_finer and abs(abs(number.value) - abs(value.amount)) <= half
