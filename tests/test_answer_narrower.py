"""Sentences of a part, of another stretch of time, or that only point elsewhere, are no answer."""

from __future__ import annotations

import dataclasses

import pytest

from onfile.answer.narrower import counts_other_things, is_narrower, is_under_a_part
from onfile.types import EvidenceType, Intent, Period, QuestionKind, Span


class _Asked:
    """What ``is_narrower`` reads of a reading."""

    def __init__(self, question: str, *, is_forward: bool = False) -> None:
        self.intent = dataclasses.replace(
            Intent(question, QuestionKind.FIGURE, EvidenceType.DOCUMENTS),
            companies=("Larkspur Instruments",),
            periods=(Period(2031),),
            is_forward_looking=is_forward,
        )


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("How much did volume grow in 2031?", "In East Asia, volume grew 4 percent.", True),
        ("How much did volume grow in East Asia?", "In East Asia, volume grew 4 percent.", False),
        ("How much did volume grow in 2031?", "In March, volume grew 4 percent.", False),
        ("How much did volume grow in 2031?", "In Larkspur, volume grew 4 percent.", False),
        ("How many did it deliver in 2031?", "Since inception, we delivered 753 scales.", True),
        ("How many has it delivered since inception?", "Since inception, we delivered 753.", False),
        ("How many did it deliver in 2031?", "In December 2031, we delivered 27 scales.", True),
        ("How many in December 2031?", "In December 2031, we delivered 27 scales.", False),
        ("How many in 2031?", "Subsequent to December 31, 2031, we bought 6 shares.", True),
        ("How many after year-end?", "Subsequent to December 31, 2031, we bought 6.", False),
        ("How much did sales grow?", "In our coastal segment, sales grew 7%.", True),
        ("How many did it deliver in 2031?", "We have delivered a total of 753 scales.", True),
        ("How much did sales grow?", "International sales were $24 million, up 1%.", True),
        ("How much did international sales grow?", "International sales grew 1%.", False),
        ("How much did sales grow?", "Total sales in Mexico increased 8 percent.", True),
        ("How much did sales grow?", "In the East Asia geographic area, sales grew 7%.", True),
        ("How much did sales grow?", "Net sales of $24 million grew 1%.", False),
        ("What was its income in 2031?", "Operating income last year was $1 billion.", True),
        ("What was its income in 2031?", "See page 12 for further information.", True),
        ("What was its income in 2031?", "Operating income was $2 billion.", False),
    ],
)
def test_what_is_narrower_than_the_question(question: str, text: str, expected: bool) -> None:
    assert is_narrower(_Asked(question), text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Earnings per share increased 7.5% to $12.90.", True),
        ("We expect earnings per share to have increased to $12.90.", False),
    ],
)
def test_an_outlook_is_not_answered_by_what_was(text: str, expected: bool) -> None:
    asked = _Asked("What is the guidance for earnings per share in 2031?", is_forward=True)
    assert is_narrower(asked, text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In 2031, we delivered 31 gliders to clubs.", False),
        ("Deliveries of gliders rose to 31 in 2031.", False),
        ("Three years after the issuance of a certificate, all gliders must be mended.", True),
        ("The 737 MAX gliders of all clubs were delivered.", True),
    ],
)
def test_a_number_must_be_of_the_things_that_are_counted(text: str, expected: bool) -> None:
    assert counts_other_things("How many gliders did it deliver in 2031?", text) is expected


class _Page:
    """An archive of one page."""

    def __init__(self, text: str) -> None:
        self._text = text

    def page_text(self, document_id: str, page: int) -> str:
        del document_id, page
        return self._text


def test_a_count_below_the_heading_of_one_program_is_the_programs() -> None:
    text = "G-7 Program In spring the price rose.\nIn 2031, we delivered 31 gliders."
    span = Span(1, text.index("In 2031"), len(text))
    reading = _Asked("How many gliders did it deliver in 2031?")
    reading.archive = _Page(text)
    assert is_under_a_part(reading, "d", span)
    named = _Asked("How many G-7 gliders did it deliver in 2031?")
    named.archive = reading.archive
    assert not is_under_a_part(named, "d", span)
    reading.archive = _Page(text.replace("G-7 Program", "Share Repurchase Program"))
    assert not is_under_a_part(reading, "d", span)
