"""Bid sheets that give each bidder one amount: bidders across, or one a row."""

from __future__ import annotations

import pytest

from asked import answered, is_refused
from onfile.engine import Engine
from onfile.structure.tables import read_tables
from onfile.types import Identity
from printed_page import page_of

TITLE = [(200, "Bid Summary, Tarn Road Culverts")]
ACROSS = (
    TITLE,
    [(40, "Item"), (90, "Description"), (230, "Qty"), (290, "Alder Civil"), (390, "Birch & Sons")],
    [(40, "1"), (90, "Mobilization"), (240, "1"), (290, "$41,000.00"), (390, "$38,500.00")],
    [(40, "2"), (90, "Rock excavation"), (230, "300"), (290, "$54,000.00"), (390, "$75,000.00")],
    [(90, "Total"), (290, "$95,000.00"), (390, "$113,500.00")],
)
DOWN = (
    TITLE,
    [(60, "Bidder"), (300, "Total Bid")],
    [(60, "Alder Civil"), (300, "$95,000.00")],
    [(60, "Birch & Sons"), (300, "$113,500.00")],
    [(60, "Rowan Paving LLC"), (300, "$101,250.00")],
)


def table_of(rows):
    (table,) = read_tables([page_of(*rows)], Identity())
    return table


def cells_of(table):
    return [
        (row.label, table.columns[cell.column].header, str(cell.value))
        for row in table.rows
        for cell in row.cells
    ]


def test_bidders_across_head_the_columns():
    table = table_of(ACROSS)
    assert table.statement == "bid_tabulation"
    assert [column.header for column in table.columns] == [
        "qty",
        "Alder Civil extension",
        "Birch & Sons extension",
    ]
    assert ("2 Rock excavation", "qty", "300") in cells_of(table)
    assert ("2 Rock excavation", "Birch & Sons extension", "75000.00") in cells_of(table)
    assert ("Total", "Alder Civil extension", "95000.00") in cells_of(table)


def test_each_bidder_of_a_list_has_a_row_and_a_column_of_its_own():
    assert cells_of(table_of(DOWN)) == [
        ("Total bid", "Alder Civil extension", "95000.00"),
        ("Total bid", "Birch & Sons extension", "113500.00"),
        ("Total bid", "Rowan Paving LLC extension", "101250.00"),
    ]


def test_a_table_of_items_is_no_sheet_of_bids_where_nothing_speaks_of_bids():
    rows = ([(200, "Stock list, Tarn Road depot")], *ACROSS[1:])
    assert table_of(rows).statement != "bid_tabulation"


def test_a_table_with_gaps_is_no_sheet_of_bids():
    rows = (*ACROSS[:2], ACROSS[2][:4], ACROSS[3][:4], ACROSS[4])
    assert all(t.statement != "bid_tabulation" for t in read_tables([page_of(*rows)], Identity()))


SHEET = """Bid Tabulation Tarn Road Culverts,,,,
Item,Description,Alder Civil,Birch & Sons,Engineer's Estimate
1,Mobilization,"$41,000.00","$38,500.00","$40,000.00"
2,Rock excavation,"$54,000.00","$75,000.00","$45,000.00"
,Total,"$95,000.00","$113,500.00","$85,000.00"
"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bids")
    (folder / "bid_tabulation.csv").write_text(SHEET, encoding="utf-8")
    with Engine(tmp_path_factory.mktemp("store") / "s") as opened:
        opened.ingest([folder], workers=1, embed=False, ocr=False)
        yield opened


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who was the low bidder?", "Alder Civil is lower"),
        ("Which bidder had the lowest price for mobilization?", "Birch & Sons is lower"),
        ("What was Birch's total bid?", "$113,500.00"),
        ("What did Alder bid for rock excavation?", "$54,000.00"),
        ("How far above the engineer's estimate was the low bid?", "$10,000.00 above"),
        ("How many bids were received?", "Birch & Sons"),
    ],
)
def test_such_sheets_answer_what_a_bid_tabulation_does(engine, question, said):
    assert said in answered(engine, question)


@pytest.mark.parametrize(
    "question",
    ["What did Rowan bid for rock excavation?", "What was Birch's bid for electrical work?"],
)
def test_what_the_sheet_does_not_have_is_refused(engine, question):
    is_refused(engine, question)
