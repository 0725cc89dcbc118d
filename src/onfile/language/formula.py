"""Formulas of the lexicon: ``(revenue - cogs) / revenue``, ``365 * avg(payables) / cogs``.

Syntax: concept ids, numbers, ``+ - * / ( )`` and the functions ``avg(x)`` (mean of this and the
previous period end), ``prev(x)`` (the previous period) and ``change(x)`` (this less previous).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from onfile.errors import SettingError

FUNCTIONS = ("avg", "prev", "change")
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[a-z][a-z0-9_]*)|(?P<sign>[-+*/()]))"
)


@dataclass(frozen=True, slots=True)
class Number:
    """A constant."""

    value: Decimal


@dataclass(frozen=True, slots=True)
class Name:
    """A concept's value in the period asked for."""

    concept: str


@dataclass(frozen=True, slots=True)
class Call:
    """``avg``, ``prev`` or ``change`` of an expression."""

    function: str
    argument: Node


@dataclass(frozen=True, slots=True)
class Binary:
    """``left sign right`` with sign one of ``+ - * /``."""

    sign: str
    left: Node
    right: Node


Node = Number | Name | Call | Binary


def parse(text: str) -> Node:
    """The tree of a formula, ``*`` and ``/`` before ``+`` and ``-``, left to right.

    Raises:
        SettingError: it is not a formula; the message shows where reading stopped.
    """
    reader = _Reader(_tokens(text), text)
    node = reader.sum()
    if reader.rest:
        raise SettingError(f"formula {text!r}: unexpected {reader.rest[0]!r}")
    return node


def concepts_of(node: Node) -> tuple[str, ...]:
    """Concept ids of a formula in order of first use."""
    if isinstance(node, Name):
        return (node.concept,)
    if isinstance(node, Call):
        return concepts_of(node.argument)
    if isinstance(node, Binary):
        return tuple(dict.fromkeys(concepts_of(node.left) + concepts_of(node.right)))
    return ()


def replaced(node: Node, part: Node, by: Node) -> Node:
    """The tree with every subtree equal to ``part`` replaced; ``by`` itself is not looked into."""
    if node == part:
        return by
    if isinstance(node, Call):
        return Call(node.function, replaced(node.argument, part, by))
    if isinstance(node, Binary):
        return Binary(node.sign, replaced(node.left, part, by), replaced(node.right, part, by))
    return node


def _tokens(text: str) -> list[str]:
    tokens, at = [], 0
    while at < len(text.rstrip()):
        match = _TOKEN.match(text, at)
        if match is None:
            raise SettingError(f"formula {text!r}: can't read {text[at:]!r}")
        tokens.append(match.group().strip())
        at = match.end()
    return tokens


class _Reader:
    """Recursive descent over the tokens that are left."""

    def __init__(self, tokens: list[str], text: str) -> None:
        self.rest = tokens
        self._text = text

    def sum(self) -> Node:
        node = self._product()
        while self.rest and self.rest[0] in "+-":
            node = Binary(self.rest.pop(0), node, self._product())
        return node

    def _product(self) -> Node:
        node = self._factor()
        while self.rest and self.rest[0] in "*/":
            node = Binary(self.rest.pop(0), node, self._factor())
        return node

    def _factor(self) -> Node:
        token = self.rest.pop(0) if self.rest else ""
        if token == "(":
            return self._closed()
        if token[:1].isdigit():
            return Number(Decimal(token))
        if token in FUNCTIONS:
            self._expect("(")
            return Call(token, self._closed())
        if token[:1].isalpha():
            return Name(token)
        raise SettingError(f"formula {self._text!r}: unexpected {token or 'end'!r}")

    def _closed(self) -> Node:
        node = self.sum()
        self._expect(")")
        return node

    def _expect(self, sign: str) -> None:
        if not self.rest or self.rest.pop(0) != sign:
            raise SettingError(f"formula {self._text!r}: {sign!r} is missing")
