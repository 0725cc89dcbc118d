"""One question that asks several things, as questions that each stand alone.

"What were revenue and net income of Northwind in 2020, and who is its auditor?" has three parts.
A part keeps the words of the question; what it leaves to the others (company, period) is put in.
Only what is certainly apart is split: "which is larger, and by how much?" is one question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from onfile.scope.clauses import blank_out
from onfile.types import ConceptMention, Intent, Period

_ASKS = r"(?:what|who|which|how|why|when|where|did|does|do|is|are|was|were|has|have)"
_JOINT = re.compile(
    rf"(?<=[?;])\s+(?={_ASKS}\b)|\s*,\s+(?:and\s+)?(?:also\s+)?(?={_ASKS}\b)"
    rf"|\s+and\s+(?:also\s+)?(?=(?:what|who|which|how|why|when|where)\b)",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"\b(?:that|those|these|this|such|the\s+(?:same|latter|former|other)|it\s+(?:rise|fall|decline|change|grow)"
    r"|by\s+how\s+(?:much|many))\b",
    re.IGNORECASE,
)
_LIST_JOINT = re.compile(
    r"\s*(?:,|,?\s+and|,?\s+as\s+well\s+as|\s+&)\s+(?:its|their|the|total)?\s*"
)
_TOGETHER = re.compile(
    r"\b(?:ratio|divided|percent(?:age)?\s+of|as\s+a\s+(?:%|percent|share)|%\s+of|between|versus|vs|compared?|than|plus"
    r"|minus|less|sum|combined|together|difference|sides?|per|over|using|relative)\b",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:it|they|the\s+company)\b", re.IGNORECASE)
_ASKS_FOR_VALUES = re.compile(
    r"^\W*(?:(?:in|for|as\s+of|at)\b[^?]*,\s*)?(?:what|how\s+(?:much|many)|give|state|show|tell)\b",
    re.I,
)


def parts(question: str, intent: Intent) -> tuple[str, ...]:
    """The questions that a question consists of, in order; itself alone where it is one.

    Args:
        question: As typed.
        intent: What it was read as; its concepts' offsets refer to ``question``.
    """
    clauses = _clauses(question, intent.concepts)
    found: list[str] = []
    for start, end in clauses:
        inside = [m for m in intent.concepts if start <= m.start and m.end <= end]
        for text in _by_metric(question, start, end, inside):
            found.append(text if len(clauses) == 1 else _alone(text, intent, clauses))
    asked = [_closed(text) for text in found]
    return tuple(asked) if len(asked) > 1 else (question,)


def _clauses(question: str, concepts: Sequence[ConceptMention]) -> list[tuple[int, int]]:
    """Spans of clauses that each name a concept of their own and do not lean on another."""
    asked = blank_out(question)
    ends = [match.start() for match in _JOINT.finditer(asked)]
    starts = [0, *(match.end() for match in _JOINT.finditer(asked))]
    spans = [(s, e) for s, e in zip(starts, [*ends, len(asked.rstrip())], strict=True) if s < e]
    if len(spans) < 2 or not all(_is_whole(asked[s:e], s, e, concepts) for s, e in spans):
        return [(0, len(question))]
    return spans


def _is_whole(text: str, start: int, end: int, concepts: Sequence[ConceptMention]) -> bool:
    asks = re.search(rf"\b{_ASKS}\b", text, re.IGNORECASE) is not None
    names = any(start <= m.start and m.end <= end for m in concepts)
    return asks and names and _LEANS.search(text) is None


def _by_metric(question: str, start: int, end: int, inside: Sequence[ConceptMention]) -> list[str]:
    """One text a metric where the clause lists metrics, else the clause."""
    text = question[start:end]
    if len(inside) < 2 or _ASKS_FOR_VALUES.match(text) is None or _TOGETHER.search(text):
        return [text]
    gaps = (question[a.end : b.start] for a, b in pairwise(inside))
    if not all(_LIST_JOINT.fullmatch(gap) for gap in gaps):
        return [text]
    head, tail = question[start : inside[0].start], question[inside[-1].end : end]
    return [f"{head}{m.words}{tail}" for m in inside]


def _alone(text: str, intent: Intent, clauses: Sequence[tuple[int, int]]) -> str:
    """The clause with the company and the period that it leaves to the others."""
    own = text
    if len(intent.companies) == 1:
        company = intent.companies[0]
        possessive = f"{company}'s"
        named = _POSSESSIVE.sub(possessive, own)
        own = _PRONOUN.sub(company, named) if named == own else named
        if company.lower() not in own.lower() and not _mentions(own, company):
            own = f"{own.rstrip(' ?')} of {company}"
    if len(intent.periods) == 1 and not _has_time(own):
        own = f"{own.rstrip(' ?')} in {_said(intent.periods[0])}"
    return own


def _mentions(text: str, company: str) -> bool:
    """The company's first word, capitalised, stands in the text."""
    first = company.split()[0]
    return re.search(rf"\b{re.escape(first)}\b", text, re.IGNORECASE) is not None


def _has_time(text: str) -> bool:
    return re.search(r"\b(?:FY)?\s?'?(?:19|20)?\d\d\b|\b[1-4]?Q[1-4]?\b", text) is not None


def _said(period: Period) -> str:
    """A period as people write it."""
    if period.quarter is None:
        return f"fiscal {period.fiscal_year}"
    return f"Q{period.quarter} of fiscal {period.fiscal_year}"


def _closed(text: str) -> str:
    text = text.strip().rstrip("?.,; ")
    return f"{text[:1].upper()}{text[1:]}?"
