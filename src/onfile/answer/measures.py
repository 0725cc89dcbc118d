"""Judgements that documents do not make: the measures by which people make them.

"Is it a capital-intensive business", "is it a growth company": no verdict is on file. The measures
are computed, each with its formula and its rows, and where the lexicon has rules of thumb
(``holds_if``) the answer says what they come to, with the rules beside it. Where the measures point
both ways it says that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from onfile.answer.computed import answer_computed, plain
from onfile.answer.explained import told_of_sales
from onfile.answer.request import Quantity, Reading
from onfile.types import Claim, Draft, QuestionKind, RuleOfThumb

LEAD = "The documents pass no such judgement; the measures that usually decide it:"
GROWTH = "revenue_growth"
_NEGATED = re.compile(r"\b(?:not|no|never|less|lack\w*|without|un\w+)\b|n't\b", re.I)


def answer_measures(reading: Reading) -> Draft | None:
    """Every measure that can be computed; None where no judgement is asked for or none can."""
    if reading.intent.kind is not QuestionKind.YES_NO or not reading.measures:
        return None
    claims: list[Claim] = []
    computed: list[Quantity] = []
    for quantity in (*_ratios_named(reading), *_named_first(reading)):
        done = answer_computed(reading, quantity)
        if done is not None:
            claims += [c for c in done.claims if c.text not in {known.text for known in claims}]
            computed.append(quantity)
    if not claims:
        return None
    if any(quantity.concept == GROWTH for quantity in computed):
        said = (told_of_sales(reading, pair) for pair in reading.intent.pairs)
        claims += [claim for claim in said if claim is not None]
    lead = _verdict(reading, computed) or LEAD
    text = "\n".join([lead, *(c.text for c in claims)])
    return Draft(text, tuple(claims), None, "figure computed", 1.0)


def _ratios_named(reading: Reading) -> tuple[Quantity, ...]:
    """Measures that the question itself names ("based on its quick ratio") come first."""
    return tuple(q for q in reading.quantities if q.computed)


def _named_first(reading: Reading) -> list[Quantity]:
    named = {mention.concept for mention in reading.intent.concepts}
    return sorted(reading.measures, key=lambda q: q.concept not in named)


def _verdict(reading: Reading, computed: Sequence[Quantity]) -> str:
    """What the rules of thumb come to, with the rules; empty where none applies."""
    if len(reading.intent.pairs) != 1 or _NEGATED.search(reading.intent.asked):
        return ""
    pair = reading.intent.pairs[0]
    named = {mention.concept for mention in reading.intent.concepts}
    rules = [r for r in reading.rules if r.concept in named] or list(reading.rules)
    by_concept = {q.concept: q for q in reversed(computed)}
    held: list[bool] = []
    told: list[str] = []
    for rule in rules:
        quantity = by_concept.get(rule.concept)
        done = quantity.computed.get(pair) if quantity is not None else None
        if quantity is None or done is None or done.value is None:
            continue
        held.append(done.value >= rule.at_least)
        told.append(f"{quantity.words.lower()} of at least {_bound(quantity, rule)}")
    if not held:
        return ""
    rule_told = f"rule of thumb: {' and '.join(told)}; the documents themselves pass no judgement"
    told_as = f"“{_judgement(reading, rules)}”"
    if all(held):
        return f"Yes, its figures are those of a {told_as} ({rule_told}):"
    if not any(held):
        return f"No, its figures are not those of a {told_as} ({rule_told}):"
    return f"Its figures point both ways on {told_as} ({rule_told}):"


def _judgement(reading: Reading, rules: Sequence[RuleOfThumb]) -> str:
    """The judgement in the question's words."""
    measured = {q.concept for q in reading.quantities} | {rule.concept for rule in rules}
    named = (m.words for m in reading.intent.concepts if m.concept not in measured)
    return next(named, "such a company")


def _bound(quantity: Quantity, rule: RuleOfThumb) -> str:
    if quantity.unit == "percent":
        return f"{plain(100 * rule.at_least)}%"
    return plain(Decimal(rule.at_least))
