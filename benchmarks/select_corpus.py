"""Choose files of the corpus, and the questions that they can answer.

    select_corpus.py files SHARED (tier1|all)
    select_corpus.py questions SHARED (tier1|all) SET.jsonl > CHOSEN.jsonl

A question is kept when every file that holds a gold place is chosen; one without gold always is.
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any


def chosen_files(shared: Path, tier: str) -> list[str]:
    """Files of the tier, relative to the corpus, in the manifest's order."""
    with (shared / "corpus" / "manifest.csv").open(encoding="utf-8", newline="") as manifest:
        rows = list(csv.DictReader(manifest))
    return [row["file"] for row in rows if tier == "all" or row["tier"] == "1"]


def is_answerable_from(question: dict[str, Any], files: set[str]) -> bool:
    """True when all of the question's gold lies in ``files``."""
    if "gold" in question:
        return all(gold["file"] in files for gold in question["gold"])
    return question["doc"] in {Path(file).stem for file in files}


def main(arguments: list[str]) -> int:
    """Run one of the two commands; 2 for wrong usage."""
    match arguments:
        case ["files", shared, tier]:
            lines = [f"{shared}/corpus/{file}" for file in chosen_files(Path(shared), tier)]
        case ["questions", shared, tier, questions]:
            files = set(chosen_files(Path(shared), tier))
            rows = Path(questions).read_text(encoding="utf-8").splitlines()
            lines = [row for row in rows if is_answerable_from(json.loads(row), files)]
        case _:
            sys.stderr.write(__doc__ or "")
            return 2
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
