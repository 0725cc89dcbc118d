"""Growth without acquisitions: which segment dragged it down, if M&A is left out.

Reports split the change of sales into its causes in a table of percentages, a row a part: organic
sales, acquisitions, divestitures, translation, total. Such rows add up to nothing that could be
checked across rows, but across columns they do: organic and the others come to the total.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from onfile.answer.astray import without_names
from onfile.answer.cite import cite
from onfile.answer.explained import own_pages
from onfile.answer.request import Reading
from onfile.types import Claim, Draft, Pair, Span

ABOVE = 4  # lines above the columns' names that may say of which year they are
TOLERANCE = Decimal("0.25")  # of the sum of a row's causes, each rounded to a tenth
_ASKED = re.compile(
    r"\borganic\w*|\b(?:exclud\w+|without|net of|ignoring|stripping out)\b[^?]*"
    r"\b(?:m&a|acquisitions?|divestitures?|mergers?)\b",
    re.I,
)
_PART = re.compile(r"\b(?:segments?|divisions?|business(?:es)?|units?)\b", re.I)
_PLACE = re.compile(r"\b(?:regions?|geograph\w+|areas?|countr\w+)\b", re.I)
_HIGH = re.compile(
    r"\b(?:most|best|highest|fastest|largest|biggest|strongest|boosted|lifted)\b", re.I
)
_LOW = re.compile(r"\b(?:least|worst|lowest|slowest|weakest|smallest)\b", re.I)
_FALL = re.compile(r"\b(?:drag\w*|shr[aiu]nk\w*|declin\w*|fell|fall\w*|decreas\w*|hurt)\b", re.I)
_COLUMN = re.compile(
    r"organic(?: local[- ]currency)?(?: (?:sales|revenues?))?(?: (?:growth|change))?|"
    r"acquisitions?(?: ?(?:and|&|/) ?divestitures?)?|divestitures?|translation|"
    r"(?:foreign )?(?:currency|exchange)(?: (?:translation|impact|effect))?|volume|price|"
    r"total(?: (?:net )?(?:sales|revenues?))?(?: (?:growth|change))?",
    re.I,
)
_CELL = re.compile(r"(?:\(?\d+(?:\.\d+)?\)?|[—–-])(?:\s?%)?")
_ROW = re.compile(
    rf"(?P<name>[A-Z][A-Za-z&,.'’ -]*?)\s+(?P<cells>{_CELL.pattern}(?:\s+{_CELL.pattern})+)\s*$"
)
_WHOLE = re.compile(r"\b(?:total|worldwide|consolidated|company)\b", re.I)


@dataclass(frozen=True, slots=True)
class _Row:
    name: str
    organic: Decimal
    span: Span


def answer_organic(reading: Reading) -> Draft | None:
    """The part with the highest or lowest organic growth; None where no such table is certain."""
    asked = without_names(reading)
    wants_low = (_LOW.search(asked) or _FALL.search(asked)) is not None
    if _ASKED.search(reading.intent.asked) is None or len(reading.intent.pairs) != 1:
        return None
    if wants_low == (_HIGH.search(asked) is not None):
        return None
    pair = reading.intent.pairs[0]
    for document_id, rows in _tables(reading, pair, asked):
        ordered = sorted(rows, key=lambda r: r.organic, reverse=not wants_low)
        is_tied = len({r.organic for r in ordered[:2]}) == 1
        if is_tied or (_FALL.search(asked) and ordered[0].organic >= 0):
            return None
        return _draft(reading, pair, document_id, ordered)
    return None


def _draft(reading: Reading, pair: Pair, document_id: str, rows: Sequence[_Row]) -> Draft:
    note = "column “Organic sales”"
    who = f"{pair.company}, {pair.period.name if pair.period else ''}"
    first, *rest = rows
    lines = [f"{who}: {first.name} (organic sales change {first.organic}%)."]
    lines.append(f"The others: {'; '.join(f'{r.name} {r.organic}%' for r in rest)}.")
    claims = tuple(
        Claim(line, tuple(cite(reading.archive, document_id, r.span, note=note) for r in of), pair)
        for line, of in zip(lines, ([first], rest), strict=True)
    )
    names = tuple(row.name for row in rows)
    return Draft("\n".join(lines), claims, None, "figures ranked", 1.0, ranked=names)


def _tables(reading: Reading, pair: Pair, asked: str) -> Iterator[tuple[str, list[_Row]]]:
    year = str(pair.period.fiscal_year) if pair.period is not None else ""
    dimension = _PLACE if _PLACE.search(asked) else _PART
    for document_id, text, page in own_pages(reading, pair):
        if "rganic" not in text:
            continue
        lines = [(m.start(), m[0]) for m in re.finditer(r"[^\n]+", text)]
        for n, (_, line) in enumerate(lines):
            columns = [m[0].casefold() for m in _COLUMN.finditer(line)]
            organic = [i for i, name in enumerate(columns) if name.startswith("organic")]
            if len(columns) < 3 or len(organic) != 1 or not columns[-1].startswith("total"):
                continue
            title = " ".join(t for _, t in lines[max(0, n - ABOVE) : n + 1])
            if year not in title or not dimension.search(title):
                continue
            rows = _rows(lines[n + 1 :], page, len(columns), organic[0])
            if len(rows) > 1:
                yield document_id, rows


def _rows(lines: Sequence[tuple[int, str]], page: int, n_columns: int, organic: int) -> list[_Row]:
    """The parts' rows; none where a row's causes do not come to its total."""
    rows = []
    for start, line in lines:
        match = _ROW.match(line)
        cells = [] if match is None else [_value(c[0]) for c in _CELL.finditer(match["cells"])]
        if match is None or len(cells) != n_columns:
            break
        if abs(sum(cells[:-1], Decimal(0)) - cells[-1]) > TOLERANCE:
            return []
        if not _WHOLE.search(match["name"]):
            span = Span(page, start + match.start(), start + len(line.rstrip()))
            rows.append(_Row(match["name"].strip(), cells[organic], span))
    return rows


def _value(cell: str) -> Decimal:
    digits = re.sub(r"[^\d.]", "", cell)
    number = Decimal(digits) if digits else Decimal(0)
    return -number if cell.startswith("(") or (cell.startswith("-") and digits) else number
