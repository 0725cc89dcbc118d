"""The same question, asked of the papers that are no company's reports.

Letters, minutes, specifications, logs and manuals belong to a project, not to a company and a
fiscal period. What is refused for want of a company or a document, or because a place or a thing
reads like a company's name, is asked once more of these alone, and read more strictly
(``answer/papers.py``).
"""

from __future__ import annotations

import dataclasses
import re

from onfile.language.bids import asks_of_bids
from onfile.types import Catalog, CatalogEntry, Draft, EvidenceType, Intent, Pair, Refusal
from onfile.types import RefusalCode as Code

CODES = (
    Code.NOT_STATED,
    Code.NO_EVIDENCE,
    Code.UNDERSPECIFIED,
    Code.COMPANY_NOT_ON_FILE,
    Code.PERIOD_NOT_ON_FILE,
    Code.OUT_OF_SCOPE,
)
_FILINGS = ("10-", "8-K", "20-F", "40-F", "6-K", "11-K")
_MAY_BE_MEANT = "general knowledge"  # "who won the contract" reads like "who won the cup"


def asked_of(intent: Intent, result: Draft | Refusal | None, catalog: Catalog) -> Intent | None:
    """The question for the papers alone; None where it is of a company, or none are on file.

    Args:
        intent: As understood at first.
        result: What it was answered so; nothing else is asked where it is no refusal.
        catalog: What is on file, as far as the asker may see.
    """
    if not isinstance(result, Refusal) or result.code not in CODES:
        return None
    if result.code is Code.OUT_OF_SCOPE and _MAY_BE_MEANT not in result.detail:
        return None
    if asks_of_bids(intent.asked):
        return None  # tables answer it, and what they are called names every bidder
    if intent.companies or intent.speaker or intent.role or intent.forms:
        return None
    papers = tuple(e.document_id for e in catalog.entries if is_paper(e))
    if intent.document_ids:
        papers = tuple(d for d in intent.document_ids if d in papers)
    if not papers:
        return None
    return dataclasses.replace(
        intent,
        evidence_type=EvidenceType.DOCUMENTS,
        unknown_companies=(),
        periods=(),
        filter_periods=(),
        pairs=(Pair(None, None),),
        months=(),
        choices=(),
        document_ids=papers,
        happened=intent.periods,
        is_of_papers=True,
    )


def are_of(intent: Intent, wider: Intent, result: Draft | Refusal | None, catalog: Catalog) -> bool:
    """Whether what was taken for companies that are not on file has papers of its own.

    "No document on file is from P-12" misleads where the data sheet of P-12 is; that it does not
    state what was asked is the better refusal.
    """
    if not wider.is_of_papers or not isinstance(result, Refusal):
        return False
    if result.code is not Code.COMPANY_NOT_ON_FILE or not intent.unknown_companies:
        return False
    entries = [e for e in catalog.entries if is_paper(e)]
    titles = " \n ".join(f"{e.name} {e.identity.title or ''}" for e in entries)
    titles = titles.replace("_", " ")
    names = (re.escape(name) for name in intent.unknown_companies)
    return all(re.search(rf"(?<!\w){name}(?!\w)", titles, re.I) for name in names)


def is_paper(entry: CatalogEntry) -> bool:
    """A document of no company, or of none of the forms in which companies report."""
    form = entry.identity.form or ""
    return not form.startswith(_FILINGS) and (entry.identity.company is None or not form)
