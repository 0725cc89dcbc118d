import pytest

from onfile.structure.statements import statement_of, statement_pages
from onfile.structure.tables import read_tables
from onfile.types import Identity, Table
from printed_page import centred, line, page_of

INCOME = ["Net sales", "Cost of sales", "Operating income", "Income taxes", "Net income", "Diluted"]
BALANCE = [
    "Cash and cash equivalents",
    "Total current assets",
    "Goodwill",
    "Total assets",
    "Total current liabilities",
    "Total liabilities",
    "Retained earnings",
]
CASH = [
    "Depreciation",
    "Net cash provided by operating activities",
    "Purchases of property and equipment",
    "Net cash used in investing activities",
    "Net cash used in financing activities",
]


@pytest.mark.parametrize(
    ("title", "labels", "kind"),
    [
        ("Consolidated Statements of Income", INCOME, "income"),
        ("Northwind Consolidated Statements of Operations", INCOME, "income"),
        ("INCOME STATEMENTS", INCOME, "income"),
        ("Condensed Consolidated Balance Sheets", BALANCE, "balance_sheet"),
        ("Consolidated Statements of Financial Position", BALANCE, "balance_sheet"),
        ("Consolidated Statements of Cash Flows", CASH, "cash_flow"),
        ("CASH FLOWS STATEMENTS", CASH, "cash_flow"),
        (
            "Consolidated Statements of Comprehensive Income",
            ["Net income", "Currency translation", "Comprehensive income"],
            "comprehensive_income",
        ),
        (
            "Consolidated Statements of Shareholders' Equity",
            ["Balance at beginning of year", "Dividends"],
            "equity",
        ),
        ("", BALANCE, "balance_sheet"),
        ("Segment results", ["Juices", "Waters"], "segments"),
        ("Maturities of debt", ["2023", "2024"], None),
    ],
)
def test_a_statement_is_known_by_title_and_rows(title, labels, kind):
    assert statement_of(title, labels) == kind


@pytest.mark.parametrize(
    "title",
    [
        "Condensed Consolidating Statement of Income",
        "Unaudited pro forma statements of income",
        "Index to Financial Statements: Consolidated Statements of Income",
    ],
)
def test_what_resembles_a_statement_is_none(title):
    assert statement_of(title, ["Net sales", "Fees"]) is None


def table(kind, page, title="", n_rows=0, is_continued=False):
    source = page_of(*[line(f"Row {n}", "1", "2", "3") for n in range(max(n_rows, 3))], number=page)
    (read,) = read_tables([source], Identity())
    return Table(
        page,
        1,
        title,
        kind,
        None,
        None,
        read.columns,
        read.rows,
        read.span,
        is_continued=is_continued,
    )


def test_the_statement_is_the_one_that_stands_with_the_others():
    tables = [
        table("income", 20, "Selected income statement data", n_rows=30),
        table("income", 51, "Consolidated Statements of Income"),
        table("balance_sheet", 52, "Consolidated Balance Sheets"),
        table("cash_flow", 53, "Consolidated Statements of Cash Flows"),
    ]
    assert statement_pages([], tables) == (("income", 51), ("balance_sheet", 52), ("cash_flow", 53))


def test_a_statement_that_goes_on_has_both_pages():
    tables = [
        table("cash_flow", 53, "Consolidated Statements of Cash Flows", n_rows=9),
        table("cash_flow", 54, "Consolidated Statements of Cash Flows", is_continued=True),
        table("cash_flow", 90, "Condensed cash flows"),
    ]
    assert statement_pages([], tables) == (("cash_flow", 53), ("cash_flow", 54))


def bid_page():
    """The text has the estimate's prices before the bidder's; the page shows them last."""
    return page_of(
        [(20, "ALDER SPRINGS WATER MAIN")],
        [centred("Engineer's", 525), centred("Cedar Civil", 382)],
        [centred("Estimate", 525), centred("Works, Inc.", 382)],
        [
            (20, "No."),
            (50, "Item Description"),
            (205, "Quantity"),
            (262, "Units"),
            centred("Unit Price", 350),
            centred("Total Price", 415),
            (470, "Unit Price"),
            (535, "Extension"),
        ],
        bid_row("1", "Mobilization", "1.0", "LS", "$900.00", "$900.00", "$700.00", "$700.00"),
        [(50, "(Section 01 71)")],
        bid_row("2", "Trench", "50.0", "LF", "$100.00", "$2.00", "$3.00", "$150.00"),
        [(50, "Total bid"), (-575, "$1,000.00"), (-435, "$850.00")],
    )


def bid_row(number, words, quantity, unit, estimate, estimate_price, price, extension):
    return [
        (20, number),
        (50, words),
        (-240, quantity),
        (265, unit),
        (-575, estimate),
        (-512, estimate_price),
        (-370, price),
        (-435, extension),
    ]


def test_bidders_are_told_apart_by_position():
    (read,) = read_tables([bid_page()], Identity())
    assert read.statement == "bid_tabulation"
    assert [column.header for column in read.columns] == [
        "quantity",
        "units",
        "Cedar Civil Works, Inc. unit price",
        "Cedar Civil Works, Inc. extension",
        "Engineer's Estimate unit price",
        "Engineer's Estimate extension",
    ]
    first, second, total = read.rows
    assert first.label == "1 Mobilization (Section 01 71)"
    assert [(cell.column, cell.printed) for cell in second.cells] == [
        (0, "50.0"),
        (1, "LF"),
        (2, "$3.00"),
        (3, "$150.00"),
        (4, "$2.00"),
        (5, "$100.00"),
    ]
    assert [(cell.column, cell.printed) for cell in total.cells] == [
        (3, "$850.00"),
        (5, "$1,000.00"),
    ]
