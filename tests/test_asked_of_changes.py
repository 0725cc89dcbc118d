"""What analysts ask of changes: guidance raised, an agreement replaced, growth without deals."""

from __future__ import annotations

from decimal import Decimal

import pytest

from asked import answered, is_refused
from made_up_filing import page_of, table_of
from onfile.engine import Engine

COVER = """
<p>UNITED STATES SECURITIES AND EXCHANGE COMMISSION</p><p>FORM {form}</p>
<p>{what}</p><p>{when}</p>
<p>MARLOWE FOODS INC.</p><p>(Exact name of registrant as specified in its charter)</p>
"""

ANNUAL = COVER.format(
    form="10-K",
    what="ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934",
    when="For the fiscal year ended December 31, 2031",
)

DISCUSSION = """
<p>PART II</p>
<p>Item 7. Management's Discussion and Analysis of Financial Condition and Results of Operations</p>
<p>Sales change by business segment</p>
""" + table_of(
    "Year ended December 31, 2031",
    ["Organic sales", "Acquisitions", "Translation", "Total sales change"],
    [
        ("Bakery", "2.0 %", "6.0 %", "(1.0)%", "7.0 %"),
        ("Dairy", "(1.5)", "—", "(0.5)", "(2.0)"),
        ("Snacks", "4.0", "—", "(2.0)", "2.0"),
        ("Total Company", "1.8", "2.5", "(1.1)", "3.2"),
    ],
)

INCOME = table_of(
    "CONSOLIDATED STATEMENTS OF INCOME<br/>(in millions)<br/>Years ended December 31,",
    ["2031", "2030", "2029"],
    [
        ("Net sales", "$1,000", "$970", "$950"),
        ("Cost of sales", "600", "577", "570"),
        ("Gross profit", "400", "393", "380"),
        ("Operating income", "100", "98", "95"),
        ("Income before income taxes", "100", "98", "95"),
        ("Provision for income taxes", "(20)", "(20)", "(20)"),
        ("Net income", "$80", "$78", "$75"),
    ],
)

SEGMENTS = table_of(  # the headings "Sales" and "Operating income" are lost
    "Segment sales and operating income were as follows<br/>(in millions)<br/>"
    "Years ended December 31,",
    ["2031", "2030"],
    [
        ("Bakery", "$500", "$470"),
        ("Dairy", "300", "310"),
        ("Snacks", "200", "190"),
        ("Total", "$1,000", "$970"),
        ("Bakery", "$35", "$30"),
        ("Dairy", "55", "58"),
        ("Snacks", "10", "10"),
        ("Total", "$100", "$98"),
    ],
)

QUARTER = (
    COVER.format(
        form="10-Q",
        what="QUARTERLY REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT",
        when="For the quarterly period ended March 31, 2032",
    )
    + """
<p>Part I</p><p>Item 2. Management's Discussion and Analysis</p>
<p>Given the early harvest, we now expect our full-year 2032 organic revenue to increase 7 percent
(previously 4 percent) and our adjusted earnings per share to increase 9 percent (previously 8
percent).</p>
"""
)

EVENT = (
    COVER.format(
        form="8-K",
        what="CURRENT REPORT",
        when="Date of Report (Date of earliest event reported): May 6, 2032",
    )
    + """
<p>Item 1.01 Entry into a Material Definitive Agreement.</p>
<p>Effective May 6, 2032, Marlowe Foods Inc. terminated the $300,000,000 five year unsecured
revolving credit agreement, dated May 8, 2030. It also terminated the $200,000,000 364 day unsecured
revolving credit agreement.</p>
<p>On May 6, 2032, Marlowe Foods Inc. entered into a new $450,000,000 five year unsecured revolving
credit agreement with its lenders.</p>
"""
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("marlowe")
    pages = {
        "annual": [ANNUAL, DISCUSSION, INCOME, SEGMENTS],
        "quarter": [QUARTER],
        "event": [EVENT],
    }
    for name, parts in pages.items():
        (folder / f"{name}.htm").write_text(page_of(parts), encoding="utf-8")
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([folder], workers=1, ocr=False)
        yield opened


# ── guidance ──


def test_guidance_is_raised_by_the_difference_of_the_two_numbers_side_by_side(engine) -> None:
    asked = (
        "As of 2032Q1, by how many percentage points did Marlowe raise organic revenue guidance?"
    )
    answer = answered(engine, asked)
    assert "raised by 3 percentage points, from 4% to 7%" in answer


def test_another_measures_change_is_not_the_one_asked_for(engine) -> None:
    asked = (
        "As of 2032Q1, by how many percentage points did Marlowe raise its guidance for adjusted "
        "earnings per share?"
    )
    assert "raised by 1 percentage point, from 8% to 9%" in answered(engine, asked)
    is_refused(engine, "As of 2032Q1, by how much did Marlowe raise its capital spending guidance?")


def test_why_guidance_was_raised_stands_where_it_is_raised(engine) -> None:
    answer = answered(engine, "As of 2032Q1, why did Marlowe raise full year guidance for FY2032?")
    assert "early harvest" in answer


# ── agreements ──


def test_an_agreement_grew_by_what_the_new_one_is_larger(engine) -> None:
    asked = (
        "By how much did Marlowe increase its unsecured five year revolving credit agreement on "
        "May 6, 2032?"
    )
    outcome = engine.ask(asked)
    assert outcome.value is not None, outcome.refusal
    assert outcome.value.number == Decimal(450_000_000 - 300_000_000)


def test_an_agreement_that_was_only_ended_did_not_grow(engine) -> None:
    asked = "By how much did Marlowe increase its 364 day unsecured revolving credit agreement?"
    is_refused(engine, asked)


# ── growth ──


def test_without_acquisitions_another_segment_grew_most(engine) -> None:
    asked = "If we exclude the impact of M&A, which segment of Marlowe grew most in 2031?"
    assert "Snacks (organic sales change 4.0%)" in answered(engine, asked)


def test_the_segment_that_dragged_growth_down_is_one_that_shrank(engine) -> None:
    asked = "Excluding the impact of M&A, which segment dragged down Marlowe's growth in 2031?"
    answer = answered(engine, asked)
    assert "Dairy (organic sales change -1.5%)" in answer
    assert "Total" not in answer


def test_of_the_same_rows_under_two_headings_those_count_that_come_to_the_statements_total(
    engine,
) -> None:
    answer = answered(engine, "Which segment of Marlowe had the highest sales in 2031?")
    assert "Bakery (highest sales: sales $500 million, 50.0% of the total" in answer
    answer = answered(engine, "Which segment of Marlowe had the highest operating income in 2031?")
    assert "Dairy (highest operating income: operating income $55 million" in answer


def test_taxes_in_brackets_are_no_loss(engine) -> None:
    outcome = engine.ask("What was Marlowe's effective tax rate in FY2031?")
    assert outcome.value is not None, outcome.refusal
    assert outcome.value.number == Decimal("20.0")  # 100 * 20 / 100


def test_a_margin_is_consistent_within_the_bound_that_is_asked(engine) -> None:
    asked = (
        "Is Marlowe's gross margin historically consistent (not fluctuating more than {} each "
        "year) in FY2029, FY2030 and FY2031?"
    )  # 380 / 950 = 40.0, 393 / 970 = 40.5, 400 / 1,000 = 40.0
    assert answered(engine, asked.format("2%")).startswith("Yes, consistent: ")
    assert answered(engine, asked.format("0.4%")).startswith("No, not consistent: ")
