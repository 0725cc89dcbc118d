"""Is each number of a sentence the one of the row, period and party that it is said of?

That a number stands on a page is no support: "net sales fell by 191 to 242" is made of the
page's own numbers though they rose, and a bid stands beside the other bidder's. So a number is
held against the cells of the row that the sentence names, in the column that it names; direction
words are held against the two amounts that they compare. Only what can be told for certain is a
fault: where a row or a column isn't named or isn't on file, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.language.numbers import PrintedNumber
from onfile.types import Period
from onfile.verify.columns import (
    Column,
    Fault,
    Tables,
    bound_cells,
    column_of,
    is_of,
    is_told_as_change,
    written,
)
from onfile.verify.equal import digits
from onfile.verify.moved import compared_with, is_change, moved_fault
from onfile.verify.named import BIDS, Cell, Mark, Named

MIN_TELLING = 3  # significant digits; fewer are met by chance

_PRIMARY = frozenset(("income", "balance_sheet", "cash_flow", BIDS))
_EITHER = re.compile(r"\((?:net )?loss(?:es)?\)", re.IGNORECASE)  # "Net income (loss)" is both
_LOSS = re.compile(r"\b(?:loss(?:es)?|lost|deficit|negative)\b", re.IGNORECASE)
_EARNED = re.compile(r"\b(?:income|profit|earnings|margin)\b", re.IGNORECASE)
_TAX = re.compile(r"\b(?:tax\w*|provision|expenses?)\b", re.IGNORECASE)  # "income taxes (5)"
_RECAST = re.compile(r"\brecast (?:in|later)\b", re.IGNORECASE)  # what follows is that filing's
_IS = re.compile(
    r"^(?:\s*(?:of|:|=)?\s*|(?:\s*(?:in|for|of|during|at)\s[^,;:]{1,40}?)?,?\s*"
    r"(?:was|were|is|are|totall?ed|amounted to|came to|stood at|:|=|(?:rose|fell|grew|"
    r"increased|decreased|declined|dropped)(?: by [^,;:]{1,30})? to)\s*"
    r"(?:approximately |about |around |roughly )?)[^\w,;.]*$",
    re.IGNORECASE,
)
_MINUS = re.compile(r"[-–−]\s")
_REACHED = re.compile(r"[+×*/÷=]")  # shown arithmetic: its numbers are no statements
_OWNED = re.compile(
    r"(?:^|\b(?:its|the|their|total|and|consolidated|reported|of|had|for)|['’]s?|[,;:])\s*$",
    re.IGNORECASE,
)


def bound_fault(named: Named, tables: Tables, asked: Sequence[Period]) -> Fault | None:
    """The first number that is of another cell than the sentence says, or moved another way."""
    return level_fault(named, tables, asked) or moved_fault(named, tables, asked)


def level_fault(named: Named, tables: Tables, asked: Sequence[Period]) -> Fault | None:
    """The first number that is of another cell than the sentence says.

    ``asked``: the period that is meant where the sentence names none.
    """
    every = (_fault_of(named, number, tables, asked) for number in named.numbers)
    return next((found for found in every if found is not None), None)


def borne_out(
    named: Named, number: PrintedNumber, tables: Tables, asked: Sequence[Period]
) -> Cell | None:
    """The cell that a number is, or from which it follows: "rose by 5", "up 5%"."""
    if number not in named.numbers:
        return None  # it is part of a name
    cells = bound_cells(named, number, tables, asked)
    if cells:
        return cells[0]
    if not is_told_as_change(named, number):
        return None
    rows = {m.key for m in named.row_of(number)}
    for other in named.numbers:
        for cell in bound_cells(named, other, tables, asked):
            if cell.row in rows and any(
                is_change(number, cell, base) for base in compared_with(named, cell, tables)
            ):
                return cell
    return None


def _fault_of(
    named: Named, number: PrintedNumber, tables: Tables, asked: Sequence[Period]
) -> Fault | None:
    rows = named.row_of(number)
    is_level = _is_amount(number) and not is_told_as_change(named, number)
    if not rows or not is_level or _is_reckoned(named, number):
        return None
    if _RECAST.search(named.text, 0, number.start):
        return None
    column = column_of(named, number, asked)
    of_row = [c for mark in rows for c in tables.by_row.get(mark.key, ())]
    meant = [c for c in of_row if column.holds(c, tables.names)]
    if not meant or all(c.figure.is_percent != number.is_percent for c in meant):
        return _of_another_company(named, number, of_row, column, tables)
    stated = [c for c in meant if is_of(number, c)]
    if stated:
        return _other_sign(named, number, rows[-1], stated)
    if not _is_telling(number, meant):
        return None
    elsewhere = [c for c in of_row if is_of(number, c)]
    if elsewhere:
        return _fault(number, meant[0], f"it is that of {_column_name(elsewhere[0])}", tables)
    return _of_another_row(named, number, rows[-1], meant, column, tables)


def _of_another_company(
    named: Named,
    number: PrintedNumber,
    of_row: Sequence[Cell],
    column: Column,
    tables: Tables,
) -> Fault | None:
    """The row's amount in that period, but another company's than the sentence says."""
    if not column.companies or len(digits(number.value)) < MIN_TELLING:
        return None
    others = [
        c
        for c in of_row
        if c.company
        and c.company not in column.companies
        and not c.party
        and column.is_when(c, tables.names)
        and is_of(number, c)
    ]
    if not others or any(c.company in column.companies for c in of_row if is_of(number, c)):
        return None
    said = " and ".join(sorted(column.companies))
    whose = f"{others[0].company}'s, not {said}'s"
    reason = f"{others[0].figure.label} of {written(number)} is {whose}"
    return Fault(reason, (others[0].figure,))


def _of_another_row(
    named: Named,
    number: PrintedNumber,
    row: Mark,
    meant: Sequence[Cell],
    column: Column,
    tables: Tables,
) -> Fault | None:
    """The amount of another row, or of none, given as *the* amount of this row."""
    is_bid = meant[0].figure.statement == BIDS  # what it narrows is a row of its own
    if not is_bid and (len(named.row_of(number)) > 1 or not _is_plain(named, number, row)):
        return None
    if not any(c.figure.statement in _PRIMARY for c in meant):
        return None
    beside = [c for c in tables.cells if column.holds(c, tables.names)]
    others = [c for c in beside if is_of(number, c)]
    of_others = {m.key for n in named.numbers if n is not number for m in named.row_of(n)}
    if any(c.row in of_others - {row.key} for c in others):
        return _fault(number, meant[0], f"it is {others[0].figure.label}", tables)
    if any(not _is_unlike(c, row.key) for c in others):
        return None  # it may be of a narrower thing, "cost of products" of all cost of sales
    known = [c for c in meant if c.figure.scale is not None]
    is_part = row.end > number.start and not is_bid  # "$5 million of goodwill" may be some of it
    if not known or (not others and (number.currency is None or is_part)):
        return None
    return _fault(number, known[0], f"it is {others[0].figure.label}" if others else "", tables)


def _is_unlike(cell: Cell, row: str) -> bool:
    """True for two rows that are two things: neither concept is a kind of the other."""
    if cell.figure.statement == BIDS:
        return True
    if not (cell.row.startswith("concept:") and row.startswith("concept:")):
        return False
    mine, other = (set(key.removeprefix("concept:").split("_")) for key in (cell.row, row))
    return not mine & other - {"net", "total", "income"}


def _fault(number: PrintedNumber, cell: Cell, why: str, tables: Tables) -> Fault:
    figure = cell.figure
    held = figure.printed if figure.scale is None else f"{figure.value * figure.scale:,f}"
    reason = f"{figure.label} of {_column_name(cell)} is {held} on file, not {written(number)}"
    return Fault(f"{reason}: {why}" if why else reason, (figure,))


def _column_name(cell: Cell) -> str:
    period = "" if cell.figure.period is None else cell.figure.period.name
    party = cell.party.removeprefix("label:")
    return " ".join(part for part in (cell.company, party, period) if part)


def _is_reckoned(named: Named, number: PrintedNumber) -> bool:
    """True in shown arithmetic: "5 + 4 = 9"."""
    at = named.numbers.index(number)
    before = named.numbers[at - 1].end if at else number.start
    after = named.numbers[at + 1].start if at + 1 < len(named.numbers) else number.end
    gaps = (named.text[before : number.start], named.text[number.end : after])
    taken_off = named.numbers[at : at + 2]  # it may be the first of them, or the second
    return any(_REACHED.search(gap) for gap in gaps) or any(
        _MINUS.match(n.printed) for n in taken_off
    )


def _is_amount(number: PrintedNumber) -> bool:
    is_bare = number.currency is None and number.scale == 1 and not number.is_percent
    return not is_bare or len(digits(number.value)) >= MIN_TELLING


def _is_telling(number: PrintedNumber, meant: Sequence[Cell]) -> bool:
    if any(c.figure.statement == BIDS for c in meant):
        return True
    return len(digits(number.value)) >= MIN_TELLING or number.currency is not None


def _is_plain(named: Named, number: PrintedNumber, row: Mark) -> bool:
    """True for "its net income was 5": the row itself, with no word that narrows it."""
    if named.is_of_row_above:
        return False
    if row.end > number.start:
        between = named.text[number.end : row.start]
        return re.fullmatch(r"\s*(?:of|in|for)\s+", between) is not None
    before, between = named.text[: row.start], named.text[row.end : number.start]
    return _IS.match(between) is not None and (
        _OWNED.search(before) is not None or _ends_with_mark(named, before)
    )


def _ends_with_mark(named: Named, before: str) -> bool:
    """True where right before the row a company or a period is named."""
    end = len(before.rstrip(" ,"))
    return any(m.end in (end, end - 1, end - 2) for m in (*named.parties, *named.periods))


def _other_sign(
    named: Named, number: PrintedNumber, row: Mark, stated: Sequence[Cell]
) -> Fault | None:
    """A loss told as a profit, or a profit as a loss."""
    labelled = (c for c in stated if not _TAX.search(c.figure.label))
    signed = [c for c in labelled if _EARNED.search(c.figure.label)]
    if not signed or len(signed) < len(stated):
        return None
    said = _EITHER.sub("", named.text[min(row.start, number.start) : number.start])
    is_loss = number.value < 0 or _LOSS.search(said) is not None
    if is_loss and all(c.figure.value > 0 for c in signed):
        return Fault(f"{written(number)} is a profit on file", (signed[0].figure,))
    if not is_loss and not _LOSS.search(named.text) and all(c.figure.value < 0 for c in signed):
        return Fault(f"{written(number)} is a loss on file", (signed[0].figure,))
    return None
