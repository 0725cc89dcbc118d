"""What form a document has when it is not a filing with a cover."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.structure.company import Found
from onfile.types import Page

_RESULTS = re.compile(
    r"\b(?:reports?|reported|announces?|announced|delivers?|posts?)\b[^.]{0,160}?"
    r"\b(?:results|earnings|quarter|full[-\s]year)\b"
    r"|\b(?:first|second|third|fourth)[-\s]quarter\b[^.]{0,80}\b(?:results|earnings|sales|growth)\b",
    re.IGNORECASE,
)
# "Statement of audited consolidated financial results for the quarter and year ended …"
_STATEMENT_OF_RESULTS = re.compile(
    r"\b(?:statement\s+of|(?:un)?audited)\s+(?:\w+\s+){0,3}financial\s+results\b[^.]{0,40}"
    r"\bfor\s+the\s+(?:\w+\s+){0,4}(?:quarter|year|months)\b",
    re.IGNORECASE,
)
_QUARTER = re.compile(r"\bquarter\b|\bQ[1-4]\b|full[-\s]year", re.IGNORECASE)
_CALL = re.compile(
    r"\bEvent Transcript\b|earnings\s+(?:conference\s+)?call|conference\s+call"
    r"|question[- ]and[- ]answer\s+session|\bconcall\b",
    re.IGNORECASE,
)
_CALL_OPENING = re.compile(
    r"turn\s+the\s+(?:conference\s+)?call\s+over|press\s+star|call\s+is\s+being\s+recorded"
    r"|\b(?:Operator|Moderator)\b|listen[- ]only"
    r"|during\s+(?:today['’]s|this)\s+(?:conference\s+)?call"
    r"|joining\s+(?:us|me)\s+(?:on|today)",
    re.IGNORECASE,
)
_SPOKEN = re.compile(
    r"\b(?:I['’](?:d|m|ll|ve)|we['’](?:ve|re|ll)|that['’]s|it['’]s|let['’]s|turn\s+(?:it|the\s+call)\b"
    r"|good\s+(?:morning|afternoon)|thank\s+you)",
    re.IGNORECASE,
)
_SPOKEN_SHARE = 0.35  # a thousand characters; filings and releases have next to none
_BID = re.compile(r"\bbid\s+tab|\bUnit\s+Price\b", re.IGNORECASE)
_BID_ITEMS = re.compile(r"\b(?:Item|Line)\s+(?:No|Number|Description)|\bQuantity\b", re.IGNORECASE)
_SPECIFICATION = re.compile(
    r"\b(?:standard|technical|special|project)\s+(?:specifications?|provisions)\b"
    r"|^\s*SECTION\s+\d{2}\s?\d{2}\s?\d{2}\b|\bPART\s+1\s*[-–—.]?\s*GENERAL\b",
    re.IGNORECASE | re.MULTILINE,
)
_REPORT = re.compile(r"^.{0,60}\breport\b.{0,60}$", re.IGNORECASE | re.MULTILINE)
_ANNUAL = re.compile(r"\bannual\s+report\b", re.IGNORECASE)
_HEAD_CHARACTERS = 2500


def form_of(pages: Sequence[Page], has_turns: bool) -> Found | None:
    """The form of a document without a filing's cover, with the words that show it.

    One of "call transcript", "earnings release", "bid tabulation", "specification",
    "annual report", "report"; None when nothing tells.
    """
    readable = [page for page in pages if page.text.strip()]
    if not readable:
        return None
    head = "\n".join(page.text for page in readable[:3])[: 2 * _HEAD_CHARACTERS]
    first = readable[0]
    if has_turns or _is_call(readable, head):
        return _found("call transcript", readable, (_CALL, _CALL_OPENING, _SPOKEN))
    if _RESULTS.search(first.text[:_HEAD_CHARACTERS]) and _QUARTER.search(head):
        return _found("earnings release", readable, (_RESULTS,))
    if _STATEMENT_OF_RESULTS.search(first.text[:_HEAD_CHARACTERS]):
        return _found("earnings release", readable, (_STATEMENT_OF_RESULTS,))
    if _BID.search(first.text) and _BID_ITEMS.search(first.text):
        return _found("bid tabulation", readable, (_BID,))
    if _SPECIFICATION.search(head):
        return _found("specification", readable, (_SPECIFICATION,))
    if _ANNUAL.search(first.text[:400]):
        return _found("annual report", readable, (_ANNUAL,))
    if _REPORT.search(first.text[:600]):
        return _found("report", readable, (_REPORT,))
    return None


def _is_call(pages: Sequence[Page], head: str) -> bool:
    if _CALL.search(head) and _CALL_OPENING.search(head):
        return True
    sample = "\n".join(page.text for page in pages[:5])[:20000]
    return len(_SPOKEN.findall(sample)) > _SPOKEN_SHARE * len(sample) / 1000


def _found(form: str, pages: Sequence[Page], patterns: Sequence[re.Pattern[str]]) -> Found:
    for pattern in patterns:
        for page in pages[:3]:
            match = pattern.search(page.text)
            if match is not None:
                return Found(form, page.number, " ".join(match.group().split())[:200])
    return Found(form, pages[0].number, "")
