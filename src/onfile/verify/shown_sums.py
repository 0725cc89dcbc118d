"""Sums that an answer shows, worked out again: ``$3,497 / $594 = 5.88x``.

Answers show their sums in running text, with currency signs, scale words and operands that were
rounded before. So a sum is false only where no reading of its units gives its result, allowing
what rounding its numbers can do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from onfile.language.numbers import scale_of
from onfile.verify.arithmetic import WrongArithmeticError, evaluate

MAX_TERMS = 12
EXACT_DIGITS = 3  # a short whole number ("365", "100", "2") is meant as it is
LAST_PLACES = 2  # a quotient may be off by, for it was cut off or rounded twice
NEAR = Decimal("0.001")  # and by this share of it
SHIFTS = (0, 3, 6, 9, -3, -6, -9)

_NUMBER = r"(?:[$€£₹]\s?)?\d[\d,]*(?:\.\d+)?(?:\s?(?:%|thousands?|millions?|billions?|[MBK]\b))?"
_TOKEN = re.compile(rf"\s*(?:(?P<number>{_NUMBER})|(?P<sign>[()+*/^×÷−–-]))")
_RESULT = re.compile(rf"\s*[-−–(]?\s*(?P<number>{_NUMBER})(?![\d,.]*\d)(?!\s*[*/^×÷+]|\s[-–]\s)")
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_CONTINUED = re.compile(r"\s*\n\s*(?==)")
_EQUALS = re.compile(r"=|≈")
_SIGNS = {"×": "*", "÷": "/", "−": "-", "–": "-", "^": "**"}
_SHORT = {"M": 10**6, "B": 10**9, "K": 10**3}
_INEXACT = frozenset("/÷^")
_OPERATORS = frozenset("+*/^×÷−–-")


@dataclass(frozen=True, slots=True)
class _Number:
    """``half``: by how much an operand may be rounded; ``last``: half of the last place."""

    value: Decimal
    half: Decimal
    last: Decimal
    is_percent: bool


def false_sum(text: str) -> str:
    """The first sum of a text that does not come out, as it is written; empty when none."""
    for left, right in _equations(text):
        tokens = _expression(left)
        result = _RESULT.match(right)
        if tokens and result is not None and not _comes_out(tokens, _number(result["number"])):
            shown = "".join(t if isinstance(t, str) else f" {t.value:,f} " for t in tokens)
            return f"{' '.join(shown.split())} = {result['number'].strip()}"
    return ""


def _equations(text: str) -> Iterator[tuple[str, str]]:
    for line in _CONTINUED.sub(" ", text).splitlines():
        yield from pairwise(_EQUALS.split(line))


def _expression(text: str) -> list[str | _Number]:
    """The sum that a text ends with; empty where it does not end with one."""
    tail: list[re.Match[str]] = []
    start = end = len(text.rstrip())
    for match in reversed(list(_TOKEN.finditer(text[:end]))):
        if match.end() < start:
            break
        tail.insert(0, match)
        start = match.start()
    before = text[:start]
    is_cut = bool(before and tail) and not tail[0][0][:1].isspace()
    if not tail or is_cut or tail[0]["sign"] not in (None, "("):
        return []  # it goes on to the left with something that is no number
    tokens: list[str | _Number] = [_number(m["number"]) if m["number"] else m["sign"] for m in tail]
    n_numbers = sum(isinstance(t, _Number) for t in tokens)
    is_sum = any(isinstance(t, str) and t in _OPERATORS for t in tokens)
    return tokens if 2 <= n_numbers <= MAX_TERMS and is_sum else []


def _number(printed: str) -> _Number:
    match = _DIGITS.search(printed)
    digits = match[0] if match is not None else "0"
    word = printed[match.end() :].strip() if match is not None else ""
    value = Decimal(digits.replace(",", ""))
    scale = _SHORT.get(word) or scale_of(word) or 1
    is_exact = scale == 1 and digits.isdigit() and len(digits) <= EXACT_DIGITS
    half = Decimal(0) if is_exact else half_of_last(value) * scale
    return _Number(value * scale, half, half_of_last(value) * scale, word == "%")


def half_of_last(value: Decimal) -> Decimal:
    """Half of the last place that a number is written to."""
    return Decimal(5).scaleb(int(value.as_tuple().exponent) - 1)


def _comes_out(tokens: Sequence[str | _Number], result: _Number) -> bool:
    numbers = [n for n, token in enumerate(tokens) if isinstance(token, _Number)]
    try:
        value = _worked_out(tokens, None)
        slack = sum((abs(_worked_out(tokens, n) - value) for n in numbers), Decimal(0))
    except WrongArithmeticError:
        return True  # it is no sum after all
    has_percent = result.is_percent or any(
        isinstance(token, _Number) and token.is_percent for token in tokens
    )
    is_quotient = any(isinstance(t, str) and t in _INEXACT for t in tokens)
    allowed = result.last
    if is_quotient:
        allowed = LAST_PLACES * 2 * result.last + result.value * NEAR
    shifts = (*SHIFTS, 2, -2) if has_percent else SHIFTS
    return any(
        abs(abs(value.scaleb(n)) - result.value) <= allowed + slack.scaleb(n) for n in shifts
    )


def _worked_out(tokens: Sequence[str | _Number], moved: int | None) -> Decimal:
    """The sum, with the number at ``moved`` half of its last place larger."""
    parts = [
        _SIGNS.get(t, t) if isinstance(t, str) else f"{t.value + (t.half if n == moved else 0):f}"
        for n, t in enumerate(tokens)
    ]
    return evaluate(" ".join(parts))
