"""Which of the parts: rows that add up, and the one among them that is asked for."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

import pytest

from onfile.answer.ranked import answer_ranked
from onfile.answer.request import Breakdown, Part, Reading
from onfile.figures.parts import sums_of
from onfile.types import EvidenceType, Figure, Intent, Pair, Period, QuestionKind, Span
from small_archive import SmallArchive

FY31 = Period(2031)
PAIR = Pair("Northwind", FY31)
ROWS = ["Tea", "Coffee", "Juice", "Eliminations", "Total"]
TEXT = "Segments\nTea 40 50\nCoffee 60 50\nJuice 30 28\nEliminations (5) (5)\nTotal 125 123"
NOW = {"Tea": 40, "Coffee": 60, "Juice": 30, "Eliminations": -5, "Total": 125}
THEN = {"Tea": 50, "Coffee": 50, "Juice": 28, "Eliminations": -5, "Total": 123}


def figure(label: str, value: int, *, row: int = 0, column: int = 0, **given: object) -> Figure:
    start = TEXT.find(label)
    end = TEXT.find("\n", start) if "\n" in TEXT[start:] else len(TEXT)
    base = Figure(
        f"doc/p1/t1/r{row}/c{column}", "doc", 1, 1, "Revenue by segment", None, label, (), "2031",
        None, "", FY31, None, False, Decimal(value), 1_000_000, "USD", None, False, str(value),
        Span(1, start, end), Span(1, start, end),
    )  # fmt: skip
    return dataclasses.replace(base, **given)


def column(values: dict[str, int], **given: object) -> list[Figure]:
    return [figure(label, v, row=n, **given) for n, (label, v) in enumerate(values.items())]


def part(label: str) -> Part:
    return Part(label, figure(label, NOW[label]), figure(label, THEN[label], column=1))


TABLE = Breakdown(
    "revenue", (part("Tea"), part("Coffee"), part("Juice")), (part("Eliminations"),), part("Total")
)


def reading(question: str, *tables: Breakdown) -> Reading:
    archive = SmallArchive()
    document_id = archive.add("Northwind.pdf", [TEXT])
    intent = Intent(question, QuestionKind.FIGURE, EvidenceType.DOCUMENTS, pairs=(PAIR,))
    placed = tuple(_placed(table, document_id) for table in tables)
    return Reading(
        intent, (), archive, (), lambda t: t.lower().split(), lambda t: 1.0, {}, {}, {PAIR: placed}
    )


def _placed(table: Breakdown, document_id: str) -> Breakdown:
    def moved(one: Part) -> Part:
        before = one.before and dataclasses.replace(one.before, document_id=document_id)
        return Part(one.name, dataclasses.replace(one.figure, document_id=document_id), before)

    parts = tuple(map(moved, table.parts))
    return dataclasses.replace(table, parts=parts, total=moved(table.total))


def answer(question: str, *tables: Breakdown) -> str | None:
    draft = answer_ranked(reading(question, *tables))
    return None if draft is None else draft.answer


def test_rows_that_come_to_the_next_row_are_its_parts() -> None:
    (found,) = sums_of(column(NOW))
    assert [p.label for p in found.parts] == ROWS[:-1]
    assert found.total.value == 40 + 60 + 30 - 5


def test_totals_that_come_to_a_larger_total_are_parts_again() -> None:
    values = {"Tea": 1, "Ale": 2, "Drinks": 3, "Nuts": 4, "Figs": 5, "Food": 9, "Company": 12}
    last = sums_of(column(values))[-1]
    assert [p.label for p in last.parts] == ["Drinks", "Food"]
    assert last.is_of_totals


def test_rows_that_miss_their_total_are_no_breakdown() -> None:
    assert sums_of(column(NOW | {"Total": 131})) == []


def test_percentages_never_add_up_to_a_breakdown() -> None:
    shares = {"Tea": 40, "Coffee": 60, "Total": 100}
    assert sums_of(column(shares, is_percent=True)) == []


@pytest.mark.parametrize(
    ("question", "winner"),
    [
        ("Which segment had the highest revenue?", "Coffee"),
        ("Which segment had the lowest revenue?", "Juice"),
        ("Which segment had the best revenue growth?", "Coffee"),  # 100 * 10 / 50 = 20 %
        ("Which segment had the largest drop in revenue?", "Tea"),  # 100 * -10 / 50 = -20 %
        ("Which segment grew revenue least?", "Tea"),
    ],
)
def test_the_part_asked_for_comes_first(question: str, winner: str) -> None:
    told = answer(question, TABLE)
    assert told is not None
    assert told.startswith(f"Northwind, FY2031: {winner} (")


def test_growth_is_shown_with_its_arithmetic() -> None:
    draft = answer_ranked(reading("Which segment had the best revenue growth?", TABLE))
    assert draft is not None
    assert draft.claims[0].arithmetic == "100 * (60 - 50) / 50 = 20.0"


def test_the_largest_fall_is_none_where_all_rose() -> None:
    rising = tuple(Part(p.name, p.figure, figure(p.name, 20)) for p in TABLE.parts)
    table = dataclasses.replace(TABLE, parts=rising)
    assert answer("Which segment had the largest drop in revenue?", table) is None


def test_tables_that_name_different_winners_give_no_answer() -> None:
    other = dataclasses.replace(TABLE, parts=TABLE.parts[:1] + TABLE.parts[2:])
    assert answer("Which segment had the highest revenue?", TABLE, other) is None


def test_a_part_without_last_years_figure_can_not_be_ranked_by_growth() -> None:
    table = dataclasses.replace(TABLE, parts=(*TABLE.parts, Part("Water", figure("Tea", 7))))
    assert answer("Which segment had the best revenue growth?", table) is None


def test_a_share_is_the_part_over_the_printed_total() -> None:
    draft = answer_ranked(reading("What share of revenue came from tea", TABLE))
    assert draft is not None
    assert draft.value is not None
    assert draft.value.number == Decimal("32.0")  # 100 * 40 / 125


def test_a_tie_has_no_winner() -> None:
    even = (Part("Tea", figure("Tea", 9)), Part("Coffee", figure("Coffee", 9)))
    table = dataclasses.replace(TABLE, parts=even)
    assert answer("Which segment had the highest revenue?", table) is None


def with_amounts(**amounts: int) -> Breakdown:
    parts = tuple(Part(p.name, figure(p.name, amounts[p.name.lower()])) for p in TABLE.parts)
    return dataclasses.replace(TABLE, metric="operating loss", parts=parts)


def test_the_largest_loss_is_the_most_negative_part() -> None:
    table = with_amounts(tea=-40, coffee=60, juice=-90)
    found = answer("Which segment had the largest operating loss?", table)
    assert found is not None
    assert "Juice" in found.split("\n", maxsplit=1)[0]
    gains = with_amounts(tea=4, coffee=6, juice=9)
    assert answer("Which segment had the largest operating loss?", gains) is None


def test_a_question_that_names_one_part_gets_no_other() -> None:
    assert answer("What were the best Juice revenues?", TABLE) is None
