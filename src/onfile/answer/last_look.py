"""What every draft must pass before the checks: its time, its person, its archive's strictness."""

from __future__ import annotations

import dataclasses

from onfile.answer.astray import is_misdated
from onfile.answer.declined import not_stated
from onfile.answer.naming import names_whom_it_asks_for
from onfile.answer.outlook import asks_outlook, speaks_of_another_time
from onfile.answer.paper_check import is_misread_paper
from onfile.answer.request import Reading
from onfile.answer.subject import Subject
from onfile.types import SHIPPED, Draft, Refusal

QUOTED = ("quote", "turn")  # methods of drafts whose words are a document's


def last_look(reading: Reading, draft: Draft) -> Draft | Refusal:
    """The draft, or a refusal where its quotes are of another time or name another person."""
    quotes = [c.quote for claim in draft.claims for c in claim.citations]
    is_misread = draft.method == "quote" and any(is_misdated(reading, q) for q in quotes)
    is_ahead = draft.method in QUOTED and asks_outlook(reading)
    is_misread |= is_ahead and speaks_of_another_time(reading, draft)
    is_misread |= is_misread_paper(reading, draft)
    # What is read of papers has been looked at for its name already.
    is_named = reading.intent.is_of_papers or names_whom_it_asks_for(reading, draft)
    if is_misread or not is_named:
        return not_stated(reading, None)
    if draft.method == "quote" and SHIPPED.quote < reading.thresholds.quote:
        return _as_covered(reading, draft, quotes)
    return draft


def _as_covered(reading: Reading, draft: Draft, quotes: list[str]) -> Draft:
    """With the share of the question's words that it has, which a calibration asks more of.

    Ways that know a subject by set sentences are certain without it; an archive that was calibrated
    to be stricter than shipped did not count them so.
    """
    terms = frozenset(reading.terms(" ".join(quotes)))
    covered, _ = Subject(reading).coverage(terms, frozenset(), frozenset())
    return dataclasses.replace(draft, support=min(draft.support, covered))
