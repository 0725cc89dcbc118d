"""Formulas, the lexicon's or the question's, over the figures that documents state."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from onfile.answer.computed import plain
from onfile.answer.direction import year_before
from onfile.answer.quantities import Chosen, choose
from onfile.answer.shown import spoken
from onfile.figures.formulas import Computed, Lookup, compute
from onfile.language.formula import Binary, Call, Name, Node, Number, concepts_of, replaced
from onfile.language.lexicon import Concept, Lexicon
from onfile.retrieve.scoped import LATER_FILING
from onfile.types import Computation, ConceptMention, Figure, FigureMatch, Pair, Period

_NET = re.compile(r"\bnet\b", re.I)  # of gross and net, both printed, the one that says so
_TOTAL = re.compile(r"\s*total\b", re.I)
_WHOLE = re.compile(r"\btotal\b|\bincluding\b", re.I)
FigureOf = Lookup
MatchesOf = Callable[[ConceptMention, Pair, Mapping[str, int]], Sequence[FigureMatch]]
Worked = dict[Pair, Computation]


class Formulas:
    """Works formulas out over the figures that are certain.

    Args:
        lexicon: Names the concepts, and says with which sign they are spoken of.
        matches_of: Gives the matches of a concept for a pair in its documents.
    """

    def __init__(self, lexicon: Lexicon, matches_of: MatchesOf) -> None:
        self._lexicon = lexicon
        self._matches_of = matches_of

    def worked_out(
        self, formula: Node, written: str, by_pair: Mapping[Pair, Mapping[str, int]]
    ) -> tuple[Worked, Worked]:
        """A formula for each pair's period, and for the year before it."""
        now: Worked = {}
        before: Worked = {}
        for pair, documents in by_pair.items():
            if pair.period is None:
                continue
            now[pair] = self.computed(formula, written, pair, documents)
            earlier = Pair(pair.company, year_before(pair.period))
            before[pair] = self.computed(formula, written, earlier, documents)
        return now, before

    def computed(
        self, formula: Node, written: str, pair: Pair, documents: Mapping[str, int]
    ) -> Computation:
        """A formula over the figures of one document, the nearest that states them all.

        Figures of several documents are joined only among the period's own: a later one may have
        recast what an earlier one stated.
        """
        done = self._computed(formula, written, pair, documents)
        for concept_id in concepts_of(formula) if done.value is None else ():
            concept = self._lexicon.concept(concept_id)
            implied = self._lexicon.implied(concept_id)
            if implied is None or self._is_ruled_out(concept, pair, documents):
                continue
            formula = replaced(formula, Name(concept_id), implied)
            written = f"{written}, {concept.name.lower()} as {concept.implied}"
            done = self._computed(formula, written, pair, documents)
        return done

    def implied(
        self, concept_id: str, by_pair: Mapping[Pair, Mapping[str, int]]
    ) -> tuple[Worked, Worked]:
        """What statements say of a concept without printing it, as ``worked_out`` gives it."""
        concept, formula = self._lexicon.concept(concept_id), self._lexicon.implied(concept_id)
        if formula is None or concept.implied is None:
            return {}, {}
        free = {p: d for p, d in by_pair.items() if not self._is_ruled_out(concept, p, d)}
        return self.worked_out(formula, concept.implied, free)

    def _is_ruled_out(self, concept: Concept, pair: Pair, documents: Mapping[str, int]) -> bool:
        """True where a statement prints what makes the concept's implied formula wrong."""
        for other in concept.unless:
            mention = ConceptMention(other, self._lexicon.concept(other).name, 0, 0)
            found = self._matches_of(mention, pair, documents)
            if any(m.concept is not None and m.figure.value != 0 for m in found):
                return True
        return False

    def _computed(
        self, formula: Node, written: str, pair: Pair, documents: Mapping[str, int]
    ) -> Computation:
        period = pair.period or Period(0)
        for document_id in sorted(documents, key=lambda d: (documents[d], d)):
            one = {document_id: documents[document_id]}
            done = computation(formula, written, period, self._figure_of(pair, one))
            if done.value is not None:
                return done
        own = {d: p for d, p in documents.items() if p < LATER_FILING}
        return computation(formula, written, period, self._figure_of(pair, own))

    def _figure_of(self, pair: Pair, documents: Mapping[str, int]) -> FigureOf:
        """The certain figure of a concept in a period, as a formula uses it; or its lines."""

        def lookup(concept_id: str, period: Period) -> Figure | tuple[Figure, ...] | None:
            concept = self._lexicon.concept(concept_id)
            mention = ConceptMention(concept_id, concept.name, 0, 0)
            at = Pair(pair.company, period)
            matches = self._matches_of(mention, at, documents)
            if period.quarter is not None:  # a note's part of the line ("of this, 15") is not it
                matches = [m for m in matches if m.figure.statement is not None]
            lines = _lines(concept, matches)
            if len(lines) > 1:
                return tuple(spoken(figure, concept.sign) for figure in lines)
            chosen = choose(at, matches)
            if chosen is None or chosen.figure.concept != concept_id:  # the row of that very name
                named = (m for m in matches if m.concept == concept_id)
                own = choose(at, [m for m in named if m.figure.statement is not None])
                chosen = own if _is_alike(own, chosen) else chosen
            if chosen is not None and chosen.rivals:
                chosen = self._usual(concept, at, matches)
            if chosen is None or chosen.rivals or chosen.figure.scale is None:
                return None
            return spoken(chosen.figure, concept.sign)

        return lookup

    def _usual(self, concept: Concept, at: Pair, matches: Sequence[FigureMatch]) -> Chosen | None:
        """Of several rows the one that is usually meant; else that of the concept's statement."""
        if concept.id.endswith("_net"):
            return choose(at, [m for m in matches if _NET.search(m.figure.label)])
        meant = choose(at, [m for m in matches if m.concept in concept.prefer])
        if meant is not None:
            return meant
        for statement in concept.statements:  # of the whole company before a segment's
            there = [m for m in matches if m.figure.statement == statement]
            totals = [m for m in there if _TOTAL.match(m.figure.label)]
            for some in (there, totals):
                chosen = choose(at, some)
                if chosen is not None and not chosen.rivals:
                    return chosen
        return None


