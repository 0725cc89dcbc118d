"""Writing index files, and clearing away those that are no longer in use."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from pathlib import Path

from onfile.errors import StoreError

SPOOL_NAME = "spool"
_SPARED_S = 600.0  # another process may have written a file that it has not recorded yet


@contextmanager
def written(folder: Path) -> Iterator[None]:
    """Tell in plain words that a file below ``folder`` could not be written.

    Raises:
        StoreError: the disk is full, or the like. The index is then as it was before.
    """
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"{folder} could not be written: {error.strerror or error}; the documents are safe",
            hint="make room on the disk and run the same command again: it goes on from there",
        ) from error


@contextmanager
def spool_folder(directory: Path) -> Iterator[Path]:
    """A folder of the store for the parts of long files, empty at first and gone in the end.

    It is for whoever holds ``ingest_lock``: what a killed ingest has left in it is removed.
    """
    folder = directory / SPOOL_NAME
    clear_spool(directory)
    with written(folder):
        folder.mkdir()
    try:
        yield folder
    finally:
        clear_spool(directory)


def clear_spool(directory: Path) -> None:
    """Remove what an ingest that was killed has left of long files."""
    shutil.rmtree(directory / SPOOL_NAME, ignore_errors=True)


def remove_unused(folder: Path, keep: AbstractSet[str], *, spare_recent: bool = True) -> None:
    """Remove what lies in ``folder`` under other names, unless it is recent.

    Recent is within ten minutes of the newest. A process that still has a removed file mapped
    goes on reading it.
    """
    if not folder.is_dir():
        return
    ages = {path: path.stat().st_mtime for path in folder.iterdir()}
    newest = max(ages.values(), default=0.0)
    for path, age in ages.items():
        is_spared = spare_recent and age >= newest - _SPARED_S
        if path.name not in keep and not is_spared:
            shutil.rmtree(path, ignore_errors=True)
