"""From an intent to the passages that bear on it.

For every (company, period) pair: the documents are chosen first (a hard filter), then each ranker
ranks their pages, the lists are fused, and the pairs share the places. A pair without evidence
gets one wider search of its own before it is reported missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from onfile.language.people import is_same_person
from onfile.ports import Archive, DenseIndex, LexicalIndex
from onfile.retrieve.fuse import Fused, Run, Unit, cut, fuse, interleave
from onfile.retrieve.phrases import NO_PHRASES, Phrases
from onfile.retrieve.rerank import Rescoring
from onfile.retrieve.scoped import ANNUAL_FORMS, QUARTERLY_FORMS, around, documents_for
from onfile.retrieve.strategy import STANDARD, Strategy
from onfile.types import (
    Catalog,
    Check,
    Chunk,
    Evidence,
    FigureMatch,
    FloatArray,
    Hit,
    Intent,
    Pair,
    Score,
    ScoreKind,
)

DEPTH = 60  # hits taken from each ranker; a page has about four chunks
RESCORED = 40  # pages whose texts are looked at again for phrases
REPORTS = frozenset([*ANNUAL_FORMS, *QUARTERLY_FORMS])
GRADED = frozenset(["words", "lexicon", "dense"])
GUARANTEED = {"words": 1, "lexicon": 1, "dense": 1, "figures": 2}


@dataclass(frozen=True, slots=True)
class Query:
    """The same question, put for each ranker.

    Attributes:
        words: For the lexical ranker: content words, scope words left out where the scope is a
            hard filter already.
        expansion: Ways in which filings print what is asked for; empty without a concept.
        vector: ``(dim,)`` of the question, None when there are no vectors.
        statements: The financial statements named or implied.
        sections: Kinds of section in which it is usually discussed.
        wants_figures: Whether a figure answers it; else the figures ranker counts less.
        phrases: Words that should be found together.
        is_company_wide: No part of a company is named: pages about one segment count less.
        is_of_event: It names a current report: the items say what happened.
        speaker: Whose words are asked for; None is anybody's.
    """

    words: str
    expansion: str = ""
    vector: FloatArray | None = None
    statements: tuple[str, ...] = ()
    sections: frozenset[str] = frozenset()
    wants_figures: bool = True
    phrases: Phrases = NO_PHRASES
    is_company_wide: bool = False
    is_of_event: bool = False
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class PairResult:
    """What was found for one pair, with each ranker's own list for ``explain``."""

    pair: Pair
    documents: Mapping[str, int]
    runs: tuple[Run, ...]
    fused: tuple[Fused, ...]
    is_second_search: bool = False


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The evidence in rank order, and how each pair came by its share of it.

    ``notes`` say what models did to the order, or failed to.
    """

    evidence: tuple[Evidence, ...]
    pairs: tuple[PairResult, ...]
    notes: tuple[Check, ...] = ()


FigureRanker = Callable[[Pair, Mapping[str, int]], Sequence[FigureMatch]]


class Retriever:
    """Joins the rankers over one archive."""

    def __init__(
        self,
        archive: Archive,
        lexical: LexicalIndex,
        dense: DenseIndex | None,
        *,
        visible: AbstractSet[str] | None = None,
        strategy: Strategy = STANDARD,
        rescoring: Rescoring | None = None,
    ) -> None:
        self._archive = archive
        self._lexical = lexical
        self._dense = dense
        self._visible = visible
        self._strategy = strategy
        self._rescoring = rescoring

    def retrieve(
        self,
        intent: Intent,
        query: Query,
        catalog: Catalog,
        rank_figures: FigureRanker,
        k: int,
    ) -> Retrieved:
        """The best ``k`` pages (or chunks of texts without pages), places shared by pair."""
        if not self._strategy.is_scoped:
            intent = _unscoped(intent)
        pairs = intent.pairs or (Pair(None, None),)
        results = [self._for_pair(p, intent, query, catalog, rank_figures, k) for p in pairs]
        results, notes = self._rescored(intent.question, results)
        if len(results) == 1:
            chosen = cut(results[0].fused, results[0].runs, k)
        else:
            chosen = interleave([r.fused for r in results], k)
        return Retrieved(self._evidence(chosen, results), tuple(results), notes)

    def _rescored(
        self, question: str, results: list[PairResult]
    ) -> tuple[list[PairResult], tuple[Check, ...]]:
        if self._rescoring is None:
            return results, ()
        lists, check = self._rescoring.apply(question, [r.fused for r in results], self._archive)
        moved = [replace(r, fused=fused) for r, fused in zip(results, lists, strict=True)]
        return moved, (check,)

    def _for_pair(
        self,
        pair: Pair,
        intent: Intent,
        query: Query,
        catalog: Catalog,
        rank_figures: FigureRanker,
        k: int,
    ) -> PairResult:
        documents = documents_for(pair, intent, catalog)
        result = self._search(pair, documents, query, rank_figures, k)
        if result.fused or pair.key == ("", ""):
            return result
        company_only = around(pair, intent, catalog)
        mentions_period = self._search(pair, company_only, query, rank_figures, k)
        kept = tuple(f for f in mentions_period.fused if self._names_period(f, pair))
        return PairResult(pair, company_only, mentions_period.runs, kept, is_second_search=True)

    def _names_period(self, fused: Fused, pair: Pair) -> bool:
        """True where the found chunk itself names the pair's fiscal year (a second search).

        Without a company, so that only a search comes here and no answer, documents of no known
        date are kept too: letters, drawings, scans.
        """
        if pair.period is None:
            return True
        dated = self._archive.document(fused.unit[0]).identity
        if pair.company is None and dated.period is None and dated.period_end is None:
            return True
        chunk_id = fused.hits[0][1].chunk_id
        chunk = self._archive.chunks([chunk_id]).get(chunk_id)
        return chunk is not None and str(pair.period.fiscal_year) in chunk.text

    def _search(
        self,
        pair: Pair,
        documents: Mapping[str, int],
        query: Query,
        rank_figures: FigureRanker,
        k: int,
    ) -> PairResult:
        if not documents:
            return PairResult(pair, documents, (), ())
        lists = self._lists(pair, documents, query, rank_figures)
        known = self._archive.chunks(sorted({h.chunk_id for x in lists.values() for h in x}))
        runs = self._runs(lists, query, known)
        penalty = self._penalties(runs, documents, query, self._step(pair), known)
        if self._strategy.has_phrases:
            fused = fuse(runs, penalty=penalty)[:RESCORED]
            for unit, factor in _phrase_factors(fused, query.phrases, known).items():
                penalty[unit] *= factor
        return PairResult(pair, documents, runs, tuple(fuse(runs, penalty=penalty)))

    def _lists(
        self,
        pair: Pair,
        documents: Mapping[str, int],
        query: Query,
        rank_figures: FigureRanker,
    ) -> dict[str, list[Hit]]:
        """Each ranker's hits, of the rankers that have a weight and something to look for."""
        within, weights = frozenset(documents), self._strategy.weights
        lists: dict[str, list[Hit]] = {}
        if "words" in weights:
            lists["words"] = self._words(query.words, within)
        if query.expansion and "lexicon" in weights:
            lists["lexicon"] = self._words(query.expansion, within)
        if self._dense is not None and query.vector is not None and "dense" in weights:
            lists["dense"] = self._dense.search(
                query.vector, visible=self._visible, within=within, k=DEPTH
            )
        if "figures" in weights:
            lists["figures"] = self._figure_hits(rank_figures(pair, documents))
        if query.statements and "statements" in weights:
            lists["statements"] = self._statement_hits(query.statements, documents)
        return lists

    def _words(self, words: str, within: AbstractSet[str]) -> list[Hit]:
        return self._lexical.search(words, visible=self._visible, within=within, k=DEPTH)

    def _figure_hits(self, matches: Sequence[FigureMatch]) -> list[Hit]:
        """The chunk around each matched figure's row, in order of match, each page once."""
        hits: list[Hit] = []
        seen: set[tuple[str, int]] = set()
        for match in matches:
            figure = match.figure
            place = (figure.document_id, figure.page)
            if place in seen or len(hits) >= DEPTH:
                continue
            seen.add(place)
            chunk = self._chunk_at(figure.document_id, figure.page, figure.row_span.start)
            if chunk is not None:
                hits.append(Hit(chunk.chunk_id, chunk.document_id, len(hits) + 1, match.score))
        return hits

    def _statement_hits(self, statements: Sequence[str], documents: Mapping[str, int]) -> list[Hit]:
        hits: list[Hit] = []
        for document_id in sorted(documents, key=lambda d: (documents[d], d))[:DEPTH]:
            for kind, page in self._archive.statement_pages(document_id):
                if kind not in statements or len(hits) >= DEPTH:
                    continue
                chunk = self._chunk_at(document_id, page, 0)
                if chunk is not None:
                    score = Score(1.0, ScoreKind.COVERAGE)
                    hits.append(Hit(chunk.chunk_id, document_id, len(hits) + 1, score))
        return hits

    def _chunk_at(self, document_id: str, page: int, offset: int) -> Chunk | None:
        on_page = self._archive.chunks_of_page(document_id, page)
        for chunk in on_page:
            if any(s.page == page and s.start <= offset < s.end for s in chunk.spans):
                return chunk
        return on_page[0] if on_page else None

    def _runs(
        self, lists: Mapping[str, Sequence[Hit]], query: Query, known: Mapping[str, Chunk]
    ) -> tuple[Run, ...]:
        runs = []
        for name, hits in lists.items():
            units: dict[Unit, Hit] = {}
            for hit in hits:
                chunk = known.get(hit.chunk_id)
                if chunk is not None:
                    units.setdefault(unit_of(chunk), hit)
            weight = self._strategy.weights[name]
            if name in ("figures", "statements") and not query.wants_figures:
                weight *= self._strategy.unasked_figures
            places = GUARANTEED.get(name, 0)
            is_graded = self._strategy.is_graded and name in GRADED
            k = self._strategy.rrf_k
            runs.append(Run(name, weight, tuple(units.items()), places, is_graded, k))
        return tuple(runs)

    def _step(self, pair: Pair) -> float:
        """What one step of nearness costs; without a period the steps are years."""
        is_any = pair.period is None
        return self._strategy.older_penalty if is_any else self._strategy.later_penalty

    def _penalties(
        self,
        runs: Sequence[Run],
        documents: Mapping[str, int],
        query: Query,
        step: float,
        known: Mapping[str, Chunk],
    ) -> dict[Unit, float]:
        first = {unit: hit for run in runs for unit, hit in run.units}
        held = {unit[0] for unit in first}
        reports = {d for d in held if self._archive.document(d).identity.form in REPORTS}
        penalty = {}
        for unit, hit in first.items():
            factor = step ** documents.get(unit[0], 0)
            chunk = known.get(hit.chunk_id)
            if chunk is not None and chunk.is_contents:
                factor *= self._strategy.contents_penalty
            if chunk is not None and unit[0] in reports and _is_attached(chunk):
                factor *= self._strategy.exhibit_penalty
            if chunk is not None:
                factor *= self._part_factor(chunk, query)
            if chunk is not None and chunk.section_kind in query.sections:
                factor *= self._strategy.section_bonus
            if chunk is not None and _is_said_by(chunk, query.speaker):
                factor *= self._strategy.speaker_bonus
            penalty[unit] = factor
        return penalty

    def _part_factor(self, chunk: Chunk, query: Query) -> float:
        section = chunk.section or ""
        if query.is_of_event and section.startswith("Item "):
            return self._strategy.event_bonus
        is_of_segment = "segment" in section.rpartition(" › ")[2].lower()
        return self._strategy.segment_penalty if query.is_company_wide and is_of_segment else 1.0

    def _evidence(
        self, chosen: Sequence[Fused], results: Sequence[PairResult]
    ) -> tuple[Evidence, ...]:
        owner = {f.unit: r.pair for r in reversed(results) for f in r.fused}
        weights = self._strategy.weights
        best = {f.unit: best_hit(f, weights) for f in chosen}
        known = self._archive.chunks(sorted({h.chunk_id for h in best.values()}))
        evidence: list[Evidence] = []
        for fused in chosen:
            chunk = known[best[fused.unit].chunk_id]
            evidence.append(
                Evidence(
                    rank=len(evidence) + 1,
                    chunk=chunk,
                    document=self._archive.document(chunk.document_id),
                    score=fused.score,
                    hits=tuple(hit for _, hit in fused.hits),
                    pair=owner[fused.unit],
                    reason=_reason(fused),
                )
            )
        return tuple(evidence)


