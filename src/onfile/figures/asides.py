"""Which tables are not of the whole company? Told by what they print, or by their share of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal

from onfile.types import Figure

MONEY_STATEMENTS = frozenset(["income", "balance_sheet", "cash_flow", "equity"])
# Lines of a whole company of which another amount in the same period is another company's.
TELLING = frozenset(
    [
        "revenue",
        "cogs",
        "gross_profit",
        "operating_income",
        "pretax_income",
        "net_income",
        "net_income_attributable",
        "cash",
        "inventories",
        "current_assets",
        "total_assets",
        "current_liabilities",
        "total_liabilities",
        "equity",
    ]
)

_OF_A_PART = re.compile(  # "Seals Business (33.9% of consolidated sales):" above its table
    r"\(\s*\d+(?:\.\d+)?\s?%\s+of\s+(?:consolidated|total|net|company)\b", re.I
)


def asides_among(
    figures: Sequence[Figure], primary: AbstractSet[tuple[str, int]]
) -> frozenset[tuple[str, int, int]]:
    """Tables (document id, page, table) that are not of the whole company.

    An investee's summary, assets held for sale or a segment's column prints another revenue, or
    other assets, than the document's own statement of the same period. What else such a table
    states is then no answer to a question that asks for the company.
    """
    stated: dict[tuple[str, str, str], list[Figure]] = defaultdict(list)
    noted: dict[tuple[str, int, int], list[Figure]] = defaultdict(list)
    for figure in figures:
        if figure.concept not in TELLING or figure.period is None or figure.is_percent:
            continue
        is_stated = figure.statement in MONEY_STATEMENTS
        if is_stated and (figure.document_id, figure.page) in primary:
            stated[figure.document_id, figure.concept or "", figure.period.name].append(figure)
        elif not is_stated and figure.scale is not None and figure.unit is None:
            noted[figure.document_id, figure.page, figure.table].append(figure)
    return frozenset(place for place, table in noted.items() if _contradicts(table, stated))


def is_of_a_part(figure: Figure) -> bool:
    """The heading above its table says which share of the whole the table is about."""
    return _OF_A_PART.search(figure.table_title) is not None


def _contradicts(
    table: Sequence[Figure], stated: Mapping[tuple[str, str, str], Sequence[Figure]]
) -> bool:
    """True where a line that the statement prints too has none of its amounts in the table."""
    said: dict[tuple[str, str, str], list[Figure]] = defaultdict(list)
    for figure in table:
        period = figure.period.name if figure.period else ""
        said[figure.document_id, figure.concept or "", period].append(figure)
    for key, ours in said.items():
        theirs = [f for f in stated.get(key, ()) if f.scale is not None and f.unit is None]
        if theirs and not any(_alike(a, b) for a in ours for b in theirs):
            return True
    return False


def _alike(one: Figure, other: Figure) -> bool:
    """The same size to the precision of the coarser print."""
    steps = [
        Decimal(1).scaleb(int(f.value.as_tuple().exponent)) * (f.scale or 1) for f in (one, other)
    ]
    a, b = (abs(f.value * (f.scale or 1)) for f in (one, other))
    return abs(a - b) <= max(steps)
