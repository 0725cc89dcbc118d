"""What an answer says besides the value asked for: which way it went, and other amounts.

An answer that states the right value may still be wrong: "down from 2020" where it rose, or a
net income that is not the one on file. Only plain cases are judged: a direction beside the year
before, held against the cell beside the value's; and an amount that the answer gives as *the*
amount of a concept whose figure for that period is on file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from onfile.language.numbers import PrintedNumber
from onfile.language.periods import find_periods
from onfile.types import Figure, Period
from onfile.verify.contradiction import denies, direction
from onfile.verify.equal import digits, states
from onfile.verify.folding import words
from onfile.verify.grounds import Expected, Grounds, StoredFigure
from onfile.verify.statements import Answer, Statement

_CLAUSE = re.compile(r";|,?\s+\b(?:while|whereas|although|though|but)\b|,\s+and\b|\band\b")
_YEAR_BEFORE = re.compile(
    r"\b(?:(?:prior|previous|preceding|last)(?: fiscal)? year|(?:the )?year before|"
    r"year[- ](?:over|on)[- ]year|a year (?:ago|earlier))\b",
    re.IGNORECASE,
)
_IS = re.compile(
    r"^\s*(?:(?:in|for|of|during)\s[^,;:]{1,40}?)?,?\s*"
    r"(?:was|were|is|are|totall?ed|amounted to|came to|stood at|:|=)\s*"
    r"(?:approximately |about |around |roughly )?[^\w,;.]*$",
    re.IGNORECASE,
)
_OWNED = re.compile(r"(?:^|\b(?:its|the|their|total|and|consolidated)|['’]s?)\s*$", re.IGNORECASE)
MIN_TELLING = 2  # significant digits; fewer are met by chance
_YEAR = re.compile(r"(?<![\d.,$])(?:19|20)\d\d(?![\d,%]|\.\d)")
_PRIMARY = frozenset(("income", "balance_sheet", "cash_flow"))


@dataclass(frozen=True, slots=True)
class Fault:
    """Why the answer is contradicted, and the figures that say so."""

    reason: str
    figures: tuple[Figure, ...]


def fault(answer: Answer, hit: Expected | None, grounds: Grounds) -> Fault | None:
    """The first thing said besides that the figures on file contradict; None when there is none.

    Args:
        answer: As read.
        hit: The value asked for, where the answer states it.
        grounds: Its figures are those of the documents in scope.
    """
    turned = None if hit is None else _other_way(answer, hit, grounds)
    return turned or _other_amount(answer, grounds)


def _other_way(answer: Answer, hit: Expected, grounds: Grounds) -> Fault | None:
    """The answer says that the value rose from the year before, and it fell; or the opposite."""
    if len(hit.figures) != 1 or hit.figures[0].period is None or hit.amount <= 0:
        return None
    (figure,) = hit.figures
    before = _year_before(figure, grounds)
    if before is None:
        return None
    moved = abs(figure.value) - abs(before.value)
    for clause, _ in _clauses(answer, hit):
        said = direction(words(clause))
        if said * moved < 0 and not denies(clause) and _names_year_before(clause, figure):
            way = "rose" if moved > 0 else "fell"
            reason = f"the figures on file {way} from {before.printed} to {figure.printed}"
            return Fault(f"{reason}; the answer says the opposite", (figure,))
    return None


def _clauses(answer: Answer, hit: Expected) -> Iterator[tuple[str, PrintedNumber]]:
    """The clauses that state the value."""
    for statement in answer.statements:
        for number in statement.numbers:
            if states(number, float(hit.amount), scale_is_known=True):
                start, end = _clause(statement, number)
                yield statement.text[start:end], number


def _clause(statement: Statement, number: PrintedNumber) -> tuple[int, int]:
    cuts = [m.span() for m in _CLAUSE.finditer(statement.text)]
    start = max((end for _, end in cuts if end <= number.start), default=0)
    last = min((at for at, _ in cuts if at >= number.end), default=len(statement.text))
    return start, last


def _names_year_before(clause: str, figure: Figure) -> bool:
    year = figure.period.fiscal_year - 1 if figure.period is not None else 0
    return _YEAR_BEFORE.search(clause) is not None or re.search(rf"\b{year}\b", clause) is not None


def _year_before(figure: Figure, grounds: Grounds) -> Figure | None:
    """The cell of the same row for the same months a year earlier, if it has the same sign."""
    found = {
        f.value: f
        for f in _all(grounds)
        if f.document_id == figure.document_id
        and f.row_span == figure.row_span
        and f.period is not None
        and figure.period is not None
        and f.period.fiscal_year == figure.period.fiscal_year - 1
        and f.period.quarter == figure.period.quarter
        and f.scale == figure.scale
        and f.is_percent == figure.is_percent
    }
    return next(iter(found.values())) if len(found) == 1 else None


def _other_amount(answer: Answer, grounds: Grounds) -> Fault | None:
    """An amount given for a concept whose figure on file is another one.

    An amount that any row has for that period may be of a narrower thing ("cost of products" of
    all cost of sales) and is let be.
    """
    before = ""
    for statement in answer.statements:
        for number in statement.numbers:
            if number.currency is None or number.is_percent:
                continue
            concept = _concept_of(statement, number, grounds)
            period = _period_of(statement, number, before, grounds)
            if concept is None or period is None:
                continue
            held = _on_file(concept, period, grounds)
            if held and not _is_among(number, _stored(period, grounds)):
                figure = held[0].figure
                amount = f"{figure.value * (figure.scale or 1):,f}"
                reason = f"{figure.label} in {period.name} is {amount} on file"
                said = number.printed.rstrip(".,")
                return Fault(f"{reason}; the answer says {said}", (figure,))
        before += f"\n{statement.text}"
    return None


def _concept_of(statement: Statement, number: PrintedNumber, grounds: Grounds) -> str | None:
    """The concept that the words right before the number name, unqualified: "net income was"."""
    start, _ = _clause(statement, number)
    said = statement.text[start : number.start]
    mentions = grounds.mentions(said)
    if len(mentions) != 1 or not _IS.match(said[mentions[0].end :]):
        return None
    return mentions[0].concept if _OWNED.search(said[: mentions[0].start]) else None


def _period_of(
    statement: Statement, number: PrintedNumber, before: str, grounds: Grounds
) -> Period | None:
    """The period asked for, unless the clause, or else what was said last, names another."""
    if len(grounds.intent.periods) != 1:
        return None
    (asked,) = grounds.intent.periods
    start, end = _clause(statement, number)
    clause = statement.text[start:end]
    own = _YEAR.findall(clause)
    last = _YEAR.findall(before + statement.text[:start])[-1:]
    is_asked = all(int(year) == asked.fiscal_year for year in own or last)
    dated = find_periods(clause) if not own else ()
    return asked if is_asked and not dated and _YEAR_BEFORE.search(clause) is None else None


def _stored(period: Period, grounds: Grounds) -> list[StoredFigure]:
    return [
        s
        for of_key in grounds.figures.values()
        for s in of_key
        if s.figure.period is not None
        and s.figure.period.fiscal_year == period.fiscal_year
        and s.figure.period.quarter == period.quarter
    ]


def _on_file(concept: str, period: Period, grounds: Grounds) -> list[StoredFigure]:
    """Those of the concept on primary statements, in a known scale."""
    return [
        s
        for s in _stored(period, grounds)
        if s.figure.concept == concept
        and s.figure.statement in _PRIMARY
        and s.figure.scale is not None
    ]


def _is_among(number: PrintedNumber, stored: Sequence[StoredFigure]) -> bool:
    """True when it is one of those amounts; of unknown scale, only where its digits tell."""
    is_telling = len(digits(number.value)) > MIN_TELLING
    return any(
        states(number, s.amount, scale_is_known=s.figure.scale is not None)
        for s in stored
        if not s.figure.is_percent and (s.figure.scale is not None or is_telling)
    )


def _all(grounds: Grounds) -> Iterator[Figure]:
    return (s.figure for of_key in grounds.figures.values() for s in of_key)
