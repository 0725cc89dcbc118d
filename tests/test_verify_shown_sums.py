"""Sums that an answer shows are worked out again, allowing for how people write and round them."""

import pytest

from onfile.verify.shown_sums import false_sum


@pytest.mark.parametrize(
    "text",
    [
        "($87,270 + $91,968) / 2 = $89,619",
        "Average: ($87,270 million + $91,968 million) / 2 = $89.6 billion",
        "$15,204,000 / $594,954,000 = 0.0256",
        "(12.6% + 5.7% + 5.2%) / 3 = 7.8%",
        "20% of $66,608 million = 0.20 * 66,608 = $13,321.6 million",
        "(65,984 / 65,398) ^ (1/2) - 1 = 0.5%",
        "$700 million x 10% = $70 million",
        "5,144 / 25,530 * 100 = 20.14%",  # cut off instead of rounded
        "margin = 9,912 / 46,298 = 21.4%",
        "FY2022 - 2020 = 2",
        "365 * 2 = 365 * 2",
        "Revenue - 5 + 6 = 11",  # it goes on to the left with a name
        "clause 4.2 - 4.3 = scope",
        "5 / (3 - 3) = 0",
        "(5 + 4 = 9",
        "no sums at all",
        "",
    ],
)
def test_a_sum_that_comes_out_in_some_reading_of_its_units_is_not_false(text):
    assert false_sum(text) == ""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("($87,270 + $91,968) / 2 = $94,619", "$94,619"),
        ("ratio\n= $15,204,000 / $594,954,000\n= 2.6x", "2.6"),
        ("5,000 + 4 = 9,004", "9,004"),
        ("5 + 4 = 12 (rounded)", "12"),
        ("(24.6 + 22.2 + 14.1) / 3 = 21.3%", "21.3%"),
        ("1,493 million - 576 million = 915 million", "915 million"),
        ("100 - 40 = 60 and 60 / 2 = 40", "40"),
    ],
)
def test_a_sum_that_does_not_come_out_is_shown(text, shown):
    assert false_sum(text).endswith(f"= {shown}")


def test_of_several_sums_the_first_false_one_is_told():
    assert false_sum("1 + 1 = 2\n2 + 2 = 5\n3 + 3 = 9") == "2 + 2 = 5"
