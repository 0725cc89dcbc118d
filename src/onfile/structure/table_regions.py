"""Where on a page the tables are: runs of numeric rows with their header rows and titles."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from onfile.structure.table_columns import Track, tracks_of
from onfile.structure.table_heads import (
    column_of_words,
    is_header_row,
    is_stub_unit,
    is_title_over,
    segments_of,
)
from onfile.structure.table_periods import is_lone_time, is_period_words
from onfile.structure.table_rows import PrintedRow, rows_between

MAX_HEADER_ROWS = 9
MAX_TITLE_ROWS = 6
MIN_HEADS = 3  # columns that a line heads one by one, however many words it has
MAX_TEXT_ROWS = 5  # text rows that may stand between two numeric rows of one table
_CONTENTS_LINK = re.compile(r"\W*(?:back to )?table of contents\W*", re.IGNORECASE)
_SENTENCE = re.compile(r"[a-z]{2,}[.;]\s+[A-Z]|\b(?:was|were|is|are|has|have|we|our)\b")


@dataclass(slots=True)
class Region:
    """One table before its cells are assigned: titles, header rows and body rows."""

    body: list[PrintedRow]
    headers: list[PrintedRow] = field(default_factory=list)
    titles: list[PrintedRow] = field(default_factory=list)
    intro: list[PrintedRow] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)


def regions_of(rows: list[PrintedRow]) -> list[Region]:
    """The tables of one page, top to bottom; side-by-side tables left before right."""
    found: list[Region] = []
    floor = 0
    for first, last in _runs(rows):
        body = rows[first : last + 1]
        above = rows[floor:first]
        for part_above, part_body in _side_by_side(above, body):
            region = _with_heads(part_above, part_body)
            if region is not None:
                found.append(region)
        floor = last + 1
    return found


def is_year_row(row: PrintedRow) -> bool:
    """True for a row whose cells are all years (or days) and whose label is about time or units."""
    if not row.cells or not any(cell.is_year for cell in row.cells):
        return False
    if not all(cell.is_year or cell.value is None for cell in row.cells):
        return False
    label = row.label_text
    return (
        not label
        or is_stub_unit(label)
        or is_period_words(label)
        or (len(row.cells) > 1 and _descends(row))
    )


def is_data_row(row: PrintedRow) -> bool:
    """True for a row that carries values."""
    return row.is_numeric and not is_year_row(row)


def _descends(row: PrintedRow) -> bool:
    years = [int(cell.printed[:4]) for cell in row.cells if cell.is_year]
    steps = {a - b for a, b in itertools.pairwise(years)}
    return steps in ({1}, {-1})


def _runs(rows: Sequence[PrintedRow]) -> list[tuple[int, int]]:
    """First and last row of each run of data rows."""
    runs: list[tuple[int, int]] = []
    first = last = -1
    left = 0.0
    for n, row in enumerate(rows):
        if is_data_row(row) and not _is_prose(row, row.cells[0].x0):
            if first < 0:
                first, left = n, row.cells[0].x0
            last = n
            left = min(left, row.cells[0].x0)
        elif first >= 0 and (_ends_run(row, left) or n - last > MAX_TEXT_ROWS):
            runs.append((first, last))
            first = -1
    if first >= 0:
        runs.append((first, last))
    return [(a, b) for a, b in runs if _is_table(rows[a : b + 1])]


def _ends_run(row: PrintedRow, left: float) -> bool:
    if is_year_row(row) or _is_prose(row, left):
        return True
    over = row.x1 > left + 10
    return over and is_period_words(row.text) and not row.text.endswith(":")


def _is_prose(row: PrintedRow, left: float) -> bool:
    text_end = row.words[-1].x1 if not row.cells else (row.label[-1].x1 if row.label else 0.0)
    n_words = len(row.words) if not row.cells else len(row.label)
    return n_words >= 9 and text_end > left + 15


def _is_table(rows: Sequence[PrintedRow]) -> bool:
    data = [row for row in rows if is_data_row(row)]
    n_cells = sum(len(row.cells) for row in data)
    if len(data) < 2 or n_cells < 3:
        return False
    labelled = sum(1 for row in data if row.label)
    if labelled == 0:
        return False
    return not _is_contents(data)


def _is_contents(data: Sequence[PrintedRow]) -> bool:
    """Page numbers: one column of small whole numbers that never fall."""
    if any(len(row.cells) > 1 for row in data) or len(data) < 4:
        return False
    printed = [row.cells[-1].printed for row in data]
    if not all(re.fullmatch(r"(?:[A-Z]-)?\d{1,3}", text) for text in printed):
        return False
    numbers = [int(text.split("-")[-1]) for text in printed]
    falls = sum(1 for a, b in itertools.pairwise(numbers) if b < a)
    return falls <= len(numbers) // 8


def _with_heads(above: list[PrintedRow], body: list[PrintedRow]) -> Region | None:
    tracks = tracks_of([row for row in body if is_data_row(row)])
    if not tracks:
        return None
    region = Region(body=list(body), tracks=tracks)
    at = _take_headers(region, above)
    left = min(row.x0 for row in region.body)
    n_titles = 0
    while n_titles < len(region.headers) and is_title_over(region.headers[n_titles], left, tracks):
        n_titles += 1
    at_titles, region.headers = region.headers[:n_titles], region.headers[n_titles:]
    _take_titles(region, [*above[:at], *at_titles])
    return region


def _take_headers(region: Region, above: list[PrintedRow]) -> int:
    """Move header rows from ``above`` to the region; returns how many rows stay above them."""
    lead = 0
    while lead < min(4, len(above)) and not _is_header(above[-1 - lead], region):
        lead += 1
    at = len(above) - lead
    if lead == min(4, len(above)) and (at == 0 or not _is_header(above[at - 1], region)):
        n_kept = _n_lead_without_header(above, region)
        region.body[:0] = above[len(above) - n_kept :]
        return len(above) - n_kept
    _take_lead(region, above[at:])
    while at > 0 and len(region.headers) < MAX_HEADER_ROWS:
        row = above[at - 1]
        if not (_is_header(row, region) or _is_unit_row(row)):
            break
        region.headers.insert(0, row)
        at -= 1
    return at


def _take_lead(region: Region, lead: list[PrintedRow]) -> None:
    """Rows between the header and the first values: headings, units or a lone year."""
    heads = [row for row in lead if _is_unit_row(row) or is_lone_time(row.text)]
    region.headers[:0] = heads
    region.body[:0] = [row for row in lead if row not in heads]


def _is_header(row: PrintedRow, region: Region) -> bool:
    if is_data_row(row) and not all(cell.is_year for cell in row.cells):
        return False
    is_heads = _n_over(row, region.tracks) >= MIN_HEADS
    if not is_heads and _is_prose(row, region.tracks[0].x0) and not is_year_row(row):
        return len(re.findall(r"\b(?:19|20)\d\d\b", row.text)) > 1 and not _SENTENCE.search(
            row.text
        )
    return is_header_row(row, region.tracks)


def _n_over(row: PrintedRow, tracks: Sequence[Track]) -> int:
    """How many of its segments stand over a column of their own; words of a sentence do not."""
    over = [column_of_words(segment, tracks) for segment in segments_of(row)]
    own = [n for n in over if n is not None]
    return len(set(own)) if len(set(own)) == len(own) else 0


def _n_lead_without_header(above: list[PrintedRow], region: Region) -> int:
    n = 0
    while n < min(2, len(above)):
        row = above[-1 - n]
        ends_label = row.text.endswith(":") or region.body[0].label_text[:1].islower()
        if row.cells or row.x1 > region.tracks[0].x0 or not ends_label:
            break
        n += 1
    return n


def _is_unit_row(row: PrintedRow) -> bool:
    """A caption of units: in brackets, or short and nothing of a sentence or of columns."""
    text = row.text.strip()
    if row.cells or len(text) > 130 or not is_stub_unit(text):
        return False
    if text.startswith("(") and text.endswith(")"):
        return True
    is_one = len(segments_of(row)) == 1
    return (
        is_one and len(text) < 90 and not text.endswith((":", ".")) and not _SENTENCE.search(text)
    )


def _take_titles(region: Region, above: list[PrintedRow]) -> None:
    for row in reversed(above[-MAX_TITLE_ROWS:]):
        if is_data_row(row) and not is_period_words(row.text):
            return
        if _is_prose_line(row):
            if len(region.intro) >= 3:
                return
            region.intro.insert(0, row)
        elif region.intro:
            return
        elif not _CONTENTS_LINK.fullmatch(row.text):
            region.titles.insert(0, row)


def _is_prose_line(row: PrintedRow) -> bool:
    text = row.text
    if len(row.words) > 14 or (len(row.words) > 7 and _SENTENCE.search(text) is not None):
        return True
    n_small = sum(word.text[0].islower() for word in row.words)
    return text.endswith(".") and 2 * n_small >= len(row.words)  # the end of a paragraph


def _side_by_side(
    above: list[PrintedRow], body: list[PrintedRow]
) -> list[tuple[list[PrintedRow], list[PrintedRow]]]:
    """Cut a run in two where a second column of labels stands between its numbers."""
    starts = _second_labels(body)
    if starts is None:
        return [(above, body)]
    parts = []
    for left, right in ((-1e9, starts), (starts, 1e9)):
        part = rows_between(body, left, right)
        if _is_table(part):
            parts.append((rows_between(above, left, right), part))
    return parts if len(parts) == 2 else [(above, body)]


def _second_labels(body: list[PrintedRow]) -> float | None:
    found = []
    for row in body:
        for run in row.texts:
            words = " ".join(word.text for word in run)
            follows = any(cell.x0 > run[-1].x1 for cell in row.cells)
            if follows and len(words) > 5 and sum(map(str.isalpha, words)) > 4:
                found.append((run[0].x0, words))
                break
    n_data = sum(1 for row in body if row.is_numeric)
    if len(found) < 3 or len(found) < 0.5 * n_data or len({w for _, w in found}) < 3:
        return None
    edges = sorted(x for x, _ in found)
    return edges[0] - 3 if edges[-1] - edges[0] < 40 else None
