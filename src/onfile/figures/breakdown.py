"""Tables that break one quantity down: by segment, by region, by category.

"Which region had the highest EBITDAR?" is answered by a whole table whose rows (or columns) are
regions. No single row is the answer before all are compared, and the rows' names (*Las Vegas
Strip Resorts*) are in no lexicon; what tells such a table is its metric and its shape.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from onfile.types import Figure

Terms = Callable[[str], Sequence[str]]

MIN_PARTS = 3  # rows that are no known line item, from which a table is a breakdown by itself
MIN_PLACES = 2
UNNAMED_SCORE = 0.4  # rows are regions, but of what the table itself does not say
BASE_SCORE = 1.0  # as a row that is exactly what is asked for

_PLACES = re.compile(
    r"\b(?:u\.?s\.?(?:a\.?)?|united\s+(?:states|kingdom)|domestic|international|foreign|regional|americas?|north"
    r"|latin|south|europe|emea|asia|apac|pacific|china|japan|india|germany|france|uk|canada|mexico"
    r"|brazil|australia|africa|middle\s+east|rest\s+of\s+(?:the\s+)?world|other\s+(?:countries|regions))\b",
    re.IGNORECASE,
)
_NAMED = {
    "places": re.compile(
        r"\b(?:geograph\w+|regions?|regional|countr(?:y|ies)|territor\w+)\b", re.I
    ),
    "segments": re.compile(r"\b(?:segments?|divisions?|business\s+units?)\b", re.I),
    "categories": re.compile(
        r"\b(?:categor\w+|product\s+lines?|mix|products?|services?|brands?)\b", re.I
    ),
}
_STATEMENTS = frozenset(["income", "balance_sheet", "cash_flow", "equity", "comprehensive_income"])
_TITLE_TAIL = 120  # characters: a title runs into the prose before it, its end names the table
_HELD_FOR_SALE = re.compile(r"\b(?:available|held)[-\s]for[-\s]sale\b", re.I)
_TOTAL = re.compile(r"\b(?:total|consolidated|worldwide|eliminations?|unallocated)\b", re.I)


@dataclass(frozen=True, slots=True)
class BreakdownQuestion:
    """What is broken down, and by what.

    Attributes:
        concepts: Ids of the metric's concepts.
        prints: Ways the metric is printed, each as a set of stems.
        dimension: "places", "segments" or "categories".
    """

    concepts: frozenset[str]
    prints: tuple[frozenset[str], ...]
    dimension: str


def breakdowns(
    asked: BreakdownQuestion, figures: Iterable[Figure], terms: Terms
) -> list[tuple[Figure, float]]:
    """The first part of each fitting table, with the table's score; best first.

    Args:
        asked: The metric and the dimension.
        figures: Of the period in question, those of a table together.
        terms: Makes stems of text.
    """
    found = []
    for _, group in groupby(figures, key=lambda f: (f.document_id, f.page, f.table)):
        table = list(group)
        parts = [f for f in table if _TOTAL.search(f.label) is None]
        score = _score(asked, table, parts, terms)
        if score > 0.0:
            found.append((parts[0], score))
    return sorted(found, key=lambda x: (-x[1], x[0].document_id, x[0].page, x[0].table))


def _score(
    asked: BreakdownQuestion, table: Sequence[Figure], parts: Sequence[Figure], terms: Terms
) -> float:
    """0 for a table that is not broken down so; less for one that does not name the metric."""
    n_parts = len({f.label for f in parts if f.concept is None})
    named = _names_dimension(asked.dimension, table)
    is_metric = _names_metric(asked, table, terms)
    is_plain = n_parts < MIN_PARTS or table[0].statement in _STATEMENTS
    if not parts or not (named or is_metric) or (is_plain and not named):
        return 0.0
    size = 0.02 * min(n_parts, 10)
    return (BASE_SCORE if is_metric else UNNAMED_SCORE) + 0.3 * named + size


def _names_metric(asked: BreakdownQuestion, table: Sequence[Figure], terms: Terms) -> bool:
    if any(f.concept in asked.concepts for f in table):
        return True
    texts = {*_headings(table), *_totals(table)}
    said = [frozenset(terms(_HELD_FOR_SALE.sub(" ", text))) for text in texts]
    return any(printed and printed <= stems for printed in asked.prints for stems in said)


def _names_dimension(dimension: str, table: Sequence[Figure]) -> float:
    """1 where headings or rows are of the dimension, 0.5 for segments in place of categories."""
    headings = _headings(table)
    if any(_NAMED[dimension].search(text) for text in headings):
        return 1.0
    if any(_NAMED[dimension].search(label) for label in _totals(table)):
        return 1.0  # "Total business segment operating income"
    if dimension == "places":
        labels, headers = {f.label for f in table}, {f.column_header for f in table}
        return float(any(n_places(side) >= MIN_PLACES for side in (labels, headers)))
    if table[0].statement == "segments" or any(_NAMED["segments"].search(t) for t in headings):
        return 1.0 if dimension == "segments" else 0.5
    return 0.0


def n_places(texts: Iterable[str]) -> int:
    """How many different countries and regions the texts name."""
    return len({match.group().lower() for text in texts for match in _PLACES.finditer(text)})


def _totals(table: Sequence[Figure]) -> set[str]:
    return {figure.label for figure in table if _TOTAL.search(figure.label)}


def _headings(table: Sequence[Figure]) -> set[str]:
    """What stands above the rows: the end of the title, column headers, headings of rows."""
    found = {table[0].table_title[-_TITLE_TAIL:]}
    for figure in table:
        found.add(figure.column_header[-_TITLE_TAIL:])
        found.update(figure.path)
    return found
