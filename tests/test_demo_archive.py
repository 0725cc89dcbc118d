"""The made-up archive: deterministic, consistent with itself, and full of traps."""

import hashlib
import json
import re
from itertools import pairwise

import pypdfium2
import pytest

from onfile.demo import write_archive
from onfile.demo.archive import COPIED, COPY, EMPTY, ENCRYPTED, FILES, MISNAMED, TRUNCATED
from onfile.demo.books import year_to_date
from onfile.demo.companies import ALDER, COMPANIES, KESTREL, NORTHWIND
from onfile.demo.engineering import BID_ITEMS, bid_total
from onfile.demo.gold import QUESTIONS, as_lines, build_questions
from onfile.demo.hostile import CANARY, PASSWORD
from onfile.demo.quarterly import Quarter

PERIODS = [(company, key) for company in COMPANIES for key in company.entries if key[1] < 4]
UNREADABLE = {TRUNCATED, EMPTY, ENCRYPTED}


def page_texts(path):
    document = pypdfium2.PdfDocument(path)
    try:
        texts = []
        for page in document:
            layer = page.get_textpage()
            texts.append(layer.get_text_range())
            layer.close()
            page.close()
        return texts
    finally:
        document.close()


def squeezed(text):
    return re.sub(r"\s+", "", text)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture(scope="module")
def questions():
    return [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]


def test_two_runs_give_the_same_bytes(archive, tmp_path):
    again = write_archive(tmp_path)
    assert [digest(path) for path in again] == [
        digest(archive / path.relative_to(tmp_path)) for path in again
    ]


def test_every_file_that_is_returned_was_written_and_no_other(archive, tmp_path):
    files = write_archive(tmp_path)
    assert sorted(files) == sorted(path for path in tmp_path.rglob("*") if path.is_file())


@pytest.mark.parametrize(("company", "key"), PERIODS)
def test_assets_equal_liabilities_and_equity_in_every_period(company, key):
    sheet = company.books(*key).closing
    assert sheet.assets == sheet.liabilities + sheet.equity


@pytest.mark.parametrize(("company", "key"), PERIODS)
def test_segments_sum_to_the_consolidated_totals(company, key):
    entries = company.entries[key]
    assert sum(company.segment_sales(entries)) == entries.sales
    profit = sum(company.segment_profit(entries)) - company.corporate_cost
    assert profit == entries.operating_income


@pytest.mark.parametrize("company", COMPANIES, ids=lambda company: company.short)
def test_each_year_opens_with_the_balance_the_one_before_closed_with(company):
    years = sorted(year for year, quarter in company.entries if quarter == 0)
    for earlier, later in pairwise(years):
        assert company.books(later).opening == company.books(earlier).closing


def test_a_recast_moves_costs_but_not_income():
    before, after = NORTHWIND.entries[2023, 0], NORTHWIND.entries[2023, 0].recast()
    assert (before.sales, after.sales) == (4820, 4820 - 114)
    assert after.operating_income == before.operating_income
    assert after.net_income == before.net_income


def test_the_year_to_date_is_the_sum_of_its_quarters():
    first, second = (ALDER.entries[2025, quarter] for quarter in (1, 2))
    assert year_to_date([first, second]).sales == 352_440 + 407_860
    assert year_to_date([first, second]).inventories == second.inventories
    assert Quarter(ALDER, 2025, 2).to_date().closing == ALDER.books(2025, 2).closing


def test_a_loss_is_printed_in_brackets(archive):
    assert KESTREL.entries[2026, 1].net_income == 221 - 211 - 12 - 14 + 1 + 4
    text = page_texts(archive / "filings/KESTREL_2026Q1_10Q.pdf")[2]
    assert "Netincome(loss)$43$(11)" in squeezed(text)


def test_the_bid_items_sum_to_the_totals():
    assert bid_total(0) == sum(item.quantity * item.prices[0] for item in BID_ITEMS)
    assert f"{bid_total(0):.2f}" == "2135236.00"


@pytest.mark.parametrize("name", [n for n in FILES if n.startswith("filings/") and "10" in n])
def test_the_printed_page_number_differs_from_the_page_and_drifts(archive, name):
    if "8K" in name:
        return
    texts = [text.split() for text in page_texts(archive / name)[2:]]
    printed = [int(words[-1]) if words and words[-1].isdigit() else None for words in texts]
    gaps = {page - label for page, label in enumerate(printed, start=3) if label is not None}
    assert 0 not in gaps
    assert len(gaps) == (2 if "10K" in name else 1)


