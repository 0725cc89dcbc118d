from onfile.ingest.labels import printed_labels
from onfile.ingest.quality import assess
from onfile.types import Page, PageStatus

PROSE = (
    "The company bottles spring water in three plants. Net sales rose 4.2% to $1,205 million, "
    "and the operating margin was 12.1%, after the charge of $(14) million taken in the year. "
)


def test_prose_is_text_of_high_quality():
    status, quality = assess(PROSE * 3)
    assert status is PageStatus.TEXT
    assert quality > 0.97


def test_a_table_of_numbers_is_text():
    table = "Net sales $ 1,205 $ 1,157\nCost of sales (803) (790)\nEPS 0.42 — 12.1 %\n" * 10
    status, quality = assess(table)
    assert status is PageStatus.TEXT
    assert quality > 0.97


def test_glyph_codes_are_garbage():
    coded = "".join(chr(1 + ord(char) % 25) if char.islower() else char for char in PROSE * 3)
    assert assess(coded)[0] is PageStatus.GARBAGE_TEXT


def test_letters_shifted_by_a_broken_encoding_are_garbage():
    shifted = "".join(chr(ord(char) - 29) if char.isalpha() else char for char in PROSE * 3)
    assert assess(shifted)[0] is PageStatus.GARBAGE_TEXT


def test_a_page_of_consonants_is_garbage_though_its_tokens_look_like_words():
    table = str.maketrans("aeiouy", "bcdfgh")
    assert assess(PROSE.lower().translate(table) * 3)[0] is PageStatus.GARBAGE_TEXT


def test_a_stamp_of_a_few_characters_is_text():
    assert assess("A3.4 §§ #")[0] is PageStatus.TEXT


def test_spaces_alone_are_no_text():
    assert assess(" \n ") == (PageStatus.NO_TEXT, 0.0)


def test_letters_of_other_scripts_are_text():
    assert assess("Вода из родников разливается на трёх заводах. " * 5)[0] is PageStatus.TEXT


def test_ruled_lines_drawn_with_characters_are_text():
    assert assess("=" * 80 + "\nQuestions and Answers\n" + "-" * 80) == (PageStatus.TEXT, 1.0)


def test_dots_that_lead_to_a_page_number_do_not_make_garbage():
    contents = "".join(f"SECTION {n} - BENEFITS{'.' * 120}{n}\n" for n in range(1, 9))
    assert assess(contents) == (PageStatus.TEXT, 1.0)


def test_a_very_long_token_is_judged_in_no_time():
    assert assess("ab'" * 50_000)[1] == 0.0


def pages(*texts):
    return [Page(number, text, PageStatus.TEXT) for number, text in enumerate(texts, 1)]


def test_printed_numbers_that_run_with_the_pages_are_labels():
    found = printed_labels(pages(*(f"Net sales 2022 2021\nwords\n{n + 55}" for n in range(1, 6))))
    assert found == {1: "56", 2: "57", 3: "58", 4: "59", 5: "60"}


def test_prefixed_and_page_of_labels_are_read():
    assert printed_labels(pages("a\nF-1", "b\nF-2", "c\nF-3")) == {1: "F-1", 2: "F-2", 3: "F-3"}
    found = printed_labels(pages("x\nPage 3 of 14", "x\nPage 4 of 14", "x\nPage 5 of 14"))
    assert found == {1: "3", 2: "4", 3: "5"}


def test_numbers_that_do_not_run_on_are_not_labels():
    assert printed_labels(pages("Total\n12", "Total\n90", "Total\n41")) == {}


def test_a_page_without_a_number_gets_none_and_the_drift_after_it_is_followed():
    texts = ["1", "2", "3", "no number here", "4", "5", "6"]
    assert printed_labels(pages(*texts)) == {
        1: "1", 2: "2", 3: "3", 5: "4", 6: "5", 7: "6",
    }  # fmt: skip
