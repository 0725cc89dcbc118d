"""Which tables break the quantity of a question down: whole companies, of the dimension asked."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from decimal import Decimal
from typing import cast

from onfile.answer.request import Breakdown
from onfile.breaking_down import Breakdowns
from onfile.figure_ranking import FigureRanking
from onfile.figures.breakdown import BreakdownQuestion
from onfile.types import EvidenceType, Figure, Intent, Pair, Period, QuestionKind, Span

FY31 = Period(2031)
PAIR = Pair("Northwind", FY31)
SEGMENTS = {"Tea": 40, "Coffee": 60, "Juice": 30, "Total revenue": 130}


class Ranking:
    """What ``Breakdowns`` asks of the ranking, over given figures."""

    def __init__(self, figures: list[Figure], dimension: str) -> None:
        self._figures = figures
        prints = (frozenset({"revenue"}),)
        self._asked = BreakdownQuestion(frozenset({"revenue"}), prints, dimension)

    def breakdown_asked(self, intent: Intent, unsaid: str | None = None) -> BreakdownQuestion:
        return self._asked

    def figures_of(self, period: Period, documents: Mapping[str, int]) -> list[Figure]:
        return [figure for figure in self._figures if figure.period == period]

    def statement_places(self, documents: Mapping[str, int]) -> frozenset[tuple[str, int]]:
        return frozenset({("doc", 1)})


def table(page: int, values: dict[str, int], title: str, year: int = 2031) -> list[Figure]:
    return [
        Figure(
            f"doc/p{page}/t1/r{n}/c{2031 - year}",
            "doc",
            page,
            1,
            title,
            None,
            label,
            (),
            str(year),
            "revenue" if label.startswith("Total revenue") else None,
            "",
            Period(year),
            None,
            False,
            Decimal(value),
            1,
            "USD",
            None,
            False,
            str(value),
            Span(page, n, n + 1),
            Span(page, n, n + 1),
        )
        for n, (label, value) in enumerate(values.items())
    ]


def found(figures: list[Figure], dimension: str = "segments") -> list[Breakdown]:
    question = f"Which of the {dimension} had the highest revenue?"
    intent = Intent(question, QuestionKind.FIGURE, EvidenceType.DOCUMENTS, pairs=(PAIR,))
    ranking = cast(FigureRanking, Ranking(figures, dimension))

    def terms(text: str) -> list[str]:
        return [word.strip(".,:").lower() for word in text.split()]

    return Breakdowns(ranking, terms).of_pair(intent, PAIR, {"doc": 0}, ())


def test_rows_are_joined_with_the_same_rows_a_year_before() -> None:
    now = table(5, SEGMENTS, "Revenue by segment")
    then = table(5, SEGMENTS | {"Tea": 35, "Total revenue": 125}, "Revenue by segment", 2030)
    (one,) = found([*now, *then])
    assert [(p.name, p.before and p.before.value) for p in one.parts] == [
        ("Tea", 35),
        ("Coffee", 60),
        ("Juice", 30),
    ]


def test_a_table_of_one_part_of_the_company_breaks_nothing_down() -> None:
    part = table(5, SEGMENTS, "Revenue by segment")
    whole = dataclasses.replace(part[-1], page=1, value=Decimal(900), figure_id="doc/p1/t1/r0/c0")
    assert found([whole, *part]) == []


def test_products_are_no_segments() -> None:
    assert found(table(5, SEGMENTS, "Revenue by significant product offering")) == []
    assert len(found(table(5, SEGMENTS, "Revenue by product category"), "categories")) == 1


def test_places_answer_for_regions_and_not_for_segments() -> None:
    places = {"United States": 70, "Europe": 40, "Asia Pacific": 20, "Total revenue": 130}
    assert found(table(5, places, "Revenue by geographic area and segment")) == []
    assert len(found(table(5, places, "Revenue by geographic area"), "places")) == 1


def test_corporate_items_count_in_the_sum_and_are_no_part() -> None:
    values = {"Tea": 40, "Coffee": 60, "Corporate and unallocated": -5, "Total revenue": 95}
    (one,) = found(table(5, values | {"Total revenue": 95}, "Revenue by segment"))
    assert [p.name for p in one.parts] == ["Tea", "Coffee"]
    assert [p.name for p in one.others] == ["Corporate and unallocated"]


def test_a_total_of_another_quantity_is_not_ranked() -> None:
    figures = table(5, SEGMENTS, "Revenue and taxes by segment")
    figures[-1] = dataclasses.replace(figures[-1], concept="income_tax")
    assert found(figures) == []


def test_a_total_is_no_part() -> None:
    labels = ["Segments total", "Consolidated", "Reportable segments", "Total company", "Subtotal"]
    for label in labels:
        rows = {"Tea": 40, "Coffee": 60, label: 30, "Total revenue": 130}
        (one,) = found(table(5, rows, "Revenue by segment"))
        assert [p.name for p in one.parts] == ["Tea", "Coffee"], label
