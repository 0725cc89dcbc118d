"""One quantity over several periods: a period's share of another, and whether it stays or moves.

"What percent of the year's repurchases fell in the fourth quarter?", "the ratio of 2031 revenue to
2030 revenue", "has the margin been consistent", "did it grow each year". Every period's figure
must be certain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from onfile.answer.cite import cite_rows
from onfile.answer.computed import places_asked, plain, rounded
from onfile.answer.quantities import by_time, choose
from onfile.answer.request import Quantity, Reading
from onfile.answer.shown import row_name, shown, spoken
from onfile.answer.together import AVERAGE
from onfile.answer.vocabulary import vocabulary
from onfile.language.course import UNNAMED, asks_course, is_judged
from onfile.language.numbers import format_amount
from onfile.types import Citation, Claim, Draft, Figure, Pair, Period, QuestionKind, Value

COURSE_WORDS = """
ratio occur occurred consistent consistently historically stable steady steadily fluctuate
fluctuating fluctuated trend each every multiple times over across since past during
develop developed developing evolve evolved trended trending through until
"""  # they ask how a quantity goes over periods, and name no row
_SHARE = re.compile(
    r"\b(?:percent(?:age)?|per cent|share|portion|proportion|how much)\s+of\b|%\s+of\b", re.I
)
_RATIO = re.compile(r"\bratio\b|\bas a multiple of\b|\bhow many times\b", re.I)
_STEADY = re.compile(r"\b(?:consisten\w*|stable|steady|fluctuat\w*|flat)\b", re.I)
_EACH = re.compile(r"\b(?:each|every)\s+(?:year|quarter|period)\b|\btrend\w*\b|\bsteadily\b", re.I)
_TREND = re.compile(r"\btrends?\b", re.I)
_WITHIN = re.compile(r"(\d+(?:\.\d+)?)\s*(?:%|percent(?:age points)?|points?|pp)", re.I)
_BETTER_HIGHER = re.compile(r"margin|return_on|revenue|income|profit|^eps|cash_flow|ebitda")
MIN_SCALED = 10_000  # a ratio or a margin is less; an amount in ones is more
STEADY_POINTS = Decimal(2)  # of a ratio, where the question does not say how much is steady
MIN_PERIODS = 3


@dataclass(frozen=True, slots=True)
class _Level:
    """What the quantity was in one period; ``told`` in words."""

    pair: Pair
    amount: Decimal
    told: str
    figures: tuple[Figure, ...]
    arithmetic: str = ""

    @property
    def shown_amount(self) -> Decimal:
        """The amount at the scale at which it is told."""
        is_rounded = bool(self.arithmetic) and abs(self.amount) < MIN_SCALED
        scale = 1 if is_rounded else max((f.scale or 1 for f in self.figures), default=1)
        return self.amount / scale


def answer_over_periods(reading: Reading) -> Draft | None:
    """None where the question is of another kind, or a figure is not certain."""
    pairs = [p for p in reading.intent.pairs if p.period is not None]
    if not reading.quantities or len(pairs) < 2 or len({p.company for p in pairs}) != 1:
        return None
    question = reading.intent.asked
    if AVERAGE.search(question):
        return None  # one number is asked for, not how it went
    asks_part = len(pairs) == 2 and (_SHARE.search(question) or _RATIO.search(question))
    is_course = _STEADY.search(question) or _EACH.search(question) or asks_course(question)
    is_unnamed = any(note.startswith(UNNAMED) for note in reading.intent.notes)
    goes_over = is_course and (len(pairs) >= MIN_PERIODS or is_unnamed)
    if not (asks_part or goes_over):
        return None
    quantity = reading.quantities[0]
    ordered = sorted(pairs, key=by_time)
    levels = _side_by_side(quantity, ordered) or _alike(quantity, ordered)
    known = [level for level in levels if level is not None]
    if len(known) < len(levels):
        return None
    return _course(reading, quantity, known) if goes_over else _part(reading, quantity, known)


def _side_by_side(quantity: Quantity, pairs: Sequence[Pair]) -> list[_Level | None]:
    """The levels that the latest period's own filing prints for all periods; empty without one.

    What an earlier filing printed may have been recast since: side by side they are like for like.
    """
    last = quantity.matches.get(pairs[-1], ())
    for document_id in dict.fromkeys(m.figure.document_id for m in last if m.precedence == 0):
        printed = {
            pair: [m for m in matches if m.figure.document_id == document_id]
            for pair, matches in quantity.matches.items()
        }
        levels = [_level(replace(quantity, matches=printed, computed={}), pair) for pair in pairs]
        if all(level is not None for level in levels):
            return levels
    return []


def _alike(quantity: Quantity, pairs: Sequence[Pair]) -> list[_Level | None]:
    """All worked out, where some would be: a printed rate beside one worked out is not like it."""
    mixed = [_level(quantity, pair) for pair in pairs]
    worked_out = [_level(replace(quantity, matches={}), pair) for pair in pairs]
    is_mixed = len({bool(level.arithmetic) for level in mixed if level is not None}) > 1
    return worked_out if is_mixed and all(worked_out) else mixed


def _level(quantity: Quantity, pair: Pair) -> _Level | None:
    name = pair.period.name if pair.period else ""
    chosen = choose(pair, quantity.matches.get(pair, ()))
    if chosen is not None and not chosen.rivals:
        figure = spoken(chosen.figure, quantity.sign)
        amount = figure.value if figure.is_percent else figure.value * (figure.scale or 1)
        return _Level(pair, amount, f"{name} {shown(figure)} ({row_name(figure)})", (figure,))
    done = quantity.computed.get(pair)
    if done is None or done.value is None:
        return None
    if quantity.unit == "money":
        scale = max((f.scale or 1 for f in done.operands), default=1)
        currency = next((f.currency for f in done.operands if f.currency), None)
        told = f"{name} {format_amount(done.value / scale, scale, currency)}"
        arithmetic = f"{done.arithmetic} = {plain(done.value / scale)}"
        return _Level(pair, done.value, told, done.operands, arithmetic)
    if quantity.unit not in ("percent", "ratio", "days"):
        return None
    times = 100 if quantity.unit == "percent" else 1
    value = rounded(times * done.value, 1 if times > 1 else 2)
    shown_as = f"100 * ({done.arithmetic})" if times > 1 else done.arithmetic
    sign = "%" if times > 1 else ""
    arithmetic = f"{shown_as} = {value}"
    return _Level(pair, value, f"{name} {value}{sign}", done.operands, arithmetic)


def _part(reading: Reading, quantity: Quantity, levels: Sequence[_Level]) -> Draft | None:
    """A quarter's share of its year, or the ratio of the later period to the earlier."""
    first, second = levels
    is_within = _is_within(first.pair.period, second.pair.period)
    part, whole = (first, second) if is_within else (second, first)
    wants_share = _SHARE.search(reading.intent.asked) is not None
    if (wants_share and not is_within) or whole.amount == 0:
        return None
    if any(level.arithmetic for level in levels):
        return None
    scale = max((f.scale or 1) for level in levels for f in level.figures)
    x, y = part.amount / scale, whole.amount / scale
    times = 100 if wants_share else 1
    places = places_asked(reading.intent.question, "percent" if wants_share else "ratio")
    result = rounded(times * x / y, places)
    sign = "%" if wants_share else ""
    text = f"{part.pair.company}, {quantity.words}: {result}{sign} ({part.told} over {whole.told})."
    arithmetic = f"{'100 * ' if wants_share else ''}{x:f} / {y:f} = {result}"
    value = Value(result, 1, percent=wants_share)
    return Draft(text, _claims(reading, text, levels, arithmetic), value, "figure computed", 1.0)


