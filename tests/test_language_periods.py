"""Period expressions in text, and what they mean in a company's calendar."""

import datetime as dt
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onfile.language.dates import find_dates, full_year, nominal_month, parse_date
from onfile.language.periods import (
    ExpressionKind,
    FiscalCalendar,
    find_periods,
    fiscal_period_of,
    period_end,
    resolve,
    shift,
)
from onfile.types import Period

CALENDAR = FiscalCalendar(12)
JUNE = FiscalCalendar(6)
MARCH = FiscalCalendar(3)
RETAIL = FiscalCalendar(1, names_start_year=True)
JANUARY = FiscalCalendar(1)


def names(
    text: str, calendar: FiscalCalendar = CALENDAR, anchor: Period | None = None
) -> list[str]:
    return [p.name for e in find_periods(text) for p in resolve(e, calendar, anchor)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Q3 FY26", ["2026Q3"]),
        ("3Q26", ["2026Q3"]),
        ("Q3FY25", ["2025Q3"]),
        ("q220", ["2020Q2"]),
        ("Q2'20", ["2020Q2"]),
        ("Q22023", ["2023Q2"]),
        ("Q2'2023", ["2023Q2"]),
        ("FY2023Q1", ["2023Q1"]),
        ("Q4 fiscal 2016", ["2016Q4"]),
        ("third quarter of fiscal 2026", ["2026Q3"]),
        ("fourth-quarter 2019 call", ["2019Q4"]),
        ("fiscal 2020's second quarter", ["2020Q2"]),
        ("2nd quarter of FY21", ["2021Q2"]),
        ("Q1 and Q2 2023", ["2023Q1", "2023Q2"]),
        ("second quarter of 2023 and 2022", ["2023Q2", "2022Q2"]),
        ("Q2 of FY2024 and FY2023", ["2024Q2", "FY2023"]),
        ("Q2 of 2020 and the same quarter of 2019", ["2020Q2", "2019Q2"]),
        ("fy21", ["FY2021"]),
        ("FY'23", ["FY2023"]),
        ("fiscal year 2021", ["FY2021"]),
        ("its fiscal 2020 years", ["FY2020"]),
        ("2021 fiscal yr", ["FY2021"]),
        ("full yr 21", ["FY2021"]),
        ("year end 2019", ["FY2019"]),
        ("FY2024-25", ["FY2025"]),
        ("2021 and 2022", ["FY2021", "FY2022"]),
        ("FY2015 - FY2017", ["FY2015", "FY2016", "FY2017"]),
        ("FY15-17", ["FY2015", "FY2016", "FY2017"]),
        ("2019 through 2021", ["FY2019", "FY2020", "FY2021"]),
        ("from FY2016 to FY2018", ["FY2016", "FY2018"]),
        ("between 2016 and 2018", ["FY2016", "FY2018"]),
        ("H1 FY2023", ["2023Q2-6M"]),
        ("first half of 2022", ["2022Q2-6M"]),
        ("second half of 2022", ["2022Q3", "2022Q4"]),
        ("9M FY24", ["2024Q3-9M"]),
        ("nine months of fiscal 2023", ["2023Q3-9M"]),
        ("the year ended December 31, 2020", ["FY2020"]),
        ("years ended December 31, 2021, 2020 and 2019", ["FY2021", "FY2020", "FY2019"]),
        ("three months ended June 30, 2023 and 2022", ["2023Q2", "2022Q2"]),
        ("six months ended June 30, 2023", ["2023Q2-6M"]),
        ("at December 31, 2019", ["FY2019"]),
        ("dec 31 19", ["FY2019"]),
        ("as of August 30, 2023", ["2023Q3"]),
        ("on May 3, 2023", ["2023Q2"]),
        ("March 2021 quarter", ["2021Q1"]),
    ],
)
def test_every_way_of_writing_a_period_is_read(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    ("text", "calendar", "expected"),
    [
        ("the quarter ended December 31, 2020", JUNE, ["2021Q2"]),
        ("the June 2020 quarter", JUNE, ["2020Q4"]),
        ("yr ended june 2021", JUNE, ["FY2021"]),
        ("at June 30, 2020", JUNE, ["FY2020"]),
        ("the December 2024 quarter", MARCH, ["2025Q3"]),
        ("the year ended January 28, 2023", JANUARY, ["FY2023"]),
        ("the year ended January 28, 2023", RETAIL, ["FY2022"]),
        ("13 weeks ended July 29, 2023", RETAIL, ["2023Q2"]),
        ("13 weeks ended July 29, 2023", JANUARY, ["2024Q2"]),
        ("three months ended July 2, 2023", CALENDAR, ["2023Q2"]),
        ("the fiscal year ended January 3, 2021", CALENDAR, ["FY2020"]),
        ("52 weeks ended February 1, 2020", JANUARY, ["FY2020"]),
    ],
)
def test_a_dated_period_means_what_the_companys_calendar_says(
    text: str, calendar: FiscalCalendar, expected: list[str]
) -> None:
    assert names(text, calendar) == expected


