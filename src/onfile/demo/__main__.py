"""Writes the made-up archive, or the questions about it.

python -m onfile.demo DIR                  the archive, into DIR
python -m onfile.demo --questions FILE     the questions with their gold, into FILE
"""

from __future__ import annotations

import sys
from pathlib import Path

from onfile.demo.archive import write_archive
from onfile.demo.gold import as_lines, build_questions

_USAGE = "usage: python -m onfile.demo (DIR | --questions FILE)\n"


def main(arguments: list[str]) -> int:
    """Run one of the two; 0 when done, 2 for wrong usage."""
    match arguments:
        case ["--questions", file]:
            rows = build_questions()
            Path(file).write_text(as_lines(rows), encoding="utf-8")
            sys.stdout.write(f"{len(rows)} questions written to {file}\n")
        case [directory] if not directory.startswith("-"):
            files = write_archive(Path(directory))
            sys.stdout.write(f"{len(files)} made-up files written to {directory}\n")
        case _:
            sys.stderr.write(_USAGE)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
