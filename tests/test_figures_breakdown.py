"""Tables that break one quantity down."""

import datetime as dt
import re
from decimal import Decimal

from onfile.figures.breakdown import BreakdownQuestion, breakdowns
from onfile.figures.shelf import FigureShelf
from onfile.types import Figure, Period, Span
from small_archive import SmallArchive

FY20 = Period(2020)
SALES = (frozenset(["net", "sales"]), frozenset(["sale"]), frozenset(["sales"]))


def stems(text: str) -> list[str]:
    return re.findall(r"[a-z]+", text.lower())


def figure(
    label: str, page: int = 1, title: str = "", header: str = "2020", document: str = "k", **fields
) -> Figure:
    values = {
        "figure_id": f"{document}-{page}-{label}-{header}",
        "document_id": document,
        "page": page,
        "table": 1,
        "table_title": title,
        "statement": None,
        "label": label,
        "path": (),
        "column_header": header,
        "concept": None,
        "concept_reason": "",
        "period": FY20,
        "period_end": dt.date(2020, 12, 31),
        "is_instant": False,
        "value": Decimal(5),
        "scale": 1,
        "currency": None,
        "unit": None,
        "is_percent": False,
        "printed": "5",
        "row_span": Span(page, 0, 9),
        "cell_span": Span(page, 8, 9),
    }
    return Figure(**(values | fields))


def table(*labels: str, **fields) -> list[Figure]:
    return [figure(label, **fields) for label in labels]


def pages(dimension: str, *tables: list[Figure]) -> list[int]:
    asked = BreakdownQuestion(frozenset(["revenue"]), SALES, dimension)
    return [f.page for f, _ in breakdowns(asked, [f for t in tables for f in t], stems)]


def test_rows_that_are_regions_under_the_metric_are_a_breakdown_by_region() -> None:
    by_region = table("United States", "Europe", "Total", title="Net sales:")
    assert pages("places", by_region) == [1]


def test_columns_may_be_the_regions() -> None:
    wide = [figure("Net sales", header=place, concept="revenue") for place in ("Americas", "Asia")]
    assert pages("places", wide) == [1]


def test_a_table_that_names_the_metric_comes_before_one_that_does_not() -> None:
    unnamed = table("United States", "Europe", page=1)
    named = table("United States", "Europe", page=2, title="Net sales")
    assert pages("places", unnamed, named) == [2, 1]


def test_securities_available_for_sale_are_no_sales() -> None:
    held = table("Agencies", "Bonds", "Notes", title="Available-for-sale securities", page=2)
    sold = table("Snacks", "Drinks", "Cereals", title="Sales", page=1)
    assert pages("segments", held, sold) == [1]


def test_the_income_statement_is_no_breakdown() -> None:
    rows = table("Alpha", "Beta", "Gamma", title="Net sales", statement="income")
    assert pages("segments", rows) == []


def test_segments_answer_for_categories_but_after_categories() -> None:
    segments = table("Snacks", "Drinks", title="Net sales by segment", page=1)
    categories = table("Crisps", "Cola", title="Net sales by product category", page=2)
    assert pages("categories", segments, categories) == [2, 1]


def test_the_first_part_stands_for_the_table_not_its_total() -> None:
    asked = BreakdownQuestion(frozenset(), SALES, "places")
    rows = table("Total company", "United States", "Asia", title="Net sales")
    assert breakdowns(asked, rows, stems)[0][0].label == "United States"


class CountingArchive(SmallArchive):
    def __init__(self) -> None:
        super().__init__()
        self.n_reads = 0

    def figures(self, document_ids=None, **filters):
        self.n_reads += 1
        return [f for f in self.stored_figures if f.document_id in document_ids]


def test_figures_of_a_document_are_read_once_until_the_archive_changes() -> None:
    archive = CountingArchive()
    archive.stored_figures = [figure("Europe", document="b"), figure("Asia", document="a")]
    shelf = FigureShelf(archive)
    first = shelf.of(["b", "a"], 2020)
    assert [f.label for f in first] == ["Asia", "Europe"]
    assert shelf.of(["a"], 2020) == first[:1]
    assert archive.n_reads == 1
    archive.change += 1
    shelf.of(["a"], 2020)
    assert archive.n_reads == 2


def test_a_full_shelf_lets_go_of_what_was_read_first() -> None:
    archive = CountingArchive()
    archive.stored_figures = [figure("Europe", document="b"), figure("Asia", document="a")]
    shelf = FigureShelf(archive, capacity=1)
    shelf.of(["a"], 2020)
    shelf.of(["b"], 2020)
    shelf.of(["a"], 2020)
    assert archive.n_reads == 3
