"""Pages that a refusal would have had to read and could not: the answer may stand there."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from onfile.index.view import View
from onfile.retrieve.scoped import LATER_FILING, documents_for
from onfile.retrieve.search import Retrieved
from onfile.types import Catalog, Intent, LedgerRow, PageStatus, Refusal, RefusalCode

_MAY_STAND_THERE = frozenset(
    {
        RefusalCode.NO_EVIDENCE,
        RefusalCode.WEAK_EVIDENCE,
        RefusalCode.NOT_STATED,
        RefusalCode.SCOPE_INCOMPLETE,
        RefusalCode.MODEL_DECLINED,
    }
)
_MAY_BE_OF = frozenset({RefusalCode.COMPANY_NOT_ON_FILE, RefusalCode.PERIOD_NOT_ON_FILE})


def with_unread(
    refusal: Refusal, intent: Intent, catalog: Catalog, retrieved: Retrieved | None, view: View
) -> Refusal:
    """The refusal with the unread pages of the documents that the question is about.

    Where what it names is not on file, these are documents that nobody knows the company of, for
    none of their pages could be read.
    """
    if refusal.code in _MAY_BE_OF:
        asked = view.unread_documents()
    elif refusal.code in _MAY_STAND_THERE:
        names = {entry.document_id: entry.name for entry in catalog.entries}
        asked = sorted(dict.fromkeys(_asked(intent, catalog, retrieved)), key=names.__getitem__)
    else:
        return refusal
    rows = (row for document_id in asked for row in view.ledger_of(document_id))
    return dataclasses.replace(refusal, unread=tuple(row for row in rows if _is_unread(row)))


def _asked(intent: Intent, catalog: Catalog, retrieved: Retrieved | None) -> Iterator[str]:
    """The documents of what the question names; where it names nothing, those that came nearest."""
    yield from intent.document_ids
    for pair in intent.pairs:
        for document_id, precedence in documents_for(pair, intent, catalog).items():
            if precedence < LATER_FILING:
                yield document_id
    if not intent.pairs and retrieved is not None:
        yield from (one.document.document_id for one in retrieved.evidence)


def _is_unread(row: LedgerRow) -> bool:
    is_page = row.page is not None
    return is_page and not row.status.is_readable and row.status is not PageStatus.BLANK
