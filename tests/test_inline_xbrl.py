"""Inline XBRL of web filings: what its tags state, and the second reading they give."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path

import pytest

from onfile.adapters.inline_xbrl import facts_in
from onfile.engine import Engine
from onfile.figures.facts import period_of
from onfile.types import Fact, Identity, Period, RefusalCode
from web_filings import XBRL_HEAD, filing, tagged

BALANCE = [
    ("Cash and cash equivalents", tagged("420", "CashAndCashEquivalentsAtCarryingValue",
                                         context="e31"), "380"),
    ("Total assets", "$ 1,300", "$ 1,210"),
]  # fmt: skip


def page_with(folder: Path, *numbers: str) -> Path:
    path = folder / "a.htm"
    path.write_text(f"<html><body>{XBRL_HEAD}{' '.join(numbers)}</body></html>", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("markup", "amount", "unit"),
    [
        (tagged("1,577", "Revenues"), Decimal(1_577_000_000), "USD"),
        (tagged("660", "NetIncomeLoss", more='sign="-"'), Decimal(-660_000_000), "USD"),
        (tagged("1.20", "EarningsPerShareDiluted", unit="eps", scale=0), Decimal("1.20"),
         "USD per share"),
        (tagged("—", "Goodwill", more='format="ixt:fixed-zero"'), Decimal(0), "USD"),
        (tagged("1.577,5", "Revenues", more='format="ixt:num-comma-decimal"'),
         Decimal(1_577_500_000), "USD"),
    ],
)  # fmt: skip
def test_scale_sign_and_format_make_the_amount(tmp_path, markup, amount, unit):
    (fact,) = facts_in(page_with(tmp_path, markup))
    assert (fact.amount, fact.unit) == (amount, unit)
    assert (fact.start, fact.end) == (dt.date(2031, 1, 1), dt.date(2031, 12, 31))


@pytest.mark.parametrize(
    "markup",
    [
        tagged("5", "Revenues", context="part"),
        tagged("5", "Revenues", context="nowhere"),
        tagged("5", "Revenues", unit="nothing"),
        tagged("five", "Revenues"),
        tagged("5", "Revenues", scale=999_999),
        tagged("5", "Revenues", more='xsi:nil="true"'),
    ],
)
def test_facts_of_a_part_and_facts_that_can_not_be_read_are_left_out(tmp_path, markup):
    assert facts_in(page_with(tmp_path, markup)) == ()


def test_a_page_without_tags_has_no_facts(tmp_path):
    path = tmp_path / "a.htm"
    path.write_text("<html><body><p>Net sales 5</p></body></html>", encoding="utf-8")
    assert facts_in(path) == ()


YEAR = Identity(period=Period(2031), period_end=dt.date(2031, 12, 31))
QUARTER = Identity(period=Period(2031, 2), period_end=dt.date(2031, 6, 28))


@pytest.mark.parametrize(
    ("identity", "start", "end", "period"),
    [
        (YEAR, dt.date(2031, 1, 1), dt.date(2031, 12, 31), Period(2031)),
        (YEAR, dt.date(2029, 12, 30), dt.date(2030, 12, 28), Period(2030)),  # of 52 weeks
        (YEAR, None, dt.date(2030, 12, 31), Period(2030)),
        (YEAR, dt.date(2031, 10, 1), dt.date(2031, 12, 31), None),  # a quarter of the year
        (YEAR, None, dt.date(2031, 6, 30), None),
        (YEAR, None, dt.date(2032, 12, 31), None),  # yet to come
        (QUARTER, dt.date(2031, 3, 30), dt.date(2031, 6, 28), Period(2031, 2)),
        (QUARTER, dt.date(2031, 1, 1), dt.date(2031, 6, 28), Period(2031, 2, 6)),
        (Identity(), None, dt.date(2031, 12, 31), None),
    ],
)
def test_a_fact_is_dated_in_the_calendar_of_its_document(identity, start, end, period):
    fact = Fact("us-gaap:Revenues", start, end, Decimal(1), "USD", "1")
    assert period_of(fact, identity) == period


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("filings")
    income = [
        ("Revenue", f"$ {tagged('840', 'Revenues')}", "$ 760"),
        ("Operating income", tagged("210", "OperatingIncomeLoss", scale=3), "180"),
        ("Net income", tagged("170", "NetIncomeLoss"), "140"),
    ]
    filing(folder, "Quillstone Software Inc.", income, BALANCE, head=XBRL_HEAD)
    other = [
        ("Revenue", "$ 840", "$ 760"),
        ("Operating income", "220", "190"),
        ("Net income", "160", "140"),
    ]
    hidden = f'<div style="display:none">{tagged("155", "NetIncomeLoss")}</div>'
    filing(folder, "Marlpit Software Inc.", other, BALANCE, head=XBRL_HEAD + hidden)
    with Engine(tmp_path_factory.mktemp("store") / "s") as engine:
        engine.ingest([folder], workers=1, ocr=False, embed=False)
        yield engine


def second(outcome):
    return [check for check in outcome.checks if check.name == "second_reading"]


def test_a_tag_that_agrees_is_shown_as_a_second_reading(engine):
    outcome = engine.ask("What was Quillstone's revenue in 2031?")
    assert outcome.value is not None
    assert outcome.value.number == 840
    (check,) = second(outcome)
    assert check.passed
    assert "inline XBRL us-gaap:Revenues $840,000,000" in check.detail


def test_a_tag_of_another_scale_around_the_very_number_is_a_conflict(engine):
    refusal = engine.ask("What was Quillstone's operating income in 2031?").refusal
    assert refusal is not None
    assert refusal.code is RefusalCode.CONFLICTING_EVIDENCE
    assert "$210 million" in refusal.detail
    assert "us-gaap:OperatingIncomeLoss $210,000 " in refusal.detail


def test_a_tag_of_another_number_is_told_beside_the_answer(engine):
    outcome = engine.ask("What was Marlpit's net income in 2031?")
    assert outcome.value is not None
    assert outcome.value.number == 160
    assert "inline XBRL us-gaap:NetIncomeLoss has another amount" in outcome.answer
    (check,) = second(outcome)
    assert not check.passed
    assert "us-gaap:NetIncomeLoss $155,000,000" in check.detail
    assert outcome.confidence == "medium"


def test_facts_are_kept_with_their_document(engine):
    document = engine.document("quillstone-2031.htm")
    kept = {fact.concept for fact in engine.store.facts(document.document_id)}
    assert {"revenue", "operating_income", "net_income", "cash"} <= kept
