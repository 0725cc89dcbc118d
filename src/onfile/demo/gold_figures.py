"""Questions about figures of the statements: one figure, changes and comparisons."""

from __future__ import annotations

from onfile.demo.books import year_to_date
from onfile.demo.companies import ALDER, KESTREL, NORTHWIND
from onfile.demo.gold import Ledger, number
from onfile.demo.prose import percent
from onfile.demo.statements import CAPEX, money

NW23, NW24 = "filings/NORTHWIND_2023_10K.pdf", "filings/NORTHWIND_2024_10K.pdf"
NWQ, NWR = "filings/NORTHWIND_2025Q2_10Q.pdf", "filings/NORTHWIND_2025Q2_EARNINGS.pdf"
AS23, AS24 = "filings/ALDERSPRINGS_2023_10K.pdf", "filings/ALDERSPRINGS_2024_10K.pdf"
ASQ = "filings/ALDERSPRINGS_2025Q2_10Q.pdf"
KD24, KD25 = "filings/KESTREL_2024_10K.pdf", "filings/KESTREL_2025_10K.pdf"
KDQ, KDR = "filings/KESTREL_2026Q1_10Q.pdf", "filings/KESTREL_2025Q4_EARNINGS.pdf"
KDC = "filings/KSTR_press_release_final.pdf"
MILLION, THOUSAND = 1_000_000, 1_000


def add(ledger: Ledger) -> None:
    """Add every question of this file."""
    _northwind_years(ledger)
    _northwind_quarters(ledger)
    _recast(ledger)
    _alder(ledger)
    _kestrel(ledger)
    _comparisons(ledger)


def _millions(value: int) -> str:
    return f"${value:,} million" if value >= 0 else f"-${-value:,} million"


def _northwind_years(ledger: Ledger) -> None:
    new, old = (NORTHWIND.books(year) for year in (2024, 2023))
    entries = new.entries
    ledger.answer(
        "What were Northwind's net sales in 2024?",
        "single_figure",
        _millions(entries.sales),
        [(NW24, f"Net sales $ {money(entries.sales)}")],
        [number(entries.sales, MILLION)],
        trap="the same figure stands in the discussion and in the segment note",
    )
    ledger.answer(
        "Northwind capex FY2024?",
        "abbrev",
        _millions(entries.capex),
        [(NW24, f"{CAPEX} ({entries.capex}) ({old.entries.capex})")],
        [number(entries.capex, MILLION)],
        also_ok=[(NW24, f"We spent {_millions(entries.capex)} on property, plant")],
        trap="capex is printed as purchases of property, plant and equipment",
    )
    ledger.answer(
        "NWBV gross profit FY24",
        "abbrev",
        _millions(entries.gross_profit),
        [(NW24, f"Gross profit {money(entries.gross_profit)}")],
        [number(entries.gross_profit, MILLION)],
        trap="company by its ticker",
    )
    ledger.answer(
        "How much did Northwind spend on research and development in 2022?",
        "period_trap",
        _millions(NORTHWIND.entries[2022, 0].research),
        [(NW24, f"Research and development {entries.research} {old.entries.research}")],
        [number(NORTHWIND.entries[2022, 0].research, MILLION)],
        also_ok=[(NW23, f"Research and development {old.entries.research}")],
        trap="no 2022 filing is on file: the prior-year column has it",
    )
    ledger.answer(
        "What were Northwind's total assets at the end of 2023?",
        "single_figure",
        _millions(old.closing.assets),
        [(NW23, f"Total assets $ {money(old.closing.assets)}")],
        [number(old.closing.assets, MILLION)],
        also_ok=[(NW24, f"$ {money(old.closing.assets)}")],
    )
    ledger.answer(
        "What did Northwind pay for acquisitions, net of cash acquired, in 2024?",
        "single_figure",
        "Nothing: the statement of cash flows prints a dash",
        [(NW24, f"Acquisitions, net of cash acquired — ({old.entries.acquired}) —")],
        [number(0, MILLION)],
        trap="a nil dash joined to the next column's number",
    )
    ledger.answer(
        "What was Northwind's effective income tax rate in 2024?",
        "single_figure",
        f"{percent(entries.tax, entries.pretax)}%",
        [(NW24, f"effective income tax rate was {percent(entries.tax, entries.pretax)}%")],
        [number(percent(entries.tax, entries.pretax), 1, "percent")],
    )


