"""Every reasonable reading of a quantity: which values do the figures on file allow for it?

The reader takes a figure only when one alone fits. To judge an answer that somebody else gave,
all figures that may be meant are kept, and a formula is worked out over each choice of operands.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import partial

from onfile.answer.quantities import choose
from onfile.answer.request import Quantity, Reading
from onfile.figures.formulas import compute, previous
from onfile.figures.lookup import candidates
from onfile.language.formula import Node, concepts_of
from onfile.language.lexicon import Lexicon
from onfile.ports import Archive
from onfile.retrieve.search import Retrieved
from onfile.types import Figure, Pair, Period
from onfile.verify.expected import Quantities
from onfile.verify.grounds import Expected

MAX_DOCUMENTS = 6
MAX_OPERAND_READINGS = 2  # figures tried for one operand
MAX_COMBINATIONS = 64
MAX_READINGS = 6
MAX_YEARS = 4  # of a quantity's history
OWNED = "_attributable"  # ending of concepts that leave out what belongs to other owners


class Readings:
    """Readings of quantities over one archive."""

    def __init__(self, archive: Archive, lexicon: Lexicon) -> None:
        self._archive = archive
        self._lexicon = lexicon

    def of(self, reading: Reading, found: Retrieved) -> Quantities:
        """For each quantity and dated pair the values that fit, the most certain first."""
        documents = {r.pair: r.documents for r in found.pairs if r.pair.period is not None}
        return tuple(
            {pair: self._of_pair(quantity, pair, near) for pair, near in documents.items()}
            for quantity in reading.quantities
        )

    def history(self, reading: Reading, found: Retrieved) -> tuple[Expected, ...]:
        """What the first quantity with a formula comes to in each year of the documents found."""
        for quantity in reading.quantities:
            formula = None if quantity.concept is None else self._lexicon.formula(quantity.concept)
            if formula is None:
                continue
            documents = {d: p for r in found.pairs for d, p in r.documents.items()}
            near = {e.document.document_id: 0 for e in found.evidence} or documents
            stored = self._archive.figures(list(near), concepts=sorted(concepts_of(formula)))
            years = sorted({f.period.fiscal_year for f in stored if f.period is not None})
            periods = [Period(year) for year in years[-MAX_YEARS:]]
            return tuple(
                one
                for period in periods
                for one in self._computed(quantity, Pair(None, period), near)
            )
        return ()

    def _of_pair(
        self, quantity: Quantity, pair: Pair, documents: Mapping[str, int]
    ) -> tuple[Expected, ...]:
        found: list[Expected] = []
        chosen = choose(pair, quantity.matches.get(pair, ()))
        if chosen is not None:
            found.append(_of_figure(chosen.figure, is_certain=not chosen.rivals))
        done = quantity.computed.get(pair)
        if done is not None and done.value is not None:
            factor = 100 if quantity.unit == "percent" else 1
            is_percent = factor == 100
            found.append(Expected(done.value * factor, is_percent, True, done.operands))
        computed = self._computed(quantity, pair, documents)
        certain = found[-1] if done is not None and done.value is not None else None
        found += [
            dataclasses.replace(one, is_certain=True)
            for one in computed
            if certain is not None and _differs_in_owners(certain, one)
        ]
        found += computed
        if quantity.concept is not None and pair.period is not None:
            figures = self._candidates(quantity.concept, pair.period, documents)
            found += [_of_figure(f, is_certain=False) for f in figures[:MAX_READINGS]]
        for match in quantity.matches.get(pair, ())[:MAX_READINGS]:
            if not match.unmatched and match.figure.period is not None:
                found.append(_of_figure(match.figure, is_certain=False))
        return tuple(found)

    def _computed(
        self, quantity: Quantity, pair: Pair, documents: Mapping[str, int]
    ) -> list[Expected]:
        formula = None if quantity.concept is None else self._lexicon.formula(quantity.concept)
        if formula is None or pair.period is None:
            return []
        choices = {
            (concept, period): self._operands(concept, period, documents)
            for concept in concepts_of(formula)
            for period in (pair.period, previous(pair.period))
        }
        return _worked_out(formula, pair.period, choices, is_percent=quantity.unit == "percent")

    def _operands(self, concept: str, period: Period, documents: Mapping[str, int]) -> list[Figure]:
        """Readings of one operand; profits before or after what belongs to other owners."""
        found = self._candidates(concept, period, documents)[:MAX_OPERAND_READINGS]
        owned = f"{concept}{OWNED}"
        if any(owned == known.id for known in self._lexicon.concepts):
            found += self._candidates(owned, period, documents)[:1]
        return found

    def _candidates(
        self, concept: str, period: Period, documents: Mapping[str, int]
    ) -> list[Figure]:
        """Figures of a concept with distinct amounts, those of the nearest documents first."""
        nearest = sorted(documents, key=lambda d: (documents[d], d))[:MAX_DOCUMENTS]
        if not nearest:
            return []
        stored = self._archive.figures(
            nearest, concepts=[concept], fiscal_years=[period.fiscal_year]
        )
        place = {d: documents[d] for d in nearest}
        ordered = candidates(sorted(stored, key=lambda f: place[f.document_id]), concept, period)
        lives_in = self._lexicon.concept(concept).statements
        homes = ([f for f in ordered if f.statement == kind] for kind in lives_in)
        at_home = next((found for found in homes if found), ordered)
        distinct = {abs(f.value * (f.scale or 1)): f for f in reversed(at_home)}
        return [self._as_spoken(f, concept) for f in reversed(distinct.values())]

    def _as_spoken(self, figure: Figure, concept: str) -> Figure:
        """An outflow is spoken of, and computed with, as an amount."""
        is_spent = self._lexicon.concept(concept).sign != "either" and figure.value < 0
        return dataclasses.replace(figure, value=-figure.value) if is_spent else figure


def _worked_out(
    formula: Node,
    period: Period,
    choices: Mapping[tuple[str, Period], Sequence[Figure]],
    *,
    is_percent: bool,
) -> list[Expected]:
    """The formula over each choice of operands; outflows count by their size."""
    named = [k for k, figures in choices.items() if figures]
    found: list[Expected] = []
    every = itertools.product(*(choices[k] for k in named))
    for combination in itertools.islice(every, MAX_COMBINATIONS):
        held = dict(zip(named, combination, strict=True))
        done = compute(formula, period, partial(_held, held))
        if done.value is None:
            continue
        amount = done.value * (100 if is_percent else 1)
        figures = tuple(o.figure for o in done.operands)
        found.append(Expected(Decimal(amount), is_percent, False, figures))
    return found


def _differs_in_owners(one: Expected, other: Expected) -> bool:
    """The same operands, but for profits before or after what belongs to other owners."""
    pairs = list(zip(one.figures, other.figures, strict=False))
    unlike = [(a, b) for a, b in pairs if abs(_amount(a)) != abs(_amount(b))]
    return (
        len(one.figures) == len(other.figures)
        and bool(unlike)
        and all(any((f.concept or "").endswith(OWNED) for f in two) for two in unlike)
    )


def _amount(figure: Figure) -> Decimal:
    return figure.value * (figure.scale or 1)


def _held(held: Mapping[tuple[str, Period], Figure], concept: str, period: Period) -> Figure | None:
    return held.get((concept, period))


def _of_figure(figure: Figure, *, is_certain: bool) -> Expected:
    amount = figure.value * (figure.scale or 1)
    return Expected(Decimal(amount), figure.is_percent, is_certain, (figure,))