def test_an_annual_report_holds_one_page_without_any_text(archive):
    texts = page_texts(archive / "filings/NORTHWIND_2024_10K.pdf")
    assert [page for page, text in enumerate(texts, start=1) if not text.strip()] == [6]


def test_items_1_and_2_stand_in_both_parts_of_a_quarterly_report(archive):
    text = " ".join(page_texts(archive / "filings/ALDERSPRINGS_2025Q2_10Q.pdf")[2:])
    assert text.count("Item 1. ") == 2
    assert text.count("Item 2. ") == 2


def test_the_misnamed_release_is_of_the_quarter_before(archive):
    assert "2025Q2" in MISNAMED
    assert "Reports First Quarter 2025 Results" in page_texts(archive / MISNAMED)[0]


def test_a_copy_has_the_same_bytes_under_another_name(archive):
    assert digest(archive / COPY) == digest(archive / COPIED)


def test_the_engineers_estimate_is_drawn_first_and_stands_last(archive):
    (text,) = page_texts(archive / "engineering/HB-2231_bid_tabulation.pdf")
    document = pypdfium2.PdfDocument(archive / "engineering/HB-2231_bid_tabulation.pdf")
    page = document[0]
    layer = page.get_textpage()
    places = {}
    for name in ("Corran Civil LLC", "Engineer's Estimate"):
        search = layer.search(name)
        index, _ = search.get_next()
        places[name] = (index, layer.get_charbox(index)[0])
        search.close()
    for part in (layer, page, document):
        part.close()
    bidder, engineer = places["Corran Civil LLC"], places["Engineer's Estimate"]
    assert engineer[0] < bidder[0]
    assert engineer[1] > bidder[1]
    assert "0004" in text


def test_the_scanned_page_has_no_text_and_the_garbled_one_no_words(archive):
    (scan,) = page_texts(archive / "engineering/HB-2231_field_order_17_scan.pdf")
    assert scan == ""
    memo, garbled, blank, end = page_texts(archive / "engineering/HB-2231_water_quality_memo.pdf")
    assert "turbidity" in memo
    assert len(garbled) > 200
    assert not re.search(r"[A-Za-z]", garbled)
    assert (blank, end.strip()) == ("", "End of memorandum.")


def test_the_protected_file_opens_with_its_password_only(archive):
    with pytest.raises(pypdfium2.PdfiumError):
        pypdfium2.PdfDocument(archive / ENCRYPTED)
    document = pypdfium2.PdfDocument(archive / ENCRYPTED, password=PASSWORD)
    assert len(document) == 1
    document.close()


def test_the_canary_stands_in_the_restricted_project_alone(archive):
    holders = [
        path.relative_to(archive).parts[0]
        for path in archive.rglob("*.pdf")
        if str(path.relative_to(archive)) not in UNREADABLE
        and any(CANARY in text for text in page_texts(path))
    ]
    assert holders == ["restricted"]


def test_the_transcript_without_speakers_is_one_line(archive):
    text = (archive / "calls/KSTR_2026Q1_call_one_line.txt").read_text(encoding="utf-8")
    assert "\n" not in text


def test_the_committed_questions_are_those_the_books_give():
    assert QUESTIONS.read_text(encoding="utf-8") == as_lines(build_questions())


def test_there_are_thirty_questions_with_an_answer_and_thirty_without(questions):
    refused = [row for row in questions if "expected_codes" in row]
    assert len(refused) >= 30
    assert len(questions) - len(refused) >= 30
    assert len({row["id"] for row in questions}) == len(questions)


def test_every_gold_quote_stands_on_its_page(archive, questions):
    texts = {}
    for row in questions:
        for gold in [*row["gold"], *row.get("also_ok", [])]:
            path = archive / gold["file"]
            if "scan" in gold["file"] or "bid_tabulation" in gold["file"]:
                continue  # a picture; a text layer in another order than the page
            if path.suffix == ".txt":
                assert (
                    gold["quote"] in path.read_text(encoding="utf-8").split("\n")[gold["line"] - 1]
                )
                continue
            pages = texts.setdefault(path, page_texts(path))
            assert squeezed(gold["quote"]) in squeezed(pages[gold["page"] - 1]), row["id"]
