"""Takes the pictures of the documentation: python tests/browser/screenshots.py DIRECTORY.

Over the made-up archive, which is written and ingested for it.
"""

import io
import shutil
import sys
import tempfile
from pathlib import Path

from asking import ABSENT, CHANGE, FIGURE, ask, page_shown
from PIL import Image
from playwright.sync_api import sync_playwright
from served import serving

from onfile import Engine
from onfile.demo import write_archive

WIDE = (1280, 800)
PHONE = (390, 844)


def main(directory):
    """Writes answer, change, refusal, archive, document, log and phone."""
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        store = Path(place) / "store"
        write_archive(Path(place) / "archive")
        with Engine(store) as engine:
            engine.ingest([Path(place) / "archive"])
        path = shutil.which("chromium")
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        with serving(store) as address:
            for name, size, theme, show in PICTURES:
                context = chromium.new_context(
                    viewport={"width": size[0], "height": size[1]},
                    color_scheme=theme,
                    device_scale_factor=2 if size is PHONE else 1.5,
                    reduced_motion="reduce",
                )
                tab = context.new_page()
                show(tab, address)
                tab.wait_for_timeout(500)
                picture = Image.open(io.BytesIO(tab.screenshot()))
                picture.convert("RGB").save(directory / f"{name}.webp", quality=80, method=6)
                context.close()
        chromium.close()


def _open(tab, address):
    tab.goto(address)
    tab.wait_for_selector("html[data-ready]")


def _answer(tab, address):
    _open(tab, address)
    ask(tab, FIGURE).get_by_test_id("chart").wait_for()
    page_shown(tab)


def _change(tab, address):
    _open(tab, address)
    ask(tab, CHANGE).get_by_test_id("formula").locator("table").wait_for()
    page_shown(tab)


def _refusal(tab, address):
    _open(tab, address)
    ask(tab, ABSENT)


def _archive(tab, address):
    _open(tab, f"{address}/archive")
    tab.locator("#documents tbody tr").first.wait_for()


def _document(tab, address):
    _archive(tab, address)
    tab.get_by_role("link", name="NORTHWIND_2024_10K.pdf").click()
    page_shown(tab)
    tab.get_by_role("button", name="Consolidated Balance Sheets").click()
    tab.get_by_text("page 8 of").wait_for()
    page_shown(tab)


def _log(tab, address):
    _open(tab, f"{address}/log")
    tab.locator("#records tbody tr").first.wait_for()
    tab.get_by_role("button", name="Check the chain").click()
    tab.get_by_text("each as it was written").wait_for()


def _phone(tab, address):
    _open(tab, address)
    ask(tab, FIGURE).get_by_test_id("chart").wait_for()


PICTURES = (
    ("answer", WIDE, "light", _answer),
    ("change", WIDE, "dark", _change),
    ("refusal", WIDE, "light", _refusal),
    ("archive", WIDE, "light", _archive),
    ("document", WIDE, "dark", _document),
    ("phone", PHONE, "light", _phone),
    ("log", WIDE, "light", _log),
)

if __name__ == "__main__":
    main(Path(sys.argv[1]))
