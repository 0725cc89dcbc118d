"""A served store and a Chromium to look at it with."""

import json
import os
import shutil

import pytest
from served import serving

from onfile.demo.gold import QUESTIONS

sync_api = pytest.importorskip("playwright.sync_api")

WAIT_MS = 60_000  # until what a page shows is there: a page that never shows it fails all the same
sync_api.expect.set_options(timeout=WAIT_MS)

ASKED = {"demo-A01", "demo-A02", "demo-R01"}


@pytest.fixture(scope="session")
def chromium():
    """The system's Chromium; without one these tests are skipped, but not in CI."""
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("there is no chromium here, and CI must have one")
        pytest.skip("there is no chromium here: apt-get install chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def place(tmp_path_factory):
    """The folder of the server that most tests share."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="session")
def site(small_store, place):
    """The address of a server over a copy of the small store.

    It opens a "browser" that writes the address down, and may ask three questions of the demo.
    """
    shutil.copytree(small_store, place / "store")
    browser = place / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {place / "visited"}\n')
    browser.chmod(0o755)
    suite = place / "three.jsonl"
    lines = QUESTIONS.read_text(encoding="utf-8").splitlines(keepends=True)
    suite.write_text("".join(line for line in lines if json.loads(line)["id"] in ASKED))
    given = {"BROWSER": f"{browser} %s", "ONFILE_SERVE_SUITES": str(suite)}
    with serving(place / "store", "--open", **given) as address:
        yield address


@pytest.fixture
def opened(chromium, site):
    """Opens a screen at a size and in a theme.

    A complaint of the browser fails the test, unless it holds one of the words in ``forgiven``.
    """
    contexts, complaints, forgiven = [], [], []

    def opens(path="/", width=1400, height=900, theme="light", address=site):
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            reduced_motion="reduce",
            permissions=["clipboard-read", "clipboard-write"],
        )
        context.set_default_timeout(WAIT_MS)
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda said: said.type == "error" and complaints.append(said.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.goto(address + path)
        tab.wait_for_selector("html[data-ready]")
        return tab

    opens.forgiven = forgiven
    yield opens
    for context in contexts:
        context.close()
    assert [said for said in complaints if not any(word in said for word in forgiven)] == []
