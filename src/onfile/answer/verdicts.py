"""Yes or no from one figure: its sign, or that it is there at all.

"Does it have positive working capital", "did it make a loss", "has it paid dividends".
"""

from __future__ import annotations

import dataclasses
import re
from decimal import Decimal

from onfile.answer.claims import figure_claim
from onfile.answer.computed import answer_computed
from onfile.answer.explained import told_in_year
from onfile.answer.quantities import choose
from onfile.answer.request import Quantity, Reading
from onfile.answer.shown import spoken
from onfile.types import Claim, Draft, Pair

_SIGN = re.compile(r"\b(positive|negative)\b", re.I)
_LOSS = re.compile(r"\bloss(?:es)?\b", re.I)  # the row is an income where it has no bracket
_DONE = re.compile(
    r"\b(?:paid?|pays?|paying|repurchas\w+|bought back|buy back|acquir\w+|repaid|repay|spen[dt]|"
    r"distribut\w+|invest(?:ed)?)\b",
    re.I,
)
GROWTH_RATES = ("comparable_sales", "organic_growth")
# Questions of how much, of which, of a bound or of a change are decided otherwise.
_MORE_THAN_THERE = re.compile(
    r"\b(?:more|less|fewer|over|under|above|below|at least|exceed\w*|most|least|larg\w+|than|"
    r"any change|increas\w*|decreas\w*|improv\w*|chang\w*|grow\w*|grew|rise|rose|fall|fell|"
    r"declin\w*|rais\w*|cut)\b|\d+(?:\.\d+)?\s*%|[$€£₹]\s?\d",
    re.I,
)


def answer_verdict(reading: Reading) -> Draft | None:
    """Yes or no with the figure that decides it; None where none certainly does."""
    question = reading.intent.asked
    if len(reading.intent.pairs) != 1 or not reading.quantities:
        return None
    if _MORE_THAN_THERE.search(question):
        return None
    pair, quantity = reading.intent.pairs[0], reading.quantities[0]
    sign = _SIGN.search(question)
    if sign is not None:
        return _of_sign(reading, pair, quantity, wants_positive=sign[1].lower() == "positive")
    if _LOSS.search(quantity.words):
        return _of_sign(reading, pair, quantity, wants_positive=False)
    is_outflow = quantity.sign == "negative" and quantity.concept is not None
    return _of_presence(reading, pair, quantity) if is_outflow and _DONE.search(question) else None


def sign_of_rate(reading: Reading, way: int) -> Draft | None:
    """Whether what a rate of growth is of rose (``way`` +1) or fell: the rate's sign says it.

    Comparable sales of 8.0% after 14.4% grew.
    """
    if len(reading.intent.pairs) != 1 or not reading.quantities or way == 0:
        return None
    pair = reading.intent.pairs[0]
    return _of_sign(reading, pair, reading.quantities[0], wants_positive=way > 0)


def _of_sign(
    reading: Reading, pair: Pair, quantity: Quantity, *, wants_positive: bool
) -> Draft | None:
    found = _claim(reading, pair, quantity)
    if found is None:
        computed = answer_computed(reading, quantity)
        done = quantity.computed.get(pair)
        if computed is None or done is None or done.value is None:
            return None
        found = computed.claims[0], done.value
    claim, amount = found
    if amount == 0:
        return None
    return _told(pair, claim, is_so=(amount > 0) == wants_positive)


def _of_presence(reading: Reading, pair: Pair, quantity: Quantity) -> Draft | None:
    found = _claim(reading, pair, quantity)
    if found is None:
        return None
    claim, amount = found
    draft = _told(pair, claim, is_so=amount != 0)
    patterns = [p for t in reading.topics if t.words == quantity.words for p in t.says]
    said = told_in_year(reading, pair, patterns)
    if said is None:
        return draft
    answer = f"{draft.answer}\n{said.text}"
    return dataclasses.replace(draft, answer=answer, claims=(*draft.claims, said))


def _told(pair: Pair, claim: Claim, *, is_so: bool) -> Draft:
    """The verdict before the claim; a claim of its own it is not, for no row says "no"."""
    answer = f"{'Yes' if is_so else 'No'}: {claim.text}"
    claims = (dataclasses.replace(claim, pair=pair),)
    return Draft(answer, claims, None, "figures", 1.0)


def _claim(reading: Reading, pair: Pair, quantity: Quantity) -> tuple[Claim, Decimal] | None:
    chosen = choose(pair, quantity.matches.get(pair, ()))
    if chosen is None or chosen.rivals:
        return None
    figure = spoken(chosen.figure, quantity.sign)
    claim = figure_claim(reading.archive, figure, pair, is_later=chosen.is_later_filing)
    return claim, figure.value
