"""Which stored figures are what the question asks for?

A figure is matched by its concept where the lexicon knows one, and by its own words always: the
row's label, the headings above it, the column's header and the table's title. Both are needed:
"casino revenue" is the row *Casino* under *Revenues*, which no lexicon holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from onfile.figures.asides import MONEY_STATEMENTS, asides_among, is_of_a_part
from onfile.language.labels import normal_label
from onfile.types import ConceptMention, Figure, FigureMatch, Score, ScoreKind

Terms = Callable[[str], Sequence[str]]
"""Stemmed content terms of a text, in order."""

# Words that a question adds or a label adds without changing which line is meant.
WEAK_WEIGHT = 0.15
PREFIX_LENGTH = 3
FLOWS = frozenset(["income", "cash_flow"])
WEAK_WORDS = (
    "total amount figure number value balance expense cost charge spend spending record report "
    "consolidated level year end annual full dollar usd million thousand billion crore reported "
    "gaap company corporate group overall line item statement sheet income-statement actual "
    "incurred book carry show recognize post bid item tab tabulation bidder price"
)
SAID_WHOLE = 2.0  # a row of a statement whose whole label is what is asked, above all others
SAID_BONUS = 0.07  # of two rows of one concept, the one that is printed in the question's words
SAYS_MORE = 0.006  # for each word of a row of the concept that the question does not have
GROSS_COST = 0.05  # a row without "net" where the net amount is meant
STATEMENT_BONUS = 0.1  # the statement that is named, or in which such a thing lives
# Words of a label that make it a part of what is asked for without them.
NARROWING_WORDS = (
    "current noncurrent short-term long-term foreign domestic accumulated discontinued"
)
ADJUSTED_WORDS = "adjusted non-gaap non gaap core pro forma"
TIME_WORDS = "end ended ending year fiscal annual full"  # when, not what
# Words of a column's header that say when or how it is stated, not of what.
HEADER_WORDS = (
    "three-month six-month nine-month twelve-month year-to-date ytd half year years ended ending "
    "end fiscal quarter quarters month months week weeks three six nine twelve thirteen twenty-six "
    "fifty-two fifty-three first second third fourth of at as for the period january february "
    "march april may june july august september october november december jan feb mar apr jun jul "
    "aug sep sept oct nov dec q1 q2 q3 q4 fy cy h1 h2 unaudited audited restated recast reported "
    "adjusted total consolidated worldwide company group amount amounts actual carrying value "
    "balance dollars millions thousands billions usd inr rs crore crores in and note notes ref "
    "percent change"
)
_NET = re.compile(r"\bnet\b|\bless\b", re.I)
_AT_A_DAY = re.compile(r"\b(?:at|as of) (?:the |year |fiscal )*end\b|\bas of\b|\bat \w+ 3[01]\b")
_QUARTERLY = re.compile(r"\bquarterly\b", re.I)
_ADJUSTED = re.compile(r"\badjusted\b|\bnon-?gaap\b|\bpro forma\b", re.I)
_ADJUSTS = re.compile(
    r"\bimpacts? of (?:the |this )?(?:adjustment|change|adoption|restatement)|"
    r"\beffects? of (?:the |this )?(?:change|adoption|restatement)|\bas previously reported\b",
    re.I,
)
_TOTAL = re.compile(
    r"^\W*(?:total|consolidated|reportable|net cash|net increase|net decrease)\b", re.I
)
MET_IN = (1.0, 0.95, 0.9, 0.8)  # label, path, column, title: that may name more than one measure
PRIMARY_BONUS = 0.1  # the statement itself rather than a note, a segment or a discussion


@dataclass(frozen=True, slots=True)
class FigureQuestion:
    """One quantity asked for: its concept's mention, if any, and the other terms.

    Attributes:
        unit: The lexicon's unit of the concept: percentages and amounts are never mixed up.
        alike: Other concepts that answer it as well ("net income" and the parent's share of it).
        said: The question as ``normal_label`` gives it.
        said_terms: All terms that name what is asked for.
        is_whole: The total is asked for: no row of a part of it ("short-term") will do.
        otherwise: The same ``terms`` with an abbreviation spelt out, or the other way round.
        is_strict: Only rows of ``statement`` itself will do ("explicitly outlined in").
    """

    mention: ConceptMention | None
    mention_terms: tuple[str, ...]
    terms: tuple[str, ...]
    statement: str | None = None
    unit: str = ""
    alike: tuple[str, ...] = ()
    said: str = ""
    said_terms: tuple[str, ...] = ()
    is_whole: bool = False
    otherwise: tuple[tuple[str, ...], ...] = ()
    is_strict: bool = False

    @property
    def is_bare(self) -> bool:
        """A line of the whole company is asked for: no segment, investee or plan is named."""
        return self.mention is not None and not self.terms and self.statement is not None

    @property
    def is_of_net(self) -> bool:
        """The concept is what is left after deductions, whether or not the question says net."""
        return self.mention is not None and self.mention.concept.endswith("_net")

    def fits_unit(self, figure: Figure) -> bool:
        """False where the figure is a percentage and an amount is asked for, or vice versa."""
        if self.unit == "percent":
            return figure.is_percent
        if self.unit == "count" and figure.statement in MONEY_STATEMENTS:
            return False  # "employee taxes paid" is no number of employees
        is_per_share = figure.unit is not None and figure.unit.endswith("per share")
        if self.unit in ("money", "per_share") and is_per_share != (self.unit == "per_share"):
            return False
        return not (figure.is_percent and self.unit in ("money", "per_share", "count", "shares"))

    def is_of_other_kind(self, figure: Figure, is_primary: bool) -> bool:
        """A balance is asked for and its change or a part of it is printed; or a flow so."""
        if self.statement in FLOWS:  # "Depreciation" among deferred taxes at a date is no flow
            is_aside = figure.statement is None and figure.is_instant
            return self.is_bare and is_aside and not is_primary
        if self.statement != "balance_sheet":
            return False
        is_aside = self.is_bare and not is_primary and not figure.is_instant
        return is_aside or figure.statement in ("cash_flow", "income")


@dataclass(frozen=True, slots=True)
class _Words:
    label: frozenset[str]
    around: tuple[frozenset[str], ...]  # the headings above the row, of its column, the title


class FigureMatcher:
    """Matches figures against questions; remembers the words of labels it has seen."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._weak = frozenset(terms(WEAK_WORDS))
        self._narrowing = frozenset(terms(NARROWING_WORDS))
        self._when = frozenset(terms(TIME_WORDS))
        self._quarterly = frozenset(terms("quarterly quarter"))
        self._adjusted = frozenset(terms(ADJUSTED_WORDS))
        self._header_words = frozenset(terms(HEADER_WORDS)) | self._weak
        self._seen: dict[str, frozenset[str]] = {}
        self._labels: dict[str, str] = {}

    def match(
        self,
        question: FigureQuestion,
        figures: Iterable[Figure],
        precedence: Mapping[str, int],
        primary: AbstractSet[tuple[str, int]] = frozenset(),
    ) -> list[FigureMatch]:
        """Figures that share a concept or a strong word with the question, best first.

        Args:
            question: What is asked for.
            figures: Candidates; the caller has narrowed company and period.
            precedence: Document id to its distance from the period's own filing.
            primary: Pages (document id, page) that hold a financial statement.
        """
        found = []
        if question.is_strict:
            figures = [f for f in figures if f.statement == question.statement]
        if question.mention is not None and not question.terms:
            figures = [f for f in figures if not is_of_a_part(f)]
        if question.is_bare:
            figures = list(figures)
            asides = asides_among(figures, primary)
            figures = [f for f in figures if (f.document_id, f.page, f.table) not in asides]
        spelt = (replace(question, terms=terms) for terms in question.otherwise)
        asked = (question, *spelt)
        for figure in figures:
            is_primary = (figure.document_id, figure.page) in primary
            nearness = precedence.get(figure.document_id, 9)
            ways = (self._held_against(q, figure, nearness, is_primary) for q in asked)
            one = max((w for w in ways if w is not None), key=_by_score, default=None)
            if one is not None:
                found.append(one)
        return sorted(found, key=order)

    def _held_against(
        self, question: FigureQuestion, figure: Figure, precedence: int, is_primary: bool
    ) -> FigureMatch | None:
        is_whole = is_primary and not self._is_part_of_flow(question, figure)
        if is_whole and self._is_said_whole(question, figure):
            whole = Score(SAID_WHOLE, ScoreKind.FIGURE)
            return FigureMatch(
                figure, whole, 1.0, 1.0, precedence, concept=figure.concept, is_literal=True
            )
        if not question.fits_unit(figure) or question.is_of_other_kind(figure, is_primary):
            return None
        is_concept = question.mention is not None and (
            figure.concept == question.mention.concept or figure.concept in question.alike
        )
        asked = [t for t in question.terms if t not in self._when]
        if not is_concept:
            asked += question.mention_terms
            if not self._shares_label(asked, self._stems(figure.label)):
                return None  # most figures: told before anything else is looked at
        if self._is_other_line(question, figure) or self._is_other_column(question, figure):
            return None
        words = self._words(figure)
        label_coverage, unmatched = self._coverage(asked, words)
        if question.mention is not None and is_concept:
            weight = max(sum(self._weight(t) for t in question.mention_terms), 1.0)
            rest = sum(self._weight(t) for t in asked)
            coverage = (weight + rest * label_coverage) / (weight + rest)
            said, _ = self._coverage(question.mention_terms, words)
            precision = 1.0 if not asked else 0.5 + 0.5 * label_coverage
            aside = 0
        else:
            coverage, said = label_coverage, 0.0
            precision = self._precision(words.label, asked)
            aside = self._n_aside(figure, asked)
        if coverage <= 0.0:
            return None
        score = coverage * (0.55 + 0.45 * precision) + SAID_BONUS * said - SAYS_MORE * aside
        if is_concept:  # "Net income" before "Net income attributable to shareholders"
            score -= SAYS_MORE * min(self._n_more(words.label, question), 2)
            if question.is_of_net and not _NET.search(figure.label):
                score -= GROSS_COST  # "property and equipment" before its depreciation
        if is_primary:
            score += PRIMARY_BONUS
        if question.statement is not None and is_primary:
            is_there = figure.statement == question.statement
            score += STATEMENT_BONUS if is_there else -STATEMENT_BONUS
        if figure.period is None:
            score -= 0.1
        return FigureMatch(
            figure=figure,
            score=Score(score, ScoreKind.FIGURE),
            coverage=coverage,
            precision=precision,
            precedence=precedence,
            unmatched=unmatched,
            concept=figure.concept if is_concept else None,
        )

    def _is_said_whole(self, question: FigureQuestion, figure: Figure) -> bool:
        """The question has the row's whole label, word for word, and asks for nothing else."""
        if not question.said:
            return False
        label = self._normal(figure.label)
        if " " not in label or f" {label} " not in f" {question.said} ":
            return False
        if question.is_bare and label in self._normal(
            question.mention.words if question.mention else ""
        ):
            return False  # the concept itself: which of its rows is meant is told below
        stems = self._stems(figure.label)
        rest = [t for t in question.said_terms if t not in stems and t not in self._when]
        return not rest and not self._is_other_column(question, figure)

    def _is_part_of_flow(self, question: FigureQuestion, figure: Figure) -> bool:
        """A balance is asked for by the name that the provisions for it bear, too."""
        is_balance = question.statement == "balance_sheet" or _AT_A_DAY.search(question.said)
        is_flow = bool(is_balance) and figure.statement in FLOWS
        heading = self._stems(figure.path[-1]) if figure.path else frozenset()
        return is_flow and bool(heading) and not heading & set(question.said_terms)

    def _normal(self, label: str) -> str:
        known = self._labels.get(label)
        if known is None:
            known = self._labels[label] = normal_label(label)
        return known

    def _is_other_line(self, question: FigureQuestion, figure: Figure) -> bool:
        """True for a row that is known to print something else, or only a kind of it."""
        asked = {*question.terms, *question.mention_terms}
        label = self._stems(figure.label)
        is_year = figure.period is not None and figure.period.quarter is None
        if is_year and _QUARTERLY.search(figure.label) and self._quarterly.isdisjoint(asked):
            return True  # "Dividends per share (quarterly amounts)" in a column of the year
        if _ADJUSTED.search(" ".join(figure.path)) and self._adjusted.isdisjoint(asked):
            return True  # "Net earnings" below "Adjusted earnings before taxes and net earnings"
        if not self._narrowing.isdisjoint(question.terms):
            said = label | self._stems(" ".join((*figure.path, figure.column_header)))
            if not self._narrowing.intersection(question.terms) <= said:
                return True  # "foreign income" is not the row of all income
        narrowed = label & self._narrowing
        is_part = bool(narrowed) and narrowed.isdisjoint(asked)
        if question.is_bare and figure.statement is None and _ADJUSTS.search(figure.table_title):
            return True  # what a correction or a new standard changed, beside the amounts
        if question.mention is not None:
            wanted = (question.mention.concept, *question.alike)
            if figure.concept is not None:
                is_other = figure.concept not in wanted
                return is_other or (is_part and question.is_whole)
            is_numbered = any(":" in t for t in asked)
            if not is_numbered and self._says_more(label, asked):
                return True  # "construction liabilities" are not the liabilities
        return is_part

    def _says_more(self, label: AbstractSet[str], asked: AbstractSet[str]) -> bool:
        strong = [frozenset([t]) for t in label if self._weight(t) == 1.0]
        return not all(any(_is_in(a, word) for a in asked) for word in strong)

    def _n_more(self, label: AbstractSet[str], question: FigureQuestion) -> int:
        asked = {*question.terms, *question.mention_terms}
        return sum(1 for t in label if self._weight(t) == 1.0 and t not in asked)

    def _n_aside(self, figure: Figure, asked: Sequence[str]) -> int:
        """Words of the heading above, one of which is asked for, that are not: cost of revenues."""
        heading = self._stems(figure.path[-1]) if figure.path else frozenset()
        return min(len(heading - set(asked)), 2) if heading & set(asked) else 0

    def _is_other_column(self, question: FigureQuestion, figure: Figure) -> bool:
        """True for a column of a part ("Europe", "Accumulated amortization") not asked for."""
        label = self._stems(figure.label)  # "stores" of "Ending stores" asks for no "Small stores"
        asked = {*question.terms, *question.mention_terms} - label
        header = {t for t in self._stems(figure.column_header) if t.isalpha() and len(t) > 1}
        parts = header - self._header_words - label
        return bool(parts) and not any(_is_in(a, frozenset(parts)) for a in asked)

    def _words(self, figure: Figure) -> _Words:
        # A total stands below the parts that the heading above names, and is not one of them.
        path = "" if _TOTAL.search(figure.label) else " ".join(figure.path)
        around = tuple(
            self._stems(text) for text in (path, figure.column_header, figure.table_title)
        )
        return _Words(self._stems(figure.label), around)

    def _stems(self, text: str) -> frozenset[str]:
        stems = self._seen.get(text)
        if stems is None:
            stems = frozenset(self._terms(text))
            self._seen[text] = stems
        return stems

    def _weight(self, term: str) -> float:
        return WEAK_WEIGHT if term in self._weak else 1.0

    def _coverage(self, asked: Sequence[str], words: _Words) -> tuple[float, tuple[str, ...]]:
        total = sum(self._weight(t) for t in asked)
        if total == 0.0:
            return 1.0, ()
        met = 0.0
        unmatched = []
        for term in asked:
            shares = zip((words.label, *words.around), MET_IN, strict=True)
            share = next((share for where, share in shares if _is_in(term, where)), 0.0)
            if share:
                met += share * self._weight(term)
            elif self._weight(term) == 1.0:
                unmatched.append(term)
        return met / total, tuple(unmatched)

    def _precision(self, label: frozenset[str], asked: Sequence[str]) -> float:
        if any(":" in t and _is_in(t, label) for t in asked):
            return 1.0  # the row is named by its number
        total = sum(self._weight(t) for t in label)
        if total == 0.0:
            return 0.0
        return sum(self._weight(t) for t in label if t in asked) / total

    def _shares_label(self, asked: Sequence[str], label: frozenset[str]) -> bool:
        return any(t in label and self._weight(t) == 1.0 for t in asked)


def _by_score(match: FigureMatch) -> float:
    return match.score.value


def _is_in(term: str, words: frozenset[str]) -> bool:
    """Met as it stands, as a reference's number, or as the beginning of a word ("rev", "exp")."""
    if term in words:
        return True
    if ":" in term:  # "item:12" is met by 0012
        number = term.partition(":")[2].lstrip("0")
        return any(w.lstrip("0") == number for w in words if w.isdigit())
    if term.isdigit():
        return any(w.lstrip("0") == term.lstrip("0") for w in words if w.isdigit())
    return len(term) >= PREFIX_LENGTH and any(w.startswith(term) for w in words)


def order(match: FigureMatch) -> tuple[float, int, str, int, int]:
    """Sort key: best score, then the nearer document, then place."""
    figure = match.figure
    return (
        -round(match.score.value, 4),
        match.precedence,
        figure.document_id,
        figure.page,
        figure.cell_span.start,
    )
