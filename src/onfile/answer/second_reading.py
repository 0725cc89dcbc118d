"""Is a figure stated a second time, and as the same amount?

The net income of the income statement stands again at the head of the cash flow statement, in the
discussion, in the release and in the next year's filing. Agreement is shown as a check. Another
amount is never hidden: where a document's own statements print one line twice and differ, nothing
is answered; where another document of the period differs (a release before the books were
closed), the answer says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from onfile.answer.cite import cite
from onfile.answer.shown import row_name, shown
from onfile.language.labels import normal_label
from onfile.ports import Archive
from onfile.types import Check, Citation, Figure, Refusal, RefusalCode

NAME = "second_reading"
LATER_FILING = 3  # precedence from which a document is not of the period itself
STATEMENTS = frozenset(["income", "balance_sheet", "cash_flow"])
# What the income statement ends with and the cash flow statement begins with: one amount.
TIED = frozenset(["net_income", "net_income_with_nci", "net_income_attributable"])
MIN_DIGITS = 2  # significant ones: shorter numbers are equal by chance
PLACES_SHOWN = 4


@dataclass(frozen=True, slots=True)
class SecondReading:
    """Where a figure is stated again.

    Attributes:
        first: The figure that was read first.
        same: Figures of the same line and period with the same amount, nearest document first.
        other: Those of the period's own documents with another amount, on a statement each.
    """

    first: Figure
    same: tuple[Figure, ...]
    other: tuple[Figure, ...]

    @property
    def is_contradicted(self) -> bool:
        """True where the same document's statements print two amounts for the line."""
        return any(f.document_id == self.first.document_id for f in self.other)


def read_again(archive: Archive, first: Figure, precedence: Mapping[str, int]) -> SecondReading:
    """Look for the figure's line in other tables and documents.

    Args:
        archive: What is on file.
        first: A figure of a known concept and period.
        precedence: The documents to look in, with their distance from the period's own filing.
    """
    if first.concept is None or first.period is None or _n_digits(first) < MIN_DIGITS:
        return SecondReading(first, (), ())
    found = archive.figures(
        [first.document_id, *precedence],
        concepts=[first.concept],
        fiscal_years=[first.period.fiscal_year],
    )
    alike = [f for f in found if _is_same_line(f, first)]
    alike.sort(key=lambda f: (precedence.get(f.document_id, 0), f.document_id, f.page))
    same = [f for f in alike if is_same_amount(f, first) and _n_digits(f) >= MIN_DIGITS]
    own = [f for f in alike if precedence.get(f.document_id, 0) < LATER_FILING]
    other = [f for f in own if not is_same_amount(f, first) and _is_certain(f, first, alike)]
    stands = archive.statement_pages
    pages = {d: dict.fromkeys(stands(d)) for d in {f.document_id for f in (first, *other)}}
    is_stated = (first.statement, first.page) in pages[first.document_id]
    other = [f for f in other if is_stated and (f.statement, f.page) in pages[f.document_id]]
    return SecondReading(first, tuple(_one_a_page(same)), tuple(_one_a_page(other)))


def conflict(archive: Archive, readings: Sequence[SecondReading]) -> Refusal | None:
    """A refusal that shows both amounts, where a document contradicts itself."""
    for one in readings:
        if not one.is_contradicted:
            continue
        both = (one.first, next(f for f in one.other if f.document_id == one.first.document_id))
        listed = "; ".join(f"{row_name(f)} {shown(f)} (page {f.page})" for f in both)
        return Refusal(
            RefusalCode.CONFLICTING_EVIDENCE,
            f"The same line is stated with different amounts: {listed}.",
            citations=tuple(cite(archive, f.document_id, f.row_span) for f in both),
        )
    return None


def checks(archive: Archive, readings: Sequence[SecondReading]) -> tuple[Check, ...]:
    """One check a figure that is stated again; failed where a document differs."""
    return tuple(_check(archive, one) for one in readings if one.same or one.other)


def differing(archive: Archive, one: SecondReading) -> tuple[str, tuple[Citation, ...]]:
    """What another document of the period states instead, in words and cited; empty if none."""
    if not one.other:
        return "", ()
    figure = one.other[0]
    form = archive.document(figure.document_id).identity.form or "document"
    note = f"the {form} states another amount"
    cited = cite(archive, figure.document_id, figure.row_span, note=note)
    return f"; the {form} states {shown(figure)}", (cited,)


def is_same_amount(one: Figure, other: Figure) -> bool:
    """The same size to the precision of the coarser print, whatever the sign convention."""
    a, b = (abs(f.value * (f.scale or 1)) for f in (one, other))
    return abs(a - b) <= max(_step(one), _step(other)) / 2


def _check(archive: Archive, one: SecondReading) -> Check:
    told = [f"{row_name(one.first)} {shown(one.first)}"]
    if one.same:
        told.append(f"stated again: {_listed(archive, one.same)}")
    if one.other:
        amounts = ", ".join(dict.fromkeys(shown(f) for f in one.other))
        told.append(f"but {amounts}: {_listed(archive, one.other)}")
    detail = f"{told[0]} {', '.join(told[1:])}"
    return Check(NAME, not one.other, "verify", float(len(one.same)), detail=detail)


def _listed(archive: Archive, figures: Sequence[Figure]) -> str:
    places = [f"{archive.document(f.document_id).name} page {f.page}" for f in figures]
    rest = len(places) - PLACES_SHOWN
    return ", ".join(places[:PLACES_SHOWN]) + (f" and {rest} more" if rest > 0 else "")


def _is_same_line(figure: Figure, first: Figure) -> bool:
    is_elsewhere = (figure.document_id, figure.page, figure.row_span) != (
        first.document_id,
        first.page,
        first.row_span,
    )
    kinds = [(f.is_percent, f.unit, f.currency) for f in (figure, first)]
    periods = [f.period.name if f.period else "" for f in (figure, first)]
    is_known = figure.scale is not None or figure.is_percent
    return is_elsewhere and kinds[0] == kinds[1] and periods[0] == periods[1] and is_known


def _is_certain(figure: Figure, first: Figure, alike: Sequence[Figure]) -> bool:
    """The very line, once in its table, of a statement: no segment, plan or part of it."""
    labels = [normal_label(f.label) for f in (figure, first)]
    if labels[0] != labels[1] or not {figure.statement, first.statement} <= STATEMENTS:
        return False
    if figure.document_id != first.document_id:
        is_comparable = figure.statement == first.statement
    else:  # "Inventories" of the cash flow statement are their change, taxes there what was paid
        is_comparable = first.concept in TIED and not (figure.path or first.path)
    if not is_comparable or figure.concept != first.concept:
        return False
    beside = [f for f in alike if (f.document_id, f.page, f.table) == _table_of(figure)]
    return len({f.value for f in beside}) == 1 and _table_of(figure) != _table_of(first)


def _table_of(figure: Figure) -> tuple[str, int, int]:
    return (figure.document_id, figure.page, figure.table)


def _one_a_page(figures: Sequence[Figure]) -> list[Figure]:
    return list({(f.document_id, f.page): f for f in reversed(figures)}.values())[::-1]


def _n_digits(figure: Figure) -> int:
    return len(figure.value.normalize().as_tuple().digits) if figure.value else 0


def _step(figure: Figure) -> Decimal:
    exponent = int(figure.value.as_tuple().exponent)
    return Decimal(1).scaleb(exponent) * (figure.scale or 1)
