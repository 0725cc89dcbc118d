"""Sentences and totals that have the question's words and answer something else."""

from __future__ import annotations

import dataclasses

import pytest

from onfile.answer.astray import (
    asks_which_part,
    is_astray,
    is_misdated,
    is_of_several,
    without_names,
)
from onfile.answer.expected import Expected, expected, fitting
from onfile.answer.reader import read
from onfile.answer.request import Quantity
from onfile.answer.subject import Subject
from onfile.types import Intent, Pair, Period, QuestionKind, Refusal
from small_archive import SmallArchive
from test_answer_reader import (
    FY24,
    NORTHWIND,
    archive_with,
    figure,
    intent,
    match,
    reading,
)

FIGURE = QuestionKind.FIGURE


def asked(question: str, kind: QuestionKind = FIGURE, **given: object) -> Intent:
    return intent(question, kind, **({"pairs": (NORTHWIND,), "periods": (FY24,)} | given))


def astray(text: str, one: Intent, words: str = "") -> bool:
    measured = [Quantity(words, "some_concept", {}, is_statement_item=False)] if words else []
    read_as = reading(SmallArchive(), one, measured)
    return is_astray(read_as, Subject(read_as), text)


def test_a_sentence_that_names_another_year_alone_is_no_answer() -> None:
    one = asked("Gross margin in 2024?")
    assert astray("In 2015, your gross margin was 61 percent.", one)
    assert not astray("Gross margin was 61 percent in 2024, 60 percent in 2015.", one)
    assert not astray("Gross margin was 61 percent in FY24.", one)
    assert not astray("Gross margin was 61 percent.", one)


def test_a_quarters_sentence_is_no_answer_for_a_year() -> None:
    said = "For the fourth quarter of 2024, earnings per share were $2.27."
    assert astray(said, asked("Earnings per share in 2024"))
    assert not astray(said, asked("Earnings per share in Q4 2024", periods=(Period(2024, 4),)))


@pytest.mark.parametrize(
    ("text", "is_off"),
    [
        ("In 2024 debt repayments net of new borrowings were $5.6 billion.", True),
        ("In 2024 net cash used by operations was $3.4 billion; debt rose.", True),
        ("In 2024 new debt net of repayments was $36.3 billion.", True),
        ("At the end of 2024 net debt was $5.6 billion.", False),
        ("Net industrial debt was $5.6 billion.", False),
    ],
)
def test_the_words_of_a_measure_stand_together(text: str, is_off: bool) -> None:
    assert astray(text, asked("Net debt at the end of 2024"), "net debt") is is_off


def test_a_measure_without_one_of_its_words_is_another() -> None:
    one = asked("Book value per share in 2024")
    said = "Common stock has a par value per share of $0.01."
    assert astray(said, one, "book value per share")


def test_a_heading_or_a_count_of_shares_is_no_amount_of_a_share() -> None:
    one = asked("Loss per share in 2024", QuestionKind.WHAT)
    assert astray("Net (loss)/earnings per share:", one)
    assert astray("In 2024, 4.1 million shares were left out of diluted loss per share.", one)
    assert astray("In 2024 a loss on sale, net of tax, cost $0.02 per diluted share.", one)
    assert not astray("In 2024 the loss per share was $1.12.", one)


@pytest.mark.parametrize(
    ("question", "is_asked"),
    [
        ("Which Northwind segment had the largest operating loss in 2024?", True),
        ("What was the largest region by sales in 2024?", True),
        ("What were the international revenues in 2024?", False),
        ("Which of its segments reported an operating loss in 2024?", True),
        ("The worst performing segment by operating profit in 2024", True),
        ("What was the top line in 2024?", False),
        ("Which brand makes tea?", False),
    ],
)
def test_a_part_is_asked_for(question: str, is_asked: bool) -> None:
    assert asks_which_part(reading(SmallArchive(), asked(question))) is is_asked


def test_a_companys_name_ranks_nothing() -> None:
    pair = Pair("Best Kettles", FY24)
    one = asked("What was Best Kettles's segment revenue?", companies=("Best Kettles",))
    read_as = reading(SmallArchive(), dataclasses.replace(one, pairs=(pair,)))
    assert "best" not in without_names(read_as).lower()
    assert not asks_which_part(read_as)


def test_a_total_is_no_answer_to_which_segment() -> None:
    archive = archive_with("Total segment operating profit 120 110")
    one = asked("Which segment had the lowest operating profit in 2024?")
    total = figure("sha256:Northwind.pdf", "Total segment operating profit", 120)
    rows = {NORTHWIND: [match(total)]}
    assert isinstance(read(reading(archive, one, [Quantity("profit", None, rows)]), {}), Refusal)


