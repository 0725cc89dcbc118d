"""Did a row move the way that a sentence says? Its direction words against the two amounts.

The two amounts are the sentence's own ("rose from 5 to 4" is at odds with itself), or the cell
that the sentence names and the one that it compares it with: the period after "than" or "from",
else the year before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from onfile.language.numbers import PrintedNumber
from onfile.language.periods import resolve, shift
from onfile.types import Period
from onfile.verify.columns import (
    BY,
    FROM,
    TO,
    Column,
    Fault,
    Tables,
    bound_cells,
    column_of,
    is_of,
    is_same_period,
    is_told_as_change,
    way_of,
    written,
)
from onfile.verify.contradiction import denies, direction
from onfile.verify.equal import SLACK, digits, half_a_place, is_same_money, states
from onfile.verify.folding import words
from onfile.verify.named import Cell, Named

MAX_APART = 12  # words between a row and the number that it rose or fell to
MAX_BETWEEN = 5  # words from a row to the end of "was higher", where no number is given

_AFTER = re.compile(
    r"^(?:\s+(?:in|for|at|during)\s[^,;.]{1,40})?\s*[,(]?\s*"
    r"(?:which (?:is|was|were) |representing |reflecting )?(?:an? )?"
    r"(?:up|down|increase|decrease|rise|fall|drop|decline|growth|higher|lower)\b[^.;]{0,40}",
    re.IGNORECASE,
)
_OF = re.compile(r"\s*of\s+(?:[\w’']+\s+){0,3}", re.IGNORECASE)
_HOW = re.compile(  # what is said of a change right after it: "5 less than the year before"
    r"^\s*(?:more|less|higher|lower|above|below|increase|decrease|rise|fall|decline|drop)\b",
    re.IGNORECASE,
)


def moved_fault(named: Named, tables: Tables, asked: Sequence[Period]) -> Fault | None:
    """The first thing that the sentence says to have gone one way and that went the other."""
    return (
        _turned(named, tables, asked)
        or _moved_otherwise(named, tables, asked)
        or _moved_by_another(named, tables, asked)
        or _share_fault(named, tables, asked)
    )


def is_change(number: PrintedNumber, cell: Cell, base: Cell, *, places: int = 1) -> bool:
    """True when a number is the difference of two cells, or the growth from one to the other.

    ``places``: by how many halves of its last place a growth may be off; a filing works it out
    from amounts that it does not print.
    """
    gap = size_of(cell) - size_of(base)
    if not number.is_percent:
        return is_same_money(number, cell.figure.currency) and states(
            number, gap, scale_is_known=cell.figure.scale is not None
        )
    growth = 100 * abs(gap) / abs(base.amount) if base.amount else 0.0
    slack = places * float(half_a_place(number)) * SLACK
    return abs(growth - abs(float(number.value))) <= slack


def _turned(named: Named, tables: Tables, asked: Sequence[Period]) -> Fault | None:
    """What is at odds with itself: "rose from 5 to 4", "4, up from 5", "4 is more than 5"."""
    for main, base, said, between in _compared(named):
        moved = abs(main.amount) - abs(base.amount)
        is_level = not (_is_negative(main) or _is_negative(base))
        if said * moved < 0 and is_level and not denies(between):
            way = "up" if said > 0 else "down"
            reason = f"from {written(base)} to {written(main)} is not {way}"
            cells = bound_cells(named, main, tables, asked)[:1]
            return Fault(reason, tuple(c.figure for c in cells))
    return None


def _is_negative(number: PrintedNumber) -> bool:
    """In a sentence brackets are no sign: "its net sales ($5 million)"."""
    return number.value < 0 and not number.printed.startswith("(")


def _compared(named: Named) -> Iterator[tuple[PrintedNumber, PrintedNumber, int, str]]:
    """Amount, the one it is compared with, which way it is said to lie, and the words."""
    levels = [n for n in named.numbers if not is_told_as_change(named, n)]
    for at, base in enumerate(levels):
        if not FROM.search(named.lead(base)):
            continue
        after = levels[at + 1] if at + 1 < len(levels) else None
        start = levels[at - 1].end if at else 0
        if after is not None and TO.search(named.text[: after.start]):
            between = named.text[start : base.start]
            main = after
        elif alike := [n for n in levels[:at] if _is_alike(n, base)]:
            main = alike[-1]
            between = named.text[main.end : base.start]
            if not way_of(between):
                between = named.text[alike[-2].end if len(alike) > 1 else 0 : main.start]
        else:
            continue
        if _is_alike(main, base):
            yield main, base, way_of(between), between


def _is_alike(one: PrintedNumber, other: PrintedNumber) -> bool:
    if (one.is_percent, one.currency) != (other.is_percent, other.currency):
        return False
    return one.scale == other.scale or 1 not in (one.scale, other.scale)


def _moved_otherwise(named: Named, tables: Tables, asked: Sequence[Period]) -> Fault | None:
    """A row that is said to have risen, where the two cells say that it fell; or the opposite."""
    for said, cell, base in movements(named, tables, asked):
        moved = size_of(cell) - size_of(base)
        if said * moved < 0:
            way = "rose" if moved > 0 else "fell"
            shown = f"from {base.figure.printed} to {cell.figure.printed}"
            reason = f"{cell.figure.label} {way} {shown} on file; the answer says the opposite"
            return Fault(reason, (base.figure, cell.figure))
    return None


def _moved_by_another(named: Named, tables: Tables, asked: Sequence[Period]) -> Fault | None:
    """A change that is none of the row's, or one that goes the other way."""
    for number in named.numbers:
        if not is_told_as_change(named, number) or not digits(number.value):
            continue
        levels = [n for n in named.numbers if not is_told_as_change(named, n)]
        mine = {m.key for m in named.row_of(number)}
        cells = [c for n in levels for c in bound_cells(named, n, tables, asked) if c.row in mine]
        pairs = [(c, base) for c in cells for base in compared_with(named, c, tables)]
        if not pairs or cells[0].figure.is_percent:
            continue  # nothing to compare, or a change of points
        (cell, base), said = pairs[0], way_of_change(named, number)
        shown = f"{cell.figure.label} went from {base.figure.printed} to {cell.figure.printed}"
        if not any(is_change(number, c, b, places=2) for c, b in pairs):
            reason = f"{shown} on file; {written(number)} is not the change"
            return Fault(reason, (base.figure, cell.figure))
        if all(said * (size_of(c) - size_of(b)) < 0 for c, b in pairs):
            return Fault(f"{shown} on file; the answer says the opposite", (cell.figure,))
    return None


