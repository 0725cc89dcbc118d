"""Questions asked at length: who is to answer, from which statement, how a measure is defined."""

from __future__ import annotations

import pytest

from asked import answered, is_refused
from made_up_filing import annual_cover, page_of, table_of
from onfile.engine import Engine
from onfile.scope.clauses import blank_out

YEARS = ["2031", "2030", "2029"]
INCOME = table_of(
    "CONSOLIDATED STATEMENTS OF INCOME<br/>(in millions)<br/>Years ended December 31,",
    YEARS,
    [
        ("Net sales", "$1,000", "$900", "$800"),
        ("Cost of sales", "540", "560", "480"),
        ("Amortization of acquisition-related intangibles", "60", "—", "—"),
        ("Total cost of sales", "600", "560", "480"),
        ("Gross profit", "400", "340", "320"),
        ("Operating income", "90", "180", "160"),
        ("Income before income taxes", "40", "160", "140"),
        ("Provision for income taxes", "60", "30", "30"),
        ("Net income (loss)", "$(20)", "$130", "$110"),
    ],
)
BALANCE = table_of(
    "CONSOLIDATED BALANCE SHEETS<br/>(in millions)<br/>December 31,",
    ["2031", "2030"],
    [
        ("Cash and cash equivalents", "$80", "$120"),
        ("Inventories", "150", "130"),
        ("Total current assets", "400", "380"),
        ("Total assets", "$2,000", "$1,800"),
        ("Accounts payable", "90", "110"),
        ("Loans and notes payable", "60", "50"),
        ("Current maturities of long-term debt", "40", "70"),
        ("Total current liabilities", "290", "300"),
        ("Long-term debt", "340", "360"),
        ("Total shareholders’ equity", "800", "700"),
        ("Total liabilities and equity", "$2,000", "$1,800"),
    ],
)
CASH = table_of(
    "CONSOLIDATED STATEMENTS OF CASH FLOWS<br/>(in millions)<br/>Years ended December 31,",
    YEARS,
    [
        ("Depreciation and amortization", "$110", "$50", "$40"),
        ("Net cash provided by operating activities", "50", "210", "200"),
        ("Purchases of property, plant and equipment", "(70)", "(60)", "(50)"),
        ("Net cash used in investing activities", "(70)", "(60)", "(50)"),
        ("Dividends paid", "(45)", "(40)", "(40)"),
        ("Net cash used in financing activities", "(75)", "(60)", "(60)"),
    ],
)
SEGMENTS = table_of(
    "Depreciation and amortization by segment<br/>(in millions)",
    YEARS,
    [
        ("Depreciation and amortization", "$70", "$30", "$25"),
    ],
)


