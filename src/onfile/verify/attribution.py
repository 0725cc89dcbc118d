"""Is each claim about the company and the period that its citations are about?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.types import Citation, Claim, Intent, Pair, Period
from onfile.verify.folding import own_words

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def wrong_attribution(claim: Claim, intent: Intent, pages: list[str]) -> str:
    """Which citation is of another company or period; empty when none is.

    A citation of another period is right where its note says why (a later filing's prior-year
    column), where the passage itself names the year, or, in a computed claim, for the year
    before, which averages and changes need.
    """
    if claim.pair is not None and intent.pairs and not _is_asked(claim.pair, intent):
        return f"it is about {' '.join(part for part in claim.pair.key if part)}, not asked for"
    for citation in claim.citations:
        reason = _wrong_company(citation, claim, intent) or _wrong_period(citation, claim, intent)
        if reason:
            return reason
    return _wrong_year(claim, intent, pages)


def uncovered(claims: Sequence[Claim], intent: Intent) -> tuple[Pair, ...]:
    """The pairs asked for that no claim is about, sorted."""
    missing = [p for p in intent.pairs if not any(_is_about(c, p, intent) for c in claims)]
    return tuple(sorted(missing, key=lambda pair: pair.key))


def _wrong_company(citation: Citation, claim: Claim, intent: Intent) -> str:
    wanted = [claim.pair.company] if claim.pair is not None else list(intent.companies)
    named = [company for company in wanted if company is not None]
    if not named or _is_one_of(citation.company, named):
        return ""
    return f"{citation.document} is of {citation.company or 'an unknown company'}, not {named[0]}"


def _wrong_period(citation: Citation, claim: Claim, intent: Intent) -> str:
    wanted = claim.pair.period if claim.pair is not None else None
    if wanted is None or citation.note or _is_of_period(citation, wanted, intent):
        return ""
    if str(wanted.fiscal_year) in _YEAR.findall(citation.quote):
        return ""  # the passage itself names the year
    if claim.arithmetic and str(wanted.fiscal_year - 1) in _YEAR.findall(citation.period or ""):
        return ""  # averages and changes need the year before
    return f"{citation.document} is of {citation.period or 'an unknown period'}, not {wanted.name}"


def _wrong_year(claim: Claim, intent: Intent, pages: list[str]) -> str:
    """A year in the claim's text that neither the question nor any citation knows."""
    known = {str(p.fiscal_year) for p in (*intent.periods, *intent.filter_periods)}
    known |= set(_YEAR.findall(intent.question))
    if claim.pair is not None and claim.pair.period is not None:
        known.add(str(claim.pair.period.fiscal_year))
    for c in claim.citations:
        known |= set(
            _YEAR.findall(" ".join((c.quote, c.note, c.period or "", c.section or "", c.document)))
        )
    if claim.arithmetic:  # it names the columns of its operands
        known |= {year for page in pages for year in _YEAR.findall(page)}
        known |= set(_YEAR.findall(claim.arithmetic))  # operands: "100 * (1900 / 4471)"
    for year in _YEAR.findall(" ".join(own_words(claim.text, pages))):
        if year not in known and not _is_amount(year, claim.text):
            return f"it speaks of {year}, which its citations do not"
    return ""


def _is_amount(year: str, text: str) -> bool:
    """True for "2,011" and "$2011": four digits that are an amount, judged with the numbers."""
    return re.search(rf"[$€£₹,.]\s?{year}|{year}[,.%]\d|{year}\s?%", text) is not None


def _is_asked(pair: Pair, intent: Intent) -> bool:
    for wanted in intent.pairs:
        if None not in (pair.company, wanted.company) and pair.company != wanted.company:
            continue
        if pair.period is None or wanted.period is None:
            return True
        if _answers(pair.period, wanted.period, intent):
            return True
    return False


def _is_about(claim: Claim, wanted: Pair, intent: Intent) -> bool:
    if claim.pair is not None and claim.pair.company in (None, wanted.company):
        held = claim.pair.period
        if wanted.period is None or (held is not None and _answers(held, wanted.period, intent)):
            return True
    return any(
        (wanted.company is None or _is_one_of(citation.company, [wanted.company]))
        and (wanted.period is None or _is_of_period(citation, wanted.period, intent))
        for citation in claim.citations
    )


def _is_of_period(citation: Citation, wanted: Period, intent: Intent) -> bool:
    held = citation.period
    if held is None:
        return False
    names = {wanted.name} | {period.name for period in intent.filter_periods}
    if wanted.quarter is None:  # what came with the last quarter speaks of the year
        names.add(Period(wanted.fiscal_year, 4).name)
    else:
        names.add(Period(wanted.fiscal_year, wanted.quarter).name)
    return held in names or _without_months(held) in names


def _answers(held: Period, wanted: Period, intent: Intent) -> bool:
    if held in intent.filter_periods:
        return True
    return (held.fiscal_year, held.quarter) == (wanted.fiscal_year, wanted.quarter) or (
        wanted.quarter is None and held == Period(wanted.fiscal_year, 4)
    )


def _without_months(name: str) -> str:
    return name.partition("-")[0]


def _is_one_of(company: str | None, names: Sequence[str]) -> bool:
    return company is not None and company.casefold() in {name.casefold() for name in names}
