"""How a company did altogether: its statements' main lines beside those of the year before."""

from __future__ import annotations

from onfile.answer.claims import figure_claim
from onfile.answer.computed import rounded
from onfile.answer.quantities import Chosen, choose
from onfile.answer.request import Quantity, Reading
from onfile.answer.shown import shown, voiced
from onfile.language.overview import asks_overview
from onfile.types import Claim, Draft, Figure, Pair

MIN_LINES = 3  # fewer are no overview
LEAD = "Its statements' main lines:"


def answer_overview(reading: Reading) -> Draft | None:
    """The lines that are certain, each with its change; None where too few are, or none is asked.

    How well that was is left to the reader of the answer: no document says so.
    """
    pairs = reading.intent.pairs
    if not (pairs and reading.measures and asks_overview(reading.intent.asked)):
        return None
    claims: list[Claim] = []
    told: list[str] = [LEAD]
    for pair in pairs:
        if pair.company is None or pair.period is None:
            return None
        lines = {q.words: _line(reading, q, pair) for q in reading.measures}
        mine = [claim for claim in lines.values() if claim is not None]
        if len(mine) < MIN_LINES:
            return None
        claims += mine
        told += [claim.text for claim in mine]
        left_out = ", ".join(words for words, claim in lines.items() if claim is None)
        if left_out:
            told.append(f"Left out, as no one row is certainly it: {left_out}.")
    return Draft("\n".join(told), tuple(claims), None, "figures", 1.0)


def _line(reading: Reading, quantity: Quantity, pair: Pair) -> Claim | None:
    chosen = choose(pair, quantity.matches.get(pair, ()))
    if chosen is None or chosen.rivals:
        return None
    figure = voiced(chosen.figure, quantity.sign)
    claim = figure_claim(reading.archive, figure, pair, is_later=chosen.is_later_filing)
    before = _year_before(reading, chosen)
    if before is None:
        return claim
    earlier = voiced(before, quantity.sign)
    told, arithmetic = f"the year before {shown(earlier)}", ""
    a, b = figure.value, earlier.value
    if b > 0:
        change = rounded(100 * (a - b) / b, 1)
        word = "up" if change > 0 else "down" if change < 0 else "unchanged"
        told += f", {word} {abs(change)}%" if change else f", {word}"
        arithmetic = f"100 * ({a:f} - {b:f}) / {b:f} = {change}"
    return Claim(f"{claim.text[:-1]}; {told}.", claim.citations, pair, arithmetic)


def _year_before(reading: Reading, chosen: Chosen) -> Figure | None:
    """The same row one year earlier, as the same document states it."""
    figure = chosen.figure
    if figure.period is None:
        return None
    wanted = (figure.period.fiscal_year - 1, figure.period.quarter, figure.period.months)
    unit = (figure.scale, figure.currency, figure.unit)
    place = (figure.page, figure.row_span)
    for other in reading.archive.figures([figure.document_id], statements=[figure.statement or ""]):
        is_row = (other.page, other.row_span) == place
        if not is_row or other.period is None or (other.scale, other.currency, other.unit) != unit:
            continue
        if (other.period.fiscal_year, other.period.quarter, other.period.months) == wanted:
            return other
    return None
