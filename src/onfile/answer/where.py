"""What is asked for by itself: where a company operates, what it offers, what it does.

A report says in words that it operates worldwide; how much each place matters is in the table that
breaks its sales down by geography. Both are given, the table with each place's share.
"""

from __future__ import annotations

from dataclasses import replace

from onfile.answer.declined import not_stated
from onfile.answer.passages import PassageFinder
from onfile.answer.ranked import listed_parts
from onfile.answer.ranking import OPERATES
from onfile.answer.request import Reading
from onfile.answer.topical import answer_topic, asks_alone
from onfile.types import Draft, QuestionKind, Refusal

GEOGRAPHIES = "geographies"
KINDS = (QuestionKind.WHAT, QuestionKind.LIST)


def answer_where(reading: Reading, finder: PassageFinder) -> Draft | None:
    """The report's sentences and the places with their sales; None where it has neither."""
    names_it = any(mention.concept == GEOGRAPHIES for mention in reading.intent.concepts)
    is_asked = names_it and OPERATES.search(reading.intent.asked) is not None
    if not is_asked or reading.intent.kind not in KINDS or len(reading.intent.pairs) != 1:
        return None
    said, listed = answer_topic(reading, finder), listed_parts(reading)
    if said is None or listed is None:
        return said or listed
    answer = f"{said.answer}\n{listed.answer}"
    return replace(said, answer=answer, claims=(*said.claims, *listed.claims))


def answer_bare_topic(reading: Reading, finder: PassageFinder) -> Draft | Refusal | None:
    """Sentences that state the one subject that a question asks for; None where it asks for more.

    A sentence that merely has the question's words ("we sell our products under the trademark")
    does not say what the main products are: it is no answer.
    """
    kinds = (*KINDS, QuestionKind.YES_NO)
    if reading.intent.kind not in kinds or not asks_alone(reading, finder):
        return None
    return answer_topic(reading, finder) or not_stated(reading, None)
