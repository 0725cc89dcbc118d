"""Formulas over figures: computed exactly, every operand kept, a missing one named.

``language/formula.py`` parses; here the tree is evaluated with ``Decimal`` over a lookup.
Results of divisions are exact to 28 significant digits; rounding is the reader's business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal

from onfile.language.formula import Binary, Call, Name, Node, Number, parse
from onfile.types import Figure, Period

Lookup = Callable[[str, Period], Figure | tuple[Figure, ...] | None]
"""Gives what states a concept in a period: one figure, or several lines that add up."""


@dataclass(frozen=True, slots=True)
class Operand:
    """One figure that a formula used. ``amount`` is ``figure.value * scale``."""

    concept: str
    period: Period
    figure: Figure
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Computed:
    """What a formula gave.

    Attributes:
        value: None when an operand is missing or a divisor is zero.
        operands: Each line of a (concept, period) once, in order of first use.
        missing: Operands that were not found, or whose scale the table does not state.
        problem: In words; empty when there is a value.
    """

    value: Decimal | None
    operands: tuple[Operand, ...]
    missing: tuple[tuple[str, Period], ...] = ()
    problem: str = ""


def compute(formula: Node | str, period: Period, lookup: Lookup) -> Computed:
    """Evaluate a formula for one period.

    Args:
        formula: A parsed tree or its text.
        period: The period asked for; ``prev``, ``avg`` and ``change`` also read the one before.
        lookup: Gives the figure of a concept in a period, or None.

    Raises:
        SettingError: ``formula`` is a text and not a formula.
    """
    run = _Run(lookup)
    node = parse(formula) if isinstance(formula, str) else formula
    value = run.evaluate(node, period)
    missing = tuple(run.missing)
    operands = tuple(one for lines in run.operands.values() for one in lines)
    if missing:
        named = ", ".join(f"{concept} for {at.name}" for concept, at in missing)
        return Computed(None, operands, missing, f"not found: {named}")
    if value is None:
        return Computed(None, operands, (), "the divisor is zero")
    return Computed(value, operands)


def previous(period: Period) -> Period:
    """The same period one year before; balances and flows are compared year on year."""
    return replace(period, fiscal_year=period.fiscal_year - 1)


class _Run:
    """One evaluation: it goes on past a missing operand, so that all of them are named."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self.operands: dict[tuple[str, Period], tuple[Operand, ...]] = {}
        self.missing: dict[tuple[str, Period], None] = {}

    def evaluate(self, node: Node, period: Period) -> Decimal | None:
        if isinstance(node, Number):
            return node.value
        if isinstance(node, Name):
            return self._amount(node.concept, period)
        if isinstance(node, Call):
            return self._call(node, period)
        return self._binary(node, period)

    def _amount(self, concept: str, period: Period) -> Decimal | None:
        key = (concept, period)
        if key not in self.operands:
            found = self._lookup(concept, period)
            figures = found if isinstance(found, tuple) else (found,)
            lines = tuple(
                Operand(concept, period, figure, figure.value * figure.scale)
                for figure in figures
                if figure is not None and figure.scale is not None
            )
            if not lines or len(lines) < len(figures):
                self.missing[key] = None
                return None
            self.operands[key] = lines
        return sum((line.amount for line in self.operands[key]), Decimal(0))

    def _call(self, node: Call, period: Period) -> Decimal | None:
        before = self.evaluate(node.argument, previous(period))
        if node.function == "prev":
            return before
        now = self.evaluate(node.argument, period)
        if now is None or before is None:
            return None
        return now - before if node.function == "change" else (now + before) / 2

    def _binary(self, node: Binary, period: Period) -> Decimal | None:
        left = self.evaluate(node.left, period)
        right = self.evaluate(node.right, period)
        if left is None or right is None:
            return None
        if node.sign == "+":
            return left + right
        if node.sign == "-":
            return left - right
        if node.sign == "*":
            return left * right
        return None if right == 0 else left / right
