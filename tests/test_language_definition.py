"""Formulas that a question states in words, and what their results are amounts of."""

from __future__ import annotations

import dataclasses

import pytest

from onfile.defining import defined_by, is_misunderstood
from onfile.language import lexicon
from onfile.language.definition import asked_in, stated_in, tree_of
from onfile.language.dimension import dimension_of
from onfile.language.formula import parse
from onfile.types import ConceptMention, EvidenceType, Intent, QuestionKind

LEXICON = lexicon.load()
MENTIONS = LEXICON.mentions


def intent(question: str, *concepts: str, wants_percent: bool = False) -> Intent:
    base = Intent(
        question, QuestionKind.FIGURE, EvidenceType.DOCUMENTS, wants_percent=wants_percent
    )
    mentions = tuple(ConceptMention(c, c, 0, 0) for c in concepts)
    return dataclasses.replace(base, concepts=mentions)


@pytest.mark.parametrize(
    ("words", "formula"),
    [
        ("current assets less current liabilities", "current_assets - current_liabilities"),
        ("revenue + D&A [from the cash flow]", "revenue + depreciation_amortization"),
        ("net income divided by average total assets", "net_income / avg(total_assets)"),
        ("(revenue - COGS) / revenue", "(revenue - cogs) / revenue"),
        (
            "365 * (average inventory between FY2030 and FY2031) / COGS",
            "365 * avg(inventories) / cogs",
        ),
        ("365 x average of (accounts receivable) / revenue", "365 * avg(receivables) / revenue"),
        ("FY2031 revenue minus FY2030 revenue", "revenue - prev(revenue)"),
        ("sum of cost of sales and SG&A", "cogs + sga"),
        ("operating cash flow (as printed) minus capex", "operating_cash_flow - capex"),
        ("COGS + change in inventory", "cogs + change(inventories)"),
    ],
)  # fmt: skip
def test_words_and_signs_become_the_tree_they_say(words: str, formula: str) -> None:
    assert tree_of(words, MENTIONS) == parse(formula)


@pytest.mark.parametrize(
    "words",
    [
        "revenue adjusted for seasonal storms / total assets",  # a word that is not understood
        "revenue from FY2025 / total assets in FY2031",  # a year that is neither this nor the last
        "net income / (average total assets",  # a bracket that is never closed
        "the usual blend of things",
        "revenue +",
    ],
)
def test_what_is_half_understood_is_no_formula(words: str) -> None:
    assert tree_of(words, MENTIONS) is None


def test_a_definition_is_found_after_its_name_and_ends_with_its_sentence() -> None:
    question = (
        "What is Northwind's FY2031 asset turnover? Asset turnover is defined as: FY2031 revenue / "
        "(average total assets between FY2030 and FY2031). Round to two decimal places."
    )
    (found,) = stated_in(question, MENTIONS)
    assert found.concept == "asset_turnover"
    assert found.node == parse("revenue / avg(total_assets)")


def test_a_definition_in_brackets_ends_with_its_bracket() -> None:
    (found,) = stated_in("What was net debt (defined as total debt minus cash) in 2031?", MENTIONS)
    assert found.written == "total debt minus cash"


def test_numerator_and_denominator_are_taken_as_said() -> None:
    question = "Cover using FY2031 EBITDA as the numerator and interest expense as the denominator?"
    found = asked_in(question, MENTIONS)
    assert found is not None
    assert found.node == parse("ebitda / interest_expense")


def test_a_share_of_another_thing_is_their_ratio_in_hundredths() -> None:
    found = asked_in("What were inventories as a percentage of total assets in 2031?", MENTIONS)
    assert found is not None
    assert (found.node, found.is_share) == (parse("inventories / total_assets"), True)


def test_two_things_merely_named_in_one_question_are_not_related() -> None:
    assert asked_in("What were revenue and total assets in 2031?", MENTIONS) is None


def test_the_part_that_the_question_defines_replaces_the_lexicons_own() -> None:
    question = (
        "What is EBITDA less capex? Define EBITDA as net income + interest expense + income tax "
        "expense + depreciation and amortization."
    )
    found = defined_by(intent(question, "ebitda_less_capex"), LEXICON)
    assert found is not None
    assert found.node == parse(
        "(net_income + interest_expense + income_tax + depreciation_amortization) - capex"
    )
    assert found.unit == "money"


def test_a_ratio_is_a_percentage_only_where_percents_are_asked_for() -> None:
    question = "What is the payout? Define it as dividends paid / net income."
    assert getattr(defined_by(intent(question), LEXICON), "unit", None) == "ratio"
    asked = intent(question, wants_percent=True)
    assert getattr(defined_by(asked, LEXICON), "unit", None) == "percent"


def test_days_are_told_by_the_days_of_a_year() -> None:
    question = "Define holding time as 365 * inventories / COGS."
    assert getattr(defined_by(intent(question), LEXICON), "unit", None) == "days"


def test_unlike_things_are_not_added() -> None:
    question = "Define strength as revenue + shares outstanding."
    assert defined_by(intent(question), LEXICON) is None
    assert (
        dimension_of(parse("revenue + shares"), lambda c: "shares" if c == "shares" else "money")
        is None
    )


def test_the_lexicons_formula_is_withheld_where_a_definition_is_not_understood() -> None:
    question = (
        "Working capital is defined as: inventories, blended by hand, and receivables over time."
    )
    assert is_misunderstood(intent(question, "gross_margin"), "gross_margin", LEXICON)
    assert not is_misunderstood(intent("What is the gross margin?"), "gross_margin", LEXICON)


@pytest.mark.parametrize(
    ("question", "top", "bottom"),
    [
        ("SG&A in 2031 as a percent of revenue", "sga", "revenue"),
        ("operating cash flow to capex ratio in 2031", "operating_cash_flow", "capex"),
    ],
)
def test_two_measures_that_a_question_relates(question: str, top: str, bottom: str) -> None:
    found = asked_in(question, MENTIONS)
    assert found is not None
    assert found.node == parse(f"{top} / {bottom}")


def test_a_definition_is_not_of_a_thing_that_stands_in_it() -> None:
    question = (
        "What was the loan-to-deposit ratio in FY2031 (total loans divided by total deposits)?"
    )
    (found,) = stated_in(question, MENTIONS)
    assert found.concept is None
    assert found.node == parse("loans / deposits")
    asked = intent(question, "loans", "deposits")
    defined = defined_by(asked, LEXICON)
    assert defined is not None
    assert defined.node == parse("loans / deposits")


def test_what_was_spent_on_a_thing_is_its_share() -> None:
    found = asked_in("What percentage of revenue was spent on R&D in 2031?", MENTIONS)
    assert found is not None
    assert found.node == parse("research_development / revenue")
