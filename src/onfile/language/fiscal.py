"""What a period expression means in one company's calendar.

``periods.find_periods`` reads expressions out of any text and knows no company; ``resolve``
gives them meaning. The two are apart because "the June 2020 quarter" is one thing in the text
and a different fiscal quarter for every company.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from enum import StrEnum

from onfile.language.dates import is_month_end, nominal_month
from onfile.types import Period


class ExpressionKind(StrEnum):
    """What sort of period an expression names."""

    FISCAL_YEAR = "fiscal_year"  # FY2021, fiscal 2021
    YEAR = "year"  # a plain 2021: for a company, its fiscal year of that name
    QUARTER = "quarter"  # Q3 FY26; ``years`` is empty where none is written
    TO_DATE = "to_date"  # H1, nine months: ``months`` long, ``quarter`` is the last
    SECOND_HALF = "second_half"
    MONTH_QUARTER = "month_quarter"  # the June 2020 quarter
    ENDED = "ended"  # the year (quarter, 13 weeks …) ended DATE; ``months`` is the length
    DATE = "date"  # at December 31, 2019; on May 26, 2023
    MONTH = "month"  # July 2020
    RANGE = "range"  # FY15-17: every year from ``years[0]`` to ``years[-1]``
    RELATIVE = "relative"  # last year, a year earlier: ``offset`` in ``unit``s
    LAST_N = "last_n"  # last three years: ``count`` of ``unit``


@dataclass(frozen=True, slots=True)
class PeriodExpression:
    """A period expression: ``text`` is what stands at ``[start, end)``.

    Attributes:
        years: Four-digit years written, in order.
        quarter: 1 to 4.
        months: Length of a duration in months (3, 6, 9, 12) where it is said.
        date: The day named; the last day of the month where only a month is named.
        offset: For RELATIVE: how many ``unit``s from the anchor (−1 is the one before).
        unit: "year" or "quarter", for RELATIVE and LAST_N.
        count: For LAST_N: how many.
        is_from_latest: For RELATIVE: counted from the latest on file ("last year"), not from
            the other period of the sentence ("a year earlier").
    """

    kind: ExpressionKind
    start: int
    end: int
    text: str
    years: tuple[int, ...] = ()
    quarter: int | None = None
    months: int | None = None
    date: dt.date | None = None
    offset: int = 0
    unit: str = "year"
    count: int = 0
    is_from_latest: bool = False


@dataclass(frozen=True, slots=True)
class FiscalCalendar:
    """A company's fiscal year.

    Attributes:
        end_month: 1 to 12, the nominal month in which the year ends (a year that ends on
            3 January ends in December).
        names_start_year: The year is named after the calendar year in which most of it falls
            (many retailers: fiscal 2023 ends in January 2024); otherwise after the one in which
            it ends.
    """

    end_month: int = 12
    names_start_year: bool = False

    @classmethod
    def from_period(cls, period_end: dt.date, fiscal_year: int) -> FiscalCalendar:
        """The calendar of a company one of whose fiscal years ended on ``period_end``."""
        year, month = nominal_month(period_end)
        return cls(month, names_start_year=fiscal_year < year)

    def year_end(self, fiscal_year: int) -> tuple[int, int]:
        """(year, month) in which ``fiscal_year`` ends."""
        return fiscal_year + (1 if self.names_start_year else 0), self.end_month


CALENDAR_YEAR = FiscalCalendar()


def fiscal_period_of(
    date: dt.date, calendar: FiscalCalendar = CALENDAR_YEAR, kind: str = "quarter"
) -> Period:
    """The fiscal period in which a day, or the end of a 52/53-week period, falls.

    Args:
        date: A day; up to ten days into a month count as the end of the month before.
        calendar: The company's.
        kind: "year" (12 months), "quarter", or "to_date" (from the year's start).

    Raises:
        ValueError: unknown kind.
    """
    year, month = nominal_month(date)
    after = (month - calendar.end_month - 1) % 12  # months of the fiscal year before this one
    ends_in = year if month <= calendar.end_month else year + 1
    fiscal_year = ends_in - (1 if calendar.names_start_year else 0)
    quarter = after // 3 + 1
    if kind == "year":
        return Period(fiscal_year)
    if kind == "quarter":
        return Period(fiscal_year, quarter)
    if kind == "to_date":
        return Period(fiscal_year) if quarter == 4 else _to_date(fiscal_year, quarter)
    raise ValueError(f"kind must be year, quarter or to_date, not {kind!r}")


def _to_date(fiscal_year: int, quarter: int) -> Period:
    return Period(fiscal_year, quarter, quarter * 3 if quarter > 1 else None)


def period_end(period: Period, calendar: FiscalCalendar = CALENDAR_YEAR) -> dt.date:
    """Last day of the nominal month in which ``period`` ends."""
    year, month = calendar.year_end(period.fiscal_year)
    back = 0 if period.quarter is None else (4 - period.quarter) * 3
    index = year * 12 + month - back  # the month after the last one, counted from year 0
    return dt.date(index // 12, index % 12 + 1, 1) - dt.timedelta(days=1)


def shift(period: Period, offset: int, unit: str = "year") -> Period:
    """``period`` moved by ``offset`` years or quarters; a year moves by whole years only."""
    if unit == "year" or period.quarter is None:
        return replace(period, fiscal_year=period.fiscal_year + offset)
    index = period.fiscal_year * 4 + period.quarter - 1 + offset
    return replace(period, fiscal_year=index // 4, quarter=index % 4 + 1)


def resolve(
    expression: PeriodExpression,
    calendar: FiscalCalendar = CALENDAR_YEAR,
    anchor: Period | None = None,
) -> tuple[Period, ...]:
    """What an expression means for a company, earliest first; empty where it can't be told.

    Args:
        expression: From ``find_periods``.
        calendar: The company's fiscal calendar.
        anchor: What a relative expression is relative to: the sentence's other period, or the
            latest period on file. Also lends its year to a quarter written without one.
    """
    kind = expression.kind
    if kind in (ExpressionKind.RELATIVE, ExpressionKind.LAST_N):
        return _resolve_relative(expression, anchor)
    if expression.date is not None:
        return _resolve_date(expression, calendar)
    years = expression.years or ((anchor.fiscal_year,) if anchor is not None else ())
    if kind is ExpressionKind.RANGE:
        return tuple(Period(y, expression.quarter) for y in range(years[0], years[-1] + 1))
    return tuple(p for year in years for p in _of_year(expression, year))


def _of_year(expression: PeriodExpression, year: int) -> tuple[Period, ...]:
    if expression.kind is ExpressionKind.SECOND_HALF:
        return Period(year, 3), Period(year, 4)
    if expression.kind is ExpressionKind.TO_DATE and expression.quarter is not None:
        return (_to_date(year, expression.quarter),)
    return (Period(year, expression.quarter),)


def _resolve_relative(expression: PeriodExpression, anchor: Period | None) -> tuple[Period, ...]:
    if anchor is None:
        return ()
    if expression.kind is ExpressionKind.RELATIVE:
        return (shift(anchor, expression.offset, expression.unit),)
    if expression.unit == "year":
        last = anchor.fiscal_year
        return tuple(Period(y) for y in range(last - expression.count + 1, last + 1))
    if anchor.quarter is None:
        anchor = replace(anchor, quarter=4)
    return tuple(shift(anchor, -back, "quarter") for back in reversed(range(expression.count)))


def _resolve_date(expression: PeriodExpression, calendar: FiscalCalendar) -> tuple[Period, ...]:
    date = expression.date
    if date is None:
        return ()
    if expression.kind is ExpressionKind.MONTH_QUARTER or expression.months == 3:
        return (fiscal_period_of(date, calendar, "quarter"),)
    if expression.months == 12:
        return (fiscal_period_of(date, calendar, "year"),)
    if expression.months is not None:
        return (fiscal_period_of(date, calendar, "to_date"),)
    ends_year = nominal_month(date)[1] == calendar.end_month and is_month_end(date)
    if ends_year and expression.kind is ExpressionKind.DATE:
        return (fiscal_period_of(date, calendar, "year"),)
    return (_quarter_with(date, calendar),)


def _quarter_with(date: dt.date, calendar: FiscalCalendar) -> Period:
    """The quarter a plain day falls in: 5 April is in the June quarter."""
    last_of_month = dt.date(date.year, date.month, 28)
    return fiscal_period_of(last_of_month, calendar, "quarter")
