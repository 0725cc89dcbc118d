"""Columns that say a year alone, told apart by the rows that stand over several of them."""

from __future__ import annotations

import datetime as dt

import pytest

from onfile.structure.statements import statement_of
from onfile.structure.table_lengths import NO_TIME, is_days_row, told_apart
from onfile.structure.table_periods import column_time
from onfile.structure.tables import read_tables
from onfile.types import Identity, Period, Table
from printed_page import centred, page_of

YEAR = Identity(
    form="10-K", period=Period(2022), period_end=dt.date(2022, 12, 31), fiscal_year_end_month=12
)
RELEASE = Identity(form="earnings release", period=Period(2022, 4), fiscal_year_end_month=12)
FOUR_YEARS = ["2022", "2021", "2022", "2021"]


def table_of(*rows: object, identity: Identity = YEAR) -> Table:
    (table,) = read_tables([page_of(*rows)], identity)
    return table


def test_each_length_stands_over_its_own_run_of_years() -> None:
    told = told_apart(FOUR_YEARS, ["Three Months Ended Six Months Ended", "2022 2021 2022 2021"])
    assert told == [
        "Three Months Ended 2022",
        "Three Months Ended 2021",
        "Six Months Ended 2022",
        "Six Months Ended 2021",
    ]


def test_a_length_over_two_blocks_of_years_holds_for_both() -> None:
    told = told_apart(FOUR_YEARS * 2, ["Three Months Ended Nine Months Ended"])
    assert [t.split()[0] for t in told] == ["Three"] * 4 + ["Nine"] * 4


def test_lengths_that_do_not_fit_the_runs_leave_the_years_without_a_time() -> None:
    assert told_apart([*FOUR_YEARS, "2022", "2021"], ["First Quarter Full Year"]) == [NO_TIME] * 6


def test_a_lone_quarter_holds_for_all_years_below_it() -> None:
    told = told_apart(["2022 Amount", "Percent to Sales", "2021 Amount"], ["FOURTH QUARTER"])
    assert told == ["FOURTH QUARTER 2022 Amount", "Percent to Sales", "FOURTH QUARTER 2021 Amount"]


def test_headers_that_name_a_quarter_are_left_alone() -> None:
    assert told_apart(["Q4 2022", "Q4 2021"], ["Q4", "2022 2021"]) == ["Q4 2022", "Q4 2021"]


def test_days_under_the_years_join_them_in_order() -> None:
    rows = ["July 2, July 3,", "2022 2021"]
    assert told_apart(["2022", "2021"], rows) == ["July 2, 2022", "July 3, 2021"]


def test_neighbours_of_the_same_year_alone_have_no_time() -> None:
    assert told_apart(["2022", "2022", "2021"], []) == [NO_TIME, NO_TIME, "2021"]


def test_ends_of_a_year_apart_are_no_quarters() -> None:
    headers = ["December 31, 2022", "December 31, 2021", "December 31, 2020"]
    assert told_apart(headers, []) == headers


def test_a_row_of_days_is_told_from_a_row_of_amounts() -> None:
    assert is_days_row("Dec 31 Sep 30 June 30 Mar 31")
    assert not is_days_row("Decorations 31 30 30 31")


def test_four_quarters_under_one_year_are_quarters_and_not_the_year() -> None:
    table = table_of(
        [(180, "Quarterly Results of Operations")],
        [(40, "(In millions)")],
        [centred("2022", 395)],
        [(40, ""), (300, "Dec 31"), (360, "Sep 30"), (420, "June 30"), (480, "Mar 31")],
        [(40, "Net revenue"), (305, "$ 320"), (365, "$ 280"), (425, "$ 190"), (485, "$ 170")],
        [(40, "Cost of sales"), (315, "170"), (375, "150"), (435, "110"), (495, "90")],
    )
    periods = [column.period for column in table.columns]
    assert periods == [Period(2022, 4), Period(2022, 3), Period(2022, 2), Period(2022, 1)]
    assert [row.label for row in table.rows] == ["Net revenue", "Cost of sales"]


def test_percentages_of_sales_stand_beside_the_amounts_and_are_told_apart() -> None:
    table = table_of(
        [(180, "Condensed Statement of Earnings")],
        [(40, "(Unaudited; in Millions)"), (330, "FOURTH QUARTER")],
        [(305, "2022"), (425, "2021")],
        [(345, "Percent"), (465, "Percent")],
        [(295, "Amount"), (345, "to Sales"), (415, "Amount"), (465, "to Sales")],
        [(40, "Sales to customers"), (295, "$ 255"), (350, "100.0"), (415, "240"), (470, "100.0")],
        [(40, "Cost of products sold"), (305, "80"), (350, "31.4"), (420, "72"), (470, "30.0")],
        identity=RELEASE,
    )
    amounts = [c for c in table.columns if c.unit is None]
    assert [column.period for column in amounts] == [Period(2022, 4), Period(2021, 4)]
    assert [c.unit for c in table.columns].count("percent") == 2


def test_a_recast_year_keeps_its_year() -> None:
    assert column_time("2021 (a)", "", YEAR, is_balance=False).period == Period(2021)


@pytest.mark.parametrize("header", ["2021 As Previously Reported", "2021 Adjustments"])
def test_what_was_superseded_is_no_figure_of_the_year(header: str) -> None:
    assert column_time(header, "", YEAR, is_balance=False).period is None


def test_a_table_that_mentions_a_statement_is_not_that_statement() -> None:
    title = "Compensation was allocated in the consolidated statements of operations as follows:"
    labels = ["Cost of sales", "Research and development", "Marketing", "Total compensation"]
    assert statement_of(title, labels) is None
    assert statement_of("Consolidated statements of operations", labels) == "income"
