# ruff: noqa: E501 (tables of questions and labels, one a line)
"""The lexicon: labels, mentions, formulas and its files."""

import re
from pathlib import Path

import pytest

from onfile.errors import SettingError
from onfile.language.formula import concepts_of, parse
from onfile.language.labels import normal_label
from onfile.language.lexicon import DIRECTORY, load
from onfile.language.lexicon_files import Concept, lint, merge, read_file


@pytest.mark.parametrize(
    ("label", "statement", "concept"),
    [
        ("Total net sales", "income", "revenue"),
        ("Net operating revenues", "income", "revenue"),
        ("Net sales – services", "income", "service_revenue"),
        ("Cost of sales", "income", "cogs"),
        ("Selling, general and administrative expenses (Note 4)", "income", "sga"),
        ("Net (loss)/earnings attributable to Northwind Shareholders", "income", "net_income_attributable"),
        ("Net income including noncontrolling interest", "income", "net_income_with_nci"),
        ("Less: Net income attributable to noncontrolling interests", "income", "nci_income"),
        ("Net (loss) income", "income", "net_income"),
        ("(Loss) income from operations", "income", "operating_income"),
        ("Purchases of property, plant and equipment (PP&E)", "cash_flow", "capex"),
        ("Net cash provided by (used in) operating activities", "cash_flow", "operating_cash_flow"),
        ("Property, plant and equipment – net", "balance_sheet", "ppe_net"),
        ("Total shareowners’ equity", "balance_sheet", "equity"),
        ("Accounts payable", "balance_sheet", "payables"),
        ("Depreciation and amortisation", "cash_flow", "depreciation_amortization"),
        ("Engineer's Estimate", "bid_tabulation", "engineers_estimate"),
        ("Provision for (benefit from) income taxes", "income", "income_tax"),
        ("TOTAL ASSETS", "balance_sheet", "total_assets"),
        ("Total revenue, net of interest expense", "income", "revenue"),
        ("Net interest income after provision for credit losses", "income", "net_interest_income_after_provision"),
        ("Total provisions for credit losses", "income", "credit_loss_provision"),
        ("Operating and maintenance expenses", "income", "operation_maintenance"),
        ("Regulatory liabilities", "balance_sheet", "regulatory_liabilities"),
        ("Capital/construction expenditures", "cash_flow", "capex"),
        ("Purchases of land, buildings, and equipment", "cash_flow", "capex"),
        ("Cost of goods sold, including occupancy and distribution costs", "income", "cogs"),
        ("Research, development and engineering expenses", "income", "research_development"),
        ("1 Revenue from Operations", "income", "revenue"),
        ("Interest, net", "income", "interest_expense"),
        ("Restructuring, impairment and other charges", "income", "restructuring"),
        ("Income before income taxes and equity in income of affiliated companies", "income", "pretax_income"),
        ("Earnings before income taxes and after-tax earnings from joint ventures", "income", "pretax_income"),
        ("Profit before exceptional items and tax", "income", "profit_before_exceptional_items"),
        ("(a) Property, Plant and Equipment", "balance_sheet", "ppe_net"),
    ],
)  # fmt: skip
def test_a_row_label_is_the_concept_it_prints(label: str, statement: str, concept: str) -> None:
    found = load().match_label(label, statement)
    assert found is not None
    assert found[0] == concept


@pytest.mark.parametrize(
    ("label", "statement"),
    [
        ("Net sales of the Springs division", "income"),
        ("Increase in cost of sales", "income"),
        ("Inventories", "income"),
        ("Total net sales", "balance_sheet"),
        ("Diluted", "income"),
        ("Other", "income"),
        ("", "income"),
    ],
)
def test_a_label_that_is_not_certain_matches_nothing(label: str, statement: str) -> None:
    assert load().match_label(label, statement) is None


def test_the_heading_above_completes_a_bare_label() -> None:
    lexicon = load()
    per_share = lexicon.match_label("Diluted", "income", ("Earnings per share:",))
    shares = lexicon.match_label("Diluted", "income", ("Weighted average shares outstanding:",))
    assert per_share is not None
    assert shares is not None
    assert (per_share[0], shares[0]) == ("eps_diluted", "shares_diluted")


