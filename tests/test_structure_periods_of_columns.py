import datetime as dt

import pytest

from onfile.structure.table_periods import column_time
from onfile.types import Identity, Period

# A retailer whose fiscal 2023 ends in January 2023, another that calls the same year 2022.
LATE = Identity(form="10-K", period=Period(2023), period_end=dt.date(2023, 1, 28))
EARLY = Identity(form="10-K", period=Period(2022), period_end=dt.date(2023, 1, 28))
JUNE = Identity(form="10-K", period=Period(2022), period_end=dt.date(2022, 6, 30))
WEEKS = Identity(form="10-K", period=Period(2021), period_end=dt.date(2022, 1, 2))
QUARTER = Identity(form="10-Q", period=Period(2024, 2), period_end=dt.date(2023, 7, 29))
NOBODY = Identity()


def period(header, identity, caption="", *, is_balance=False):
    return column_time(header, caption, identity, is_balance=is_balance).period


@pytest.mark.parametrize(("identity", "year"), [(LATE, 2023), (EARLY, 2022)])
def test_a_january_year_end_is_called_as_the_company_calls_it(identity, year):
    assert period("January 28, 2023", identity, is_balance=True) == Period(year)
    assert period("January 29, 2022", identity, is_balance=True) == Period(year - 1)
    assert period("Twelve Months Ended January 29, 2022", identity) == Period(year - 1)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("Three Months Ended July 29, 2023", Period(2024, 2)),
        ("13 Weeks Ended July 30, 2022", Period(2023, 2)),
        ("Six Months Ended July 29, 2023", Period(2024, 2, 6)),
        ("39 weeks ended October 29, 2022", Period(2023, 3, 9)),
        ("January 28, 2023", Period(2023)),
        ("July 29, 2023", Period(2024, 2)),
    ],
)
def test_a_quarterly_report_anchors_every_other_date(header, expected):
    assert period(header, QUARTER) == expected


def test_a_year_that_ends_in_the_next_january_keeps_its_name():
    caption = "At January 2, 2022 and January 3, 2021"
    first = column_time("2021", caption, WEEKS, is_balance=True)
    second = column_time("2020", caption, WEEKS, is_balance=True)
    assert (first.period, first.period_end) == (Period(2021), dt.date(2022, 1, 2))
    assert (second.period, second.period_end) == (Period(2020), dt.date(2021, 1, 3))


def test_a_bare_year_is_the_companys_own_name_of_a_year():
    assert period("2022", NOBODY) == Period(2022)
    assert period("Fiscal 2022", LATE) == Period(2022)


def test_day_above_the_years_makes_dates():
    time = column_time("2021", "Years ended June 30,", JUNE, is_balance=False)
    assert (time.period, time.period_end) == (Period(2021), dt.date(2021, 6, 30))


def test_quarters_of_twelve_weeks_are_quarters():
    food = Identity(form="10-Q", period=Period(2023, 2), period_end=dt.date(2023, 6, 17))
    assert period("12 Weeks Ended 6/17/2023", food) == Period(2023, 2)
    assert period("24 Weeks Ended 6/11/2022", food) == Period(2022, 2, 6)
    assert period("12/31/2022", food, is_balance=True) == Period(2022)


@pytest.mark.parametrize(
    "header", ["% Change", "2022 vs. 2021", "Change", "Increase (Decrease)", ""]
)
def test_a_comparison_is_no_period(header):
    assert period(header, JUNE, "Years ended June 30, 2022") is None


@pytest.mark.parametrize("header", ["Q2 2024", "2Q24", "Second Quarter 2024", "Q2 FY24"])
def test_named_quarters(header):
    assert period(header, QUARTER) == Period(2024, 2)


def test_a_date_without_any_anchor_is_unknown():
    time = column_time("January 28, 2023", "", NOBODY, is_balance=True)
    assert time.period is None
    assert time.period_end == dt.date(2023, 1, 28)


def test_a_date_within_a_quarter_is_no_quarters_end():
    assert period("February 12, 2022", JUNE, is_balance=True) is None
