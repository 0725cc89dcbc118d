"""What people do on the screen for asking, and what axe says of a screen."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

FIGURE = "What was Northwind's capital expenditure in 2024?"
CALL = "What did Northwind's CFO say about gross margin on the second-quarter 2025 call?"
CHANGE = "How did Northwind's net sales change from 2022 to 2024?"
ABSENT = "What were Northwind's net sales in 2017?"
UNSTATED = "How many bottles of Harbor Fizz did Northwind sell in 2024?"
OPEN = "What were Northwind's net sales?"


def ask(tab, question):
    """Asks and waits for the outcome, which is on top."""
    tab.fill("#question", question)
    tab.press("#question", "Enter")
    tab.locator("#ask-form:not([aria-busy])").wait_for()
    tab.locator("#thread > .outcome").wait_for()
    return tab.locator("#thread > .outcome")


def page_shown(tab):
    """Waits for the page's image and for the letters around it; gives the sheet."""
    expect(tab.locator(".page-image.loaded")).to_be_visible()
    tab.evaluate("document.fonts.ready.then(() => true)")
    return tab.locator(".sheet")


def settled(tab):
    """Waits until nothing is asked of the server any more and the letters are there."""
    tab.wait_for_load_state("networkidle")
    tab.evaluate("document.fonts.ready.then(() => true)")


def grave(tab):
    """What axe finds that is serious or critical, with the elements."""
    return {
        rule["id"]: [node["html"] for node in rule["nodes"]]
        for rule in Axe().run(tab).response["violations"]
        if rule["impact"] in {"serious", "critical"}
    }
