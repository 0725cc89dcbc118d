"""What is asked of reports on Form 8-K: what happened on a day, who came and went, until when."""

from __future__ import annotations

import pytest

from asked import answered, is_refused
from made_up_filing import annual_report
from made_up_reports import (
    CREDIT,
    DIRECTOR,
    INDENTURE,
    NOTES,
    OFFICERS,
    RELEASE,
    current_report,
)
from onfile.engine import Engine


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("reports")
    reports = {
        "annual.htm": annual_report(),
        "credit.htm": current_report("June 10, 2031", CREDIT),
        "notes.htm": current_report("August 14, 2031", NOTES, INDENTURE),
        "director.htm": current_report("July 4, 2031", DIRECTOR),
        "officers.htm": current_report("October 2, 2031", OFFICERS, RELEASE),
    }
    for name, text in reports.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([folder], workers=1, ocr=False)
        yield opened


def test_what_was_announced_is_what_the_items_tell_first_and_the_releases_title(engine) -> None:
    said = answered(engine, "What did Larkspur announce in its 8-K of October 2, 2031?")
    assert said.startswith("Item 5.02: ")
    assert "Teodora Finch informed the Board" in said
    assert "NAMES INES TALLOW PRESIDENT" in said


def test_what_happened_in_a_month_is_no_lack_of_a_subject(engine) -> None:
    said = answered(engine, "What happened at Larkspur in June 2031?")
    assert "entered into a new $300 million" in said
    assert "various relationships" not in said


def test_who_goes_and_who_takes_over_are_told_by_other_verbs(engine) -> None:
    said = answered(
        engine,
        "Which Larkspur director said in October 2031 she would not stand again, and who takes "
        "over as Audit Committee Chair?",
    )
    assert "Teodora Finch" in said
    assert "Luis F. Abara" in said


def test_who_was_named_and_what_she_was_before(engine) -> None:
    said = answered(
        engine, "Who became Larkspur's President in October 2031 and what had she been before?"
    )
    assert "Ines Tallow, the current Chief Financial Officer" in said


def test_a_facility_is_told_with_the_one_it_replaces_and_until_when_that_ran(engine) -> None:
    said = answered(
        engine,
        "Which facility did Larkspur's new credit agreement of June 2031 replace, and when had "
        "that one been due to expire?",
    )
    assert "$250 million" in said
    assert "scheduled to expire in June 2032" in said
    assert "expires on June 10, 2036" not in said


def test_how_large_and_until_when_are_two_sentences(engine) -> None:
    said = answered(
        engine,
        "How large is the credit facility that Larkspur entered into on June 10, 2031, and when "
        "does it expire?",
    )
    assert "$300 million" in said
    assert "June 10, 2036" in said


def test_notes_issued_are_told_by_amounts_and_not_by_their_indenture(engine) -> None:
    said = answered(engine, "What notes did Larkspur issue in August 2031?")
    assert "$150,000,000 aggregate principal amount of 4.100% Notes due 2036" in said
    assert "semi-annually" not in said
    assert "trustee" not in said


def test_what_the_proceeds_are_for(engine) -> None:
    said = answered(
        engine,
        "What does Larkspur intend to do with the proceeds of the notes it sold in August 2031?",
    )
    assert "to repay bank loans" in said


def test_net_proceeds_are_told_with_their_amount(engine) -> None:
    said = answered(engine, "What were the net proceeds of Larkspur's August 2031 notes offering?")
    assert "approximately $247.5 million" in said


@pytest.mark.parametrize(
    "question",
    [
        "Who was appointed General Counsel of Larkspur in the 8-K of October 2, 2031?",
        "What did Larkspur announce on August 14, 2031 about a dividend?",
        "Which subsidiary did Larkspur sell in October 2031?",
    ],
)
def test_what_the_report_of_that_day_does_not_name_is_refused(engine, question: str) -> None:
    is_refused(engine, question)


@pytest.mark.parametrize("day", ["July 4, 2031", "4 July 2031", "4th July 2031"])
def test_the_agenda_of_a_report_is_what_its_items_tell_behind_their_titles(
    engine, day: str
) -> None:
    said = answered(engine, f"What was the key agenda of Larkspur's 8k filing dated {day}?")
    assert said.startswith("Item 5.02: ")
    assert "“On July 4, 2031, the Board of Directors elected Ada Quist" in said
    assert "“Effective July 10, 2031, the Board enlarged" in said
    assert "Arrangements" not in said
