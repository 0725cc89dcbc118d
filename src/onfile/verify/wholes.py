"""A part given for the whole, and the whole for what remains of it.

Tables name their rows, and a row may bear the company's own name: of 120 shops 90 are called
"Kestrel" like their owner. Sentences give an amount of which a part is done: of costs of 700
million 90 % were incurred, so that 70 million are to come.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from onfile.language.numbers import PrintedNumber
from onfile.verify.equal import digits, key, neighbours, states
from onfile.verify.folding import words
from onfile.verify.grounds import Grounds, Source, StoredFigure
from onfile.verify.statements import Answer

MIN_DIGITS = 2  # of a number; a single one is the same by chance

_TOTAL = re.compile(r"^(?:grand )?totals?\b", re.IGNORECASE)
_TO_COME = re.compile(
    r"\b(?:remain\w*|in (?:the )?future|still|yet to|left to|outstanding|going forward|to come)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\bof which\b[^.;]{0,40}?(?P<share>\d+(?:\.\d+)?)\s?%[^.;]{0,30}?"
    r"\b(?:incurred|paid|spent|recogni[sz]ed|completed|used|recorded)\b",
    re.IGNORECASE,
)


def part_for_the_whole(answer: Answer, grounds: Grounds) -> str:
    """Why one of its numbers is a part alone; empty where none is.

    It stands in a row that bears the company's own name, beside rows that add up to a total, and
    the answer gives none of the totals.
    """
    stated = [n for s in answer.statements for n in s.numbers]
    for number in (n for n in stated if len(digits(n.value)) >= MIN_DIGITS):
        for stored in _rows_of(number, grounds):
            company = grounds.tables.names.company_of.get(stored.figure.document_id, "")
            if not company or words(stored.figure.label) != words(company):
                continue
            totals = _totals_beside(stored, grounds)
            if totals and not any(_is(n, total) for n in stated for total in totals):
                row = stored.figure.label
                return f"{number.printed} is of the row “{row}” alone, and not of the total"
    return ""


def _rows_of(number: PrintedNumber, grounds: Grounds) -> Iterable[StoredFigure]:
    for first in neighbours(key(number.value)):
        yield from (f for f in grounds.figures.get(first, ()) if _is(number, f))


def _totals_beside(stored: StoredFigure, grounds: Grounds) -> list[StoredFigure]:
    """The cells of the rows of the same table that are called a total."""
    mine = (stored.figure.document_id, stored.figure.page, stored.figure.table)
    return [
        other
        for others in grounds.figures.values()
        for other in others
        if (other.figure.document_id, other.figure.page, other.figure.table) == mine
        and _TOTAL.match(other.figure.label)
        and other.amount
    ]


def _is(number: PrintedNumber, stored: StoredFigure) -> bool:
    """A count is no amount of money: where the cell has no scale, the number has none either."""
    known = stored.figure.scale is not None
    if not known and (number.currency is not None or number.scale != 1):
        return False
    return states(number, stored.amount, scale_is_known=known)


def whole_for_what_remains(question: str, answer: Answer, grounds: Grounds) -> str:
    """Why its amount is the whole, where what is still to come is asked for; else empty."""
    if not _TO_COME.search(question):
        return ""
    stated = [n for s in answer.statements for n in s.numbers]
    wholes = [one for source in grounds.sources for one in _partly_done(source)]
    given = [(n, share) for n, share in wholes if any(m.amount == n.amount for m in stated)]
    if not given or any(_gives_the_rest(stated, n, share) for n, share in given):
        return ""
    number, share = given[0]
    return f"{' '.join(number.printed.split())} is the whole, of which {share:.0%} is done"


def _partly_done(source: Source) -> Iterable[tuple[PrintedNumber, float]]:
    """The amount of a sentence that says which share of it is done."""
    done = _DONE.search(source.text)
    if done is not None:
        before = [n for n in source.numbers if n.end <= done.start() and not n.is_percent]
        yield from ((n, float(done["share"]) / 100) for n in before[-1:])


def _gives_the_rest(stated: Sequence[PrintedNumber], whole: PrintedNumber, share: float) -> bool:
    rest = float(whole.amount) * (1 - share)
    known = whole.scale != 1
    return any(
        states(n, 100 * (1 - share) if n.is_percent else rest, scale_is_known=known, tolerance=0.02)
        for n in stated
    )
