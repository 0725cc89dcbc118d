"""What does an abbreviation stand for? The place where a document defines it is quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator

from onfile.answer.claims import quoted
from onfile.answer.request import Reading
from onfile.language.abbreviations import defined
from onfile.language.sentences import units
from onfile.types import Draft, Span

_ASKS = re.compile(
    r"\b(?i:what (?:does|do|did|is|are) (?:the )?)"
    r"(?i:(?:abbreviation|acronym|initials|letters|term) )?"
    r"[“\"'‘]?(?P<short>[A-Z][A-Z&]{1,7})[”\"'’]? "
    r"(?i:stand(?:s|ing)? for|mean|short for|an? (?:abbreviation|acronym) (?:of|for))\b"
)
LOOK_BACK = 120  # characters before the bracket, in which the long form stands


def answer_stands_for(reading: Reading) -> Draft | None:
    """The sentence that defines it; None where it is not asked for, or none on file does."""
    asked = _ASKS.search(reading.intent.asked)
    if asked is None:
        return None
    short = asked["short"]
    place = next(_places(reading, short), None)
    if place is None:
        return None
    document_id, span, long_form = place
    claim = quoted(reading.archive, document_id, span, None)
    answer = f"{short} stands for {long_form}.\n{claim.text}"
    return Draft(answer, (claim,), None, "quote", 1.0)


def _places(reading: Reading, short: str) -> Iterator[tuple[str, Span, str]]:
    """Document, place and long form of each definition, in the order of what was found."""
    pattern = re.compile(rf"\(\s*[“\"'‘]?{re.escape(short)}[”\"'’]?\s*\)")
    for document_id in dict.fromkeys(e.document.document_id for e in reading.evidence):
        for page, text in reading.archive.pages_text(document_id).items():
            for match in pattern.finditer(text):
                before = text[max(0, match.start() - LOOK_BACK) : match.end()]
                long_form = defined(before).get(short)
                unit = next((u for u in units(text) if u.start <= match.start() < u.end), None)
                if long_form is not None and unit is not None:
                    yield document_id, Span(page, unit.start, unit.end), long_form
