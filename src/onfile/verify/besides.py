"""What an answer says besides the value asked for: other amounts, and which way they went.

An answer that states the right value may still be wrong: "down from 2020" where it rose, or a
net income that is not the one on file. Each of its sentences is held against the tables
(``bound.py``); a sentence that names no period speaks of the one asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from onfile.language.numbers import PrintedNumber
from onfile.language.periods import ExpressionKind, PeriodExpression
from onfile.types import Figure, Period
from onfile.verify.bound import bound_fault
from onfile.verify.columns import Fault, bound_cells, is_told_as_change, written
from onfile.verify.contradiction import denies
from onfile.verify.equal import key
from onfile.verify.grounds import Expected, Grounds, Source, numbers_by_key
from onfile.verify.moved import movements, way_of_change
from onfile.verify.named import Named, read_named
from onfile.verify.statements import Answer, Statement

SAME_SUBJECT = 0.5  # weighted share of a statement's words in a passage about the same thing

Printed = Mapping[int, Sequence[tuple[PrintedNumber, Source]]]
Told = tuple[Statement, Named, tuple[Period, ...]]
"""A statement, what it names, and the period that it speaks of where it names none."""


def fault(answer: Answer, grounds: Grounds) -> Fault | None:
    """The first thing that the answer says and the tables contradict; None when there is none."""
    printed = numbers_by_key(grounds.sources)
    for statement, named, asked in told(answer, grounds):
        found = bound_fault(named, grounds.tables, asked) or _turned(
            statement, named, grounds, printed
        )
        if found is not None:
            return found
    return None


def _turned(statement: Statement, named: Named, grounds: Grounds, printed: Printed) -> Fault | None:
    """A change ("up 171 basis points") that the nearest passage with it tells as a fall."""
    said_words = frozenset(t for t in statement.terms if not t[0].isdigit())
    for number in named.numbers:
        said = way_of_change(named, number) if is_told_as_change(named, number) else 0
        if not said or denies(named.text):
            continue
        told_as = [
            (_shared(said_words, source, grounds), way, source)
            for stated, source in printed.get(key(number.value), ())
            if stated.value == number.value
            and stated.is_percent == number.is_percent
            and (way := _way_in(source, stated))
        ]
        share, way, source = max(told_as, key=lambda t: t[0], default=(0.0, 0, None))
        if source is not None and share >= SAME_SUBJECT and way * said < 0:
            line = " ".join(source.text.split())[:80]
            reason = f"the passage says the opposite of {written(number)}: “{line}”"
            return Fault(reason, ())
    return None


def _way_in(source: Source, number: PrintedNumber) -> int:
    as_named = Named(source.text, (number,), (), (), ())
    return way_of_change(as_named, number) if is_told_as_change(as_named, number) else 0


def _shared(said: frozenset[str], source: Source, grounds: Grounds) -> float:
    total = sum(grounds.weight(t) for t in said)
    held = source.terms | source.context
    return sum(grounds.weight(t) for t in said if t in held) / total if total else 0.0


def in_another_filing(answer: Answer, wanted: Expected, grounds: Grounds) -> Figure | None:
    """A figure of the same row, party and period that another document states otherwise.

    Filings recast earlier years: both amounts are on file, and both were reported.
    """
    intent = grounds.intent
    mine = [c for c in grounds.tables.cells if wanted.figures == (c.figure,)]
    if intent.filter_periods or intent.document_ids:
        return None  # one filing is asked about
    if not mine or fault(answer, grounds) is not None:
        return None
    wanted_key = (mine[0].row, mine[0].party, mine[0].company, mine[0].figure.period)
    for statement, named, asked in told(answer, grounds):
        for number in named.numbers if statement.is_conclusion else ():
            for cell in bound_cells(named, number, grounds.tables, asked):
                is_same = (cell.row, cell.party, cell.company, cell.figure.period) == wanted_key
                if is_same and cell.figure.document_id != mine[0].figure.document_id:
                    return cell.figure
    return None


def moved_figures(answer: Answer, grounds: Grounds) -> tuple[Figure, ...]:
    """The figures that its statements say to have moved, each pair in order of time."""
    return tuple(
        figure
        for _, named, asked in told(answer, grounds)
        for _, cell, base in movements(named, grounds.tables, asked)
        for figure in (base.figure, cell.figure)
    )


def told(answer: Answer, grounds: Grounds) -> Iterator[Told]:
    """Each statement with what it names.

    Once another year was named, none is taken for granted. A statement that names no row is of
    the row that the line before it ends on with a colon, or of the only one asked about.
    """
    asked = grounds.intent.periods if len(grounds.intent.periods) == 1 else ()
    tables = grounds.tables
    question = read_named(grounds.intent.question, (), tables.phrases, tables.names)
    above = replace(question, periods=())  # ``asked`` is its period
    for statement in answer.statements:
        named = read_named(statement.text, statement.numbers, tables.phrases, tables.names)
        named = named.under(above)
        yield statement, named, asked
        if statement.text.endswith(":"):
            above = named
        if any(_is_another(m.period, asked) for m in named.periods if m.period):
            asked = ()


def _is_another(said: PeriodExpression, asked: Sequence[Period]) -> bool:
    years = set(said.years) | ({said.date.year} if said.date else set())
    return bool(years - {p.fiscal_year for p in asked}) or said.kind is ExpressionKind.RELATIVE
