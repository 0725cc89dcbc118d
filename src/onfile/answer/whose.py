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

MAX_BACK = 14  # pieces above a sentence that may be of its subject
MAX_TO_HEADING = 40  # pieces above a sentence in which its heading is looked for
FEW = 4  # pieces above a sentence that are of its paragraph
MAX_HEADING = 60  # characters
MAX_SPOKEN = 40  # sentences of a call for which what it turned to stays its subject
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
_RUNNING = re.compile(r"(?:part [ivx]+|item \d\w?|table of contents|\W*)\.?", re.I)
_TURNS_TO = re.compile(  # on a call: "Turning to our coatings business, …", "I will start with …"
    r"\s*(?:(?:now|next|and|then|so|finally|let me|let['’]?s|let us|"
    r"i(?:['’]?ll| will| would like to)|we(?:['’]?ll| will)),?\s+)*"
    r"(?:turn|mov|shift|switch|start|begin|look)(?:e|ing|ning)?\s+"
    r"(?:now\s+)?(?:on\s+)?(?:to|at|with)\s+(?:the rest of\s+)?(?P<what>[^.,;:]{3,80})",
    re.I,
)
_NO_PART = re.compile(
    r"\b(?:company|total|consolidated|overall|results?|quarters?|years?|half|full|financials?|balance|"
    r"cash|capital|margins?|income|revenues?|sales|expenses?|costs?|guidance|outlook|pric(?:e|ing)|tax|"
    r"earnings|slides?|page|highlights|details?|performance|shareholders?|numbers|p&l|20\d\d)\b",
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
        self._all = tuple(names)
        self._asked = tuple(
            re.compile(pattern.pattern, re.I)
            for name, pattern in zip(reading.part_names, names, strict=True)
            if re.search(pattern.pattern, asked, re.I) or frozenset(reading.terms(name)) <= said
        )
        is_of_part = _SEGMENT.search(asked) is not None or bool(self._asked)
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
            return self._is_of_another_part(document_id, span, head)
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
        if self._turned_to_part(document_id, span):
            return True
        return self._is_heading_of_part(self._heading(document_id, span))

    def _is_of_another_part(self, document_id: str, span: Span, head: str) -> bool:
        """The heading above names another part than the question, and the sentence names none."""
        if not self._asked or any(name.search(head) for name in self._asked):
            return False
        heading = " ".join(self._heading(document_id, span).split())
        is_heading = 0 < len(heading) <= MAX_HEADING and any(n.match(heading) for n in self._all)
        said = frozenset(self._reading.intent.terms)
        is_asked = any(name.search(heading) for name in self._asked)
        is_asked |= not said.isdisjoint(self._reading.terms(heading))
        return is_heading and not is_asked

    def _names_part(self, text: str) -> bool:
        return _SEGMENT.search(text) is not None or any(n.search(text) for n in self._names)

    def _is_heading_of_part(self, heading: str) -> bool:
        """The heading is a part's name, alone or with "results": not a title that holds it."""
        words = " ".join(heading.split())
        return len(words) <= MAX_HEADING and any(n.match(words) for n in self._names)

    def _heading(self, document_id: str, span: Span) -> str:
        """The nearest heading above; the last of the page before where the page has none."""
        above = self._pieces(document_id, span.page, span.start)[-MAX_TO_HEADING:]
        found = _last_heading(above)
        is_of_all = any(_THE_WHOLE.search(said) for _, said in above)
        if found or is_of_all or len(above) == MAX_TO_HEADING or span.page == 1:
            return found
        return _last_heading(self._pieces(document_id, span.page - 1)[-MAX_TO_HEADING:])

    def _turned_to_part(self, document_id: str, span: Span) -> bool:
        """On a call a part was turned to, and nothing else since."""
        if self._reading.archive.document(document_id).has_pages:
            return False
        for _, said in reversed(self._pieces(document_id, span.page, span.end)[-MAX_SPOKEN:]):
            turned = _TURNS_TO.match(said)
            if turned is not None:
                return _NO_PART.search(turned["what"]) is None
        return False

    def _above(self, document_id: str, span: Span) -> Sequence[tuple[str, str]]:
        """(kind, text) of the pieces above, the nearest last; rows of tables left out."""
        return self._pieces(document_id, span.page, span.start)[-MAX_BACK:]

    def _pieces(
        self, document_id: str, page: int, end: int | None = None
    ) -> Sequence[tuple[str, str]]:
        """(kind, text) of a page's sentences and headings, of those before ``end``."""
        text = self._reading.archive.page_text(document_id, page)
        pieces: Sequence[Piece] = self._finder.pieces_on(document_id, page)
        before = (p.unit for p in pieces if end is None or p.unit.start < end)
        kept = (u for u in before if u.kind != "row" and text[u.start : u.end].strip())
        return [(u.kind, text[u.start : u.end]) for u in kept]


def _last_heading(pieces: Sequence[tuple[str, str]]) -> str:
    """The last that is no running head; empty where there is none."""
    headings = (said for kind, said in reversed(pieces) if kind == "heading")
    return next((said for said in headings if not _RUNNING.fullmatch(" ".join(said.split()))), "")


def named(name: str) -> re.Pattern[str]:
    """Finds a part's name with its capitals, in the singular or the plural."""
    words = [re.escape(word) for word in name.split()]
    words[-1] = words[-1].removesuffix("s") + "s?"
    return re.compile(r"(?<![\w-])" + r"\s+".join(words) + r"(?![\w-])")