def way_of_change(named: Named, number: PrintedNumber) -> int:
    """Which way a change is said to go, by the word after it, else by those before it."""
    after = _HOW.match(named.text[number.end :])
    if after:
        return way_of(after.group())
    return way_of(" ".join(named.text[: number.start].split()[-4:]))


def _share_fault(named: Named, tables: Tables, asked: Sequence[Period]) -> Fault | None:
    """A false share of a row's cell: "$25 million, or 41% of net sales" of 60."""
    for at, share in enumerate(named.numbers):
        wholes = [m for m in named.rows if m.start >= share.end]
        is_share = wholes and _OF.fullmatch(named.text[share.end : wholes[0].start])
        parts = [n for n in named.numbers[:at] if n.currency and not n.is_percent]
        if not share.is_percent or not is_share or not parts:
            continue
        column = column_of(named, share, asked)
        rows = tables.by_row.get(wholes[0].key, ())
        held = [c for c in rows if not c.party and column.holds(c, tables.names) and c.amount]
        size = abs(float(parts[-1].amount))
        slack = 2 * float(half_a_place(share)) * SLACK
        if any(is_of(parts[-1], c) for c in held):
            continue  # the whole itself
        given = [abs(100 * size / c.amount) for c in held if c.figure.scale and size < c.amount]
        if given and all(abs(g - abs(float(share.value))) > slack for g in given):
            reason = f"{written(parts[-1])} is {given[0]:.1f}% of {held[0].figure.label}"
            return Fault(f"{reason}, not {written(share)}", (held[0].figure,))
    return None


