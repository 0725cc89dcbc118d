"""Questions that ask several things."""

import pytest

from onfile.language.lexicon import load
from onfile.scope.decompose import parts
from scope_archive import ARCHIVE


def split(question: str) -> tuple[str, ...]:
    return parts(question, ARCHIVE, load())


def test_listed_metrics_are_a_question_each() -> None:
    assert split("What were revenue and net income of Northwind in 2020?") == (
        "What were revenue of Northwind in 2020?",
        "What were net income of Northwind in 2020?",
    )


def test_a_second_clause_takes_company_and_period_from_the_first() -> None:
    assert split("What was Northwind's revenue in 2020, and who is its auditor?") == (
        "What was Northwind's revenue in 2020?",
        "Who is Northwind's auditor in fiscal 2020?",
    )


def test_lists_and_clauses_go_together() -> None:
    asked = "What were revenue and capex of Northwind in 2020, and who is its auditor?"
    assert split(asked) == (
        "What were revenue of Northwind in 2020?",
        "What were capex of Northwind in 2020?",
        "Who is Northwind's auditor in fiscal 2020?",
    )


def test_two_sentences_are_two_questions() -> None:
    found = split("What was Northwind's capex in 2020? What were its dividends paid?")
    assert found == (
        "What was Northwind's capex in 2020?",
        "What was Northwind's dividends paid in 2020?",
    )


def test_a_second_company_keeps_its_own_name_and_takes_the_time() -> None:
    found = split("Revenue of Northwind in FY20, and did Kestrel's gross margin improve?")
    assert found == (
        "Revenue of Northwind in FY20?",
        "Did Kestrel's gross margin improve in FY20?",
    )


def test_a_second_company_with_its_own_time_takes_nothing() -> None:
    found = split("What was Northwind's capex in 2019 and who audited Kestrel in 2020?")
    assert found == ("What was Northwind's capex in 2019?", "Who audited Kestrel in 2020?")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "What was Northwind's revenue and Kestrel's net income in 2020?",
            ("What was Northwind's revenue in 2020?", "What was Kestrel's net income in 2020?"),
        ),
        (
            "What was revenue in 2019 and net income in 2020 at Northwind?",
            (
                "What was revenue in 2019 at Northwind?",
                "What was net income in 2020 at Northwind?",
            ),
        ),
        (
            "What was the revenue of Northwind and the net income of Kestrel in 2020?",
            (
                "What was the revenue of Northwind in 2020?",
                "What was the net income of Kestrel in 2020?",
            ),
        ),
    ],
)
def test_listed_metrics_keep_their_own_company_and_time(
    question: str, expected: tuple[str, ...]
) -> None:
    assert split(question) == expected


def test_a_pronoun_for_the_metric_is_replaced_by_it() -> None:
    assert split("What was Northwind's revenue in 2020, and why did it decline?") == (
        "What was Northwind's revenue in 2020?",
        "Why did Northwind's revenue decline in fiscal 2020?",
    )


def test_a_bare_why_asks_for_the_reason_of_what_was_asked_before() -> None:
    assert split("Did Northwind's revenue fall in 2020, and why?") == (
        "Did Northwind's revenue fall in 2020?",
        "Why did Northwind's revenue fall in 2020?",
    )


def test_a_time_said_first_is_said_of_every_clause() -> None:
    assert split("In 2020, what was Northwind's revenue and who was its auditor?") == (
        "In 2020, what was Northwind's revenue?",
        "Who was Northwind's auditor in fiscal 2020?",
    )


def test_what_is_named_last_is_said_of_the_clause_before_too() -> None:
    assert split("What was the revenue and who was the auditor of Northwind in 2020?") == (
        "What was the revenue of Northwind in 2020?",
        "Who was the auditor of Northwind in 2020?",
    )


@pytest.mark.parametrize(
    "question",
    [
        "Which had the larger revenue in 2020, Northwind or Kestrel, and by how much?",
        "What is the ratio of debt and leases to equity at Northwind in 2020?",
        "What was Northwind's capex as a percent of revenue in 2020?",
        "What was the change in capex between 2019 and 2020 at Northwind?",
        "What was Northwind's revenue in 2020? If revenue is not meaningful, then state that.",
        "What was Northwind's property, plant and equipment in 2020?",
        "What were property, plant and equipment and goodwill of Northwind combined in 2020?",
        "What was Northwind's sales and marketing expense in 2020?",
        "How much did Northwind spend on research and development in 2020?",
        "What was Halden & Ross's revenue in 2020?",
        "What was the revenue of Northwind and Kestrel in 2020?",
        "Which analyst asked about margins on the call, and what did the CFO answer?",
        "What drove the fall in Northwind's revenue in 2020, and what was the impact?",
        "Which segment of Northwind had the largest revenue in 2020, and which the smallest?",
        "At Northwind's annual meeting in 2020, what was the vote on the dividends paid?",
        "Among operating, investing and financing cash flow, which was the largest in 2020?",
        "What was the revenue of Northwind, which is a bottler, in 2020?",
        "What did Northwind say about prices and volumes in 2020?",
    ],
)
def test_what_hangs_together_is_one_question(question: str) -> None:
    assert split(question) == (question,)


def test_a_pronoun_for_a_metric_of_a_named_thing_keeps_the_thing() -> None:
    asked = "How much revenue did Northwind get from Eldrin in 2020 and how did it change?"
    assert split(asked)[1] == "How did Northwind's revenue from Eldrin change in fiscal 2020?"
