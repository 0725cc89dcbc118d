"""Figures, the choice among them, formulas over them, and sums that must come out."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onfile.figures.extract import figures_of
from onfile.figures.formulas import compute
from onfile.figures.lookup import candidates, distinct_amounts, documents_first
from onfile.figures.ties import mismatches
from onfile.structure.tables import read_tables
from onfile.types import Figure, Identity, Period, Span, Structure
from printed_page import centred, line, page_of

YEAR = Identity(form="10-K", period=Period(2022), period_end=dt.date(2022, 12, 31))


class Words:
    """A lexicon of a few labels."""

    entries: ClassVar = {
        "net sales": "revenue",
        "cost of sales": "cogs",
        "total cost of sales": "cogs",
        "diluted earnings per share": "eps_diluted",
        "basic weighted average shares outstanding": "shares_basic",
    }

    def match_label(self, label, statement=None, *, is_per_share=None):
        concept = self.entries.get(label.lower())
        return (concept, f"label is {label.lower()!r}") if concept else None


def statement(*rows, caption="(in millions, except per share data)"):
    page = page_of(
        [(180, "Consolidated Statements of Income")],
        [(40, caption)],
        [centred("Years ended December 31,", 470)],
        line("", "2022", "2021", "2020"),
        *rows,
    )
    structure = Structure(YEAR, tables=read_tables([page], YEAR))
    return page, figures_of("sha256:1", structure, Words())


def first(figures, label):
    return next(figure for figure in figures if figure.label == label)


ROWS = (
    line("Net sales", "$ 900", "$ 800", "$ 700"),
    line("Cost of sales", "500", "450", "400"),
    line("Effective tax rate", "21.5", "22.0", "20.1"),
    [(40, "Earnings per share:")],
    line("Diluted", "$ 1.20", "$ 1.10", "$ 1.00"),
    [(40, "Weighted average shares outstanding:")],
    line("Basic", "412", "410", "409"),
)


def test_a_figure_has_period_scale_currency_concept_and_place():
    page, figures = statement(*ROWS)
    sales = figures[1]
    assert (sales.label, sales.value, sales.scale, sales.currency) == (
        "Net sales",
        Decimal(800),
        10**6,
        "USD",
    )
    assert sales.period == Period(2021)
    assert (sales.concept, sales.concept_reason) == ("revenue", "label is 'net sales'")
    assert page.text[sales.cell_span.start : sales.cell_span.end] == "$ 800"


def test_per_share_rows_of_a_table_of_millions_are_in_ones():
    _, figures = statement(*ROWS)
    diluted = first(figures, "Diluted")
    assert (diluted.scale, diluted.unit, diluted.value) == (1, "USD per share", Decimal("1.20"))
    assert diluted.path == ("Earnings per share",)


def test_share_counts_have_no_currency():
    _, figures = statement(*ROWS)
    basic = first(figures, "Basic")
    assert (basic.unit, basic.scale, basic.currency) == ("shares", 10**6, None)
    assert basic.concept == "shares_basic"


def test_a_generic_label_is_read_with_its_heading():
    _, figures = statement(*ROWS)
    assert first(figures, "Diluted").concept == "eps_diluted"


def test_a_rate_is_a_percentage_without_a_sign_too():
    _, figures = statement(*ROWS)
    rate = first(figures, "Effective tax rate")
    assert rate.is_percent
    assert rate.scale == 1


def test_an_unstated_scale_stays_unknown():
    _, figures = statement(*ROWS, caption="(unaudited)")
    assert first(figures, "Net sales").scale is None


def test_figure_ids_are_the_same_every_time_and_differ():
    _, once = statement(*ROWS)
    _, again = statement(*ROWS)
    assert [figure.figure_id for figure in once] == [figure.figure_id for figure in again]
    assert len({figure.figure_id for figure in once}) == len(once)


BASE = Figure(
    "f",
    "a",
    5,
    1,
    "Consolidated statements of income",
    "income",
    "Net sales",
    (),
    "2022",
    "revenue",
    "",
    Period(2022),
    None,
    False,
    Decimal(900),
    10**6,
    "USD",
    None,
    False,
    "$ 900",
    Span(5, 0, 9),
    Span(5, 5, 9),
)


def test_the_primary_statement_comes_before_notes_and_segments():
    note = replace(BASE, statement=None, table_title="Note 4")
    segment = replace(BASE, statement="segments", table_title="Segments")
    assert candidates([segment, note, BASE], "revenue", Period(2022)) == [BASE, note, segment]


def test_a_quarter_is_not_the_year_to_date():
    quarter = replace(BASE, period=Period(2022, 2))
    half = replace(BASE, period=Period(2022, 2, 6))
    assert candidates([half, quarter], "revenue", Period(2022, 2)) == [quarter]
    assert candidates([half, quarter], "revenue", Period(2022, 2, 6)) == [half]


def test_a_total_comes_before_its_part_of_the_same_name():
    part = replace(BASE, label="Cost of sales", concept="cogs", value=Decimal(450))
    total = replace(part, label="Total cost of sales", value=Decimal(500))
    assert candidates([part, total], "cogs", Period(2022))[0] is total


def test_documents_are_ordered_by_the_caller():
    other = replace(BASE, document_id="b")
    assert documents_first([BASE, other], ["b", "a"]) == [other, BASE]


def test_equal_amounts_in_different_scales_are_no_conflict():
    thousands = replace(BASE, value=Decimal(900_000), scale=1000)
    recast = replace(BASE, value=Decimal(890))
    assert distinct_amounts([BASE, thousands, recast]) == [BASE, recast]


def lookup(amounts):
    def find(concept, period):
        value = amounts.get((concept, period.fiscal_year))
        if value is None:
            return None
        return replace(BASE, concept=concept, period=period, value=Decimal(value))

    return find


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("(revenue - cogs) / revenue", Decimal(900 - 500) / Decimal(900)),
        ("revenue / prev(revenue) - 1", Decimal(900) / Decimal(800) - 1),
        (
            "365 * avg(payables) / (cogs + change(stock))",
            365 * (Decimal(70 + 50) / 2 * 10**6) / Decimal((500 + 30 - 20) * 10**6),
        ),
    ],
)
def test_formulas_are_written_arithmetic(formula, expected):
    amounts = {
        ("revenue", 2022): 900,
        ("revenue", 2021): 800,
        ("cogs", 2022): 500,
        ("payables", 2022): 70,
        ("payables", 2021): 50,
        ("stock", 2022): 30,
        ("stock", 2021): 20,
    }
    result = compute(formula, Period(2022), lookup(amounts))
    assert result.value == expected
    assert result.problem == ""


def test_every_operand_is_kept_once():
    amounts = {("revenue", 2022): 900, ("cogs", 2022): 500}
    result = compute("(revenue - cogs) / revenue", Period(2022), lookup(amounts))
    assert [(operand.concept, operand.amount) for operand in result.operands] == [
        ("revenue", 900 * 10**6),
        ("cogs", 500 * 10**6),
    ]


def test_missing_operands_are_named_all_of_them():
    result = compute("(revenue - cogs) / avg(assets)", Period(2022), lookup({("cogs", 2022): 5}))
    assert result.value is None
    assert result.missing == (
        ("revenue", Period(2022)),
        ("assets", Period(2021)),
        ("assets", Period(2022)),
    )
    assert "revenue for FY2022" in result.problem


def test_an_operand_without_a_stated_scale_is_missing():
    unknown = replace(BASE, scale=None)
    result = compute("revenue", Period(2022), lambda concept, period: unknown)
    assert result.missing == (("revenue", Period(2022)),)


def test_division_by_zero_is_a_result():
    result = compute(
        "revenue / cogs", Period(2022), lookup({("revenue", 2022): 9, ("cogs", 2022): 0})
    )
    assert (result.value, result.problem) == (None, "the divisor is zero")


@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))
def test_an_average_lies_between_its_years(now, before):
    amounts = {("assets", 2022): now, ("assets", 2021): before}
    value = compute("avg(assets)", Period(2022), lookup(amounts)).value
    assert min(now, before) * 10**6 <= value <= max(now, before) * 10**6


def balance(concept, value, label=""):
    return replace(
        BASE, statement="balance_sheet", concept=concept, value=Decimal(value), label=label
    )


def test_assets_tie_to_liabilities_and_equity():
    good = [
        balance("total_assets", 700),
        balance("total_liabilities", 300),
        balance("equity", 400),
    ]
    assert mismatches(good) == []
    (found,) = mismatches([*good[:2], balance("equity", 440)])
    assert (found.page, found.difference) == (5, Decimal(700 - 300 - 440))


def test_rounding_is_no_mismatch():
    off_by_one = [
        balance("total_assets", 701),
        balance("total_liabilities", 300),
        balance("equity", 400),
    ]
    assert mismatches(off_by_one) == []
