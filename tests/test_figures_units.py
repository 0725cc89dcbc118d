"""What the numbers of a row are numbers of."""

from decimal import Decimal

import pytest

from onfile.figures.units import row_units
from onfile.types import Cell, Column, Row, Span, Table

AT = Span(1, 0, 1)


def row(label: str, *printed: str, path: tuple[str, ...] = ()) -> Row:
    cells = tuple(Cell(p, Decimal(p), AT, n) for n, p in enumerate(printed))
    return Row(label, path, AT, cells)


def table(*rows: Row) -> Table:
    columns = (Column("2031"), Column("2030"))
    return Table(1, 1, "", "income", 1_000_000, "USD", columns, rows, AT)


WHOLE = [row("Net sales", "900", "800"), row("Costs", "500", "450"), row("Profit", "400", "350")]


def test_cents_among_whole_millions_are_not_millions() -> None:
    lost_heading = row("Profit of common shareholders", "1.65", "1.40")
    assert row_units(table(*WHOLE, lost_heading), lost_heading).scale is None


def test_a_table_that_prints_decimals_throughout_keeps_its_scale() -> None:
    rows = [row("Net sales", "9.25", "8.10"), row("Costs", "5.05", "4.50")]
    assert row_units(table(*rows), rows[0]).scale == 1_000_000


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Common stock, par value $0.01 per share", "money"),
        ("Common stock, stated value 5¢ per share (authorized 90 shares)", "money"),
        ("Dividends declared per share", "per_share"),
        ("Cash dividends paid ($4.19 per share)", "money"),
        ("Dividends (per share — $1.48, $1.40 and $1.32, respectively)", "money"),
    ],
)
def test_stock_at_its_par_value_a_share_is_an_amount(label: str, kind: str) -> None:
    asked = row(label, "24", "24")
    assert row_units(table(*WHOLE, asked), asked).kind == kind


def test_a_row_under_percentage_growth_is_of_percent() -> None:
    growth = row("Shipping", "40", "32", path=("Year-over-year Percentage Growth",))
    assert row_units(table(*WHOLE, growth), growth).kind == "percent"


def test_an_amount_of_one_room_is_in_ones_where_it_is_printed_as_money() -> None:
    cells = (Cell("$167", Decimal(167), AT, 0, currency="USD"),)
    priced = Row("Average Daily Rate (ADR)", (), AT, cells)
    assert row_units(table(*WHOLE, priced), priced).scale == 1
    bare = row("Average daily rate", "167", "161")
    assert row_units(table(*WHOLE, bare), bare).scale is None


def test_people_in_a_table_of_money_are_no_money() -> None:
    buyers = row("Active buyers", "133", "134")
    units = row_units(table(*WHOLE, buyers), buyers)
    assert (units.kind, units.scale, units.currency) == ("count", 1_000_000, None)
