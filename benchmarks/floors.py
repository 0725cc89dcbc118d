"""Compare what was measured with the floors that must hold.

    floors.py OUT_DIRECTORY

Reads ``coverage.json``, ``retrieval.txt`` and ``answers.txt`` there and prints a line for each
floor. Exit code 1 when one is missed.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Floor:
    """A measure, the text that states it, and the value that it must reach or keep under."""

    name: str
    file: str
    pattern: str
    bound: float
    is_ceiling: bool = False

    def holds(self, value: float) -> bool:
        """True when ``value`` is on the right side of the bound."""
        return value <= self.bound if self.is_ceiling else value >= self.bound


FLOORS = (
    Floor("page hit@5", "retrieval.txt", r"^hit5 ([\d.]+)", 0.45),
    Floor("document hit@5", "retrieval.txt", r"^document hit@k.*\b5: ([\d.]+)", 0.85),
    Floor("wrong-answer rate", "answers.txt", r"wrong-answer rate over all ([\d.]+)", 0.15, True),
    Floor("unanswerable refused", "answers.txt", r"unanswerable \d+: refused ([\d.]+)", 0.80),
    Floor("questions that failed", "answers.txt", r"; failed (\d+)", 0, True),
)


def measured(floor: Floor, directory: Path) -> float | None:
    """The value that was measured, None when the file does not state it."""
    text = (directory / floor.file).read_text(encoding="utf-8")
    found = re.search(floor.pattern, text, re.MULTILINE)
    return float(found[1]) if found else None


def main(arguments: list[str]) -> int:
    """Print every floor; 1 when one is missed, 2 for wrong usage."""
    if len(arguments) != 1:
        sys.stderr.write(__doc__ or "")
        return 2
    directory = Path(arguments[0])
    is_kept = True
    for floor in FLOORS:
        value = measured(floor, directory)
        holds = value is not None and floor.holds(value)
        is_kept &= holds
        bound = f"{'at most' if floor.is_ceiling else 'at least'} {floor.bound}"
        sys.stdout.write(f"{'ok    ' if holds else 'MISSED'} {floor.name}: {value} ({bound})\n")
    coverage = json.loads((directory / "coverage.json").read_text(encoding="utf-8"))
    unaccounted = coverage["unaccounted_pages"]
    is_kept &= unaccounted == 0
    word = "ok    " if unaccounted == 0 else "MISSED"
    sys.stdout.write(f"{word} unaccounted pages: {unaccounted} (at most 0)\n")
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
