"""Shown arithmetic, evaluated: ``70,372 - 33,014 = 37,358; 100 * (5 - 4) / 4 = 25``."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, DivisionByZero, InvalidOperation

_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", "–": "-", "$": "", "€": "", "£": "", "₹": ""})
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{2,3}(?!\d))")
_APPLY: dict[type[ast.operator], Callable[[Decimal, Decimal], Decimal]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.Pow: lambda a, b: a**b,
}


class WrongArithmeticError(ValueError):
    """What was shown is not arithmetic, or does not come out as shown."""


@dataclass(frozen=True, slots=True)
class Step:
    """One ``expression = result``. ``operands`` are the numbers in it, in order, with sign."""

    operands: tuple[Decimal, ...]
    result: Decimal


def steps(arithmetic: str) -> list[Step]:
    """The steps of shown arithmetic, each checked to come out as shown.

    A result may be rounded to the places it is shown with.

    Raises:
        WrongArithmeticError: a step can't be read, or its result is not what it evaluates to.
    """
    return [_step(part.strip()) for part in re.split(r"[;\n]", arithmetic) if part.strip()]


def evaluate(expression: str) -> Decimal:
    """What an expression of plain numbers comes to.

    Raises:
        WrongArithmeticError: it is no arithmetic, or divides by zero.
    """
    return _value(_parsed(expression, expression), expression.strip(), [])


def _step(text: str) -> Step:
    clean = _THOUSANDS.sub("", text.translate(_SIGNS)).replace("%", "")
    left, equals, right = clean.rpartition("=")
    if not equals:
        raise WrongArithmeticError(f"no result in “{text}”")
    operands: list[Decimal] = []
    tree = _parsed(left, text)
    value = _value(tree, left.strip(), operands)
    result = _value(_parsed(right, text), right.strip(), [])
    half_a_place = Decimal(5).scaleb(int(result.as_tuple().exponent) - 1)
    if abs(value - result) > half_a_place:
        raise WrongArithmeticError(f"“{text}” comes to {value:.6g}")
    return Step(tuple(operands), result)


def _parsed(text: str, shown: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, RecursionError) as error:
        raise WrongArithmeticError(f"“{shown}” is not arithmetic") from error


def _value(node: ast.expr, source: str, operands: list[Decimal]) -> Decimal:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner: list[Decimal] = []
        value = -_value(node.operand, source, inner)
        operands.extend([-n for n in inner])
        return value
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        number = Decimal((ast.get_source_segment(source, node) or "").replace("_", ""))
        operands.append(number)
        return number
    if isinstance(node, ast.BinOp) and type(node.op) in _APPLY:
        left = _value(node.left, source, operands)
        right = _value(node.right, source, operands)
        try:
            return _APPLY[type(node.op)](left, right)
        except (DivisionByZero, InvalidOperation) as error:
            raise WrongArithmeticError(f"“{source}” can't be computed") from error
    raise WrongArithmeticError(f"“{source}” is not plain arithmetic")
