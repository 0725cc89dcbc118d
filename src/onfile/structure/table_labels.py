"""Labels of rows: wrapped lines joined again, headings above rows kept only where certain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from onfile.structure.table_rows import PrintedRow

MAX_WRAPPED_LINES = 4
INDENT = 3.5  # points; less is the side bearing of a letter
_OPEN_END = re.compile(
    r"(?:,|;|\b(?:and|or|of|to|in|for|from|by|the|a|an|on|at|with|net|per|than|less|before|after|—|–)|[-–—/(])$",
    re.IGNORECASE,
)
_PER_SHARE_HEADING = re.compile(
    r"\bper (?:\w+ ){0,2}share\b|\bshares (?:used|outstanding)\b|\baverage (?:\w+ ){0,2}shares\b",
    re.IGNORECASE,
)
# Lines of a cash flow statement that head rows, however far they reach to the right.
_HEADS_ROWS = re.compile(r"^(?:adjustments? to reconcile|non-?cash items)\b", re.IGNORECASE)
# Headings of another way of counting hold for their net earnings too.
_BASIS = re.compile(r"^(?:adjusted\b|non-?gaap\b)", re.IGNORECASE)
_TOTAL = re.compile(r"^(?:total|net|subtotal|sub-total)\b", re.IGNORECASE)
_FOOTNOTE = re.compile(r"\s*(?:\((?:[a-z]|\d{1,2})\))+$|\s*[*†‡]+$")
# "b) Purchases": a row of its own, although it begins with a small letter or a bracket.
_LISTED = re.compile(r"\(?(?:[a-zA-Z]|[ivxIVX]{1,4}|\d{1,2})\)\s+[A-Z]")
_BRACKETED = re.compile(r"\([a-z\d][^()]*\).*")  # the end of a label: "(recoveries)", "(3-4)"
_DOTS = re.compile(r"(?:\s*\.){3,}\s*|\s*…+\s*|_{3,}")


@dataclass(frozen=True, slots=True)
class LabelledRow:
    """A numeric row with its whole label and the headings that are certainly above it."""

    row: PrintedRow
    label: str
    path: tuple[str, ...]
    start: int
    end: int


@dataclass(slots=True)
class _Heading:
    text: str
    x0: float
    is_colon: bool
    has_indented: bool = False


def clean_label(text: str) -> str:
    """A label without leader dots and footnote marks at its end."""
    label = _DOTS.sub(" ", text).strip()
    label = _FOOTNOTE.sub("", label).strip()
    return re.sub(r"\s+", " ", label).rstrip(" $(").strip()


def labelled(rows: Sequence[PrintedRow], label_edge: float) -> list[LabelledRow]:
    """Numeric rows of a run, top to bottom, with wrapped labels joined.

    Args:
        rows: Consecutive rows, those without cells included.
        label_edge: Left edge of the first column.
    """
    out: list[LabelledRow] = []
    headings: list[_Heading] = []
    pending: list[PrintedRow] = []
    for n, row in enumerate(rows):
        if not row.cells:
            if out and not pending and _continues(out[-1], row, rows, n):
                out[-1] = _extended(out[-1], row)
            else:
                pending.append(row)
            continue
        wrapped = _wrapped_part(pending, row, label_edge)
        _push_all(headings, pending[: len(pending) - len(wrapped)])
        pending = []
        out.append(_labelled(row, wrapped, headings, label_edge))
    if pending and out and _continues(out[-1], pending[0], rows, len(rows) - len(pending)):
        out[-1] = _extended(out[-1], pending[0])
    return out


def _wrapped_part(
    pending: list[PrintedRow], row: PrintedRow, label_edge: float
) -> list[PrintedRow]:
    """The text rows just above that are the beginning of this row's label."""
    wrapped: list[PrintedRow] = []
    below = row
    for line in reversed(pending[-MAX_WRAPPED_LINES:]):
        if not _runs_on(line, below, label_edge):
            break
        wrapped.insert(0, line)
        below = line
    return wrapped


