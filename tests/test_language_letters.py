"""Kinds of characters, told for a whole page at once."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onfile.language.letters import BLANK, HANGING, LETTER, LOWER, WORD, codes_of, kinds_of


@given(st.text(max_size=60))
def test_each_character_is_of_the_kinds_that_regular_expressions_say(text):
    for character, kind in zip(text, kinds_of(codes_of(text)).tolist(), strict=True):
        assert bool(kind & LOWER) == ("a" <= character <= "z")
        assert bool(kind & LETTER) == (re.fullmatch(r"[^\W\d_]", character) is not None)
        assert bool(kind & WORD) == (re.fullmatch(r"\w", character) is not None)
        assert bool(kind & BLANK) == (not character.split())


def test_letters_beyond_the_first_plane_are_letters_too():
    kinds = kinds_of(codes_of("a\U0001d400\U0001f600"))
    assert [bool(kind & LETTER) for kind in kinds.tolist()] == [True, True, False]


@pytest.mark.parametrize(("character", "hangs"), [("g", True), (",", True), ("n", False)])
def test_letters_that_do_not_stand_on_the_baseline_are_known(character, hangs):
    assert bool(kinds_of(codes_of(character))[0] & HANGING) == hangs
