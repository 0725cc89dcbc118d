"""What is asked in everyday words and told in a report's own: deals, charges, customers, dates."""

from __future__ import annotations

import pytest

from asked import answered, is_refused
from made_up_filing import annual_cover, page_of, table_of
from onfile.engine import Engine
from onfile.types import RefusalCode

COVER = annual_cover("Corvane Meters Inc.", 2031)

BUSINESS = """
<p>PART I</p><p>Item 1. Business</p>
<p>Corvane Meters Inc. is a manufacturer of water meters and gauges for waterworks.</p>
<p>At the end of fiscal 2031, we employed approximately 5,400 full-time, part-time and seasonal
employees.</p>
<p>As of December 31, 2031, our workforce is composed of approximately 2,100 union members.</p>
<p>Customers</p>
<p>No sales to an individual customer accounted for more than 10% of net sales in 2031.</p>
<p>Suppliers</p>
<p>In 2031, our 12 largest suppliers accounted for approximately 64% of the castings we purchased.
</p>
<p>Seasonality</p>
<p>Our net sales are generally highest in the third quarter and lowest in the first quarter.</p>
"""

OTHER = """
<p>PART I</p><p>Item 1. Business</p>
<p>Lindmark Pumps Inc. makes pumps. At the end of fiscal 2031, we employed approximately 7,100
people.</p>
"""

OFFICERS = table_of(
    "Executive Officers of the Registrant as of February 9, 2032",
    ["Name", "Age", "Position"],
    [
        ("Ines Tallow", "58", "Chairman and Chief Executive Officer"),
        ("Omar Vance", "49", "Chief Executive Officer, Gauges"),
        ("Ada Reed", "52", "Senior Vice President and Chief Financial Officer"),
        ("Lew Marsh", "61", "Treasurer"),
        ("Nan Orrick", "44", "Treasurer"),
    ],
)

EVENTS = """
<p>PART II</p>
<p>Item 7. Management's Discussion and Analysis of Financial Condition and Results of Operations</p>
<p>In October 2031, we completed the acquisition of Pellam Valves, a premier manufacturer of
self-closing sluice gates, for cash consideration of $140 million.</p>
<p>In May 2031, we completed the sale of our Harbour Dredging business to Tolk Marine for
$75 million, while retaining a 20% interest in it.</p>
<p>In the second quarter of 2031, we recorded a charge of $18 million related to the outcome of the
Brackwater litigation.</p>
<p>In December 2031, we entered into an agreement with Ostrel Group to combine our Pump Leasing
division with theirs.</p>
<p>During the fourth quarter of 2031, we expensed $9 million related to the Quillon consent
decree.</p>
<p>In 2031, we also assumed $26 million of debt with Drumlin Pipes and Quorn Castings.</p>
<p>On October 25, 2031, we acquired Nodlet, Inc. in a $31 million stock transaction (inclusive of
cash payments of $2 million).</p>
<p>In July 2031, we completed the sale of the Weir Foundry and its land for $52 million, which
consisted of $40 million in cash and a note of $12 million.</p>
<p>In 2031, we received $12 million, the principal of the Weir Foundry note.</p>
<p>Marketing expenses increased $3 million in 2031, driven by crane hire.</p>
<p>Each of the Sluicer, Weirling and Spillmate had revenues of more than $1 million in 2031.</p>
<p>Of the purchase price of Gantry Works, $4 million was allocated to its name in 2031.</p>
<p>In 2031 our Northbank gauge revenue grew 45% driven by towns.</p>
<p>If the agreement with Lanthorn Gauges is terminated, we would pay a fee of $3 million.</p>
<p>The tax authority sought approximately $33 million of additional tax for the years 2025 through
2027.</p>
<p>Included in other income (expense), net in 2031 is a valuation gain of $21 million from our
equity securities of Marisk Sensors.</p>
<p>The increase in marketing costs in 2031, compared to the year before, is primarily due to
payroll and exhibitions.</p>
<p>Gross margin in 2030 was lowered by a write-down, due to a flood. Operating income was
$200 million.</p>
"""

INCOME = table_of(
    "CONSOLIDATED STATEMENTS OF INCOME<br/>(in millions)<br/>Years ended December 31,",
    ["2031", "2030", "2029"],
    [
        ("Net sales", "$1,000", "$900", "$800"),
        ("Cost of sales", "600", "560", "480"),
        ("Gross margin", "400", "340", "320"),
        ("Marketing, general and administrative", "180", "160", "160"),
        ("Other income (expense), net", "25", "20", "20"),
        ("Operating income", "200", "180", "160"),
        ("Net income", "$140", "$130", "$110"),
    ],
)

