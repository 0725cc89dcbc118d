"""Headings of Markdown texts: lines that begin with one to six number signs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.structure.kinds import kind_of
from onfile.structure.marks import Mark
from onfile.structure.running import Line

_HEADING = re.compile(r"(#{1,6})\s+(\S.*?)\s*#*$")
_FENCE = re.compile(r"(?:```|~~~)")
MIN_HEADINGS = 2  # one line that begins so may be a comment or a list of numbers


def markdown_marks(lines: Sequence[Sequence[Line]]) -> list[Mark]:
    """A mark a heading, its level that of its number signs; none for other texts."""
    marks = []
    is_code = False
    for index, page in enumerate(lines):
        for line in page:
            is_code ^= _FENCE.match(line.text) is not None
            match = None if is_code else _HEADING.fullmatch(line.text)
            if match is not None:
                kind = kind_of(match[2]) or None
                marks.append(Mark(index, line.start, len(match[1]), match[2], kind))
    return marks if len(marks) >= MIN_HEADINGS else []
