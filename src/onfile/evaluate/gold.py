"""Questions with gold: what is right, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from onfile.types import Evidence, RefusalCode

LINES_NEAR = 10  # a text without pages is cited by line; a passage is some lines long
_SUFFIXES = ("pdf", "txt", "htm", "html", "xlsx", "csv", "docx")


class Place(NamedTuple):
    """A page (1-based) of a document, or a line (1-based) of one without pages.

    Both None is anywhere in it. ``document`` is the file's name without folder and suffix, in
    lower case.
    """

    document: str
    page: int | None
    line: int | None

    @property
    def words(self) -> str:
        """``kestrel_2024_10k p. 7``, ``… line 46`` or the document alone."""
        if self.page is not None:
            return f"{self.document} p. {self.page}"
        return self.document if self.line is None else f"{self.document} line {self.line}"


class GoldNumber(NamedTuple):
    """A number that a right answer states: ``amount`` in ones, a share as per cent (43.3)."""

    amount: Decimal
    unit: str

    @property
    def is_percent(self) -> bool:
        """True for per cent and percentage points."""
        return "percent" in self.unit


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question, what is right, and the places where it stands.

    Attributes:
        places: Any of them may be cited.
        required: Those among them without which an answer is not complete (a comparison has one
            a side); the others state the same.
        kind: The shape of question, as the suite calls it.
        suite: Name of the set that it comes from.
        answer: The right answer in words.
        numbers: All that a right answer states.
        rounding: Half the last place to which the gold answer is rounded; 0 where it is exact.
        expected_codes: Any is right; empty for a question that has an answer.
        scope: (company, period) pairs that the question should be understood to ask for.
        as_user: Who asks.
        looks_absent: A company that this user may not see: the outcome must be that of a company
            that does not exist.
    """

    id: str
    question: str
    places: tuple[Place, ...] = ()
    required: tuple[Place, ...] = ()
    kind: str = ""
    suite: str = ""
    answer: str | None = None
    numbers: tuple[GoldNumber, ...] = ()
    rounding: float = 0.0
    expected_codes: tuple[RefusalCode, ...] = ()
    scope: tuple[tuple[str, str], ...] = ()
    as_user: str | None = None
    looks_absent: str | None = None

    @property
    def is_answerable(self) -> bool:
        """False where a refusal is right."""
        return not self.expected_codes

    @property
    def is_scored(self) -> bool:
        """False where the suite does not say what is right."""
        return bool(self.expected_codes or self.numbers or (self.places and self.answer))

    def place_at(self, document: str, page: int | None, line: int | None) -> Place | None:
        """The gold place at a page or near a line of a document, None where there is none."""
        return place_at(self.places, document, page, line)

    def place_of(self, found: Evidence) -> Place | None:
        """The gold place that a found passage is at, None where it is at none."""
        has_pages = found.document.has_pages
        page = found.chunk.page if has_pages else None
        return self.place_at(found.document.name, page, None if has_pages else found.chunk.line)


def place_at(
    places: tuple[Place, ...], document: str, page: int | None, line: int | None
) -> Place | None:
    """The first of ``places`` at a page or near a line of a document (any form of its name)."""
    name = stem(document)
    for place in places:
        if place.document != name:
            continue
        if place.page is not None:
            if page == place.page:
                return place
        elif place.line is None or (line is not None and abs(line - place.line) <= LINES_NEAR):
            return place
    return None


def stem(name: str) -> str:
    """A file's name without folder and suffix, in lower case."""
    base = name.replace("\\", "/").rpartition("/")[2].lower()
    head, dot, suffix = base.rpartition(".")
    return head if dot and suffix in _SUFFIXES else base
