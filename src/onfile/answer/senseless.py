"""A ratio that means nothing for such a company: says why, citing what it reports instead.

What kind of company it is, its own statements say: interest income with deposits and loans is a
bank's, premiums with claims an insurer's, and a balance sheet without inventories is that of a
company that turns none over. No names are listed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from onfile.answer.cite import cite
from onfile.answer.request import Quantity, Reading
from onfile.answer.shown import row_name, shown
from onfile.types import Figure, Pair, Refusal, RefusalCode

LATER_FILING = 3  # precedence from which a document is not of the period itself
MIN_SIGNS = 2  # lines of a kind: one alone ("deposits" of customers) is met anywhere
MAX_CITED = 4
INVENTORIES = "inventories"
STOCKLESS = "stockless"


@dataclass(frozen=True, slots=True)
class Industry:
    """How statements show a kind of company.

    Attributes:
        signs: Concepts of lines that its statements print.
        why: Why the ratio means nothing there, as the end of a sentence.
        instead: Concepts that such companies report instead, the most telling first.
    """

    signs: frozenset[str]
    why: str
    instead: tuple[str, ...]


INDUSTRIES: Mapping[str, Industry] = {
    "bank": Industry(
        frozenset(["net_interest_income", "deposits", "loans", "credit_loss_provision",
                   "noninterest_income"]),
        "its statements are a bank's: it lends what others deposit, sells no goods at a cost, "
        "and does not divide its balance sheet into current and other items",
        ("net_interest_income", "net_interest_margin", "efficiency_ratio", "noninterest_income",
         "noninterest_expense", "cet1", "loans", "deposits"),
    ),
    "insurer": Industry(
        frozenset(["premiums_earned", "premiums_written", "claims_incurred", "loss_reserves",
                   "underwriting_income"]),
        "its statements are an insurer's: it earns premiums and pays claims, sells no goods at a "
        "cost, and does not divide its balance sheet into current and other items",
        ("premiums_earned", "claims_incurred", "combined_ratio", "underwriting_income",
         "loss_reserves"),
    ),
}  # fmt: skip


def senseless(reading: Reading, quantity: Quantity) -> Refusal | None:
    """A refusal for a ratio that has no meaning for the company; None where it may have one."""
    for pair in reading.intent.pairs:
        figures = _stated(reading, pair) if quantity.not_for else []
        for name, industry in INDUSTRIES.items():
            found = {f.concept for f in figures} & industry.signs
            if name in quantity.not_for and len(found) >= MIN_SIGNS:
                return _refused(reading, quantity, pair, industry.why, industry.instead, figures)
        if STOCKLESS in quantity.not_for and _is_stockless(figures):
            why = "its balance sheet prints no inventories"
            instead = ("current_assets", "total_assets", "cogs")
            return _refused(reading, quantity, pair, why, instead, figures)
    return None


def _stated(reading: Reading, pair: Pair) -> list[Figure]:
    """Figures of the pair's period in statements of the period's own documents, nearest first."""
    if pair.period is None:
        return []
    own = [d for d, nearness in reading.precedence.items() if nearness < LATER_FILING]
    mine = [d for d in own if reading.archive.document(d).identity.company == pair.company]
    mine.sort(key=lambda d: (reading.precedence[d], d))
    found = reading.archive.figures(mine, fiscal_years=[pair.period.fiscal_year])
    stated = [f for f in found if f.period == pair.period and f.concept is not None]
    return sorted(stated, key=lambda f: (f.statement is None, mine.index(f.document_id), f.page))


def _is_stockless(figures: Sequence[Figure]) -> bool:
    """A balance sheet was read, and neither it nor a note prints inventories."""
    sheets = [f for f in figures if f.statement == "balance_sheet"]
    has_sheet = {"total_assets", "current_assets"} <= {f.concept for f in sheets}
    lines = [f for f in figures if f.concept == INVENTORIES and f.value != 0]
    named = any("inventor" in f.label.lower() for f in sheets)
    return has_sheet and not lines and not named


def _refused(
    reading: Reading,
    quantity: Quantity,
    pair: Pair,
    why: str,
    instead: Sequence[str],
    figures: Sequence[Figure],
) -> Refusal:
    first: dict[str, Figure] = {}
    for figure in figures:
        is_stated = figure.scale is not None or figure.is_percent
        if figure.concept is not None and figure.concept in instead and is_stated:
            first.setdefault(figure.concept, figure)
    cited = [first[concept] for concept in instead if concept in first][:MAX_CITED]
    listed = "; ".join(f"{row_name(f)} {shown(f)} (page {f.page})" for f in cited)
    period = pair.period.name if pair.period else ""
    detail = f"{quantity.words} has no meaning for {pair.company}, {period}: {why}."
    if listed:
        detail += f" It reports instead: {listed}."
    citations = tuple(cite(reading.archive, f.document_id, f.row_span) for f in cited)
    return Refusal(RefusalCode.NOT_STATED, detail[0].upper() + detail[1:], citations=citations)
