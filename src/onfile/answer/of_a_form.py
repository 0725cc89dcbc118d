"""Ways of answering that documents of one form have for themselves.

Votes and events of current reports, cells of bid tabulations, fields of drillhole sheets, clauses
of specifications, and whom a call has speak. Each knows its own questions and leaves all others.
"""

from __future__ import annotations

from onfile.answer.bids import answer_bids
from onfile.answer.clause import answer_clause, clause_asked
from onfile.answer.declined import not_stated
from onfile.answer.exchange import answer_exchange
from onfile.answer.guided import asks_guided
from onfile.answer.hole_sheets import answer_hole_sheet
from onfile.answer.introduced import answer_introduced
from onfile.answer.outlook import answer_outlook, asks_outlook, names_measure
from onfile.answer.passages import PassageFinder
from onfile.answer.reference import answer_reference
from onfile.answer.reported import answer_happened
from onfile.answer.request import Reading
from onfile.answer.said import answer_said, answer_who_asked, asks_who_asked
from onfile.answer.votes import answer_votes
from onfile.types import Draft, Refusal


def answer_event_of_a_day(reading: Reading, finder: PassageFinder) -> Draft | None:
    """How a meeting voted, what happened on a day; a question may name no more than the day."""
    return answer_votes(reading, finder) or answer_happened(reading, finder)


def answer_of_a_form(reading: Reading, finder: PassageFinder) -> Draft | Refusal | None:
    """The first of the ways that is meant; None where none is.

    Args:
        reading: The question, which names a subject.
        finder: Its passages.
    """
    found = answer_bids(reading) or answer_hole_sheet(reading, finder)
    number = clause_asked(reading)
    if found is None and number is not None:
        found = answer_clause(reading, finder, number)
    return found or answer_reference(reading, finder) or _of_a_call(reading, finder)


def _of_a_call(reading: Reading, finder: PassageFinder) -> Draft | Refusal | None:
    """Who asked, what was expected, what somebody said; a person's words are no other's."""
    if asks_who_asked(reading.intent.asked):
        asked = answer_who_asked(reading, finder) or answer_introduced(reading, finder)
        return asked or not_stated(reading, None)
    is_ahead = asks_outlook(reading) and not asks_guided(reading)
    outlook = answer_outlook(reading, finder) if is_ahead else None
    if outlook is not None:
        return outlook
    if reading.intent.speaker is None and reading.intent.role is None:
        return None
    said = answer_exchange(reading, finder) or answer_said(reading, finder)
    is_other = said is not None and asks_outlook(reading) and not names_measure(reading, said)
    return not_stated(reading, None) if said is None or is_other else said
