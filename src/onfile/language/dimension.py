"""What a formula's result is an amount of: money per share is no money, a ratio is neither."""

from __future__ import annotations

from collections.abc import Callable

from onfile.language.formula import Binary, Call, Name, Node, Number

Dimension = tuple[int, int]
"""Powers of money and of counted things (shares, employees): ``(1, -1)`` is money a share."""

_UNITS: dict[str, Dimension] = {
    "money": (1, 0),
    "per_share": (1, -1),
    "shares": (0, 1),
    "count": (0, 1),
}
PURE: Dimension = (0, 0)
MONEY: Dimension = (1, 0)
PER_SHARE: Dimension = (1, -1)
DAYS_A_YEAR = (360, 365, 366)


def dimension_of(node: Node, unit_of: Callable[[str], str]) -> Dimension | None:
    """The dimension of a formula's result; None where unlike things are added.

    Args:
        node: The formula.
        unit_of: Gives a concept's unit as the lexicon has it.
    """
    if isinstance(node, Number):
        return PURE
    if isinstance(node, Name):
        return _UNITS.get(unit_of(node.concept), PURE)
    if isinstance(node, Call):
        return dimension_of(node.argument, unit_of)
    left, right = dimension_of(node.left, unit_of), dimension_of(node.right, unit_of)
    if left is None or right is None:
        return None
    if node.sign in "+-":
        return left if left == right else None
    sign = 1 if node.sign == "*" else -1
    return left[0] + sign * right[0], left[1] + sign * right[1]


def counts_days(node: Node) -> bool:
    """True where the formula multiplies by the days of a year."""
    if isinstance(node, Binary):
        return counts_days(node.left) or counts_days(node.right)
    return isinstance(node, Number) and node.value in DAYS_A_YEAR
