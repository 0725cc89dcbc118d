"""The breakdowns that a question of parts is about: which rows, of which tables, are certain."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from decimal import Decimal

from onfile.answer.direction import year_before
from onfile.answer.ranked import COMPARED, EXCLUDED, OVER, SHARE
from onfile.answer.request import Breakdown, Part, Terms
from onfile.figure_ranking import DIMENSIONS, PROFIT, SALES, FigureRanking
from onfile.figures.breakdown import MIN_PLACES, BreakdownQuestion, breakdowns, n_places
from onfile.figures.parts import Sum, place_of, sums_of
from onfile.retrieve.scoped import OTHER_NAMING
from onfile.types import Figure, Intent, Pair

MIN_SCORE = 1.05  # of a table (breakdown.py): the metric is named, by the rows' total at least
MAX_LINE_ITEMS = 1 / 3  # of the rows; more of them are a statement rather than a breakdown
MIN_WHOLE = Decimal("0.8")  # of the largest total: segments' sums leave corporate items out
_SEGMENTS = re.compile(r"\b(?:segments?|divisions?)\b", re.I)
_OF_SEGMENTS = re.compile(r"\btotal\b.*\b(?:segments?|divisions?)\b", re.I)
_PLACES = re.compile(r"\b(?:geograph\w+|regions?|countr(?:y|ies))\b", re.I)
_PRODUCTS = re.compile(r"\b(?:products?|services?|categor\w+|brands?|offerings?)\b", re.I)
_IS_SALES = re.compile(r"_(?:revenue|sales)$")
_NO_PART = re.compile(
    r"\b(?:corporate|unallocated|eliminations?|intersegment|reconciling|management and other)\b"
    r"|\b(?:consolidated|company|sub-?total|grand total|worldwide)\b|\btotals?$"
    r"|^(?:(?:all|reportable|business|operating|total)\s+)*segments?\b"
    r"|^(?:all\s+)?other\b(?!\s+(?:countries|asia|europe|americas))|^less\b|\badjustments?\b",
    re.I,
)
MAX_NAME_WORDS = 6
_ACCOUNT = re.compile(
    r"\b(?:income|loss(?:es)?|earnings|gains?|taxe?s?|provision|costs?|expenses?|charges?|interest|"
    r"depreciation|amortization|restructuring|revenues?|sales|win|payments?|value|margin|profit|"
    r"considerations?|transactions?|adjusted|net|receivables?|assets?|equity|volume|price)\b",
    re.I,
)
_TOTAL = re.compile(r"^(?:sub-?)?total\s+|\s*\(unlabelled on the page\)", re.I)
# Words that ask for a rank or a share, and those that name a dimension: they select no table.
_ASKING = """
perform performance performing contribution contribute contributed topline top line market part
year-over-year yoy percentage share portion basis drop dropped decline growth fastest slowest
strongest weakest rank ranked region geographic geography segment business category product
operating reportable come came represent represented generate generated account accounted company
overall more than over exceed service services
faster slower larger bigger smaller higher lower less better worse stronger weaker compare grow grew
lost lose losing loss losses money make made profitable unprofitable shrank shrink shrunk
drag dragged drags dragging down
proportionally breakdown broken split composition mix reporting
major single respective usa biggest largest smallest highest lowest best worst most least
"""


class Breakdowns:
    """Finds what is broken down in the documents of a pair."""

    def __init__(self, ranking: FigureRanking, terms: Terms) -> None:
        self._ranking = ranking
        self._terms = terms
        self._asking = frozenset(terms(_ASKING)) | frozenset(_ASKING.split())

    def of_pair(
        self, intent: Intent, pair: Pair, documents: Mapping[str, int], rest: Sequence[str]
    ) -> list[Breakdown]:
        """Tables whose rows add up and that name the metric and the dimension; nearest first.

        Args:
            intent: The question.
            pair: Of one company and one period.
            documents: Those of the pair, with their distance from the period's own filing.
            rest: Terms of the question that name neither the metric nor its shape; each must be
                met by the words around the rows.
        """
        is_bound = OVER.search(intent.asked) is not None
        rest = [t for t in rest if t not in self._left_out(intent.asked)]
        is_of_row = not is_bound and SHARE.search(intent.asked) is not None
        is_of_row |= not is_bound and COMPARED.search(intent.asked) is not None
        asked = self._ranking.breakdown_asked(intent, "segments" if is_of_row else None)
        if asked is None or pair.period is None:
            return []
        figures = self._ranking.figures_of(pair.period, documents)
        tables = {
            (figure.document_id, figure.page, figure.table): score
            for figure, score in breakdowns(asked, figures, self._terms)
            if score >= MIN_SCORE
        }
        fitting = [f for f in figures if (f.document_id, f.page, f.table) in tables]
        said = self._asking.union(*asked.prints)
        needed = [t for t in rest if t not in said and not t.endswith("%")]
        sums = [s for s in sums_of(fitting) if self._fits(s, asked, needed, is_of_row=is_of_row)]
        sums = [s for s in sums if is_of_row or _is_of(s, asked.dimension)]
        own = (s for s in sums if self._names_metric(_own_words(s), asked))
        whole = self._consolidated(figures, asked, documents)
        own_named = {id(s) for s in own}
        named = [s for s in sums if is_of_row and self._is_total_named(s, intent, asked)]
        sums = _without_others(sums, self._of_others(figures, asked, documents))
        sums = _of_the_whole(_one_a_table(sums, asked.dimension, own_named, whole), whole)
        if named:
            nearest = min(documents.get(s.total.document_id, 9) for s in named)
            sums = [s for s in named if documents.get(s.total.document_id, 9) == nearest]
        sums.sort(key=lambda s: (documents.get(s.total.document_id, 9), s.total.page))
        own_year = [s for s in sums if documents.get(s.total.document_id, 9) < OTHER_NAMING]
        sums = own_year or sums  # a report whose own year it is under another name is the last
        earlier = self._ranking.figures_of(year_before(pair.period), documents) if sums else []
        rows = _Rows(_by_row(earlier), _columns(figures if sums else []), _columns(earlier))
        words = _name(sums[0].total) if named else _metric_words(intent, asked)
        return [one for one in (_breakdown(s, rows, words) for s in sums) if one is not None]

    def _is_total_named(self, found: Sum, intent: Intent, asked: BreakdownQuestion) -> bool:
        """The question names the part that the rows add up to ("of Tools sales")."""
        plain = frozenset(self._terms("total net sales revenue revenues")).union(*asked.prints)
        own = frozenset(self._terms(found.total.label)) - plain
        return bool(own) and own <= frozenset(intent.terms)

    def _left_out(self, question: str) -> frozenset[str]:
        """Stems of the parts that the question leaves out ("excluding Embedded")."""
        found = EXCLUDED.search(question)
        return frozenset(self._terms(found[0])) if found is not None else frozenset()

    def part_names(
        self, pair: Pair, documents: Mapping[str, int], sales: tuple[frozenset[str], ...]
    ) -> list[str]:
        """What the company's sales are broken down into: segments, regions, lines of products.

        Args:
            pair: Of one company and one period.
            documents: Those of the pair, with their distance from the period's own filing.
            sales: Ways in which sales are printed, each as a set of stems.
        """
        if pair.period is None:
            return []
        figures = self._ranking.figures_of(pair.period, documents)
        found: dict[str, None] = {}
        for dimension in dict.fromkeys(DIMENSIONS.values()):
            asked = BreakdownQuestion(frozenset([SALES]), sales, dimension)
            tables = {
                (f.document_id, f.page, f.table)
                for f, score in breakdowns(asked, figures, self._terms)
                if score >= MIN_SCORE
            }
            fitting = (f for f in figures if (f.document_id, f.page, f.table) in tables)
            for one in sums_of(fitting):
                if _n_line_items(one) <= MAX_LINE_ITEMS * len(one.parts):
                    names = (_name(p) for p in one.parts if _may_be_part(p))
                    found |= dict.fromkeys(n for n in names if _is_name(n))
        return list(found)

    def _consolidated(
        self,
        figures: Sequence[Figure],
        asked: BreakdownQuestion,
        documents: Mapping[str, int],
    ) -> Decimal | None:
        """What the financial statements give for the whole company; None where they do not."""
        places = self._ranking.statement_places(documents)
        stated = [
            abs(_amount(figure))
            for figure in figures
            if figure.concept in asked.concepts and (figure.document_id, figure.page) in places
        ]
        return max(stated, default=None)

    def _of_others(
        self,
        figures: Sequence[Figure],
        asked: BreakdownQuestion,
        documents: Mapping[str, int],
    ) -> frozenset[Decimal]:
        """Amounts that the statements give for other quantities than the one asked for."""
        places = self._ranking.statement_places(documents)
        return frozenset(
            abs(_amount(figure))
            for figure in figures
            if figure.concept is not None and figure.concept not in asked.concepts
            if figure.statement is not None and (figure.document_id, figure.page) in places
        )

    def _fits(
        self, found: Sum, asked: BreakdownQuestion, needed: Sequence[str], *, is_of_row: bool
    ) -> bool:
        concept = found.total.concept
        if concept is not None and concept not in asked.concepts:
            return False
        if _n_line_items(found) > MAX_LINE_ITEMS * len(found.parts):
            return False
        said = frozenset(self._terms(found.words))
        is_metric = concept is not None or self._names_metric(found.words, asked)
        if is_of_row:  # the question names rows
            said |= frozenset(t for part in found.parts for t in self._terms(part.label))
        return is_metric and all(term in said for term in needed)

    def _names_metric(self, words: str, asked: BreakdownQuestion) -> bool:
        said = frozenset(self._terms(words))
        return any(printed and printed <= said for printed in asked.prints)


def _may_be_part(figure: Figure) -> bool:
    """No line of the statements, but for one that is some kind of sales ("Gaming")."""
    return figure.concept is None or _IS_SALES.search(figure.concept) is not None


def _is_name(name: str) -> bool:
    """A part of the business, and no line of an account."""
    is_short = len(name.split()) <= MAX_NAME_WORDS and name[:1].isupper()
    return is_short and not _NO_PART.search(name) and not _ACCOUNT.search(name)


def _without_others(sums: Sequence[Sum], others: AbstractSet[Decimal]) -> list[Sum]:
    """Without sums beside others of their table that come to what another quantity is.

    Of "Income before tax" and "Segment sales" side by side, the one that adds up to the revenue
    breaks down the revenue.
    """
    kept = [s for s in sums if abs(_amount(s.total)) not in others]
    tables = {_table_key(s.total) for s in kept}
    return [s for s in sums if s in kept or _table_key(s.total) not in tables]


def _of_the_whole(sums: Sequence[Sum], whole: Decimal | None) -> list[Sum]:
    """Those that break down the whole company rather than one part of it.

    A total that says it is the segments' may be far from the company's: what belongs to none of
    them stands between.
    """
    largest = max((abs(_amount(s.total)) for s in sums), default=Decimal(0))
    least = MIN_WHOLE * (largest if whole is None else whole)
    return [
        s
        for s in sums
        if abs(_amount(s.total)) >= least or _OF_SEGMENTS.search(s.total.label) is not None
    ]


def _is_of(found: Sum, dimension: str) -> bool:
    """Rows that are places answer a question of regions, and of segments where so titled."""
    are_places = [n_places([part.label]) > 0 for part in found.parts]
    if dimension == "places":
        return any(are_places)
    if dimension == "segments" and _PRODUCTS.search(found.words):
        return _SEGMENTS.search(found.words) is not None
    is_titled = _SEGMENTS.search(found.words) and not _PLACES.search(found.words)
    return sum(are_places) < MIN_PLACES or (bool(is_titled) and not all(are_places))


def _amount(figure: Figure) -> Decimal:
    return figure.value * (figure.scale or 1)


def _own_words(found: Sum) -> str:
    """What names the rows' own metric: their headings, column and total, not the table's title."""
    first = found.parts[0]
    return f"{' '.join(first.path)} {first.column_header} {found.total.label}"


def _n_line_items(found: Sum) -> int:
    known = (part.concept for part in found.parts if part.concept is not None)
    return sum(_IS_SALES.search(concept) is None for concept in known)


def _one_a_table(
    sums: Sequence[Sum], dimension: str, own_named: AbstractSet[int], whole: Decimal | None
) -> list[Sum]:
    """Of each table the rows that are of the dimension; none where several sets of rows are.

    Of the same rows under two headings (revenue, operating income) those are meant that come to
    ``whole``, what the statements give for the metric.
    """
    by_table: dict[_TableKey, list[Sum]] = {}
    for one in sums:
        by_table.setdefault(_table_key(one.total), []).append(one)
    kept = []
    for found in by_table.values():
        upper = [s for s in found if s.is_of_totals]
        if upper and dimension != "categories":
            found = upper
        own = [s for s in found if id(s) in own_named]
        if not own and whole is not None:
            own = [s for s in found if abs(_amount(s.total)) == whole]
        if not own and len({place_of(s.total) for s in found}) > 1:
            continue  # several columns, and only the title says of what
        found = own or found
        rows = {tuple(p.label for p in s.parts) for s in found}
        amounts = {s.total.value for s in found}
        if len(rows) == 1 and len(amounts) == 1:
            kept.append(found[0])
    return kept


_RowKey = tuple[str, int, int, int]
_TableKey = tuple[str, int, int]


def _by_row(figures: Sequence[Figure]) -> dict[_RowKey, list[Figure]]:
    """Amounts by their row, in order of columns."""
    rows: dict[_RowKey, list[tuple[int, Figure]]] = {}
    for figure in figures:
        place = place_of(figure)
        if place is not None and not figure.is_percent:
            rows.setdefault(_row_of(figure), []).append((place[1], figure))
    return {key: [f for _, f in sorted(row, key=lambda c: c[0])] for key, row in rows.items()}


def _row_of(figure: Figure) -> _RowKey:
    place = place_of(figure)
    return (figure.document_id, figure.page, figure.table, place[0] if place else -1)


def _columns(figures: Sequence[Figure]) -> dict[_TableKey, list[int]]:
    """The columns of each table in which figures stand, from the left."""
    found: dict[_TableKey, set[int]] = {}
    for figure in figures:
        place = place_of(figure)
        if place is not None:
            found.setdefault(_table_key(figure), set()).add(place[1])
    return {key: sorted(columns) for key, columns in found.items()}


def _table_key(figure: Figure) -> _TableKey:
    return figure.document_id, figure.page, figure.table


@dataclass(frozen=True, slots=True)
class _Rows:
    """The amounts of the year before by row, and the columns of both years by table."""

    earlier: Mapping[_RowKey, Sequence[Figure]]
    columns: Mapping[_TableKey, Sequence[int]]
    columns_before: Mapping[_TableKey, Sequence[int]]

    def before(self, figure: Figure) -> Figure | None:
        """The same column's amount one year before.

        Of several columns ("Sales 2032 2031, Operating profit 2032 2031") the first belongs to
        the first.
        """
        found = [f for f in self.earlier.get(_row_of(figure), ()) if f.scale == figure.scale]
        if len(found) == 1:
            return found[0]
        place, key = place_of(figure), _table_key(figure)
        now, then = self.columns.get(key, ()), self.columns_before.get(key, ())
        if place is None or place[1] not in now or len(now) != len(then):
            return None
        column = then[now.index(place[1])]
        return next((f for f in found if (place_of(f) or (0, -1))[1] == column), None)


def _breakdown(found: Sum, rows: _Rows, words: str) -> Breakdown | None:
    parts = [_part(figure, rows) for figure in found.parts]
    total = _part(found.total, rows)
    if not _adds_up_before(parts, total):
        parts, total = [replace(p, before=None) for p in parts], replace(total, before=None)
    named = tuple(p for p in parts if not _NO_PART.search(p.name))
    others = tuple(p for p in parts if _NO_PART.search(p.name))
    if len(named) < 2 or len({p.name.lower() for p in named}) < len(named):
        return None
    return Breakdown(words, named, others, total)


def _adds_up_before(parts: Sequence[Part], total: Part) -> bool:
    """Where all of the year before is known, it comes to its total as well."""
    before = [p.before.value for p in parts if p.before is not None]
    if total.before is None or len(before) < len(parts):
        return True
    return abs(sum(before, Decimal(0)) - total.before.value) <= len(parts)  # each is rounded


def _part(figure: Figure, rows: _Rows) -> Part:
    return Part(_name(figure), figure, rows.before(figure))


def _name(figure: Figure) -> str:
    return " ".join(_TOTAL.sub("", figure.label).split())


def _metric_words(intent: Intent, asked: BreakdownQuestion) -> str:
    named = [m.words for m in intent.concepts if m.concept in asked.concepts]
    unnamed = "operating income" if PROFIT in asked.concepts else "revenue"
    return named[0] if named else unnamed
