"""Which words stand above which columns: heads, captions over the labels, titles."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from onfile.structure.table_cells import PrintedCell
from onfile.structure.table_columns import Track
from onfile.structure.table_periods import is_period_words, months_in
from onfile.structure.table_rows import PrintedRow
from onfile.structure.table_words import Word

NEAR_MIDDLE = 14.0  # points
AS_NEAR = 7.0  # points: of columns whose middles are so alike, the widest run
LEFT_OUT = 5.0  # points that a column without a head counts as
MAX_OFF_CENTRE = 30.0  # points that words may stand beside the middle of the columns they head
_UNIT_WORDS = re.compile(
    r"\b(?:in|dollars in)\s+(?:thousands|millions|billions|crores?|lakhs?)|except|unaudited|"
    r"\bper share\b|^\W*(?:dollars in\s+)?(?:thousands|millions|billions|crores?|lakhs?)\b",
    re.IGNORECASE,
)
_CHANGE = re.compile(r"\b(?:change|growth|variance)\b", re.IGNORECASE)
_ONE_TIME = re.compile(r"(?:[A-Z][a-z]+\.? \d{1,2}, |[Ff]iscal (?:[Yy]ear )?|FY ?)?(?:19|20)\d\d")
_SPANNING = re.compile(r"\bended\b|\bas (?:of|at)\b|\bweeks\b|\bmonths\b|\byears\b", re.IGNORECASE)


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
        segments = _split_over_columns(_captions_apart(row, tracks), row, tracks)
        is_caption = len(segments) == 1 and not row.cells and is_stub_unit(row.text)
        if is_caption and not is_period_words(row.text):
            stub.append(row.text)
            continue
        for segment, span in _placed(segments, tracks):
            is_time = len(segments) == 1 and _is_time_of_all(segment, span, tracks)
            if span is None or is_time or _is_caption_beside(segment, tracks):
                stub.append(segment.text)
            else:
                for n in range(span[0], span[1] + 1):
                    above[n].append(segment.text)
    return Heads(tuple(" ".join(words) for words in above), " ".join(stub))


def _is_time_of_all(
    segment: Segment, span: tuple[int, int] | None, tracks: Sequence[Track]
) -> bool:
    """Words like "Year ended June 30," alone in a row, left of the columns: said of all."""
    is_over_all = span == (0, len(tracks) - 1)
    begins_left = segment.x0 < tracks[0].x0 - NEAR_MIDDLE
    return _spans_by_nature(segment.text) and begins_left and not is_over_all


def _is_caption_beside(segment: Segment, tracks: Sequence[Track]) -> bool:
    """A unit that begins over the labels, even where it reaches over a column."""
    is_unit = is_stub_unit(segment.text) and not is_period_words(segment.text)
    return bool(tracks) and is_unit and segment.x0 < tracks[0].x0 - 60


def _captions_apart(row: PrintedRow, tracks: Sequence[Track]) -> list[Segment]:
    """The row's segments; a unit in brackets that runs into the first column's head is its own."""
    segments = segments_of(row)
    if not segments or not tracks or not is_stub_unit(segments[0].text):
        return segments
    first = segments[0]
    inside = [word for word in row.words if word.x0 < first.x1 and word.x1 <= first.x1]
    end = next((n for n, word in enumerate(inside) if word.text.endswith(")")), None)
    if end is None or end + 1 == len(inside) or first.x0 > tracks[0].x0 - 60:
        return segments
    caption, head = inside[: end + 1], inside[end + 1 :]
    head_text = " ".join(word.text for word in head)
    if not is_period_words(head_text):
        return segments
    parts = [Segment(" ".join(word.text for word in caption), first.x0, caption[-1].x1)]
    return [*parts, Segment(head_text, head[0].x0, first.x1), *segments[1:]]


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
    shared = _shared_out(segments, tracks)
    if shared is not None:
        return shared
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


def _shared_out(
    segments: list[Segment], tracks: Sequence[Track]
) -> list[tuple[Segment, tuple[int, int] | None]] | None:
    """Lengths of time ("Quarter ended", "Year ended") or years that share out all columns.

    Of all ways to do so, the one in which each stands nearest to the middle of its columns.
    Years do so in equal shares.
    """
    left = tracks[0].x0 - 5
    over = [segment for segment in segments if segment.x1 >= left]
    if not 2 <= len(over) < len(tracks):
        return None
    lengths = {months_in(segment.text) for segment in over}
    are_lengths = len(lengths) > 1 and None not in lengths
    are_lengths = are_lengths and all(_spans_by_nature(segment.text) for segment in over)
    are_years = all(_ONE_TIME.fullmatch(segment.text) for segment in over)
    if not are_lengths and not (are_years and len(tracks) % len(over) == 0):
        return None
    equal = tuple(range(0, len(tracks) + 1, len(tracks) // len(over)))
    ways = _ways_to_share(len(tracks), len(over)) if are_lengths else [equal]
    best: tuple[int, ...] = ()
    best_distance = 1e9
    for edges in ways:
        distance = LEFT_OUT * (len(tracks) - edges[-1]) + sum(
            abs(_middle(tracks, first, end - 1) - segment.centre)
            for segment, (first, end) in zip(over, itertools.pairwise(edges), strict=True)
        )
        if distance < best_distance:
            best, best_distance = edges, distance
    pitch = (tracks[-1].right - tracks[0].right) / (len(tracks) - 1)
    limit = MAX_OFF_CENTRE if are_lengths else max(NEAR_MIDDLE, pitch / 2)
    if best_distance > len(over) * limit:
        return None
    spans = [(first, end - 1) for first, end in itertools.pairwise(best)]
    beside: list[tuple[Segment, tuple[int, int] | None]]
    beside = [(segment, None) for segment in segments if segment.x1 < left]
    return beside + list(zip(over, spans, strict=True))


def _ways_to_share(n_columns: int, n_heads: int) -> list[tuple[int, ...]]:
    """Edges of neighbouring runs, one a head; columns at the end may have none ("Change")."""
    return [
        (0, *cuts, last)
        for last in range(n_heads, n_columns + 1)
        for cuts in itertools.combinations(range(1, last), n_heads - 1)
    ]


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
    is_narrow = len(must) == 1 or _CHANGE.search(segment.text) is not None
    if is_narrow and not _spans_by_nature(segment.text):
        return must[0], must[-1]
    spans = []
    for i in range(must[0] + 1):
        for j in range(must[-1], len(tracks)):
            inside = tracks[i].centre > lower and tracks[j].centre < upper
            if not inside and (i, j) != (must[0], must[-1]):
                continue
            distance = abs(_middle(tracks, i, j) - segment.centre)
            if i == j:
                distance = min(distance, abs(segment.x1 - tracks[i].right))
            spans.append((distance, i, j))
    nearest_distance = min(spans)[0]
    near = [span for span in spans if span[0] <= nearest_distance + AS_NEAR]
    _, first, last = max(near, key=lambda span: (span[2] - span[1], -span[0]))
    return first, last


def column_of_words(segment: Segment, tracks: Sequence[Track]) -> int | None:
    """The one column that words stand over, by their place; None for none or several."""
    touched = [n for n, t in enumerate(tracks) if t.x1 > segment.x0 and t.x0 < segment.x1]
    is_narrow = len(touched) == 1 and segment.x1 < tracks[touched[0]].x1 + 3
    return touched[0] if is_narrow else None


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


def is_title_over(row: PrintedRow, left: float, tracks: Sequence[Track]) -> bool:
    """True for one line of words in the middle of the whole table rather than of its columns."""
    segments = segments_of(row)
    if len(segments) != 1 or row.cells or is_period_words(row.text) or is_stub_unit(row.text):
        return False
    right = tracks[-1].x1
    from_table = abs(segments[0].centre - (left + right) / 2)
    from_columns = abs(segments[0].centre - (tracks[0].x0 + right) / 2)
    return from_table < NEAR_MIDDLE and from_columns > 2 * NEAR_MIDDLE


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
