"""Which value does the question come to, by the figures on file?"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from onfile.types import Figure, Intent, Pair
from onfile.verify.grounds import Expected

Quantities = Sequence[Mapping[Pair, Sequence[Expected]]]

MAX_READINGS = 3  # of one period, where several periods are combined
MAX_COMBINATIONS = 32

_CAGR = re.compile(r"\bcagr\b|\bcompound(?:ed)? annual\b", re.IGNORECASE)
_AVERAGE = re.compile(r"\baverage\b(?! total| accounts| inventor| assets)", re.IGNORECASE)
_GROWTH = re.compile(
    r"\b(?:change|growth|grow|grew|increas\w*|decreas\w*|declin\w*|fell|rose|drop\w*)\b",
    re.IGNORECASE,
)


def expected_values(intent: Intent, quantities: Quantities) -> tuple[Expected, ...]:
    """What the first quantity that has a value comes to; each reading of it, the certain first.

    With one period its figure or formula; with several the change, the average or the compound
    growth that the question names.
    """
    readings: list[Expected] = []
    for of_pairs in quantities:
        found = _of_quantity(intent, of_pairs)
        if any(one.is_certain for one in found):
            return found
        readings += found
    return tuple(readings)


def levels(quantities: Quantities) -> tuple[Expected, ...]:
    """The certain value in each of several periods, in order; empty unless all are certain."""
    for of_pairs in quantities:
        found = _certain_in_order(of_pairs)
        if len(of_pairs) >= 2 and len(found) == len(of_pairs):
            return tuple(found)
    return ()


def movement(intent: Intent, quantities: Quantities) -> tuple[int, tuple[Figure, ...]]:
    """Whether the first quantity rose (+1) or fell (-1) between the first and last period asked."""
    for of_pairs in quantities:
        certain = _certain_in_order(of_pairs)
        if len(certain) >= 2 and len({p.company for p in of_pairs}) == 1:
            first, last = certain[0], certain[-1]
            gap = abs(last.amount) - abs(first.amount)
            return int(gap > 0) - int(gap < 0), (*first.figures, *last.figures)
    return 0, ()


def _of_quantity(
    intent: Intent, of_pairs: Mapping[Pair, Sequence[Expected]]
) -> tuple[Expected, ...]:
    if not of_pairs:
        return ()
    if len(of_pairs) == 1:
        return tuple(next(iter(of_pairs.values())))
    ordered = [of_pairs[pair][:MAX_READINGS] for pair in sorted(of_pairs, key=_time)]
    every = itertools.islice(itertools.product(*ordered), MAX_COMBINATIONS)
    combined = [one for chosen in every for one in _combined(intent, chosen)]
    return tuple(sorted(combined, key=lambda one: not one.is_certain))


def _certain_in_order(of_pairs: Mapping[Pair, Sequence[Expected]]) -> list[Expected]:
    ordered = sorted(of_pairs, key=_time)
    firsts = [next((c for c in of_pairs[p] if c.is_certain), None) for p in ordered]
    return [c for c in firsts if c is not None]


def _time(pair: Pair) -> tuple[int, int]:
    """Sort key: when the period ends, a year with its last quarter."""
    if pair.period is None:
        return (0, 0)
    return (pair.period.fiscal_year, pair.period.quarter or 4)


def _combined(intent: Intent, ordered: Sequence[Expected]) -> tuple[Expected, ...]:
    first, last = ordered[0], ordered[-1]
    figures = tuple(f for one in ordered for f in one.figures)
    is_certain = all(one.is_certain for one in ordered)
    question = intent.question
    if _AVERAGE.search(question):
        mean = sum((one.amount for one in ordered), Decimal(0)) / len(ordered)
        return (Expected(mean, first.is_percent, is_certain, figures, "average"),)
    if first.amount == 0:
        return ()
    if _CAGR.search(question):
        years = _years(intent)
        ratio = last.amount / first.amount
        if years and ratio > 0:
            growth = (ratio ** (Decimal(1) / years) - 1) * 100
            return (Expected(growth, True, is_certain, figures, "compound annual growth"),)
        return ()
    if _GROWTH.search(question) and not first.is_percent:
        gap = last.amount - first.amount
        growth = gap / abs(first.amount) * 100
        return (
            Expected(growth, True, is_certain, figures, "growth"),
            Expected(gap, False, is_certain, figures, "change"),
        )
    return ()


def _years(intent: Intent) -> int:
    years = [p.fiscal_year for p in intent.periods]
    return max(years) - min(years) if years else 0
