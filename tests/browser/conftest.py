"""A served store and a Chromium to look at it with."""

import os
import shutil

import pytest
from served import serving

sync_api = pytest.importorskip("playwright.sync_api")


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
def site(small_store, tmp_path_factory):
    """The address of a server over a copy of the small store."""
    store = tmp_path_factory.mktemp("site") / "store"
    shutil.copytree(small_store, store)
    with serving(store) as address:
        yield address


@pytest.fixture
def opened(chromium, site):
    """Opens a screen at a size and in a theme; a complaint of the browser fails the test."""
    contexts, complaints = [], []

    def opens(path="/", width=1400, height=900, theme="light", address=site):
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            reduced_motion="reduce",
            permissions=["clipboard-read", "clipboard-write"],
        )
        context.set_default_timeout(15_000)
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda said: said.type == "error" and complaints.append(said.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.goto(address + path)
        tab.wait_for_selector("html[data-ready]")
        return tab

    opens.complaints = complaints
    yield opens
    for context in contexts:
        context.close()
    assert complaints == []
