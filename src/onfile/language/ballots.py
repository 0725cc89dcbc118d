"""Votes at a meeting, as a current report prints them: tables of nominees, and votes on proposals.

Three layouts are read: a row for each nominee under "For / Against / Abstain", one row without a
name under such a heading, and a line for each ("For 250,838,697"). What is voted on stands in the
words above. A table of which a number fits no column is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

FOR, AGAINST, ABSTAIN, WITHHELD, UNVOTED = (
    "for",
    "against",
    "abstain",
    "withheld",
    "broker non-votes",
)
_COLUMN = re.compile(
    r"\b(?:(?P<for>for)|(?P<against>against)|(?P<abstain>abstain\w*|abstentions?)|"
    r"(?P<withheld>withh[eo]ld)|(?P<unvoted>broker\s+non-?\s?votes?|non-votes?))(?!\w)",
    re.I,
)
_HEADING = re.compile(  # nothing but the names of columns
    r"(?:\b(?:votes?|voted|shares|for|against|abstain\w*|abstentions?|withh[eo]ld|broker|non|"
    r"nominees?|names?|directors?|of|percentages?|number|total|cast|the|proposal|matter|election|"
    r"authority)\b|[%#()\d,.:*/-]|\s)+",
    re.I,
)
_COUNT = re.compile(
    r"(?<![\d.,%(])(?:\d{1,3}(?:,\d{3})+|\d+)(?![\d.,]*\d|%|\))|(?<=\s)[—–-](?=\s|$)"
)
_PERCENT = re.compile(r"(\d{1,3}(?:\.\d+)?)\s?%")
_NONE = re.compile(r"\bN/A\b", re.I)
_LINE = re.compile(
    r"\s*(?:votes?\s+|shares\s+)?(?:(?P<for>for)|(?P<against>against)|(?P<abstain>abstain\w*|"
    r"abstentions?)|(?P<withheld>withh[eo]ld)|(?P<unvoted>broker\s+non-?\s?votes?))\s*:?\s+"
    r"(?P<n>\d{1,3}(?:,\d{3})+|\d+)\s*",
    re.I,
)
_NAME_GOES_ON = re.compile(r"\s*[A-Z][\w’'.-]*(?:,? [A-Z][\w’'.-]*)?\s*")
_NAMES = {
    "for": FOR,
    "against": AGAINST,
    "abstain": ABSTAIN,
    "withheld": WITHHELD,
    "unvoted": UNVOTED,
}
_LEADERS = re.compile(r"(?:\s*[.…]){2,}\s*$|\s+[.…]\s*$")
MIN_COLUMNS = 2
MAX_WORDS = 900  # characters above a table in which it is said what is voted on


@dataclass(frozen=True, slots=True)
class Ballot:
    """One row of votes.

    Attributes:
        name: The nominee; empty where the votes are on a proposal.
        subject: What stands above: what is voted on, and how it fared.
        votes: Column to its number of votes, in the order of the columns.
        percents: Column to its share, where the table prints shares.
        start, end: Characters of the page: the row, or of a proposal its words and its votes.
    """

    name: str
    subject: str
    votes: dict[str, int]
    percents: dict[str, Decimal]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    text: str


def ballots_in(text: str) -> tuple[Ballot, ...]:
    """All rows of votes of one page, in order."""
    lines = [_Line(m.start(), m.end(), m.group()) for m in re.finditer(r"[^\n]*\S[^\n]*", text)]
    return tuple(_ballots(text, lines))


def _ballots(text: str, lines: Sequence[_Line]) -> Iterator[Ballot]:
    i, since = 0, 0  # since: where the words above the next table begin
    while i < len(lines):
        listed = _listed(lines, i)
        columns = () if listed else _columns(lines[i].text)
        if listed:
            last = lines[i + len(listed) - 1]
            votes = dict(listed)
            yield _on_proposal(text, since, lines[i].start, last.end, votes, {})
            i, since = i + len(listed), last.end
        elif columns:
            rows, after = _rows(lines, i + 1, columns)
            above = text[max(since, lines[i].start - MAX_WORDS) : lines[i].start]
            for name, votes, percents, start, end in rows:
                if name:
                    yield Ballot(name, " ".join(above.split()), votes, percents, start, end)
                else:
                    yield _on_proposal(text, since, lines[i].start, end, votes, percents)
            if rows:
                since = rows[-1][4]
            i = after
        else:
            i += 1


def _on_proposal(
    text: str,
    since: int,
    heading: int,
    end: int,
    votes: dict[str, int],
    percents: dict[str, Decimal],
) -> Ballot:
    since = max(since, heading - MAX_WORDS)
    above = text[since:heading]
    begins = list(re.finditer(r"(?:^|\n)[ \t]*(?=\(?\d{1,2}[.)]|Proposal\b|Item\b)", above))
    start = since + (begins[-1].end() if begins else len(above) - len(above.lstrip()))
    return Ballot("", " ".join(text[start:heading].split()), votes, percents, start, end)


def _listed(lines: Sequence[_Line], i: int) -> list[tuple[str, int]]:
    """Votes printed one below the other, beginning with those for."""
    found: list[tuple[str, int]] = []
    for line in lines[i:]:
        match = _LINE.fullmatch(line.text)
        if match is None:
            break
        column = next(_NAMES[key] for key in _NAMES if match[key])
        if column in dict(found):
            break
        found.append((column, int(match["n"].replace(",", ""))))
    is_whole = len(found) >= MIN_COLUMNS and found[0][0] == FOR
    return found if is_whole else []


def _columns(line: str) -> tuple[str, ...]:
    """The columns that a line of headings names, in order; empty where it is no such line."""
    if _HEADING.fullmatch(line) is None:
        return ()
    found = [next(_NAMES[key] for key in _NAMES if m[key]) for m in _COLUMN.finditer(line)]
    is_heading = len(found) >= MIN_COLUMNS and found[0] == FOR and len(set(found)) == len(found)
    return tuple(found) if is_heading else ()


_Row = tuple[str, dict[str, int], dict[str, Decimal], int, int]


def _rows(lines: Sequence[_Line], i: int, columns: Sequence[str]) -> tuple[list[_Row], int]:
    """The rows below a line of headings, and the line after them."""
    rows: list[_Row] = []
    while i < len(lines):
        line = lines[i]
        if _HEADING.fullmatch(line.text) and not _COUNT.search(line.text.replace("(", " (")):
            i += 1
            continue
        if not rows and _is_only_notes(line.text):
            i += 1
            continue
        row = _row(line, columns)
        if row is None:
            break
        i += 1
        name, end = row[0], row[4]
        goes_on = name and i < len(lines) and _NAME_GOES_ON.fullmatch(lines[i].text)
        if goes_on and len(lines[i].text.split()) <= 2 and _row(lines[i], columns) is None:
            name, end, i = f"{name} {lines[i].text.strip()}", lines[i].end, i + 1
        rows.append((name, row[1], row[2], row[3], end))
        if not name:
            break
    return rows, max(i, 1)


def _is_only_notes(line: str) -> bool:
    """Marks of footnotes, and headings: no votes."""
    return _HEADING.fullmatch(line) is not None and "," not in line


def _row(line: _Line, columns: Sequence[str]) -> _Row | None:
    counts = list(_COUNT.finditer(line.text))
    if len(counts) != len(columns):
        return None
    name = _LEADERS.sub("", line.text[: counts[0].start()]).strip()
    if len(name.split()) > 8:
        return None
    numbers = [0 if m.group() in "—–-" else int(m.group().replace(",", "")) for m in counts]
    shares = [Decimal(m[1]) for m in _PERCENT.finditer(line.text)]
    is_shared = bool(shares) and len(shares) + len(_NONE.findall(line.text)) == len(columns)
    percents = dict(zip(columns, shares, strict=False)) if is_shared else {}
    return name, dict(zip(columns, numbers, strict=True)), percents, line.start, line.end
