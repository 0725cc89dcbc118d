"""Two letters typed the wrong way round; nothing else is put right."""

from __future__ import annotations

import pytest

from onfile.language import lexicon
from onfile.scope.spelling import put_right


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("porfit", "profit"), ("inetrest", "interest"), ("liabiilties", "liabilities")],
)
def test_swapped_letters_are_read_as_the_word_that_is_meant_and_said_so(typed, meant) -> None:
    read, notes = put_right(f"What was Larkspur's {typed} in 2031?", lexicon.load())
    assert read == f"What was Larkspur's {meant} in 2031?"
    assert notes == (f"“{typed}” was read as “{meant}”",)


@pytest.mark.parametrize(
    "word", ["filed", "liens", "Trail", "Profti", "rpofit", "Larskpur", "profit", "tolal"]
)
def test_names_other_slips_and_words_of_their_own_are_left_alone(word) -> None:
    question = f"What did {word} report?"
    assert put_right(question, lexicon.load()) == (question, ())


def test_places_in_the_question_stay_where_they_are() -> None:
    question = "Larkspur gross porfit and opertaing income 2031"
    assert len(put_right(question, lexicon.load())[0]) == len(question)
