"""Headings inside a document: titles on lines of their own, numbered notes, clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from onfile.structure.kinds import kind_of
from onfile.structure.marks import HEADING, NOTE, SUBHEADING, Mark
from onfile.structure.running import Line

_COMPANY_LINE = re.compile(r"\b(?:and|&)\s+(?:its\s+)?subsidiar(?:y|ies)\b", re.IGNORECASE)
_MAX_TITLE = 90
_PROSE = 45  # characters from which the line below a title is taken for running text
_SMALL_WORDS = frozenset(
    ["a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"]
)
_ENDS_OPEN = re.compile(
    r"(?:\b(?:and|of|the|to|in|for|a|an|or|by|with|on|at|from|our)|[,;:&–—-])$", re.I
)
_WORD = re.compile(r"[^\W\d_][\w'’&.-]*")
_STATEMENT = re.compile(
    r"^(?:UNAUDITED\s+)?(?:CONDENSED\s+)?(?:CONSOLIDATED\s+)?(?:CONDENSED\s+)?"
    r"(?:STATEMENTS?\s+OF\s+\w+|BALANCE\s+SHEETS?|(?:INCOME|CASH\s+FLOWS?)\s+STATEMENTS?)",
    re.IGNORECASE,
)
_NOTES = re.compile(
    r"^(?:condensed\s+)?notes\s+to\s+(?:the\s+)?(?:\w+\s+){0,3}(?:financial\s+)?statements\b"
    r"(?!.*\b(?:see|refer|included|Item)\b).{0,40}$",
    re.IGNORECASE,
)
_NOTE = re.compile(r"^NOTE\s+(\d{1,2})\s*[.:)–—-]*\s*([^\W\d].*)$", re.IGNORECASE)
_PLAIN_NOTE = re.compile(r"^\(?(\d{1,2})[.)]\s+([A-Z].*)$")
_CONTINUED = re.compile(r"\s*[–—-]?\s*\(?continued\)?\W*$", re.IGNORECASE)
_NOT_A_NOTE_TITLE = re.compile(r"^(?:to|of|in|for|above|below|and|on|is|was|as)\b")
_ENTRY = re.compile(r"[\s.…](?:[A-Z]-)?\d{1,3}$")
_MIN_NOTES = 3
_CLAUSE = re.compile(
    r"^(?:SECTION\s+)?(\d{1,2}-\d{2}(?:\.\d+)*(?:\(\d+\))?[A-Z]?|\d{1,2}(?:\.\d{1,2}){1,4})\.?\s+([A-Z].{2,80})$"
)
_DIVISION = re.compile(
    r"^((?:SECTION\s+\d{2}\s?\d{2}\s?\d{2}|PART\s+\d)\b.{0,70}|(?:APPENDIX|DIVISION)\s+\w{1,3}\b.{0,60})$"
)
_MIN_CLAUSES = 3


def title_marks(lines: Sequence[Sequence[Line]], level: int = HEADING) -> Iterator[Mark]:
    """Lines that look like titles: short, in title case or capitals, with text below them."""
    for index, page in enumerate(lines):
        for at, line in enumerate(page):
            if (
                at < 6 and _STATEMENT.match(line.text) and _is_statement_title(line.text)
            ) or _is_title(page, at):
                yield Mark(index, line.start, level, line.text, kind_of(line.text) or None)


def _is_statement_title(text: str) -> bool:
    if len(text) > _MAX_TITLE or _STATEMENT.match(text) is None:
        return False
    return re.search(r"\d\s*$|\b(?:for|as of|at)\b.*\d", text) is None


def _is_title(page: Sequence[Line], at: int) -> bool:
    text = page[at].text
    if not _has_shape(text) or at + 1 >= len(page):
        return False
    below = page[at + 1].text
    follows = _is_prose(below) or (
        _has_shape(below) and at + 2 < len(page) and _is_prose(page[at + 2].text)
    )
    if not follows:
        return False
    above = page[at - 1].text if at else ""
    return not above or above[-1] in '.!?:;)”"%' or len(above) < _PROSE or above[-1].isdigit()


def _has_shape(text: str) -> bool:
    if not 3 <= len(text) <= _MAX_TITLE or not (text[0].isupper() or text[0].isdigit()):
        return False
    if text[-1] in ".,;" or text[-1].isdigit() or "$" in text or sum(map(str.isdigit, text)) > 6:
        return False
    if _ENDS_OPEN.search(text) or _CONTINUED.search(text) or _COMPANY_LINE.search(text):
        return False
    words = _WORD.findall(text)
    counted = [word for word in words if word.lower() not in _SMALL_WORDS]
    if not counted or len(words) > 12:
        return False
    capital = sum(1 for word in counted if word[0].isupper())
    return capital >= 0.8 * len(counted)


def _is_prose(text: str) -> bool:
    if len(text) < _PROSE or text[0] in "abcdefghijklmnopqrstuvwxyz":
        return False
    return sum(map(str.isalpha, text)) + text.count(" ") >= 0.85 * len(text)


def note_marks(
    lines: Sequence[Sequence[Line]],
    listing: AbstractSet[int],
    start: tuple[int, int],
    end: tuple[int, int],
) -> list[Mark]:
    """The notes to the financial statements between two places: their heading and each note.

    Notes are "Note 5 — Debt" or, where there are none such, "5. Debt"; their numbers rise.
    Entries of contents pages (``listing``: their indexes) are no notes.
    """
    inside = [
        (index, line)
        for index in range(start[0], min(end[0] + 1, len(lines)))
        for line in lines[index]
        if start <= (index, line.start) < end
        and not (index in listing and _ENTRY.search(line.text))
    ]
    first = next((i for i, (_, line) in enumerate(inside) if _NOTES.match(line.text)), None)
    named = _rising(_NOTE, inside)
    if len(named) < _MIN_NOTES:
        named = _counting(_PLAIN_NOTE, inside[first:]) if first is not None else []
    if len(named) < _MIN_NOTES:
        return []
    marks = [
        Mark(index, line.start, NOTE, f"Note {number} — {title}", "notes")
        for number, title, index, line in named
    ]
    if first is not None and (inside[first][0], inside[first][1].start) < marks[0].place:
        index, line = inside[first]
        marks.insert(0, Mark(index, line.start, HEADING, _CONTINUED.sub("", line.text), "notes"))
    return marks


Numbered = tuple[int, str, int, Line]


def _rising(pattern: re.Pattern[str], inside: Sequence[tuple[int, Line]]) -> list[Numbered]:
    """Lines "Note N Title" with N above every one before, allowing a note or two to be missed."""
    found: list[Numbered] = []
    for index, line in inside:
        match = pattern.match(line.text) if line.text[:1] in "Nn" else None
        if match is None or not _is_note_title(match.group(2)):
            continue
        number = int(match.group(1))
        before = found[-1][0] if found else 0
        if before < number <= before + 3:
            found.append((number, _CONTINUED.sub("", match.group(2)).strip(" ."), index, line))
    return found


def _counting(pattern: re.Pattern[str], inside: Sequence[tuple[int, Line]]) -> list[Numbered]:
    """Lines "N. Title" that count up by one."""
    found: list[Numbered] = []
    for index, line in inside:
        match = pattern.match(line.text) if line.text[:1] in "(0123456789" else None
        if match is None or int(match.group(1)) != len(found) + 1:
            continue
        title = _CONTINUED.sub("", match.group(2)).strip()
        if _is_note_title(title) and title[-1] not in ".;," and not title[-1].isdigit():
            found.append((len(found) + 1, title, index, line))
    return found


def _is_note_title(title: str) -> bool:
    return len(title) <= 120 and title[0].isupper() and _NOT_A_NOTE_TITLE.match(title) is None


def clause_marks(lines: Sequence[Sequence[Line]]) -> list[Mark]:
    """Numbered clauses ("2-09.3(1)E Title", "3.2.1 Title") and divisions of a specification."""
    marks = [
        mark
        for index, page in enumerate(lines)
        for line in page
        if (mark := _clause(index, line)) is not None
    ]
    return marks if len(marks) >= _MIN_CLAUSES else []


def _clause(index: int, line: Line) -> Mark | None:
    if _DIVISION.match(line.text):
        return Mark(index, line.start, 1, line.text, "")
    match = _CLAUSE.match(line.text)
    if match is None or line.text[-1] in ",;" or re.search(r"\d[\d,.]*\s+\d[\d,.]*$", line.text):
        return None
    number = match.group(1)
    depth = 1 + len(re.findall(r"[.(-]", number)) + (1 if number[-1].isalpha() else 0)
    return Mark(index, line.start, depth, f"{number} {match.group(2).strip()}", "clause")


__all__ = ["SUBHEADING", "clause_marks", "note_marks", "title_marks"]
