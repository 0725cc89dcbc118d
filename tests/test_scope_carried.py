"""The scope that a conversation carries on, changed by the user between two questions."""

import pytest

from onfile.language.lexicon import load
from onfile.scope.carried import carry_on
from onfile.types import CarriedScope
from scope_archive import ARCHIVE

FIRST = "What was Northwind's revenue in 2020?"
COMPARED = "Compare the revenue of Northwind and Kestrel in 2020."


def read(question, companies, periods, before=FIRST):
    scope = CarriedScope(tuple(companies), tuple(periods))
    return carry_on(question, before, scope, ARCHIVE, load()).question


@pytest.fixture(scope="module")
def northwind():
    return next(c for c in {e.identity.company for e in ARCHIVE.entries} if "Northwind" in str(c))


@pytest.fixture(scope="module")
def kestrel():
    return next(c for c in {e.identity.company for e in ARCHIVE.entries} if "Kestrel" in str(c))


def test_an_unchanged_scope_reads_as_any_follow_up(northwind):
    assert read("And the year before?", [northwind], ["FY2020"]) == (
        "What was Northwind's revenue in fiscal 2019?"
    )


def test_a_changed_company_takes_the_place_of_the_one_before(kestrel):
    assert read("and its capex?", [kestrel], ["FY2020"]) == f"What was {kestrel}'s capex in 2020?"


def test_a_changed_period_takes_the_place_of_the_one_before(northwind):
    assert read("and its capex?", [northwind], ["FY2021"]) == (
        "What was Northwind's capex in fiscal 2021?"
    )


def test_periods_are_put_into_words(northwind):
    asked = read("and its capex?", [northwind], ["2021Q2", "FY2020"])
    assert asked == "What was Northwind's capex in Q2 of fiscal 2021 and fiscal 2020?"


def test_a_company_taken_away_is_asked_for_no_more():
    assert read("and capex?", [], ["FY2020"]) == "What was capex in 2020?"


def test_a_period_taken_away_is_asked_for_no_more(northwind):
    assert read("and its capex?", [northwind], []) == "What was Northwind's capex?"


def test_one_of_two_companies_can_be_taken_away(northwind):
    asked = read("and capex?", [northwind], ["FY2020"], COMPARED)
    assert "Kestrel" not in asked
    assert "Northwind" in asked


def test_what_the_question_names_itself_is_left_alone(northwind):
    question = "What was Kestrel's net income in 2021?"
    assert read(question, [northwind], ["FY2020"]) == question


def test_a_first_question_takes_the_scope_that_was_chosen_for_it(kestrel):
    assert read("What was net income?", [kestrel], ["FY2021"], None) == (
        f"What was net income at {kestrel} in fiscal 2021?"
    )


def test_the_note_says_how_the_question_was_read(kestrel):
    scope = CarriedScope((kestrel,), ("FY2021",))
    note = carry_on("and capex?", FIRST, scope, ARCHIVE, load()).note
    assert note.startswith("“and capex?” was read as “What was Kestrel")
