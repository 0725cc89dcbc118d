"""Why something moved: the company's reason, and not one of its parts'."""

from __future__ import annotations

import pytest

from asked import answered, is_refused
from made_up_filing import PAGE_BREAK, annual_cover, page_of, table_of
from onfile.engine import Engine

COVER = annual_cover("Osterly Tools Inc.", 2031)

DISCUSSION = """
<p>PART II</p>
<p>Item 7. Management's Discussion and Analysis of Financial Condition and Results of Operations</p>
<p>Loss from operations grew by $645 million in 2031 compared with 2030, primarily due to charges on
a contract for tunnel drills.</p>
<p>The increase in selling, general and administrative expenses in 2031 was due to more depots.</p>
<p>The decrease in sales to, and payments made to, equity method investees in 2031 was primarily due
to a strike.</p>
<p>Loading fees in 2030 increased by $3 million compared with 2029. Mooring fees rose by $1 million,
primarily due to a crane.</p>
<p>Our gross profit rate decreased in 2031, primarily due to longer guarantees.</p>
"""

SEGMENTS = (
    """
<p>PART II</p>
<p>Item 7. Management's Discussion and Analysis of Financial Condition and Results of Operations</p>
"""
    + table_of(
        "Revenue by segment<br/>(in millions)<br/>Years ended December 31,",
        ["2031", "2030"],
        [
            ("Hand Tools", "$700", "$640"),
            ("Drilling", "210", "320"),
            ("Total revenue", "$910", "$960"),
        ],
    )
    + """
<p>Hand Tools</p>
<p>Hand Tools cost of sales was $300 million in 2031, compared to $280 million in 2030. The increase
in cost of sales was primarily driven by dearer steel.</p>
<p>The Hand Tools division revenue fell in one month. Its exhibitions cost more.</p>
<p>Our Hand Tools segment research expense decreased in 2031 by $2 million. The decrease was
primarily due to a finished saw.</p>
<p>Hand Tools</p>
<p>Research expense increased in 2030, primarily due to a new saw.</p>
<p>Drilling</p>
<p>Loss from operations grew by $12 million in 2031, primarily due to idle rigs.</p>
<p>Hand Tools revenue grew 9 percent in 2031, primarily due to demand for saws.</p>
"""
    + PAGE_BREAK
    + """
<p>PART II</p>
<p>Consolidated results</p>
<p>Goodwill impairment increased in 2031, primarily due to the loss of two contracts and a</p>
"""
    + PAGE_BREAK
    + """
<p>dearer loan.</p>
<p>Hand Tools</p>
<p>Exhibition expense rose.</p>
"""
    + PAGE_BREAK
    + """
<p>PART II</p>
<p>Operating expenses increased by $7 million in 2031, driven by a rented rig.</p>
"""
)

CALL = """Welcome to the Osterly Tools Inc. fourth quarter 2031 earnings conference call.
Osterly Tools sold more saws in the fourth quarter of 2031.
Turning to drilling, which declined again.
Operating margin fell 3 points to 2%.
Operating margin was impacted by idle rigs and dearer diesel.
"""

INCOME = table_of(
    "CONSOLIDATED STATEMENTS OF OPERATIONS<br/>(in millions)<br/>Years ended December 31,",
    ["2031", "2030", "2029"],
    [
        ("Revenue", "$910", "$960", "$950"),
        ("Cost of sales", "900", "580", "570"),
        ("Gross profit", "10", "380", "380"),
        ("Selling, general and administrative expenses", "1,000", "725", "295"),
        ("Loss from operations", "(990)", "(345)", "85"),
    ],
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("osterly")
    filing = page_of([COVER, DISCUSSION, SEGMENTS, INCOME])
    (folder / "annual.htm").write_text(filing, encoding="utf-8")
    (folder / "osterly_q4_2031_call.txt").write_text(CALL, encoding="utf-8")
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([folder], workers=1, ocr=False)
        yield opened


def test_a_loss_is_explained_by_the_sentence_that_has_its_own_change(engine) -> None:
    said = answered(engine, "What drove Osterly's loss from operations in 2031?")
    assert "tunnel drills" in said
    assert "idle rigs" not in said


def test_an_increase_that_refers_back_to_a_segment_is_the_segments(engine) -> None:
    is_refused(engine, "Why did Osterly's cost of sales rise in 2031?")


def test_a_reason_under_a_segments_name_answers_a_question_about_the_segment(engine) -> None:
    said = answered(engine, "Why did revenue of Osterly's Hand Tools segment grow in 2031?")
    assert "demand for saws" in said


def test_sales_to_some_buyers_are_not_the_companys_sales(engine) -> None:
    is_refused(engine, "Why did Osterly's sales decrease in 2031?")


@pytest.mark.parametrize("name", ["SG&A", "selling, general and administrative expenses"])
def test_an_abbreviation_with_an_ampersand_is_one_word(engine, name: str) -> None:
    assert "more depots" in answered(
        engine, f"What drove the increase in Osterly's {name} in 2031?"
    )


def test_what_changed_is_told_by_a_sentence_that_says_that_it_fell(engine) -> None:
    assert "longer guarantees" in answered(
        engine, "Why did Osterly's gross profit rate change in 2031?"
    )


def test_a_sort_of_part_behind_its_name_makes_no_other_measure(engine) -> None:
    said = answered(engine, "Why did Osterly's Hand Tools research expense decrease in 2031?")
    assert "finished saw" in said


def test_a_heading_on_the_page_before_says_whose_reason_it_is(engine) -> None:
    is_refused(engine, "What drove Osterly's operating expenses in 2031?")


def test_a_part_that_is_named_has_no_reason_of_another_part(engine) -> None:
    is_refused(engine, "Why did the loss from operations of Osterly's Hand Tools grow in 2031?")


def test_on_a_call_a_reason_belongs_to_the_part_that_was_turned_to(engine) -> None:
    is_refused(engine, "Why did Osterly's operating margin fall in the fourth quarter of 2031?")


def test_a_reason_that_the_pages_end_cuts_is_given_with_its_rest(engine) -> None:
    said = answered(engine, "Why did Osterly's goodwill impairment increase in 2031?")
    assert "two contracts and a" in said
    assert "dearer loan" in said


def test_a_reason_that_goes_on_from_another_year_is_of_that_year(engine) -> None:
    is_refused(engine, "Why did Osterly's mooring fees rise in 2031?")
