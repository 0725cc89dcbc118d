"""Several figures of one quantity together: difference, change, average, sum, who comes first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from onfile.answer.computed import places_asked, rounded
from onfile.answer.ordering import asks_order, in_order
from onfile.answer.shown import shown
from onfile.language.numbers import format_amount
from onfile.types import Figure, Intent, Pair, QuestionKind, Value

Told = tuple[Pair, Figure]
Summary = tuple[str, str, Value | None]
"""A sentence, the arithmetic behind it, and the value where it is what was asked for."""

AVERAGE = re.compile(
    r"(?<!weighted[ -])\b(?:average|avg|mean)\b(?! (?:price|selling|rate|revenue per|cost))", re.I
)
_SUM = re.compile(
    r"\b(?:combined|cumulative(?:ly)?|altogether|sum of|in total|add(?:ed)? up)\b", re.I
)
_TOTAL_OVER = re.compile(
    r"\btotal\b[^?]*\b(?:from|between|over|through|during)\b|\btotal\b[^?]*\d\s*[-–]\s*\d", re.I
)
_CAGR = re.compile(
    r"\bcagr\b|\bcompound(?:ed)? (?:annual )?growth\b|\baverage annual growth\b", re.I
)
_HOW_MUCH = re.compile(
    r"\bby how much\b|\bhow much (?:did|has|have|was)\b|\bwhat (?:was|is|were) the (?:\w+ )?"
    r"(?:increase|decrease|change|difference|decline|rise|fall|growth|reduction)\b",
    re.I,
)
_WHICH_YEAR = re.compile(
    r"\b(?:which|what) (?:fiscal )?(?:year|quarter|period)s?\b[^?]*\b(?:highest|lowest|largest|"
    r"smallest|biggest|best|worst|most|least)\b",
    re.I,
)
_FALL = re.compile(r"\b(?:decreas|declin|fall|fell|drop|reduc)\w*", re.I)


def together(intent: Intent, told: Sequence[Told]) -> Summary | None:
    """What the figures say together, as the question asks; None where nothing can be said.

    Args:
        intent: The question.
        told: One figure a pair, as spoken of, at least two; of one unit and currency, else None.
    """
    kinds = {(f.currency, f.unit, f.is_percent) for _, f in told}
    if len(kinds) != 1:
        return None
    is_one_company = len({pair.company for pair, _ in told}) == 1
    if is_one_company and _CAGR.search(intent.asked):
        return _difference(intent, [told[0], told[-1]])
    if AVERAGE.search(intent.asked) and not _CAGR.search(intent.asked):
        return _mean(intent, [figure for _, figure in told])
    is_span = is_one_company and len(told) > 2 and _TOTAL_OVER.search(intent.asked) is not None
    if (is_span or _SUM.search(intent.asked)) and _adds_up(told, is_one_company=is_one_company):
        return _sum([figure for _, figure in told])
    asks_year = is_one_company and _WHICH_YEAR.search(intent.asked) is not None
    if len(told) == 2 and not asks_year:
        return _difference(intent, told)
    if asks_year and asks_order(intent.asked):
        amounts = [figure.value * (figure.scale or 1) for _, figure in told]
        periods = [pair.period.name if pair.period else "" for pair, _ in told]
        lines = [f"{p} ({shown(f)})" for p, (_, f) in zip(periods, told, strict=True)]
        return in_order(intent.asked, amounts, lines), "", None
    if not is_one_company and asks_order(intent.asked):
        amounts = [figure.value * (figure.scale or 1) for _, figure in told]
        lines = [f"{pair.company or ''} ({shown(figure)})" for pair, figure in told]
        return in_order(intent.asked, amounts, lines), "", None
    return None


def _adds_up(told: Sequence[Told], *, is_one_company: bool) -> bool:
    """Amounts that may be added: no shares of a whole; of one company, none that overlap in time.

    What it owns at the end of each of three years is no sum, and a year holds its quarters.
    """
    if told[0][1].is_percent:
        return False
    lengths = {(p.period.quarter is None, p.period.months) for p, _ in told if p.period is not None}
    is_of_dates = any(figure.is_instant for _, figure in told)
    return not is_one_company or (len(lengths) == 1 and not is_of_dates)


def _scaled(figures: Sequence[Figure]) -> tuple[list[Decimal], int]:
    """The amounts at the coarsest of their scales, and that scale."""
    scale = max(f.scale or 1 for f in figures)
    return [f.value * (f.scale or 1) / scale for f in figures], scale


def _mean(intent: Intent, figures: Sequence[Figure]) -> Summary:
    amounts, scale = _scaled(figures)
    first = figures[0]
    places = places_asked(intent.question, "percent" if first.is_percent else "money")
    if scale == 1 and not first.is_percent:
        places = max(places, 2)  # an amount a share or in ones keeps its cents
    mean = rounded(sum(amounts, Decimal(0)) / len(amounts), places)
    listed = " + ".join(f"{a:f}" for a in amounts)
    amount = f"{mean}%" if first.is_percent else format_amount(mean, scale, first.currency)
    value = Value(mean, scale, first.currency, first.unit, percent=first.is_percent)
    return f"Average: {amount}.", f"({listed}) / {len(amounts)} = {mean}", value


def _sum(figures: Sequence[Figure]) -> Summary:
    amounts, scale = _scaled(figures)
    total = sum(amounts, Decimal(0))
    first = figures[0]
    listed = " + ".join(f"{a:f}" for a in amounts)
    value = Value(total, scale, first.currency, first.unit)
    text = f"Together: {format_amount(total, scale, first.currency)}."
    return text, f"{listed} = {total:f}", value


def _difference(intent: Intent, told: Sequence[Told]) -> tuple[str, str, Value | None] | None:
    """The difference of two figures in words, the arithmetic, and the value if one was asked."""
    (one, a), (other, b) = told
    scale = max(a.scale or 1, b.scale or 1)
    x = a.value * (a.scale or 1) / scale
    y = b.value * (b.scale or 1) / scale
    if one.company == other.company:
        return _change(intent, x, y, a, scale)
    larger = one if x >= y else other
    gap = abs(x - y)
    amount = format_amount(gap, scale, a.currency, is_percent=False)
    unit = " percentage points" if a.is_percent else ""
    text = f"{larger.company} is larger by {amount}{unit}."
    return text, f"{max(x, y)} - {min(x, y)} = {gap}", None


def _change(
    intent: Intent, before: Decimal, after: Decimal, figure: Figure, scale: int
) -> tuple[str, str, Value | None]:
    if _CAGR.search(intent.asked):
        return _compound(intent, before, after)
    gap = after - before
    word = "up" if gap > 0 else "down" if gap < 0 else "unchanged"
    if figure.is_percent:
        text = f"Change: {word} {abs(gap)} percentage points."
        return text, f"{after} - {before} = {gap}", None
    amount = format_amount(abs(gap), scale, figure.currency)
    text = f"Change: {word} {amount}."
    arithmetic = f"{after} - {before} = {gap}"
    value = None
    if _HOW_MUCH.search(intent.asked):
        asked_fall = _FALL.search(intent.asked) is not None and gap < 0
        value = Value(abs(gap) if asked_fall else gap, scale, figure.currency, figure.unit)
        if asked_fall:
            arithmetic = f"{before} - {after} = {abs(gap)}"
    if before > 0:
        places = places_asked(intent.question, "percent")
        growth = rounded(100 * gap / before, places)
        text = f"Change: {word} {amount} ({growth}%)."
        arithmetic += f"; 100 * ({after} - {before}) / {before} = {growth}"
        if intent.wants_percent and intent.kind in (QuestionKind.CHANGE, QuestionKind.FIGURE):
            return text, arithmetic, Value(growth, 1, None, None, percent=True)
    return text, arithmetic, value


def _compound(intent: Intent, before: Decimal, after: Decimal) -> tuple[str, str, Value | None]:
    """Compound annual growth between the first and the last period."""
    years = [p.period.fiscal_year for p in intent.pairs if p.period is not None]
    n_years = max(years) - min(years)
    if before <= 0 or after <= 0 or n_years < 1:
        return "No compound growth can be computed.", "", None
    places = places_asked(intent.question, "percent")
    growth = rounded(100 * ((after / before) ** (Decimal(1) / n_years) - 1), places)
    word = "growth" if growth >= 0 else "change"
    text = f"Compound annual {word}: {growth}%."
    arithmetic = f"100 * (({after} / {before}) ** (1 / {n_years}) - 1) = {growth}"
    return text, arithmetic, Value(growth, 1, None, None, percent=True)
