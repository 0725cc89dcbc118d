from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onfile.language.numbers import find_numbers, format_amount, read_cell


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("$ 1,577", "1577"),
        ("(1,577)", "-1577"),
        ("$ (1,577)", "-1577"),
        ("$(1,577)", "-1577"),
        ("($1,577)", "-1577"),
        ("( 1,577 )", "-1577"),
        ("-1.2", "-1.2"),
        ("–1.2", "-1.2"),
        ("1.2-", "-1.2"),
        ("1,23,456", "123456"),
        (".45", "0.45"),
        ("12.3%", "12.3"),
        ("(0.3)%", "-0.3"),
        ("(0.3%)", "-0.3"),
        ("1,577(a)", "1577"),
    ],
)
def test_a_cell_is_read_with_its_sign(printed, value):
    assert read_cell(printed).value == Decimal(value)


@pytest.mark.parametrize("printed", ["–", "—", "-", "$ —", "$—", "—%"])
def test_a_lone_dash_is_nil_and_not_a_minus(printed):
    number = read_cell(printed)
    assert number.is_nil
    assert number.value == 0


@pytest.mark.parametrize("printed", ["NM", "Total", "1,577 and 3", "2022-23", ""])
def test_a_cell_of_words_is_no_number(printed):
    assert read_cell(printed) is None


@pytest.mark.parametrize(
    ("text", "value", "scale", "currency"),
    [
        ("revenue of $2.55 billion", "2.55", 10**9, "USD"),
        ("EBITDA stood at INR1,712 crores", "1712", 10**7, "INR"),
        ("Rs. 1,23,456 lakh was spent", "123456", 10**5, "INR"),
        ("a charge of €40 mn", "40", 10**6, "EUR"),
        ("net loss of $(33) million", "-33", 10**6, "USD"),
        ("sold 3.2 million units", "3.2", 10**6, None),
        ("capex of $318M in all", "318", 10**6, "USD"),
    ],
)
def test_words_of_scale_and_currency_belong_to_their_number(text, value, scale, currency):
    (number,) = find_numbers(text)
    assert (number.value, number.scale, number.currency) == (Decimal(value), scale, currency)
    assert number.amount == Decimal(value) * scale


def test_percent_is_told_from_an_amount():
    rise, base = find_numbers("rose 12.3% to $45")
    assert rise.is_percent
    assert not base.is_percent


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("in 2022 sales were 412", ["year", "amount"]),
        ("see Note 16 for 12 leases", ["reference", "amount"]),
        ("December 31, 2022", ["day", "year"]),
        ("SG&A expenses(2) were 77", ["reference", "amount"]),
        ("We had 2,022 stores", ["amount"]),
    ],
)
def test_years_days_and_references_are_no_amounts(text, roles):
    assert [number.role for number in find_numbers(text)] == roles


@pytest.mark.parametrize(
    "text", ["the Form 10-K", "section A3.4b", "the Q3 call", "FY26 was strong"]
)
def test_digits_inside_a_name_are_no_number(text):
    assert [n for n in find_numbers(text) if n.role == "amount"] == []


def test_a_hyphen_between_numbers_is_no_minus():
    assert [n.value for n in find_numbers("a range of 10-12 units")] == [Decimal(10), Decimal(12)]


@given(st.text(alphabet="$()-–, .%0123456789abmn\n", max_size=40))
def test_offsets_give_back_what_was_printed(text):
    for number in find_numbers(text):
        assert text[number.start : number.end] == number.printed


@given(st.integers(min_value=-(10**12), max_value=10**12))
def test_a_formatted_amount_reads_back(value):
    shown = format_amount(Decimal(value), 10**6, "USD")
    (number,) = find_numbers(
        shown.replace("-$", "$(").replace(" million", ") million") if value < 0 else shown
    )
    assert number.amount == value * 10**6


@pytest.mark.parametrize(
    ("value", "scale", "currency", "percent", "shown"),
    [
        ("75111", 10**6, "USD", False, "$75,111 million"),
        ("1712", 10**7, "INR", False, "INR 1,712 crore"),
        ("22.76", 1, "USD", False, "$22.76"),
        ("-11873", 10**6, "USD", False, "-$11,873 million"),
        ("53.2", 1, None, True, "53.2%"),
        ("640", None, None, False, "640"),
    ],
)
def test_amounts_are_shown_as_people_write_them(value, scale, currency, percent, shown):
    assert format_amount(Decimal(value), scale, currency, is_percent=percent) == shown


def test_a_letter_after_a_number_without_a_currency_is_no_scale():
    assert find_numbers("a wall 5M high") == []
