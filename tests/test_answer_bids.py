"""Bid tabulations of the made-up archive: rows by number or words, columns by bidder."""

from __future__ import annotations

from decimal import Decimal

import pytest

from onfile.engine import Engine
from onfile.language.bids import asks_of_bids
from onfile.types import RefusalCode


@pytest.fixture(scope="module")
def engine(archive, tmp_path_factory):
    files = [p for p in archive.rglob("*") if p.name.startswith("HB-2231")]
    files.append(archive / "filings" / "NORTHWIND_2024_10K.pdf")
    with Engine(tmp_path_factory.mktemp("bids")) as opened:
        opened.ingest(files, workers=1, ocr=False)
        yield opened


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("In the bid tab, what is Blackthorn Builders's unit price for item 0004?", "58.90"),
        ("blackthorn build unit price item 4", "58.90"),
        ("Engineer's Estimate unit price for Concrete Class 4000 in the bid tabulation?", "1150"),
        ("What is the estimated quantity of item 0002, Structure Excavation?", "2850"),
        ("How much did Engineer's Estimate bid in total for item 0004?", "106600"),
        ("What is the total bid of Blackthorn Builders?", "2191900"),
        ("What is the engineer's estimate in total in the bid tabulation of HB-2231?", "2143265"),
        ("Who was the low bidder on the Harrow Bridge project?", "2135236"),
        ("Which bidder had the highest unit price for Mobilization?", "412000"),
    ],
)
def test_a_cell_is_found_by_its_item_and_its_bidder(engine, question: str, number: str) -> None:
    outcome = engine.ask(question)
    assert outcome.value is not None, outcome.refusal
    assert outcome.value.number == Decimal(number)


def test_a_quantity_has_no_currency(engine) -> None:
    outcome = engine.ask("What is the bid quantity of item 0002?")
    assert outcome.value is not None
    assert outcome.value.currency is None


def test_all_bidders_are_given_where_none_is_named(engine) -> None:
    outcome = engine.ask("Compare the unit prices bid for Structure Excavation")
    assert len(outcome.claims) == 3
    assert outcome.value is None


def test_the_engineers_estimate_is_no_bidder(engine) -> None:
    outcome = engine.ask("How many bidders were there on HB-2231?")
    assert outcome.answer is not None
    assert "Engineer" not in outcome.answer
    assert len(outcome.claims) == 2


def test_a_bidder_who_did_not_bid_is_refused_though_others_did(engine) -> None:
    outcome = engine.ask("What unit price did Tallow Brothers bid for item 0004?")
    assert outcome.refusal is not None
    assert outcome.refusal.code in (RefusalCode.NOT_STATED, RefusalCode.COMPANY_NOT_ON_FILE)


@pytest.mark.parametrize(
    "question",
    [
        "What is the ratio of Corran Civil's total bid to Blackthorn's total bid?",
        "What was the median bid for mobilization?",
        "What were the savings on item 4?",
        "How far apart are the bids' quantities on average for item 0002?",
    ],
)
def test_what_no_cell_states_is_not_answered_by_a_cell(engine, question: str) -> None:
    outcome = engine.ask(question)
    assert outcome.refusal is not None, outcome.answer


def test_an_item_that_is_not_in_the_table_is_refused(engine) -> None:
    outcome = engine.ask("What unit price did Blackthorn Builders bid for item 0099?")
    assert outcome.refusal is not None


@pytest.mark.parametrize(
    "question",
    ["What is the bid price of the stock?", "Item 1.01 of the 8-K", "Was there a merger bid?"],
)
def test_bids_on_a_market_and_items_of_a_form_are_no_bid_tabulation(question: str) -> None:
    assert not asks_of_bids(question)


@pytest.mark.parametrize(
    ("question", "number", "is_percent"),
    [
        (
            "What is the difference between Corran Civil's and Blackthorn's total bid?",
            "56664",
            False,
        ),
        ("How much lower was Corran's total bid than Blackthorn's?", "56664", False),
        (
            "What separates the lowest and the second lowest total bid, the difference?",
            "56664",
            False,
        ),
        ("How far below the engineer's estimate was the low bid on Harrow Bridge?", "8029", False),
        ("By what percent was Blackthorn's total bid above the engineer's estimate?", "2.27", True),
        ("By what percent was the low bid below the engineer's estimate?", "0.37", True),
        ("What was the average bid for mobilization?", "400250", False),
        ("What is the average of the total bids?", "2163568", False),
    ],
)
def test_differences_and_averages_of_bids_are_worked_out_from_their_cells(
    engine, question: str, number: str, is_percent: bool
) -> None:
    outcome = engine.ask(question)
    assert outcome.value is not None, outcome.refusal
    assert outcome.value.number == Decimal(number)
    assert outcome.value.percent is is_percent
    assert len({c.quote for claim in outcome.claims for c in claim.citations}) >= 1
    assert outcome.claims[-1].arithmetic


def test_who_bid_lower_is_said_in_words_and_both_bids_are_shown(engine) -> None:
    outcome = engine.ask("Who bid lower on mobilization, Corran Civil or Blackthorn Builders?")
    assert outcome.answer is not None, outcome.refusal
    lead, *bids = outcome.answer.splitlines()
    assert lead == "Blackthorn Builders is lower."
    assert ["Blackthorn" in bids[0], "Corran" in bids[1]] == [True, True]


def test_the_second_lowest_is_the_second_and_its_value(engine) -> None:
    outcome = engine.ask("What was the second-lowest total bid on Harrow Bridge?")
    assert outcome.value is not None, outcome.refusal
    assert outcome.value.number == Decimal(2191900)
    assert "Corran" not in (outcome.answer or "")


def test_a_place_that_nobody_holds_is_refused_with_how_many_bids_there_are(engine) -> None:
    outcome = engine.ask("What was the third-lowest total bid on Harrow Bridge?")
    assert outcome.refusal is not None, outcome.answer
    assert outcome.refusal.code is RefusalCode.FALSE_PREMISE
    assert "2 bids" in outcome.refusal.detail


def test_the_two_bidders_of_two_are_held_against_each_other(engine) -> None:
    outcome = engine.ask(
        "For item 0004, how far apart are the two bidders' unit prices on Harrow Bridge?"
    )
    assert outcome.value is not None, outcome.refusal
    assert outcome.claims[-1].arithmetic


def test_how_many_and_what_each_was_quoted_at_are_both_answered(engine) -> None:
    outcome = engine.ask(
        "How many units of item 0002 are in the bid tab, and what did Blackthorn bid for each?"
    )
    assert outcome.answer is not None, outcome.refusal
    assert "quantity" in outcome.answer
    assert "unit price" in outcome.answer


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Was Blackthorn Builders the lowest bidder on HB-2231?", "No. Corran Civil"),
        ("Was Corran the low bidder on HB-2231?", "Yes. Corran Civil"),
    ],
)
def test_whether_a_bidder_was_the_lowest_is_said(engine, question: str, said: str) -> None:
    outcome = engine.ask(question)
    assert outcome.answer is not None, outcome.refusal
    assert outcome.answer.startswith(said)


def test_why_a_bidder_was_the_lowest_who_was_not_is_a_false_premise(engine) -> None:
    refusal = engine.ask("Why was Blackthorn Builders the lowest bidder on HB-2231?").refusal
    assert refusal is not None
    assert refusal.code is RefusalCode.FALSE_PREMISE


def test_a_quantity_that_opens_the_question_is_no_price(engine) -> None:
    outcome = engine.ask("Quantity of structure excavation in the bid tab")
    assert outcome.value is not None, outcome.refusal
    assert outcome.value.number == Decimal(2850)
