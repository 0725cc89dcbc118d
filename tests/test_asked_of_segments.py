"""What analysts ask of segments: which grew, which shrank, which lost money."""

from __future__ import annotations

import pytest

from asked import answered, is_refused
from made_up_filing import annual_cover, page_of, table_of
from onfile.engine import Engine

COVER = annual_cover("Pellworm Marine Inc.", 2031)

SEGMENTS = table_of(
    "Segment results<br/>(in millions)<br/>Years ended December 31,",
    ["Revenue 2031", "Revenue 2030", "Operating income 2031", "Operating income 2030"],
    [
        ("Ferries", "$500", "$470", "$(60)", "$12"),
        ("Dredging", "300", "330", "(35)", "20"),
        ("Harbour Services", "200", "150", "125", "66"),
        ("Total segments", "$1,000", "$950", "$30", "$98"),
    ],
)

PROSE = """
<p>PART II</p>
<p>Item 7. Management's Discussion and Analysis of Financial Condition and Results of Operations</p>
<p>The operating loss of the most exposed business was larger in 2031 than in 2030 at the segment
level, as fuel was dear.</p>
"""

FERRIES = table_of(
    "Ferries revenue by line<br/>(in millions)<br/>Years ended December 31,",
    ["2031", "2030"],
    [
        ("Car ferries", "$320", "$300"),
        ("Islands", "200", "190"),
        ("Coast", "120", "110"),
        ("Passenger ferries", "180", "170"),
        ("Total Ferries revenue", "$500", "$470"),
    ],
)
DREDGING = table_of(
    "Dredging revenue by kind of work<br/>(in millions)<br/>Years ended December 31,",
    ["2031", "2030"],
    [
        ("Harbours", "$180", "$200"),
        ("Rivers", "120", "130"),
        ("Total Dredging revenue", "$300", "$330"),
    ],
)

PROFITS = table_of(
    "Operating Performance<br/>(in millions)<br/>Years ended December 31,",
    ["2031", "2030"],
    [
        ("Wet Dock", "$12", "$14"),
        ("Dry Dock", "9", "8"),
        ("Slipways", "3", "2"),
        ("Total business segment depot profit", "24", "24"),
        ("Gain on a sale of land", "30", "—"),
    ],
)

BESIDE_SALES = table_of(
    "Pre-tax income by segment<br/>Income Before Tax, Segment Sales, Percent of Segment Sales"
    "<br/>(in millions)",
    ["2031", "2030", "2031", "2030", "2031", "2030"],
    [
        ("Ferries", "$40", "$52", "$500", "$470", "8.0 %", "11.1"),
        ("Dredging", "36", "20", "300", "330", "12.0", "6.1"),
        ("Harbour Services", "14", "15", "200", "150", "7.0", "10.0"),
        ("Total", "$90", "$87", "$1,000", "$950", "9.0 %", "9.2"),
    ],
)

