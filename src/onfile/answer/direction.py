"""Did it rise or fall? Yes-or-no questions that two figures decide."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from onfile.answer.cite import cite_rows
from onfile.answer.computed import places_asked, plain, rounded
from onfile.answer.declined import not_stated
from onfile.answer.passages import PassageFinder
from onfile.answer.quantities import choose
from onfile.answer.request import Quantity, Reading
from onfile.answer.shown import row_name, shown, spoken
from onfile.answer.verdicts import GROWTH_RATES, sign_of_rate
from onfile.language.numbers import format_amount
from onfile.types import (
    Citation,
    Claim,
    Computation,
    Draft,
    Figure,
    FigureMatch,
    Pair,
    Period,
    Refusal,
    RefusalCode,
    Value,
)

_MOVES = (
    r"(?:increas|decreas|grow|grew|rise|rose|fall|fell|declin|drop|chang|improv|shr[aiu]nk|climb|"
    r"jump|reduc)\w*"
)
_GROWTH = re.compile(
    r"\bgrowth\b(?! (?:rate )?(?:company|strategy|capex))|\byear[- ]over[- ]year\b|\byoy\b|"
    r"\bpercent(?:age)? (?:change|increase|decrease)\b|\bby what percent(?:age)?\b|"
    rf"\b{_MOVES}\b[^?]*\bin\s+(?:%|per\s?cent\b|percentages?\b)(?!\s+of)|"
    rf"(?:%|\bper\s?cent(?:age)?)\s+did\b[^?]*\b{_MOVES}\b|%\s+(?:growth|change|increase|decrease)\b",
    re.I,
)
_EITHER = re.compile(
    r"\b(?:increas|rise|rose|grow|grew|go up|improv|expand|widen|strengthen)\w*\s+or\s+"
    r"(?:did (?:it|they) )?(?:decreas|fall|fell|declin|deteriorat|worsen|shr[aiu]nk|contract|"
    r"narrow|weaken|go down)|"
    r"\b(?:decreas|fall|declin|worsen)\w*\s+or\s+(?:increas|ris|grow|improv)|"
    r"\b(?:19|20)\d\d\s+or\s+(?:in\s+)?(?:FY\s?|fiscal\s+(?:year\s+)?)?(?:19|20)\d\d\b",
    re.I,
)


_CHANGE_ASKED = re.compile(
    rf"\bhow much (?:did|has|have|had|more|less|higher|lower)\b[^?]*?\b{_MOVES}\b|\bby how much\b|"
    rf"\bhow much (?:more|less|higher|lower)\b|\bhow far (?:did|has|have|had)\b|"
    rf"\bhow (?:did|has|have)\b[^?]*?\bchanged?\b|"
    rf"\b(?:what|how (?:large|big)) (?:was|is|were) (?:the |its )?(?:\w+ )?{_MOVES} (?:in|of)\b|"
    rf"\b(?:increase|decrease|rise|fall|drop|decline|change) in\b",
    re.I,
)
_BELOW_ZERO = re.compile(r"/ \(-")  # a divisor, as ``computing.py`` writes it
_PART = (  # "International segment", "AWS": not the word that begins the question, no year
    r"(?P<part>(?!(?:What|How|Did|Does|Was|Were|Is|Has|Have|By|Why|In|FY\d*|Q\d)\b)[A-Z][\w&-]*"
    r"(?:\s+[A-Z][\w&-]*)*(?:\s+(?:segment|division|business))?)"
)
_FALL = re.compile(r"\b(?:decreas|declin|fall|fell|drop|reduc|shr[aiu]nk|less|lower)\w*", re.I)


@dataclass(frozen=True, slots=True)
class Level:
    """What a quantity was in one period, with the figures it rests on."""

    period: Period
    amount: Decimal
    figures: tuple[Figure, ...]
    arithmetic: str


def answer_direction(
    reading: Reading,
    finder: PassageFinder,
    earlier: Mapping[Pair, Sequence[FigureMatch]],
) -> Draft | Refusal | None:
    """Yes or no with both figures cited; None when the figures are not both certain.

    A ratio over a loss has no direction: two negative numbers give a large positive one.
    """
    asked = direction_asked(reading, finder)
    if reading.quantities and reading.quantities[0].concept in GROWTH_RATES and asked:
        return sign_of_rate(reading, asked) or not_stated(reading, None)
    levels = levels_of(reading, reading.quantities[0], earlier) if reading.quantities else None
    if levels is None or asked is None:
        return None
    before, after = levels
    below = next((level for level in levels if _BELOW_ZERO.search(level.arithmetic)), None)
    if below is not None and reading.quantities[0].unit != "money":
        return _no_direction(reading, reading.quantities[0], below)
    change = after.amount - before.amount
    verdict = "" if asked == 0 else ("Yes: " if change * asked > 0 else "No: ")
    return _draft(reading, reading.quantities[0], before, after, verdict)


def _no_direction(reading: Reading, quantity: Quantity, level: Level) -> Refusal:
    """What is divided by is below zero: higher is no better, and lower no worse."""
    stated = "; ".join(f"{row_name(f)} {shown(f)}" for f in level.figures)
    detail = (
        f"{_whose(reading, quantity)} says nothing of better or worse in {level.period.name}: it "
        f"is divided by an amount below zero ({stated})."
    )
    return Refusal(RefusalCode.NOT_STATED, detail, citations=_cited(reading, level.figures))


def direction_asked(reading: Reading, finder: PassageFinder) -> int | None:
    """+1 "did it rise?", -1 "did it fall?", 0 "did it rise or fall?"; None where none is asked."""
    if _EITHER.search(reading.intent.asked):
        return 0
    return finder.words.direction(reading.intent.terms) or None


def answer_growth(reading: Reading, earlier: Mapping[Pair, Sequence[FigureMatch]]) -> Draft | None:
    """The growth of one figure over the year before, where growth is asked for."""
    question = reading.intent.asked
    is_one = len([p for p in reading.intent.pairs if p.period is not None]) == 1
    if not reading.quantities or not is_one or not _GROWTH.search(question):
        return None
    quantity = reading.quantities[0]
    levels = levels_of(reading, quantity, earlier)
    if levels is None or quantity.unit not in ("money", "per_share") or levels[0].amount <= 0:
        return None
    before, after = levels
    scale = max((f.scale or 1 for f in (*before.figures, *after.figures)), default=1)
    x, y = plain(before.amount / scale), plain(after.amount / scale)
    places = places_asked(reading.intent.question, "percent")
    growth = rounded(100 * (after.amount / before.amount - 1), places)
    text = (
        f"{_whose(reading, quantity)}: {growth}%, from "
        f"{_told(quantity, before)} to {_told(quantity, after)}."
    )
    citations = _cited(reading, (*before.figures, *after.figures))
    arithmetic = f"100 * ({y} - {x}) / {x} = {growth}"
    claim = Claim(text, citations, reading.intent.pairs[0], arithmetic)
    return Draft(text, (claim,), Value(growth, 1, percent=True), "figures", 1.0)


def answer_change(reading: Reading, earlier: Mapping[Pair, Sequence[FigureMatch]]) -> Draft | None:
    """By how much one amount moved in one period; None where the year before is not certain."""
    quantity = reading.quantities[0] if reading.quantities else None
    levels = levels_of(reading, quantity, earlier) if quantity is not None else None
    if quantity is None or levels is None or quantity.unit not in ("money", "per_share", "count"):
        return None
    before, after = levels
    scale = max((f.scale or 1 for f in (*before.figures, *after.figures)), default=1)
    currency = next((f.currency for f in after.figures), None)
    x, y = plain(before.amount / scale), plain(after.amount / scale)
    gap = (after.amount - before.amount) / scale
    word = "up" if gap > 0 else "down" if gap < 0 else "unchanged"
    asks_fall = _FALL.search(reading.intent.asked) is not None and gap < 0
    text = (
        f"{_whose(reading, quantity)}: {word} "
        f"{format_amount(abs(gap), scale, currency)}, from {_told(quantity, before)} to "
        f"{_told(quantity, after)}."
    )
    steps = [_steps(quantity, level) for level in levels if level.arithmetic]
    if asks_fall:
        steps.append(f"{x} - {y} = {plain(-gap)}")
    arithmetic = "; ".join([*steps, f"{y} - {x} = {plain(gap)}"])
    citations = _cited(reading, (*before.figures, *after.figures))
    claim = Claim(text, citations, reading.intent.pairs[-1], arithmetic)
    value = Value(abs(gap), scale, currency) if asks_fall or gap >= 0 else None
    return Draft(text, (claim,), value, "figures", 1.0)


def asks_change(reading: Reading) -> bool:
    """True for "by how much did it grow", "what was the increase in it": the level is no answer.

    A row that is itself a change ("net increase in cash") has that word in its name.
    """
    asked = _CHANGE_ASKED.search(reading.intent.asked)
    named = " ".join(q.words for q in reading.quantities[:1]).lower()
    is_row = any(word in named for word in ("increase", "decrease", "change", "growth"))
    is_literal = any(
        m.is_literal
        for q in reading.quantities[:1]
        for found in q.matches.values()
        for m in found[:1]
    )
    return asked is not None and not is_row and not is_literal


def asks_growth(question: str) -> bool:
    """True where a rate of growth is asked for, not a level."""
    return _GROWTH.search(question) is not None


def levels_of(
    reading: Reading, quantity: Quantity, earlier: Mapping[Pair, Sequence[FigureMatch]]
) -> tuple[Level, Level] | None:
    """The earlier and the later level of one company."""
    pairs = sorted((p for p in reading.intent.pairs if p.period is not None), key=_by_time)
    if not pairs or len({p.company for p in pairs}) != 1 or len(pairs) > 2:
        return None
    last = pairs[-1]
    if last.period is None:
        return None
    after = _level(last, quantity, quantity.matches.get(last, ()), quantity.computed.get(last))
    if len(pairs) == 2:
        first = pairs[0]
        matches = quantity.matches.get(first, ())
        before = _level(first, quantity, matches, quantity.computed.get(first))
    else:
        first = Pair(last.company, year_before(last.period))
        before = _level(first, quantity, earlier.get(last, ()), quantity.computed_before.get(last))
    if before is None or after is None:
        return None
    if quantity.unit == "money" and bool(before.arithmetic) != bool(after.arithmetic):
        return None  # a note's row beside a sum of the statements: not like with like
    return before, after


def _level(
    pair: Pair,
    quantity: Quantity,
    matches: Sequence[FigureMatch],
    computed: Computation | None,
) -> Level | None:
    period = pair.period
    if period is None:
        return None
    if computed is not None and computed.value is not None:
        return Level(period, computed.value, computed.operands, computed.arithmetic)
    chosen = choose(pair, matches)
    if chosen is None or chosen.rivals:
        return None
    figure = spoken(chosen.figure, quantity.sign)
    return Level(period, figure.value * (figure.scale or 1), (figure,), "")


def _draft(
    reading: Reading, quantity: Quantity, before: Level, after: Level, verdict: str
) -> Draft:
    change = after.amount - before.amount
    word = "increased" if change > 0 else "decreased" if change < 0 else "did not change"
    then, now = _told(quantity, before), _told(quantity, after)
    by, last = _moved(quantity, before, after)
    yearly = " year over year" if year_before(after.period) == before.period and change else ""
    subject = _whose(reading, quantity)
    text = f"{verdict}{subject} {word}{by}{yearly}, from {then} to {now}."
    citations = _cited(reading, (*before.figures, *after.figures))
    steps = [_steps(quantity, level) for level in (before, after) if level.arithmetic]
    arithmetic = "; ".join([*steps, *last])
    claims = tuple(Claim(text, citations, pair, arithmetic) for pair in reading.intent.pairs)
    return Draft(text, claims, None, "figures", 1.0)


def _moved(quantity: Quantity, before: Level, after: Level) -> tuple[str, list[str]]:
    """By how much, in words ("by $23 million (4.1%)"), and the steps that come to it."""
    levels = (before, after)
    figures = (*before.figures, *after.figures)
    if quantity.unit not in ("money", "per_share", "count") or any(f.is_percent for f in figures):
        if not (before.arithmetic and after.arithmetic):
            return "", []
        x, y = (_rounded(quantity, level).rstrip("%") for level in levels)
        gap = Decimal(y) - Decimal(x)
        points = " percentage points" if quantity.unit == "percent" else ""
        by = f" by {abs(gap)}{points}" if gap else ""
        return by, [f"{y} - {x} = {gap}"]
    scale = max((f.scale or 1 for f in figures), default=1)
    x, y = plain(before.amount / scale), plain(after.amount / scale)
    gap = (after.amount - before.amount) / scale
    if not gap:
        return "", [f"{y} - {x} = {plain(gap)}"]
    amount = format_amount(abs(gap), scale, next((f.currency for f in after.figures), None))
    last = [f"{y} - {x} = {plain(gap)}"]
    if before.amount <= 0:
        return f" by {amount}", last
    growth = rounded(100 * gap * scale / before.amount, 1)
    return f" by {amount} ({abs(growth)}%)", [*last, f"100 * ({y} - {x}) / {x} = {growth}"]


def _whose(reading: Reading, quantity: Quantity) -> str:
    """The quantity with its company, and with the part of it that the question names."""
    company = reading.intent.pairs[0].company or ""
    asked = reading.intent.asked
    before = rf"{_PART}(?:['’]s?)?\s+(?:total\s+|net\s+)?{re.escape(quantity.words)}\b"
    behind = (
        rf"{re.escape(quantity.words)}\s+(?:of|for|in|at|from)\s+(?:the\s+|[\w ]+['’]s?\s+)?{_PART}"
    )
    found = re.search(before, asked) or re.search(behind, asked)
    part = found["part"] if found is not None else ""
    is_other = part and not any(w.lower() in company.lower() for w in part.split()[:1])
    return f"{company}'s {part + ' ' if is_other else ''}{quantity.words}"


def _told(quantity: Quantity, level: Level) -> str:
    if level.arithmetic and quantity.unit == "money":
        scale, currency = _scale(level), next((f.currency for f in level.figures), None)
        amount = format_amount(level.amount / scale, scale, currency)
        return f"{amount} ({level.period.name})"
    if level.arithmetic:
        return f"{_rounded(quantity, level)} ({level.period.name})"
    figure = level.figures[0]
    return f"{shown(figure)} ({level.period.name}, {row_name(figure)})"


def _rounded(quantity: Quantity, level: Level) -> str:
    if quantity.unit == "percent":
        return f"{(100 * level.amount).quantize(Decimal('0.1'))}%"
    if quantity.unit == "money":
        return plain(level.amount / _scale(level))
    return f"{level.amount.quantize(Decimal('0.01'))}"


def _scale(level: Level) -> int:
    return max((f.scale or 1 for f in level.figures), default=1)


def _steps(quantity: Quantity, level: Level) -> str:
    times = "100 * " if quantity.unit == "percent" else ""
    return f"{times}({level.arithmetic}) = {_rounded(quantity, level).rstrip('%')}"


def _cited(reading: Reading, figures: Sequence[Figure]) -> tuple[Citation, ...]:
    return cite_rows(reading.archive, figures)


def _by_time(pair: Pair) -> tuple[int, int]:
    period = pair.period
    return (0, 0) if period is None else (period.fiscal_year, period.quarter or 4)


def year_before(period: Period) -> Period:
    """The same period of the fiscal year before."""
    return Period(period.fiscal_year - 1, period.quarter, period.months)
