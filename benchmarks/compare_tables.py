"""The cells of ``cells.csv`` read by a table library, beside our own reading of the same pages.

    compare_tables.py STORE FOLDER

Needs pdfplumber (MIT), which onfile does not. For each cell: is there a row with that label, whole;
does the row have the number as a cell of its own; and does the year that heads our column of it
stand above that cell? The library is given its two ways: ruled lines (its default) and text.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path

import pdfplumber

from onfile.index.store import Store

CELLS = Path(__file__).parent / "cells.csv"
WAYS: Mapping[str, Mapping[str, object]] = {
    "pdfplumber, lines": {},
    "pdfplumber, text": {"vertical_strategy": "text", "horizontal_strategy": "text"},
}
Grid = Sequence[Sequence[str | None]]


def main() -> None:
    """Print for each way how many rows, numbers and columns are right, and the seconds a page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("store", type=Path)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    store = Store.open(given.store)
    ids = {document.name: document.document_id for document in store.documents()}
    cells = [
        r for r in csv.DictReader(CELLS.read_text("utf-8").splitlines()) if r["document"] in ids
    ]
    years = [_year(store, ids[cell["document"]], cell) for cell in cells]
    own = Counter(row=0, number=0, column=0)
    for year in years:
        own.update(row=year is not None, number=year is not None, column=bool(year))
    _tell("onfile", own, len(cells), 0.0)
    by_page = defaultdict(list)
    for cell, year in zip(cells, years, strict=True):
        by_page[cell["document"], int(cell["page"])].append((cell, year))
    paths = {path.name: path for path in given.folder.rglob("*.pdf")}
    for name, settings in WAYS.items():
        right: Counter[str] = Counter()
        start = time.process_time()
        for (document, page), held in by_page.items():
            with pdfplumber.open(paths[document], pages=[page]) as pdf:
                grids = pdf.pages[0].extract_tables(dict(settings))
            for cell, year in held:
                right.update(_held(grids, cell, year))
        spent = (time.process_time() - start) / len(by_page)
        _tell(name, right, len(cells), spent)


def _tell(name: str, right: Mapping[str, int], n_cells: int, seconds: float) -> None:
    parts = [f"{what} {right[what]} of {n_cells} ({right[what] / n_cells:.3f})"
             for what in ("row", "number", "column")]  # fmt: skip
    timed = f"  {seconds:.2f} s CPU a page" if seconds else ""
    sys.stdout.write(f"{name:18} {'  '.join(parts)}{timed}\n")
    sys.stdout.flush()


def _year(store: Store, document_id: str, cell: Mapping[str, str]) -> str | None:
    """The year that heads our column of the cell, "" where none is printed; None: not read."""
    for figure in store.figures([document_id], pages=[int(cell["page"])]):
        is_row = _folded(figure.label) == _folded(cell["label"])
        is_cell = figure.period is not None and figure.period.name == cell["period"]
        if is_row and is_cell and figure.value == Decimal(cell["value"]):
            found = re.findall(r"\b(?:19|20)\d\d\b", figure.column_header)
            return found[-1] if found else ""
    return None


def _held(grids: Sequence[Grid], cell: Mapping[str, str], year: str | None) -> Counter[str]:
    """What of a cell the library's tables have: its best row counts."""
    best: Counter[str] = Counter()
    for grid in grids:
        for at, row in enumerate(grid):
            label = next((text for text in row if text and re.search(r"[^\W\d]", text)), "")
            if _folded(label) != _folded(cell["label"]):
                continue
            columns = [n for n, text in enumerate(row) if _number(text) == Decimal(cell["value"])]
            above = ["".join(r[n] or "" for r in grid[:at]) for n in columns if n < len(row)]
            is_dated = bool(year) and any(year in text for text in above)
            found = Counter(row=1, number=int(bool(columns)), column=int(is_dated))
            best = max(best, found, key=Counter.total)
    return best


def _number(text: str | None) -> Decimal | None:
    """The number of a cell that holds nothing else; brackets are a minus."""
    plain = re.sub(r"[\s$,%]", "", text or "")
    is_negative = plain.startswith("(") or plain.startswith("-")
    digits = plain.strip("()-")
    try:
        return -Decimal(digits) if is_negative else Decimal(digits)
    except InvalidOperation:
        return None


def _folded(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()


if __name__ == "__main__":
    main()
