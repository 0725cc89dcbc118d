"""Which documents are read for a company and a period."""

import dataclasses
import datetime as dt

from onfile.retrieve.scoped import (
    LATER_FILING,
    LATER_OTHER,
    OLDEST,
    OTHER_NAMING,
    OWN_OTHER,
    OWN_RELEASE,
    around,
    documents_for,
)
from onfile.types import (
    Catalog,
    CatalogEntry,
    EvidenceType,
    Identity,
    Intent,
    Pair,
    Period,
    QuestionKind,
)


def entry(
    name: str, form: str, period: Period, end: dt.date | None = None, *columns: Period
) -> CatalogEntry:
    identity = Identity(company="Northwind", form=form, period=period, period_end=end)
    return CatalogEntry(name, f"{name}.pdf", identity, columns)


def intent(**fields) -> Intent:
    return Intent("Q?", QuestionKind.WHAT, EvidenceType.DOCUMENTS, **fields)


def chosen(pair: Pair, *entries: CatalogEntry, asked: Intent | None = None) -> dict[str, int]:
    return documents_for(pair, asked or intent(), Catalog(entries, 10))


ANNUALS = tuple(entry(f"k{year}", "10-K", Period(year)) for year in (2018, 2019, 2020, 2021))


def test_without_a_period_the_latest_annual_filing_comes_first() -> None:
    ranked = chosen(Pair("Northwind", None), *ANNUALS)
    assert ranked == {"k2021": 0, "k2020": 1, "k2019": OLDEST, "k2018": OLDEST}


def test_what_came_after_the_latest_annual_filing_is_as_near_as_it() -> None:
    quarterly = entry("q", "10-Q", Period(2022, 2))
    assert chosen(Pair("Northwind", None), *ANNUALS, quarterly)["q"] == 0
    assert chosen(Pair("Northwind", None), *ANNUALS, quarterly)["k2021"] == 0


def test_without_annual_filings_the_latest_year_of_any_document_is_the_present() -> None:
    calls = (
        entry("c1", "call transcript", Period(2020, 1)),
        entry("c2", "call transcript", Period(2021, 3)),
    )
    assert chosen(Pair("Northwind", None), *calls) == {"c1": 1, "c2": 0}


def test_a_periods_own_filing_comes_before_a_later_ones_column() -> None:
    later = entry("k2021", "10-K", Period(2021), None, Period(2020))
    ranked = chosen(Pair("Northwind", Period(2020)), ANNUALS[2], later)
    assert ranked["k2020"] < ranked["k2021"]


def test_a_year_that_the_company_numbers_otherwise_is_found_last() -> None:
    start_named = entry("k", "10-K", Period(2022), dt.date(2023, 1, 28))
    assert chosen(Pair("Northwind", Period(2023)), start_named) == {"k": OTHER_NAMING}


def test_results_stand_beside_those_of_a_year_before_though_no_table_told_so() -> None:
    release = entry("r", "earnings release", Period(2021, 2))
    assert chosen(Pair("Northwind", Period(2020, 2)), release) == {"r": LATER_OTHER}
    assert chosen(Pair("Northwind", Period(2020, 1)), release) == {}


def test_periods_that_are_compared_are_read_in_the_release_that_holds_both() -> None:
    pairs = (Pair("Northwind", Period(2020, 2)), Pair("Northwind", Period(2021, 2)))
    older = entry("a", "earnings release", Period(2020, 2))
    newer = entry("b", "earnings release", Period(2021, 2))
    ranked = chosen(pairs[0], older, newer, asked=intent(pairs=pairs))
    assert ranked["b"] < ranked["a"]


def test_a_current_report_of_the_day_named_comes_first() -> None:
    day = dt.date(2021, 5, 3)
    reports = (
        entry("of the day", "8-K", Period(2021, 2), day),
        entry("of another", "8-K", Period(2021, 2), day + dt.timedelta(days=23)),
        entry("quarterly", "10-Q", Period(2021, 2)),
    )
    asked = dataclasses.replace(intent(), question="What was voted on May 3, 2021?")
    ranked = chosen(Pair("Northwind", Period(2021, 2)), *reports, asked=asked)
    assert ranked == {"of the day": 0, "quarterly": 0, "of another": 2}


def test_a_years_filing_with_a_table_of_quarters_is_read_only_for_want_of_the_quarters_own() -> (
    None
):
    quarter = Pair("Northwind", Period(2021, 2))
    annual = entry("k2021", "10-K", Period(2021), None, Period(2021, 2))
    call = entry("c", "call transcript", Period(2021, 2))
    assert set(chosen(quarter, annual, call)) == {"c"}
    assert set(chosen(quarter, annual)) == {"k2021"}


def test_a_current_report_with_the_quarters_statements_comes_right_behind_its_release() -> None:
    fourth = Period(2020, 4)
    report = entry("8k", "8-K", Period(2021, 1), dt.date(2021, 1, 28), Period(2019, 4), fourth)
    release = entry("release", "earnings release", fourth)
    ranked = chosen(Pair("Northwind", fourth), report, release)
    assert ranked == {"8k": OWN_OTHER, "release": OWN_RELEASE}


def test_a_column_for_the_year_before_makes_a_current_report_a_later_one() -> None:
    report = entry("8k", "8-K", Period(2021, 1), None, Period(2019, 4), Period(2020, 4))
    assert chosen(Pair("Northwind", Period(2019, 4)), report) == {"8k": LATER_OTHER}


def test_of_a_quarter_without_a_report_of_its_own_the_annual_report_of_its_year_comes_first() -> (
    None
):
    quarter = Period(2020, 3)
    annual = entry("k2020", "10-K", Period(2020), None, quarter)
    later = entry("k2021", "10-K", Period(2021), None, quarter)
    ranked = chosen(Pair("Northwind", quarter), annual, later)
    assert ranked == {"k2020": LATER_FILING, "k2021": LATER_OTHER}


def test_around_a_period_that_no_document_is_about_its_own_year_comes_first() -> None:
    found = around(Pair("Northwind", Period(2019, 3)), intent(), Catalog(ANNUALS, 10))
    assert found == {"k2019": 0, "k2018": 1, "k2020": 1, "k2021": OLDEST}
