"""Figures of the documents in question, read once while the archive does not change."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from onfile.ports import Archive
from onfile.types import Figure

CAPACITY = 40_000  # figures kept, about 40 MB: one question reads up to 15,000

Key = tuple[int, str, int | None]


class FigureShelf:
    """The figures of documents by fiscal year, the latest read ones kept in memory.

    Safe to share between threads: at worst two threads read the same document.
    """

    def __init__(self, archive: Archive, capacity: int = CAPACITY) -> None:
        self._archive = archive
        self._capacity = capacity
        self._kept: OrderedDict[Key, Sequence[Figure]] = OrderedDict()
        self._n_kept = 0
        self._lock = threading.Lock()

    def of(self, document_ids: Sequence[str], year: int | None) -> list[Figure]:
        """Figures of a fiscal year (None: of all), by document id, page and place."""
        change = self._archive.change
        keys = [(change, document_id, year) for document_id in sorted(set(document_ids))]
        with self._lock:
            held = {key: self._kept[key] for key in keys if key in self._kept}
            for key in held:
                self._kept.move_to_end(key)
        held |= self._read([key for key in keys if key not in held])
        return [figure for key in keys for figure in held[key]]

    def _read(self, keys: Sequence[Key]) -> dict[Key, Sequence[Figure]]:
        if not keys:
            return {}
        found: dict[Key, list[Figure]] = {key: [] for key in keys}
        change, _, year = keys[0]
        years = None if year is None else [year]
        for figure in self._archive.figures([k[1] for k in keys], fiscal_years=years):
            found[change, figure.document_id, year].append(figure)
        with self._lock:
            for key, figures in found.items():
                self._n_kept += len(figures) - len(self._kept.pop(key, ()))
                self._kept[key] = figures
            while self._n_kept > self._capacity and len(self._kept) > 1:
                self._n_kept -= len(self._kept.popitem(last=False)[1])
        return dict(found)
