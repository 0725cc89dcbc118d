"""Printed rows of a page: words with positions, and which of them are cells of a table.

A number is a cell when a column's gap, not a word's space, stands on both sides of its run of
numbers; numbers inside a label ("net of allowances of 2022, $59; 2021, $52") stay in the label.
Without geometry only the numbers that end a line can be cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from onfile.structure.table_cells import MAY_START, PrintedCell, take_cell
from onfile.structure.table_words import Word, verticals_of, without_marks, words_of
from onfile.types import Page

PSEUDO_RIGHT = 5000.0  # right edge of the last column there
PSEUDO_COLUMN = 60.0  # width of one
LOWEST_LETTERS = 4.0  # points
ROW_GAP = 0.8  # of the letters' height: baselines further apart are two rows
MIN_CELL_GAP = 0.95  # of the height of the row's letters; a space is about a third of it
_LEFT = itemgetter(Word._fields.index("x0"))
_ROW_END = re.compile(r"(?:\d\)?%?\)?|(?:^|[\s$(])[-–—]+%?\)?)$")
_ROW_ENDS = "-–—%)"
_LONGEST_ROW_END = 80  # a rule of dashes
_PAGE_NUMBER = re.compile(
    r"(?:page\s*)?(?:[A-Z]{1,2}-?)?\d{1,3}(?:\s*(?:of|/)\s*\d+)?", re.IGNORECASE
)


class PrintedRow(NamedTuple):
    """One line of a page: the label (its first words), then cells, in order of x.

    ``text`` is the whole row, joined by spaces. ``texts`` are word runs right of the first cell
    (units, remarks, a second label). ``is_numeric``: at least one cell is a number or a nil dash.
    """

    start: int
    end: int
    y0: float
    y1: float
    text: str
    words: tuple[Word, ...]
    label: tuple[Word, ...]
    cells: tuple[PrintedCell, ...]
    texts: tuple[tuple[Word, ...], ...] = ()
    is_numeric: bool = False

    @property
    def label_text(self) -> str:
        """The label's words joined by spaces."""
        return " ".join(word.text for word in self.label)

    @property
    def x0(self) -> float:
        """Left edge of the row."""
        return self.words[0].x0

    @property
    def x1(self) -> float:
        """Right edge of the row."""
        return self.words[-1].x1

    @property
    def height(self) -> float:
        """Height of its letters in points."""
        return max(self.y1 - self.y0, 1.0)


def may_hold_table(page: Page) -> bool:
    """A cheap test: at least three lines end in a number or a dash."""
    n_ends = 0
    for line in page.text.split("\n"):
        end = line.rstrip()
        if end[-1:] in _ROW_ENDS or end[-1:].isdigit():
            n_ends += _ROW_END.search(end, max(len(end) - _LONGEST_ROW_END, 0)) is not None
        if n_ends == 3:
            return True
    return False


def without_page_numbers(rows: list[PrintedRow]) -> list[PrintedRow]:
    """The rows without a page number that stands alone in the first or last line."""
    first = 1 if rows and _PAGE_NUMBER.fullmatch(rows[0].text) else 0
    last = len(rows) - 1 if len(rows) > 1 and _PAGE_NUMBER.fullmatch(rows[-1].text) else len(rows)
    return rows[first:last]


def printed_rows(page: Page) -> list[PrintedRow]:
    """The non-empty lines of a page as rows, top to bottom."""
    words = words_of(page)
    tops, bottoms = verticals_of(page, words)
    kept = without_marks(words, bottoms - tops) if page.boxes is not None else None
    if kept is not None:
        words, tops, bottoms = [words[n] for n in kept], tops[kept], bottoms[kept]
    heights, lowest = (bottoms - tops).tolist(), bottoms.tolist()
    highest = tops.tolist()
    rows: list[PrintedRow] = []
    at = 0
    offset = 0
    for number, line in enumerate(page.text.split("\n")):
        first = at
        end = offset + len(line)
        while at < len(words) and words[at].start < end:
            at += 1
        if at > first and page.boxes is None:
            rows.append(
                _row(words[first:at], number * 12.0, number * 12.0 + 8.0, has_geometry=False)
            )
        elif at > first:
            part = slice(first, at)
            rows.extend(_placed_rows(words[part], highest[part], lowest[part], heights[part]))
        offset = end + 1
    return rows


def _placed_rows(
    words: list[Word], tops: list[float], bottoms: list[float], heights: list[float]
) -> Iterator[PrintedRow]:
    """The rows of one line of text: one, or more where it has words of several baselines.

    Words go in order of x, whatever their order in the text.
    """
    spread = max(bottoms) - min(bottoms)
    limit = ROW_GAP * LOWEST_LETTERS
    if spread > limit:
        limit = ROW_GAP * max(_median(heights), LOWEST_LETTERS)
    if spread <= limit:  # nearly every line
        yield _placed_row(words, tops, bottoms)
        return
    for group in _by_baseline(bottoms, limit):
        yield _placed_row(
            [words[n] for n in group], [tops[n] for n in group], [bottoms[n] for n in group]
        )


def _placed_row(words: list[Word], tops: list[float], bottoms: list[float]) -> PrintedRow:
    y1 = _median(bottoms)
    y0 = min(max(min(tops), y1 - 14.0), y1 - 4.0)
    return _row(sorted(words, key=_LEFT), y0, y1, has_geometry=True)


