"""How long until the first answer is seen: python tests/browser/first_answer.py STORE.

From `onfile serve` to the page, and on to the answer with its cited page beside it; a server and a
browser that have just been started, so that nothing is loaded yet.
"""

import shutil
import sys
import time
from pathlib import Path

from asking import FIGURE, ask, page_shown
from playwright.sync_api import sync_playwright
from served import serving


def main(store):
    """Prints the seconds from the start, one line a step."""
    start = time.monotonic()

    def tell(step):
        sys.stdout.write(f"{time.monotonic() - start:6.1f} s  {step}\n")

    with serving(store) as address, sync_playwright() as playwright:
        tell("the server is up")
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": 1400, "height": 900})
        tab.goto(address)
        tab.wait_for_selector("html[data-ready]")
        tell("the page can be used")
        ask(tab, FIGURE)
        tell("the answer is shown")
        page_shown(tab)
        tell("its page is shown beside it")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
