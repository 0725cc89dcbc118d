"""By keyboard alone, in both themes, and by the rules of WCAG that a machine can check."""

import re

import pytest
from asking import ABSENT, CHANGE, FIGURE, ask, grave, page_shown, settled
from playwright.sync_api import expect

ANY = re.compile("")
CITE = re.compile(r"^cite\b")
SETUP = {
    "ask": ("/", None),
    "answer": ("/", CHANGE),
    "refusal": ("/", ABSENT),
    "archive": ("/archive", None),
    "log": ("/log", None),
    "evaluate": ("/evaluate", None),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", SETUP)
def test_axe_finds_nothing_serious(opened, screen, theme):
    path, question = SETUP[screen]
    tab = opened(path, theme=theme)
    if question is not None:
        outcome = ask(tab, question)
        outcome.locator("summary").last.click()
    settled(tab)
    assert grave(tab) == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_a_document_and_in_a_record(opened, theme):
    tab = opened(theme=theme)
    outcome = ask(tab, FIGURE)
    page_shown(tab)
    outcome.get_by_test_id("record").click()
    tab.locator("#whole summary").click()
    page_shown(tab)
    assert grave(tab) == {}
    tab.locator(".viewer-title a").click()
    tab.locator(".ledger-page").first.wait_for()
    page_shown(tab)
    assert grave(tab) == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_a_phone(opened, theme):
    tab = opened(width=360, height=740, theme=theme)
    outcome = ask(tab, FIGURE)
    settled(tab)
    assert grave(tab) == {}
    outcome.locator(".cite").first.click()
    page_shown(tab)
    assert grave(tab) == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_list_of_keys(opened, theme):
    tab = opened(theme=theme)
    tab.locator("#question").blur()
    tab.keyboard.press("?")
    tab.locator("dialog[open]").wait_for()
    assert grave(tab) == {}


def test_everything_can_be_done_by_keyboard(opened):
    tab = opened()
    tab.locator("#question").blur()
    keys = tab.keyboard
    keys.press("/")
    keys.type(FIGURE)
    keys.press("Enter")
    tab.locator("#thread > .outcome.answered").wait_for()
    expect(tab.locator("#viewer")).to_be_visible()
    keys.press("Escape")  # closes the page that was opened beside the answer
    expect(tab.locator("#viewer")).to_be_hidden()
    keys.press("j")
    focused = tab.locator(":focus")
    expect(focused).to_have_class(CITE)
    keys.press("Enter")
    page_shown(tab)
    keys.press("ArrowRight")
    tab.get_by_text("page 10 of 11").wait_for()
    keys.press("+")
    tab.get_by_text("125%").wait_for()
    keys.press("Escape")
    expect(tab.locator("#viewer")).to_be_hidden()
    expect(focused).to_have_class(CITE)  # the focus is given back
    keys.press("j")
    expect(focused).to_contain_class("source-head")
    keys.press("k")
    expect(focused).to_have_class(CITE)


def test_the_keys_are_listed_and_can_be_switched_off(opened):
    tab = opened()
    tab.locator("#question").blur()
    tab.keyboard.press("?")
    expect(tab.locator("#key-list")).to_contain_text("Ask")
    tab.get_by_label("Single keys act").uncheck()
    tab.keyboard.press("Escape")
    tab.keyboard.press("t")
    expect(tab.locator("html")).not_to_have_attribute("data-theme", ANY)
    tab.reload()
    tab.wait_for_selector("html[data-ready]")
    tab.locator("#question").blur()
    tab.keyboard.press("?")
    expect(tab.locator("dialog[open]")).to_have_count(0)


def test_letters_typed_into_a_question_are_no_keys(opened):
    tab = opened()
    tab.focus("#question")
    tab.keyboard.type("t? j/k +")
    expect(tab.locator("#question")).to_have_value("t? j/k +")
    expect(tab.locator("dialog[open]")).to_have_count(0)


def ground(tab):
    return tab.evaluate("getComputedStyle(document.documentElement).backgroundColor")


def test_the_theme_follows_the_system_and_can_be_chosen(opened):
    light, dark = opened(theme="light"), opened(theme="dark")
    bright, dim = ground(light), ground(dark)
    assert bright != dim
    light.get_by_role("button", name="Dark or light").click()
    expect(light.locator("html")).to_have_css("background-color", dim)
    light.reload()
    expect(light.locator("html")).to_have_css("background-color", dim)


def test_the_page_of_a_document_stays_white_in_the_dark(opened):
    tab = opened(theme="dark")
    ask(tab, FIGURE)
    sheet = page_shown(tab)
    expect(sheet).to_have_css("background-color", "rgb(255, 255, 255)")


def test_the_outcome_is_told_to_screen_readers(opened):
    tab = opened()
    ask(tab, FIGURE)
    expect(tab.locator("#heard")).to_contain_text("$318 million")
