"""Questions that ask several things."""

import pytest

from onfile.language.lexicon import load
from onfile.scope.decompose import parts
from onfile.scope.parse import parse
from scope_archive import ARCHIVE


def split(question: str) -> tuple[str, ...]:
    return parts(question, parse(question, ARCHIVE, load()))


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
        "What were Northwind's dividends paid in fiscal 2020?",
    )


@pytest.mark.parametrize(
    "question",
    [
        "Which had the larger revenue in 2020, Northwind or Kestrel, and by how much?",
        "What is the ratio of debt and leases to equity at Northwind in 2020?",
        "What was Northwind's capex as a percent of revenue in 2020?",
        "What was Northwind's revenue in 2020, and why did it decline?",
        "What was the change in capex between 2019 and 2020 at Northwind?",
        "What was Northwind's revenue in 2020? If revenue is not meaningful, then state that.",
        "What was Northwind's property, plant and equipment in 2020?",
    ],
)
def test_what_hangs_together_is_one_question(question: str) -> None:
    assert split(question) == (question,)