@pytest.mark.parametrize(
    "text",
    [
        "clause 2-09.3(1)E",
        "$2,021 million",
        "bid 2023D003",
        "model 737-8",
        "20.5%",
        "1.2020",
        "three months",
        "US$1998",
    ],
)
def test_numbers_that_are_no_years_are_no_periods(text: str) -> None:
    assert find_periods(text) == ()


@pytest.mark.parametrize(
    ("text", "anchor", "expected"),
    [
        ("a year earlier", Period(2020, 2), ["2019Q2"]),
        ("the same quarter last year", Period(2020, 2), ["2019Q2"]),
        ("the prior year", Period(2020), ["FY2019"]),
        ("last year", Period(2022), ["FY2022"]),
        ("last three years", Period(2022), ["FY2020", "FY2021", "FY2022"]),
        ("past 2 quarters", Period(2022, 1), ["2021Q4", "2022Q1"]),
        ("previous quarter", Period(2022, 1), ["2021Q4"]),
        ("next quarter", Period(2022, 4), ["2023Q1"]),
    ],
)
def test_relative_expressions_count_from_their_anchor(
    text: str, anchor: Period, expected: list[str]
) -> None:
    assert names(text, anchor=anchor) == expected


def test_a_relative_expression_without_an_anchor_means_nothing() -> None:
    assert names("a year earlier") == []


def test_a_quarter_without_a_year_takes_the_anchors() -> None:
    assert names("in the third quarter", anchor=Period(2021)) == ["2021Q3"]


def test_the_longest_reading_wins_and_keeps_its_words() -> None:
    (found,) = find_periods("net sales for the year ended January 28, 2023.")
    assert found.kind is ExpressionKind.ENDED
    assert found.text == "year ended January 28, 2023"


TEXTS = st.lists(
    st.sampled_from(
        ["Q3 FY26", "fiscal 2021", "the year ended", "January 28, 2023", "and", "to", "-", "2019",
         "last three years", "a year earlier", "sales", "$2,021", "H1", "June", "quarter", "'20",
         "(1)", "from", "between", "9M", ",", "\n"]
    ),
    max_size=12,
).map(" ".join)  # fmt: skip


@given(TEXTS)
def test_offsets_give_back_the_words_and_never_overlap(text: str) -> None:
    found = find_periods(text)
    assert all(text[e.start : e.end] == e.text for e in found)
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))


@given(st.text(max_size=60))
def test_any_text_at_all_can_be_searched(text: str) -> None:
    for expression in find_periods(text):
        assert resolve(expression, JUNE, Period(2020, 2)) is not None
    for mention in find_dates(text):
        assert text[mention.start : mention.end] == mention.text


CALENDARS = st.builds(FiscalCalendar, st.integers(1, 12), st.booleans())
PERIODS = st.builds(Period, st.integers(1990, 2060), st.sampled_from([1, 2, 3, 4]))