BUSINESS = """
<p>PART I</p><p>Item 1. Business</p>
<p>Corvane is a leading optics company of the coast. A shed of ours is a producer of sand.</p>
<p>Corvane Optics Inc. We are a maker of optics primarily offering: lenses for telescopes, mirrors
for searchlights, and prisms for surveyors.</p>
<p>We sell our products under the CORVANE trademark, the LUMO trademark and others.</p>
<p>We rely on a limited number of shipping companies to deliver lenses to our customers. Our systems
and our customers are facing hard times. Sales to one customer, a navy, represented 14% of our net
sales.</p>
<p>Our ability to integrate acquired businesses, which the Company acquired in 2031, is new.</p>
<p>We have three reportable segments: Americas, Europe, and Rest of World.</p>
<p>Our operations in Europe, China and Brazil are subject to risks of war, tariffs and laws.</p>
"""
RATES = table_of(
    "Operating data<br/>Years ended December 31,",
    ["2031", "2030"],
    [("Comparable sales growth", "8.0%", "14.4%"), ("Gross profit rate", "40.0%", "37.8%")],
)
DISCUSSION = """
<p>PART II</p>
<p>Item 7. Management's Discussion and Analysis of Financial Condition and Results of Operations</p>
<p>The Company runs one system for SG&amp;A and R&amp;D.<br/>
Cost of sales, measured as a percent of sales, increased in 2031 compared to 2030. Increases were
primarily due to dear silica and the write-up of acquired stock.</p>
<p>Cost of sales decreased $20 million in 2030 due to cheap freight.</p>
<p>Research and development expenses increased $4 million in 2031 due to new prisms.</p>
<p>Our business is seasonal: telescopes sell in December.</p>
"""
PLACES = table_of(
    "Net sales by geographic area<br/>(in millions)",
    YEARS,
    [
        ("United States", "$600", "$500", "$450"),
        ("Europe", "300", "300", "250"),
        ("China", "100", "100", "100"),
        ("Total net sales", "$1,000", "$900", "$800"),
    ],
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("corvane")
    cover = annual_cover("Corvane Optics Inc.", 2031)
    filing = page_of(
        [
            cover,
            BUSINESS,
            DISCUSSION,
            RATES,
            "<p>PART II</p><p>Item 8. Financial Statements</p>",
            INCOME,
        ]
    )
    filing = filing.replace("</body>", f"{BALANCE}{CASH}{SEGMENTS}{PLACES}</body>")
    (folder / "annual.htm").write_text(filing, encoding="utf-8")
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([folder], workers=1, ocr=False)
        yield opened


@pytest.mark.parametrize(
    "asked",
    [
        "Considering the data in the balance sheet, {}?",
        "When primarily referencing the balance sheet and the income statement, {}?",
        "By looking at the P&L, {}?",
        "Taking into account the information outlined in the balance sheet, {}? Answer in USD.",
        "You are an investment banker and your only resource is the balance sheet. Here's the "
        "question: {}?",
        "Using the balance sheet, answer the following question to the best of your abilities: {}?",
        "{} (in USD billions)? Only look at the balance sheet.",
        "{}? Approach the question asked by assuming the standpoint of an analyst who only has "
        "access to the balance sheet.",
        "{}? Your answer should be in millions with two decimals.",
    ],
)
def test_where_to_look_and_as_whom_is_not_what_is_asked(asked: str) -> None:
    wanted = "what is the total current liabilities of Corvane for FY2031"
    assert blank_out(asked.format(wanted)).strip().rstrip("? ") == wanted


@pytest.mark.parametrize(
    "asked",
    [
        "Based on its 2030 income statement, what was revenue?",
        "Given that income from operations fell, what was the cause?",
        "Did revenue grow? Consider organic growth only.",
    ],
)
def test_a_year_or_a_condition_before_the_question_is_kept(asked: str) -> None:
    assert blank_out(asked) == asked


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        (
            "Considering the data in the balance sheet, what is Corvane's year end FY2031 total "
            "current liabilities? Answer in USD millions.",
            "290",
        ),
        ("How much (in USD billions) did Corvane pay out in cash dividends for FY2031?", "45"),
        (
            "What is Corvane's FY2029 - FY2031 3 year average unadjusted EBITDA % margin? Define "
            "unadjusted EBITDA as unadjusted operating income + depreciation and amortization from "
            "the cash flow statement. Answer in percents, rounded to one decimal place.",
            "23.5",  # (200 / 1,000 + 230 / 900 + 200 / 800) / 3
        ),
        ("What is Corvane's FY2031 D&A as a % of revenue?", "11.0"),  # the whole company's
        ("What was Corvane's cost of sales as a percent of revenue in FY2031?", "60.0"),
        ("What is Corvane's total debt at the end of FY2031?", "440"),  # 60 + 40 + 340
        (
            "What's Corvane's asset turnover for FY2031? Asset turnover = net sales / average "
            "total assets. Give a percent with one decimal.",
            "52.6",
        ),
    ],
)
def test_an_amount_asked_for_at_length_is_found(engine, asked: str, number: str) -> None:
    outcome = engine.ask(asked)
    assert outcome.value is not None, outcome.refusal
    assert str(outcome.value.number) == number


def test_lines_that_add_up_are_shown_and_cited_each(engine) -> None:
    said = answered(engine, "What is Corvane's total debt at the end of FY2031?")
    assert "(60 + 40) + 340 = 440" in said
    said = answered(engine, "Has Corvane increased its debt on balance sheet in FY2031?")
    assert said.startswith("No")
    assert "$480 million" in said


def test_a_ratio_over_a_loss_neither_improves_nor_worsens(engine) -> None:
    outcome = is_refused(
        engine, "Does Corvane have an improving free cash flow conversion as of FY2031?"
    )
    assert outcome.refusal is not None
    assert "below zero" in outcome.refusal.detail


