"""Questions about words, calls and engineering documents."""

from __future__ import annotations

from onfile.demo import concall
from onfile.demo.calls import points
from onfile.demo.companies import ALDER, KESTREL, NORTHWIND
from onfile.demo.engineering import BID_ITEMS, BORINGS, bid_total
from onfile.demo.gold import Ledger, number
from onfile.demo.gold_figures import AS24, KDQ, MILLION, NW24, NWQ, NWR
from onfile.demo.prose import percent
from onfile.demo.quarterly import Quarter
from onfile.demo.texts import STORIES

NWC, ASC = "calls/NWBV_2025-Jul-31_call.txt", "calls/ALDR_2025-Sep-02_call.txt"
KDL = "calls/KSTR_2026Q1_call_one_line.txt"
TVC = "calls/tamarind_valley_q3fy26_concall.pdf"
AS8 = "filings/ALDERSPRINGS_8K_dated-2025-05-14.pdf"
GEO = "engineering/HB-2231_geotechnical_report.pdf"
SPEC = "engineering/HB-2231_special_provisions.pdf"
BIDS = "engineering/HB-2231_bid_tabulation.pdf"
SCAN = "engineering/HB-2231_field_order_17_scan.pdf"
CRORE = 10_000_000


def add(ledger: Ledger) -> None:
    """Add every question of this file."""
    _reasons(ledger)
    _filings(ledger)
    _speakers(ledger)
    _outlooks(ledger)
    _concall(ledger)
    _engineering(ledger)
    _across_pages(ledger)


def _reasons(ledger: Ledger) -> None:
    for company, file, key, question in (
        (NORTHWIND, NWQ, "2025Q2", "Why did Northwind's net sales fall in Q2 2025?"),
        (
            ALDER,
            AS24,
            "2024",
            "What drove the decline in Alder Springs' net revenue in fiscal 2024?",
        ),
        (KESTREL, KDQ, "2026Q1", "Why did Kestrel's revenues fall in the first quarter of FY2026?"),
    ):
        reason = STORIES[company.short].reasons[key]
        ledger.answer(
            question,
            "narrative",
            reason,
            [(file, f"The change was primarily due to {reason}")],
            trap="Items 1 and 2 occur in both parts of a 10-Q" if key != "2024" else "",
        )


def _filings(ledger: Ledger) -> None:
    ledger.answer(
        "Name Northwind's three reportable segments as of its 2024 10-K.",
        "list",
        "Sparkling, Still and Tea, Energy",
        [(NW24, "three reportable segments: Sparkling, Still and Tea and Energy")],
    )
    ledger.answer(
        "How many lines does Northwind run at its plant in Quillon, according to its 2024 10-K?",
        "single_figure",
        "9",
        [(NW24, "Quillon, Ohio (cans) Owned 9")],
        [number(9, 1, "lines")],
        trap="a table that looks like a contents page, under the head Table of Contents",
    )
    ledger.answer(
        "What share of Northwind's net sales came from Larkfield Grocers in 2024?",
        "single_figure",
        "14%",
        [(NW24, "Larkfield Grocers and Union Mutual Stores, accounted for 14% and 11%")],
        [number(14, 1, "percent")],
    )
    ledger.answer(
        "What reserve has Northwind recorded in the Peregrine Haulage case, according to its "
        "10-Q for the second quarter of 2025?",
        "single_figure",
        "$8 million",
        [(NWQ, "we recorded a reserve of $8 million")],
        [number(8, MILLION)],
        trap="Items 1 and 2 occur in both parts of a 10-Q",
    )
    ledger.answer(
        "Had Alder Springs drawn anything under its new credit facility when it filed the May 2025 "
        "8-K?",
        "yes_no",
        "No amounts were outstanding",
        [(AS8, "No amounts were outstanding under the facility")],
    )
    ledger.answer(
        "Who was elected to Alder Springs' board of directors in May 2025?",
        "exact_token",
        "Ingrid Solbakken",
        [(AS8, "elected Ingrid Solbakken as a director")],
    )
    ledger.answer(
        "Which note of Northwind's 2024 10-K covers commitments and contingencies?",
        "exact_token",
        "Note 14",
        [(NW24, "Commitments and contingencies (Note 14)")],
        also_ok=[(NW24, "Note 14. Commitments and Contingencies")],
        trap="a note number that opens a phantom column",
    )


def _speakers(ledger: Ledger) -> None:
    quarter = Quarter(NORTHWIND, 2025, 2)
    entries = quarter.entries()
    margin = percent(entries.gross_profit, entries.sales)
    ledger.answer(
        "What did Northwind's CFO say about gross margin on the second-quarter 2025 call?",
        "speaker",
        f"{margin}%, down {-points(quarter)} basis points, half of it from tariffs on cans",
        [(NWC, f"Gross margin was {margin}%, down {-points(quarter)} basis points")],
        [number(margin, 1, "percent"), number(-points(quarter), 1, "basis points")],
        trap="bracketed turn numbers are not figures",
    )
    ledger.answer(
        "Which analyst asked about the one-liter Harbor Fizz bottle on Northwind's Q2 2025 call?",
        "speaker",
        "Caspar Thorne of Fennimore & Gray",
        [(NWC, "Is the one-liter Harbor Fizz bottle gone for good?")],
    )
    ledger.answer(
        "What did Tobias Lindqvist answer to Odile Ravel about passing on the tariff cost?",
        "speaker",
        "A price increase of 3% on cans in September, which covers roughly two thirds",
        [(NWC, "We will take a price increase of 3% on cans in September")],
    )
    ledger.answer(
        "How many refill stations does Alder Springs run, according to Dorothea Vance on the Q2 "
        "fiscal 2025 call?",
        "speaker",
        "2,470",
        [(ASC, "now run 2,470 of them")],
        [number(2470, 1, "stations")],
    )


