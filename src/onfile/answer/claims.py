"""Claims as every way of answering makes them: a quote, or a row's figure."""

from __future__ import annotations

import re

from onfile.answer.cite import cite
from onfile.answer.shown import row_name, shown
from onfile.ports import Archive
from onfile.types import Claim, Figure, Pair, Span

LATER_DOCUMENT = 3  # precedence from which a document is not the period's own: retrieve/scoped.py
_FOOTNOTE = re.compile(r"\s*\(\w{1,2}\)")  # of a column's header: no number of the answer


def quoted(
    archive: Archive, document_id: str, span: Span, pair: Pair | None, *, note: str = ""
) -> Claim:
    """The words of a span, with whose they are.

    Args:
        archive: Where the document is kept.
        document_id: The document.
        span: Characters of one page.
        pair: What the claim is about.
        note: Why a document of another period is cited; it stands in for the attribution test.
    """
    citation = cite(archive, document_id, span, note=note)
    who = citation.speaker or citation.company or citation.document
    about = f", {citation.form} {citation.period}" if citation.form and citation.period else ""
    quote = " ".join(citation.quote.split())
    return Claim(f"{who}{about}: “{quote}”", (citation,), pair)


def quoted_of(archive: Archive, document_id: str, span: Span, pair: Pair | None) -> Claim:
    """As ``quoted``, and says where another period's document says it."""
    identity = archive.document(document_id).identity
    if pair is None or identity.period is None or identity.period == pair.period:
        return quoted(archive, document_id, span, pair)
    note = f"said in the {identity.form or 'document'} for {identity.period.name}"
    return quoted(archive, document_id, span, pair, note=note)


def figure_claim(archive: Archive, figure: Figure, pair: Pair, *, is_later: bool) -> Claim:
    """A row's figure, spoken as given; says so where another period's document states it."""
    note = figure_note(archive, figure, pair, is_later=is_later)
    citation = cite(archive, figure.document_id, figure.row_span, note=note)
    when = pair.period.name if pair.period else figure.column_header
    tail = f" ({note})" if note else ""
    who = pair.company or citation.document
    return Claim(f"{who}, {when}: {row_name(figure)} {shown(figure)}{tail}.", (citation,), pair)


def figure_note(archive: Archive, figure: Figure, pair: Pair, *, is_later: bool) -> str:
    """Which column of which document, where it is another period's; else empty."""
    identity = archive.document(figure.document_id).identity
    if identity.period == pair.period or identity.period is None:
        return ""
    header = _FOOTNOTE.sub("", figure.column_header)
    where = f"column “{header}” of the {identity.form or 'document'} for {identity.period.name}"
    return f"{where}, a later filing" if is_later else where
