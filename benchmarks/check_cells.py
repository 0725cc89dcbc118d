"""Hold cells that were read by eye against a store: ``python benchmarks/check_cells.py STORE``.

``cells.csv`` has one cell a line, as facts and nothing more: document, physical page, row label,
fiscal period as the company calls it, number with its sign as printed, scale. A cell is right when
the store has a figure on that page with that label, period, number and scale, and no other number
there for the same label, path and period. Documents that the store does not hold are counted apart.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from onfile.index.store import Store
from onfile.types import Figure

CELLS = Path(__file__).parent / "cells.csv"


def main() -> int:
    """Print the share that is right and each cell that is not; 1 when any is not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("store", type=Path)
    parser.add_argument("--cells", type=Path, default=CELLS)
    given = parser.parse_args()
    store = Store.open(given.store)
    ids = {document.name: document.document_id for document in store.documents()}
    rows = list(csv.DictReader(given.cells.read_text(encoding="utf-8").splitlines()))
    held = [row for row in rows if row["document"] in ids]
    wrong = 0
    for row in held:
        figures = store.figures([ids[row["document"]]], pages=[int(row["page"])])
        fault = _fault(row, figures)
        if fault:
            wrong += 1
            sys.stdout.write(f"{row['document']} p.{row['page']} {row['label']!r}: {fault}\n")
    n_filings = len({row["document"] for row in held})
    share = (len(held) - wrong) / max(len(held), 1)
    sys.stdout.write(
        f"{len(held) - wrong} of {len(held)} cells right ({share:.3f}) over {n_filings} filings; "
        f"{len(rows) - len(held)} cells of documents that are not in the store\n"
    )
    return 1 if wrong else 0


def _fault(row: Mapping[str, str], figures: Sequence[Figure]) -> str:
    label = _folded(row["label"])
    labelled = [f for f in figures if _folded(f.label) == label]
    if not labelled:
        return "no such row"
    dated = [f for f in labelled if f.period is not None and f.period.name == row["period"]]
    if not dated:
        return f"no column of {row['period']}"
    fitting = [f for f in dated if f.value == Decimal(row["value"])]
    if not fitting:
        return f"{row['value']} is {', '.join(str(f.value) for f in dated)}"
    if not any(f.scale == int(row["scale"]) for f in fitting):
        return f"scale {row['scale']} is {fitting[0].scale}"
    paths = {f.path for f in fitting}
    rivals = {f.value for f in dated if f.path in paths and f.table == fitting[0].table}
    return "" if len(rivals) == 1 else f"two numbers for one cell: {sorted(rivals)}"


def _folded(label: str) -> str:
    """Letters and digits, without note numbers and footnote marks."""
    text = re.sub(r"\(notes? [^)]*\)", " ", label.lower())
    return " ".join(re.findall(r"[a-z0-9]+", text.replace("’", "'").replace("'", "")))


if __name__ == "__main__":
    sys.exit(main())