def movements(
    named: Named, tables: Tables, asked: Sequence[Period]
) -> Iterator[tuple[int, Cell, Cell]]:
    """What the sentence says to have moved: the way said, the cell, and the cell compared with."""
    is_told = any(named.is_compared_with(n) for n in named.numbers)
    if denies(named.text) or is_told or len({m.key for m in named.dates}) > 1:
        return  # denied, or compared with another number or date of its own
    for number in named.numbers:
        said = _said_of(named, number)
        cells = bound_cells(named, number, tables, asked) if said else ()
        if not cells or is_told_as_change(named, number) or named.is_compared_with(number):
            continue
        yield from _agreeing(said, named, cells, tables)
    if not named.numbers:
        yield from _without_numbers(named, tables, asked)


def _without_numbers(
    named: Named, tables: Tables, asked: Sequence[Period]
) -> Iterator[tuple[int, Cell, Cell]]:
    if len(named.rows) != 1:
        return
    said = direction(words(named.text[named.rows[0].end :])[:MAX_BETWEEN])
    if not said or said != direction(words(named.text)):
        return
    companies = frozenset(
        m.key.removeprefix("company:") for m in named.parties if m.key.startswith("company:")
    )
    parts = frozenset(m.key for m in named.parties if not m.key.startswith("company:"))
    fresh = tuple(m for m in named.periods if not m.is_base)
    if len(companies) > 1 or len(parts) > 1 or len(fresh) > 1:
        return
    column = Column(fresh, companies, parts, tuple(asked))
    cells = [c for c in tables.by_row.get(named.rows[0].key, ()) if column.holds(c, tables.names)]
    yield from _agreeing(said, named, cells, tables)


def _agreeing(
    said: int, named: Named, cells: Sequence[Cell], tables: Tables
) -> Iterator[tuple[int, Cell, Cell]]:
    """One pair of cells, where all pairs of them went the same way."""
    pairs = [(c, base) for c in cells for base in compared_with(named, c, tables)]
    ways = {size_of(c) > size_of(base) for c, base in pairs if size_of(c) != size_of(base)}
    if len(ways) == 1:
        yield (said, *pairs[0])


def _said_of(named: Named, number: PrintedNumber) -> int:
    """The way that the row is said to have gone, by the words between it and the number."""
    rows = [m for m in named.row_of(number) if m.end <= number.start]
    if rows:
        between = named.text[rows[-1].end : number.start]
        is_near = len(between.split()) <= MAX_APART
        said = direction(words(between))
        if said and is_near and (TO.search(between) or BY.search(between)):
            return said
    after = _AFTER.match(named.text[number.end :])
    return direction(words(after.group())) if after else 0


def compared_with(named: Named, cell: Cell, tables: Tables) -> list[Cell]:
    """Cells of the same row and party in the period compared with; else a year before."""
    held = cell.figure.period
    if held is None:
        return []
    marks = [m.period for m in named.periods if m.is_base and m.period is not None]
    calendar = tables.names.calendar(cell.figure.document_id)
    periods = [p for m in marks for p in resolve(m, calendar, held)] or [shift(held, -1)]
    mine = [
        c
        for c in tables.by_row.get(cell.row, ())
        if (c.party, c.company) == (cell.party, cell.company)
        and c.figure.statement == cell.figure.statement
        and c.figure.is_percent == cell.figure.is_percent
        and any(is_same_period(p, c.figure) for p in periods)
    ]
    near = [c for c in mine if c.figure.row_span == cell.figure.row_span]
    return near or mine


def size_of(cell: Cell) -> float:
    """Signed on the income statement; elsewhere brackets mean paid out, not less."""
    return cell.amount if cell.figure.statement == "income" else abs(cell.amount)
