"""Words that stand together."""

import pytest

from onfile.retrieve.phrases import ASKED, NO_PHRASES, PRINTED, Phrases


def stems(text: str) -> list[str]:
    return text.lower().replace(",", "").split()


def phrases(*prints: str, words: str = "") -> Phrases:
    return Phrases.of(prints, words, stems)


def test_a_printed_phrase_counts_only_where_its_words_are_neighbours() -> None:
    asked = phrases("gross profit rate")
    assert asked.factor(["the gross profit rate rose"]) == PRINTED
    assert asked.factor(["the rate of gross profit"]) == 1.0


def test_a_phrase_split_over_two_chunks_is_not_found() -> None:
    assert phrases("net sales").factor(["higher net", "sales fell"]) == 1.0


def test_single_words_are_left_to_the_rankers() -> None:
    assert phrases("revenue").factor(["revenue rose"]) == 1.0


def test_half_of_the_questions_neighbours_are_enough() -> None:
    asked = phrases(words="planned separation costs")
    assert asked.factor(["the planned separation will"]) == ASKED
    assert asked.factor(["separation was planned, costs rose"]) == 1.0


def test_both_factors_apply_together() -> None:
    asked = phrases("store closures", words="store closures")
    assert asked.factor(["all store closures"]) == pytest.approx(PRINTED * ASKED)


def test_no_phrases_change_nothing() -> None:
    assert NO_PHRASES.factor(["anything"]) == 1.0