def _runs_on(line: PrintedRow, below: PrintedRow, label_edge: float) -> bool:
    text = line.text.strip()
    near = below.y1 - line.y1 < 2.2 * max(line.height, below.height) + 3
    if text.endswith(":") or not near:
        return False
    if not below.label:
        return below.cells != () and below.y1 - line.y1 < 1.7 * line.height
    first = below.label_text
    if _LISTED.match(first):
        return False
    is_end = not text.endswith(")") and _BRACKETED.fullmatch(first) is not None
    if is_end and line.x0 > below.x0 - 4 * INDENT:
        return True
    if _HEADS_ROWS.search(text) and first[0].isupper():
        return False
    if first[0].islower() or _OPEN_END.search(text):
        return True
    if text.count("(") > text.count(")"):
        return True
    fills = line.x1 > label_edge - 40 and line.x1 - line.x0 > 0.75 * (label_edge - line.x0)
    return fills and below.x0 > line.x0 + 2 and not text.isupper()


def _continues(above: LabelledRow, row: PrintedRow, rows: Sequence[PrintedRow], n: int) -> bool:
    """True when a text row goes on with the label of the numeric row above it."""
    near = row.y1 - above.row.y1 < 2.2 * max(row.height, above.row.height) + 3
    text = row.text.strip()
    if not near or len(text) > 120:
        return False
    if not above.label:
        return row.y1 - above.row.y1 < 0.9 * row.height
    if _LISTED.match(text):
        return False
    following = rows[n + 1] if n + 1 < len(rows) else None
    starts_new = following is not None and following.label_text[:1].islower()
    if text.endswith(":") or not (text[0].islower() or text[0] == "("):
        is_open = _OPEN_END.search(above.label) is not None and not above.label.endswith("net")
        return is_open and not (text.endswith(":") or starts_new)
    return not starts_new or above.label[:1].islower()


def _extended(above: LabelledRow, row: PrintedRow) -> LabelledRow:
    label = clean_label(f"{above.label} {row.text}")
    return LabelledRow(above.row, label, above.path, above.start, row.end)


def _labelled(
    row: PrintedRow, wrapped: list[PrintedRow], headings: list[_Heading], label_edge: float
) -> LabelledRow:
    strays = [cell.printed for cell in row.cells if wrapped and cell.x1 < label_edge - INDENT]
    own = row.label_text or " ".join(strays)  # "of $12 and" goes on "$14" in the next line
    label = clean_label(" ".join([*(line.text for line in wrapped), own]))
    x0 = wrapped[0].x0 if wrapped else row.x0
    path = _path(headings, label, x0, is_in_cents=_is_in_cents(row))
    start = wrapped[0].start if wrapped else row.start
    return LabelledRow(row, label, path, start, row.end)


def _push_all(headings: list[_Heading], rows: Sequence[PrintedRow]) -> None:
    """Note the text rows above a row as headings; a wrapped heading is one."""
    for n, row in enumerate(rows):
        text = row.text.strip()
        if n and headings and (text[0].islower() or _OPEN_END.search(rows[n - 1].text.strip())):
            last = headings[-1]
            last.text = clean_label(f"{last.text} {text.rstrip(':')}")
            last.is_colon = _introduces(text)
            continue
        while headings and headings[-1].x0 >= row.x0 - INDENT:
            headings.pop()
        headings.append(_Heading(clean_label(text.rstrip(":")), row.x0, _introduces(text)))


def _introduces(text: str) -> bool:
    """True for a heading that holds without indentation: by its colon, or "Net loss per share"."""
    return text.endswith(":") or _PER_SHARE_HEADING.search(text) is not None


def _is_in_cents(row: PrintedRow) -> bool:
    """Amounts a share, as they are printed: all with two or three decimals."""
    printed = [cell.printed for cell in row.cells if cell.value is not None]
    return bool(printed) and all(re.search(r"\d\.\d{2,3}\)?$", text) for text in printed)


def _path(
    headings: list[_Heading], label: str, x0: float, *, is_in_cents: bool = False
) -> tuple[str, ...]:
    """Headings the row stands under: indented below them, or below a colon before its total.

    "Net income" in cents below "Earnings per share" is no total.
    """
    is_total = _TOTAL.match(label) is not None
    for n, heading in enumerate(headings):
        is_under = x0 > heading.x0 + INDENT
        heading.has_indented = heading.has_indented or is_under
        ends = is_total and not (is_in_cents and _PER_SHARE_HEADING.search(heading.text))
        holds = heading.is_colon and not (heading.has_indented or ends)
        if not is_under and (not holds or x0 < heading.x0 - INDENT):
            del headings[n:]
            break
    kept = tuple(heading.text for heading in headings)
    if is_total and headings and _BASIS.search(headings[-1].text) is None:
        headings.pop()
    return kept
