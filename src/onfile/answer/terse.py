"""A question without a verb asks for a number: "Northwind ferry deliveries 2031"."""

from __future__ import annotations

import re

_SENTENCE = re.compile(
    r"\?\s*\S|\b(?:what|which|whom?|whose|how|why|when|where|did|do|does|is|are|was|were|has|have|had|can|"
    r"will|would|should|list|name|describe|explain|compare|summari[sz]e|tell|show|sa(?:y|id)|about|vs|"
    r"versus|reasons?|drivers?|cause[ds]?)\b",
    re.I,
)
_GROWTH = re.compile(r"\bgrowth\b", re.I)
_MONEY = re.compile(
    r"\b(?:revenues?|sales|income|profits?|earnings|ebitdar?|charges?|costs?|expenses?|spend(?:ing)?|"
    r"capex|purchases|proceeds|buybacks?|loss(?:es)?|price|backlog|debt|cash)\b"
    r"(?!\s+(?:growth|volume|mix|split|per|dates?))",
    re.I,
)
_COUNT = re.compile(
    r"\b(deliveries|stores|members|customers|users|buyers|employees|subscribers|shipments|openings|"
    r"beds|rooms|aircraft|patients|locations|branches|restaurants)\b(?!\s+(?:revenue|sales|growth))",
    re.I,
)


def is_terse(question: str) -> bool:
    """No verb and no word that asks."""
    return _SENTENCE.search(question) is None


def number_of(question: str) -> tuple[str, str]:
    """("money" | "percent" | "count" | "", the noun that is counted) of a terse question."""
    if not is_terse(question):
        return "", ""
    counted = _COUNT.search(question)
    if counted is not None:
        return "count", counted[1]
    if _GROWTH.search(question):
        return "percent", ""
    return ("money" if _MONEY.search(question) else ""), ""
