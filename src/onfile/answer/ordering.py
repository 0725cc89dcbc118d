"""Which of several comes first, when a question asks for it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from decimal import Decimal

_ORDER = re.compile(
    r"\b(?:which|who|rank\w*|order|most|least|highest|lowest|largest|smallest|biggest|best|worst|"
    r"greatest|top)\b",
    re.I,
)
_FROM_LOWEST = re.compile(r"\b(?:least|lowest|smallest|worst|fewest|ascending)\b", re.I)


_LESSER = re.compile(r"\b(?:lower|less|smaller|fewer|worse|slower|weaker)\b", re.I)
_LOSS = re.compile(r"\bloss(?:es)?\b", re.I)  # the larger loss is the smaller number


def names_in_order(
    question: str, amounts: Sequence[Decimal], names: Sequence[str]
) -> tuple[str, ...]:
    """The names by their amounts, the one that a question of which asks for first.

    Empty where it asks for none of them, or two share the first place.
    """
    if not asks_order(question) or len(set(names)) < len(names) or _LOSS.search(question):
        return ()
    from_lowest = _FROM_LOWEST.search(question) or _LESSER.search(question)
    ranked = sorted(zip(amounts, names, strict=True), reverse=from_lowest is None)
    return () if ranked[0][0] == ranked[1][0] else tuple(name for _, name in ranked)


def asks_order(question: str) -> bool:
    """True where the question asks which of several comes first."""
    return _ORDER.search(question) is not None


def in_order(question: str, amounts: Sequence[Decimal], lines: Sequence[str]) -> str:
    """The lines by their amounts, the highest first unless the lowest is asked for.

    Lines of the same amount stand together ("and").
    """
    from_lowest = _FROM_LOWEST.search(question) is not None
    ranked = sorted(zip(amounts, lines, strict=True), key=lambda a: a[0], reverse=not from_lowest)
    first = "Lowest" if from_lowest else "Highest"
    groups = itertools.groupby(ranked, key=lambda a: a[0])
    places = (" and ".join(line for _, line in alike) for _, alike in groups)
    return f"{first}: {'; then '.join(places)}."
