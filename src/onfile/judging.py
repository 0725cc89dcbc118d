"""An answer that somebody else wrote, on its way to a verdict: what it is to be held against.

``Engine.verify`` is the short form. The question is scoped as for an answer of our own; passages
are looked for twice, by the question's words and by the answer's, in the documents in scope.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, partial

from onfile.answer.cite import cite
from onfile.answer.request import Reading
from onfile.asking import Asked, Preparation
from onfile.language.lexicon import Lexicon
from onfile.language.numbers import find_numbers
from onfile.language.sentences import units
from onfile.naming import names_of
from onfile.own_answer import OwnAnswers
from onfile.ports import Archive, LexicalIndex
from onfile.readings import Readings
from onfile.retrieve.search import FigureRanker, Retrieved, Retriever
from onfile.scope.parse import parse
from onfile.types import Catalog, Evidence, FigureMatch, Intent, Pair, Span, Verdict
from onfile.verify.columns import Tables
from onfile.verify.expected import Quantities, expected_values, levels, movement
from onfile.verify.grounds import (
    Expected,
    Grounds,
    Own,
    Source,
    StoredFigure,
    Weight,
    by_key,
)
from onfile.verify.judge import SUPPORTED_FROM, judge
from onfile.verify.named import Cell, Names, cell_of
from onfile.verify.statements import read_answer

EVIDENCE_K = 12  # pages read for the question, and as many for the answer
ANSWER_TERMS = 60  # of the answer, most telling first, that are searched for
MAX_FIGURE_DOCUMENTS = 6
REMEMBERED = 128  # questions
STATEMENT_PRECEDENCE = 1  # statements are read of the period's own filing and release

Parse = Callable[[str], Intent]


@dataclass(frozen=True, slots=True)
class _OfQuestion:
    asked: Asked
    found: Retrieved
    reading: Reading
    quantities: Quantities
    history: tuple[Expected, ...]
    own: Own | None


def no_figures(pair: Pair, documents: Mapping[str, int]) -> Sequence[FigureMatch]:
    """An answer is looked for by its words alone."""
    del pair, documents
    return ()


class Judging:
    """Makes grounds for foreign answers over one store; remembers the units of pages."""

    def __init__(
        self,
        archive: Archive,
        lexical: LexicalIndex,
        preparation: Preparation,
        lexicon: Lexicon,
        terms: Callable[[str], list[str]],
        visible: AbstractSet[str] | None,
    ) -> None:
        self._retriever = Retriever(archive, lexical, None, visible=visible)
        self._own = OwnAnswers(archive, self._retriever, preparation, lexicon, terms)
        self._lexicon = lexicon
        self._readings = Readings(archive, lexicon)
        self._archive = archive
        self._preparation = preparation
        self._terms = terms
        self._pages: dict[tuple[str, int], tuple[Source, ...]] = {}
        self._questions: dict[str, _OfQuestion] = {}
        self._stored: dict[str, tuple[StoredFigure, ...]] = {}
        self._cells: dict[str, tuple[Cell, ...]] = {}

    def verdict(self, question: str, answer: str, catalog: Catalog) -> Verdict:
        """Whether what is on file supports the answer."""

        def scope(text: str) -> Intent:
            return parse(text, catalog, self._lexicon, self._terms)

        intent = scope_of(question, answer, scope, catalog)
        of_question = self._remembered(intent, catalog)
        asked = self._in_words_of(of_question.asked, answer, of_question.reading.weight)
        by_answer = self._retrieve(asked, catalog, no_figures)
        read = read_answer(answer, self._terms)
        grounds = self._grounds(of_question, by_answer, names_of(catalog, self._lexicon))
        found = judge(question, read, grounds)
        return Verdict(
            verdict=found.verdict,
            reasons=found.reasons,
            citations=tuple(cite(self._archive, *place) for place in found.places),
            support=found.support,
            threshold=None if found.support is None else SUPPORTED_FROM,
        )

    def _retrieve(self, asked: Asked, catalog: Catalog, rank: FigureRanker) -> Retrieved:
        return self._retriever.retrieve(asked.intent, asked.query, catalog, rank, EVIDENCE_K)

    def _remembered(self, intent: Intent, catalog: Catalog) -> _OfQuestion:
        """Several answers to one question are common in a batch; its part is done once."""
        known = self._questions.get(intent.question)
        if known is not None and known.asked.intent == intent:
            return known
        asked = self._preparation.asked(intent, catalog, None)
        found = self._retrieve(asked, catalog, partial(self._figures_of_dated, asked))
        dated = tuple(r for r in found.pairs if r.pair.period is not None)
        found_dated = dataclasses.replace(found, pairs=dated or found.pairs)
        reading, _ = self._preparation.reading(asked, found_dated)
        quantities = self._readings.of(reading, found)
        history = self._readings.history(reading, found)
        own = self._own.to(narrowed(intent), catalog)
        made = _OfQuestion(asked, found, reading, quantities, history, own)
        if len(self._questions) >= REMEMBERED:
            self._questions.clear()
        self._questions[intent.question] = made
        return made

    def _figures_of_dated(
        self, asked: Asked, pair: Pair, documents: Mapping[str, int]
    ) -> list[FigureMatch]:
        """Figures are ranked for a period; over all of a company's years they tell nothing."""
        is_wide = pair.period is None and any(p.period for p in asked.intent.pairs)
        return [] if is_wide else self._preparation.rank_figures(asked, pair, documents)

    def _in_words_of(self, asked: Asked, answer: str, weight: Weight) -> Asked:
        terms = dict.fromkeys(t for t in self._terms(answer) if not t[0].isdigit() or len(t) > 2)
        telling = sorted(terms, key=lambda t: -weight(t))[:ANSWER_TERMS]
        kept = [t for t in terms if t in set(telling)]
        query = dataclasses.replace(asked.query, words=" ".join(kept), expansion="", vector=None)
        return dataclasses.replace(asked, query=query)

    def _grounds(self, of_question: _OfQuestion, by_answer: Retrieved, names: Names) -> Grounds:
        reading, by_question = of_question.reading, of_question.found
        intent = reading.intent
        documents = _documents((by_question, by_answer))
        quantities = of_question.quantities
        pages = self._pages_read((by_question, by_answer), documents)
        moved, moved_by = movement(intent, quantities)
        return Grounds(
            intent=intent,
            question_terms=frozenset(intent.terms),
            sources=tuple(s for place in pages for s in self._sources(*place)),
            figures=by_key([f for d in documents for f in self._figures(d)]),
            weight=cache(reading.weight),
            expected=expected_values(intent, quantities),
            levels=levels(quantities),
            history=of_question.history,
            own=of_question.own,
            direction=moved,
            direction_figures=moved_by,
            tables=Tables(tuple(c for d in documents for c in self._cells_of(d, names)), names),
        )

    def _pages_read(
        self, found: Sequence[Retrieved], documents: Mapping[str, int]
    ) -> list[tuple[str, int]]:
        places: dict[tuple[str, int], None] = {}
        for retrieved in found:
            for one in retrieved.evidence:
                places.update(dict.fromkeys(_places(one)))
        for document_id, precedence in documents.items():
            if precedence <= STATEMENT_PRECEDENCE:
                for _, page in self._archive.statement_pages(document_id):
                    places.setdefault((document_id, page))
        return list(places)

    def _sources(self, document_id: str, page: int) -> tuple[Source, ...]:
        known = self._pages.get((document_id, page))
        if known is None:
            known = tuple(self._units(document_id, page))
            self._pages[document_id, page] = known
        return known

    def _units(self, document_id: str, page: int) -> Iterable[Source]:
        text = self._archive.page_text(document_id, page)
        heading: frozenset[str] = frozenset()
        for unit in units(text):
            printed = text[unit.start : unit.end]
            terms = frozenset(self._terms(printed))
            numbers = tuple(n for n in find_numbers(printed) if n.role == "amount")
            yield Source(
                document_id, Span(page, unit.start, unit.end), printed, terms, numbers, heading
            )
            if unit.kind == "heading":
                heading = terms

    def _cells_of(self, document_id: str, names: Names) -> tuple[Cell, ...]:
        known = self._cells.get(document_id)
        if known is None:
            stored = self._figures(document_id)
            known = tuple(cell_of(one.figure, one.amount, names) for one in stored)
            self._cells[document_id] = known
        return known

    def _figures(self, document_id: str) -> tuple[StoredFigure, ...]:
        known = self._stored.get(document_id)
        if known is None:
            known = tuple(
                StoredFigure(
                    figure,
                    frozenset(self._terms(figure.label)),
                    frozenset(self._terms(" ".join((*figure.path, figure.table_title)))),
                    float(figure.value * (figure.scale or 1)),
                )
                for figure in self._archive.figures([document_id])
            )
            self._stored[document_id] = known
        return known


