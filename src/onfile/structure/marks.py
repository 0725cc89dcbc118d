"""Marks: where a section begins, and how marks become nested sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from onfile.types import Page, Section

PART, ITEM, HEADING, NOTE, SUBHEADING = 1, 2, 3, 4, 5


@dataclass(frozen=True, slots=True)
class Mark:
    """The beginning of a section at ``offset`` of the ``index``-th page (from 0).

    ``kind`` None takes the kind of the section around it.
    """

    index: int
    offset: int
    level: int
    name: str
    kind: str | None = None
    part: str | None = None
    item: str | None = None

    @property
    def place(self) -> tuple[int, int]:
        """Where the section starts, for sorting."""
        return (self.index, self.offset)


def nest(marks: Sequence[Mark], pages: Sequence[Page]) -> tuple[Section, ...]:
    """Sections in reading order; together they cover every page from its first character.

    Each ends where the next of its level or above starts; a mark with an empty name opens the
    beginning of the document.
    """
    if not pages:
        return ()
    ordered = sorted(marks, key=lambda mark: (mark.place, mark.level))
    if not ordered or ordered[0].place != (0, 0):
        ordered.insert(0, Mark(0, 0, PART, "", ""))
    last = (pages[-1].number, len(pages[-1].text))
    sections: list[Section] = []
    open_marks: list[tuple[Mark, int]] = []
    for mark in ordered:
        start = (pages[mark.index].number, mark.offset)
        while open_marks and open_marks[-1][0].level >= mark.level:
            _, at = open_marks.pop()
            sections[at] = replace(sections[at], end=start)
        around = open_marks[-1] if open_marks else None
        sections.append(_section(mark, sections[around[1]] if around else None, start, last))
        open_marks.append((mark, len(sections) - 1))
    return tuple(sections)


def _section(
    mark: Mark, around: Section | None, start: tuple[int, int], last: tuple[int, int]
) -> Section:
    path = (around.path if around else ()) + ((mark.name,) if mark.name else ())
    inherited = around.kind if around else ""
    return Section(
        path=path,
        kind=inherited if mark.kind is None else mark.kind,
        level=mark.level,
        start=start,
        end=last,
        part=mark.part or (around.part if around else None),
        item=mark.item or (around.item if around else None),
    )