INCOME = table_of(
    "CONSOLIDATED STATEMENTS OF OPERATIONS<br/>(in millions)<br/>Years ended December 31,",
    ["2031", "2030"],
    [
        ("Revenue", "$1,000", "$950"),
        ("Costs of operations", "970", "852"),
        ("Operating income", "$30", "$98"),
        ("Income before income taxes", "$85", "$95"),
    ],
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("pellworm")
    filing = page_of([COVER, PROSE, SEGMENTS, FERRIES, DREDGING, BESIDE_SALES, INCOME])
    (folder / "annual.htm").write_text(filing, encoding="utf-8")
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([folder], workers=1, ocr=False)
        yield opened


def test_each_measure_beside_another_is_held_against_its_own_year_before(engine) -> None:
    said = answered(engine, "Which Pellworm segment grew the fastest in 2031?")
    assert "Harbour Services (fastest: revenue increased 33.3%, from $150 million" in said


def test_the_segment_that_shrank_most_is_named_with_its_fall(engine) -> None:
    said = answered(engine, "Which of Pellworm's segments shrank the most in 2031?")
    assert "Dredging (most: revenue decreased 9.1%" in said


@pytest.mark.parametrize("verb", ["lost money", "had a loss", "were unprofitable"])
def test_all_segments_that_lost_money_are_named(engine, verb: str) -> None:
    said = answered(engine, f"Which Pellworm segments {verb} in 2031?").splitlines()
    assert said[0] == "Pellworm Marine, FY2031: Ferries (operating income -$60 million)."
    assert said[1] == "Pellworm Marine, FY2031: Dredging (operating income -$35 million)."
    assert said[2] == "The other: Harbour Services $125 million."


def test_the_largest_loss_is_one_segments(engine) -> None:
    said = answered(engine, "Which Pellworm segment lost the most money in 2031?")
    assert "Ferries (most money: operating income -$60 million)" in said


def test_no_segment_lost_money_in_a_year_in_which_none_did(engine) -> None:
    is_refused(engine, "Which Pellworm segments lost money in 2030?")


def test_two_segments_are_held_against_each_other(engine) -> None:
    said = answered(engine, "Which grew faster in 2031 at Pellworm, Ferries or Harbour Services?")
    assert said.splitlines() == [
        "Pellworm Marine, FY2031: Harbour Services (revenue increased 33.3%, from $150 million to "
        "$200 million).",
        "Ferries increased 6.4%, from $470 million to $500 million.",
    ]
    said = answered(engine, "Did Pellworm's Dredging or Ferries have higher revenue in 2031?")
    assert said.startswith("Pellworm Marine, FY2031: Ferries (revenue $500 million")


def test_a_segment_named_alone_is_its_companys(engine) -> None:
    outcome = engine.ask("Why did Harbour Services revenue grow in 2031?")
    assert outcome.intent.companies == ("Pellworm Marine",)
    assert "“Harbour Services” is a part of Pellworm Marine" in outcome.intent.notes


@pytest.mark.parametrize("name", ["Quarrel Shipping", "Costs"])
def test_a_name_that_is_no_part_of_the_sales_is_no_part(engine, name: str) -> None:
    outcome = is_refused(engine, f"What was {name}'s revenue in 2031?")
    assert outcome.intent.companies == ()


def test_a_breakdown_lists_all_parts_with_their_shares(engine) -> None:
    said = answered(
        engine, "What is Pellworm's revenue breakdown by segment for 2031?"
    ).splitlines()
    assert said[0] == "Pellworm Marine, FY2031: Ferries $500 million (50.0% of $1,000 million)."
    assert len(said) == 3


def test_a_part_that_is_left_out_is_not_compared(engine) -> None:
    asked = "From FY2030 to FY2031, excluding Harbour Services, in which Pellworm segment did "
    said = answered(engine, f"{asked}revenue proportionally increase the most?")
    assert said.startswith("Pellworm Marine, FY2031: Ferries (most: revenue increased 6.4%")
    assert "Harbour" not in said


def test_a_change_is_told_of_the_segment_that_is_asked_for(engine) -> None:
    said = answered(engine, "How did revenue of Pellworm's Ferries segment change in 2031?")
    assert said.startswith("Pellworm Marine's Ferries segment revenue: up $30 million")


@pytest.mark.parametrize("words", ["What percentage of", "What share of", "What % of"])
def test_a_parts_share_is_worked_out_whatever_it_is_called(engine, words: str) -> None:
    said = answered(engine, f"{words} Pellworm's revenue came from Ferries in 2031?")
    assert "Ferries is 50.0% of revenue" in said


@pytest.mark.parametrize(
    ("question", "share"),
    [
        ("What share of Pellworm's Dredging revenue came from harbours in 2031?", "60.0%"),
        ("What percent of Pellworm's Ferries revenue was car ferries in 2031?", "64.0%"),
    ],
)
def test_a_share_of_a_part_is_worked_out_within_its_table(engine, question, share) -> None:
    assert f"is {share} of" in answered(engine, question)


def test_how_much_of_sales_is_no_amount(engine) -> None:
    is_refused(engine, "What is Pellworm's biggest line and how much of revenue in 2031?")


def test_sales_beside_a_profit_in_one_table_are_not_the_profit(engine) -> None:
    said = answered(engine, "Which Pellworm segment had the highest income before tax in 2031?")
    assert "Ferries (highest income before tax: income before tax $40 million" in said
    said = answered(
        engine, "Which Pellworm segment had the biggest drop in income before tax in 2031?"
    )
    assert "Ferries (biggest drop: income before tax decreased 23.1%, from $52 million" in said


def test_what_drags_growth_down_is_what_fell_the_most(engine) -> None:
    said = answered(engine, "Which segment dragged down Pellworm's revenue growth in 2031?")
    assert "Dredging (revenue decreased 9.1%" in said


def test_a_total_that_says_it_is_the_segments_names_the_dimension_and_the_metric(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("brack")
    income = INCOME.replace("$30", "$54").replace("Pellworm", "Brack")
    profits = PROFITS.replace("depot profit", "operating income")
    filing = page_of([annual_cover("Brack Yards Inc.", 2031), profits, income])
    (folder / "annual.htm").write_text(filing, encoding="utf-8")
    with Engine(tmp_path_factory.mktemp("yards")) as opened:
        opened.ingest([folder], workers=1, ocr=False)
        said = answered(opened, "Which Brack segment had the highest operating income in 2031?")
    assert "Wet Dock (highest operating income: operating income $12 million, 50.0%" in said


def test_growth_in_percent_is_a_rate(engine) -> None:
    said = answered(engine, "How much did Pellworm's revenue grow in 2031 in %?")
    assert "revenue: 5.3%" in said
