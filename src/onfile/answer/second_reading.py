"""Is a figure stated a second time, and as the same amount?

The net income of the income statement stands again at the head of the cash flow statement, in the
discussion, in the release and in the next year's filing, and a web filing tags it inline (XBRL).
Agreement is shown as a check. Another amount is never hidden: where a document's own statements
print one line twice and differ, or the tag around the very number says another amount, nothing is
answered; where another document of the period differs (a release before the books were closed),
the answer says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from onfile.answer.cite import cite
from onfile.answer.shown import row_name, shown
from onfile.language.labels import normal_label
from onfile.language.numbers import format_amount
from onfile.ports import Archive
from onfile.types import Check, Citation, Fact, Figure, Refusal, RefusalCode

NAME = "second_reading"
LATER_FILING = 3  # precedence from which a document is not of the period itself
STATEMENTS = frozenset(["income", "balance_sheet", "cash_flow"])
# What the income statement ends with and the cash flow statement begins with: one amount.
TIED = frozenset(["net_income", "net_income_with_nci", "net_income_attributable"])
MIN_DIGITS = 2  # significant ones: shorter numbers are equal by chance
PLACES_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Tagged:
    """An inline XBRL fact of a document."""

    document_id: str
    fact: Fact


@dataclass(frozen=True, slots=True)
class SecondReading:
    """Where a figure is stated again.

    Attributes:
        first: The figure that was read first.
        same: Figures of the same line and period with the same amount, nearest document first.
        other: Those of the period's own documents with another amount, on a statement each.
        tagged: Inline XBRL facts of the same amount, with their document.
        mistagged: Facts of another amount, where none has the same.
    """

    first: Figure
    same: tuple[Figure, ...]
    other: tuple[Figure, ...]
    tagged: tuple[Tagged, ...] = ()
    mistagged: tuple[Tagged, ...] = ()

    @property
    def rival(self) -> Figure | Tagged | None:
        """What the same document says against the figure for certain; None where it agrees.

        Its statements print another amount for the line, or the tag around the very number has
        another scale.
        """
        own = self.first.document_id
        for figure in self.other:
            if figure.document_id == own:
                return figure
        for tagged in self.mistagged:
            if tagged.document_id == own and _is_print_of(tagged, self.first):
                return tagged
        return None


def read_again(archive: Archive, first: Figure, precedence: Mapping[str, int]) -> SecondReading:
    """Look for the figure's line in other tables and documents.

    Args:
        archive: What is on file.
        first: A figure of a known concept and period.
        precedence: The documents to look in, with their distance from the period's own filing.
    """
    if first.concept is None or first.period is None or _n_digits(first) < MIN_DIGITS:
        return SecondReading(first, (), ())
    company = archive.document(first.document_id).identity.company
    precedence = {  # a comparison reads documents of several companies
        document_id: distance
        for document_id, distance in precedence.items()
        if archive.document(document_id).identity.company == company
    }
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
    tagged, mistagged = _facts(archive, first, precedence)
    return SecondReading(
        first, tuple(_one_a_page(same)), tuple(_one_a_page(other)), tagged, mistagged
    )


def conflict(archive: Archive, readings: Sequence[SecondReading]) -> Refusal | None:
    """A refusal that shows both amounts, where a document contradicts itself."""
    for one in readings:
        if one.rival is None:
            continue
        both = [one.first, *([one.rival] if isinstance(one.rival, Figure) else [])]
        listed = [f"{row_name(f)} {shown(f)} (page {f.page})" for f in both]
        if isinstance(one.rival, Tagged):
            listed.append(_tag_told(archive, one.rival))
        return Refusal(
            RefusalCode.CONFLICTING_EVIDENCE,
            f"The same line is stated with different amounts: {'; '.join(listed)}.",
            citations=tuple(cite(archive, f.document_id, f.row_span) for f in both),
        )
    return None


def checks(archive: Archive, readings: Sequence[SecondReading]) -> tuple[Check, ...]:
    """One check a figure that is stated again; failed where a document differs."""
    return tuple(
        _check(archive, one)
        for one in readings
        if one.same or one.other or one.tagged or one.mistagged
    )


def differing(archive: Archive, one: SecondReading) -> tuple[str, tuple[Citation, ...]]:
    """What the period's documents state instead, in words and cited; empty if nothing."""
    if not one.other:
        # The amount stands in the check: a tag is no passage of a page that could be cited.
        tags = [f"; inline XBRL {t.fact.tag} has another amount" for t in one.mistagged[:1]]
        return "".join(tags), ()
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
    if one.tagged:
        told.append("; ".join(_tag_told(archive, t) for t in one.tagged[:1]))
    if one.other:
        amounts = ", ".join(dict.fromkeys(shown(f) for f in one.other))
        told.append(f"but {amounts}: {_listed(archive, one.other)}")
    if one.mistagged:
        told.append("but " + "; ".join(_tag_told(archive, t) for t in one.mistagged))
    detail = f"{told[0]} {', '.join(told[1:])}"
    n_same = float(len(one.same) + len(one.tagged))
    return Check(NAME, not (one.other or one.mistagged), "verify", n_same, detail=detail)


def _facts(
    archive: Archive, first: Figure, precedence: Mapping[str, int]
) -> tuple[tuple[Tagged, ...], tuple[Tagged, ...]]:
    """Facts of the figure's line and period: those of its amount, and the others if there are none.

    A tag may be another line's ("net income" of the parent, or with other owners): other amounts
    only count where no tag of the concept has the figure's.
    """
    own = [d for d, nearness in precedence.items() if nearness < LATER_FILING]
    unit = first.unit or first.currency
    found = [
        Tagged(document_id, fact)
        for document_id in dict.fromkeys([first.document_id, *own])
        for fact in archive.facts(document_id)
        if fact.concept == first.concept
        and fact.unit == unit
        and fact.period is not None
        and first.period is not None
        and fact.period.name == first.period.name
    ]
    amount = abs(first.value * (first.scale or 1))
    same = [t for t in found if abs(abs(t.fact.amount) - amount) <= _step(first) / 2]
    return (tuple(same), ()) if same else ((), tuple(found))


def _is_print_of(tagged: Tagged, figure: Figure) -> bool:
    printed = (tagged.fact.printed, figure.printed)
    one, other = ("".join(c for c in text if c.isdigit()) for text in printed)
    return one == other


def _tag_told(archive: Archive, tagged: Tagged) -> str:
    fact = tagged.fact
    currency = fact.unit.partition(" ")[0] if fact.unit.isupper() or " per " in fact.unit else None
    amount = format_amount(fact.amount, 1, currency)
    return f"inline XBRL {fact.tag} {amount} ({archive.document(tagged.document_id).name})"


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
