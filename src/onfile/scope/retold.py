"""The same question, asked of the annual reports that tell of the time it names.

"What was agreed in December 2031" is of a quarter that no document on file may be about; the annual
report of that year tells it all the same. Only what is told in words is asked so: the passage must
name the time itself, and a figure of a year is none of its quarter. Who bought a company, and when,
stands in its buyer's reports, though the company itself is not on file.
"""

from __future__ import annotations

import dataclasses
import re

from onfile.scope.words import TermsOf
from onfile.types import Catalog, CatalogEntry, Draft, Intent, Pair, Period, QuestionKind, Refusal
from onfile.types import RefusalCode as Code

ANNUAL = ("10-K", "20-F", "40-F", "annual report")
RELEASE = "earnings release"
KINDS = (
    QuestionKind.FIGURE,
    QuestionKind.WHAT,
    QuestionKind.WHO,
    QuestionKind.WHEN,
    QuestionKind.LIST,
)
DEALS = ("acquisitions_made", "spin_off")  # concepts of the lexicon
CODES = (Code.PERIOD_NOT_ON_FILE, Code.NOT_STATED)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def asked_of(
    intent: Intent, result: Draft | Refusal | None, catalog: Catalog, terms: TermsOf
) -> Intent | None:
    """The wider scope; None where the question is no such question or no such report is on file.

    Args:
        intent: As understood at first.
        result: What it was answered so; nothing else is asked where it is no refusal.
        catalog: What is on file, as far as the asker may see.
        terms: Makes terms as the index does.
    """
    if not isinstance(result, Refusal):
        return None
    if result.code is Code.COMPANY_NOT_ON_FILE:
        return _of_anybody(intent)
    if result.code not in CODES:
        return None
    if intent.kind not in KINDS or len(intent.companies) != 1:
        return None
    if intent.forms or intent.speaker or intent.role or intent.document_ids:
        return None
    company, periods = intent.companies[0], intent.periods
    is_of_quarters = bool(periods) and all(p.quarter is not None for p in periods)
    if not is_of_quarters and result.code is not Code.PERIOD_NOT_ON_FILE:
        return None
    reports = [e for e in catalog.entries if _is_report(e, company)]
    if is_of_quarters:
        reports = [e for e in reports if any(_is_near(e, p) for p in periods)]
    if not reports:
        return None
    years = _YEAR.findall(intent.asked)
    listed = ", ".join(p.name for p in periods)
    return dataclasses.replace(
        intent,
        periods=(),
        filter_periods=(),
        pairs=(Pair(company, None),),
        months=(),
        document_ids=tuple(e.document_id for e in reports),
        terms=(*intent.terms, *terms(" ".join((*intent.months, *years)))),
        happened=periods,
        is_retold=True,
        notes=(*intent.notes, f"No document answers it for {listed}; annual reports tell of it"),
    )


def _of_anybody(intent: Intent) -> Intent | None:
    """Who bought a company that has no document on file, or when, its buyer's report tells."""
    is_deal = any(m.concept in DEALS for m in intent.concepts)
    if intent.kind not in (QuestionKind.WHO, QuestionKind.WHEN) or not is_deal or intent.companies:
        return None
    names = ", ".join(intent.unknown_companies)
    return dataclasses.replace(
        intent,
        unknown_companies=(),
        pairs=(Pair(None, None),),
        is_retold=True,
        notes=(*intent.notes, f"No document is from {names}; others were asked for the deal"),
    )


def _is_report(entry: CatalogEntry, company: str) -> bool:
    own = entry.identity
    is_annual = own.form in ANNUAL or (
        own.form == RELEASE and own.period is not None and own.period.quarter in (None, 4)
    )
    return own.company == company and is_annual and own.period is not None


def _is_near(entry: CatalogEntry, period: Period) -> bool:
    """Of its year, of the year before (what came after its end) or of the year after."""
    own = entry.identity.period
    return own is not None and abs(own.fiscal_year - period.fiscal_year) <= 1