def scope_of(question: str, answer: str, parse: Parse, catalog: Catalog) -> Intent:
    """The question's scope; the company from the answer where the question names none on file.

    A period that nothing on file covers is left out: the answer may still be in another period's
    document, and what it says is checked there.
    """
    intent = parse(question)
    if not intent.companies and not intent.document_ids:
        only = intent.choices if len(intent.choices) == 1 else ()
        named = parse(answer[:2000]).companies or only
        held = tuple(c for c in named if any(e.identity.company == c for e in catalog.entries))
        intent = dataclasses.replace(intent, companies=held[:1])
    company = intent.companies[0] if len(intent.companies) == 1 else None
    pairs = [dataclasses.replace(p, company=p.company or company) for p in intent.pairs]
    wider = [*pairs, *(Pair(c, None) for c in intent.companies or (None,))]
    unique = tuple(dict.fromkeys(wider))
    return dataclasses.replace(intent, pairs=unique)


def narrowed(intent: Intent) -> Intent:
    """The scope without the pairs that were added to look further."""
    dated = tuple(p for p in intent.pairs if p.period is not None)
    return dataclasses.replace(intent, pairs=dated or intent.pairs)


def _places(evidence: Evidence) -> list[tuple[str, int]]:
    return [(evidence.document.document_id, s.page) for s in evidence.chunk.spans]


def _documents(found: Sequence[Retrieved]) -> dict[str, int]:
    """The nearest documents of every pair with a period; of the company when there is none."""
    nearest: dict[str, int] = {}
    for retrieved in found:
        for result in retrieved.pairs:
            if result.pair.period is None:
                continue
            ranked = sorted(result.documents.items(), key=lambda d: (d[1], d[0]))
            for document_id, precedence in ranked[:MAX_FIGURE_DOCUMENTS]:
                nearest[document_id] = min(precedence, nearest.get(document_id, precedence))
        for one in retrieved.evidence:
            nearest.setdefault(one.document.document_id, 5)
    return nearest
