"""Sentences that hold a figure, composed from the books so that text and tables agree."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from onfile.demo.books import Entries
from onfile.demo.companies import Company
from onfile.demo.texts import STORIES

_TENTH = Decimal("0.1")


def amount(company: Company, value: int) -> str:
    """``$5,037 million``; a company that reports in thousands writes ``$1,438.9 million``."""
    if company.scale == 1_000:
        millions = (Decimal(value) / 1000).quantize(_TENTH, ROUND_HALF_UP)
        return f"${millions:,} million"
    return f"${value:,} million"


def percent(part: int, whole: int) -> Decimal:
    """``part`` in per cent of ``whole``, to a tenth."""
    return (Decimal(100 * part) / whole).quantize(_TENTH, ROUND_HALF_UP)


def moved(new: int, old: int) -> str:
    """``increased 7.0%`` or ``decreased 2.7%``."""
    word = "increased" if new >= old else "decreased"
    return f"{word} {percent(abs(new - old), old)}%"


def sales_sentence(company: Company, name: str, new: Entries, old: Entries, key: str) -> str:
    """How net sales moved from the period before, and why."""
    reason = STORIES[company.short].reasons[key]
    return (
        f"{company.wording.sales} {moved(new.sales, old.sales)} to "
        f"{amount(company, new.sales)} in {name} from {amount(company, old.sales)}. "
        f"The change was primarily due to {reason}."
    )


def margin_sentence(company: Company, name: str, new: Entries, old: Entries, key: str) -> str:
    """Gross margin of both periods, and why it moved."""
    now, then = (percent(e.gross_profit, e.sales) for e in (new, old))
    word = "rose" if now > then else "fell"
    reason = STORIES[company.short].margin_reasons[key]
    return (
        f"Gross profit as a percentage of {company.wording.sales.lower()} {word} to {now}% in "
        f"{name} from {then}%, reflecting {reason}."
    )


def tax_sentence(company: Company, name: str, new: Entries, old: Entries) -> str:
    """The effective tax rates of both periods."""
    return (
        f"Our effective income tax rate was {percent(new.tax, new.pretax)}% in {name} and "
        f"{percent(old.tax, old.pretax)}% in the prior period."
    )


def selling_sentence(company: Company, name: str, new: Entries, old: Entries) -> str:
    """Selling, general and administrative costs as a share of sales."""
    return (
        f"{company.wording.selling} were {percent(new.selling, new.sales)}% of "
        f"{company.wording.sales.lower()} in {name}, against "
        f"{percent(old.selling, old.sales)}% in the prior period."
    )
