"""Parts and Items of filings: which lines are their headings.

Contents entries, running heads ("Part I, Item 1" on every page) and cross-references ("see
Item 7") look alike; a heading is told by the item's title behind it, by not standing in the
middle of a sentence, and by the order of the items.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from onfile.structure.kinds import ANNUAL_ITEMS, CURRENT_ITEMS, QUARTERLY_ITEMS, annual_part
from onfile.structure.marks import ITEM, PART, Mark
from onfile.structure.running import Line

_PARTS = ("I", "II", "III", "IV")
_ITEM = re.compile(
    r"^(?:PART\s+(?:I{1,3}|IV)\s*[,.:;–—-]*\s*)?ITEM\s*(\d{1,2})\s?([A-C])?(?![\d])(?!\.\d)"
    r"(?:\s*\(?[A-C]?\)?)?\s*[.:)–—|-]*\s*(.*)$",
    re.IGNORECASE,
)
_CURRENT_ITEM = re.compile(r"^ITEM\s*(\d{1,2}\.\d{2})\s*[.:–—-]*\s*(.*)$", re.IGNORECASE)
_PART = re.compile(r"^PART\s+(I\s?I?\s?I?|I\s?V)\b\W*(.{0,60})$", re.IGNORECASE)
_REFERENCE = re.compile(
    r"[”\"]\s*(?:of|in|and|for|to|above|below)\b|\b(?:of|in|under)\s+(?:this|our|the)\s+"
    r"(?:annual|quarterly|form|report)|incorporated|set\s+forth|\bsee\b|\brefer",
    re.IGNORECASE,
)
_SIGNATURES = re.compile(r"^SIGNATURES?\W*$", re.IGNORECASE)
_EXHIBIT = re.compile(
    r"^EXHIBIT\s+(?:NO\.?\s*)?\(?(\d{1,3}(?:[.(-]\d{1,3}\)?)?[a-z]?)\W*$", re.IGNORECASE
)
_OFFICIAL_TITLES = {
    "managementsdiscussionandanalysisoffinancialconditionandresultsofoperations": "mdna",
    "managementsdiscussionandanalysisofresultsofoperationsandfinancialcondition": "mdna",
    "quantitativeandqualitativedisclosuresaboutmarketrisk": "market_risk",
    "financialstatementsandsupplementarydata": "financial_statements",
}
_FIRSTS = "MQFmqf"  # letters that those begin with
_RUNS_ON = re.compile(
    r"(?:\b(?:of|in|and|or|the|under|to|see|with|our|this|at|by|on|for|from|also|as)|[,(“\"—–-])$",
    re.IGNORECASE,
)
_FRONT_PAGES = 15  # where lists of contents stand
_LONG_LINE = 60
_LONGEST_LINE = 200  # longer ones hold a heading and the text behind it
_CROWD = 5  # so many items in a row with almost nothing between them are a list, not headings
_CROWD_GAP = 150


@dataclass(frozen=True, slots=True)
class _Candidate:
    index: int
    line: Line
    part: str
    item: str
    kind: str
    rank: int


def item_marks(form: str, lines: Sequence[Sequence[Line]], listing: AbstractSet[int]) -> list[Mark]:
    """Marks of Parts, Items, signatures and exhibits of a filing.

    Args:
        form: "10-K", "10-Q", "8-K", … as on the cover.
        lines: The lines of each page, without running heads.
        listing: Indexes of the contents pages.
    """
    if form.startswith("8-K"):
        marks = list(_current_items(lines))
    else:
        found = list(_candidates(form, lines, listing))
        marks = _with_parts(_in_order(_uncrowded(found)), lines)
    return marks + list(_tail(lines, listing, marks))


def _current_items(lines: Sequence[Sequence[Line]]) -> Iterator[Mark]:
    seen: set[str] = set()
    for index, page in enumerate(lines):
        for line in page:
            match = _CURRENT_ITEM.match(line.text)
            if match is not None and match.group(1) not in seen:
                number = match.group(1)
                seen.add(number)
                name = f"Item {number}"
                kind = CURRENT_ITEMS.get(number, "")
                yield Mark(index, line.start, PART, name, kind, item=name)


def _candidates(
    form: str, lines: Sequence[Sequence[Line]], listing: AbstractSet[int]
) -> Iterator[_Candidate]:
    known = _known_items(form)
    for index, page in enumerate(lines):
        if index in listing and index < _FRONT_PAGES and _lists_without_numbers(page):
            continue
        for at, line in enumerate(page):
            untitled = _untitled(known, line.text) if index not in listing else None
            if untitled is not None:
                rank, (part, item, kind, _) = untitled
                yield _Candidate(index, line, part, item, kind, rank)
            match = _ITEM.match(line.text) if line.text[:1] in "IiPp" else None
            if match is None or (index in listing and re.search(r"\s\d{1,3}$", line.text)):
                continue
            if _is_mid_sentence(page, at) or _is_reference(match.group(3)):
                continue
            item = match.group(1) + (match.group(2) or "").upper()
            title = match.group(3) or (page[at + 1].text if at + 1 < len(page) else "")
            for rank, (part, number, kind, words) in enumerate(known):
                if number == item and re.match(rf"(?:the)?(?:{words})", _letters(title)):
                    yield _Candidate(index, line, part, item, kind, rank)
                    break


def _lists_without_numbers(page: Sequence[Line]) -> bool:
    """True for a contents page whose entries have no page numbers to know them by."""
    items = [line.text for line in page if _ITEM.match(line.text)]
    return len(items) >= 8 and sum(1 for text in items if text[-1].isdigit()) < len(items) / 2


def _known_items(form: str) -> list[tuple[str, str, str, str]]:
    """(part, item, kind, title) in the form's order."""
    if form.startswith("10-Q"):
        return [(part, item, k, w) for (part, item), (k, w) in QUARTERLY_ITEMS.items()]
    return [(annual_part(item), item, k, w) for item, (k, w) in ANNUAL_ITEMS.items()]


