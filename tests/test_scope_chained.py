"""A step that asks about what the step before it chooses keeps a place for it until it is known."""

import dataclasses
from decimal import Decimal

import pytest

from onfile.answer.ordering import names_in_order
from onfile.compound import in_turn
from onfile.engine import Engine
from onfile.scope.chained import IT, bound, is_choice


@pytest.fixture(scope="module")
def engine(archive, tmp_path_factory):
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([archive], workers=1, ocr=False)
        yield opened


@pytest.mark.parametrize(
    ("question", "steps"),
    [
        (
            "Which of Northwind's segments had the highest sales in 2024, and how did it develop?",
            (
                "Which of Northwind's segments had the highest sales in 2024?",
                "How did [it]'s sales develop from 2023 to 2024?",
            ),
        ),
        (
            "Which of Northwind's segments grew fastest in 2024 and what were its sales?",
            (
                "Which of Northwind's segments grew fastest in 2024?",
                "What were [it]'s sales in 2024?",
            ),
        ),
        (
            "Which of Northwind and Kestrel had the lower revenue in 2024, and how did its net "
            "income change from 2022?",
            (
                "Which of Northwind and Kestrel had the lower revenue in 2024?",
                "How did [it]'s net income change from 2022 to 2024?",
            ),
        ),
        (
            "Who was the lowest bidder for Structure Excavation, and what did it bid for "
            "mobilization?",
            (
                "Who was the lowest bidder for Structure Excavation?",
                "What did [it] bid for mobilization?",
            ),
        ),
        (
            "Which of Northwind's segments had the lowest sales in 2024, and why?",
            (
                "Which of Northwind's segments had the lowest sales in 2024?",
                "Why did [it]'s sales change from 2023 to 2024?",
            ),
        ),
        (
            "Which of Northwind's segments had the lowest sales in 2024? What were that segment's "
            "sales in 2023?",
            (
                "Which of Northwind's segments had the lowest sales in 2024?",
                "What were [it]'s sales in 2023?",
            ),
        ),
    ],
)
def test_whose_it_is_is_left_open_until_the_first_step_is_answered(engine, question, steps):
    assert engine.steps(question) == steps


@pytest.mark.parametrize(
    "question",
    [
        "Which of Northwind and Kestrel had the higher revenue in 2024, and by how much?",
        "What was Northwind's revenue in 2024, and what was its net income?",
        "Which segment of Northwind had the highest sales in 2024?",
    ],
)
def test_nothing_is_left_open_where_nothing_is_chosen_or_one_question_is_asked(engine, question):
    assert not any(IT in step for step in engine.steps(question))


def test_of_several_times_the_latest_goes_over_to_the_next_step(engine):
    asked = "What was Northwind's revenue in 2023 and 2024, and which segment grew fastest?"
    assert engine.steps(asked)[1] == "Which segment grew fastest at Northwind in 2024?"


def test_a_company_takes_the_place_whole_and_a_part_with_its_company():
    step = "How did [it]'s sales change, and what drove [it]?"
    assert bound(step, "Kestrel", None) == (
        "How did Kestrel's sales change, and what drove Kestrel?"
    )
    assert bound(step, "Energy", "Kestrel") == (
        "How did Kestrel's Energy sales change, and what drove Kestrel's Energy?"
    )


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which segment is largest?", True),
        ("In 2024, which company spent more?", True),
        ("What was the largest segment of Northwind?", True),
        ("What was Northwind's revenue?", False),
        ("How did the largest segment do?", False),
    ],
)
def test_a_question_that_chooses_is_one_of_which_with_a_rank(question, expected):
    assert is_choice(question) is expected


def test_the_second_step_is_asked_of_what_the_first_put_first(engine):
    found = engine.ask(
        "Which of Northwind and Kestrel had the lower revenue in 2024, and how did its net income "
        "change?"
    )
    assert found.is_answered, found.refusal
    assert (
        found.parts[1].question == "How did Kestrel Drinks's net income change from 2023 to 2024?"
    )
    assert {c.company for claim in found.parts[1].claims for c in claim.citations} == {
        "Kestrel Drinks"
    }


def test_a_part_is_asked_about_by_its_own_name(engine):
    found = engine.ask(
        "Which of Northwind's segments had the highest sales in 2024, and how did it develop from "
        "2023?"
    )
    assert found.is_answered, found.refusal
    assert found.parts[0].ranked[0] == "Sparkling"
    assert "2,409" in found.parts[1].answer
    assert "2,578" in found.parts[1].answer


def test_where_the_first_step_chooses_nothing_the_second_is_refused_and_not_guessed(engine):
    head = engine.ask("What was Northwind's revenue in 2024?")
    asked = []

    def ask(step):
        asked.append(step)
        return head, None

    found = in_turn(("Which is larger?", "What are [it]'s sales?"), ask)
    assert asked == ["Which is larger?"]
    second = found[1][0]
    assert (second.is_answered, second.claims, second.question) == (
        False, (), "What are [it]'s sales?",
    )  # fmt: skip
    assert "not by one name" in second.refusal.detail


def test_a_first_step_that_is_refused_gives_its_reason_to_the_second(engine):
    refused = engine.ask("What were Northwind's net sales in 2017?")
    found = in_turn(("Which?", "What about [it]?"), lambda step: (refused, None))
    assert found[1][0].refusal == refused.refusal


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("which had the higher sales?", ("B", "A")),
        ("which had the lower sales?", ("A", "B")),
        ("which had the larger loss?", ()),  # the larger loss is the smaller number
        ("compare the sales.", ()),
    ],
)
def test_names_are_put_in_order_only_where_one_of_them_is_asked_for(question, names):
    assert names_in_order(question, [Decimal(1), Decimal(2)], ["A", "B"]) == names


def test_names_that_share_the_first_place_are_in_no_order():
    assert names_in_order("which had more?", [Decimal(2), Decimal(2)], ["A", "B"]) == ()


def test_the_estimate_and_a_bidder_are_both_given_where_both_are_asked_for(engine):
    found = engine.ask(
        "What unit prices did Corran Civil LLC and the Engineer's Estimate bid for Gravel Backfill "
        "for Walls?"
    )
    assert "62.35" in (found.answer or "")
    assert "65.00" in (found.answer or "")


def test_what_ties_for_the_first_place_is_nobodys(engine):
    head = dataclasses.replace(engine.ask("What was Northwind's revenue in 2024?"), ranked=())
    found = in_turn(("Which?", "What about [it]?"), lambda step: (head, None))
    assert not found[1][0].is_answered
