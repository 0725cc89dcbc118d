"""How well is each number of a foreign answer backed: by a figure, by a passage, by arithmetic?"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from decimal import Decimal

from onfile.language.numbers import PrintedNumber
from onfile.types import Figure
from onfile.verify.besides import told
from onfile.verify.bound import borne_out
from onfile.verify.equal import SHIFTS, SLACK, half_a_place, is_same_money, key, neighbours, states
from onfile.verify.grounds import Grounds, Source, StoredFigure, Weight, numbers_by_key
from onfile.verify.named import Named
from onfile.verify.statements import Answer, Statement
from onfile.verify.stating import first_stated

PLAIN = 0.35  # the number occurs, in words that have nothing to do with the statement
DERIVED = 0.9  # it follows by arithmetic from numbers that are backed
MIN_OPERAND = 0.5  # backing from which a number may be computed with
MAX_OPERANDS = 14  # of an answer; pairs of them are tried

_MARK = re.compile(r"\b[A-Z]{1,3}-\d+[A-Za-z]?\b")  # of a boring, a sheet, an item

Marked = Mapping[tuple[str, int], AbstractSet[str]]
Printed = Mapping[int, Sequence[tuple[PrintedNumber, Source]]]


@dataclass(frozen=True, slots=True)
class Backed:
    """One number of the answer: how well it is backed (0 to 1), and by what."""

    number: PrintedNumber
    statement: Statement
    backing: float
    source: Source | None = None
    figure: Figure | None = None
    is_derived: bool = False
    is_given: bool = False  # it stands in the question
    is_bound: bool = False  # it is the cell of the row and column that its statement names


class _Place:
    """Where what a sentence says may stand: in its company's documents, on pages of its "B-2"."""

    def __init__(
        self, named: Named, number: PrintedNumber, grounds: Grounds, marked: Marked
    ) -> None:
        parties = named.party_of(number) if number in named.numbers else ()
        keys = [m.key for m in parties if m.key.startswith("company:")]
        self._companies = {key.removeprefix("company:") for key in keys}
        self._company_of = grounds.tables.names.company_of
        self._marks = frozenset(_MARK.findall(named.text))
        self._marked = marked

    def may_be(self, document_id: str, page: int) -> bool:
        """False for another company's document, and for a page of another "B-1" alone."""
        company = self._company_of.get(document_id, "")
        if self._companies and company and company not in self._companies:
            return False
        kinds = {mark.partition("-")[0] for mark in self._marks}
        held = {m for m in self._marked.get((document_id, page), ()) if m.split("-")[0] in kinds}
        return not held or not self._marks or bool(held & self._marks)


def _marks_by_page(sources: Sequence[Source]) -> Marked:
    found: dict[tuple[str, int], set[str]] = {}
    for source in sources:
        place = (source.document_id, source.span.page)
        found.setdefault(place, set()).update(_MARK.findall(source.text))
    return found


def back_numbers(
    answer: Answer, grounds: Grounds, question_numbers: Sequence[Decimal]
) -> list[Backed]:
    """Every number of the answer with its backing, in order."""
    printed = numbers_by_key(grounds.sources)
    marked = _marks_by_page(grounds.sources)
    found = []
    for statement, named, asked in told(answer, grounds):
        for number in statement.numbers:
            place = _Place(named, number, grounds, marked)
            one = _backed(number, statement, grounds, printed, question_numbers, place)
            cell = borne_out(named, number, grounds.tables, asked) if not one.is_given else None
            if cell is not None:
                one = Backed(number, statement, 1.0, figure=cell.figure, is_bound=True)
            found.append(one)
    return _with_derived(found)


def _backed(
    number: PrintedNumber,
    statement: Statement,
    grounds: Grounds,
    printed: Printed,
    given: Sequence[Decimal],
    place: _Place,
) -> Backed:
    if abs(number.amount) in given:
        return Backed(number, statement, 1.0, is_given=True)
    certain = [e for e in grounds.expected if e.is_certain]
    worked_out = first_stated([number], (*certain, *grounds.levels, *grounds.history))
    if worked_out is not None:
        return Backed(number, statement, 1.0, figure=next(iter(worked_out.figures), None))
    asked = statement.terms | grounds.question_terms
    best = Backed(number, statement, 0.0)
    for stored in _alike(number, grounds):
        if not place.may_be(stored.figure.document_id, stored.figure.page):
            continue
        backing = _figure_backing(stored, statement, asked, grounds)
        if backing > best.backing:
            best = Backed(number, statement, backing, figure=stored.figure)
    for first in neighbours(key(number.value)):
        for stated, source in printed.get(first, ()):
            is_there = place.may_be(source.document_id, source.span.page)
            if is_there and _is_stated(number, stated):
                backing = _passage_backing(source, statement, grounds.weight)
                if backing > best.backing:
                    best = Backed(number, statement, backing, source=source)
    return best


