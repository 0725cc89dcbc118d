"""Clearing away index files that are no longer in use."""

from __future__ import annotations

import shutil
from collections.abc import Set as AbstractSet
from pathlib import Path

_SPARED_S = 600.0  # another process may have written a file that it has not recorded yet


def remove_unused(folder: Path, keep: AbstractSet[str]) -> None:
    """Remove what lies in ``folder`` under other names, unless it is recent.

    Recent is within ten minutes of the newest. A process that still has a removed file mapped
    goes on reading it.
    """
    ages = {path: path.stat().st_mtime for path in folder.iterdir()}
    newest = max(ages.values(), default=0.0)
    for path, written in ages.items():
        if path.name not in keep and written < newest - _SPARED_S:
            shutil.rmtree(path, ignore_errors=True)
