"""Words are stemmed and folded; what people look up as it stands is kept as it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onfile.adapters.stemmer import stem
from onfile.language.words import Words, content_terms, fold


def terms(text: str) -> list[str]:
    return content_terms(text, stem)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The pavements were resurfaced", ["pavement", "resurfac"]),
        ("the company's earnings", ["compani", "earn"]),
        ("the company’s earnings", ["compani", "earn"]),
        ("Café NAÏVE", ["cafe", "naiv"]),
        ("semi-custom", ["semi", "custom", "semicustom"]),
        ("R&D", ["r&d", "rd"]),
        ("and/or", []),
        ("profit/loss", ["profit", "loss"]),
        ("U.S. sales", ["u.s", "us", "sale"]),
        ("75,111", ["75111"]),
        ("75111", ["75111"]),
        ("4.750%", ["4.750", "4.75", "4.75%"]),
        ("1,577(2)", ["1577", "1,577(2)"]),
        ("10-K", ["10-k", "10k", "10"]),
        ("F-35", ["f-35", "f35", "35"]),
        ("P-620", ["p-620", "p620", "620"]),
        ("2-09.3(1)E", ["2-09.3(1)e", "2-09.3", "09.3"]),
        ("401(k)", ["401(k)", "401", "401k"]),
        ("FY26 Q3", ["fy26", "q3"]),
        ("Note 14", ["note", "14", "note:14"]),
        ("Notes 14.", ["note", "14", "note:14"]),
        ("Item 1A. Risk", ["item", "1a", "risk", "item:1a"]),
        ("Section 2-09.3(1)E", ["section", "2-09.3(1)e", "2-09.3", "09.3", "section:2-09.3(1)e"]),
        ("what is the", []),
        ("", []),
    ],
)
def test_terms_of(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_a_number_is_the_same_term_with_and_without_its_comma() -> None:
    assert terms("1,204,500") == terms("1204500")


def test_a_list_of_years_is_not_read_as_one_number() -> None:
    assert terms("2021,2022") == ["2021", "2022"]


@given(st.text(max_size=60))
def test_terms_do_not_depend_on_case_and_are_never_empty(text: str) -> None:
    found = Words(stem).terms(text)
    assert all(found)
    assert found == Words(stem).terms(fold(text))


@given(st.lists(st.sampled_from(["alder", "75,111", "R&D", "F-35", "semi-custom"]), max_size=8))
def test_a_text_has_the_terms_of_its_words_in_order(words: list[str]) -> None:
    assert terms(" ".join(words)) == [term for word in words for term in terms(word)]
