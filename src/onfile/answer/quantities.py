"""Answers that are figures: one a pair, each with its row, column, scale and currency.

A figure is only given when the row covers every word of the question that tells rows apart, its
column's period is known, and its unit is stated. In doubt, no figure is given.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from onfile.answer.astray import without_names
from onfile.answer.cite import cite
from onfile.answer.claims import LATER_DOCUMENT, figure_note
from onfile.answer.computed import answer_computed, operands_again, places_named
from onfile.answer.ordering import names_in_order
from onfile.answer.request import Quantity, Reading
from onfile.answer.second_reading import (
    SecondReading,
    checks,
    conflict,
    differing,
    read_again,
)
from onfile.answer.senseless import senseless
from onfile.answer.shown import row_name, shown, spoken, voiced
from onfile.answer.together import together
from onfile.types import (
    Claim,
    Draft,
    Figure,
    FigureMatch,
    Pair,
    Refusal,
    RefusalCode,
    Value,
)

MIN_PRECISION = 0.5  # at least half of the row's own words must be asked for
SAME_ROW = 0.06  # matches within this of the best say the same thing in other words
_ASKS_RATIO = re.compile(
    r"\b(?:as a (?:percent(?:age)?|%|share|proportion|fraction|multiple) of|divided by|ratio)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The figure of one pair, and other values that its own document states for the same row.

    ``precision`` is that of the row's label, see ``FigureMatch``.
    """

    pair: Pair
    figure: Figure
    rivals: tuple[FigureMatch, ...] = ()
    is_later_filing: bool = False
    restated: Figure | None = None
    precision: float = 1.0


def answer_quantity(reading: Reading, quantity: Quantity) -> Draft | Refusal | None:
    """A draft with one claim a pair, a refusal when figures conflict, None when in doubt."""
    if quantity.defined:
        return _computed(reading, quantity) or _operand_missing(reading, quantity)
    if quantity.unit == "money" and _ASKS_RATIO.search(reading.intent.asked):
        return None  # one side of a ratio does not answer it
    chosen = []
    for pair in reading.intent.pairs or tuple(quantity.matches):
        one = choose(pair, quantity.matches.get(pair, ()))
        if one is None:
            return _computed(reading, quantity)
        if one.rivals:
            return _computed(reading, quantity) or _conflict(reading, one)
        chosen.append(one)
    if not chosen:
        return None
    if any(_is_coarser(reading, one.figure) for one in chosen):
        exact = _computed(reading, quantity)
        if isinstance(exact, Draft):
            return exact
    again = [read_again(reading.archive, one.figure, reading.precedence) for one in chosen]
    refusal = conflict(reading.archive, again)
    if refusal is not None:
        return refusal
    told = zip(chosen, again, strict=True)
    claims = tuple(_claim(reading, quantity, one, second) for one, second in told)
    draft = _drafted(reading, quantity, chosen, claims)
    return dataclasses.replace(draft, checks=checks(reading.archive, again))


def _is_coarser(reading: Reading, figure: Figure) -> bool:
    """A rate printed with fewer decimal places than the question names."""
    places = places_named(reading.intent.question)
    printed = max(0, -int(figure.value.as_tuple().exponent))
    return figure.is_percent and places is not None and printed < places


def _drafted(
    reading: Reading, quantity: Quantity, chosen: Sequence[Chosen], claims: tuple[Claim, ...]
) -> Draft:
    if len(chosen) == 1:
        return Draft(
            answer=claims[0].text,
            claims=claims,
            value=value_of(spoken(chosen[0].figure, quantity.sign)),
            method="figure",
            support=chosen[0].precision,
        )
    return _compared(reading, quantity, chosen, claims)


def _computed(reading: Reading, quantity: Quantity) -> Draft | Refusal | None:
    """The formula worked out; a refusal where a document contradicts itself on an operand."""
    draft = answer_computed(reading, quantity)
    if draft is None:
        return senseless(reading, quantity)
    return conflict(reading.archive, operands_again(reading, quantity)) or draft


def _operand_missing(reading: Reading, quantity: Quantity) -> Refusal:
    """The question's own formula can't be worked out: says with which operand."""
    done = [quantity.computed.get(pair) for pair in reading.intent.pairs]
    problems = dict.fromkeys(d.problem for d in done if d is not None and d.problem)
    listed = "; ".join(problems) or "no period to compute it for"
    detail = f"{quantity.words} as the question defines it can't be computed: {listed}."
    return Refusal(RefusalCode.NOT_STATED, detail)


def choose(pair: Pair, matches: Sequence[FigureMatch]) -> Chosen | None:
    """The figure that this pair asks for, None when none is certain enough."""
    every = [m for m in matches if _is_asked_for(m)]
    fit = _own_before_later(every)
    if not fit:
        return None
    best = max(m.score.value for m in fit)
    alike = [m for m in fit if m.score.value >= best - SAME_ROW]
    nearest = min(m.precedence for m in alike)
    own = [m for m in alike if m.precedence == nearest and _has_unit(m.figure)]
    if not own:  # the nearest document states it without a unit: a farther one may differ
        return None
    own.sort(key=lambda m: (-round(m.score.value, 4), m.figure.page, m.figure.cell_span.start))
    first = own[0]
    rivals = tuple(
        m
        for m in own[1:]
        if m.score.value >= first.score.value - 0.005 and not _same_amount(m.figure, first.figure)
    )
    later = [m for m in every if m.precedence >= LATER_DOCUMENT and m.concept == first.concept]
    restated = [
        m.figure
        for m in later
        if first.precedence < LATER_DOCUMENT and _has_unit(m.figure) and not _is_alike(m, first)
    ]
    return Chosen(
        pair,
        first.figure,
        rivals,
        is_later_filing=first.precedence >= LATER_DOCUMENT,
        precision=first.precision,
        restated=restated[0] if restated else None,
    )


