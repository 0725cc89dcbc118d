"""The books of a made-up company: one period's entries roll the balance sheet forward.

Every total is computed here, so statements of different documents agree and every sum ties.
Amounts are in the unit that the company reports in (millions or thousands).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal


@dataclass(frozen=True, slots=True)
class Entries:
    """What happened in one period, and three balances as they stand at its end."""

    sales: int
    cost_of_sales: int
    selling: int
    research: int
    interest: int
    other_income: int
    tax: int
    depreciation: int
    stock_pay: int
    capex: int
    acquired: int
    borrowed: int
    repaid: int
    dividends: int
    buybacks: int
    receivables: int
    inventories: int
    payables: int
    basic_shares: Decimal
    diluted_shares: Decimal
    moved_to_sales: int = 0  # selling costs that a later filing shows as less net sales

    @property
    def gross_profit(self) -> int:
        """Net sales less cost of sales."""
        return self.sales - self.cost_of_sales

    @property
    def operating_income(self) -> int:
        """Gross profit less selling and research costs."""
        return self.gross_profit - self.selling - self.research

    @property
    def pretax(self) -> int:
        """Income before income taxes."""
        return self.operating_income - self.interest + self.other_income

    @property
    def net_income(self) -> int:
        """Income after income taxes; negative for a loss."""
        return self.pretax - self.tax

    def per_share(self, scale: int, *, diluted: bool) -> Decimal:
        """Earnings a share in dollars; ``scale`` is the unit of the amounts, shares in millions."""
        shares = self.diluted_shares if diluted else self.basic_shares
        amount = Decimal(self.net_income * scale) / (shares * 1_000_000)
        return amount.quantize(Decimal("0.01"), ROUND_HALF_UP)

    def recast(self) -> Entries:
        """The same period as a later filing presents it; net income does not change."""
        return replace(
            self,
            sales=self.sales - self.moved_to_sales,
            selling=self.selling - self.moved_to_sales,
            moved_to_sales=0,
        )


@dataclass(frozen=True, slots=True)
class Balance:
    """A balance sheet. ``treasury`` is what was paid for own shares, as a positive amount."""

    cash: int
    receivables: int
    inventories: int
    prepaid: int
    ppe: int
    goodwill: int
    other_assets: int
    payables: int
    accrued: int
    debt: int
    other_liabilities: int
    paid_in: int
    retained: int
    treasury: int

    @property
    def current_assets(self) -> int:
        """Cash, receivables, inventories and prepaid expenses."""
        return self.cash + self.receivables + self.inventories + self.prepaid

    @property
    def assets(self) -> int:
        """Total assets."""
        return self.current_assets + self.ppe + self.goodwill + self.other_assets

    @property
    def current_liabilities(self) -> int:
        """Payables and accrued liabilities."""
        return self.payables + self.accrued

    @property
    def liabilities(self) -> int:
        """Total liabilities."""
        return self.current_liabilities + self.debt + self.other_liabilities

    @property
    def equity(self) -> int:
        """Total shareholders' equity."""
        return self.paid_in + self.retained - self.treasury


@dataclass(frozen=True, slots=True)
class Books:
    """One period: what it opened with, its entries and what it closed with."""

    opening: Balance
    entries: Entries

    @property
    def operating_cash(self) -> int:
        """Net cash provided by operating activities."""
        return (
            self.entries.net_income
            + self.entries.depreciation
            + self.entries.stock_pay
            + sum(self.working_capital)
        )

    @property
    def working_capital(self) -> tuple[int, int, int]:
        """Cash effect of receivables, inventories and payables."""
        return (
            self.opening.receivables - self.entries.receivables,
            self.opening.inventories - self.entries.inventories,
            self.entries.payables - self.opening.payables,
        )

    @property
    def investing_cash(self) -> int:
        """Net cash used in investing activities, negative."""
        return -self.entries.capex - self.entries.acquired

    @property
    def financing_cash(self) -> int:
        """Net cash used in financing activities, negative."""
        entries = self.entries
        return entries.borrowed - entries.repaid - entries.dividends - entries.buybacks

    @property
    def change_in_cash(self) -> int:
        """The three activities together."""
        return self.operating_cash + self.investing_cash + self.financing_cash

    @property
    def closing(self) -> Balance:
        """The balance sheet at the end of the period."""
        entries, opening = self.entries, self.opening
        return replace(
            opening,
            cash=opening.cash + self.change_in_cash,
            receivables=entries.receivables,
            inventories=entries.inventories,
            ppe=opening.ppe + entries.capex - entries.depreciation,
            goodwill=opening.goodwill + entries.acquired,
            payables=entries.payables,
            debt=opening.debt + entries.borrowed - entries.repaid,
            paid_in=opening.paid_in + entries.stock_pay,
            retained=opening.retained + entries.net_income - entries.dividends,
            treasury=opening.treasury + entries.buybacks,
        )


_BALANCES = ("receivables", "inventories", "payables")
_SHARES = ("basic_shares", "diluted_shares")


def year_to_date(quarters: Sequence[Entries]) -> Entries:
    """Several quarters as one period: flows added, balances of the last, shares averaged."""
    last = quarters[-1]
    names = [n for n in Entries.__dataclass_fields__ if n not in (*_BALANCES, *_SHARES)]
    flows = {name: sum(getattr(quarter, name) for quarter in quarters) for name in names}
    shares = {
        name: (sum(getattr(q, name) for q in quarters) / len(quarters)).quantize(Decimal("0.1"))
        for name in _SHARES
    }
    return replace(last, **flows, **shares)
