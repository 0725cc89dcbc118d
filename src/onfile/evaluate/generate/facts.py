"""Which figures of an archive are certain enough to be a question's gold?

A cell of a primary statement whose row has one number for every figure that was read from it,
and which no other primary statement of the company contradicts for the same period.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal

from onfile.evaluate.generate.holdings import Holdings
from onfile.evaluate.generate.probe import SCALES, Number, Spot
from onfile.evaluate.generate.saying import spoken
from onfile.language.labels import normal_label
from onfile.types import Figure, Period

STATEMENTS = ("income", "balance_sheet", "cash_flow")
MIN_DIGITS = 3  # a shorter number stands on many lines by chance
MAX_WORDS = 8  # of a label that a person would still say
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_OUTFLOW = re.compile(
    r"^(?:purchases?|payments?|repayments?|acquisitions?|additions|repurchases?|capital exp\w+"
    r"|cash dividends|dividends paid|dividends to)\b",
    re.I,
)
_VAGUE = re.compile(
    r"^(?:total|other|net|basic|diluted|subtotal|adjustments?)\b[, ]*(?:net)?$", re.I
)
_INSIDE = re.compile(r"\b(?:changes? in|adjustments|reconcil|supplemental|other)\b", re.I)
_NO_LABEL = re.compile(r"\d|[;&/$%]|\b(?:authorized|issued|par value|shares?|see|note)\b", re.I)


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure with every figure of the company that states the same amount for it.

    Attributes:
        item: The line item as it is said.
        amount: In ones, as it is asked for: payments are positive.
        is_own: True when a document is about the period itself.
    """

    company: str
    period: Period
    item: str
    concept: str | None
    figure: Figure
    amount: Decimal
    same: tuple[Figure, ...]
    is_own: bool

    @property
    def number(self) -> Number:
        """The gold number, as printed."""
        figure = self.figure
        unit = figure.unit or figure.currency or ""
        return Number(
            abs(figure.value) if _is_outflow(figure) else figure.value, _scale(figure), unit
        )


def facts(holdings: Holdings, company: str) -> list[Fact]:
    """The certain figures of a company, by statement, label and period."""
    own = holdings.own_periods(company)
    groups: dict[tuple[str, str, Period], list[Figure]] = defaultdict(list)
    for figure in holdings.figures(company):
        if figure.period is not None and _is_primary(holdings, figure):
            groups[figure.statement or "", _key(figure), figure.period].append(figure)
    labels = _labels_of_several(groups)
    found = []
    for (_, key, period), figures in sorted(groups.items(), key=lambda g: (g[0][:2], g[0][2].name)):
        first = _best(figures, period, holdings)
        label = normal_label(first.label)
        if key in labels or label in labels or not _is_certain(company, figures, first, holdings):
            continue
        is_own = period in own or Period(period.fiscal_year) in own
        fact = Fact(
            company,
            period,
            spoken(first.label),
            first.concept,
            first,
            _amount(first),
            tuple(f for f in figures if f.figure_id != first.figure_id),
            is_own,
        )
        found.append(fact)
    return found


def spots(holdings: Holdings, fact: Fact) -> tuple[Spot, tuple[Spot, ...]]:
    """The gold place of a fact, and every other page of the company that prints the same."""
    figure = fact.figure
    gold = spot_of(holdings, figure)
    words = set(normal_label(figure.label).split()) - {"and", "of", "the", "to", "in", "for", "net"}
    also: dict[tuple[str, int], Spot] = {}
    for same in fact.same:
        found = spot_of(holdings, same)
        also[found.file, found.page or 0] = found
    for entry in holdings.companies[fact.company]:
        for number, text in holdings.pages(entry.document_id).items():
            line = _line_with(text, figure.printed, words)
            if line:
                also.setdefault((entry.name, number), Spot(entry.name, number, line))
    also.pop((gold.file, gold.page or 0), None)
    return gold, tuple(also[key] for key in sorted(also))


def spot_of(holdings: Holdings, figure: Figure) -> Spot:
    """The page and the printed row of a figure."""
    text = holdings.pages(figure.document_id)[figure.page]
    row = " ".join(text[figure.row_span.start : figure.row_span.end].split())
    return Spot(holdings.source.document(figure.document_id).name, figure.page, row)


def _key(figure: Figure) -> str:
    return figure.concept or normal_label(figure.label)


def _amount(figure: Figure) -> Decimal:
    amount = figure.value * (figure.scale or 1)
    return abs(amount) if _is_outflow(figure) else amount


def _scale(figure: Figure) -> int:
    return figure.scale if figure.scale in SCALES else 1


def _is_outflow(figure: Figure) -> bool:
    return figure.statement == "cash_flow" and bool(_OUTFLOW.match(spoken(figure.label)))


def _is_primary(holdings: Holdings, figure: Figure) -> bool:
    if figure.statement not in STATEMENTS or figure.scale not in SCALES or figure.is_percent:
        return False
    if figure.period is None or (figure.period.months or 0) in (6, 9):
        return False
    return (figure.statement, figure.page) in holdings.source.statement_pages(figure.document_id)


def _labels_of_several(groups: dict[tuple[str, str, Period], list[Figure]]) -> set[str]:
    """Keys and labels that stand in several statements, or for several concepts: ambiguous."""
    homes: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for (statement, key, _), figures in groups.items():
        homes[key].add((statement, key))
        for figure in figures:
            homes[normal_label(figure.label)].add((statement, key))
    return {name for name, places in homes.items() if len(places) > 1}


def _best(figures: list[Figure], period: Period, holdings: Holdings) -> Figure:
    """The figure of the period's own filing, else of the nearest."""

    def distance(figure: Figure) -> tuple[int, int, str, int]:
        identity = holdings.source.document(figure.document_id).identity
        own = identity.period
        is_own = own is not None and own == period
        years = abs(own.fiscal_year - period.fiscal_year) if own is not None else 99
        return (0 if is_own else 1, years, figure.document_id, figure.page)

    return min(figures, key=distance)


def _is_certain(company: str, figures: list[Figure], first: Figure, holdings: Holdings) -> bool:
    item = spoken(first.label)
    if not _is_sayable(first, item) or len({_amount(f) for f in figures}) > 1:
        return False
    if first.value < 0 and not _is_outflow(first):
        return False
    text = holdings.pages(first.document_id)[first.page]
    row = text[first.row_span.start : first.row_span.end]
    n_figures = holdings.row_sizes(company)[first.document_id, first.row_span]
    is_whole = len(_NUMBER.findall(row[len(first.label) :])) == n_figures
    return is_whole and len(re.sub(r"\D", "", first.printed)) >= MIN_DIGITS


def _is_sayable(figure: Figure, item: str) -> bool:
    words = item.split()
    if _VAGUE.match(item) or _NO_LABEL.search(item) or not 1 <= len(words) <= MAX_WORDS:
        return False
    if any(_INSIDE.search(heading) for heading in figure.path) or item.startswith("other"):
        return False
    return len(words) > 1 or figure.concept is not None


def _line_with(text: str, printed: str, words: set[str]) -> str:
    """A line that prints the number and at least half of the label's words; else empty."""
    wanted = printed.strip("()$ ")
    if wanted not in text:
        return ""
    pattern = re.compile(rf"(?<![\d.,]){re.escape(wanted)}(?![\d]|[.,]\d)")
    for line in text.splitlines():
        if pattern.search(line):
            met = words & set(normal_label(line).split())
            if len(met) * 2 >= len(words):
                return " ".join(line.split())[:200]
    return ""