@given(PERIODS, CALENDARS)
def test_the_last_day_of_a_quarter_lies_in_that_quarter(
    period: Period, calendar: FiscalCalendar
) -> None:
    assert fiscal_period_of(period_end(period, calendar), calendar) == period


@given(PERIODS, CALENDARS, st.integers(-3, 4))
def test_a_period_end_a_few_days_off_is_still_the_same_quarter(
    period: Period, calendar: FiscalCalendar, days: int
) -> None:
    date = period_end(period, calendar) + dt.timedelta(days=days)
    assert fiscal_period_of(date, calendar) == period


@given(st.integers(1990, 2060), CALENDARS)
def test_a_calendar_is_found_again_from_one_year_end(year: int, calendar: FiscalCalendar) -> None:
    date = period_end(Period(year), calendar)
    found = FiscalCalendar.from_period(date, year)
    assert fiscal_period_of(date, found, "year") == Period(year)


@given(PERIODS, st.integers(-40, 40))
def test_shifting_there_and_back_gives_the_same_period(period: Period, offset: int) -> None:
    assert shift(shift(period, offset, "quarter"), -offset, "quarter") == period


def test_a_year_to_date_ends_with_its_last_quarter() -> None:
    assert fiscal_period_of(dt.date(2023, 6, 30), CALENDAR, "to_date") == Period(2023, 2, 2 * 3)
    assert fiscal_period_of(dt.date(2023, 12, 31), CALENDAR, "to_date") == Period(2023)
    with pytest.raises(ValueError, match="fortnight"):
        fiscal_period_of(dt.date(2023, 6, 30), CALENDAR, "fortnight")


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("December 31, 2019", dt.date(2019, 12, 31)),
        ("Sept. 3rd, 2021", dt.date(2021, 9, 3)),
        ("31 March 2024", dt.date(2024, 3, 31)),
        ("2023-04-12", dt.date(2023, 4, 12)),
        ("4/12/23", dt.date(2023, 4, 12)),
        ("12-Aug-1996", dt.date(1996, 8, 12)),
        ("June 2021", dt.date(2021, 6, 30)),
        ("dec 31 19", dt.date(2019, 12, 31)),
    ],
)
def test_dates_are_read_in_the_ways_they_are_written(text: str, date: dt.date) -> None:
    assert parse_date(f"signed {text}") == date


def test_a_day_that_does_not_exist_is_no_date() -> None:
    assert parse_date("February 30, 2021") is None


def test_two_digit_years_before_seventy_are_of_this_century() -> None:
    assert (full_year("69"), full_year("70")) == (2000 + 69, 1900 + 70)


def test_the_first_days_of_a_month_stand_for_the_month_before() -> None:
    assert nominal_month(dt.date(2021, 1, 3)) == (2020, 12)
    assert nominal_month(dt.date(2021, 1, 30)) == (2021, 1)


@pytest.mark.parametrize("name", ["2025Q2-6M", "2024Q3-9M", "2025Q2", "FY2025"])
def test_the_names_that_onfile_gives_to_periods_are_read_back(name: str) -> None:
    found = find_periods(f"Northwind, {name}: net sales")
    assert [p.name for one in found for p in resolve(one)] == [name]


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("the sum of net losses from 2019 to 2022", ["FY2019", "FY2020", "FY2021", "FY2022"]),
        ("total revenue between 2018 and 2020", ["FY2018", "FY2019", "FY2020"]),
        ("average margin from FY2020 to FY2022", ["FY2020", "FY2021", "FY2022"]),
        ("how did total revenue change from 2018 to 2020", ["FY2018", "FY2020"]),
        ("growth between 2018 and 2020", ["FY2018", "FY2020"]),
        ("revenue from 2018 to 2020", ["FY2018", "FY2020"]),
        ("total revenue from 2018 and 2020", ["FY2018", "FY2020"]),
    ],
)
def test_a_sum_takes_every_year_of_a_span_and_a_change_its_ends(question, years) -> None:
    assert [p.name for one in find_periods(question) for p in resolve(one)] == years
