"""Nothing is outlined: a statement that has no such line, where the question asks for zero then.

"What are the restructuring costs outlined in its income statement? If there are none, state 0."
That a statement lacks a line is told only of a statement that was read, by the lines it has.
"""

from __future__ import annotations

import re

from onfile.answer.cite import cite_rows
from onfile.answer.claims import LATER_DOCUMENT
from onfile.answer.request import Reading
from onfile.types import Claim, Draft, Figure, Pair

_STATE_ZERO = re.compile(
    r"\bif\b[^?]*\b(?:not|no|none|never)\b[^?]*\b(?:state|answer|say|write|give|report)\s+"
    r"(?:it\s+as\s+|with\s+)?(?:0|zero|nil|none)\b",
    re.I,
)
_STATEMENT = re.compile(r"\b(?:income|profit and loss|p&l)\s+statements?\b|\bstatements?\s+of\s+"
                        r"(?:income|operations|earnings)\b", re.I)  # fmt: skip
_OF_THE_KIND = re.compile(r"\b(?:severance|reorgani[sz]|optimi[sz]ation|separation)", re.I)
ENDS = ("operating_income", "pretax_income")  # lines by which an income statement is known
MIN_LINES = 6
STATEMENT = "income"


def answer_outlined(reading: Reading) -> Draft | None:
    """Zero with the statement's lines; None where it may have the line, or was not read."""
    question = reading.intent.question
    if not _STATE_ZERO.search(question) or not _STATEMENT.search(question):
        return None
    if len(reading.intent.pairs) != 1 or not reading.quantities:
        return None
    pair, quantity = reading.intent.pairs[0], reading.quantities[0]
    lines = _lines(reading, pair)
    words = [w for w in re.findall(r"[a-z]{5,}", quantity.words.lower()) if not w.endswith("costs")]
    labels = [line.label.lower() for line in lines]
    is_there = any(w[:8] in label or _OF_THE_KIND.search(label) for w in words for label in labels)
    if not words or is_there or any(f.concept == quantity.concept for f in lines):
        return None
    ends = [f for f in lines if f.concept in ENDS]
    if len(lines) < MIN_LINES or not ends:
        return None
    first = lines[0]
    when = pair.period.name if pair.period is not None else ""
    text = (
        f"None (zero): no line of the income statement of {pair.company} for {when} names "
        f"{quantity.words}; it goes from “{first.label}” to “{ends[0].label}”."
    )
    claim = Claim(text, cite_rows(reading.archive, [first, ends[0]]), pair)
    return Draft(text, (claim,), None, "figures", 1.0)


def _lines(reading: Reading, pair: Pair) -> list[Figure]:
    """The lines of the income statement in the period's own report, from the top."""
    if pair.period is None:
        return []
    nearest = sorted(reading.precedence.items(), key=lambda d: (d[1], d[0]))
    for document_id, nearness in nearest:
        identity = reading.archive.document(document_id).identity
        if nearness >= LATER_DOCUMENT or identity.company != pair.company:
            continue
        stated = reading.archive.figures([document_id], fiscal_years=[pair.period.fiscal_year])
        mine = [f for f in stated if f.statement == STATEMENT and f.period == pair.period]
        if any(f.concept in ENDS for f in mine):
            page = next(f.page for f in mine if f.concept in ENDS)
            return sorted((f for f in mine if f.page == page), key=lambda f: f.row_span.start)
    return []
