"""Columns of a table: where they stand, and which header words stand above them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from onfile.structure.table_cells import PrintedCell
from onfile.structure.table_periods import is_period_words, months_in
from onfile.structure.table_rows import PrintedRow
from onfile.structure.table_words import Word

EDGE_TOLERANCE = 4.5  # points between right edges of one column's cells
_UNIT_WORDS = re.compile(
    r"\b(?:in|dollars in)\s+(?:thousands|millions|billions|crores?|lakhs?)|except|unaudited|"
    r"\bper share\b|^\W*(?:dollars in\s+)?(?:thousands|millions|billions|crores?|lakhs?)\b",
    re.IGNORECASE,
)


_SPANNING = re.compile(r"\bended\b|\bas (?:of|at)\b|\bweeks\b|\bmonths\b|\byears\b", re.IGNORECASE)


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


# ── header words ─────────────────────────────────────────────────────────────────────────────


class Segment(NamedTuple):
    """Words of a header row with no column's gap between them."""

    text: str
    x0: float
    x1: float

    @property
    def centre(self) -> float:
        """Middle of the segment."""
        return (self.x0 + self.x1) / 2


@dataclass(frozen=True, slots=True)
class Heads:
    """The words above each column (outermost first) and those that stand over the labels."""

    headers: tuple[str, ...]
    stub: str


def segments_of(row: PrintedRow) -> list[Segment]:
    """The row's words, cut at gaps wider than a word's space."""
    gap = 0.8 * row.height
    runs: list[list[Word]] = []
    for word in row.words:
        if runs and word.x0 - runs[-1][-1].x1 <= gap:
            runs[-1].append(word)
        else:
            runs.append([word])
    return [Segment(" ".join(w.text for w in run), run[0].x0, run[-1].x1) for run in runs]


def heads_of(header_rows: Sequence[PrintedRow], tracks: Sequence[Track]) -> Heads:
    """Give each segment of the header rows to the columns it stands above."""
    above: list[list[str]] = [[] for _ in tracks]
    stub: list[str] = []
    for row in header_rows:
        segments = _split_over_columns(segments_of(row), row, tracks)
        is_caption = len(segments) == 1 and not row.cells and is_stub_unit(row.text)
        if is_caption and not is_period_words(row.text):
            stub.append(row.text)
            continue
        for segment, span in _placed(segments, tracks):
            if span is None:
                stub.append(segment.text)
            else:
                for n in range(span[0], span[1] + 1):
                    above[n].append(segment.text)
    return Heads(tuple(" ".join(words) for words in above), " ".join(stub))


def _split_over_columns(
    segments: list[Segment], row: PrintedRow, tracks: Sequence[Track]
) -> list[Segment]:
    """Cut a segment in which each of several columns has a year of its own ("2018 2017")."""
    out: list[Segment] = []
    for segment in segments:
        words = [w for w in row.words if segment.x0 <= w.x0 and w.x1 <= segment.x1]
        years = [w for w in words if re.fullmatch(r"(?:19|20)\d\d\*?", w.text)]
        if len(years) > 1 and len(years) == len(words):
            out.extend(Segment(w.text, w.x0, w.x1) for w in words)
        else:
            out.append(segment)
    return out


def _placed(
    segments: list[Segment], tracks: Sequence[Track]
) -> list[tuple[Segment, tuple[int, int] | None]]:
    """Each segment with the first and last column it heads; None for the labels' side."""
    if not tracks:
        return [(segment, None) for segment in segments]
    one_each = _one_each(segments, tracks)
    if one_each is not None:
        return one_each
    left_of_columns = tracks[0].x0 - 3
    sure: list[tuple[Segment, tuple[int, int] | None]] = []
    for n, segment in enumerate(segments):
        if segment.x1 < left_of_columns - 2:
            sure.append((segment, None))
            continue
        lower = segments[n - 1].x1 if n else -1e9
        upper = segments[n + 1].x0 if n + 1 < len(segments) else 1e9
        sure.append((segment, _span_of(segment, tracks, lower, upper)))
    return sure


