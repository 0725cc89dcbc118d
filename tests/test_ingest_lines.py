import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from onfile.ingest.characters import UNMAPPED, fold
from onfile.ingest.lines import rebuild
from placed_text import CHAR_WIDTH, place


def rows(*lines):
    return rebuild(*place(*lines))[0].split("\n")


def test_numbers_on_the_next_text_line_join_the_label_on_their_baseline():
    assert rows((50, 100, "Net revenues"), (300, 100.4, "846 1,065 142")) == [
        "Net revenues 846 1,065 142"
    ]


def test_numbers_a_little_below_their_label_join_it_when_they_follow_it():
    assert rows((50, 100, "Sale of depots"), (300, 103.6, "846 1,065")) == [
        "Sale of depots 846 1,065"
    ]


def test_numbers_a_full_line_below_a_label_stay_a_row_of_their_own():
    assert rows((50, 100, "Sale of depots"), (300, 110, "846 1,065")) == [
        "Sale of depots",
        "846 1,065",
    ]


def test_bold_totals_with_a_lower_baseline_join_their_label():
    assert rows((50, 100, "Total"), (300, 101.8, "1,234")) == ["Total 1,234"]


def test_dollar_signs_in_cells_of_their_own_stand_before_their_numbers():
    assert rows(
        (50, 100, "Cash"), (290, 100, "$"), (390, 100, "$"), (300, 100, "12"), (400, 100, "9")
    ) == ["Cash $ 12 $ 9"]


def test_a_closing_bracket_in_a_cell_of_its_own_stands_after_its_number():
    assert rows((50, 100, "Loss"), (300, 100, "(57"), (316, 100, ")")) == ["Loss (57 )"]


def test_a_column_of_numbers_that_comes_after_all_labels_joins_them_row_by_row():
    assert rows(
        (50, 100, "Cider"), (50, 112, "Tonic"), (50, 124, "Juice"),
        (300, 100, "10"), (300, 112, "20"), (300, 124, "30"),
    ) == ["Cider 10", "Tonic 20", "Juice 30"]  # fmt: skip


def test_short_cells_of_a_table_come_out_in_the_order_of_the_page():
    assert rows(
        (400, 100, "Alder Works"),
        (50, 112, "Item"),
        (200, 100, "Birch Builders"),
        (300, 112, "Each"),
    ) == ["Birch Builders Alder Works", "Item Each"]


def test_two_columns_of_prose_are_never_interleaved():
    left = [
        "the springs were opened in the",
        "second year and have been run",
        "by the family ever since then",
    ]
    right = [
        "our bottling lines are old but",
        "they are kept in good order by",
        "a crew of nine people in shifts",
    ]
    placed = [(50, 100 + 12 * n, line) for n, line in enumerate(left)]
    placed += [(320, 100 + 12 * n, line) for n, line in enumerate(right)]
    assert rows(*placed) == left + right


def test_the_short_last_line_of_a_prose_column_is_not_joined_to_the_other_column():
    left = ["the springs were opened in the", "second year and have been run", "by hand"]
    right = ["our bottling lines are old but", "they are kept in good order by", "a crew"]
    placed = [(50, 100 + 12 * n, line) for n, line in enumerate(left)]
    placed += [(320, 100 + 12 * n, line) for n, line in enumerate(right)]
    assert rows(*placed) == left + right


def test_a_page_without_columns_reads_from_top_to_bottom():
    assert rows((50, 700, "58"), (50, 100, "Alder Springs"), (50, 112, "Notes")) == [
        "Alder Springs",
        "Notes",
        "58",
    ]


def test_a_wide_gap_without_a_space_separates_words():
    text, boxes = place((50, 100, "Total12"))
    boxes[5:, [0, 2]] += 60.0
    assert rebuild(text, boxes)[0] == "Total 12"


def test_a_text_layer_without_line_ends_is_cut_where_the_row_changes():
    text, boxes = place((50, 100, "Net sales 9 8"), (50, 112, "Cost of sales 5 4"))
    run_on = text.replace("\n", " ")
    assert rebuild(run_on, boxes)[0] == text


def test_right_to_left_lines_keep_the_order_of_the_text_layer():
    assert rows((300, 100, "שלום עולם"), (50, 100, "אחד שתיים")) == ["שלום עולם", "אחד שתיים"]


def test_ligatures_share_the_width_of_their_box():
    text, boxes = fold(*place((50, 100, "proﬁt")))
    assert text == "profit"
    width = (CHAR_WIDTH - 0.5) / 2
    assert np.allclose(boxes[3:5, 0], [50 + 3 * CHAR_WIDTH, 50 + 3 * CHAR_WIDTH + width])


def test_spaces_soft_hyphens_and_bullets_are_folded():
    assert fold("a\u00a0b\u2009c\u200bd so\u00adft \uf0b7 x", None)[0] == "a b cd soft • x"


def test_a_hyphen_at_a_line_end_keeps_its_line_end():
    text, boxes = place((50, 100, "long\x02term"))
    boxes[5:] += np.array([-25, 12, -25, 12], np.float32)  # pdfium gives no line end after it
    assert rebuild(text, boxes)[0] == "long-\nterm"


def test_an_unmapped_ligature_with_one_reading_is_repaired():
    marked = "the \x00nancial o\x00cer of a pro\x00table \x00rm, signi\x00cant cash \x00ow"
    assert fold(marked, None)[0] == (
        "the financial officer of a profitable firm, significant cash flow"
    )


def test_an_unmapped_glyph_with_no_certain_reading_stays_marked():
    assert fold("Zu\x00enhall", None)[0] == f"Zu{UNMAPPED}enhall"


def test_control_characters_without_ink_vanish_and_those_with_ink_are_marked():
    text, boxes = place((50, 100, "a\x05b"))
    assert fold(text, boxes)[0] == f"a{UNMAPPED}b"
    boxes[1] = np.nan
    assert fold(text, boxes)[0] == "ab"


@given(
    st.lists(
        st.tuples(
            st.integers(20, 500),
            st.integers(20, 700),
            st.text(st.sampled_from("ab 19,$(.)Zﬁ•é"), min_size=1, max_size=12),
        ),
        min_size=1,
        max_size=20,
    )
)
def test_every_character_with_ink_comes_out_exactly_once_with_its_box(lines):
    text, boxes = place(*lines)
    rebuilt, rebuilt_boxes = rebuild(text, boxes)
    expected = sorted("".join(text.replace("ﬁ", "fi").split()))
    assert sorted("".join(rebuilt.split())) == expected
    assert len(rebuilt_boxes) == len(rebuilt)
    has_box = ~np.isnan(rebuilt_boxes[:, 0])
    assert [not char.isspace() for char in rebuilt] == has_box.tolist()