def _northwind_quarters(ledger: Ledger) -> None:
    first, second = (NORTHWIND.entries[2025, quarter] for quarter in (1, 2))
    half = year_to_date([first, second])
    before = NORTHWIND.entries[2024, 2].sales
    row = f"Net sales $ {money(second.sales)} $ {money(before)} $ {money(half.sales)}"
    ledger.answer(
        "What was Northwind's operating income in the second quarter of 2025?",
        "period_trap",
        _millions(second.operating_income),
        [(NWQ, f"Operating income {second.operating_income}")],
        [number(second.operating_income, MILLION)],
        trap="a column of the quarter beside one of the year to date",
    )
    ledger.answer(
        "What net sales did Northwind report for the six months ended June 30, 2025?",
        "period_trap",
        _millions(half.sales),
        [(NWQ, row)],
        [number(half.sales, MILLION)],
        trap="a column of the quarter beside one of the year to date",
    )
    ledger.answer(
        "What were Northwind's diluted earnings per share in Q1 2025?",
        "single_figure",
        f"${first.per_share(MILLION, diluted=True)}",
        [(NWR, f"Diluted $ {first.per_share(MILLION, diluted=True)}")],
        [number(first.per_share(MILLION, diluted=True))],
        also_ok=[
            (NWR, f"Diluted earnings per share were ${first.per_share(MILLION, diluted=True)}")
        ],
        trap="the file's name says the second quarter; a per-share row in a table of millions",
    )
    ledger.answer(
        "Northwind 1Q25 net sales?",
        "single_figure",
        _millions(first.sales),
        [(NWR, f"Net sales $ {money(first.sales)}")],
        [number(first.sales, MILLION)],
        also_ok=[(NWR, f"to {_millions(first.sales)} in the first quarter of 2025")],
        trap="the file's name says the second quarter",
    )


def _recast(ledger: Ledger) -> None:
    before = NORTHWIND.entries[2023, 0]
    ledger.answer(
        "In its 10-K for 2023, what net sales did Northwind report for 2023?",
        "period_trap",
        _millions(before.sales),
        [(NW23, f"Net sales $ {money(before.sales)}")],
        [number(before.sales, MILLION)],
        trap="recast in the later filing",
    )
    ledger.answer(
        "What net sales for 2023 does Northwind's 2024 10-K show?",
        "period_trap",
        _millions(before.recast().sales),
        [(NW24, f"$ {money(before.recast().sales)}")],
        [number(before.recast().sales, MILLION)],
        trap="recast in the later filing",
    )


def _alder(ledger: Ledger) -> None:
    last, before = (ALDER.books(year) for year in (2024, 2023))
    second = ALDER.entries[2025, 2]
    half = year_to_date([ALDER.entries[2025, 1], second])
    ledger.answer(
        "What were Alder Springs' net earnings in fiscal 2023?",
        "single_figure",
        f"${before.entries.net_income:,} thousand",
        [(AS23, f"Net earnings $ {money(before.entries.net_income)}")],
        [number(before.entries.net_income, THOUSAND)],
        also_ok=[(AS24, f"$ {money(before.entries.net_income)}")],
        trap="in thousands; fiscal 2023 ends in January 2024",
    )
    ledger.answer(
        "Alder Springs net revenue for the year ended January 25, 2025?",
        "single_figure",
        f"${last.entries.sales:,} thousand",
        [(AS24, f"Net revenue $ {money(last.entries.sales)}")],
        [number(last.entries.sales, THOUSAND)],
        trap="in thousands; the year that ends in January 2025 is fiscal 2024",
    )
    ledger.answer(
        "What net revenue did Alder Springs report for the 26 weeks ended July 26, 2025?",
        "period_trap",
        f"${half.sales:,} thousand",
        [(ASQ, f"$ {money(half.sales)}")],
        [number(half.sales, THOUSAND)],
        trap="a column of the quarter beside one of the year to date",
    )
    ledger.answer(
        "What were Alder Springs' inventories at July 26, 2025?",
        "single_figure",
        f"${second.inventories:,} thousand",
        [(ASQ, f"Inventories {money(second.inventories)}")],
        [number(second.inventories, THOUSAND)],
    )
    profit = ALDER.segment_profit(last.entries)[0]
    ledger.answer(
        "What was the operating profit of Alder Springs' Spring Water segment in fiscal 2024?",
        "single_figure",
        f"${profit:,} thousand",
        [(AS24, f"Spring Water $ {money(profit)}")],
        [number(profit, THOUSAND)],
        trap="two stacked blocks with the same labels",
    )
    ledger.answer(
        "How many weighted-average diluted shares did Alder Springs have in fiscal 2024?",
        "single_figure",
        f"{int(last.entries.diluted_shares * 1000):,} thousand shares",
        [(AS24, f"Diluted {int(last.entries.diluted_shares * 1000):,}")],
        [number(int(last.entries.diluted_shares * 1000), THOUSAND, "shares")],
        trap="two rows are labelled Diluted: dollars a share, and shares in thousands",
    )