def test_a_change_in_points_is_no_level() -> None:
    one = asked("Operating margin in 2024")
    archive = SmallArchive()
    said = "Operating margin expanded approximately 60 basis points."
    wanted = Expected("percent")
    assert not fitting(said, wanted, reading(archive, one))
    change = asked("How many basis points did operating margin expand in 2024?")
    assert fitting(said, wanted, reading(archive, change))


def test_an_amount_of_the_company_is_none_of_a_share() -> None:
    archive = archive_with("Net loss 120 110")
    row = match(figure("sha256:Northwind.pdf", "Net loss", -120))
    measured = [Quantity("net loss", None, {NORTHWIND: [row]})]
    one = asked("Net loss per share in 2024")
    assert isinstance(read(reading(archive, one, measured), {}), Refusal)


@pytest.mark.parametrize(
    ("concept", "question", "text", "is_off"),
    [
        ("buybacks", "Spend on share repurchases in 2024",
         "The remaining share repurchase authorization is $3.3 billion.", True),
        ("buybacks", "Spend on share repurchases in 2024",
         "It returned $1.5 billion by dividends and share repurchases.", True),
        ("buybacks", "Spend on share repurchases in 2024",
         "Share repurchases came to $549 million.", False),
        ("buybacks", "Authorization left for share repurchases in 2024",
         "The remaining share repurchase authorization is $3.3 billion.", False),
        ("dividends_paid", "Dividends paid in 2024",
         "It returned $1.5 billion by dividends and share repurchases.", True),
        ("dividends_per_share", "Dividends per share in 2024",
         "The board raised the quarterly dividend to $0.92 per share.", True),
    ],
)  # fmt: skip
def test_payments_to_owners_are_not_taken_for_one_another(concept, question, text, is_off):
    words = "share repurchases" if concept == "buybacks" else "dividends"
    quantity = Quantity(words, concept, {}, unit="money", is_statement_item=False)
    read_as = reading(SmallArchive(), asked(question), [quantity])
    assert is_astray(read_as, Subject(read_as), text) is is_off


def test_an_average_of_shares_is_no_amount_a_share():
    one = asked("Diluted EPS in 2024")
    quantity = Quantity("diluted EPS", "eps_diluted", {}, unit="per_share")
    read_as = reading(SmallArchive(), one, [quantity])
    text = "Diluted shares of 5,713 million were used; diluted EPS were $0.41."
    wanted = expected(read_as)
    assert [str(n.value) for n in fitting(text, wanted, read_as)] == ["0.41"]


QUARTER = Period(2024, 1)


@pytest.mark.parametrize(
    ("text", "is_other"),
    [
        ("Sales are expected to grow by 33% compared with first quarter 2024.", True),
        ("Sales grew by 12% in the first quarter of 2024.", False),
        ("Sales grew by 12% in the first quarter of 2024 compared with the fourth.", False),
    ],
)
def test_a_quarter_that_another_is_held_against_is_not_told_of(text: str, is_other: bool) -> None:
    pair = Pair("Northwind Beverages", QUARTER)
    one = asked("How did sales do in Q1 2024?", pairs=(pair,), periods=(QUARTER,))
    assert is_misdated(reading(SmallArchive(), one, []), text) is is_other


def test_a_year_is_no_reason_for_a_quarter() -> None:
    pair = Pair("Northwind Beverages", QUARTER)
    one = asked("Why did sales fall?", QuestionKind.WHY, pairs=(pair,), periods=(QUARTER,))
    held = reading(SmallArchive(), one, [])
    assert is_misdated(held, "Sales fell compared to fiscal 2023, due to rain.")
    assert not is_misdated(held, "Sales fell compared to the first quarter of fiscal 2023.")


def test_what_expires_on_a_day_is_not_what_was_made_on_it() -> None:
    one = asked("What is the amount of the credit agreement dated May 26, 2024?")
    held = reading(SmallArchive(), one, [])
    assert is_misdated(held, "The agreement of $3 million expires on May 26, 2024.")
    assert not is_misdated(held, "On May 26, 2024, it entered into an agreement of $4 million.")
    until = asked("Which agreement expires on May 26, 2024?")
    held = reading(SmallArchive(), until, [])
    assert not is_misdated(held, "The agreement of $3 million expires on May 26, 2024.")


def test_a_count_at_home_and_abroad_is_not_that_at_home() -> None:
    text = "We had 1,138 kilns at the end of 2024 in our Domestic and International segments."
    one = asked("How many kilns were in the domestic segment in 2024?")
    assert is_of_several(reading(SmallArchive(), one, []), text)
    both = asked("How many kilns did it have in its domestic and international segments?")
    assert not is_of_several(reading(SmallArchive(), both, []), text)
