"""A small report of titled tables and plots, in the style of the page of a run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from onfile.evaluate import page

TEMPLATE = Path(__file__).with_name("plain.html.j2")


@dataclass(frozen=True, slots=True)
class Part:
    """One section: words, a plot (SVG), a table; each may be missing."""

    title: str
    words: str = ""
    plot: str = ""
    header: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()


def style() -> str:
    """The style sheet of the page of a run."""
    found = re.search(r"<style>(.*?)</style>", page.TEMPLATE.read_text(encoding="utf-8"), re.S)
    return found.group(1) if found else ""
