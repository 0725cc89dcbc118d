"""Sentences of a part, of another stretch of time, or that only point elsewhere, are no answer."""

from __future__ import annotations

import dataclasses

import pytest

from onfile.answer.narrower import is_narrower
from onfile.types import EvidenceType, Intent, Period, QuestionKind


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
