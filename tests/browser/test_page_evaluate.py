"""Evaluations in a browser: a suite asked, its report, two runs side by side."""


def test_a_suite_is_asked_and_its_report_and_a_comparison_are_shown(opened):
    tab = opened("/evaluate")
    for n in (1, 2):
        tab.get_by_role("button", name="Ask its questions").click()
        tab.locator("a.walk").nth(n - 1).wait_for(timeout=60_000)
    tab.get_by_role("button", name="Compare").click()
    tab.get_by_text("3 questions in both").wait_for(timeout=30_000)
    assert "None." in tab.locator("#content").inner_text()
    tab.get_by_role("link", name="All runs").click()
    tab.locator("a.walk").first.click()
    tab.get_by_text("three, 3 questions").wait_for()
    table = tab.locator("#content table").first
    assert table.locator("tbody tr").nth(0).locator("td").all_inner_texts()[1:] == ["2", "0", "0"]
    assert "Right, of those with an answer" in tab.locator("#content").inner_text()
