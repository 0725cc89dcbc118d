"""Judgements that documents do not make: the measures by which people make them.

"Is it a capital-intensive business", "is it a growth company": no verdict is given, for none is on
file. The measures are computed, each with its formula and its rows.
"""

from __future__ import annotations

from onfile.answer.computed import answer_computed
from onfile.answer.request import Quantity, Reading
from onfile.types import Claim, Draft, QuestionKind

LEAD = "The documents pass no such judgement; the measures that usually decide it:"


def answer_measures(reading: Reading) -> Draft | None:
    """Every measure that can be computed; None where no judgement is asked for or none can."""
    if reading.intent.kind is not QuestionKind.YES_NO or not reading.measures:
        return None
    claims: list[Claim] = []
    for quantity in (*_ratios_named(reading), *reading.measures):
        done = answer_computed(reading, quantity)
        if done is not None:
            claims += [c for c in done.claims if c.text not in {known.text for known in claims}]
    if not claims:
        return None
    text = "\n".join([LEAD, *(c.text for c in claims)])
    return Draft(text, tuple(claims), None, "figure computed", 1.0)


def _ratios_named(reading: Reading) -> tuple[Quantity, ...]:
    """Measures that the question itself names ("based on its quick ratio") come first."""
    return tuple(q for q in reading.quantities if q.computed)
