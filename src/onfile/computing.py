"""Formulas of the lexicon over the figures that the question's documents state."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from onfile.figures.formulas import Computed, compute
from onfile.language.formula import Binary, Call, Name, Node, Number
from onfile.types import Computation, Figure, Period

FigureOf = Callable[[str, Period], Figure | None]


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
    for operand in done.operands:
        if operand.concept == concept and operand.period == period:
            scale = max((o.figure.scale or 1 for o in done.operands), default=1)
            number = operand.amount / scale
            return f"({plain(number)})" if number < 0 else plain(number)
    return "?"


def plain(number: Decimal) -> str:
    """A number without exponent and without trailing zeros after the point."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
