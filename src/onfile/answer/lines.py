"""The largest line of one side of a balance sheet: "its largest liability".

Given only where the lines between the totals add up to the total that the sheet prints, so that
no line is missed and no subtotal is taken for a line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from onfile.answer.claims import figure_claim
from onfile.answer.quantities import choose, value_of
from onfile.answer.request import Reading
from onfile.types import Claim, Draft, Figure

_ASKED = re.compile(
    r"\b(?P<rank>largest|biggest|highest|greatest|smallest|lowest)\s+(?:single\s+)?"
    r"(?P<current>current\s+)?(?P<side>liabilit(?:y|ies)|assets?)\b(?!\s+class)",
    re.I,
)
_TOTAL = re.compile(r"^\W*(?:total|sub-?total|net)\b", re.I)
_LOW = ("smallest", "lowest")
N_SHOWN = 3


def asks_line(question: str) -> bool:
    """True where one line of a side of the balance sheet is asked for."""
    return _ASKED.search(question) is not None


def answer_line(reading: Reading) -> Draft | None:
    """The largest (or smallest) lines, that one first; None where they do not add up."""
    asked = _ASKED.search(reading.intent.asked)
    if asked is None or len(reading.intent.pairs) != 1:
        return None
    pair = reading.intent.pairs[0]
    side = "liabilities" if asked["side"].lower().startswith("liab") else "assets"
    total_concept = f"{'current' if asked['current'] else 'total'}_{side}"
    matches = [m for q in reading.quantities for m in q.matches.get(pair, ())]
    chosen = choose(pair, [m for m in matches if m.figure.statement == "balance_sheet"])
    if chosen is None:
        return None
    column = _column(reading, chosen.figure)
    lines = _lines(column, total_concept, is_liabilities=side == "liabilities")
    if len(lines) < 2:
        return None
    is_low = asked["rank"].lower() in _LOW
    ranked = sorted(lines, key=lambda f: f.value, reverse=not is_low)
    if ranked[0].value == ranked[1].value:
        return None
    is_later = chosen.is_later_filing
    claims = tuple(
        figure_claim(reading.archive, figure, pair, is_later=is_later)
        for figure in ranked[:N_SHOWN]
    )
    lead = f"The {asked['rank'].lower()}: {claims[0].text}"
    first = Claim(lead, claims[0].citations, pair)
    answer = "\n".join([lead, *(f"Then {c.text}" for c in claims[1:])])
    names = tuple(figure.label for figure in ranked)
    value = value_of(ranked[0])
    return Draft(answer, (first, *claims[1:]), value, "figures ranked", 1.0, ranked=names)


def _column(reading: Reading, figure: Figure) -> list[Figure]:
    """The figures of the same column of the same table, from the top."""
    stated = reading.archive.figures([figure.document_id], pages=[figure.page])
    same = [
        f
        for f in stated
        if (f.table, f.column_header, f.period)
        == (figure.table, figure.column_header, figure.period)
    ]
    return sorted(same, key=lambda f: f.row_span.start)


def _lines(
    column: Sequence[Figure], total_concept: str, *, is_liabilities: bool
) -> tuple[Figure, ...]:
    """The lines that add up to the total; none where they do not."""
    ends = [i for i, f in enumerate(column) if f.concept == total_concept]
    if len(ends) != 1:
        return ()
    begin = 0
    if is_liabilities:
        above = [i for i, f in enumerate(column) if f.concept == "total_assets" and i < ends[0]]
        begin = above[-1] + 1 if above else 0
    lines = tuple(f for f in column[begin : ends[0]] if not _TOTAL.search(f.label))
    total = column[ends[0]].value
    return lines if sum((f.value for f in lines), Decimal(0)) == total else ()
