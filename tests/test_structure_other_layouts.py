"""Tables as banks, insurers, telecoms and Indian companies lay them out: each trouble once."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from onfile.figures.units import row_units
from onfile.structure.tables import read_tables
from onfile.types import Cell, Column, Identity, Period, Row, Span, Table
from printed_page import centred, line, page_of

YEAR = Identity(
    form="10-K", period=Period(2022), period_end=dt.date(2022, 12, 31), fiscal_year_end_month=12
)
INDIAN = Identity(
    form="earnings release",
    period=Period(2023, 4),
    period_end=dt.date(2023, 3, 31),
    fiscal_year_end_month=3,
)
FIVE = (300.0, 360.0, 420.0, 480.0, 540.0)
SEVEN = (250.0, 300.0, 350.0, 400.0, 450.0, 500.0, 550.0)
AT = Span(1, 0, 1)


def one(*rows, identity=YEAR, number=1):
    (table,) = read_tables([page_of(*rows, number=number)], identity)
    return table


def periods(table):
    return [column.period and column.period.name for column in table.columns]


def test_quarters_and_years_share_out_all_columns() -> None:
    table = one(
        [centred("Quarter ended", 322), centred("Year ended", 482)],
        line("", "31.03.2023", "31.12.2022", "31.03.2022", "31.03.2023", "31.03.2022", rights=FIVE),
        line("Sales", "3,110.22", "2,902.11", "2,810.44", "9,902.35", "8,402.18", rights=FIVE),
        line("Profit", "310.22", "290.11", "281.44", "990.35", "840.18", rights=FIVE),
        identity=INDIAN,
    )
    assert periods(table) == ["2023Q4", "2023Q3", "2022Q4", "FY2023", "FY2022"]


def test_a_column_of_changes_is_headed_by_no_length() -> None:
    table = one(
        [centred("Three months ended", 318), centred("Nine months ended", 438)],
        [centred("September 30,", 318), centred("September 30,", 438)],
        line("", "2022", "2021", "2022", "2021", "Change", rights=FIVE),
        line("Sales", "10", "9", "41", "37", "11%", rights=FIVE),
        line("Costs", "8", "8", "35", "32", "9%", rights=FIVE),
        line("Profit", "2", "1", "6", "5", "20%", rights=FIVE),
        identity=Identity(form="10-Q", period=Period(2022, 3), period_end=dt.date(2022, 9, 30)),
    )
    assert periods(table) == ["2022Q3", "2021Q3", "2022Q3-9M", "2021Q3-9M", None]


def test_years_over_columns_of_their_own_stand_over_equal_shares() -> None:
    table = one(
        [centred("2022", 348), centred("2021", 498)],
        line("", "Insured", "Fees", "Total", "Insured", "Fees", "Total", rights=SEVEN[1:]),
        line("Members", "121", "331", "452", "119", "320", "439", rights=SEVEN[1:]),
        line("Others", "12", "33", "45", "11", "32", "43", rights=SEVEN[1:]),
    )
    assert periods(table) == ["FY2022"] * 3 + ["FY2021"] * 3


def test_a_change_of_the_last_columns_does_not_reach_over_a_year() -> None:
    table = one(
        [centred("Change", 456)],
        [
            centred("Year ended December 31,", 290),
            centred("2022 vs 2021", 390),
            centred("2021 vs 2020", 490),
        ],
        line("", "2022", "2021", "2020", "$", "%", "$", "%", rights=SEVEN),
        line("Premiums", "3,121", "2,801", "2,590", "320", "11.4%", "12,111", "8%", rights=SEVEN),
        line("Services", "521", "489", "440", "32", "7.1%", "49", "11%", rights=SEVEN),
    )
    assert periods(table)[:3] == ["FY2022", "FY2021", "FY2020"]
    assert not any(periods(table)[3:])


def test_a_title_in_the_middle_of_the_page_heads_no_column() -> None:
    table = one(
        [centred("Loans by kind and region", 300)],
        line("", "2022", "2021", "2020", rights=(270, 415, 560)),
        line("Home loans", "10", "9", "8", rights=(270, 415, 560)),
        line("Car loans", "2", "1", "1", rights=(270, 415, 560)),
    )
    assert table.title == "Loans by kind and region"
    assert [column.header for column in table.columns] == ["2022", "2021", "2020"]


def test_a_caption_that_reaches_over_a_column_states_the_unit_and_heads_none() -> None:
    table = one(
        [
            (40, "(Millions, except percentages and per share amounts)"),
            (-310, "2022"),
            (-400, "2021"),
        ],
        line("Revenues", "207", "165", rights=(310, 400)),
        line("Expenses", "158", "129", rights=(310, 400)),
    )
    assert [column.header for column in table.columns] == ["2022", "2021"]
    assert table.scale == 10**6


def test_many_words_over_as_many_columns_are_heads_and_no_sentence() -> None:
    table = one(
        [
            (4, "(In millions, except percentages and active accounts)"),
            *[
                (-right, day)
                for right, day in zip(
                    FIVE, ("June 30,", "Mar 31,", "Dec 31,", "Sep 30,", "June 30,"), strict=True
                )
            ],
        ],
        line("", "2023", "2023", "2022", "2022", "2022", rights=FIVE),
        line("Volume", "102", "98", "104", "93", "91", rights=FIVE),
        line("Accounts", "10", "9", "9", "8", "8", rights=FIVE),
        identity=Identity(
            form="earnings release", period=Period(2023, 2), period_end=dt.date(2023, 6, 30)
        ),
    )
    assert periods(table) == ["2023Q2", "2023Q1", "2022Q4", "2022Q3", "2022Q2"]
    assert table.scale == 10**6


def test_the_time_over_the_labels_is_that_of_all_columns() -> None:
    table = one(
        [centred("Year ended June 30,", 300)],
        line("", "2022", "", "2021", rights=(350, 410, 470)),
        line("Net sales", "$ 146", "100.0%", "$ 145", "100.0%", rights=(350, 410, 470, 530)),
        line("Gross profit", "27", "18.5%", "28", "19.4%", rights=(350, 410, 470, 530)),
        identity=Identity(form="10-K", period=Period(2022), period_end=dt.date(2022, 6, 30)),
    )
    assert table.columns[0].period_end == dt.date(2022, 6, 30)
    assert periods(table)[0] == "FY2022"
    assert periods(table)[2] == "FY2021"


def test_a_year_beside_its_shares_keeps_its_time() -> None:
    table = one(
        line("", "2022", "2022", "2021", "2021", rights=(350, 410, 470, 530)),
        line("Net sales", "$ 146", "100.0%", "$ 145", "100.0%", rights=(350, 410, 470, 530)),
        line("Gross profit", "27", "18.5%", "28", "19.4%", rights=(350, 410, 470, 530)),
    )
    assert periods(table) == ["FY2022", "FY2022", "FY2021", "FY2021"]
    assert [column.unit for column in table.columns] == [None, "percent", None, "percent"]
    assert [column.header for column in table.columns] == ["2022", "2022", "2021", "2021"]


def test_lettered_rows_are_labels_of_their_own() -> None:
    table = one(
        line("", "2022", "2021", rights=(440, 500)),
        [(40, "4 Expenses")],
        line("a) Cost of materials", "14", "13", x=50, rights=(440, 500)),
        line("b) Purchases of stock", "11", "10", x=50, rights=(440, 500)),
        [(50, "c) Changes in stocks of finished goods,")],
        line("work in progress", "4", "2", x=58, rights=(440, 500)),
    )
    assert [row.label for row in table.rows] == [
        "a) Cost of materials",
        "b) Purchases of stock",
        "c) Changes in stocks of finished goods, work in progress",
    ]


def test_a_line_of_brackets_is_the_end_of_the_label_above() -> None:
    table = one(
        line("", "2022", "2021", rights=(440, 500)),
        line("Net sales", "90", "80", rights=(440, 500)),
        [(40, "Restructuring and other exit costs")],
        line("(recoveries)", "(2)", "1", x=48, rights=(440, 500)),
    )
    assert table.rows[1].label == "Restructuring and other exit costs (recoveries)"


def test_net_income_in_cents_below_a_heading_of_shares_is_an_amount_a_share() -> None:
    table = one(
        line("", "2022", "2021", rights=(440, 500)),
        line("Net income", "900", "800", rights=(440, 500)),
        [(40, "Diluted Earnings Per Common Share")],
        line("Net income attributable to Alder", "1.05", "0.98", rights=(440, 500)),
    )
    assert table.rows[1].path == ("Diluted Earnings Per Common Share",)
    assert row_units(table, table.rows[1]).kind == "per_share"


def test_the_rest_of_a_statement_under_its_own_heads_keeps_the_units() -> None:
    first = page_of(
        [(180, "Consolidated Statements of Cash Flows")],
        [(220, "(in millions)")],
        [centred("Fiscal year ended December 31,", 470)],
        line("", "2022", "2021"),
        line("Net income", "$ 90", "$ 80"),
        line("Depreciation", "30", "20"),
        line("Net cash provided by operating activities", "120", "100"),
        line("Net cash used in investing activities", "(20)", "(30)"),
    )
    second = page_of(
        [(180, "Consolidated Statements of Cash Flows (Continued)")],
        [centred("Fiscal year ended December 31,", 470)],
        line("", "2022", "2021"),
        line("Repurchases of common stock", "(40)", "(10)"),
        line("Net cash used in financing activities", "(50)", "(20)"),
        line("Cash at end of period", "70", "20"),
        number=2,
    )
    tables = read_tables([first, second], YEAR)
    assert [table.scale for table in tables] == [10**6, 10**6]


def test_a_currency_that_a_sentence_mentions_is_not_the_tables() -> None:
    table = one(
        [(40, "Net sales fell because of the weakness of the Japanese yen against most")],
        [(40, "of the currencies in which we sell, and the depreciation of the yen.")],
        line("", "2022", "2021", rights=(440, 500)),
        line("Net sales", "90", "80", rights=(440, 500)),
        line("Costs", "50", "45", rights=(440, 500)),
    )
    assert table.currency is None


def test_shares_of_sales_are_percentages_where_the_first_row_alone_bears_the_sign() -> None:
    table = one(
        [(40, "Selected items as a percentage of net sales:")],
        line("", "2022", "2021", rights=(440, 500)),
        line("Net sales", "100.00%", "100.00%", rights=(440, 500)),
        line("Cost of goods sold", "65.37", "61.75", rights=(440, 500)),
        line("Gross profit", "34.63", "38.25", rights=(440, 500)),
    )
    assert [column.unit for column in table.columns] == ["percent", "percent"]


@pytest.mark.parametrize(
    ("label", "statement", "printed", "kind", "scale"),
    [
        ("Average monthly revenue per paying membership", None, "11.82", "money", 1),
        ("Fuel cost per gallon", None, "3.42", "money", 1),
        ("Average spending of a member (dollars)", None, "11910", "money", 1),
        ("Seat miles (000,000)", None, "498", "count", 10**6),
        ("Passengers (000)", None, "312", "count", 1000),
        ("Number of branches", None, "612", "count", 1000),
        ("Subscribers", None, "614", "count", 1000),
        ("Subscribers' deposits per account", None, "61", "money", 1000),
        ("Common shares", "balance_sheet", "80", "money", 1000),
        ("Common shares", "equity", "80", "shares", 1000),
        ("Revenues", None, "8412", "money", 1000),
    ],
)
def test_prices_of_one_thing_are_whole_and_things_are_not_money(
    label: str, statement: str | None, printed: str, kind: str, scale: int
) -> None:
    row = Row(label, (), AT, (Cell(printed, Decimal(printed), AT, 0),))
    other = Row("Revenues", (), AT, (Cell("900", Decimal(900), AT, 0),))
    table = Table(1, 1, "", statement, 1000, "USD", (Column("2031"),), (row, other), AT)
    units = row_units(table, row)
    assert (units.kind, units.scale) == (kind, scale)


def test_stores_are_whole_where_no_scale_is_stated() -> None:
    row = Row("Ending stores", (), AT, (Cell("737", Decimal(737), AT, 0),))
    table = Table(1, 1, "", None, None, "USD", (Column("2031"),), (row,), AT)
    assert row_units(table, row).of_cell(row.cells[0], table.columns[0]).unit == "count"
    assert row_units(table, row).scale == 1
