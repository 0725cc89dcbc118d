"""What is certainly not on file: companies, periods, documents."""

from __future__ import annotations

import random
import re

from onfile.evaluate.generate.holdings import CALL, Holdings
from onfile.types import Period

FAR_YEARS = 6  # before the first document: selected figures go back five years
_QUARTERS = re.compile(
    r"\b(?:first|1st|q1|march|june|september)\b.{0,80}\b(?:second|2nd|q2|june|september|december)\b"
    r".{0,80}\b(?:third|3rd|q3|september|december|march)\b",
    re.I,
)


def absent_names(holdings: Holdings, names: list[str]) -> list[str]:
    """Those of the names that no page and no identity of the archive says, in order."""
    said = holdings.mentioned(names)
    return [name for name in names if name not in said]


def absent_years(holdings: Holdings, company: str) -> list[int]:
    """Fiscal years that no document of the company, and no column in any of them, is about.

    The years after the last document's and those well before the first one's.
    """
    own = sorted(p.fiscal_year for p in holdings.own_periods(company))
    if not own:
        return []
    covered = {p.fiscal_year for p in holdings.covered(company)}
    wanted = [own[-1] + 1, own[-1] + 2, own[0] - FAR_YEARS, own[0] - FAR_YEARS - 1]
    return [year for year in wanted if year not in covered]


def absent_quarters(holdings: Holdings, company: str) -> list[Period]:
    """Quarters of years on file that nothing on file is about.

    No document, column or figure covers them, and no document of the years from then on to two
    years later prints a table with quarters side by side, which may not have been read as one.
    """
    covered = holdings.covered(company)
    found = []
    for year in sorted({p.fiscal_year for p in holdings.own_periods(company)}):
        if _has_quarterly_table(holdings, company, year):
            continue
        for quarter in (1, 2, 3):
            is_covered = any(
                p.fiscal_year == year and p.quarter is not None and p.quarter >= quarter
                for p in covered
            )
            if not is_covered:
                found.append(Period(year, quarter))
    return found


def has_call(holdings: Holdings, company: str, period: Period | None = None) -> bool:
    """True when a call of the company (about the period) is on file."""
    return any(
        e.identity.form == CALL and period in (None, e.identity.period)
        for e in holdings.companies[company]
    )


def _has_quarterly_table(holdings: Holdings, company: str, year: int) -> bool:
    for entry in holdings.companies[company]:
        period = entry.identity.period
        if period is None or not year <= period.fiscal_year <= year + 2:
            continue
        for page in holdings.pages(entry.document_id).values():
            if any(_QUARTERS.search(line) for line in page.splitlines()):
                return True
    return False


def pick(rng: random.Random, given: list[str]) -> list[str]:
    """A seeded order of what is given."""
    return rng.sample(given, len(given))
