"""The built-in reader's answer with its checks: for a question, and to judge others by."""

from __future__ import annotations

from onfile.answer import reader
from onfile.answer.request import Reading
from onfile.gate import strength
from onfile.types import Check, Draft, FigureMatch, Pair, Refusal
from onfile.verify.cells import Cells
from onfile.verify.checks import verify
from onfile.verify.quotes import PageText


def answered(
    reading: Reading,
    earlier: dict[Pair, list[FigureMatch]],
    page_text: PageText,
    cells: Cells,
) -> tuple[Draft | Refusal, tuple[Check, ...]]:
    """The checked draft, or the reason why there is none, and the checks that were made.

    Args:
        reading: The question, its evidence and the figures that match.
        earlier: Matches of the first quantity one year before each pair's period.
        page_text: Text of a page by document id and 1-based number.
        cells: The stored figures of the cited pages.
    """
    draft = reader.read(reading, earlier)
    if isinstance(draft, Refusal):
        return draft, ()
    enough, weak = strength.after_reading(draft, reading.thresholds)
    result, verdicts = verify(draft, reading.intent, page_text, cells)
    return weak or result, draft.checks + enough + verdicts