@pytest.mark.parametrize(
    ("question", "concepts"),
    [
        ("R&D and SG&A", ["research_development", "sga"]),
        ("research and development expense", ["research_development"]),
        ("net income attributable to shareholders", ["net_income_attributable"]),
        ("gross margin", ["gross_margin"]),
        ("gross profit margin and gross profit", ["gross_margin", "gross_profit"]),
        ("diluted EPS", ["eps_diluted"]),
        ("capex, opex, cogs", ["capex", "operating_expenses", "cogs"]),
        ("top line", ["revenue"]),
        ("consol PAT and PBT", ["net_income", "pretax_income"]),
        ("days payable outstanding", ["days_payable"]),
        ("cash and cash equivalents", ["cash"]),
        ("unit price", ["unit_price"]),
        ("RQD and groundwater level", ["rqd", "groundwater"]),
        ("net interest margin", ["net_interest_margin"]),
        ("cost of sales as a percent of net sales", ["cogs_percent"]),
        ("the weather", []),
    ],
)
def test_mentions_take_the_longest_phrase(question: str, concepts: list[str]) -> None:
    assert [m.concept for m in load().mentions(question)] == concepts


def test_a_mention_keeps_the_words_and_their_place() -> None:
    question = "What was Northwind's Operating Income?"
    (mention,) = load().mentions(question)
    assert mention.words == question[mention.start : mention.end] == "Operating Income"


def test_the_shipped_files_have_no_problem() -> None:
    concepts: tuple = ()
    for path in sorted(DIRECTORY.glob("*.yaml")):
        concepts = merge(concepts, read_file(path))
    assert lint(concepts) == []
    assert len(concepts) >= 150


def test_every_ask_finds_its_own_concept() -> None:
    lexicon = load()
    for concept in lexicon.concepts:
        for ask in concept.asks:
            assert [m.concept for m in lexicon.mentions(ask)] == [concept.id], ask


def test_every_exact_print_matches_its_own_concept_in_its_statement() -> None:
    lexicon = load()
    for concept in lexicon.concepts:
        for printed in (p for p in concept.prints if p.form == "is"):
            for statement in concept.statements:
                found = lexicon.match_label(printed.words, statement)
                assert found is not None
                assert found[0] == concept.id, printed.words


def test_words_for_a_wider_search_include_those_of_a_formulas_parts() -> None:
    words = load().prints("days_payable")
    assert "accounts payable" in words
    assert "cost of sales" in words


def test_a_formula_reads_left_to_right_with_products_first() -> None:
    tree = parse("365 * avg(payables) / (cogs + change(inventories))")
    assert concepts_of(tree) == ("payables", "cogs", "inventories")


@pytest.mark.parametrize("text", ["cogs +", "avg cogs", "(cogs", "cogs )", "2 $ 3", ""])
def test_a_broken_formula_is_refused(text: str) -> None:
    with pytest.raises(SettingError):
        parse(text)


def test_labels_lose_case_brackets_notes_and_footnote_marks() -> None:
    printed = "Net (loss)/income attributable to Northwind’s shareholders (Note 3)"
    assert normal_label(printed) == "net income attributable to northwind shareholders"


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_a_users_file_adds_phrases_and_concepts(tmp_path: Path) -> None:
    text = """
concepts:
  - {id: revenue, asks: [fizz takings], prints: [fizz takings]}
  - {id: bottle_count, asks: [bottles filled], unit: count}
"""
    lexicon = load(write(tmp_path / "own.yaml", text))
    assert [m.concept for m in lexicon.mentions("fizz takings and bottles filled")] == [
        "revenue",
        "bottle_count",
    ]
    assert lexicon.match_label("Net sales", "income") is not None


@pytest.mark.parametrize(
    "entry",
    [
        "{id: x, asks: [a thing], colour: red}",
        "{id: X-1, asks: [a thing]}",
        "{id: x, asks: a thing}",
        "{id: x, asks: [a thing], unit: parsec}",
        "{id: x, asks: [a thing], statements: [poem]}",
        "{id: x, asks: [a thing], prints: [{like: a}]}",
        "{id: x, asks: [a thing], prints: [{matches: '('}]}",
        "{id: x, asks: [a thing], formula: no_such_concept / 2}",
        "{id: x, asks: [net sales]}",
        "{id: x}",
    ],
)
def test_a_wrong_entry_is_refused(tmp_path: Path, entry: str) -> None:
    path = write(tmp_path / "wrong.yaml", f"concepts:\n  - {entry}\n")
    with pytest.raises(SettingError):
        load(path)