def _kestrel(ledger: Ledger) -> None:
    last, before = (KESTREL.entries[year, 0] for year in (2025, 2024))
    first = KESTREL.entries[2026, 1]
    ledger.answer(
        "What were Kestrel's net operating revenues in fiscal 2024?",
        "period_trap",
        _millions(before.sales),
        [(KD24, f"$ {money(before.sales)}")],
        [number(before.sales, MILLION)],
        also_ok=[(KD25, f"$ {money(before.sales)} $ {money(last.sales)}")],
        trap="columns oldest first",
    )
    earnings = last.per_share(MILLION, diluted=True)
    ledger.answer(
        "Kestrel diluted EPS for the fiscal year ended June 30, 2025?",
        "single_figure",
        f"${earnings}",
        [(KD25, f"$ {earnings}")],
        [number(earnings)],
        also_ok=[(KDR, f"$ {earnings}"), (KDC, f"$ {earnings}")],
        trap="columns oldest first; a byte-identical copy under another name",
    )
    ledger.answer(
        "What was Kestrel's net income or loss in the first quarter of fiscal 2026?",
        "single_figure",
        f"A loss of ${-first.net_income} million",
        [(KDQ, f"$ {money(first.net_income)}")],
        [number(first.net_income, MILLION)],
        also_ok=[("calls/KSTR_2026Q1_call_one_line.txt", f"net loss of ${-first.net_income}")],
        trap="a negative in brackets, the closing bracket in a cell of its own",
    )
    sales = KESTREL.segment_sales(last)[2]
    ledger.answer(
        "What net operating revenues did Kestrel's Foodservice segment have in fiscal 2025?",
        "single_figure",
        _millions(sales),
        [(KD25, f"Foodservice {KESTREL.segment_sales(KESTREL.entries[2023, 0])[2]}")],
        [number(sales, MILLION)],
        trap="two stacked blocks with the same labels",
    )


def _comparisons(ledger: Ledger) -> None:
    north, kestrel = NORTHWIND.books(2024), KESTREL.books(2024)
    alder = ALDER.books(2024).entries
    ours, theirs = north.entries, kestrel.entries
    ledger.answer(
        "Which paid more dividends in fiscal 2024, Northwind or Kestrel, and by how much?",
        "compare",
        f"Northwind: ${ours.dividends} million against ${theirs.dividends} million, "
        f"${ours.dividends - theirs.dividends} million more",
        [
            (NW24, f"Dividends paid ({ours.dividends})"),
            (KD24, f"({KESTREL.entries[2023, 0].dividends}) ({theirs.dividends})"),
        ],
        [
            number(v, MILLION)
            for v in (ours.dividends, theirs.dividends, ours.dividends - theirs.dividends)
        ],
        trap="sub-answers of two companies must not swap their citations",
    )
    ledger.answer(
        "Compare the research and development costs of Northwind and Kestrel in fiscal 2024.",
        "compare",
        f"Northwind ${ours.research} million, Kestrel ${theirs.research} million",
        [
            (NW24, f"Research and development {ours.research}"),
            (KD24, f"{KESTREL.entries[2023, 0].research} {theirs.research}"),
        ],
        [number(ours.research, MILLION), number(theirs.research, MILLION)],
        trap="columns in opposite orders",
    )
    ledger.answer(
        "Compare Northwind's net income for 2024 with Alder Springs' net earnings for fiscal 2024.",
        "compare",
        f"Northwind ${ours.net_income} million, Alder Springs ${alder.net_income:,} thousand",
        [
            (NW24, f"Net income $ {ours.net_income}"),
            (AS24, f"Net earnings $ {money(alder.net_income)}"),
        ],
        [number(ours.net_income, MILLION), number(alder.net_income, THOUSAND)],
        trap="millions against thousands",
    )
    before = NORTHWIND.entries[2023, 0]
    ledger.answer(
        "By how much did Northwind's capital expenditure change from 2023 to 2024?",
        "compare",
        f"Up ${ours.capex - before.capex} million, from ${before.capex} to ${ours.capex} million",
        [(NW24, f"{CAPEX} ({ours.capex}) ({before.capex})")],
        [number(v, MILLION) for v in (ours.capex, before.capex, ours.capex - before.capex)],
    )
