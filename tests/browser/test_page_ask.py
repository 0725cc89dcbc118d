"""Asking in a browser: the answer, its citations, the page beside it, refusals, follow-ups."""

import io
import re

import numpy as np
from asking import ABSENT, CALL, CHANGE, FIGURE, OPEN, UNSTATED, ask, page_shown
from PIL import Image
from playwright.sync_api import expect

DARK = 190  # of 255, in red, which the mark leaves as it is: ink
MARK = np.array([255, 228, 154])  # the highlighter over white


def pixels(locator):
    return np.asarray(Image.open(io.BytesIO(locator.screenshot())).convert("RGB")).astype(int)


def test_an_answer_says_what_it_rests_on(opened):
    outcome = ask(opened(), FIGURE)
    expect(outcome).to_have_attribute("data-outcome", "answered")
    expect(outcome.get_by_test_id("value")).to_have_text("$318 million")
    source = outcome.get_by_test_id("sources").locator("li").first
    expect(source).to_contain_text("NORTHWIND_2024_10K.pdf page 9, printed 6")
    row = "Purchases of property, plant and equipment (318) (283) (254)"
    expect(source).to_contain_text(row)
    searched = re.compile(r"^Searched 4 documents, \d+ pages$")
    expect(outcome.get_by_test_id("searched")).to_have_text(searched)
    expect(outcome.get_by_test_id("record")).to_have_text(re.compile("^[^-]+-[^-]+$"))


def test_the_checks_can_be_looked_at(opened):
    outcome = ask(opened(), FIGURE)
    outcome.get_by_text("checks passed").click()
    expect(outcome.locator(".checks table")).to_contain_text("quotes verbatim")


def test_a_click_on_a_citation_opens_its_page_with_the_quote_marked_on_the_ink(opened):
    tab = opened()
    outcome = ask(tab, FIGURE)
    expect(tab.locator("#viewer")).to_be_visible()
    tab.keyboard.press("Escape")
    expect(tab.locator("#viewer")).to_be_hidden()
    outcome.locator(".cite").first.click()
    sheet = page_shown(tab)
    expect(tab.get_by_test_id("place")).to_have_text("page 9 of 11, printed 6")
    sheet.scroll_into_view_if_needed()
    box, whole = tab.locator(".mark").bounding_box(), sheet.bounding_box()
    seen = pixels(sheet)
    x0, y0 = round(box["x"] - whole["x"]), round(box["y"] - whole["y"])
    x1, y1 = x0 + round(box["width"]), y0 + round(box["height"])
    ink = seen[:, :, 0] < DARK
    band = ink[y0:y1]
    assert band[:, x0:x1].sum() > 200  # the row's words and numbers
    assert band[:, :x0].sum() + band[:, x1:].sum() == 0  # and all of them
    edges = ink[y0 - 1, x0:x1].sum() + ink[y1, x0:x1].sum()
    assert edges == 0  # neither the row above nor the one below is cut
    ground = np.abs(seen[y0 + 3 : y1 - 3, x0 + 3 : x1 - 3] - MARK).max(axis=2) < 40
    assert ground.mean() > 0.5


def test_arrow_keys_turn_pages_and_the_mark_stays_on_its_own(opened):
    tab = opened()
    ask(tab, FIGURE)
    page_shown(tab)
    expect(tab.locator(".mark")).to_have_count(1)
    tab.keyboard.press("ArrowRight")
    tab.get_by_text("page 10 of 11").wait_for()
    tab.locator(".mark").wait_for(state="detached")
    tab.keyboard.press("ArrowLeft")
    tab.locator(".mark").wait_for(state="attached")


def test_plus_and_minus_zoom_and_a_sharper_image_is_asked_for(opened):
    tab = opened()
    ask(tab, FIGURE)
    sheet = page_shown(tab)
    before, source = sheet.bounding_box()["width"], tab.get_attribute(".page-image", "src")
    for _ in range(3):
        tab.keyboard.press("+")
    tab.get_by_text("200%").wait_for()
    assert sheet.bounding_box()["width"] > 1.9 * before
    expect(tab.locator(".page-image")).not_to_have_attribute("src", source)
    tab.keyboard.press("0")
    tab.get_by_text("100%").wait_for()
    assert abs(sheet.bounding_box()["width"] - before) < 1