def _is_reference(title: str) -> bool:
    """True when the words behind the number go on as a sentence that points elsewhere."""
    return _REFERENCE.search(re.split(r"\.\s", title, maxsplit=1)[0]) is not None


def _untitled(
    known: Sequence[tuple[str, str, str, str]], text: str
) -> tuple[int, tuple[str, str, str, str]] | None:
    """The item whose whole official title stands on a line without its number."""
    first = text[0]
    if not 30 <= len(text) <= 110 or (first.isascii() and first.isalpha() and first not in _FIRSTS):
        return None
    kind = _OFFICIAL_TITLES.get(_letters(text))
    if kind is None:
        return None
    return next(((rank, entry) for rank, entry in enumerate(known) if entry[2] == kind), None)


def _letters(title: str) -> str:
    """The letters alone: some text layers set them apart ("Busines s")."""
    return re.sub(r"[^A-Za-z]", "", title).lower()


def _is_mid_sentence(page: Sequence[Line], at: int) -> bool:
    """True when the line before runs on into this one."""
    if at == 0:
        return False
    before = page[at - 1].text
    if page[at].text[:6].isupper() and not before.isupper():
        return False
    below = page[at + 1].text if at + 1 < len(page) else ""
    runs_below = _LONG_LINE <= len(page[at].text) <= _LONGEST_LINE and below[:1].islower()
    return _RUNS_ON.search(before) is not None or runs_below


def _uncrowded(found: Sequence[_Candidate]) -> list[_Candidate]:
    """Drop lists in the front pages: candidates with almost no text between them."""
    kept: list[_Candidate] = []
    run: list[_Candidate] = []
    for candidate in found:
        if run and not _is_close(run[-1], candidate):
            kept += run if len(run) < _CROWD else []
            run = []
        run.append(candidate)
    return kept + (run if len(run) < _CROWD else [])


def _is_close(a: _Candidate, b: _Candidate) -> bool:
    near = a.index == b.index < _FRONT_PAGES
    return near and b.line.start - a.line.end < _CROWD_GAP


def _in_order(found: Sequence[_Candidate]) -> list[_Candidate]:
    """The longest run of candidates whose ranks rise; of equal ones the earliest."""
    best: list[int] = []
    previous: list[int | None] = []
    for i, candidate in enumerate(found):
        length, link = 1, None
        for j in range(i):
            if found[j].rank < candidate.rank and best[j] + 1 > length:
                length, link = best[j] + 1, j
        best.append(length)
        previous.append(link)
    chosen: list[_Candidate] = []
    at = best.index(max(best)) if best else None
    while at is not None:
        chosen.append(found[at])
        at = previous[at]
    return chosen[::-1]


def _with_parts(items: Sequence[_Candidate], lines: Sequence[Sequence[Line]]) -> list[Mark]:
    """Item marks, and a Part mark before the first item of each part."""
    marks: list[Mark] = []
    part = ""
    for candidate in items:
        name = f"Item {candidate.item}"
        part_name = f"Part {candidate.part}"
        at = candidate.line.start
        if candidate.part != part:
            part = candidate.part
            marks.append(_part_mark(candidate, part_name, lines[candidate.index]))
        marks.append(Mark(candidate.index, at, ITEM, name, candidate.kind, part_name, name))
    return marks


def _part_mark(candidate: _Candidate, name: str, page: Sequence[Line]) -> Mark:
    """The Part's own heading, when it stands above the item on its page, or the item's place."""
    start = candidate.line.start
    for line in page:
        match = _PART.match(line.text) if line.start < candidate.line.start else None
        if match and re.sub(r"\s", "", match.group(1)).upper() == candidate.part:
            start = line.start
            break
    return Mark(candidate.index, start, PART, name, "", name)


def _tail(
    lines: Sequence[Sequence[Line]], listing: AbstractSet[int], marks: Sequence[Mark]
) -> Iterator[Mark]:
    """Signatures behind the last item, and the exhibits that are bound in behind them."""
    last = max((mark.index for mark in marks), default=0)
    signed = False
    exhibit = ""
    for index in range(last, len(lines)):
        for at, line in enumerate(lines[index]):
            if not signed and index not in listing and _SIGNATURES.match(line.text):
                signed = True
                yield Mark(index, line.start, PART, "Signatures", "signatures")
            match = _EXHIBIT.match(line.text) if at < 4 else None
            if match is not None and match.group(1) != exhibit:
                exhibit = match.group(1)
                yield Mark(index, line.start, PART, f"Exhibit {exhibit}", "exhibits")
