"""Financial statements of a made-up company as rows ready to print."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from onfile.demo.books import Balance, Books, Entries
from onfile.demo.companies import Company
from onfile.demo.paper import Line

CAPEX = "Purchases of property, plant and equipment"


def money(amount: int) -> str:
    """``1,577``; a negative in brackets, nothing as a dash."""
    if amount == 0:
        return "—"
    return f"({-amount:,})" if amount < 0 else f"{amount:,}"


def dollars(amount: Decimal) -> str:
    """A per-share amount: ``2.56`` or ``(0.16)``."""
    return f"({-amount})" if amount < 0 else f"{amount}"


def income_lines(company: Company, periods: Sequence[Entries]) -> list[Line]:
    """Rows of the statement of income, one cell a period, in the order given."""
    words = company.wording

    def row(label: str, get: Callable[[Entries], int], *, total: bool = False) -> Line:
        return Line(label, tuple(money(get(p)) for p in periods), is_total=total)

    first = Line(words.sales, tuple(money(p.sales) for p in periods), dollar=True)
    last = Line(
        words.net_income, tuple(money(p.net_income) for p in periods), is_total=True, dollar=True
    )
    return [
        first,
        row(words.cost_of_sales, lambda p: p.cost_of_sales),
        row("Gross profit", lambda p: p.gross_profit, total=True),
        row(words.selling, lambda p: p.selling),
        row(words.research, lambda p: p.research),
        row(words.operating_income, lambda p: p.operating_income, total=True),
        row("Interest expense", lambda p: -p.interest),
        row("Other income, net", lambda p: p.other_income),
        row("Income before income taxes", lambda p: p.pretax),
        row(words.tax, lambda p: p.tax),
        last,
        *_per_share_lines(company, periods),
    ]


def _per_share_lines(company: Company, periods: Sequence[Entries]) -> list[Line]:
    def earnings(label: str, *, diluted: bool) -> Line:
        cells = tuple(dollars(p.per_share(company.scale, diluted=diluted)) for p in periods)
        return Line(label, cells, indent=1, dollar=True)

    def shares(label: str, get: Callable[[Entries], Decimal]) -> Line:
        if company.scale == 1_000:
            return Line(label, tuple(f"{int(get(p) * 1000):,}" for p in periods), indent=1)
        return Line(label, tuple(f"{get(p)}" for p in periods), indent=1)

    return [
        Line("Earnings per share:"),
        earnings("Basic", diluted=False),
        earnings("Diluted", diluted=True),
        Line("Weighted-average shares outstanding:"),
        shares("Basic", lambda p: p.basic_shares),
        shares("Diluted", lambda p: p.diluted_shares),
    ]


def balance_lines(company: Company, sheets: Sequence[Balance]) -> list[Line]:
    """Rows of the balance sheet, one cell a date."""

    def row(
        label: str,
        get: Callable[[Balance], int],
        *,
        total: bool = False,
        indent: int = 1,
        dollar: bool = False,
    ) -> Line:
        cells = tuple(money(get(s)) for s in sheets)
        return Line(label, cells, indent=indent, is_total=total, dollar=dollar)

    return [
        Line("Assets"),
        Line("Current assets:"),
        row("Cash and cash equivalents", lambda s: s.cash, dollar=True),
        row(_receivables(sheets), lambda s: s.receivables),
        row("Inventories", lambda s: s.inventories),
        row("Prepaid expenses and other current assets", lambda s: s.prepaid),
        row("Total current assets", lambda s: s.current_assets, total=True, indent=2),
        row("Property, plant and equipment, net (Note 6)", lambda s: s.ppe, indent=0),
        row("Goodwill", lambda s: s.goodwill, indent=0),
        row("Other assets", lambda s: s.other_assets, indent=0),
        row("Total assets", lambda s: s.assets, total=True, indent=0, dollar=True),
        Line("Liabilities and equity"),
        Line("Current liabilities:"),
        row("Accounts payable", lambda s: s.payables, dollar=True),
        row("Accrued liabilities", lambda s: s.accrued),
        row("Total current liabilities", lambda s: s.current_liabilities, total=True, indent=2),
        row("Long-term debt (Note 8)", lambda s: s.debt, indent=0),
        row("Other liabilities", lambda s: s.other_liabilities, indent=0),
        row("Total liabilities", lambda s: s.liabilities, total=True, indent=0),
        Line("Commitments and contingencies (Note 14)"),
        row("Common stock and paid-in capital", lambda s: s.paid_in),
        row("Retained earnings", lambda s: s.retained),
        row("Treasury stock, at cost", lambda s: -s.treasury),
        row(company.wording.equity, lambda s: s.equity, total=True, indent=0),
        row(
            "Total liabilities and equity",
            lambda s: s.liabilities + s.equity,
            total=True,
            indent=0,
            dollar=True,
        ),
    ]


def _receivables(sheets: Sequence[Balance]) -> str:
    allowances = " and ".join(f"${max(1, s.receivables // 90)}" for s in sheets)
    return f"Receivables, net of allowances of {allowances}"


def cash_flow_lines(company: Company, books: Sequence[Books]) -> list[Line]:
    """Rows of the statement of cash flows, one cell a period."""

    def row(
        label: str,
        get: Callable[[Books], int],
        *,
        total: bool = False,
        indent: int = 1,
        dollar: bool = False,
    ) -> Line:
        cells = tuple(money(get(b)) for b in books)
        return Line(label, cells, indent=indent, is_total=total, dollar=dollar)

    return [
        Line("Operating activities"),
        row(company.wording.net_income, lambda b: b.entries.net_income, dollar=True),
        row("Depreciation and amortization", lambda b: b.entries.depreciation),
        row("Stock-based compensation", lambda b: b.entries.stock_pay),
        Line("Changes in working capital:", indent=1),
        row("Receivables", lambda b: b.working_capital[0], indent=2),
        row("Inventories", lambda b: b.working_capital[1], indent=2),
        row("Accounts payable", lambda b: b.working_capital[2], indent=2),
        row("Net cash provided by operating activities", lambda b: b.operating_cash, total=True),
        Line("Investing activities"),
        row(CAPEX, lambda b: -b.entries.capex),
        row("Acquisitions, net of cash acquired", lambda b: -b.entries.acquired),
        row("Net cash used in investing activities", lambda b: b.investing_cash, total=True),
        Line("Financing activities"),
        row("Proceeds from issuance of long-term debt", lambda b: b.entries.borrowed),
        row("Repayments of long-term debt", lambda b: -b.entries.repaid),
        row("Dividends paid", lambda b: -b.entries.dividends),
        row("Repurchases of common stock", lambda b: -b.entries.buybacks),
        row("Net cash used in financing activities", lambda b: b.financing_cash, total=True),
        row("Increase (decrease) in cash and cash equivalents", lambda b: b.change_in_cash),
        row("Cash and cash equivalents, beginning of period", lambda b: b.opening.cash),
        row(
            "Cash and cash equivalents, end of period",
            lambda b: b.closing.cash,
            total=True,
            dollar=True,
        ),
    ]


def segment_lines(company: Company, periods: Sequence[Entries]) -> list[Line]:
    """Net sales and operating income by segment, both tied to the consolidated totals."""
    sales = [company.segment_sales(p) for p in periods]
    profits = [company.segment_profit(p) for p in periods]
    lines = [Line(f"{company.wording.sales}:")]
    for number, name in enumerate(company.segments):
        cells = tuple(money(s[number]) for s in sales)
        lines.append(Line(name, cells, indent=1, dollar=number == 0))
    total = tuple(money(p.sales) for p in periods)
    lines.append(Line(f"Total {company.wording.sales.lower()}", total, is_total=True, dollar=True))
    lines.append(Line(f"{company.wording.operating_income}:"))
    for number, name in enumerate(company.segments):
        cells = tuple(money(p[number]) for p in profits)
        lines.append(Line(name, cells, indent=1, dollar=number == 0))
    corporate = tuple(money(-company.corporate_cost) for _ in periods)
    lines.append(Line("Unallocated corporate costs", corporate, indent=1))
    total = tuple(money(p.operating_income) for p in periods)
    label = f"Total {company.wording.operating_income.lower()}"
    lines.append(Line(label, total, is_total=True, dollar=True))
    return lines