def _alike(number: PrintedNumber, grounds: Grounds) -> Iterable[StoredFigure]:
    for first in neighbours(key(number.value)):
        for stored in grounds.figures.get(first, ()):
            if number.is_percent and not (stored.figure.is_percent or abs(stored.amount) <= 100):
                continue
            if not is_same_money(number, stored.figure.currency):
                continue
            known = stored.figure.scale is not None
            if states(number, stored.amount, scale_is_known=known):
                yield stored


def _is_stated(number: PrintedNumber, printed: PrintedNumber) -> bool:
    if not is_same_money(number, printed.currency):
        return False
    if number.is_percent and not printed.is_percent and abs(printed.amount) > 100:
        return False
    return states(number, float(printed.amount), scale_is_known=printed.scale != 1)


def _figure_backing(
    stored: StoredFigure, statement: Statement, asked: frozenset[str], grounds: Grounds
) -> float:
    concepts = {m.concept for m in grounds.intent.concepts}
    is_named = stored.figure.concept is not None and stored.figure.concept in concepts
    label = 1.0 if is_named else _share(stored.label, asked, grounds.weight)
    own = 0.5 + 0.5 * float(bool(stored.label & statement.terms))
    period = _period_fits(stored.figure, statement, grounds)
    return PLAIN + (1 - PLAIN) * label * own * (0.4 + 0.6 * period)


def _period_fits(figure: Figure, statement: Statement, grounds: Grounds) -> float:
    """1 when the figure is of a year spoken of; 0 when it is of another one."""
    if figure.period is None:
        return 0.7
    year = str(figure.period.fiscal_year)
    years = {t for t in statement.terms if t.isdigit() and len(t) == 4}
    asked = {str(p.fiscal_year) for p in grounds.intent.periods}
    short = {f"fy{year}", f"fy{year[2:]}"}
    if year in years or short & statement.terms or year in asked or not (years or asked):
        return 1.0
    return 0.0


def _passage_backing(source: Source, statement: Statement, weight: Weight) -> float:
    words = frozenset(t for t in statement.terms if not t[0].isdigit())
    covered = _share(words, source.terms | source.context, weight)
    return PLAIN + (1 - PLAIN) * min(1.0, covered / 0.6)


def _share(terms: frozenset[str], held: frozenset[str], weight: Weight) -> float:
    total = sum(weight(t) for t in terms)
    return sum(weight(t) for t in terms if t in held) / total if total else 0.0


def _with_derived(found: Sequence[Backed]) -> list[Backed]:
    """Numbers that are not backed, but follow from two or three of the answer that are."""
    operands = [_operand(b.number) for b in found if b.backing >= MIN_OPERAND][:MAX_OPERANDS]
    result: list[Backed] = []
    for one in found:
        if one.backing >= MIN_OPERAND or one.number.value == 0:
            result.append(one)
        elif follows(one.number, operands):
            result.append(Backed(one.number, one.statement, DERIVED, is_derived=True))
            operands.append(_operand(one.number))
        else:
            result.append(one)
    return result


def _operand(number: PrintedNumber) -> float:
    return float(number.amount)


def follows(number: PrintedNumber, operands: Sequence[float]) -> bool:
    """True when the number is a sum, difference, mean, ratio or growth of the operands.

    An operand that is given twice, of two things, may be added to itself.
    """
    distinct = list(dict.fromkeys(o for o in operands if o != 0))
    twice = [o for o in distinct if operands.count(o) > 1]
    if any(_is_result(number, 2 * o, is_share=False) for o in twice):
        return True
    for a, b in itertools.permutations(distinct, 2):
        if any(_is_result(number, r, is_share=False) for r in (a - b, a + b, (a + b) / 2)):
            return True
        if any(_is_result(number, r, is_share=True) for r in (a / b, (a - b) / b)):
            return True
    return any(
        _is_result(number, r, is_share=False)
        for a, b, c in itertools.combinations(distinct[:8], 3)
        for r in (a + b + c, (a + b + c) / 3, a + b - c, a - b - c)
    )


def _is_result(number: PrintedNumber, result: float, *, is_share: bool) -> bool:
    size = abs(float(number.value))
    if size == 0:
        return False
    slack = float(half_a_place(number)) * SLACK
    shown = abs(result)
    if is_share or number.is_percent:
        shown *= 100 if is_share and number.is_percent else 1
        return abs(size - shown) <= slack
    shifts = SHIFTS if number.scale == 1 else (0,)
    return any(abs(size - shown * 10.0**n / number.scale) <= slack for n in shifts)