def _own_before_later(matches: Sequence[FigureMatch]) -> list[FigureMatch]:
    """Those of the period's own documents, where a statement in one of them prints the line.

    A release may not be taken for its statements' page, and a later report that recasts them is.
    """
    own = [m for m in matches if m.precedence < LATER_DOCUMENT]
    has_line = any(m.concept is not None and m.figure.statement is not None for m in own)
    return own if has_line else list(matches)


def _is_alike(one: FigureMatch, other: FigureMatch) -> bool:
    """The same amount, or not the same kind of row on a statement."""
    names = [(f.label.lower(), f.path, f.statement) for f in (one.figure, other.figure)]
    if names[0] != names[1] or one.concept is None:
        return True
    return _same_amount(one.figure, other.figure)


def value_of(figure: Figure) -> Value | None:
    """The typed value, None when scale or unit were not stated."""
    if figure.is_percent:
        return Value(figure.value, 1, None, figure.unit, percent=True)
    if figure.scale is None:
        return None
    return Value(figure.value, figure.scale, figure.currency, figure.unit)


def _is_asked_for(match: FigureMatch) -> bool:
    is_dated = match.figure.period is not None or match.figure.statement == "bid_tabulation"
    return is_dated and not match.unmatched and match.precision >= MIN_PRECISION


def _has_unit(figure: Figure) -> bool:
    return figure.is_percent or (
        figure.scale is not None and (figure.currency is not None or figure.unit is not None)
    )


def _same_amount(a: Figure, b: Figure) -> bool:
    """Equal to the precision of the coarser of the two prints."""
    if a.is_percent != b.is_percent:
        return False
    x, y = a.value * (a.scale or 1), b.value * (b.scale or 1)
    step = max(_step(a), _step(b))
    return abs(x - y) <= step / 2 or abs(x + y) <= step / 2


def _step(figure: Figure) -> Decimal:
    exponent = figure.value.as_tuple().exponent
    return Decimal(1).scaleb(int(exponent)) * (figure.scale or 1)


def _claim(reading: Reading, quantity: Quantity, chosen: Chosen, second: SecondReading) -> Claim:
    figure = voiced(chosen.figure, quantity.sign)
    note = figure_note(reading.archive, chosen.figure, chosen.pair, is_later=chosen.is_later_filing)
    citation = cite(reading.archive, figure.document_id, figure.row_span, note=note)
    who = citation.company or citation.document
    when = chosen.pair.period.name if chosen.pair.period else figure.column_header
    tail = f" ({note})" if note else ""
    text = f"{who}, {when}: {row_name(figure)} {shown(figure)}{tail}."
    said, more = differing(reading.archive, second)
    text = f"{text[:-1]}{said}."
    if chosen.restated is None:
        return Claim(text, (citation, *more), chosen.pair)
    later = voiced(chosen.restated, quantity.sign)
    period = reading.archive.document(later.document_id).identity.period
    recast = f"recast in the filing for {period.name}" if period is not None else "recast later"
    other = cite(reading.archive, later.document_id, later.row_span, note=recast)
    text = f"{text[:-1]}; {recast}: {shown(later)}."
    return Claim(text, (citation, *more, other), chosen.pair)


def by_time(pair: Pair) -> tuple[int, int]:
    """Order of periods, a year after its quarters."""
    period = pair.period
    return (0, 0) if period is None else (period.fiscal_year, period.quarter or 5)


def _conflict(reading: Reading, chosen: Chosen) -> Refusal:
    figures = [chosen.figure, *(m.figure for m in chosen.rivals[:3])]
    listed = "; ".join(f"{row_name(f)} {shown(f)} (page {f.page})" for f in figures)
    return Refusal(
        RefusalCode.UNDERSPECIFIED,
        f"Several rows fit: {listed}.",
        choices=tuple(f"{row_name(f)}: {shown(f)}, page {f.page}" for f in figures),
        citations=tuple(cite(reading.archive, f.document_id, f.row_span) for f in figures),
    )


def _compared(
    reading: Reading, quantity: Quantity, chosen: Sequence[Chosen], claims: tuple[Claim, ...]
) -> Draft:
    if len({c.pair.company for c in chosen}) == 1:  # a change goes from the earlier to the later
        both = sorted(zip(chosen, claims, strict=True), key=lambda one: by_time(one[0].pair))
        chosen, claims = [c for c, _ in both], tuple(claim for _, claim in both)
    lines = [c.text for c in claims]
    told = [(c.pair, spoken(c.figure, quantity.sign)) for c in chosen]
    summary = together(reading.intent, told)
    amounts = [figure.value * (figure.scale or 1) for _, figure in told]
    names = [pair.company or "" for pair, _ in told]
    ranked = names_in_order(without_names(reading), amounts, names)
    if summary is None:
        return Draft("\n".join(lines), claims, None, "figures", 1.0, ranked=ranked)
    text, arithmetic, value = summary
    citations = tuple(c for claim in claims for c in claim.citations)
    computed = Claim(text, citations, None, arithmetic)
    every = (*claims, computed)
    return Draft("\n".join([*lines, text]), every, value, "figures", 1.0, ranked=ranked)
