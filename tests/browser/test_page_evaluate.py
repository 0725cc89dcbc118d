"""Evaluations in a browser: a suite asked, its report, two runs side by side."""

from asking import grave, settled
from playwright.sync_api import expect


def test_a_suite_is_asked_and_its_report_and_a_comparison_are_shown(opened):
    tab = opened("/evaluate")
    for n in (1, 2):
        tab.get_by_role("button", name="Ask its questions").click()
        expect(tab.locator("a.walk")).to_have_count(n, timeout=180_000)
    tab.get_by_role("button", name="Compare").click()
    tab.get_by_text("3 questions in both").wait_for()
    expect(tab.locator("#content")).to_contain_text("None.")
    in_both_themes(tab)
    tab.get_by_role("link", name="All runs").click()
    tab.locator("a.walk").first.click()
    tab.get_by_text("three, 3 questions").wait_for()
    table = tab.locator("#content table").first
    cells = table.locator("tbody tr").nth(0).locator("td")
    expect(cells).to_have_text(["With an answer on file", "2", "0", "0"])
    expect(tab.locator("#content")).to_contain_text("Right, of those with an answer")
    in_both_themes(tab)


def in_both_themes(tab):
    """Axe finds nothing serious on what is shown, light and dark."""
    settled(tab)
    assert grave(tab) == {}
    tab.get_by_role("button", name="Dark or light").click()
    assert grave(tab) == {}
    tab.get_by_role("button", name="Dark or light").click()
