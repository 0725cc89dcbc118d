"""Facts that a web filing tags inline: the number, what it is, its period and its unit.

Only facts of the whole company are kept: those whose context has no segment or scenario. A fact in
a hidden part counts as well; one whose number can't be read is left out.

Reference: XBRL International, *Inline XBRL Part 1: Specification 1.1*, 2013, sections 10 and 15.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from onfile.adapters.htmlfile import tree_of
from onfile.types import Fact

_DIGITS = re.compile(r"[\d.,\s\u00a0]*\d[\d.,\s\u00a0]*")
_ZERO = re.compile(r"zero|nocontent|dash", re.IGNORECASE)
_COMMA = re.compile(r"num-?comma|numcomma", re.IGNORECASE)
MAX_SCALE = 18  # powers of ten; more is a mistake or an attack


@dataclass(frozen=True, slots=True)
class _Context:
    start: dt.date | None
    end: dt.date


def facts_in(path: Path) -> tuple[Fact, ...]:
    """The facts of a web filing in the order in which they stand, each once; empty without tags.

    Raises:
        UnreadableFile: the file can't be read as a web page.
    """
    if b"nonfraction" not in path.read_bytes().lower():
        return ()
    tree = tree_of(path)
    contexts = dict(_contexts(tree))
    units = dict(_units(tree))
    found = (_fact(element, contexts, units) for element in _named(tree, "ix:nonfraction"))
    return tuple(dict.fromkeys(fact for fact in found if fact is not None))


def _fact(element: Any, contexts: dict[str, _Context], units: dict[str, str]) -> Fact | None:
    context = contexts.get(element.get("contextref") or "")
    unit = units.get(element.get("unitref") or "")
    printed = " ".join("".join(element.itertext()).split())
    amount = _amount(element, printed)
    if context is None or unit is None or amount is None:
        return None
    return Fact(element.get("name") or "", context.start, context.end, amount, unit, printed)


def _amount(element: Any, printed: str) -> Decimal | None:
    """The number in ones, with its sign; None where it can't be read."""
    form = element.get("format") or ""
    if (element.get("xsi:nil") or "").lower() == "true":
        return None
    digits = _DIGITS.search(printed)
    if digits is None:
        return Decimal(0) if _ZERO.search(form) else None
    text = re.sub(r"[\s\u00a0]", "", digits.group())
    text = text.replace(".", "").replace(",", ".") if _COMMA.search(form) else text.replace(",", "")
    try:
        scale = int(element.get("scale") or 0)
        number = Decimal(text)
    except (InvalidOperation, ValueError):
        return None
    if abs(scale) > MAX_SCALE:
        return None
    return (-number if element.get("sign") == "-" else number).scaleb(scale)


def _contexts(tree: Any) -> Iterator[tuple[str, _Context]]:
    for element in _named(tree, "xbrli:context"):
        if any(True for _ in _named(element, "xbrli:segment", "xbrli:scenario")):
            continue
        instant = _date(element, "xbrli:instant")
        start, end = _date(element, "xbrli:startdate"), _date(element, "xbrli:enddate")
        if instant is not None:
            yield element.get("id") or "", _Context(None, instant)
        elif start is not None and end is not None:
            yield element.get("id") or "", _Context(start, end)


def _units(tree: Any) -> Iterator[tuple[str, str]]:
    """Unit ids with what they are: "USD", "USD per share", "shares", "pure"."""
    for element in _named(tree, "xbrli:unit"):
        measures = [_local(m.text or "") for m in _named(element, "xbrli:measure")]
        if len(measures) == 1:
            yield element.get("id") or "", measures[0]
        elif len(measures) == 2:  # numerator, denominator
            yield element.get("id") or "", f"{measures[0]} per {measures[1].removesuffix('s')}"


def _named(tree: Any, *names: str) -> Iterator[Any]:
    return (element for element in tree.iter() if element.tag in names)


def _date(element: Any, name: str) -> dt.date | None:
    found = next(_named(element, name), None)
    try:
        return dt.date.fromisoformat((found.text or "").strip()[:10]) if found is not None else None
    except ValueError:
        return None


def _local(measure: str) -> str:
    return measure.strip().rpartition(":")[2]
