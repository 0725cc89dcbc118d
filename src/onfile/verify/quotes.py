"""Does each citation lead to its page, and is its quote verbatim there?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from onfile.types import Citation, Claim, Span
from onfile.verify.folding import folded, runs_on

PageText = Callable[[str, int], str]

MAX_STITCHES = 6  # runs; a "quote" of more pieces than this was made up of common phrases
NEIGHBOURS = 2  # pages before and after that are searched for a misplaced quote

_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"")


def unresolved(claim: Claim, page_text: PageText) -> str:
    """Why a citation of the claim leads nowhere; empty when all resolve."""
    if not claim.citations:
        return "it cites nothing"
    for citation in claim.citations:
        reason = _unresolved(citation, page_text)
        if reason:
            return f"{citation.document}: {reason}"
    return ""


def _unresolved(citation: Citation, page_text: PageText) -> str:
    span = citation.span
    if citation.page is not None and citation.page != span.page:
        return f"it shows page {citation.page} for words on page {span.page}"
    text = _page(page_text, citation.document_id, span.page)
    if text is None:
        return f"there is no page {span.page} of this document"
    if not 0 <= span.start < span.end <= len(text):
        return f"characters {span.start} to {span.end} are not on page {span.page}"
    return ""


def not_verbatim(claim: Claim, page_text: PageText) -> str:
    """What is wrong with a quote of the claim; empty when each stands at its span.

    A quote that does not is *misattributed* (verbatim, but elsewhere), *stitched* (its pieces
    are on the page, not in a row) or *fabricated*. Words in quotation marks in the claim's own
    text must be in a quote, or on a page that it cites.
    """
    for citation in claim.citations:
        reason = _verdict(citation, claim.citations, page_text)
        if reason:
            return f"{reason}: “{_short(citation.quote)}” ({citation.document})"
    return _inner_quote(claim, page_text)


def _verdict(citation: Citation, others: Sequence[Citation], page_text: PageText) -> str:
    quote = folded(citation.quote)
    span = citation.span
    page = page_text(citation.document_id, span.page)
    if quote and folded(page[span.start : span.end]) == quote:
        return ""
    if not quote:
        return "empty quote"
    if quote in folded(page):
        return f"misattributed quote, elsewhere on page {span.page}"
    for place, text in _elsewhere(citation, others, page_text):
        if quote in folded(text):
            return f"misattributed quote, it stands on page {place.page}"
    runs = runs_on(quote, [page])
    if all(is_on_page for _, is_on_page in runs) and len(runs) <= MAX_STITCHES:
        return "stitched quote"
    return "fabricated quote"


def _elsewhere(
    citation: Citation, others: Sequence[Citation], page_text: PageText
) -> Iterator[tuple[Span, str]]:
    """The pages around a citation's, and those of the claim's other citations."""
    near = citation.span.page
    places = [
        (citation.document_id, Span(number, 0, 0))
        for number in range(max(1, near - NEIGHBOURS), near + NEIGHBOURS + 1)
    ]
    places += [(other.document_id, other.span) for other in others]
    for document_id, span in places:
        text = _page(page_text, document_id, span.page)
        if text is not None:
            yield span, text


def _inner_quote(claim: Claim, page_text: PageText) -> str:
    cited = [c.quote for c in claim.citations] + [c.note for c in claim.citations]
    cited += [page_text(c.document_id, c.span.page) for c in claim.citations]
    sources = [folded(text).casefold() for text in cited]
    for match in _QUOTED.finditer(claim.text):
        inner = folded(match[1] or match[2]).casefold()
        if not any(inner in source for source in sources):
            return f"fabricated quote in the answer: “{_short(inner)}”"
    return ""


def _page(page_text: PageText, document_id: str, number: int) -> str | None:
    try:
        return page_text(document_id, number)
    except KeyError:
        return None


def _short(text: str) -> str:
    shown = folded(text)
    return shown if len(shown) <= 80 else f"{shown[:79]}…"
