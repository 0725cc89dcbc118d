"""What is asked of votes at a meeting: nominees, proposals, who had the most and the fewest."""

from __future__ import annotations

from decimal import Decimal

import pytest

from asked import answered, is_refused
from made_up_filing import annual_report
from made_up_reports import MEETING, SHARED_MEETING, current_report
from onfile.answer.telling_time import says_when
from onfile.engine import Engine
from onfile.language.ballots import AGAINST, FOR, ballots_in


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("meetings")
    reports = {
        "annual.htm": annual_report(),
        "meeting.htm": current_report("May 6, 2031", MEETING, filed="May 8, 2031"),
        "shared.htm": current_report("May 5, 2032", SHARED_MEETING, filed="May 7, 2032"),
    }
    for name, text in reports.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([folder], workers=1, ocr=False)
        yield opened


def test_a_proposal_is_answered_with_how_it_fared_and_all_its_votes(engine) -> None:
    said = answered(
        engine, "How did Larkspur's shareholders vote on the water use report in May 2031?"
    )
    assert "was defeated" in said
    assert "For 14,300,900 Against 47,100,800 Abstain 189,200" in said
    assert "68,200,300" not in said


def test_a_column_of_a_proposal_is_a_typed_count(engine) -> None:
    outcome = engine.ask(
        "How many votes against did the water use proposal receive at Larkspur in May 2031?"
    )
    assert outcome.value is not None, outcome.refusal
    assert outcome.value.number == Decimal(47_100_800)


def test_who_had_the_most_votes_against_is_one_row(engine) -> None:
    said = answered(engine, "Which Larkspur nominee had the most votes against in May 2031?")
    assert "Luis F. Abara: for 52,900,700; against 8,600,100" in said
    assert "Borg" not in said


def test_the_lowest_support_is_the_fewest_votes_for_with_its_share(engine) -> None:
    outcome = engine.ask(
        "Which Larkspur director got the lowest support in May 2032, and at what percentage?"
    )
    assert outcome.answer is not None, outcome.refusal
    assert "Luis F. Abara" in outcome.answer
    assert "83.25%" in outcome.answer
    assert outcome.value is not None
    assert (outcome.value.number, outcome.value.percent) == (Decimal("83.25"), True)


def test_a_nominee_who_is_named_has_the_row_of_the_meeting_asked_about(engine) -> None:
    first = answered(engine, "How many votes did Hanna Borg get at Larkspur in May 2031?")
    second = answered(engine, "How many votes did Hanna Borg get at Larkspur in May 2032?")
    assert "against 1,400,300" in first
    assert "against 1,080,300" in second


def test_the_proposals_that_failed_are_listed_without_those_that_passed(engine) -> None:
    said = answered(engine, "Which proposals were defeated at Larkspur's meeting in May 2031?")
    assert "water use" in said
    assert "Quill" not in said


def test_a_proposal_that_was_not_voted_on_is_refused(engine) -> None:
    is_refused(engine, "How many votes did the climate proposal receive at Larkspur in May 2031?")


def test_a_row_of_which_a_number_fits_no_column_is_left_out() -> None:
    text = "Election\nNominee For Against Abstain\nA. Bell 100 20\nB. Cole 90 30 1\n"
    assert ballots_in(text) == ()


def test_votes_without_a_name_belong_to_the_words_above() -> None:
    text = "Proposal 2: fees\nThe fees were approved.\nFor Against\n1,000 20\n"
    (ballot,) = ballots_in(text)
    assert (ballot.name, ballot.votes) == ("", {FOR: 1000, AGAINST: 20})
    assert "fees were approved" in ballot.subject


def test_the_outcome_of_one_vote_is_not_that_of_all(engine) -> None:
    said = answered(
        engine,
        "At Larkspur's annual meeting on May 6, 2031, what was the outcome of the shareholder vote "
        "on the shareholder proposal for a report on water use?",
    )
    assert "14,300,900" in said
    assert "68,200,300" not in said


def test_what_was_voted_on_is_every_proposal_with_its_votes(engine) -> None:
    said = answered(engine, "What did Larkspur's shareholders vote on in May 2031?")
    assert "68,200,300" in said
    assert "14,300,900" in said


def test_a_nominee_whose_votes_against_are_a_multiple_of_the_others_stands_out(engine) -> None:
    said = answered(
        engine,
        "Were there any board member nominees at Larkspur's 2031 annual meeting who had "
        "substantially more votes against joining than the other nominees?",
    )
    assert said.startswith("Yes, with at least 3 times the middle nominee’s 1,400,300 votes")
    assert "Luis F. Abara" in said
    assert "Borg" not in said


def test_the_year_of_a_meeting_is_that_in_which_it_was_held_and_reported(engine) -> None:
    said = answered(engine, "When was Larkspur's 2031 annual meeting held?")
    assert "May 6, 2031" in said
    said = answered(engine, "Which Larkspur nominee had the most votes against at the 2032 AGM?")
    assert "against 10,180,100" in said


def test_a_sentence_that_repeats_the_year_of_the_question_says_no_day() -> None:
    asked = "When was the 2031 annual meeting?"
    assert not says_when(
        "Portions of the proxy for the 2031 annual meeting under the 1934 Act", asked
    )
    assert not says_when(
        "It voted at the 2031 annual meeting for the year ending May 3, 2032.", asked
    )
    assert says_when("The 2031 annual meeting was held on May 6, 2031.", asked)


def test_whether_holders_approved_something_is_told_by_its_votes(engine) -> None:
    said = answered(engine, "Did Larkspur's shareholders approve the water use report in May 2031?")
    assert "was defeated" in said