def test_the_text_over_the_image_can_be_selected_where_it_is_printed(opened):
    tab = opened()
    ask(tab, FIGURE)
    page_shown(tab)
    box = tab.locator(".mark").bounding_box()
    middle = box["y"] + box["height"] / 2
    tab.mouse.move(box["x"] + 1, middle)
    tab.mouse.down()
    tab.mouse.move(box["x"] + box["width"] - 1, middle, steps=5)
    tab.mouse.up()
    chosen = tab.evaluate("String(getSelection())").split()
    assert chosen == [
        "Purchases",
        "of",
        "property,",
        "plant",
        "and",
        "equipment",
        "(318)",
        "(283)",
        "(254)",
    ]


def test_a_quote_is_copied_with_its_reference(opened):
    tab = opened()
    ask(tab, FIGURE)
    page_shown(tab)
    tab.keyboard.press("c")
    tab.get_by_text("Quote and reference copied").wait_for()
    copied = tab.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("“Purchases of property, plant and equipment")
    assert copied.endswith(
        "NORTHWIND_2024_10K.pdf · page 9, printed 6 · Northwind Beverages · 10-K · FY2024"
    )


def test_a_text_without_pages_is_shown_with_the_quote_marked(opened):
    tab = opened()
    ask(tab, CALL)
    mark = tab.locator("#viewer mark")
    mark.first.wait_for()
    expect(mark.first).to_have_text(re.compile("^Gross margin was 43.3%"))
    expect(tab.get_by_test_id("place")).to_have_text("line 46, turn 4")
    expect(mark.first).to_be_in_viewport()


def test_a_refusal_shows_what_is_on_file_and_what_was_asked_for(opened):
    tab = opened()
    outcome = ask(tab, ABSENT)
    expect(outcome).to_have_attribute("data-outcome", "refused")
    expect(outcome).to_contain_text("No answer: that period is not on file.")
    held = outcome.get_by_test_id("held")
    headings = held.locator("thead th")
    expect(headings.nth(1)).to_have_text("FY2017")
    expect(held.locator("tbody td .cell").first).to_contain_class("missing")
    assert {"FY2023", "FY2024"} <= set(headings.all_inner_texts())


def test_a_choice_of_a_refusal_asks_again(opened):
    tab = opened()
    outcome = ask(tab, OPEN)
    outcome.get_by_test_id("choices").get_by_role("button", name="FY2023").click()
    tab.locator("#thread > .outcome.answered").wait_for()
    question = tab.locator("#thread > .outcome .question")
    expect(question).to_contain_text("Northwind")
    expect(question).to_contain_text("2023")


def test_a_cell_of_the_matrix_asks_for_what_is_on_file(opened):
    tab = opened()
    outcome = ask(tab, ABSENT)
    outcome.get_by_test_id("held").get_by_role("button", name="10-K").last.click()
    tab.locator("#thread > .outcome.answered").wait_for()
    expect(tab.locator("#thread > .outcome .question")).to_contain_text("net sales")


def test_a_follow_up_keeps_its_scope_and_says_how_it_was_read(opened):
    tab = opened()
    ask(tab, FIGURE)
    carries(tab, "Northwind Beverages", "FY2024")
    outcome = ask(tab, "and the year before?")
    expect(outcome.get_by_test_id("value")).to_have_text("$283 million")
    expect(outcome.locator(".read-as")).to_contain_text("was read as")
    carries(tab, "Northwind Beverages", "FY2023")
    expect(tab.locator(".earlier > summary")).to_contain_text(FIGURE)


def test_the_scope_of_a_follow_up_can_be_changed_and_taken_away(opened):
    tab = opened()
    ask(tab, FIGURE)
    tab.get_by_label("Period", exact=True).select_option("FY2023")
    outcome = ask(tab, "and its net income?")
    expect(outcome.get_by_test_id("value")).to_have_text("$585 million")
    tab.get_by_role("button", name="Start afresh").click()
    carries(tab)
    expect(ask(tab, "and its net income?")).to_have_attribute("data-outcome", "refused")


def test_a_reload_shows_the_conversation_again_and_it_goes_on(opened):
    tab = opened()
    ask(tab, FIGURE)
    ask(tab, "and the year before?")
    tab.reload()
    outcome = tab.locator("#thread > .outcome")
    expect(outcome.get_by_test_id("value")).to_have_text("$283 million")
    expect(tab.locator(".earlier > summary")).to_contain_text(FIGURE)
    expect(tab.locator("#intro")).to_be_hidden()
    carries(tab, "Northwind Beverages", "FY2023")
    outcome = ask(tab, "and its net income?")
    expect(outcome.get_by_test_id("value")).to_have_text("$585 million")