def test_words_of_a_topic_are_searched_for_and_are_no_labels(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(
        "concepts:\n  - id: moorings\n    asks: [moorings]\n    unit: text\n"
        "    words: [vessels are moored]\n",
        encoding="utf-8",
    )
    lexicon = load(own)
    assert lexicon.prints("moorings") == ("vessels are moored",)
    assert lexicon.match_label("Vessels are moored") is None


def test_what_has_been_taken_off_does_not_change_the_line() -> None:
    label = "Accounts receivable — net of allowances of $16 and $9"
    found = load().match_label(label, "balance_sheet")
    assert found is not None
    assert found[0] == "receivables"


def test_a_row_that_is_itself_the_allowance_is_still_looked_up() -> None:
    found = load().match_label("Less: accumulated depreciation", "balance_sheet")
    same = load().match_label("Accumulated depreciation", "balance_sheet")
    assert found is not None
    assert same is not None
    assert found[0] == same[0]


@pytest.mark.parametrize(
    ("label", "concept"),
    [
        ("Earnings per share attributable to Northwind common shareholders — basic", "eps_basic"),
        ("Diluted net income attributable to Northwind per common share", "eps_diluted"),
        ("Earnings per common share––diluted Net income attributable to Northwind", "eps_diluted"),
        ("Cash dividends declared per Northwind common share", "dividends_per_share"),
        ("Diluted earnings per share from continuing operations", None),
        ("Regular quarterly cash dividends per share", None),
    ],
)
def test_amounts_a_share_are_known_by_their_words_in_any_order(label, concept):
    found = load().match_label(label, "income", is_per_share=True)
    assert (found[0] if found else None) == concept


def test_a_row_of_amounts_a_share_is_never_the_amount_of_the_same_name():
    lexicon = load()
    assert lexicon.match_label("Net income", "income", is_per_share=True) is None
    assert lexicon.match_label("Net income", "income", is_per_share=False)[0] == "net_income"
    assert lexicon.match_label("Dividends", None, is_per_share=True)[0] == "dividends_per_share"
    assert lexicon.match_label("Dividends", None, is_per_share=False)[0] == "dividends_paid"


def test_an_implied_formula_of_unknown_concepts_is_a_problem():
    concept = Concept("a", "A", ("a",), implied="b - c", unless=("d",))
    texts = [problem.text for problem in lint((concept,))]
    assert "a: formula uses unknown b" in texts
    assert "a: unless unknown d" in texts


def test_a_labels_tail_of_amounts_by_year_is_no_part_of_its_name() -> None:
    label = "Short-term borrowings, including current portion of debt: 2032—$2,560; 2031—$1,636"
    assert normal_label(label) == "short term borrowings including current portion of debt"
    assert normal_label("Senior notes due 2032-2041") == "senior notes due 2032 2041"


@pytest.mark.parametrize(
    ("question", "concept"),
    [
        ("the tangible book value per share", "tangible_book_value_per_share"),
        ("the book value per share", "book_value_per_share"),
        ("its tier 1 capital ratio", "tier1_ratio"),
        ("the common equity tier 1 ratio", "cet1"),
        ("the total capital ratio", "total_capital_ratio"),
        ("its expense ratio", "expense_ratio"),
        ("the medical benefit ratio", "medical_benefit_ratio"),
        ("its net charge-off rate", "net_charge_off_rate"),
        ("how many net additions", "net_subscriber_additions"),
        ("its regulatory liabilities", "regulatory_liabilities"),
        ("adjusted funds from operations", "affo"),
        ("net interest income after provision for credit losses", "net_interest_income_after_provision"),
        ("CASM excluding fuel", "casm_ex"),
    ],
)  # fmt: skip
def test_neighbours_of_one_trade_are_concepts_of_their_own(question: str, concept: str) -> None:
    """One printed in place of the other would be a wrong number."""
    assert [m.concept for m in load().mentions(question)] == [concept]


@pytest.mark.parametrize(
    ("printed", "normal"),
    [
        ("a) Cost of Materials", "cost of materials"),
        ("(ii) Trade payables", "trade payables"),
        ("IV. Other income", "other income"),
        ("3 Total Income (1+2)", "total income"),
        ("10 Year notes", "10 year notes"),
        ("401 Plan", "401 plan"),
    ],
)
def test_the_number_of_a_line_is_no_word_of_its_label(printed: str, normal: str) -> None:
    assert normal_label(printed) == normal


@pytest.mark.parametrize(
    ("concept", "sentence"),
    [
        (
            "employees",
            "The bank had 61 branches, 148 machines and about 1,840 full-time employees.",
        ),
        ("comparable_sales", "Comparable store sales decreased 0.7%, after a year of growth."),
    ],
)
def test_set_sentences_of_other_trades_state_their_fact(concept: str, sentence: str) -> None:
    found = load().concept(concept)
    assert any(re.search(way, sentence, re.I) for way in (*found.states, *found.says))


def test_growth_of_revenue_is_asked_of_revenue() -> None:
    """Its change is worked out; a sentence about the growth of anything is no answer."""
    assert load().mentions("What was the revenue growth in 2031?")[0].concept == "revenue"
