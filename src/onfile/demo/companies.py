"""Three beverage companies that do not exist: who they are and what is in their books.

Northwind reports calendar years in millions, newest column first; Alder Springs a 52-week year
that ends late in January, in thousands; Kestrel a year that ends in June, in millions, oldest
column first. All names and numbers are invented.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from onfile.demo.books import Balance, Books, Entries
from onfile.demo.ledgers import Key, read_ends, read_entries, read_opening


@dataclass(frozen=True, slots=True)
class Wording:
    """How a company words its line items."""

    sales: str
    cost_of_sales: str
    selling: str
    research: str
    operating_income: str
    tax: str
    net_income: str
    equity: str


@dataclass(frozen=True, slots=True)
class Company:
    """A fictional registrant, its calendar, wording, people and books.

    ``entries`` and ``ends`` go by fiscal year and quarter. ``mix`` is each segment's share of
    net sales in per mille, ``profit_mix`` of segment profit.
    """

    name: str
    short: str
    ticker: str
    state: str
    employer_number: str
    commission_number: str
    street: str
    city: str
    phone: str
    exchange: str
    scale: int
    scale_words: str
    newest_first: bool
    is_retail_calendar: bool
    wording: Wording
    segments: tuple[str, str, str]
    mix: tuple[int, int, int]
    profit_mix: tuple[int, int, int]
    corporate_cost: int
    chief: str
    finance_chief: str
    investor_relations: str
    n_employees: int
    segment_note: int
    opening_year: int
    opening: Balance
    entries: dict[Key, Entries]
    ends: dict[Key, dt.date]
    filed: dict[str, dt.date]

    @property
    def listing(self) -> str:
        """The ticker as releases give it: ``NYSE: NWBV``."""
        return f"{'NYSE' if 'York' in self.exchange else 'Nasdaq'}: {self.ticker}"

    def books(self, fiscal_year: int, quarter: int = 0) -> Books:
        """The year's or the quarter's books, rolled forward from the opening balance."""
        if quarter > 1:
            opening = self.books(fiscal_year, quarter - 1).closing
        elif fiscal_year - 1 <= self.opening_year:
            opening = self.opening
        else:
            opening = self.books(fiscal_year - 1).closing
        return Books(opening, self.entries[fiscal_year, quarter])

    def end(self, fiscal_year: int, quarter: int = 0) -> str:
        """The last day of a period, as printed."""
        return long_date(self.ends[fiscal_year, quarter])

    def year_name(self, fiscal_year: int) -> str:
        """How the company speaks of a year: ``2024``, or ``fiscal 2024``."""
        year_end = next(day for (_, quarter), day in self.ends.items() if quarter == 0)
        return str(fiscal_year) if year_end.month == 12 else f"fiscal {fiscal_year}"

    def segment_sales(self, entries: Entries) -> tuple[int, int, int]:
        """Net sales of the three segments; they sum to the total."""
        first, second, _ = (entries.sales * share // 1000 for share in self.mix)
        return (first, second, entries.sales - first - second)

    def segment_profit(self, entries: Entries) -> tuple[int, int, int]:
        """Operating income of the segments, before unallocated corporate costs."""
        total = entries.operating_income + self.corporate_cost
        first, second, _ = (total * share // 1000 for share in self.profit_mix)
        return (first, second, total - first - second)


def long_date(day: dt.date) -> str:
    """``June 30, 2025``."""
    return f"{day:%B} {day.day}, {day.year}"


NORTHWIND = Company(
    name="Northwind Beverages Inc.",
    short="Northwind",
    ticker="NWBV",
    state="Delaware",
    employer_number="00-5550141",
    commission_number="000-90141",
    street="4100 Harbor Mill Road",
    city="Port Ellery, Maine 00141",
    phone="(555) 010-4100",
    exchange="New York Stock Exchange",
    scale=1_000_000,
    scale_words="In millions, except per share amounts",
    newest_first=True,
    is_retail_calendar=False,
    wording=Wording(
        "Net sales",
        "Cost of sales",
        "Selling, general and administrative expenses",
        "Research and development",
        "Operating income",
        "Provision for income taxes",
        "Net income",
        "Total shareholders' equity",
    ),
    segments=("Sparkling", "Still and Tea", "Energy"),
    mix=(512, 331, 157),
    profit_mix=(548, 287, 165),
    corporate_cost=94,
    chief="Marguerite Oyelaran",
    finance_chief="Tobias Lindqvist",
    investor_relations="Priya Castellane",
    n_employees=11_400,
    segment_note=4,
    opening_year=2020,
    opening=read_opening("northwind"),
    entries=read_entries("northwind"),
    ends=read_ends("northwind"),
    filed={
        "10-K 2023": dt.date(2024, 2, 22),
        "10-K 2024": dt.date(2025, 2, 20),
        "10-Q": dt.date(2025, 7, 31),
        "release": dt.date(2025, 4, 24),
    },
)

ALDER = Company(
    name="Alder Springs Company",
    short="Alder Springs",
    ticker="ALDR",
    state="Oregon",
    employer_number="00-5550277",
    commission_number="000-90277",
    street="19 Millrace Avenue",
    city="Tamarack Falls, Oregon 00277",
    phone="(555) 010-1900",
    exchange="New York Stock Exchange",
    scale=1_000,
    scale_words="In thousands, except per share amounts",
    newest_first=True,
    is_retail_calendar=True,
    wording=Wording(
        "Net revenue",
        "Cost of goods sold",
        "Selling, general and administrative",
        "Product development",
        "Operating profit",
        "Income tax expense",
        "Net earnings",
        "Total stockholders' equity",
    ),
    segments=("Spring Water", "Refill Stations", "Flavored Water"),
    mix=(604, 221, 175),
    profit_mix=(571, 268, 161),
    corporate_cost=18_350,
    chief="Dorothea Vance",
    finance_chief="Samuel Ekwueme",
    investor_relations="Lucas Brandvold",
    n_employees=4_150,
    segment_note=11,
    opening_year=2020,
    opening=read_opening("alder"),
    entries=read_entries("alder"),
    ends=read_ends("alder"),
    filed={
        "10-K 2023": dt.date(2024, 3, 21),
        "10-K 2024": dt.date(2025, 3, 20),
        "10-Q": dt.date(2025, 9, 2),
        "8-K": dt.date(2025, 5, 14),
    },
)

KESTREL = Company(
    name="Kestrel Drinks Corporation",
    short="Kestrel",
    ticker="KSTR",
    state="Ohio",
    employer_number="00-5550363",
    commission_number="000-90363",
    street="700 Quarry Street",
    city="Bellwether, Ohio 00363",
    phone="(555) 010-7000",
    exchange="The Nasdaq Stock Market LLC",
    scale=1_000_000,
    scale_words="Dollars in millions, except per share amounts",
    newest_first=False,
    is_retail_calendar=False,
    wording=Wording(
        "Net operating revenues",
        "Cost of goods sold",
        "Selling, general and administrative expenses",
        "Research and development costs",
        "Operating income (loss)",
        "Income taxes (benefit)",
        "Net income (loss)",
        "Total shareowners' equity",
    ),
    segments=("Juice", "Sports Drinks", "Foodservice"),
    mix=(467, 358, 175),
    profit_mix=(443, 391, 166),
    corporate_cost=61,
    chief="Aurelio Brandt",
    finance_chief="Henrietta Sowande",
    investor_relations="Nils Okafor",
    n_employees=7_900,
    segment_note=12,
    opening_year=2021,
    opening=read_opening("kestrel"),
    entries=read_entries("kestrel"),
    ends=read_ends("kestrel"),
    filed={
        "10-K 2024": dt.date(2024, 8, 22),
        "10-K 2025": dt.date(2025, 8, 21),
        "10-Q": dt.date(2025, 11, 6),
        "release": dt.date(2025, 8, 7),
    },
)

COMPANIES = (NORTHWIND, ALDER, KESTREL)
