"""What share of a total one of its rows is, where a table prints both in one column.

"What percent of Tools sales came from saws": the row "Saws" and below it "Total Tools sales". The
rows need not add up (``ranked.py`` reads those that do): a table may print parts of parts among
them. So the total must be named, all of the question must be met by the two labels, and every
table that prints both must come to the same share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from onfile.answer.claims import LATER_DOCUMENT
from onfile.answer.computed import places_asked, rounded
from onfile.answer.passages import PassageFinder
from onfile.answer.ranked import SHARE
from onfile.answer.ranking import HIGH, LOW, amount_of, cite_figures
from onfile.answer.request import Reading
from onfile.answer.shown import shown
from onfile.types import Claim, Draft, Figure, Pair, Value

MEASURE = "total net sales revenue revenues amount percent percentage share came"


def answer_share_of_total(reading: Reading, finder: PassageFinder) -> Draft | None:
    """The share, worked out; None where no two rows are certain."""
    question = reading.intent.asked
    if SHARE.search(question) is None or HIGH.search(question) or LOW.search(question):
        return None
    if len(reading.intent.pairs) != 1 or reading.intent.pairs[0].period is None:
        return None
    pair = reading.intent.pairs[0]
    found = list(_both(reading, finder, pair))
    places = places_asked(question, "percent")
    shares = {rounded(100 * part.value / total.value, places) for part, total in found}
    if len(shares) != 1:
        return None
    (percent,) = shares
    part, total = found[0]
    name = pair.period.name if pair.period else ""
    text = (
        f"{pair.company}, {name}: {part.label} is {percent}% of {total.label} "
        f"({shown(part)} of {shown(total)})."
    )
    arithmetic = f"100 * {part.value} / {total.value} = {percent}"
    claim = Claim(text, cite_figures(reading, [part, total]), pair, arithmetic)
    value = Value(percent, 1, None, None, percent=True)
    return Draft(text, (claim,), value, "figure computed", 1.0)


def _both(reading: Reading, finder: PassageFinder, pair: Pair) -> Iterator[tuple[Figure, Figure]]:
    """Row and total of each column in which the question's words name them both."""
    plain = finder.words.plain | finder.words.framing | frozenset(reading.terms(MEASURE))
    asked = frozenset(reading.intent.terms) - plain
    for column in _columns(reading, pair):
        for at, total in enumerate(column):
            whole = frozenset(reading.terms(total.label)) - plain
            if not total.label.lower().startswith("total") or not whole or not whole < asked:
                continue
            own = asked - whole
            rows = [
                figure
                for figure in column[:at]
                if own <= (stems := frozenset(reading.terms(figure.label))) and stems <= asked
            ]
            if len(rows) == 1 and 0 < amount_of(rows[0]) < amount_of(total):
                yield rows[0], total


def _columns(reading: Reading, pair: Pair) -> Iterator[Sequence[Figure]]:
    """The amounts of the pair's period, by column, in order of rows."""
    ids = [d for d, far in reading.precedence.items() if far < LATER_DOCUMENT]
    year = pair.period.fiscal_year if pair.period is not None else 0
    columns: dict[tuple[str, int, int, str], list[Figure]] = {}
    for figure in reading.archive.figures(ids, fiscal_years=[year]):
        if figure.period == pair.period and not figure.is_percent:
            key = (figure.document_id, figure.page, figure.table, figure.column_header)
            columns.setdefault(key, []).append(figure)
    yield from columns.values()
