"""Columns of a table: where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from onfile.structure.table_cells import PrintedCell
from onfile.structure.table_rows import PrintedRow

EDGE_TOLERANCE = 4.5  # points between right edges of one column's cells


@dataclass(frozen=True, slots=True)
class Track:
    """The horizontal place of one column: its cells' extent and their common right edge."""

    x0: float
    x1: float
    right: float
    n_cells: int

    @property
    def centre(self) -> float:
        """Middle of the extent."""
        return (self.x0 + self.x1) / 2


def tracks_of(rows: Sequence[PrintedRow]) -> list[Track]:
    """Columns by the right edges of the cells, left to right.

    Groups that no row has both of and that overlap are one column (a percentage among amounts).
    A group of a single cell, where other columns have three or more, is no column of its own.
    """
    places = [(cell, n) for n, row in enumerate(rows) for cell in row.cells]
    groups = _by_edge(places)
    groups = _merge_overlapping(groups)
    most = max((len(group) for group in groups), default=0)
    kept = [group for group in groups if len(group) > 1 or most < 3]
    return [_track(group) for group in kept]


def column_of(cell: PrintedCell, tracks: Sequence[Track]) -> int | None:
    """The column whose right edge is nearest and whose extent the cell overlaps."""
    best: int | None = None
    best_distance = 1e9
    for n, track in enumerate(tracks):
        if cell.x0 > track.x1 + 2 or cell.x1 < track.x0 - 2:
            continue
        distance = min(abs(cell.right - track.right), abs((cell.x0 + cell.x1) / 2 - track.centre))
        if distance < best_distance:
            best, best_distance = n, distance
    return best


_Places = list[tuple[PrintedCell, int]]


def _by_edge(places: _Places) -> list[_Places]:
    groups: list[_Places] = []
    for place in sorted(places, key=lambda place: place[0].right):
        if groups and place[0].right - groups[-1][-1][0].right <= EDGE_TOLERANCE:
            groups[-1].append(place)
        else:
            groups.append([place])
    return groups


def _merge_overlapping(groups: list[_Places]) -> list[_Places]:
    merged: list[_Places] = []
    for group in groups:
        if merged and _are_one(merged[-1], group):
            merged[-1] = merged[-1] + group
        else:
            merged.append(group)
    return merged


def _are_one(left: _Places, right: _Places) -> bool:
    shared = {n for _, n in left} & {n for _, n in right}
    if shared:
        return False
    left_edge = max(cell.x1 for cell, _ in left)
    right_edge = min(cell.x0 for cell, _ in right)
    narrow = min(cell.x1 - cell.x0 for cell, _ in left + right)
    return left_edge - right_edge > 0.3 * narrow


def _track(group: _Places) -> Track:
    rights = sorted(cell.right for cell, _ in group)
    return Track(
        min(cell.x0 for cell, _ in group),
        max(cell.x1 for cell, _ in group),
        rights[len(rights) // 2],
        len(group),
    )