NOTE = table_of(
    "Share-based expense was allocated as follows:<br/>(in millions)<br/>Years ended December 31,",
    ["2031", "2030", "2029"],
    [("Cost of sales", "4", "3", "2"), ("Marketing, general, and administrative", "7", "6", "5")],
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("corvane")
    filing = page_of([COVER, BUSINESS, OFFICERS, EVENTS, INCOME, NOTE])
    (folder / "annual.htm").write_text(filing, encoding="utf-8")
    other = page_of([annual_cover("Lindmark Pumps Inc.", 2031), OTHER])
    (folder / "other.htm").write_text(other, encoding="utf-8")
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([folder], workers=1, ocr=False)
        yield opened


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which maker of self-closing sluice gates did Corvane buy in 2031?", "Pellam Valves"),
        ("What did Corvane pay for Pellam Valves in 2031?", "$140 million"),
        ("How much did Corvane pay for Nodlet?", "$31 million stock transaction"),
        ("How much did Corvane get for the Weir Foundry?", "for $52 million"),
        ("Who bought the Harbour Dredging business from Corvane in 2031?", "Tolk Marine"),
        ("What stake in Harbour Dredging did Corvane keep in 2031?", "20% interest"),
        ("What charge did Corvane take in 2031 over the Brackwater litigation?", "$18 million"),
        (
            "How large was the Marisk valuation gain in Corvane's other income in 2031?",
            "$21 million",
        ),
        ("How many of Corvane's workers were union members at the end of 2031?", "2,100"),
    ],
)
def test_what_a_report_tells_in_its_own_words_answers_everyday_ones(engine, question, told):
    assert told in answered(engine, question)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What was agreed in December 2031 about Corvane's Pump Leasing division?", "Ostrel Group"),
        (
            "How much did Corvane expense in Q4 2031 in connection with the Quillon decree?",
            "$9 million",
        ),
        (
            "What additional tax was sought of Corvane for the years 2025 through 2027?",
            "$33 million",
        ),
    ],
)
def test_an_annual_report_tells_of_a_time_that_no_document_is_about(engine, question, told):
    assert told in answered(engine, question)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When was the merger with Pellam Valves completed?", "In October 2031"),
        ("On what date was the acquisition of Pellam Valves completed?", "In October 2031"),
    ],
)
def test_a_deal_is_told_by_its_other_side(engine, question, told):
    assert told in answered(engine, question)


def test_a_deal_of_companies_that_no_document_names_together_is_refused(engine):
    refusal = is_refused(
        engine, "When did Zebrano complete the acquisition of Pellam Valves?"
    ).refusal
    assert refusal is not None
    assert refusal.code is RefusalCode.COMPANY_NOT_ON_FILE


@pytest.mark.parametrize(
    "question",
    [
        "What were Corvane's net sales in Q4 2031?",
        "What were Corvane's net sales in 2024?",
        "What was agreed in June 2031 about Corvane's Pump Leasing division?",
        "How much did Corvane expense in Q3 2031 in connection with the Quillon decree?",
    ],
)
def test_another_time_and_a_figure_of_a_statement_stay_refused(engine, question):
    refusal = is_refused(engine, question).refusal
    assert refusal is not None
    assert refusal.code is RefusalCode.PERIOD_NOT_ON_FILE


@pytest.mark.parametrize(
    "question",
    [
        "What did Corvane pay for Tolk Marine in 2031?",
        "What did Corvane pay for Marisk Sensors in 2031?",
        "What charge did Corvane take in 2031 over the Pellam litigation?",
        "How much debt did Corvane assume with Quorn Castings in 2031?",
        "What became of Corvane's agreement with Lanthorn Gauges?",
        "Which maker of self-closing sluice gates did Corvane sell in 2031?",
    ],
)
def test_what_has_only_some_of_the_names_or_is_no_fact_answers_nothing(engine, question):
    is_refused(engine, question)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many people worked for Corvane at the end of 2031?", "5,400"),
        (
            "Did any one customer provide more than a tenth of Corvane's sales in 2031?",
            "No sales to",
        ),
        ("Does Corvane depend on a handful of suppliers as of 2031?", "64% of the castings"),
        (
            "In which quarters are Corvane's sales highest and lowest in 2031?",
            "in the third quarter",
        ),
    ],
)
def test_staff_customers_suppliers_and_seasons_are_asked_for_in_everyday_words(
    engine, question, told
):
    assert told in answered(engine, question)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who was Corvane's CFO in 2031 and how old was she?", "Ada Reed 52"),
        ("Who was Corvane's CEO in 2031?", "Ines Tallow"),
        ("How old was Corvane's chief executive in 2031?", "58"),
    ],
)
def test_an_office_and_an_age_are_read_from_the_list_of_officers(engine, question, told):
    answer = answered(engine, question)
    assert told in answer
    assert "Vance" not in answer  # of a part


def test_an_office_that_two_hold_is_nobodys(engine):
    is_refused(engine, "Who was Corvane's treasurer in 2031?")


def test_a_sentence_that_opens_with_the_increase_in_something_gives_its_cause(engine):
    assert "exhibitions" in answered(engine, "Why did Corvane's marketing costs go up in 2031?")


def test_a_cause_of_another_year_answers_nothing(engine):
    is_refused(engine, "What drove the drop in Corvane's cost of sales in 2031 due to a flood?")


def test_a_note_that_has_a_rows_words_is_not_taken_for_the_statement(engine):
    question = "What were Corvane's marketing, general and administrative expenses in 2031?"
    assert "$180 million" in answered(engine, question)


def test_a_cause_of_a_change_does_not_have_the_amount_of_the_change(engine):
    is_refused(engine, "How much was Corvane's crane hire bill in 2031?")


def test_facts_of_two_companies_are_held_against_each_other(engine):
    said = answered(engine, "Which had more employees at the end of 2031, Corvane or Lindmark?")
    assert said.endswith("Lindmark Pumps has more, by 1,700.")


def test_a_list_price_is_no_price_of_a_deal(engine):
    is_refused(engine, "Corvane sluice gates list price 2031")


@pytest.mark.parametrize(
    "question", ["corvane sluicer revenue 2031", "corvane gantry works acquisition price"]
)
def test_a_bound_of_several_and_a_part_of_a_price_are_not_the_amount(engine, question):
    is_refused(engine, question)


def test_a_terse_question_for_growth_is_answered_by_a_rate(engine):
    assert "grew 45%" in answered(engine, "corvane northbank gauge growth 2031")


@pytest.mark.parametrize(
    "question",
    ["How much did Corvane pay for the Weir Foundry?", "How much did Corvane sell Nodlet for?"],
)
def test_what_was_sold_was_not_bought(engine, question):
    is_refused(engine, question)