def _one_each(
    segments: list[Segment], tracks: Sequence[Track]
) -> list[tuple[Segment, tuple[int, int] | None]] | None:
    """As many segments as columns, each nearest to its own: they head one column each.

    A header may stand beside its numbers, over the currency sign or the bracket.
    """
    reach = tracks[0].x0 - 60
    own = [segment for segment in segments if segment.x1 > reach]
    if len(own) != len(tracks):
        return None
    pitch = min((b.right - a.right for a, b in itertools.pairwise(tracks)), default=80.0)
    for segment, track in zip(own, tracks, strict=True):
        if min(abs(segment.centre - track.centre), abs(segment.x1 - track.right)) > 0.6 * pitch:
            return None
    stub = [segment for segment in segments if segment.x1 <= reach]
    placed: list[tuple[Segment, tuple[int, int] | None]] = [(segment, None) for segment in stub]
    return placed + [(segment, (n, n)) for n, segment in enumerate(own)]


def _span_of(
    segment: Segment, tracks: Sequence[Track], lower: float, upper: float
) -> tuple[int, int]:
    """The run of columns whose middle is nearest to the segment's, not past its neighbours.

    Words of time ("Three months ended") are taken to head every column they could; other words
    only those they reach over.
    """
    touched = [n for n, t in enumerate(tracks) if t.x1 > segment.x0 and t.x0 < segment.x1]
    nearest = min(range(len(tracks)), key=lambda n: abs(_middle(tracks, n, n) - segment.centre))
    must = touched or [nearest]
    if len(must) == 1 and not _spans_by_nature(segment.text):
        return must[0], must[0]
    best, best_key = (must[0], must[-1]), (1e9, 0)
    for i in range(must[0] + 1):
        for j in range(must[-1], len(tracks)):
            inside = tracks[i].centre > lower and tracks[j].centre < upper
            if not inside and (i, j) != (must[0], must[-1]):
                continue
            distance = abs(_middle(tracks, i, j) - segment.centre)
            if i == j:
                distance = min(distance, abs(segment.x1 - tracks[i].right))
            key = (round(distance / 14), i - j)
            if key < best_key:
                best, best_key = (i, j), key
    return best


def _spans_by_nature(text: str) -> bool:
    """Words of time without a year: "Three months ended", "December 31,"."""
    if re.search(r"\b(?:19|20)\d\d\b", text):
        return False
    return is_period_words(text) or _SPANNING.search(text) is not None


def _middle(tracks: Sequence[Track], first: int, last: int) -> float:
    return (tracks[first].x0 + tracks[last].x1) / 2


def is_header_row(row: PrintedRow, tracks: Sequence[Track]) -> bool:
    """True for a row above the data that heads columns rather than titles the table.

    All its numbers are years or days of dates, and something stands over a column.
    """
    if any(not _heads(cell) for cell in row.cells):
        return False
    segments = segments_of(row)
    left = tracks[0].x0
    over = [segment for segment in segments if segment.x1 > left]
    if not over:
        return False
    first_over = over[0]
    if len(segments) > 1 and first_over.x0 > left - 60:
        return True
    wide_title = first_over.x0 < left - 60 and len(over) == 1
    if wide_title:
        return False
    return is_period_words(row.text) or len(over) > 1 or first_over.x0 > left - 20


def _heads(cell: PrintedCell) -> bool:
    return (
        cell.is_year or cell.value is None or re.fullmatch(r"\d{1,2},?", cell.printed) is not None
    )


def is_stub_unit(text: str) -> bool:
    """True for "(in millions, except per share data)" and "(unaudited)" beside a header."""
    return _UNIT_WORDS.search(text) is not None


def is_time_caption(text: str) -> bool:
    """True for "Years ended December 31" and the like over the labels."""
    return months_in(text) is not None or is_period_words(text)
