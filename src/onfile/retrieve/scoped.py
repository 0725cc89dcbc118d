"""Which documents should be read for a company and a period, nearest first.

A figure for FY2019 stands in the FY2019 filing, and again as a prior-year column of the filings
for FY2020 and FY2021: the period's own filing comes first, later ones are a fallback that is
always labelled as such.
"""

from __future__ import annotations

from collections.abc import Sequence

from onfile.types import Catalog, CatalogEntry, Intent, Pair, Period

ANNUAL_FORMS = ("10-K", "20-F", "40-F", "annual report")
QUARTERLY_FORMS = ("10-Q",)
OWN_FILING, OWN_RELEASE, OWN_OTHER, LATER_FILING, LATER_OTHER = 0, 1, 2, 3, 4


def documents_for(pair: Pair, intent: Intent, catalog: Catalog) -> dict[str, int]:
    """Document id to its precedence (0 nearest) for one pair; empty when nothing fits.

    Filter periods, forms and documents that the question names are applied first, each only
    where it leaves something: a form nobody has filed must not hide what is on file.
    """
    entries = [e for e in catalog.entries if _is_of_company(e, pair.company)]
    if intent.document_ids:
        entries = [e for e in entries if e.document_id in intent.document_ids] or entries
    if intent.forms:
        entries = [e for e in entries if _has_form(e, intent.forms)] or entries
    if intent.filter_periods:
        held = [e for e in entries if _is_of_any(e, intent.filter_periods)]
        if held:
            return {e.document_id: _form_order(e) for e in held}
    if pair.period is None:
        return {e.document_id: 0 for e in entries}
    ranked = {}
    for entry in entries:
        precedence = precedence_of(entry, pair.period)
        if precedence is not None:
            ranked[entry.document_id] = precedence
    return ranked


def precedence_of(entry: CatalogEntry, period: Period) -> int | None:
    """How near a document is to a period; None when it says nothing of it."""
    own = entry.identity.period
    if own is not None and _covers(own, period):
        return _form_order(entry)
    if period in entry.column_periods:
        return LATER_FILING if _is_filing(entry) else LATER_OTHER
    return None


def _covers(own: Period, period: Period) -> bool:
    if period.quarter is None:  # a full year: its annual filing, or what came with its last quarter
        return own.fiscal_year == period.fiscal_year and own.quarter in (None, 4)
    return own.fiscal_year == period.fiscal_year and own.quarter == period.quarter


def _is_of_company(entry: CatalogEntry, company: str | None) -> bool:
    return company is None or entry.identity.company == company


def _has_form(entry: CatalogEntry, forms: Sequence[str]) -> bool:
    return entry.identity.form in forms


def _is_of_any(entry: CatalogEntry, periods: Sequence[Period]) -> bool:
    own = entry.identity.period
    return own is not None and any(_covers(own, p) for p in periods)


def _is_filing(entry: CatalogEntry) -> bool:
    return entry.identity.form in ANNUAL_FORMS + QUARTERLY_FORMS


def _form_order(entry: CatalogEntry) -> int:
    if _is_filing(entry):
        return OWN_FILING
    return OWN_RELEASE if entry.identity.form == "earnings release" else OWN_OTHER
