"""The last look at what is about to be shown: nothing in it may come from what is hidden.

Everything was trimmed before it was searched; this is asserted once more, on the result itself.
A result that fails is never shown and never corrected: it is a bug, and the asker gets an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from onfile.errors import AccessBreach
from onfile.gate.gates import on_file
from onfile.retrieve.search import Retrieved
from onfile.types import Catalog, Citation, Evidence, Outcome, Refusal


class Shown(NamedTuple):
    """What an asker may see: ids of documents, the catalog that he asked, and what he may not.

    ``hidden`` are names of companies and documents that only hidden documents bear.
    """

    visible: AbstractSet[str]
    catalog: Catalog
    hidden: AbstractSet[str]


def check_outcome(outcome: Outcome, retrieved: Retrieved | None, shown: Shown) -> None:
    """Every document, name, count and choice of an outcome, and what the rankers found for it.

    Args:
        outcome: About to be recorded and shown, with its parts.
        retrieved: What it was made from; ``explain`` and the record show that too.
        shown: What the asker may see.

    Raises:
        AccessBreach: something of it is hidden.
    """
    check_documents(_of_retrieved(retrieved), shown.visible)
    for one in (outcome, *outcome.parts):
        _check_one(one, shown)


def _check_one(outcome: Outcome, shown: Shown) -> None:
    check_documents(_of_outcome(outcome), shown.visible)
    catalog = shown.catalog
    if (outcome.n_documents, outcome.n_pages) != (catalog.n_documents, catalog.n_pages):
        raise AccessBreach("the count of what was searched")
    companies = {e.identity.company for e in catalog.entries}
    if not companies.issuperset(outcome.intent.companies):
        raise AccessBreach("a company of the scope")
    if outcome.refusal is not None:
        _check_refusal(outcome.refusal, outcome.question, shown)


def check_documents(document_ids: Iterable[str], visible: AbstractSet[str]) -> None:
    """Every one of these documents is visible.

    Raises:
        AccessBreach: one is not.
    """
    for document_id in document_ids:
        if document_id not in visible:
            raise AccessBreach(f"document {document_id}")


def of_passages(passages: Iterable[Evidence]) -> Iterator[str]:
    """The documents of passages, and of every hit that led to them."""
    for one in passages:
        yield one.document.document_id
        yield one.chunk.document_id
        yield from (hit.document_id for hit in one.hits)


def of_citations(citations: Iterable[Citation]) -> Iterator[str]:
    """The documents that are cited."""
    return (citation.document_id for citation in citations)


def only_hidden(everything: Catalog, shown: Catalog) -> frozenset[str]:
    """Names of companies and documents that no visible document bears."""
    return frozenset(_names(everything)) - frozenset(_names(shown))


def _names(catalog: Catalog) -> Iterator[str]:
    for entry in catalog.entries:
        identity = entry.identity
        named = (entry.name, identity.company, identity.legal_name, identity.title)
        yield from (name for name in named if name)


def _of_outcome(outcome: Outcome) -> Iterator[str]:
    yield from of_passages(outcome.evidence)
    for claim in outcome.claims:
        yield from of_citations(claim.citations)
    if outcome.refusal is not None:
        yield from of_citations(outcome.refusal.citations)
        yield from (row.document_id or "" for row in outcome.refusal.unread)


def _of_retrieved(retrieved: Retrieved | None) -> Iterator[str]:
    for result in retrieved.pairs if retrieved is not None else ():
        yield from result.documents
        yield from (hit.document_id for run in result.runs for _, hit in run.units)


def _check_refusal(refusal: Refusal, question: str, shown: Shown) -> None:
    table = on_file(shown.catalog)
    for company, periods in refusal.on_file.items():
        if not set(periods) <= set(table.get(company, ())):
            raise AccessBreach("what a refusal says is on file")
    asked = question.casefold()
    named = {pair.company for pair in refusal.missing if pair.company is not None}
    for company in named & shown.hidden:
        if company.casefold() not in asked:
            raise AccessBreach("what a refusal says is missing")
    if not shown.hidden.isdisjoint(refusal.choices):
        raise AccessBreach("a choice of a refusal")
