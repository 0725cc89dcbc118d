"""The items of a current report, and its press release: what it reports, without what all such say.

A report on Form 8-K is a cover, numbered items, a signature and exhibits. What happened stands in
the items and in the release (Exhibit 99); agreements and indentures filed with it are texts of law.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from onfile.language.sentences import units
from onfile.ports import Archive
from onfile.types import Span

MIN_WORDS = 5
MAX_RELEASE_PAGES = 3
FULL_LINE = 70  # characters; a title that fills its line may run over
_ITEM = re.compile(r"^[ \t]*Item\s+(?P<number>\d\.\d\d)\s*\.?\s*(?P<title>[^\n]*)", re.I | re.M)
_TITLE_WORD = r"(?:[A-Z][\w’'-]*|of|and|or|the|an?|in|for|to|by)"
_TITLE_GOES_ON = re.compile(  # its second line, where the first is full
    rf"\n[ \t]*(?P<rest>{_TITLE_WORD}(?:[,;]?[ \t]+{_TITLE_WORD})*[.;]?)[ \t]*(?=\n|$)"
)
_NO_RELEASE = re.compile(r"\s*EXECUTION\b|.*\b(?:AGREEMENT|INDENTURE)\b", re.I)
_SIGNATURE = re.compile(r"^[ \t]*SIGNATURES?[ \t]*$", re.M)
_EXHIBIT = re.compile(r"^\s*(?:Exhibit\s+99|EX-99)(?:\.\d+)?\b[^\n]*", re.I)
_REST = re.compile(r"[A-Z][\w &’'-]{2,60}")
_OTHER_EXHIBIT = re.compile(r"\s*(?:Exhibit|EX-)\b", re.I)
_ENDS_RELEASE = re.compile(
    r"^[ \t]*(?:About\s+[A-Z]|ABOUT\b|(?:Cautionary|Safe Harbor|Forward[- ]Looking)\b|CAUTIONARY\b|"
    r"FORWARD[- ]LOOKING\b|NOTE TO INVESTORS|#\s?#\s?#)[^\n]*",
    re.M,
)
EXHIBITS = "9.01"
RELEASE = "99"
_BOILERPLATE = re.compile(
    r"\b(?:shall not be deemed|incorporated (?:herein )?by reference|qualified in (?:its|their) "
    r"entirety|do(?:es)? not purport|in the ordinary course|various relationships|"
    r"Item 404|related party transactions?|customary (?:fees|representations)|"
    r"forward-looking statements?|(?:filed|furnished|attached)(?: \w+)? as (?:an )?exhibits?|"
    r"(?:[Ff]iled|[Ff]urnished|attached) (?:hereto|herewith)|not applicable|"
    r"cover page (?:interactive|from)|pursuant to the requirements)\b",
    re.I,
)
_TELLS_MORE = re.compile(
    r"\b(?:was named|were named|appointed|elected|resign|entered into)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of a report.

    Attributes:
        item: The number of its item ("5.02"), ``RELEASE`` in the press release.
        title: The item's title.
        text: With its white space folded.
    """

    document_id: str
    item: str
    title: str
    span: Span
    text: str


def told_in(archive: Archive, document_id: str) -> tuple[Told, ...]:
    """The sentences of the items but the last, and of the release, in order; no boilerplate."""
    return tuple(t for t in _sentences(archive, document_id) if not _is_boilerplate(t.text))


def told_in_release(archive: Archive, document_id: str) -> tuple[Told, ...]:
    """The sentences of an earnings release, up to its forward-looking statements."""
    found: list[Told] = []
    for page, text in archive.pages_text(document_id).items():
        stop = _ENDS_RELEASE.search(text)
        end = len(text) if stop is None else stop.start()
        found += _within(document_id, page, text[:end], RELEASE, "", 0)
        if stop is not None:
            break
    return tuple(t for t in found if not _is_boilerplate(t.text))


def release_head(archive: Archive, document_id: str) -> Span | None:
    """The title of the press release that the report came with; None where it has none."""
    for page, text in archive.pages_text(document_id).items():
        exhibit = _EXHIBIT.match(text)
        if exhibit is None:
            continue
        lines = list(re.finditer(r"[^\n]*\S[^\n]*", text[exhibit.end() :]))
        head = list(lines[:1])
        for line in lines[1:3]:  # a title in capitals may run over lines
            is_capitals = line.group().isupper() and head[-1].group().isupper()
            is_rest = len(head[-1].group()) > FULL_LINE and _REST.fullmatch(line.group())
            if not (is_capitals or is_rest):
                break
            head.append(line)
        if head and not _NO_RELEASE.match(text, exhibit.end()):
            return Span(page, exhibit.end() + head[0].start(), exhibit.end() + head[-1].end())
    return None


def _is_boilerplate(text: str) -> bool:
    if len(text.split()) < MIN_WORDS:
        return True
    return _BOILERPLATE.search(text) is not None and _TELLS_MORE.search(text) is None


def _sentences(archive: Archive, document_id: str) -> Iterator[Told]:
    pages = archive.pages_text(document_id)
    yield from _of_items(document_id, pages)
    yield from _of_release(document_id, pages)


def _of_items(document_id: str, pages: Mapping[int, str]) -> Iterator[Told]:
    """The items, from the first to the signature; an item may go on over pages."""
    number, title = "", ""
    for page, text in pages.items():
        signature = _SIGNATURE.search(text)
        stop = signature.start() if signature else len(text)
        start = 0
        for mark in (*_ITEM.finditer(text, 0, stop), None):
            end = mark.start() if mark is not None else stop
            if number and number != EXHIBITS:
                yield from _within(document_id, page, text[:end], number, title, start)
            if mark is not None:
                number, title, start = mark["number"], mark["title"].strip(), mark.end()
                more = _TITLE_GOES_ON.match(text, start) if len(mark[0]) > FULL_LINE else None
                if more is not None:
                    title, start = f"{title} {more['rest']}", more.end()
        if signature is not None:
            return


def _of_release(document_id: str, pages: Mapping[int, str]) -> Iterator[Told]:
    """The press release, up to what it says of the company and of forward-looking statements."""
    n_pages = 0
    for page, text in pages.items():
        is_first = _EXHIBIT.match(text) is not None
        if not is_first and (n_pages == 0 or _OTHER_EXHIBIT.match(text)):
            continue
        n_pages += 1
        stop = _ENDS_RELEASE.search(text)
        end = len(text) if stop is None else stop.start()
        yield from _within(document_id, page, text[:end], RELEASE, "", 0)
        if stop is not None or n_pages == MAX_RELEASE_PAGES:
            return


def _within(
    document_id: str, page: int, text: str, item: str, title: str, start: int
) -> Iterator[Told]:
    for unit in units(text):
        if unit.end > start and unit.kind == "sentence":
            first = max(unit.start, start)  # a title without a full stop runs into its sentence
            first += len(text[first : unit.end]) - len(text[first : unit.end].lstrip())
            said = " ".join(text[first : unit.end].split())
            yield Told(document_id, item, title, Span(page, first, unit.end), said)