def _course(reading: Reading, quantity: Quantity, levels: Sequence[_Level]) -> Draft:
    """How it went from period to period, with a verdict where one is asked for."""
    steps = [b.amount - a.amount for a, b in pairwise(levels)]
    listed = "; ".join(level.told for level in levels)
    verdict = _verdict(reading, quantity, levels, steps)
    unnamed = any(note.startswith(UNNAMED) for note in reading.intent.notes)
    latest = " (no period was named: the latest years on file)" if unnamed else ""
    text = f"{verdict}{levels[0].pair.company}'s {quantity.words}{latest}: {listed}."
    arithmetic = "; ".join(level.arithmetic for level in levels if level.arithmetic)
    if arithmetic:  # the last step is what the word says
        first, last = (plain(level.shown_amount) for level in (levels[0], levels[-1]))
        arithmetic += f"; {last} - {first} = {Decimal(last) - Decimal(first)}"
    return Draft(text, _claims(reading, text, levels, arithmetic), None, "figures", 1.0)


def _verdict(
    reading: Reading, quantity: Quantity, levels: Sequence[_Level], steps: Sequence[Decimal]
) -> str:
    question = reading.intent.asked
    is_amount = quantity.unit in ("money", "per_share", "count")
    if _STEADY.search(question) and is_amount and _TREND.search(question):
        fell = any(step < 0 for step in steps)  # a steady trend is one that is never broken
        return "No, lower at least once: " if fell else "Yes, steady or higher each time: "
    if _STEADY.search(question):
        asked = _WITHIN.search(question)
        limit = Decimal(asked[1]) if asked else STEADY_POINTS
        is_ratio = quantity.unit == "percent"
        moves = [s if is_ratio else 100 * s / a.amount for s, a in zip(steps, levels, strict=False)]
        is_steady = all(abs(move) <= limit for move in moves)
        return "Yes, consistent: " if is_steady else "No, not consistent: "
    course = int(all(step > 0 for step in steps)) - int(all(step < 0 for step in steps))
    told = {1: "higher each time", -1: "lower each time", 0: "it moved both ways"}[course]
    way = _asked_way(reading, quantity)
    if reading.intent.kind is QuestionKind.YES_NO and way:
        told = f"{'Yes' if course == way else 'No'}, {told}"
    return f"{told[0].upper()}{told[1:]}: "


def _asked_way(reading: Reading, quantity: Quantity) -> int:
    """+1 where a rise is asked about, -1 for a fall, 0 where the question says neither.

    Better is higher for margins, returns and profits alone.
    """
    if is_judged(reading.intent.asked) and _BETTER_HIGHER.search(quantity.concept or "") is None:
        return 0
    return vocabulary(reading.terms).direction(reading.intent.terms)


def _is_within(first: Period | None, second: Period | None) -> bool:
    if first is None or second is None or first.fiscal_year != second.fiscal_year:
        return False
    return first.quarter is not None and second.quarter is None


def _claims(
    reading: Reading, text: str, levels: Sequence[_Level], arithmetic: str
) -> tuple[Claim, ...]:
    """The one statement, made for each of the periods."""
    citations = _cited(reading, levels)
    return tuple(Claim(text, citations, level.pair, arithmetic) for level in levels)


def _cited(reading: Reading, levels: Sequence[_Level]) -> tuple[Citation, ...]:
    return cite_rows(reading.archive, (f for level in levels for f in level.figures))