def test_a_visit_to_another_screen_keeps_the_conversation_until_one_starts_afresh(opened):
    tab = opened()
    ask(tab, FIGURE)
    tab.get_by_role("link", name="Archive").click()
    tab.locator("#documents tbody tr").first.wait_for()
    tab.get_by_role("link", name="Ask").click()
    expect(tab.locator("#thread > .outcome .question")).to_have_text(FIGURE)
    tab.get_by_role("button", name="Start afresh").click()
    expect(tab.locator("#thread > *")).to_have_count(0)
    expect(tab.locator("#intro")).to_be_visible()
    tab.reload()
    expect(tab.locator("#intro")).to_contain_text("on file")
    expect(tab.locator("#thread > *")).to_have_count(0)


def test_a_question_in_the_address_is_asked_once_and_not_at_each_reload(opened):
    tab = opened(f"/?q={FIGURE}")
    expect(tab.locator("#thread > .outcome.answered")).to_have_count(1)
    assert "?" not in tab.url
    record = tab.get_by_test_id("record").inner_text()
    tab.reload()
    expect(tab.get_by_test_id("record")).to_have_text(record)


def test_an_example_is_answered(opened):
    tab = opened()
    examples = tab.locator(".examples button")
    expect(examples).to_have_count(3)
    question = examples.first.inner_text()
    examples.first.click()
    expect(tab.locator("#thread > .outcome.answered .question")).to_have_text(question)


def test_a_computed_number_shows_its_operands_each_with_its_cell(opened):
    tab = opened()
    outcome = ask(tab, CHANGE)
    table = outcome.get_by_test_id("formula").locator("table")
    expect(table.locator("tbody td.number")).to_have_text(["$ 5,037", "$ 4,471"])
    page_shown(tab)
    table.get_by_role("button", name="4,471").click()
    tab.locator(".mark-cell").wait_for(state="attached")
    page_shown(tab)
    cell, row = tab.locator(".mark-cell").bounding_box(), tab.locator(".mark").bounding_box()
    assert cell["x"] > row["x"] + row["width"] / 2  # 2022 is the last of three columns
    assert cell["width"] < row["width"] / 5


def test_a_row_of_several_years_is_drawn_and_told_as_a_table(opened):
    outcome = ask(opened(), FIGURE)
    chart = outcome.get_by_test_id("chart")
    expect(chart.locator("svg text.amount")).to_have_text(["(254)", "(283)", "(318)"])
    heights = [float(bar.get_attribute("height")) for bar in chart.locator("rect").all()]
    assert abs(heights[0] / heights[2] - 254 / 318) < 0.01
    expect(chart.locator(".asked")).to_have_count(1)
    chart.get_by_text("As a table").click()
    expect(chart.locator("tbody tr")).to_have_count(3)


def test_what_people_think_of_an_outcome_is_kept_with_its_record(opened):
    tab = opened()
    outcome = ask(tab, FIGURE)
    outcome.get_by_role("button", name="Wrong").click()
    tab.get_by_text("Kept with the record").wait_for()
    pressed = outcome.get_by_role("button", name="Wrong")
    expect(pressed).to_have_attribute("aria-pressed", "true")


def test_a_failure_is_told_as_a_failure_and_can_be_tried_again(opened):
    tab = opened()
    tab.route("**/api/ask/stream", lambda route: route.abort())
    tab.fill("#question", FIGURE)
    tab.press("#question", "Enter")
    failed = tab.locator("#thread > .outcome.failed")
    expect(failed).to_contain_text("the server can't be reached")
    expect(tab.locator(".outcome.refused")).to_have_count(0)
    tab.unroute("**/api/ask/stream")
    opened.forgiven.append("net::ERR_FAILED")
    failed.get_by_role("button", name="Ask again").click()
    tab.locator("#thread > .outcome.answered").wait_for()


def carries(tab, *values):
    """The chips below the question, in their order."""
    chips = tab.locator("#scope select")
    expect(chips).to_have_count(len(values))
    for n, value in enumerate(values):
        expect(chips.nth(n)).to_have_value(value)


def test_the_passages_of_a_refusal_are_shown_where_they_stand(opened):
    tab = opened()
    outcome = ask(tab, UNSTATED)
    expect(outcome).to_have_attribute("data-outcome", "refused")
    outcome.locator(".source-head").first.click()
    page_shown(tab)
    expect(tab.locator(".mark").first).to_be_visible()
    expect(tab.locator(".viewer-mark")).to_contain_text("marked")
