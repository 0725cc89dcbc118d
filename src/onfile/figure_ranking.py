"""Which figures of a company and a period should be read? The figures' part of retrieval."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from onfile.answer.ranking import LOST, OPERATES
from onfile.figures.breakdown import BreakdownQuestion, breakdowns
from onfile.figures.match import FigureMatcher, FigureQuestion, Terms, order
from onfile.figures.shelf import FigureShelf
from onfile.language.lexicon import Lexicon
from onfile.ports import Archive
from onfile.retrieve.scoped import OTHER_NAMING
from onfile.types import Figure, FigureMatch, Intent, Pair, Period, QuestionKind, Score, ScoreKind

MAX_DOCUMENTS = 8  # figures are read from the nearest documents of a pair
MATCHES_KEPT = 40
MIN_COVERAGE = 0.7  # below it, a figure shares a word with the question but is not asked for
TOGETHER_BONUS = 0.08  # less than a statement's own bonus: operands may stand in two statements
DIMENSIONS = {
    "geographies": "places",
    "geographic_revenue": "places",
    "segments": "segments",
    "segment_revenue": "segments",
    "segment_operating_profit": "segments",
    "product_categories": "categories",
}
NOT_BROKEN_DOWN = frozenset([QuestionKind.WHY, QuestionKind.SAID, QuestionKind.WHEN])
GROWTH = "sales_growth"
PROFIT = "operating_income"  # by which a segment "lost money"
_MADE = re.compile(r"\bma[dk]e (?:the )?(?:most |least )?money\b|\bprofitable\b", re.I)
_MOVED = re.compile(
    r"\bshr[aiu]nk\w*\b|\b(?:declined|fell|dropped) (?:the )?(?:most|fastest|more|faster)\b|"
    r"\bgr[eo]w\w* (?:faster|more|slower|less)\b|\b(?:faster|slower) gr[eo]w\w*\b",
    re.I,
)
SALES = "revenue"  # what is broken down where a dimension alone is named: "US sales"


def nearest_of(documents: Mapping[str, int]) -> list[str]:
    """The documents of a pair whose figures are read, nearest first."""
    return sorted(documents, key=lambda d: (documents[d], d))[:MAX_DOCUMENTS]


def names_part(intent: Intent) -> bool:
    """A segment, a region or a category is named, or any part of a company by such a word."""
    if any(mention.concept in DIMENSIONS for mention in intent.concepts):
        return True
    return "segment" in intent.question.lower()


def _together(match: FigureMatch, asked_on: Mapping[tuple[str, int], int]) -> FigureMatch:
    """Of pages that state one quantity, the one that states the others too comes first."""
    others = asked_on.get((match.figure.document_id, match.figure.page), 1) - 1
    if others <= 0:
        return match
    bonus = TOGETHER_BONUS * min(others, 2)
    return replace(match, score=Score(match.score.value + bonus, match.score.kind))


class FigureRanking:
    """Ranks figures for search; the reader chooses among them with stricter rules."""

    def __init__(
        self, archive: Archive, shelf: FigureShelf, lexicon: Lexicon, terms: Terms
    ) -> None:
        self._archive = archive
        self._shelf = shelf
        self._lexicon = lexicon
        self._terms = terms
        self._matcher = FigureMatcher(terms)

    def rank(
        self,
        questions: Sequence[FigureQuestion],
        intent: Intent,
        pair: Pair,
        documents: Mapping[str, int],
    ) -> list[FigureMatch]:
        """The figures that match any quantity asked for, tables that break it down first."""
        figures = self.figures_of(pair.period, documents)
        primary = self.statement_places(documents)
        merged: dict[str, FigureMatch] = {}
        for match in self._broken_down(intent, figures, documents):
            merged.setdefault(match.figure.figure_id, match)
        asked_on: Counter[tuple[str, int]] = Counter()
        for question in questions:
            found = self._matcher.match(question, figures, documents, primary)[:MATCHES_KEPT]
            kept = [match for match in found if match.coverage >= MIN_COVERAGE]
            asked_on.update({(m.figure.document_id, m.figure.page) for m in kept})
            for match in kept:
                merged.setdefault(match.figure.figure_id, match)
        return sorted((_together(m, asked_on) for m in merged.values()), key=order)[:MATCHES_KEPT]

    def statement_places(self, documents: Mapping[str, int]) -> frozenset[tuple[str, int]]:
        """(document id, page) of the financial statements of the nearest documents."""
        return frozenset(
            (document_id, page)
            for document_id in nearest_of(documents)
            for _, page in self._archive.statement_pages(document_id)
        )

    def figures_of(self, period: Period | None, documents: Mapping[str, int]) -> list[Figure]:
        """Figures of the period, under the name that each document's company gives it."""
        nearest = nearest_of(documents)
        if period is None:
            return self._shelf.of(nearest, None)
        found: list[Figure] = []
        for document_id in nearest:
            named = self._own_name(period, document_id, documents[document_id])
            held = self._shelf.of([document_id], named.fiscal_year)
            found += [figure for figure in held if figure.period == named]
        return found

    def _own_name(self, period: Period, document_id: str, precedence: int) -> Period:
        own = self._archive.document(document_id).identity.period
        if precedence < OTHER_NAMING or own is None:
            return period
        return Period(own.fiscal_year, period.quarter, period.months)

    def _broken_down(
        self, intent: Intent, figures: Sequence[Figure], documents: Mapping[str, int]
    ) -> list[FigureMatch]:
        asked = self.breakdown_asked(intent)
        if asked is None:
            return []
        found = breakdowns(asked, figures, self._terms)[:MATCHES_KEPT]
        return [
            FigureMatch(
                figure=figure,
                score=Score(score, ScoreKind.FIGURE),
                coverage=1.0,
                precision=1.0,
                precedence=documents.get(figure.document_id, OTHER_NAMING),
            )
            for figure, score in found
        ]

    def breakdown_asked(
        self, intent: Intent, unsaid: str | None = None
    ) -> BreakdownQuestion | None:
        """The metric and dimension of a question that compares parts of a company.

        ``unsaid`` is the dimension where the question names none.
        """
        mentioned = [m.concept for m in intent.concepts]
        dimension = next((DIMENSIONS[c] for c in mentioned if c in DIMENSIONS), unsaid)
        if dimension is None or intent.kind in NOT_BROKEN_DOWN:
            return None
        quantities = [c for c in mentioned if self._lexicon.concept(c).unit != "text"]
        metrics = [c for c in quantities if c not in DIMENSIONS]
        if not metrics and (quantities or GROWTH in mentioned or dimension == "categories"):
            metrics = [SALES]
        if not metrics and (_MADE.search(intent.asked) or LOST.search(intent.asked)):
            metrics = [PROFIT]
        elif not metrics and dimension != "categories" and _MOVED.search(intent.asked):
            metrics = [SALES]
        elif not metrics and dimension == "places" and OPERATES.search(intent.asked):
            metrics = [SALES]  # where it operates, its sales by place say with their sizes
        if not metrics:
            return None
        prints = (p for c in metrics for p in self._lexicon.prints(c))
        sets = tuple(dict.fromkeys(frozenset(self._terms(p)) for p in prints))
        return BreakdownQuestion(frozenset(metrics), sets, dimension)
