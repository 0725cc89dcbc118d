"""Does an answer that quotes a letter, a form or a log say what was asked?

The ways that read companies' reports tell statements apart by company and period, which such papers
have not: they may take a rule for a reading, another day's for the day asked for, one column for
another, one of two things for the only one, or lines that were read together for a sentence.
"""

from __future__ import annotations

import re

from onfile.answer.paper_lines import is_run_together, labels_on
from onfile.answer.paper_words import PaperWords
from onfile.answer.papers import best_of, do_differ
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.types import Citation, Document, Draft

_MORE_CELLS = re.compile(r" \s*[\d—–-]")
_DRAWING = "application/pdf"
_OF_FORMS = ("figure", "field")  # methods of drafts that quote a row or a line, not a sentence


def is_misread_paper(reading: Reading, draft: Draft) -> bool:
    """Whether another way than that of papers quotes papers alone for what they do not say."""
    citations = [c for claim in draft.claims for c in claim.citations]
    documents = [reading.archive.document(c.document_id) for c in citations]
    if reading.intent.companies or reading.intent.is_of_papers or not citations:
        return False
    if any(document.identity.company is not None for document in documents):
        return False
    finder = PassageFinder(reading)
    words = PaperWords(reading, finder)
    for citation, document in zip(citations, documents, strict=True):
        if not words.is_of_times(f"{citation.quote} {words.paper_of(document).opening}"):
            return True
        if words.asked.is_past and words.is_rule(citation.quote):
            return True
        if draft.method in _OF_FORMS:
            if _lacks_words(reading, finder, words, citation, document):
                return True
        elif is_run_together(citation.quote) and not _is_stamp(reading, citation, document):
            return True
    best = best_of(reading, finder, words)
    return len({one.document_id for one in best}) > 1 and do_differ(best)


def _is_stamp(reading: Reading, citation: Citation, document: Document) -> bool:
    """The few words of a drawing, quoted whole (``short_page.py``): they are read together."""
    page = reading.archive.page_text(citation.document_id, citation.span.page)
    is_whole = citation.quote.split() == page.split()
    return is_whole and document.media_type == _DRAWING and document.n_pages == 1


def _lacks_words(
    reading: Reading,
    finder: PassageFinder,
    words: PaperWords,
    citation: Citation,
    document: Document,
) -> bool:
    """A word asked for is not met; "Plant room 1010" leaves out the columns that follow."""
    page = reading.archive.page_text(citation.document_id, citation.span.page)
    rest = page[citation.span.end :].partition("\n")[0]
    terms = words.terms_of(citation.quote)
    if not _MORE_CELLS.match(rest):
        form = (f"{one.label} {one.value}" for one in labels_on(page))
        terms |= words.terms_of(page.strip().partition("\n")[0])
        terms |= words.codes & words.terms_of(page)
        terms |= words.paper_of(document).terms | words.terms_of(" \n ".join(form))
    return not all(words.is_met(t, terms) for t in finder.subject.weights if not words.is_idle(t))
