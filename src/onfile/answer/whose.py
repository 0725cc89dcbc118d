"""Whose reason is it, the company's or a part's?

"The increase in operating income was driven by higher revenue" stands in the discussion of one
segment, and has every word of a question about the company. Whose it is, is said by what stands
before the cause, by the sentence it refers back to, and by the heading above.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.answer.passages import PassageFinder, Piece
from onfile.answer.request import Reading
from onfile.types import Span

MAX_BACK = 14  # pieces above a sentence in which its heading is looked for
FEW = 4  # pieces above a sentence that are of its paragraph
MAX_HEADING = 60  # characters
_SEGMENT = re.compile(r"\bsegments?\b", re.I)
_IN_THE_SEGMENT = re.compile(r"\b(?:in|of|by|at|within|for) (?:the|this|our) segment\b", re.I)
_PARTS = re.compile(r"\s*(?:our|the)\s+(?:[\w&-]+\s+){1,4}segment(?:['’]s)?\b", re.I)
_OF_ALL = re.compile(r"\s*(?:our|we|total|consolidated|company|overall)\b", re.I)
_FOOTNOTE = re.compile(r"\s*\((?:[a-z]|\d)\)\s+[A-Z]")
_PART_ON_PAGE = re.compile(
    r"\b((?!(?:Our|The|Each|This|No)\b)[A-Z][\w&]+(?: [A-Z][\w&]+){0,3}) segment\b"
)
_THE_WHOLE = re.compile(
    r"\b(?:consolidated|company[- ]wide|worldwide|company(?:'s|’s)?|overview|"
    r"results of operations)\b",
    re.I,
)
_REFERS_BACK = re.compile(
    r"\s*(?:the|this|these|such)\s+(?:\w+[\s-]+){0,2}?(?:increases?|decreases?|declines?|growth|"
    r"improvements?|reductions?|changes?|loss(?:es)?|charges?)\b",
    re.I,
)


class Whose:
    """Tells passages about a part from those about the company; one question.

    Args:
        reading: With the names of the company's parts.
        finder: For the pieces of a page.
    """

    def __init__(self, reading: Reading, finder: PassageFinder) -> None:
        self._reading = reading
        self._finder = finder
        names = [named(name) for name in reading.part_names]
        asked = reading.intent.asked
        said = finder.subject.names | frozenset(reading.intent.terms)
        is_named = (
            re.search(pattern.pattern, asked, re.I) or frozenset(reading.terms(name)) <= said
            for name, pattern in zip(reading.part_names, names, strict=True)
        )
        is_of_part = _SEGMENT.search(asked) is not None or any(is_named)
        self._names = () if is_of_part else tuple(names)
        self._asks_part = is_of_part

    def is_of_part(self, document_id: str, span: Span, head: str, text: str) -> bool:
        """True where a part is spoken of and the question names none.

        Args:
            document_id: Of the passage.
            span: Where it stands.
            head: What of it stands before the cause.
            text: All of it.
        """
        if self._asks_part:
            return False
        if _FOOTNOTE.match(text):
            return True  # of one row of a table
        if self._names_part(head) or _IN_THE_SEGMENT.search(text):
            return True
        if _THE_WHOLE.search(head):
            return False
        above = self._above(document_id, span)
        before = above[-1][1] if above else ""
        if _REFERS_BACK.match(text) and self._names_part(before):
            return True
        page = self._reading.archive.page_text(document_id, span.page)
        if any(before.startswith(part) for part in _PART_ON_PAGE.findall(page)):
            return True  # "BCC's earnings are …" and then "Earnings increased …"
        is_of_parts = any(_PARTS.match(said) for _, said in above[-FEW:])
        if is_of_parts and not _OF_ALL.match(text):
            return True  # "Our Ranges segment's costs grew. … The increase was due to …"
        heading = next((said for kind, said in reversed(above) if kind == "heading"), "")
        return self._is_heading_of_part(heading)

    def _names_part(self, text: str) -> bool:
        return _SEGMENT.search(text) is not None or any(n.search(text) for n in self._names)

    def _is_heading_of_part(self, heading: str) -> bool:
        """The heading is a part's name, alone or with "results": not a title that holds it."""
        words = " ".join(heading.split())
        return len(words) <= MAX_HEADING and any(n.match(words) for n in self._names)

    def _above(self, document_id: str, span: Span) -> Sequence[tuple[str, str]]:
        """(kind, text) of the pieces above, the nearest last; rows of tables left out."""
        text = self._reading.archive.page_text(document_id, span.page)
        pieces: Sequence[Piece] = self._finder.pieces_on(document_id, span.page)
        before = [p.unit for p in pieces if p.unit.start < span.start and p.unit.kind != "row"]
        return [(u.kind, text[u.start : u.end]) for u in before[-MAX_BACK:]]


def named(name: str) -> re.Pattern[str]:
    """Finds a part's name with its capitals, in the singular or the plural."""
    words = [re.escape(word) for word in name.split()]
    words[-1] = words[-1].removesuffix("s") + "s?"
    return re.compile(r"(?<![\w-])" + r"\s+".join(words) + r"(?![\w-])")
