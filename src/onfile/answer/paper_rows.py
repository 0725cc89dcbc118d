"""Rows of logs, schedules and test reports, quoted under the line that names their columns.

"When was RFI 42 answered" is told by the row "42 Anchor bolts 2031-03-11 2031-03-18" under "RFI
Subject Sent Answered". A row answers when it and the line above it have every word that singles out
what is asked, each code and number of the question standing in the row itself. Only a question for
a list is answered by several.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from onfile.answer.claims import quoted
from onfile.answer.paper_words import PaperWords
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.language.numbered import has_another
from onfile.types import Draft, QuestionKind, Span

MAX_ROWS = 8
MAX_LINE = 160  # characters; what is longer is prose
MIN_HEAD_WORDS = 2
_DIGIT = re.compile(r"\d")
_IN_NAMES = re.compile(  # digits of units and of what is measured: "m3/h", "PM10"
    r"(?<![A-Za-z\d])(?:[a-z]{1,2}[23]|PM\d+(?:\.\d)?|CO2|NO2|SO2|H2S|NH3|O2|[km]?N/mm2)(?!\d)"
)
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_PARTS = re.compile(r"(\d+)-([a-z]+)")  # "28-day": 28 under "Age (days)"
_SEVERAL = re.compile(r"\b(?:which|what)\s+(?:\w+\s+)?\w+s\s+(?:are|were|have|had|still)\b", re.I)
_PROSE = re.compile(r"[a-z]{2}[.;:](?:\s|$)|^[a-z]\w*\s+[a-z]+\s+[a-z]+\s+[a-z]")
_ENDS_INSIDE = re.compile(r"[.;]\s+[A-Z][a-z]+\s+[a-z]|[a-z\d]\.$")
_STOPS = (".", "?", "!", ":", ";", ",")


@dataclass(frozen=True, slots=True)
class _Row:
    document_id: str
    span: Span
    head: Span
    n_own: int


def answer_row(reading: Reading, finder: PassageFinder, words: PaperWords) -> Draft | None:
    """The row that tells it with the line of its columns; None where several do, or none."""
    found = list(dict.fromkeys(_rows(reading, finder, words)))
    is_list = reading.intent.kind is QuestionKind.LIST or _SEVERAL.search(reading.intent.asked)
    most = max((row.n_own for row in found), default=0)
    best = [row for row in found if row.n_own == most]
    if not best or len({(row.document_id, row.head) for row in best}) > 1:
        return None
    if len(best) > (MAX_ROWS if is_list else 1):
        return None
    head = best[0].head
    claims = tuple(
        quoted(reading.archive, one.document_id, one.span, None)
        for one in (*best, _Row(best[0].document_id, head, head, 0))
    )
    return Draft("\n".join(claim.text for claim in claims), claims, None, "quote", 1.0)


def _rows(reading: Reading, finder: PassageFinder, words: PaperWords) -> Iterator[_Row]:
    for evidence in reading.evidence:
        title = words.paper_of(evidence.document).terms
        for page, text, _ in finder.pieces_of(evidence):
            head: Span | None = None
            before: Span | None = None
            for match in _LINE.finditer(text):
                line = match[0].strip()
                span = Span(page, match.start(), match.end())
                if is_head(line):  # names of columns may run over two lines
                    head = Span(page, before.start if before is not None else span.start, span.end)
                    before = span
                    continue
                before = None
                if len(line) > MAX_LINE or _PROSE.search(line) or _ENDS_INSIDE.search(line):
                    head = None  # the table, if it was one, has come to its end
                elif head is not None:
                    above = text[head.start : head.end]
                    n_own = _n_own(words, line, above, title)
                    if n_own and _tells(words, line, above):
                        yield _Row(evidence.document.document_id, span, head, n_own)


def _tells(words: PaperWords, line: str, head: str) -> bool:
    """The kind asked for stands in the row; its unit may stand above it."""
    if words.asked.is_told_in(line):
        return True
    has_unit = bool(words.asked.unit) and re.search(words.asked.unit, head, re.I) is not None
    return has_unit and _DIGIT.search(line) is not None


def is_head(line: str) -> bool:
    """A line of names, as stands above a table: short, without a number and without a stop."""
    is_named = len(line.split()) >= MIN_HEAD_WORDS and len(line) <= MAX_LINE
    return is_named and _DIGIT.search(_IN_NAMES.sub("", line)) is None and not line.endswith(_STOPS)


def _n_own(words: PaperWords, line: str, head: str, title: frozenset[str]) -> int:
    """How much of the question stands in the row itself; 0 where it is another's."""
    own, above = words.terms_of(line), words.terms_of(head)
    for word, number in words.things:
        is_named = words.terms_of(word) <= own | above | title
        if not is_named or has_another((word, number), line):
            return 0
        if re.search(rf"(?<![\w.,-]){re.escape(number)}(?![\w.,-])", line) is None:
            return 0
    if words.asked.is_past and words.is_rule(line):
        return 0
    if not words.is_of_times(line):
        return 0
    n_own = len(words.things)
    for term in words.anchors:
        if words.is_met(term, own) or _is_of_parts(term, own, above):
            n_own += 1
        elif words.is_met(term, above):
            continue  # "PM10" names a column
        elif term in words.codes or not words.is_met(term, title):
            return 0
    return n_own


def _is_of_parts(term: str, own: frozenset[str], above: frozenset[str]) -> bool:
    parts = _PARTS.fullmatch(term)
    return parts is not None and parts[1] in own and any(t.startswith(parts[2]) for t in above)
