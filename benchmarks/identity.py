"""Hold what was read of each filing against a manifest: ``identity.py STORE MANIFEST.csv``.

The manifest has a line a document with ``file``, ``company``, ``doc_type`` and ``period``
("2022", "2023Q2", "Q3FY26"). Company, form and fiscal period count apart; a field that the
manifest leaves empty is not asked. Prints every difference: some are the manifest's own errors.
"""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path

from onfile.index.store import Store
from onfile.types import Identity

FORMS = {
    "10-K": ("10-K", "10-K/A"),
    "10-Q": ("10-Q", "10-Q/A"),
    "8-K": ("8-K", "8-K/A"),
    "EARNINGS_RELEASE": ("earnings release",),
    "ANNUAL_REPORT": ("annual report",),
}
FIELDS = ("company", "form", "period")


def main(arguments: list[str]) -> int:
    """Print the share right of each field; 2 for wrong usage."""
    if len(arguments) != 2:
        sys.stderr.write(__doc__ or "")
        return 2
    store = Store.open(Path(arguments[0]))
    held = {entry.name: entry.identity for entry in store.catalog().entries}
    rows = list(csv.DictReader(Path(arguments[1]).read_text(encoding="utf-8").splitlines()))
    rows = [row for row in rows if row["doc_type"].upper() in FORMS]
    right = dict.fromkeys((*FIELDS, "all"), 0)
    n_rows = 0
    for row in rows:
        identity = held.get(Path(row["file"]).name)
        if identity is None:
            continue
        n_rows += 1
        wrong = [field for field in FIELDS if not _agrees(field, row, identity)]
        for field in FIELDS:
            right[field] += field not in wrong
        right["all"] += not wrong
        if wrong:
            period = identity.period.name if identity.period else None
            read = f"{identity.company}, {identity.form}, {period}"
            said = f"{row['company']}, {row['doc_type']}, {row['period']}"
            sys.stdout.write(f"{row['file']}: {said} in the manifest, {read} read\n")
    for name, count in right.items():
        sys.stdout.write(f"{name} {count} of {n_rows}\n")
    return 0


def _agrees(field: str, row: dict[str, str], identity: Identity) -> bool:
    if field == "company":
        return not row["company"] or _plain(identity.company) == _plain(row["company"])
    if field == "form":
        return identity.form in FORMS[row["doc_type"].upper()]
    if row["doc_type"].upper() == "8-K" or not row["period"]:
        return True  # a current report is of a day
    return identity.period is not None and identity.period.name.removeprefix("FY") == row["period"]


def _plain(name: str | None) -> str:
    return re.sub(r"[^a-z0-9]", "", (name or "").lower())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
