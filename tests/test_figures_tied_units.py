"""A note's table without a stated unit takes that of the statement which prints the same row."""

import dataclasses
from decimal import Decimal

from onfile.figures.tied_units import with_tied_units
from onfile.types import Figure, Period, Span
from test_figures_match import BASE

NOTE = {"page": 9, "statement": None, "scale": None, "currency": None}


def row(label: str, at: int, values: tuple[int, ...], **given: object) -> list[Figure]:
    return [
        dataclasses.replace(
            BASE,
            label=label,
            value=Decimal(value),
            period=Period(2031 - n),
            row_span=Span(5, at, at + 9),
            **given,
        )
        for n, value in enumerate(values)
    ]


STATED = row("Net revenue", 0, (9100, 8200), scale=1000)


def scales(figures: list[Figure]) -> list[int | None]:
    return [f.scale for f in with_tied_units([*STATED, *figures])][len(STATED) :]


def test_a_total_that_a_statement_prints_too_tells_the_unit_of_its_table() -> None:
    note = [*row("Springs", 0, (6100, 5100), **NOTE), *row("Total", 20, (9100, 8200), **NOTE)]
    assert scales(note) == [1000] * 4


def test_a_row_of_which_one_year_differs_tells_nothing() -> None:
    assert scales(row("Total", 20, (9100, 8100), **NOTE)) == [None, None]


def test_one_year_alone_may_be_equal_by_chance() -> None:
    assert scales(row("Total", 20, (9100,), **NOTE)) == [None]


def test_percentages_and_counts_in_the_table_get_no_money_scale() -> None:
    note = [*row("Total", 20, (9100, 8200), **NOTE)]
    note += row("Share", 40, (40, 50), **{**NOTE, "is_percent": True})
    note += row("Stations", 60, (1200, 1100), **{**NOTE, "unit": "stations"})
    assert scales(note) == [1000, 1000, None, None, None, None]


def test_cents_and_numbers_of_things_in_the_table_get_no_scale() -> None:
    note = [*row("Total", 20, (9100, 8200), **NOTE), *row("Stores", 40, (1200, 1100), **NOTE)]
    cents = row("Diluted", 60, (1, 1), **NOTE)
    note += [dataclasses.replace(f, value=Decimal("1.65")) for f in cents]
    assert scales(note) == [1000, 1000, None, None, None, None]
