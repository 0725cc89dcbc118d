"""Calls written down without speakers, and a drawing of which only the stamp is text."""

from __future__ import annotations

import pytest

from asked import answered, is_refused
from made_up_filing import annual_report
from onfile.demo.paper import Paper
from onfile.engine import Engine

CALL = (
    "Good morning and welcome to the Larkspur Instruments Inc. first quarter 2032 earnings call. "
    "I will hand over to Maren Holt. Thank you. Orders of scales grew. We raised our guidance. "
    "Our first question comes from Iris Quane of Dunmore Research. Your line is open. "
    "Good morning. I wanted to ask about the Tolk licence. What changed in it, and how does it "
    "help you? Thank you, Iris. We will not say much about the licence. "
    "One moment for our next question. Our next question comes from Teo Barrow with Cape Point "
    "Securities. Your line is open. Hi. Maybe you could speak to the price of flour. Thanks. "
    "Flour is dear. The Tolk licence has no bearing on flour. "
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("bare")
    (folder / "LKI_2032_Q1_call.txt").write_text(CALL, encoding="utf-8")
    (folder / "larkspur.htm").write_text(annual_report(), encoding="utf-8")
    stamp = Paper(folder / "plan_B2.7_floor.pdf", "", head="")
    for line in ("REVIEWED FOR FIRE CODE", "June 3 2031", "By:", "Orrin Checkers", "APPROVED"):
        stamp.line(line)
    stamp.save()
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([folder], workers=1, ocr=False)
        yield opened


def test_who_asked_is_whom_the_operator_announced(engine) -> None:
    said = answered(engine, "Who asked about the Tolk licence on Larkspur's Q1 2032 call?")
    assert "Iris Quane of Dunmore Research" in said
    assert "Teo Barrow" not in said


def test_a_question_without_its_mark_ends_with_the_thanks(engine) -> None:
    said = answered(engine, "Which analyst asked about the price of flour on Larkspur's call?")
    assert "Teo Barrow" in said


def test_what_nobody_asked_of_is_nobodys_question(engine) -> None:
    is_refused(engine, "Who asked about Ostrava on Larkspur's Q1 2032 call?")


def test_a_sheets_stamp_is_shown_whole(engine) -> None:
    said = answered(engine, "Who reviewed plan B2.7 for the fire code?")
    assert "Orrin Checkers" in said
    is_refused(engine, "Who reviewed plan B2.7 for drainage?")
