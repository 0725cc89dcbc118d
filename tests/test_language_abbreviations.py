"""Abbreviations that a document defines for itself."""

import pytest

from onfile.language.abbreviations import defined


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("our Commercial Beverages (CB) segment", "CB", "Commercial Beverages"),
        (
            "Juice, Dairy and Semi-Custom (“JDSC”) net revenue",
            "JDSC",
            "Juice, Dairy and Semi-Custom",
        ),
        ("1) Frost-Lane North America (FLNA), which", "FLNA", "Frost-Lane North America"),
        ("Research and Development (R&D)", "R&D", "Research and Development"),
    ],
)
def test_initials_spell_the_words_before_the_bracket(text: str, short: str, long: str) -> None:
    assert defined(text) == {short: long}


def test_a_bracket_that_the_words_do_not_spell_defines_nothing() -> None:
    assert defined("traded on the exchange (NYSE) and rated well (AAA)") == {}