def _is_said_by(chunk: Chunk, speaker: str | None) -> bool:
    said_by = chunk.speaker
    return speaker is not None and said_by is not None and is_same_person(said_by, speaker)


def _phrase_factors(
    fused: Sequence[Fused], phrases: Phrases, known: Mapping[str, Chunk]
) -> dict[Unit, float]:
    ids = {f.unit: {hit.chunk_id for _, hit in f.hits} for f in fused}
    return {
        unit: phrases.factor(known[i].text for i in of if i in known) for unit, of in ids.items()
    }


def _reason(fused: Fused) -> str:
    found = [f"{name} #{hit.rank}" for name, hit in fused.hits]
    by_model = [] if fused.rescored is None else [f"rerank #{fused.rescored.place}"]
    return ", ".join([*found, *by_model])


# Exhibit 13 is the annual report itself, exhibit 99 what a current report is about.
_ATTACHED = re.compile(r"Exhibit\s+(?!99|13\b)\d", re.IGNORECASE)


def _is_attached(chunk: Chunk) -> bool:
    """Behind an annual or quarterly report; exhibits of a current report are what it is about."""
    return _ATTACHED.match(chunk.section or "") is not None


def unit_of(chunk: Chunk) -> Unit:
    """What a chunk is ranked as: its page, or itself where the text has no pages."""
    if chunk.line is not None:
        return (chunk.document_id, chunk.page, chunk.chunk_id)
    return (chunk.document_id, chunk.page, "")


def best_hit(fused: Fused, weights: Mapping[str, float]) -> Hit:
    """The hit that stands for a unit: the best placed one of the heaviest ranker."""
    return min(fused.hits, key=lambda x: (x[1].rank / weights[x[0]], x[0]))[1]


def every_chunk(found: Sequence[Evidence], archive: Archive, k: int) -> list[Evidence]:
    """Every chunk of the found pages, in the pages' order, the best ``k``."""
    spread = [
        replace(one, chunk=chunk)
        for one in found
        for chunk in archive.chunks_of_page(one.document.document_id, one.chunk.page)
    ]
    unique = list({one.chunk.chunk_id: one for one in spread}.values())[:k]
    return [replace(one, rank=rank) for rank, one in enumerate(unique, start=1)]


def _unscoped(intent: Intent) -> Intent:
    """The same question over all documents, to measure what scope is worth."""
    return replace(intent, pairs=(), filter_periods=(), forms=(), document_ids=())