def _by_baseline(bottoms: list[float], limit: float) -> list[list[int]]:
    """Places of the words of each baseline; baselines are further apart than ``limit``."""
    order = sorted(range(len(bottoms)), key=bottoms.__getitem__)
    groups = [[order[0]]]
    for before, n in pairwise(order):
        if bottoms[n] - bottoms[before] > limit:
            groups.append([])
        groups[-1].append(n)
    return groups


def _median(values: list[float]) -> float:
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def _at_its_cell(word: Word, cells: list[PrintedCell]) -> Word:
    for cell in cells:
        if cell.start <= word.start < cell.end:
            return word._replace(x0=cell.x0, x1=cell.x1)
    return word


@dataclass(slots=True)
class _Run:
    """Consecutive words that are either all text or together one number."""

    words: list[Word]
    cell: PrintedCell | None

    @property
    def x0(self) -> float:
        return self.words[0].x0

    @property
    def x1(self) -> float:
        return self.words[-1].x1


def _row(words: list[Word], y0: float, y1: float, *, has_geometry: bool) -> PrintedRow:
    label: list[Word] = []
    cells: list[PrintedCell] = []
    texts: list[tuple[Word, ...]] = []
    texts_of_words, starts, ends, *_ = zip(*words, strict=True)
    has_cells = any(map(MAY_START.__getitem__, texts_of_words))
    if not has_cells:
        label = words
    for run in _settled_runs(words, y0, y1, has_geometry) if has_cells else ():
        if run.cell is not None:
            cells.append(run.cell)
        elif not cells:
            label.extend(run.words)
        else:
            texts.append(tuple(run.words))
    if not has_geometry:
        cells = _counted_from_right(cells)
        words = [_at_its_cell(word, cells) for word in words]
    return PrintedRow(
        min(starts),
        max(ends),
        y0,
        y1,
        " ".join(texts_of_words),
        tuple(words),
        tuple(label),
        tuple(cells),
        tuple(texts),
        any(cell.value is not None for cell in cells),
    )


def _settled_runs(words: list[Word], y0: float, y1: float, has_geometry: bool) -> list[_Run]:
    gap = MIN_CELL_GAP * max(y1 - y0, 4.0)
    runs = _runs(words, gap)
    if has_geometry:
        _demote_by_gap(runs, gap)
    else:
        _demote_before_text(runs)
    _label_by_year(runs)
    return runs


def rows_between(rows: list[PrintedRow], left: float, right: float) -> list[PrintedRow]:
    """The rows cut to the words that stand in ``[left, right)``; empty ones are dropped."""
    out = []
    for row in rows:
        words = [word for word in row.words if left <= word.x0 < right]
        if words:
            out.append(_row(words, row.y0, row.y1, has_geometry=True))
    return out


def _label_by_year(runs: list[_Run]) -> None:
    """A year that opens a row of amounts ("2023 $ 1,577") is its label."""
    if len(runs) < 2 or runs[0].cell is None or not runs[0].cell.is_year:
        return
    others = [run.cell for run in runs[1:] if run.cell is not None]
    if others and not any(cell.is_year for cell in others):
        runs[0].cell = None


def _counted_from_right(cells: list[PrintedCell]) -> list[PrintedCell]:
    """Places for cells without geometry: the n-th cell from the right is in the n-th column."""
    places = [PSEUDO_RIGHT - PSEUDO_COLUMN * n for n in range(len(cells))][::-1]
    return [
        cell._replace(x0=right - PSEUDO_COLUMN / 2, x1=right, right=right)
        for cell, right in zip(cells, places, strict=True)
    ]


def _runs(words: list[Word], gap: float) -> list[_Run]:
    runs: list[_Run] = []
    text: list[Word] | None = None  # the words of the last run, unless it is a number
    right = 0.0
    skip_to = 0
    for at, word in enumerate(words):
        if at < skip_to:
            continue
        taken = take_cell(words, at, gap) if MAY_START[word.text] else None
        if taken is not None:
            cell, n = taken
            runs.append(_Run(words[at : at + n], cell))
            skip_to, text = at + n, None
        elif text is None or word.x0 - right > gap:
            text = [word]
            runs.append(_Run(text, None))
        else:
            text.append(word)
        right = word.x1
    return runs


def _demote_by_gap(runs: list[_Run], gap: float) -> None:
    """Numbers that only a space parts from words are words."""
    for i in range(1, len(runs)):  # left to right: "December 31, 2018" then its cells
        left, run = runs[i - 1], runs[i]
        if run.cell and not left.cell and run.x0 - left.x1 < gap and not _is_money(run.cell):
            run.cell = None
    for i in range(len(runs) - 2, -1, -1):
        run, right = runs[i], runs[i + 1]
        if run.cell and not right.cell and right.x0 - run.x1 < gap:
            run.cell = None


def _is_money(cell: PrintedCell) -> bool:
    """A currency sign in a word of its own marks a column even where the gap is narrow."""
    return cell.printed.startswith("$ ")


def _demote_before_text(runs: list[_Run]) -> None:
    """Without geometry: only numbers after the last word are cells, but not a date's year."""
    last_text = max((i for i, run in enumerate(runs) if run.cell is None), default=-1)
    for i, run in enumerate(runs):
        if i < last_text:
            run.cell = None
    if last_text >= 0 and last_text + 1 < len(runs):
        before = " ".join(word.text for word in runs[last_text].words)
        trailing = [run.cell for run in runs[last_text + 1 :] if run.cell is not None]
        if len(trailing) > 1 and all(cell.is_year for cell in trailing):
            return  # "Years ended December 31, 2022 2021" heads two columns
        if re.search(r"\d,$|\b[Nn]ote$|\b(?:[Ii]n|[Oo]f|and)$", before):
            runs[last_text + 1].cell = None
