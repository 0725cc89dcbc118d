"""Figures as files: rows, one point a period, and the formats of the optional extras."""

from __future__ import annotations

import csv
import dataclasses
from decimal import Decimal
from pathlib import Path

import pytest

from onfile.errors import SettingError, UsageError
from onfile.export_files import write_figures
from onfile.exporting import known_concept, lines_of, periods_in, series
from onfile.figures.ties import mismatches
from onfile.types import Figure, Period, Span

NAMES = {"doc": "Northwind_2031.pdf"}
FIGURE = Figure(
    "doc/p3/t1/r0/c0", "doc", 3, 1, "Statements of income", "income", "Net sales", ("Revenue",),
    "2031", "revenue", "", Period(2031), None, False, Decimal("1234.5"), 1_000_000, "USD", None,
    False, "$ 1,234.5", Span(3, 0, 9), Span(3, 0, 9),
)  # fmt: skip


def of(year: int, value: int, **given: object) -> Figure:
    changed = dataclasses.replace(FIGURE, period=Period(year), value=Decimal(value))
    return dataclasses.replace(changed, **given)


def test_what_is_not_known_is_empty_and_never_zero(tmp_path: Path) -> None:
    out = tmp_path / "figures.csv"
    write_figures([of(2031, 5, scale=None, currency=None)], NAMES, "csv", out, None)
    (row,) = csv.DictReader(out.read_text(encoding="utf-8").splitlines())
    assert (row["number"], row["scale"], row["currency"]) == ("5", "", "")
    assert (row["document"], row["page"], row["label"]) == (
        "Northwind_2031.pdf",
        "3",
        "Revenue › Net sales",
    )


def test_a_series_has_one_point_a_year_oldest_first() -> None:
    points = series([of(2031, 30), of(2029, 10), of(2030, 20), of(2031, 8, statement=None)],
                    "revenue", NAMES)  # fmt: skip
    assert [(p.period, p.number) for p in points] == [
        ("FY2029", 10 * 10**6),
        ("FY2030", 20 * 10**6),
        ("FY2031", 30 * 10**6),
    ]
    assert points[0].citation.startswith("Northwind_2031.pdf, page 3: Net sales")


def test_two_currencies_share_no_axis() -> None:
    with pytest.raises(SettingError, match="several units"):
        series([of(2030, 1), of(2031, 2, currency="INR")], "revenue", NAMES)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("FY2031", {"FY2031"}),
        ("2031Q2, FY2030", {"2031Q2", "FY2030"}),
        ("FY2029-FY2031", {"FY2029", "FY2030", "FY2031"}),
        ("2031Q2-6M", {"2031Q2-6M"}),
        ("2031, fy2030", {"FY2031", "FY2030"}),
    ],
)
def test_periods_are_a_name_a_list_or_a_range_of_years(text: str, names: set[str]) -> None:
    assert periods_in(text) == names


def test_a_range_of_quarters_is_refused() -> None:
    with pytest.raises(SettingError, match="full year"):
        periods_in("2031Q1-2031Q3")


@pytest.mark.parametrize("text", ["banana", "FY31", "2031Q5", "2031Q2,"])
def test_what_is_no_period_is_refused_with_examples(text: str) -> None:
    with pytest.raises(SettingError, match="no period's name") as refused:
        periods_in(text)
    assert "FY2022" in refused.value.hint


def test_an_unknown_concept_is_refused_with_the_nearest_ones() -> None:
    known = ("net_income", "revenue", "total_assets")
    assert known_concept("revenue", known) == "revenue"
    with pytest.raises(UsageError, match="no concept 'Revenues'") as refused:
        known_concept("Revenues", known)
    assert refused.value.hint == "nearest: revenue"
    with pytest.raises(UsageError) as refused:
        known_concept("qqqq", known)
    assert "such as revenue" in refused.value.hint


def test_parquet_keeps_the_printed_digits(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "figures.parquet"
    write_figures([FIGURE], NAMES, "parquet", out, None)
    (row,) = parquet.read_table(out).to_pylist()
    assert row["number"] == Decimal("1234.5")
    assert row["printed"] == "$ 1,234.5"


def test_a_plot_has_a_file_with_the_citation_of_every_point(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    written = write_figures(
        [of(2030, 1), of(2031, 2)], NAMES, "plot", tmp_path / "sales.svg", "revenue"
    )
    assert [path.name for path in written] == ["sales.svg", "sales.csv"]
    assert "<svg" in written[0].read_text(encoding="utf-8")
    rows = list(csv.DictReader(written[1].read_text(encoding="utf-8").splitlines()))
    assert [row["period"] for row in rows] == ["FY2030", "FY2031"]


@pytest.mark.parametrize(("concept", "says"), [(None, "--concept"), ("margin", "no figure")])
def test_a_plot_of_nothing_is_refused(tmp_path: Path, concept: str | None, says: str) -> None:
    with pytest.raises(SettingError, match=says):
        write_figures([FIGURE], NAMES, "plot", tmp_path / "x.png", concept)


def cash(concept: str | None, value: int) -> Figure:
    return of(2031, value, statement="cash_flow", concept=concept, label=str(concept))


FLOWS = [
    cash("operating_cash_flow", 50),
    cash("investing_cash_flow", -20),
    cash("financing_cash_flow", -10),
]


def test_cash_flows_come_to_the_change_in_cash() -> None:
    assert mismatches([*FLOWS, cash("net_change_in_cash", 50 - 20 - 10)]) == []
    (found,) = mismatches([*FLOWS, cash("net_change_in_cash", 27)])
    assert found.difference == 27 - (50 - 20 - 10)


def test_an_unknown_row_may_be_the_effect_of_exchange_rates() -> None:
    assert mismatches([*FLOWS, cash(None, 7), cash("net_change_in_cash", 27)]) == []


def test_lines_keep_the_order_given() -> None:
    assert [line.period for line in lines_of([of(2031, 1), of(2029, 2)], NAMES)] == [
        "FY2031",
        "FY2029",
    ]
