"""Archive, documents, log: what they show, and what can be done there."""

import time

import pytest
from asking import ABSENT, FIGURE, ask, page_shown, settled
from playwright.sync_api import expect


def test_the_archive_accounts_for_every_page(opened):
    tab = opened("/archive")
    tab.get_by_role("link", name="NORTHWIND_2024_10K.pdf").wait_for()
    expect(tab.locator("#counts")).to_contain_text("4 documents, 34 pages")
    expect(tab.locator("#counts")).to_contain_text("Every page is accounted for.")
    expect(tab.locator("#documents tbody tr")).to_have_count(4)


def test_documents_are_found_by_a_part_of_their_name_and_by_their_cell(opened):
    tab = opened("/archive")
    tab.locator("#documents tbody tr").nth(3).wait_for()
    tab.fill("#find", "kestrel")
    tab.get_by_text("1 document", exact=True).wait_for()
    expect(tab.locator("#documents tbody td a")).to_have_text(["KESTREL_2025_10K.pdf"])
    tab.fill("#find", "")
    tab.locator("#documents tbody tr").nth(3).wait_for()
    tab.get_by_role("button", name="Show documents of Northwind Beverages, FY2024").click()
    tab.get_by_text("1 document of Northwind Beverages, FY2024").wait_for()
    expect(tab.locator("#documents tbody td a")).to_have_text(["NORTHWIND_2024_10K.pdf"])


def test_a_document_shows_its_parts_its_pages_and_what_became_of_them(opened):
    tab = opened("/archive")
    tab.get_by_role("link", name="NORTHWIND_2024_10K.pdf").click()
    page_shown(tab)
    expect(tab.locator(".ledger-page")).to_have_count(11)
    expect(tab.locator(".ledger-page.blank")).to_have_text(["6: blank"])
    tab.locator(".outline").get_by_role("button", name="Consolidated Balance Sheets").click()
    tab.get_by_text("page 8 of 11, printed 5").wait_for()
    expect(tab.locator(".ledger-page[aria-current]")).to_have_text("8: text")
    tab.keyboard.press("ArrowRight")
    tab.get_by_text("page 9 of 11").wait_for()
    tab.wait_for_url("**page=9")


def test_an_unknown_document_is_told_in_words(opened):
    tab = opened("/documents/sha256:none")
    expect(tab.get_by_role("alert")).to_contain_text("there is no such document")
    opened.forgiven.append("status of 404")


def test_an_upload_is_followed_until_it_can_be_asked_about(opened, archive):
    tab = opened("/archive")
    tab.locator("#upload").wait_for()
    calls = archive / "calls"
    tab.set_input_files("#files", [calls / "ALDR_2025-Sep-02_call.txt"])
    tab.get_by_text("1 document, 1 page read").wait_for()
    tab.get_by_role("link", name="ALDR_2025-Sep-02_call.txt").wait_for()
    tab.goto(tab.url.replace("/archive", "/"))
    tab.wait_for_selector("html[data-ready]")
    outcome = ask(tab, "What did Alder Springs' CEO say on the second-quarter 2025 call?")
    expect(outcome).to_contain_text("ALDR_2025-Sep-02_call.txt")


def test_a_file_that_is_no_document_is_not_taken_and_the_reason_said(opened, tmp_path):
    tab = opened("/archive")
    tab.locator("#upload").wait_for()
    program = tmp_path / "tool.pdf"
    program.write_bytes(b"\x7fELF" + bytes(400))
    tab.set_input_files("#files", [program])
    refused = tab.locator("#jobs .bad")
    expect(refused).to_contain_text("tool.pdf")
    expect(refused).to_contain_text("not taken")
    opened.forgiven.append("status of 4")


def test_the_log_finds_a_record_and_shows_it_as_it_was(opened):
    tab = opened()
    record = ask(tab, ABSENT).get_by_test_id("record").inner_text()
    tab.goto(tab.url.rstrip("/") + "/log")
    tab.fill("#find", "net sales in 2017")
    expect(tab.locator("#records tbody tr").first).to_contain_text("PERIOD_NOT_ON_FILE")
    tab.locator(f"#records a[href$='{record}']").click()
    tab.locator(".outcome.refused").wait_for()
    expect(tab.locator("#record .code").first).to_have_text(record)


def test_a_record_is_asked_again_and_found_to_be_the_same(opened):
    tab = opened()
    ask(tab, FIGURE).get_by_test_id("record").click()
    tab.get_by_role("button", name="Ask again and compare").click()
    tab.get_by_test_id("replayed").get_by_text("The same").wait_for()


def test_the_chain_is_checked(opened):
    tab = opened("/log")
    tab.get_by_role("button", name="Check the chain").click()
    tab.get_by_text("each as it was written").wait_for()


@pytest.mark.parametrize("path", ["/", "/archive", "/log"])
def test_a_screen_fits_a_phone(opened, path):
    tab = opened(path, width=360, height=740)
    settled(tab)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360


def test_on_a_phone_the_matrix_begins_with_a_whole_column_beside_the_names(opened):
    tab = opened(width=360, height=740)
    box = tab.locator(".matrix-box")
    expect(box).to_be_visible()
    settled(tab)
    assert box.evaluate("e => e.scrollWidth > e.clientWidth")
    edge = tab.locator(".matrix tbody th").first.bounding_box()
    edges = [one.bounding_box()["x"] for one in tab.locator(".matrix thead th").all()[1:]]
    assert min(abs(x - edge["x"] - edge["width"]) for x in edges) < 1.5


def test_on_a_phone_the_page_covers_the_answer_and_closes_again(opened):
    tab = opened(width=360, height=740)
    outcome = ask(tab, FIGURE)
    expect(tab.locator("#viewer")).to_be_hidden()
    outcome.locator(".cite").first.click()
    sheet = page_shown(tab)
    assert sheet.bounding_box()["width"] > 330
    tab.get_by_role("button", name="Close the page").click()
    expect(tab.locator("#viewer")).to_be_hidden()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360


def test_serve_opens_the_browser_that_is_set(site, place):
    visited = place / "visited"
    end = time.monotonic() + 60
    while not (visited.exists() and visited.read_text()) and time.monotonic() < end:
        time.sleep(0.05)
    assert visited.read_text().strip() == site
