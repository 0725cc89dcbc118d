"""Sentences, rows and headings of a page."""

from hypothesis import given
from hypothesis import strategies as st

from onfile.language.sentences import units

PAGE = """Results of Operations
Net sales rose 4.0% to $2.5 billion, due to
higher volumes. The U.S. segment fell. Margins
held.
Net sales $ 2,500 $ 2,404
Cost of sales 1,200 1,150
Outlook
We expect growth. We do not expect miracles."""


def kinds() -> list[tuple[str, str]]:
    return [(u.kind, PAGE[u.start : u.end]) for u in units(PAGE)]


def test_a_sentence_goes_over_line_ends() -> None:
    assert (
        "sentence",
        "Net sales rose 4.0% to $2.5 billion, due to\nhigher volumes.",
    ) in kinds()


def test_an_abbreviation_does_not_end_a_sentence() -> None:
    assert ("sentence", "The U.S. segment fell.") in kinds()


def test_a_table_row_is_one_unit() -> None:
    assert ("row", "Net sales $ 2,500 $ 2,404") in kinds()
    assert ("row", "Cost of sales 1,200 1,150") in kinds()


def test_a_short_line_without_a_full_stop_is_a_heading() -> None:
    assert ("heading", "Results of Operations") in kinds()
    assert ("heading", "Outlook") in kinds()


def test_a_heading_after_a_paragraph_is_not_joined_to_the_next() -> None:
    text = "Margins held.\nGross Profit\nGross profit fell in the year."
    assert [text[u.start : u.end] for u in units(text)] == text.split("\n")


@given(st.text(alphabet="ab A.B\n1,(?$-", max_size=200))
def test_every_inked_character_is_in_exactly_one_unit(text: str) -> None:
    found = units(text)
    covered = [i for u in found for i in range(u.start, u.end)]
    assert len(covered) == len(set(covered))
    assert {i for i, c in enumerate(text) if not c.isspace()} <= set(covered)


def test_a_quoted_paragraph_below_a_list_is_none_of_its_last_point() -> None:
    text = (
        "• Bought back six million shares this quarter\n“We grew as checkout did,” said the chief."
    )
    assert [text[u.start : u.end] for u in units(text)] == text.split("\n")
