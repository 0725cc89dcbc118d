"""The question's way through the stages, with what each of them needs made ready.

``Engine.ask`` is the short form; this file holds the preparation: queries for the rankers, the
figures that may match, the reader's input. All of it is a pure function of the question and of
what is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from onfile.abbreviating import Abbreviations
from onfile.answer.direction import year_before
from onfile.answer.expected import FIGURE_KINDS
from onfile.answer.request import Breakdown, Quantity, Reading, Terms
from onfile.answer.vocabulary import vocabulary
from onfile.breaking_down import Breakdowns
from onfile.computing import Formulas
from onfile.defining import Defined, defined_by, is_misunderstood
from onfile.figure_asking import FigureQuestions
from onfile.figure_ranking import (
    MATCHES_KEPT,
    SALES,
    FigureRanking,
    names_part,
    nearest_of,
)
from onfile.figures.match import FigureMatcher, FigureQuestion
from onfile.figures.shelf import FigureShelf
from onfile.index.view import ViewedWords
from onfile.language.formula import concepts_of
from onfile.language.lexicon import Concept, Lexicon
from onfile.meanings import Meanings
from onfile.ports import Archive
from onfile.retrieve.phrases import Phrases
from onfile.retrieve.search import Query, Retrieved
from onfile.scope.words import is_in_percent
from onfile.types import (
    Catalog,
    Computation,
    ConceptMention,
    Figure,
    FigureMatch,
    FloatArray,
    Intent,
    Pair,
    Period,
    QuestionKind,
    Thresholds,
)

MAX_NAME_WORDS = 6
MIN_WEIGHT = 0.3  # even a word of every page tells something when it is asked for


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its figure questions and its ranker queries.

    ``parts`` are the quantities that formulas of the figure questions are made of;
    ``abbreviations`` those (short, long) that the documents define and the question uses.
    """

    intent: Intent
    figure_questions: tuple[FigureQuestion, ...]
    parts: tuple[FigureQuestion, ...]
    query: Query
    abbreviations: tuple[tuple[str, str], ...] = ()
    defined: Defined | None = None
    measures: tuple[FigureQuestion, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """A question made ready, and what was retrieved for it."""

    asked: Asked
    retrieved: Retrieved


class Preparation:
    """Makes stage inputs from an intent, over one store."""

    def __init__(
        self,
        archive: Archive,
        lexical: ViewedWords,
        lexicon: Lexicon,
        terms: Terms,
        thresholds: Callable[[], Thresholds] = Thresholds,
    ) -> None:
        self._thresholds = thresholds
        self._archive = archive
        self._lexical = lexical
        self._lexicon = lexicon
        self._terms = terms
        self._meanings = Meanings(lexicon, terms)
        self._abbreviations = Abbreviations(archive, terms)
        self._matcher = FigureMatcher(terms)
        self._shelf = FigureShelf(archive)
        self._ranking = FigureRanking(archive, self._shelf, lexicon, terms)
        self._breakdowns = Breakdowns(self._ranking, terms)
        self._formulas = Formulas(lexicon, self._matches_of)
        words = vocabulary(terms)
        self._asking = words.question
        self._figure_questions = FigureQuestions(archive, lexicon, terms)

    def asked(
        self, intent: Intent, catalog: Catalog, vector: FloatArray | None, words: str = ""
    ) -> Asked:
        """The queries and figure questions of an intent.

        ``vector`` is its embedding, ``words`` are searched for beside those of the lexicon.
        """
        questions = self._figure_questions.of(intent)
        defined = defined_by(intent, self._lexicon)
        names = () if defined is None else concepts_of(defined.node)
        parts = tuple(part for q in questions for part in self._figure_questions.parts(q))
        measures = self._figure_questions.measures(intent)
        needed = tuple(part for q in measures for part in self._figure_questions.parts(q))
        parts = (*self._figure_questions.of_concepts(names), *parts, *measures, *needed)
        lives = (q.statement for q in (*questions, *parts) if q.statement is not None)
        abbreviations = self._abbreviations.used(intent, catalog)
        said = frozenset(self._terms(" ".join(intent.companies)))
        questions = tuple(
            self._abbreviations.spelt_otherwise(q, abbreviations, said) for q in questions
        )
        query = self._query(intent, tuple(dict.fromkeys(lives)), abbreviations, vector)
        query = replace(query, expansion=f"{query.expansion} {words}".strip())
        return Asked(intent, questions, parts, query, abbreviations, defined, measures)

    def needs_statements(self, intent: Intent) -> bool:
        """True when a named quantity is one that financial statements report."""
        return any(self._lexicon.concept(m.concept).statements for m in intent.concepts)

    def asks_flow(self, intent: Intent) -> bool:
        """True when a named quantity is one of a stretch of time: sales, not cash in hand."""
        kinds = [set(self._lexicon.concept(m.concept).statements) for m in intent.concepts]
        return any(k & {"income", "cash_flow"} and "balance_sheet" not in k for k in kinds)

    def rank_figures(
        self, asked: Asked, pair: Pair, documents: Mapping[str, int]
    ) -> list[FigureMatch]:
        """The figures of a pair that match any quantity asked for, best first.

        None where the only company named is not on file: those of others are not its own, and
        reading them was the slowest part of such a search.
        """
        if pair.company is None and asked.intent.unknown_companies:
            return []
        questions = (*asked.figure_questions, *asked.parts)
        return self._ranking.rank(questions, asked.intent, pair, documents)

    def matches(
        self, question: FigureQuestion, pair: Pair, documents: Mapping[str, int]
    ) -> list[FigureMatch]:
        """Matches of one quantity for one pair, best first."""
        figures = self._figures_of(pair.period, documents)
        primary = self._ranking.statement_places(documents)
        return self._matcher.match(question, figures, documents, primary)[:MATCHES_KEPT]

    def _matches_of(
        self, mention: ConceptMention, pair: Pair, documents: Mapping[str, int]
    ) -> list[FigureMatch]:
        return self.matches(self._figure_questions.of_mention(mention), pair, documents)

    def reading(
        self, asked: Asked, retrieved: Retrieved
    ) -> tuple[Reading, dict[Pair, list[FigureMatch]]]:
        """The reader's input, and the first quantity's matches one year earlier."""
        intent = asked.intent
        by_pair = {r.pair: r.documents for r in retrieved.pairs}
        quantities = tuple(self._quantity(q, by_pair, intent) for q in asked.figure_questions)
        if asked.defined is not None:
            quantities = (self._defined(asked.defined, by_pair), *quantities)
        precedence = {d: p for docs in by_pair.values() for d, p in docs.items()}
        reading = Reading(
            intent=intent,
            evidence=retrieved.evidence,
            archive=self._archive,
            quantities=quantities,
            terms=self._terms,
            weight=self._weight,
            expansions=self._meanings.expansions(
                intent, self._abbreviations.meanings(asked.abbreviations)
            ),
            precedence=precedence,
            breakdowns=self._broken_down(asked, by_pair),
            topics=self._meanings.topics(intent),
            facts=self._meanings.facts(intent),
            measures=tuple(self._quantity(q, by_pair, intent) for q in asked.measures),
            rules=[r for m in intent.concepts for r in self._lexicon.concept(m.concept).holds_if],
            names=self._meanings.names(intent),
            causes=self._meanings.causes(intent),
            part_names=self._part_names(intent, by_pair),
            thresholds=self._thresholds(),
        )
        return reading, self._earlier(asked, retrieved)

    def _part_names(
        self, intent: Intent, by_pair: Mapping[Pair, Mapping[str, int]]
    ) -> tuple[str, ...]:
        if intent.kind is not QuestionKind.WHY and not names_part(intent):
            return ()
        prints = tuple(frozenset(self._terms(p)) for p in self._lexicon.prints(SALES))
        named = (
            name
            for pair, documents in by_pair.items()
            for name in self._breakdowns.part_names(pair, documents, prints)
        )
        return tuple(dict.fromkeys(named))

    def _defined(self, defined: Defined, by_pair: Mapping[Pair, Mapping[str, int]]) -> Quantity:
        """The quantity that the question defines: computed so, whatever a row may print."""
        now, before = self._formulas.worked_out(defined.node, defined.written, by_pair)
        return Quantity(
            defined.words,
            defined.concept,
            dict.fromkeys(by_pair, ()),
            unit=defined.unit,
            is_statement_item=True,
            computed=now,
            computed_before=before,
            defined=defined.written,
        )

    def _broken_down(
        self, asked: Asked, by_pair: Mapping[Pair, Mapping[str, int]]
    ) -> dict[Pair, list[Breakdown]]:
        rest = asked.figure_questions[0].terms if asked.figure_questions else ()
        return {
            pair: self._breakdowns.of_pair(asked.intent, pair, documents, rest)
            for pair, documents in by_pair.items()
        }

    def _quantity(
        self, question: FigureQuestion, by_pair: Mapping[Pair, Mapping[str, int]], intent: Intent
    ) -> Quantity:
        matches = {pair: self.matches(question, pair, docs) for pair, docs in by_pair.items()}
        if question.mention is None:
            return Quantity(" ".join(question.terms), None, matches)
        concept = self._lexicon.concept(question.mention.concept)
        formula = self._lexicon.formula(concept.id)
        computed: dict[Pair, Computation] = {}
        before: dict[Pair, Computation] = {}
        is_meant = not is_misunderstood(intent, concept.id, self._lexicon)
        if formula is not None and concept.formula is not None and not question.terms and is_meant:
            computed, before = self._formulas.worked_out(formula, concept.formula, by_pair)
        elif not question.terms and is_meant:
            computed, before = self._formulas.implied(concept.id, by_pair)
        return Quantity(
            _said(question.mention, concept),
            concept.id,
            matches,
            sign=concept.sign,
            unit=_unit(question.unit, intent, has_formula=bool(computed)),
            is_statement_item=bool(concept.statements) and not question.terms,
            computed=computed,
            computed_before=before,
            not_for=() if question.terms else concept.not_for,
        )

    def _weight(self, term: str) -> float:
        return max(self._lexical.idf(term), MIN_WEIGHT)

    def _earlier(self, asked: Asked, retrieved: Retrieved) -> dict[Pair, list[FigureMatch]]:
        if not asked.figure_questions:
            return {}
        question = asked.figure_questions[0]
        found = {}
        for result in retrieved.pairs:
            if result.pair.period is None:
                continue
            before = Pair(result.pair.company, year_before(result.pair.period))
            found[result.pair] = self.matches(question, before, result.documents)
        return found

    def _figures_of(self, period: Period | None, documents: Mapping[str, int]) -> Sequence[Figure]:
        nearest = nearest_of(documents)
        figures = self._shelf.of(nearest, None if period is None else period.fiscal_year)
        return [f for f in figures if period is None or f.period == period]

    def _query(
        self,
        intent: Intent,
        statements: tuple[str, ...],
        abbreviations: Sequence[tuple[str, str]],
        vector: FloatArray | None,
    ) -> Query:
        mentioned = [m.words for m in intent.concepts]
        # The document itself uses the short form from its definition on.
        long_terms = {t for _, long_form in abbreviations for t in self._terms(long_form)}
        telling = [t for t in intent.terms if t not in self._asking and t not in long_terms]
        short_forms = [short for short, _ in abbreviations]
        words = " ".join([*telling, *intent.phrases, *mentioned, *short_forms])
        prints = [p for c in self._looked_for(intent) for p in self._lexicon.prints(c)[:6]]
        searched = words if words and (intent.companies or intent.document_ids) else intent.question
        return Query(
            words=searched,
            expansion=" ".join(prints),
            vector=vector,
            statements=statements,
            sections=self._sections(intent),
            wants_figures=self._wants_figures(intent),
            phrases=Phrases.of(prints, searched, self._terms),
            is_company_wide=not names_part(intent),
            is_of_event=any(form.startswith("8-K") for form in intent.forms),
            speaker=intent.speaker,
        )

    def _looked_for(self, intent: Intent) -> list[str]:
        """The concepts whose prints are searched for: of a judgement, what its measures need."""
        found: dict[str, None] = {}
        for mention in intent.concepts:
            concept = self._lexicon.concept(mention.concept)
            parts = (p for m in concept.measures for p in self._lexicon.concept(m).parts)
            found |= dict.fromkeys((mention.concept, *parts))
        return list(found)

    def _wants_figures(self, intent: Intent) -> bool:
        """A figure answers it: a number is asked for, or a yes or no that numbers decide."""
        if intent.kind in FIGURE_KINDS:
            return True
        named = [self._lexicon.concept(m.concept) for m in intent.concepts]
        is_measured = any(c.unit != "text" or c.measures for c in named)
        return intent.kind is QuestionKind.YES_NO and is_measured

    def _sections(self, intent: Intent) -> frozenset[str]:
        """Kinds of section in which what is asked for is usually discussed."""
        kinds = {self._lexicon.concept(m.concept).section for m in intent.concepts} - {None}
        if intent.kind is QuestionKind.WHY:
            kinds.add("mdna")
        return frozenset(k for k in kinds if k is not None)


def _unit(unit: str, intent: Intent, *, has_formula: bool) -> str:
    """A ratio that is worked out is a percentage where the question wants it written as one."""
    is_wished = unit == "ratio" and has_formula and is_in_percent(intent.question)
    return "percent" if is_wished else unit


def _said(mention: ConceptMention, concept: Concept) -> str:
    """A quantity's name in the question's words; the lexicon's where those are half a sentence."""
    words = " ".join(mention.words.split())
    most = MAX_NAME_WORDS if concept.formula is None else MAX_NAME_WORDS - 2
    is_short = "(" not in words and len(words.split()) <= most
    name = concept.name
    is_acronym = name[1:2].isupper() or name[1:2] == "&"
    return words if is_short or not name else name if is_acronym else name[:1].lower() + name[1:]


def covered_pairs(retrieved: Retrieved) -> dict[Pair, int]:
    """How many units were found for each pair."""
    return {result.pair: len(result.fused) for result in retrieved.pairs}
