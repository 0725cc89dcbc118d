"""Ratios that mean nothing for a bank, an insurer or a company without inventories."""

from __future__ import annotations

from pathlib import Path

import pytest

from onfile.engine import Engine
from onfile.types import RefusalCode
from web_filings import filing

BANK = (
    [
        ("Total interest income", "$ 912", "$ 870"),
        ("Total interest expense", "301", "280"),
        ("Net interest income", "611", "590"),
        ("Provision for credit losses", "44", "39"),
        ("Total noninterest income", "205", "198"),
        ("Total noninterest expense", "480", "470"),
        ("Income before income taxes", "292", "279"),
        ("Income tax expense", "61", "58"),
        ("Net income", "$ 231", "$ 221"),
    ],
    [
        ("Cash and due from banks", "$ 310", "$ 290"),
        ("Loans, net", "9,120", "8,870"),
        ("Total assets", "$ 12,400", "$ 12,010"),
        ("Total deposits", "$ 10,050", "$ 9,800"),
        ("Total liabilities", "11,200", "10,900"),
        ("Total shareholders’ equity", "1,200", "1,110"),
        ("Total liabilities and shareholders’ equity", "$ 12,400", "$ 12,010"),
    ],
)
INSURER = (
    [
        ("Premiums earned", "$ 2,310", "$ 2,190"),
        ("Net investment income", "140", "133"),
        ("Total revenues", "2,450", "2,323"),
        ("Losses and loss adjustment expenses", "1,640", "1,580"),
        ("Income before income taxes", "280", "255"),
        ("Net income", "$ 221", "$ 203"),
    ],
    [
        ("Cash and cash equivalents", "$ 95", "$ 88"),
        ("Total assets", "$ 6,900", "$ 6,650"),
        ("Total liabilities", "5,200", "5,050"),
        ("Total shareholders’ equity", "1,700", "1,600"),
    ],
)
SOFTWARE = (
    [
        ("Revenue", "$ 840", "$ 760"),
        ("Cost of revenue", "190", "175"),
        ("Gross profit", "650", "585"),
        ("Operating income", "210", "180"),
        ("Net income", "$ 160", "$ 140"),
    ],
    [
        ("Cash and cash equivalents", "$ 420", "$ 380"),
        ("Accounts receivable, net", "150", "140"),
        ("Total current assets", "610", "560"),
        ("Total assets", "$ 1,300", "$ 1,210"),
        ("Total current liabilities", "300", "280"),
        ("Total liabilities", "500", "470"),
        ("Total shareholders’ equity", "800", "740"),
    ],
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("filings")
    filing(folder, "Harborlight Bancorp Inc.", *BANK)
    filing(folder, "Meadowgate Insurance Group Inc.", *INSURER)
    filing(folder, "Quillstone Software Inc.", *SOFTWARE)
    with Engine(tmp_path_factory.mktemp("store") / "s") as engine:
        engine.ingest([Path(folder)], workers=1, ocr=False, embed=False)
        yield engine


@pytest.mark.parametrize(
    ("question", "says", "instead"),
    [
        ("What was Harborlight's gross margin in 2031?", "a bank's", "Net interest income"),
        ("Harborlight quick ratio FY2031", "a bank's", "Net interest income"),
        ("Meadowgate quick ratio for 2031?", "an insurer's", "Premiums earned"),
        ("What was Quillstone's inventory turnover in 2031?", "no inventories", "Cost of revenue"),
    ],
)
def test_a_ratio_without_meaning_is_refused_with_the_reason_and_what_is_reported(
    engine, question, says, instead
):
    refusal = engine.ask(question).refusal
    assert refusal is not None
    assert refusal.code is RefusalCode.NOT_STATED
    assert "has no meaning" in refusal.detail
    assert says in refusal.detail
    assert any(instead in citation.quote for citation in refusal.citations)


def test_the_same_ratio_is_worked_out_where_it_has_a_meaning(engine):
    outcome = engine.ask("What was Quillstone's gross margin in 2031?")
    assert outcome.value is not None
    assert (float(outcome.value.number), outcome.value.percent) == (77.4, True)  # 650 / 840
    assert engine.ask("Quillstone current ratio FY2031").is_answered  # 610 / 300


def test_what_has_a_meaning_for_a_bank_is_still_answered(engine):
    outcome = engine.ask("What was Harborlight's net interest income in 2031?")
    assert outcome.value is not None
    assert (outcome.value.number, outcome.value.scale) == (611, 1_000_000)
