import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onfile.language.names import (
    as_written,
    bare_name,
    canonical_names,
    initials,
    is_generic,
    name_key,
    said,
    same_company,
    short_name,
)
from onfile.types import Identity


def test_the_and_legal_forms_are_dropped_from_a_legal_name():
    assert bare_name("THE ALDER SPRINGS COMPANY") == "ALDER SPRINGS"
    assert bare_name("Northwind Beverages, Inc.") == "Northwind Beverages"
    assert bare_name("Halloway & Co., Inc.") == "Halloway"
    assert bare_name("Halloway and Company") == "Halloway"
    assert bare_name("Kestrel Cements Limited") == "Kestrel Cements"


def test_a_name_of_nothing_but_legal_forms_is_kept():
    assert bare_name("The Company") == "Company"
    assert bare_name("") == ""


def test_spellings_of_one_name_share_a_key():
    assert name_key("The Alder-Springs Company") == name_key("alder springs")
    assert name_key("Halloway & Pryce") == name_key("HALLOWAY AND PRYCE, INC.")
    assert name_key("Larkspur.com, Inc.") == name_key("Larkspur")
    assert name_key("Alder Springs") != name_key("Alder Falls")


@given(st.text(max_size=60))
def test_a_bare_name_is_stable_when_made_bare_again_by_its_key(name):
    assert name_key(bare_name(name)) == name_key(name)


def test_capitals_are_written_as_the_text_writes_them():
    text = "ALDER SPRINGS is here. At Alder Springs we grow. Alder Springs grew."
    assert as_written("ALDER SPRINGS", text) == "Alder Springs"
    assert as_written("qVale", text) == "qVale"


def test_capitals_without_another_spelling_become_title_case_but_short_ones_stay():
    assert as_written("NORTHWIND BEVERAGES AND FOODS", "") == "Northwind Beverages and Foods"
    assert as_written("9K", "9K grew") == "9K"


def test_initials_win_when_the_text_says_them_more_often_than_the_name():
    text = "Advanced Alder Devices, Inc. AAD sells. AAD grew. AAD hired. AAD moved."
    assert short_name("ADVANCED ALDER DEVICES, INC.", text) == "AAD"
    assert initials("Halloway & Pryce") == "HP"


def test_a_defined_beginning_of_the_name_is_what_people_say():
    text = 'Kestrel Resorts International ("Kestrel Resorts") grew. Kestrel Resorts opened.'
    assert (
        short_name("KESTREL RESORTS INTERNATIONAL", text, ("Kestrel Resorts",)) == "Kestrel Resorts"
    )


def test_group_is_dropped_only_when_the_text_drops_it():
    dropped = "Alder Group Inc. Alder grew. Alder sold. Alder hired."
    kept = "Alder Group Inc. Alder Group grew. Alder Group sold."
    assert short_name("ALDER GROUP INC.", dropped) == "Alder"
    assert short_name("ALDER GROUP INC.", kept) == "Alder Group"


def test_words_for_any_company_are_generic():
    assert is_generic("the Company")
    assert is_generic("we")
    assert not is_generic("Alder Company")


def test_documents_are_of_one_company_by_ticker_or_name_or_alias():
    filing = Identity(company="AAD", legal_name="ADVANCED ALDER DEVICES, INC.", ticker="AAD")
    call = Identity(company="Advanced Alder Devices", legal_name="Advanced Alder Devices Inc")
    spoken = Identity(company="AAD", legal_name="AAD")
    other = Identity(company="Advanced Birch Devices", ticker="ABD")
    assert same_company(filing, call)
    assert same_company(filing, spoken)
    assert not same_company(filing, other)


def test_one_name_is_chosen_for_all_documents_that_are_joined_directly_or_through_others():
    filing = Identity(
        company="AAD", legal_name="ADVANCED ALDER DEVICES, INC.", ticker="AAD", form="10-K"
    )
    call = Identity(company="Advanced Alder Devices", legal_name="Advanced Alder Devices Inc")
    spoken = Identity(company="AAD")
    unknown = Identity()
    names = canonical_names([call, unknown, filing, spoken])
    assert names == ["AAD", None, "AAD", "AAD"]


def test_the_same_alias_words_as_another_company_do_not_join_generic_names():
    a = Identity(company="Alder", aliases=("the Company", "Group"))
    b = Identity(company="Birch", aliases=("the Company", "Group"))
    assert canonical_names([a, b]) == ["Alder", "Birch"]


@given(st.permutations(range(4)))
def test_the_chosen_name_does_not_depend_on_the_order_of_documents(order):
    identities = [
        Identity(company="Alder", legal_name="ALDER SPRINGS CO", ticker="ALD", form="10-K"),
        Identity(company="Alder Springs", legal_name="Alder Springs Co"),
        Identity(company="Alder Springs", ticker="ALD"),
        Identity(company="Birch", legal_name="Birch plc"),
    ]
    names = dict(zip(order, canonical_names([identities[i] for i in order]), strict=True))
    assert [names[i] for i in range(4)] == ["Alder", "Alder", "Alder", "Birch"]


@pytest.mark.parametrize(
    ("name", "text", "n"),
    [
        ("Alder Group", "ALDER\nGROUP, Alder Group and MAlder Group", 2),
        ("Kestrel", "Kestrel and \u212aestrel, kestrels", 2),
        ("3M", "3M's, 13M, 3m", 2),
        ("Été Foods", "ÉTÉ FOODS", 1),
        ("& Sons", "Miller & Sons", 1),
    ],
)
def test_a_name_is_counted_as_a_whole_in_any_case(name, text, n):
    assert len(said(name).findall(text)) == n
    words = r"\s+".join(map(re.escape, name.split()))
    assert len(re.findall(rf"(?<!\w){words}(?!\w)", text, re.IGNORECASE)) == n
