"""Trends whose periods are not named: the latest years on file, and the answer says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from onfile.engine import Engine
from onfile.language.course import asks_course, is_judged
from test_answer_senseless import SOFTWARE
from web_filings import filing


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("filings")
    filing(folder, "Quillstone Software Inc.", *SOFTWARE)
    with Engine(tmp_path_factory.mktemp("store") / "s") as engine:
        engine.ingest([Path(folder)], workers=1, ocr=False, embed=False)
        yield engine


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Is Quillstone's gross margin improving?",  # 650 / 840 after 585 / 760
         ["Yes, higher each time", "FY2030 77.0%; FY2031 77.4%"]),
        ("Is Quillstone's operating margin declining?",  # 210 / 840 after 180 / 760
         ["No, higher each time", "FY2030 23.7%; FY2031 25.0%"]),
        ("How has Quillstone's revenue developed?",
         ["Higher each time", "$760 million", "$840 million"]),
    ],
)  # fmt: skip
def test_a_trend_without_periods_is_that_of_the_latest_years_and_says_so(engine, question, says):
    outcome = engine.ask(question)
    assert outcome.answer is not None, outcome.refusal
    for words in (*says, "no period was named: the latest years on file"):
        assert words in outcome.answer
    assert any("FY2030, FY2031" in note for note in outcome.intent.notes)


def test_a_period_that_is_named_is_not_widened(engine):
    outcome = engine.ask("Has Quillstone's revenue been growing in 2031?")
    assert [period.name for period in outcome.intent.periods] == ["FY2031"]
    assert outcome.answer is not None
    assert outcome.answer.startswith("Yes: ")


@pytest.mark.parametrize(
    ("question", "is_course"),
    [
        ("Is the margin getting better?", True),
        ("What is the trend in sales?", True),
        ("How has revenue evolved?", True),
        ("What was revenue in 2031?", False),
        ("Which segment is the largest?", False),
        ("Why did sales fall?", False),
    ],
)
def test_questions_of_a_course_are_told_by_their_words(question, is_course):
    assert asks_course(question) is is_course


def test_better_is_not_higher_for_everything():
    assert is_judged("Is the cash conversion cycle improving?")
    assert not is_judged("Is the cash conversion cycle rising?")