def _outlooks(ledger: Ledger) -> None:
    ledger.answer(
        "What Q3 2025 net sales did Northwind guide to on its Q2 2025 call?",
        "next_quarter",
        "$1,340 million to $1,380 million",
        [(NWC, "we expect net sales of $1,340 million to $1,380 million")],
        [number(1340, MILLION), number(1380, MILLION)],
        trap="the period asked about is not the period of the document",
    )
    ledger.answer(
        "What third-quarter earnings per share did Alder Springs guide to on its Q2 fiscal 2025 "
        "call?",
        "next_quarter",
        "$0.42 to $0.46, diluted",
        [(ASC, "earnings per share of $0.42 to $0.46")],
        [number("0.42"), number("0.46")],
    )
    ledger.answer(
        "What revenue does Kestrel expect for the second quarter of fiscal 2026?",
        "next_quarter",
        "$740 million to $760 million",
        [(KDL, "net operating revenues of $740 million to $760 million")],
        [number(740, MILLION), number(760, MILLION)],
        trap="a transcript of one line, without speakers",
    )
    ledger.answer(
        "What net sales did Northwind's first quarter 2025 release give as outlook for the second "
        "quarter?",
        "next_quarter",
        "$1,290 million to $1,330 million",
        [(NWR, "expects net sales between $1,290 million and $1,330 million")],
        [number(1290, MILLION), number(1330, MILLION)],
        trap="the file's name says the second quarter",
    )


def _concall(ledger: Ledger) -> None:
    ledger.answer(
        "What was Tamarind Valley's PAT in Q3 FY26?",
        "single_figure",
        f"Rs. {concall.PROFIT} crore",
        [(TVC, f"PAT was Rs. {concall.PROFIT} crore")],
        [number(concall.PROFIT, CRORE, "INR")],
        trap="crore; fiscal years that end in March",
    )
    ledger.answer(
        "What is the total capex of Tamarind Valley's Sinnar plant?",
        "single_figure",
        "Rs. 180 crore",
        [(TVC, "The total is Rs. 180 crore, Farhan")],
        [number(180, CRORE, "INR")],
        trap="the question's words stand in the analyst's turn, the answer in the next",
    )


def _engineering(ledger: Ledger) -> None:
    ledger.answer(
        "What does clause 2-09.3(1)E of the Harrow Bridge special provisions require of backfill "
        "layers?",
        "exact_token",
        "Layers no thicker than 8 inches, each compacted to 95 percent of maximum density",
        [(SPEC, "Backfill shall be placed in layers no thicker than 8 inches")],
        trap="a clause number that only an exact search finds",
    )
    price = BID_ITEMS[3].prices[0]
    ledger.answer(
        "In the Harrow Bridge bid tabulation, what unit price did Corran Civil bid for item 0004?",
        "exact_token",
        f"${price} per CY",
        [(BIDS, f"0004 Gravel Backfill for Walls 1,640.0 CY ${price}")],
        [number(price, 1, "USD per CY")],
        trap="the text layer's order of columns differs from the page's",
    )
    ledger.answer(
        "What is the engineer's estimate in total in the bid tabulation of HB-2231?",
        "exact_token",
        f"${bid_total(2):,.2f}",
        [(BIDS, f"${bid_total(2):,.2f}")],
        [number(bid_total(2))],
        trap="the text layer's order of columns differs from the page's",
    )
    level = BORINGS[1].ground_level_ft
    ledger.answer(
        "What is the ground level of boring B-2 in the Harrow Bridge geotechnical report?",
        "exact_token",
        f"{level} ft",
        [(GEO, f"Ground level {level} ft")],
        [number(level, 1, "ft")],
        trap="sample marks [S1] occur in both logs and are not citations",
    )
    ledger.answer(
        "To what elevation does Field Order 17 lower the bottom of Footing 3?",
        "scan_exact",
        "196.0 feet",
        [(SCAN, "to elevation 196.0 feet")],
        [number("196.0", 1, "ft")],
        trap="a page that is only a picture: needs OCR; until then a refusal is right",
    )


def _across_pages(ledger: Ledger) -> None:
    ledger.answer(
        "By how much did Northwind's volume fall where a tax on sweetened drinks was introduced, "
        "according to its 2024 10-K?",
        "narrative",
        "Between 6% and 13% in the following year",
        [(NW24, "volume fell between 6% and 13% in the following year")],
        also_ok=[(NW24, "Where such a tax was introduced our")],
        trap="a passage that runs over a page's end",
    )
