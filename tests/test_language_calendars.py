"""A company's calendar, told from all its documents."""

import datetime as dt

from onfile.language.calendars import calendar_of, settled_periods
from onfile.language.periods import FiscalCalendar
from onfile.types import Identity, Period


def annual(company: str, end: dt.date, year: int) -> Identity:
    return Identity(
        company=company, form="10-K", period=Period(year), period_end=end,
        fiscal_year_end_month=end.month,
    )  # fmt: skip


def current(company: str | None, date: dt.date, month: int | None = None) -> Identity:
    period = Period(date.year, (date.month + 2) // 3)  # as in calendar years
    return Identity(
        company=company, form="8-K", period=period, period_end=date, fiscal_year_end_month=month
    )


def test_a_current_report_takes_the_calendar_of_the_annual_filing_beside_it() -> None:
    january = annual("Larch Stores", dt.date(2023, 1, 28), 2023)
    report = current("Larch Stores", dt.date(2023, 4, 24))
    assert settled_periods([january, report]) == [Period(2023), Period(2024, 1)]


def test_a_year_named_after_its_start_is_kept_so() -> None:
    january = annual("Larch Stores", dt.date(2023, 1, 28), 2022)
    report = current("Larch Stores", dt.date(2023, 4, 24))
    assert settled_periods([january, report])[1] == Period(2023, 1)


def test_a_report_that_states_its_own_year_end_is_left_alone() -> None:
    january = annual("Larch Stores", dt.date(2023, 1, 28), 2023)
    report = current("Larch Stores", dt.date(2023, 4, 24), month=12)
    assert settled_periods([january, report])[1] == Period(2023, 2)


def test_companies_do_not_lend_each_other_their_calendars() -> None:
    january = annual("Larch Stores", dt.date(2023, 1, 28), 2023)
    reports = [current("Kestrel", dt.date(2023, 4, 24)), current(None, dt.date(2023, 4, 24))]
    assert settled_periods([january, *reports])[1:] == [Period(2023, 2), Period(2023, 2)]


def test_annual_filings_outvote_a_quarter_that_says_otherwise() -> None:
    june = annual("Kestrel", dt.date(2022, 6, 30), 2022)
    odd = Identity(
        company="Kestrel", form="10-Q", period=Period(2022, 1), period_end=dt.date(2022, 3, 31),
        fiscal_year_end_month=12,
    )  # fmt: skip
    assert calendar_of([odd, june]) == FiscalCalendar(6)


def test_current_reports_alone_tell_no_calendar() -> None:
    report = Identity(
        company="Kestrel", form="8-K", period=Period(2023, 1), period_end=dt.date(2023, 2, 7),
        filed=dt.date(2023, 2, 10),
    )  # fmt: skip
    assert settled_periods([report]) == [Period(2023, 1)]
