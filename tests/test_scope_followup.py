"""Questions that lean on the one before them."""

import pytest

from onfile.language.lexicon import load
from onfile.scope.followup import stand_alone
from scope_archive import ARCHIVE

FIRST = "What was Northwind's revenue in 2020?"


def read(question: str, before: str | None = FIRST) -> str:
    return stand_alone(question, before, ARCHIVE, load()).question


@pytest.mark.parametrize(
    ("question", "alone"),
    [
        ("And the year before?", "What was Northwind's revenue in fiscal 2019?"),
        ("and in 2021?", "What was Northwind's revenue in 2021?"),
        ("What about Kestrel?", "What was Kestrel's revenue in 2020?"),
        ("and for Kestrel in 2021?", "What was Kestrel's revenue in 2021?"),
        ("and its capex?", "What was Northwind's capex in 2020?"),
    ],
)
def test_what_is_named_takes_the_place_of_what_was_named(question: str, alone: str) -> None:
    assert read(question) == alone


def test_per_share_becomes_the_metric_that_is_stated_per_share() -> None:
    before = "What was Northwind's net income in 2020?"
    alone = "What was Northwind's diluted earnings per share in 2020?"
    assert read("And on a per-share basis?", before) == alone


def test_a_full_question_takes_over_company_and_period() -> None:
    assert read("Who is its auditor?") == "Who is Northwind's auditor in fiscal 2020?"


def test_a_pronoun_that_moves_is_the_metric() -> None:
    assert read("Why did it decline?") == "Why did Northwind's revenue decline in fiscal 2020?"


@pytest.mark.parametrize(
    "question",
    [
        "What was Kestrel's net income in 2021?",
        "How much did Halden & Ross spend on capex in 2019?",
    ],
)
def test_a_question_that_stands_alone_is_left_alone(question: str) -> None:
    assert read(question) == question


def test_the_first_question_of_a_session_is_left_alone() -> None:
    assert read("And the year before?", None) == "And the year before?"


def test_follow_ups_can_follow_follow_ups() -> None:
    second = read("And the year before?")
    assert read("What about Kestrel?", second) == "What was Kestrel's revenue in fiscal 2019?"


def test_the_note_shows_both_forms() -> None:
    note = stand_alone("What about Kestrel?", FIRST, ARCHIVE, load()).note
    assert note == "“What about Kestrel?” was read as “What was Kestrel's revenue in 2020?”"


@pytest.mark.parametrize(
    "before",
    [
        "What does Northwind sell?",
        "How deep was the groundwater at Northwind?",
        "What did the CFO say about margins at Northwind?",
    ],
)
def test_a_metric_takes_no_place_in_a_question_of_another_kind(before: str) -> None:
    assert read("What were net sales?", before) == "What were net sales at Northwind?"


def test_a_metric_takes_the_place_of_a_metric_whatever_the_form_of_the_question() -> None:
    assert read("What was capex?") == "What was Northwind's capex in 2020?"


def test_the_latest_call_is_not_that_of_the_period_before() -> None:
    asked = read("What did the CFO say on the latest call?", "What was Kestrel's capex in 2019?")
    assert asked == "What did the CFO say on the latest call at Kestrel?"


@pytest.mark.parametrize(
    "choice",
    [
        "Ground Investigation Report Mill Hollow (holes-a.pdf)",
        "Ground Investigation Report Mill Hollow",
    ],
)
def test_a_document_that_is_chosen_is_where_the_question_is_asked(choice: str) -> None:
    assert read(choice, "How deep was groundwater?") == f"How deep was groundwater in {choice}?"


def test_another_document_takes_the_place_of_the_one_before() -> None:
    second = read("Drillhole Records Heron Quay", "How deep was groundwater in holes-a.pdf?")
    assert second == "How deep was groundwater in Drillhole Records Heron Quay?"


def test_the_document_is_carried_on_where_no_company_and_no_time_is_named() -> None:
    asked = read("Who drilled the boreholes?", "How deep was groundwater in holes-a.pdf?")
    assert asked == "Who drilled the boreholes in holes-a.pdf?"


def test_a_question_of_works_is_no_companys() -> None:
    assert read("How deep was the groundwater?") == "How deep was the groundwater?"