def test_what_a_company_offers_is_its_list_and_not_every_sentence_with_its_products(engine) -> None:
    said = answered(engine, "What are the major products and services that Corvane sells?")
    assert "primarily offering: lenses for telescopes" in said
    assert "trademark" not in said


def test_where_a_company_operates_is_told_with_the_share_of_each_place(engine) -> None:
    said = answered(
        engine, "What are the geographies that Corvane primarily operates in in FY2031?"
    )
    assert "Americas, Europe, and Rest of World" in said
    assert "United States $600 million (60.0% of $1,000 million)" in said
    assert "tariffs" not in said


def test_where_a_list_is_asked_for_a_sentence_with_its_words_is_none(engine) -> None:
    is_refused(engine, "What are the major acquisitions that Corvane has done in FY2031?")


def test_what_explains_a_margin_is_its_cost_of_the_year_and_not_research_alone(engine) -> None:
    said = answered(engine, "What drove gross margin change as of FY2031 for Corvane?")
    assert "dear silica" in said
    assert "freight" not in said
    assert "prisms" not in said


def test_an_industry_is_told_of_the_company_and_not_of_a_shed(engine) -> None:
    said = answered(engine, "What industry does Corvane primarily operate in?")
    assert "leading optics company" in said
    assert "sand" not in said


def test_a_statement_without_the_line_has_zero_of_it_where_that_is_wished(engine) -> None:
    said = answered(
        engine,
        "What is the quantity of restructuring costs directly outlined in Corvane's income "
        "statements for FY2031? If restructuring costs are not explicitly outlined then state 0.",
    )
    assert said.startswith("None (zero): no line of the income statement of Corvane Optics")
    is_refused(engine, "What are Corvane's restructuring costs for FY2031?")


def test_a_margin_is_held_like_for_like_through_the_year_that_is_named(engine) -> None:
    said = answered(
        engine,
        "Are Corvane's gross margins historically consistent (not fluctuating more than roughly "
        "2% each year) through FY2031?",
    )
    assert said.startswith("No, not consistent")
    assert "FY2029 40.0%; FY2030 37.8%; FY2031 40.0%" in said


def test_the_change_in_cash_between_two_years_is_that_of_the_balance(engine) -> None:
    said = answered(
        engine, "What is the change in cash and cash equivalents for Corvane from FY2030 to FY2031?"
    )
    assert "Change: down $40 million" in said


def test_a_ratio_is_written_in_percent_where_that_is_wished(engine) -> None:
    outcome = engine.ask("What is Corvane's FY2031 asset turnover in percent with one decimal?")
    assert outcome.value is not None, outcome.refusal
    assert (str(outcome.value.number), outcome.value.percent) == ("52.6", True)


def test_names_with_their_kind_behind_a_comma_are_understood(engine) -> None:
    outcome = engine.ask(
        "What is the FY2031 quick ratio for Corvane? Quick ratio is defined as (cash and cash "
        "equivalents + inventories, net) / total current liabilities. Round to two decimals."
    )
    assert outcome.value is not None, outcome.refusal
    assert str(outcome.value.number) == "0.79"  # (80 + 150) / 290


def test_sales_that_grow_more_slowly_have_grown(engine) -> None:
    said = answered(engine, "Did Corvane's comparable sales grow in FY2031?")
    assert said.startswith("Yes")
    assert "8.0%" in said
    assert answered(engine, "Did Corvane's comparable sales decline in FY2031?").startswith("No")


def test_customer_concentration_is_a_customers_share_of_sales(engine) -> None:
    said = answered(engine, "Did Corvane report customer concentration in FY2031?")
    assert "a navy, represented 14%" in said
    assert "shipping" not in said
    said = answered(engine, "Who are the primary customers of Corvane as of FY2031?")
    assert "shipping" not in said
    assert "hard times" not in said


def test_a_subject_that_no_sentence_states_is_no_yes(engine) -> None:
    is_refused(engine, "Is Corvane's business subject to cyclicality?")
    is_refused(engine, "What are major acquisitions that Corvane has done in FY2031?")
