"""Lines of forms, data sheets and certificates: "Test pressure: 15 bar", "Motor power 45 kW".

A text without stops between its lines reads like one long sentence; here it is taken apart again,
so that a line is quoted and not its neighbours.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from onfile.answer.passages import Piece
from onfile.answer.request import Terms
from onfile.language.sentences import Unit

MIN_TABLE_LINES = 3
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_STARTS_LINE = re.compile(r"[A-Z0-9|]")
_STARTS_OWN = re.compile(r"(?:[A-Z][\w ]{1,30}:|\d+(?:\.\d+)+|\d+\.)\s|[|#]")
_LABELLED = re.compile(r"(?P<label>[A-Z][^:|]{1,48}?)\s*:\s+(?P<value>\S.{0,120})")
_PROSE = re.compile(r"[a-z]{4}\. |\b(?:is|are|was|were|has|have|must|shall|should|may|can|will)\b")
_VALUED = re.compile(
    r"(?P<label>[A-Z][A-Za-z .,()/-]{2,48}?)\s+"
    r"(?P<value>[<>≤≥±]?\s?\d[\d,]*(?:\.\d+)?(?:\s?[^\d\s]\S{0,9}){0,2})"
)


@dataclass(frozen=True, slots=True)
class Label:
    """What a line calls its value, and the value."""

    label: str
    value: str


def label_of(line: str) -> Label | None:
    """The label and value of a line that has one of each; None for prose and for rows."""
    match = _LABELLED.fullmatch(line.removesuffix(".")) or _VALUED.fullmatch(line)
    if match is None or match["value"].endswith((".", ";")) or _PROSE.search(match["value"]):
        return None
    return Label(match["label"], match["value"])


def labels_on(text: str) -> Iterator[Label]:
    """All lines of a page that have a label and a value."""
    for match in _LINE.finditer(text):
        found = label_of(match[0].strip())
        if found is not None:
            yield found


def is_run_together(quote: str) -> bool:
    """Whether lines of a table or a form are quoted as if they were one sentence."""
    return _is_table([m[0].strip() for m in _LINE.finditer(quote)])


def apart(text: str, pieces: Iterable[Piece], terms: Terms) -> Iterator[Piece]:
    """The pieces; lines of a table or form that were read as one sentence one by one."""
    for piece in pieces:
        unit = piece.unit
        lines = list(_LINE.finditer(text, unit.start, unit.end))
        cuts = list(_cuts(text, lines)) if unit.kind == "sentence" else []
        if not cuts:
            yield piece
            continue
        starts = [lines[i].start() for i in (0, *cuts)]
        ends = [lines[i - 1].end() for i in cuts] + [unit.end]
        for start, end in zip(starts, ends, strict=True):
            said = text[start:end]
            start += len(said) - len(said.lstrip())
            end -= len(said) - len(said.rstrip())
            part = Unit(start, end, "sentence" if said.rstrip().endswith(".") else "row")
            yield Piece(part, frozenset(terms(text[start:end])))


def _cuts(text: str, lines: list[re.Match[str]]) -> Iterator[int]:
    """Where a line is not the one before continued."""
    starts = [m[0].strip() for m in lines]
    is_table = _is_table(starts)
    for i, (before, line) in enumerate(itertools.pairwise(lines), start=1):
        is_apart = "\n" in text[before.end() + 1 : line.start()]
        if is_table or is_apart or _STARTS_OWN.match(starts[i]):
            yield i


def _is_table(lines: list[str]) -> bool:
    return len(lines) >= MIN_TABLE_LINES and all(_STARTS_LINE.match(x) for x in lines[1:])
