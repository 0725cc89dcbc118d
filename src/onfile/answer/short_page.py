"""A page of a few words, such as the stamp on a drawing, is quoted whole.

Who approved a sheet, and when, stands in lines that are no sentences, each word of its own line.
Where the question names the document and all that it asks about stands on its one page, that page
is shown.
"""

from __future__ import annotations

from onfile.answer.claims import quoted
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.types import Draft, QuestionKind, Span

MAX_WORDS = 80
KINDS = (QuestionKind.WHO, QuestionKind.WHEN, QuestionKind.WHAT, QuestionKind.SAID)
MIN_LINE = 6  # words; what is prose is answered by one of its sentences or not at all
IDLE = "date day stamp stamped say says plan sheet drawing document"


def answer_short_page(reading: Reading, finder: PassageFinder) -> Draft | None:
    """The whole page; None where it is a longer one, or has not all that is asked."""
    ids = reading.intent.document_ids
    if len(ids) != 1 or reading.intent.kind not in KINDS:
        return None
    pages = reading.archive.pages_text(ids[0])
    text = next(iter(pages.values()), "")
    if len(pages) != 1 or not 0 < len(text.split()) <= MAX_WORDS or _has_sentences(text):
        return None
    idle = frozenset(reading.terms(IDLE)) | finder.words.loose | finder.words.framing
    asked = [t for t in finder.subject.telling if t not in idle]
    terms = frozenset(reading.terms(text))
    if not asked or not all(finder.subject.is_met(t, terms) for t in asked):
        return None
    start = len(text) - len(text.lstrip())
    claim = quoted(
        reading.archive, ids[0], Span(next(iter(pages)), start, len(text.rstrip())), None
    )
    return Draft(claim.text, (claim,), None, "quote", 1.0)


def _has_sentences(text: str) -> bool:
    """More of it is in lines of prose than not: a stamp may hold some small print."""
    lines = [line.split() for line in text.splitlines()]
    in_prose = sum(len(line) for line in lines if len(line) >= MIN_LINE)
    return 2 * in_prose > len(text.split())
