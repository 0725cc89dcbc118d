"""Questions with the places where their answers stand."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from onfile.errors import UsageError
from onfile.types import Evidence

LINES_NEAR = 10  # a text without pages is cited by line; a passage is some lines long
_HINT = (
    'one JSON object a line: {"id", "question", "gold": [{"file", "page"}]}, with "line" in place'
    ' of "page" for a text without pages, or {"id", "question", "doc", "evidence_pages"}'
)


class Place(NamedTuple):
    """A page (1-based) of a document, or a line (1-based) of one without pages.

    Both None is anywhere in it. ``document`` is the file's name without folder and suffix, in
    lower case.
    """

    document: str
    page: int | None
    line: int | None


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question and its places, any of which is right."""

    id: str
    question: str
    places: tuple[Place, ...]

    def place_of(self, found: Evidence) -> Place | None:
        """The gold place that a found passage is at, None where it is at none."""
        document = _stem(found.document.name)
        for place in self.places:
            if place.document != document:
                continue
            if found.document.has_pages and place.page in (None, found.chunk.page):
                return place
            if not found.document.has_pages and _is_near(place.line, found.chunk.line):
                return place
        return None


def read_gold(path: Path) -> tuple[GoldQuestion, ...]:
    """The questions of a file that have gold, in order.

    Raises:
        UsageError: it can't be read, a line is no such object, or none has gold.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error}", hint=_HINT) from error
    found = [_question(path, n, line) for n, line in enumerate(lines, 1) if line.strip()]
    questions = tuple(q for q in found if q.places)
    if not questions:
        raise UsageError(f"{path} holds no question with gold", hint=_HINT)
    return questions


def _question(path: Path, number: int, line: str) -> GoldQuestion:
    try:
        row = json.loads(line)
        return GoldQuestion(str(row["id"]), str(row["question"]), _places(row))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{path}, line {number}: {error!r}", hint=_HINT) from error


def _places(row: dict[str, Any]) -> tuple[Place, ...]:
    if "evidence_pages" in row:
        return tuple(Place(_stem(row["doc"]), int(page), None) for page in row["evidence_pages"])
    given = (*(row.get("gold") or ()), *(row.get("also_ok") or ()))
    return tuple(Place(_stem(g["file"]), g.get("page"), g.get("line")) for g in given)


def _stem(name: str) -> str:
    base = name.replace("\\", "/").rpartition("/")[2].lower()
    head, dot, suffix = base.rpartition(".")
    return head if dot and suffix in ("pdf", "txt", "htm", "html", "xlsx", "csv", "docx") else base


def _is_near(line: int | None, found: int | None) -> bool:
    return line is None or (found is not None and abs(line - found) <= LINES_NEAR)