def _lines(concept: Concept, matches: Sequence[FigureMatch]) -> tuple[Figure, ...]:
    """The lines of one balance sheet in which it stands, where there are several to be added."""
    stated = [m for m in matches if m.concept == concept.id and concept.sums_lines]
    sheet = [m for m in stated if m.figure.statement == "balance_sheet"]
    sheet.sort(key=lambda m: (m.precedence, m.figure.document_id, m.figure.page))
    first = next((m.figure for m in sheet), None)
    by_label: dict[str, Figure] = {}
    for match in sheet:
        figure = match.figure
        if first is not None and (figure.document_id, figure.page) == (
            first.document_id,
            first.page,
        ):
            by_label.setdefault(figure.label, figure)
    is_whole = any(_WHOLE.search(label) for label in by_label)
    has_scales = all(figure.scale is not None for figure in by_label.values())
    return () if is_whole or not has_scales else tuple(by_label.values())


def _is_alike(own: Chosen | None, other: Chosen | None) -> bool:
    """A certain figure, and no amount a share where the other is one in millions."""
    if own is None or own.rivals:
        return False
    return other is None or own.figure.scale == other.figure.scale


def computation(formula: Node, written: str, period: Period, figure_of: FigureOf) -> Computation:
    """Work out a formula for one period.

    Args:
        formula: The parsed formula.
        written: The same as the lexicon writes it.
        period: The period asked for.
        figure_of: Gives the certain figure of a concept in a period, or None.
    """
    done = compute(formula, period, figure_of)
    arithmetic = "" if done.value is None else _shown(formula, period, done)
    operands = tuple(operand.figure for operand in done.operands)
    return Computation(done.value, written, arithmetic, operands, done.problem)


def _shown(node: Node, period: Period, done: Computed) -> str:
    if isinstance(node, Number):
        return f"{node.value:f}"
    if isinstance(node, Name):
        return _amount(node.concept, period, done)
    before = Period(period.fiscal_year - 1, period.quarter, period.months)
    if isinstance(node, Call):
        return _call(node, period, before, done)
    return _binary(node, period, done)


def _call(node: Call, period: Period, before: Period, done: Computed) -> str:
    then = _shown(node.argument, before, done)
    if node.function == "prev":
        return then
    now = _shown(node.argument, period, done)
    return f"({now} - {then})" if node.function == "change" else f"({now} + {then}) / 2"


def _binary(node: Binary, period: Period, done: Computed) -> str:
    left, right = _shown(node.left, period, done), _shown(node.right, period, done)
    if node.sign in "*/":
        left, right = _wrapped(node.left, left), _wrapped(node.right, right, always=True)
    elif node.sign == "-":
        right = _wrapped(node.right, right)
    return f"{left} {node.sign} {right}"


def _wrapped(node: Node, shown: str, *, always: bool = False) -> str:
    is_sum = isinstance(node, Binary) and node.sign in "+-"
    is_compound = isinstance(node, Binary | Call) and not shown.startswith("(")
    if isinstance(node, Call) and node.function == "avg":
        return f"({shown})"
    return f"({shown})" if is_sum or (always and is_compound) else shown


def _amount(concept: str, period: Period, done: Computed) -> str:
    scale = max((o.figure.scale or 1 for o in done.operands), default=1)
    lines = [o for o in done.operands if o.concept == concept and o.period == period]
    numbers = [o.amount / scale for o in lines]
    shown = [f"({plain(number)})" if number < 0 else plain(number) for number in numbers]
    return "?" if not shown else shown[0] if len(shown) == 1 else f"({' + '.join(shown)})"
