"""``python -m onfile.demo DIR`` writes the made-up archive into ``DIR``."""

from __future__ import annotations

import sys
from pathlib import Path

from onfile.demo.archive import write_archive

_USAGE = "usage: python -m onfile.demo DIR\n"


def main(arguments: list[str]) -> int:
    """Write the archive; 0 when done, 2 for wrong usage."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        sys.stderr.write(_USAGE)
        return 2
    files = write_archive(Path(arguments[0]))
    sys.stdout.write(f"{len(files)} made-up files written to {arguments[0]}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
