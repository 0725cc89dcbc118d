"""Is each number of a claim told with the scale, currency and period of the cell it is from?

A table's row holds several periods, and its scale stands far above it. Where the cells of a cited
row are stored figures, what the claim says of its number must be what the figure says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from onfile.language.numbers import PrintedNumber, find_numbers
from onfile.types import Citation, Claim, Figure, Intent, Period, RefusalCode
from onfile.verify.folding import beside_quotes

FiguresOn = Callable[[str, int], Sequence[Figure]]

_YEAR = re.compile(r"(?<![\d.,$])(?:19|20)\d\d(?![\d,%]|\.\d)")


def wrong_cell(
    claim: Claim, intent: Intent, figures_on: FiguresOn
) -> tuple[str, RefusalCode | None]:
    """What the claim says otherwise than the cell, with the code for it; empty when nothing."""
    cells = [f for citation in claim.citations for f in _cells(citation, figures_on)]
    said = beside_quotes(claim.text, [claim.arithmetic])
    for number in find_numbers(said):
        mine = [f for f in cells if abs(f.value) == abs(number.value)]
        if number.role != "amount" or not mine:
            continue
        faults = [_fault(number, figure, said, claim, intent) for figure in mine]
        if all(reason for reason, _ in faults):
            return faults[0]
    return "", None


def _cells(citation: Citation, figures_on: FiguresOn) -> list[Figure]:
    span = citation.span
    return [
        figure
        for figure in figures_on(citation.document_id, span.page)
        if figure.cell_span.start < span.end and span.start < figure.cell_span.end
    ]


def _fault(
    number: PrintedNumber, figure: Figure, said: str, claim: Claim, intent: Intent
) -> tuple[str, RefusalCode | None]:
    unit = _other_unit(number, figure)
    if unit:
        return f"{number.printed}: {unit}", RefusalCode.NUMBER_NOT_SUPPORTED
    wanted = _period_said(number, said, claim, intent)
    if wanted is not None and figure.period is not None and not _is_same(wanted, figure.period):
        reason = f"{number.printed} is of {figure.period.name}, not {wanted.name}"
        return reason, RefusalCode.WRONG_ATTRIBUTION
    return "", None


def _other_unit(number: PrintedNumber, figure: Figure) -> str:
    if number.is_percent != figure.is_percent and (number.is_percent or number.currency):
        return "its cell is a percentage" if figure.is_percent else "its cell is no percentage"
    if number.currency and figure.currency and number.currency != figure.currency:
        return f"its cell is in {figure.currency}"
    if number.currency and figure.unit and figure.currency is None:
        return f"its cell counts {figure.unit}"
    is_scaled = number.scale != 1 or number.currency is not None
    if is_scaled and figure.scale is not None and number.scale != figure.scale:
        return f"its table is in units of {figure.scale:,}"
    return ""


def _period_said(number: PrintedNumber, said: str, claim: Claim, intent: Intent) -> Period | None:
    """The year that stands nearest to the number; else the pair's, else the only one asked for."""
    years = [(m.start(), int(m.group())) for m in _YEAR.finditer(said)]
    years = [y for y in years if not number.start <= y[0] < number.end]
    if years:
        _, year = min(years, key=lambda y: abs(y[0] - number.start))
        return Period(year)
    if claim.pair is not None and claim.pair.period is not None:
        return claim.pair.period
    return intent.periods[0] if len(intent.periods) == 1 else None


def _is_same(wanted: Period, held: Period) -> bool:
    if wanted.fiscal_year != held.fiscal_year:
        return False
    return wanted.quarter is None or held.quarter is None or wanted.quarter == held.quarter
