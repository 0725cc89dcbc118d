"""Figures asked for in a reader's own words: formats, definitions, shares, sums, verbs for rows."""

from __future__ import annotations

import pytest

from asked import answered, is_refused
from made_up_filing import annual_cover, page_of, table_of
from onfile.engine import Engine

COVER = annual_cover("Tannoch Glass Inc.", 2031)

INCOME = table_of(
    "CONSOLIDATED STATEMENTS OF INCOME<br/>(in millions)<br/>Years ended December 31,",
    ["2031", "2030", "2029"],
    [
        ("Net sales", "$1,000", "$900", "$800"),
        ("Cost of sales", "600", "560", "480"),
        ("Gross profit", "400", "340", "320"),
        ("Research and development", "50", "36", "30"),
        ("Operating income", "200", "180", "160"),
        ("Interest expense", "25", "20", "20"),
        ("Income before income taxes", "175", "160", "140"),
        ("Provision for income taxes", "35", "30", "30"),
        ("Consolidated net income", "140", "130", "110"),
        ("Less: net income attributable to noncontrolling interests", "40", "30", "10"),
        ("Net income attributable to shareowners of Tannoch Glass Inc.", "$100", "$100", "$100"),
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
        ("Short-term debt obligations", "60", "50"),
        ("Total current liabilities", "200", "240"),
        ("Long-term debt", "340", "350"),
        ("Total shareholders’ equity", "800", "700"),
        ("Total liabilities and equity", "$2,000", "$1,800"),
    ],
)

CASH = table_of(
    "CONSOLIDATED STATEMENTS OF CASH FLOWS<br/>(in millions)<br/>Years ended December 31,",
    ["2031", "2030", "2029"],
    [
        ("Net cash provided by operating activities", "$240", "$210", "$200"),
        ("Purchases of property, plant and equipment", "(70)", "(60)", "(50)"),
        ("Net cash used in investing activities", "(70)", "(60)", "(50)"),
        ("Dividends paid", "(45)", "(40)", "(40)"),
        ("Repurchases of common stock", "(30)", "(20)", "(20)"),
        ("Net cash used in financing activities", "(75)", "(60)", "(60)"),
    ],
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("tannoch")
    filing = page_of([COVER, "<p>PART II</p><p>Item 8. Financial Statements</p>", INCOME])
    filing = filing.replace("</body>", f"{BALANCE}{CASH}</body>")
    (folder / "annual.htm").write_text(filing, encoding="utf-8")
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([folder], workers=1, ocr=False)
        yield opened


@pytest.mark.parametrize(
    "tail",
    [
        "? One decimal.",
        ", in percent with one decimal?",
        " (in percents, one decimal place)?",
        " according to the income statement? Percent, one decimal.",
        ", per the statement of income? Answer in percent with one decimal place.",
    ],
)
def test_how_to_write_the_number_is_not_what_is_asked(engine, tail: str) -> None:
    said = answered(engine, f"What was Tannoch's effective tax rate in FY2031{tail}")
    assert "effective tax rate 20.0%" in said


@pytest.mark.parametrize(
    "asked",
    [
        "What was Tannoch's FY2031 asset turnover, i.e. net sales divided by average total assets "
        "of FY2030 and FY2031? Two decimals.",
        "What is Tannoch's FY2031 asset turnover ratio, defined as FY2031 net sales / average "
        "total assets between FY2030 and FY2031? Round to two decimal places.",
        "What is Tannoch's FY2031 asset turnover, net sales over average total assets of FY2030 "
        "and FY2031?",
    ],
)
def test_the_years_of_a_definition_are_not_years_asked_for(engine, asked: str) -> None:
    outcome = engine.ask(asked)
    assert outcome.value is not None, outcome.refusal
    assert str(outcome.value.number) == "0.53"
    assert len(outcome.claims) == 1


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        ("What percentage of Tannoch's FY2031 net sales was research and development?", "5.0"),
        (
            "What share of Tannoch's FY2031 cash flow from operations went into stock repurchases?",
            "12.5",
        ),
        ("What was Tannoch's total debt to total shareholders' equity at the end of 2031?", "0.50"),
        (
            "What was Tannoch's total debt to total equity at the end of FY2031, with total debt "
            "being short-term debt obligations plus long-term debt obligations?",
            "0.50",
        ),
        (
            "How much did Tannoch return in FY2031 through dividends and repurchases of common "
            "stock combined?",
            "75",
        ),
        (
            "How many times did Tannoch's FY2031 operating income cover its interest expense?",
            "8.00",
        ),
        ("By what percent did Tannoch's inventories rise during FY2031?", "15.4"),
        ("How much did Tannoch's accounts payable shrink during FY2031?", "20"),
        ("How much cash did Tannoch use to repurchase common stock in 2031?", "30"),
        ("What is Tannoch's FY2029 to FY2031 three year average gross margin?", "39.3"),
        ("What was Tannoch's dividend payout ratio in FY2031?", "32.1"),
        (
            "What was Tannoch's dividend payout ratio in FY2031 (using dividends paid and net "
            "income attributable to shareholders)?",
            "45.0",
        ),
        (
            "What was Tannoch's retention ratio for FY2031? Retention ratio = 1 minus dividends "
            "paid divided by net income attributable to shareowners. Two decimals.",
            "0.55",
        ),
    ],
)
def test_a_figure_asked_for_in_other_words_is_worked_out(engine, asked: str, number: str) -> None:
    outcome = engine.ask(asked)
    assert outcome.value is not None, (outcome.answer, outcome.refusal)
    assert str(outcome.value.number) == number


