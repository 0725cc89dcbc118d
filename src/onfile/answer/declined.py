"""What the reader says when it declines: nothing was asked for, or nothing was found."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.answer.cite import cite
from onfile.answer.passages import Passage
from onfile.answer.request import Reading
from onfile.types import Refusal, RefusalCode


def nothing_asked(reading: Reading) -> Refusal:
    """The question names no measure and no subject."""
    scope = " and ".join(reading.intent.companies) or "the documents"
    detail = f"The question names no measure or subject to look for in {scope}."
    return Refusal(RefusalCode.UNDERSPECIFIED, detail)


def not_stated(reading: Reading, nearest: Passage | None) -> Refusal:
    """No passage answers; the nearest is shown, with the question's words that it does not meet."""
    if nearest is None:
        return Refusal(RefusalCode.NOT_STATED, "The documents that were read do not state it.")
    missing = ", ".join(f"“{w}”" for w in words_of(nearest.unmatched, reading))
    detail = "The documents that were read do not state it"
    detail += f"; not met: {missing}." if missing else "."
    cited = cite(reading.archive, nearest.document_id, nearest.span)
    return Refusal(RefusalCode.NOT_STATED, detail, citations=(cited,))


def otherwise(reading: Reading, passage: Passage) -> Refusal:
    """The documents say the opposite of what the question takes for granted."""
    cited = cite(reading.archive, passage.document_id, passage.span)
    quote = " ".join(cited.quote.split())
    return Refusal(
        RefusalCode.FALSE_PREMISE, f"The documents say otherwise: “{quote}”", citations=(cited,)
    )


def words_of(terms: Sequence[str], reading: Reading) -> list[str]:
    """The question's own words for terms, in its order; a term of no word as it stands."""
    words = re.findall(r"[^\W_][\w'’-]*", reading.intent.question)
    spelt = {term: word for word in reversed(words) for term in reading.terms(word)}
    return list(dict.fromkeys(spelt.get(term, term) for term in terms))