def test_a_change_goes_from_the_earlier_date_to_the_later(engine) -> None:
    said = answered(engine, "How far did Tannoch's cash fall between 2031 and 2030?")
    assert "Change: down $40 million" in said


def test_half_of_a_margin_is_not_given_for_the_margin(engine) -> None:
    asked = (
        "What was Tannoch's FY2031 EBITDA margin, with EBITDA being operating income plus pension "
        "gains?"
    )
    is_refused(engine, asked)


def test_a_steady_trend_up_to_a_year_looks_at_three_years(engine) -> None:
    said = answered(engine, "Does Tannoch have a stable trend of dividend payments as of FY2031?")
    assert said.startswith(
        "Yes, steady or higher each time: Tannoch Glass's dividend payments: FY2029 $40"
    )
    assert "FY2031 $45 million" in said


def test_only_the_statement_itself_answers_what_it_explicitly_shows(engine) -> None:
    asked = "What is the quantity of {} directly outlined in Tannoch's income statement for FY2031?"
    assert "$50 million" in answered(engine, asked.format("research and development"))
    is_refused(engine, asked.format("dividends paid"))


def test_the_three_activities_are_ranked_whatever_the_question_calls_them(engine) -> None:
    asked = "Among operations, investing, and financing activities, which brought in the most cash"
    said = answered(engine, f"{asked} (or lost the least) for Tannoch in FY2031?")
    assert said.startswith("The most of these: Tannoch Glass, FY2031: Net cash provided by operat")


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        (
            "What was Tannoch's 2031 cash conversion (operating cash flow divided by net income)?",
            "171.4",
        ),
        ("How much of Tannoch's FY2031 net sales was cost of sales?", "60.0"),
        ("What was Tannoch's operating income per dollar of net sales in FY2031?", "20.0"),
        ("What is Tannoch's FY2031 return on assets, using year-end total assets?", "0.07"),
    ],
)
def test_the_questions_own_definition_is_worked_out_and_no_other(engine, asked, number) -> None:
    outcome = engine.ask(asked)
    assert outcome.value is not None, (outcome.answer, outcome.refusal)
    assert str(outcome.value.number) == number


def test_which_year_was_the_highest_is_told_by_name(engine) -> None:
    said = answered(engine, "Which year had the highest net sales for Tannoch, 2029, 2030 or 2031?")
    assert said.splitlines()[-1].startswith("Highest: FY2031 ($1,000 million); then FY2030")


def test_one_year_or_the_other_is_no_yes_or_no(engine) -> None:
    said = answered(engine, "Was Tannoch's gross margin higher in 2030 or in 2031?")
    assert said.startswith("Tannoch Glass's gross margin increased by 2.2 percentage points")


def test_one_of_several_things_that_are_wanted_together_is_not_given_for_the_sum(engine) -> None:
    is_refused(
        engine,
        "What were Tannoch's long-term debt, deferred rent and inventories together in 2031?",
    )


def test_an_average_over_years_is_no_trend(engine) -> None:
    asked = "On average, what did Tannoch put into property, plant and equipment each year over "
    assert answered(engine, f"{asked}2029 through 2031?").endswith("Average: $60 million.")


def test_what_is_taken_off_twice_is_taken_off_twice(engine) -> None:
    asked = (
        "What was Tannoch's net cash from operating activities less purchases of property, plant "
        "and equipment and dividends in 2031?"
    )
    outcome = engine.ask(asked)
    assert outcome.value is not None, outcome.refusal
    assert str(outcome.value.number) == "125"


def test_a_year_in_the_name_of_notes_is_no_period(engine) -> None:
    outcome = engine.ask("What is the interest rate of Tannoch's 2048 Notes?")
    assert outcome.intent.periods == () or outcome.intent.periods[0].fiscal_year == 2031
