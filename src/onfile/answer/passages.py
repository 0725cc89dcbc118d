"""Which sentences answer? Chosen by what they cover of the question, quoted as they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import yaml

from onfile.answer.request import Reading, Terms
from onfile.language.sentences import Unit, units
from onfile.types import Evidence, QuestionKind, Span

MAX_WINDOW = 3  # sentences quoted together; more is reading aloud, not answering
WINDOW_COST = 0.04  # per further sentence, so that a longer quote must earn its place
CONTEXT_SHARE = 0.6  # a term met in the heading or the header only counts this much
WRONG_YEAR_FACTOR = 0.6
CAUSE_BONUS = 0.2
NEIGHBOURHOOD = 2500  # characters read around a chunk of a text without pages
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The word classes of ``words.yaml``, stemmed."""

    up: frozenset[str]
    down: frozenset[str]
    causes: frozenset[str]
    question: frozenset[str]
    negations: frozenset[str]

    def direction(self, terms: Sequence[str]) -> int:
        """+1 when the terms speak of a rise, -1 of a fall, 0 of neither or both."""
        rises = any(t in self.up for t in terms)
        falls = any(t in self.down for t in terms)
        return int(rises) - int(falls)


@dataclass(frozen=True, slots=True)
class Passage:
    """A window of sentences, how well it covers the question, and what it does not meet."""

    evidence: Evidence
    span: Span
    text: str
    score: float
    coverage: float
    unmatched: tuple[str, ...]
    has_cause: bool
    direction: int


@lru_cache(maxsize=1)
def _word_classes() -> dict[str, str]:
    text = files("onfile.answer").joinpath("words.yaml").read_text(encoding="utf-8")
    classes: dict[str, str] = yaml.safe_load(text)
    return classes


def vocabulary(terms: Terms) -> Vocabulary:
    """The word classes, stemmed by ``terms``."""
    classes = {name: frozenset(terms(words)) for name, words in _word_classes().items()}
    return Vocabulary(**classes)


class PassageFinder:
    """Scores windows of sentences of the evidence against one question."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.words = vocabulary(reading.terms)
        self.asked = self._asked_terms(reading)
        self._years = {str(p.fiscal_year) for p in reading.intent.periods}
        self._is_why = reading.intent.kind is QuestionKind.WHY

    def _asked_terms(self, reading: Reading) -> tuple[str, ...]:
        kept: list[str] = []
        for term in reading.intent.terms:
            if term not in self.words.question and term not in kept:
                kept.append(term)
        return tuple(kept)

    def find(self, evidence: Sequence[Evidence]) -> list[Passage]:
        """All scored windows of these passages' pages, best first; ties in reading order."""
        found: list[Passage] = []
        for one in evidence:
            found.extend(self._windows(one))
        return sorted(found, key=lambda p: (-round(p.score, 6), p.evidence.rank, p.span))

    def rate(self, text: str, n_sentences: int) -> tuple[float, float]:
        """How well any text covers the question: (coverage, score with the cost of length)."""
        coverage, _ = self._coverage(frozenset(self._reading.terms(text)), frozenset())
        return coverage, coverage - WINDOW_COST * (n_sentences - 1)

    def _windows(self, evidence: Evidence) -> Iterator[Passage]:
        for page in sorted({s.page for s in evidence.chunk.spans}):
            text = self._reading.archive.page_text(evidence.document.document_id, page)
            low, high = self._region(evidence, page, len(text))
            pieces = [u for u in units(text) if low <= u.start < high]
            yield from self._page_windows(evidence, page, text, pieces)

    def _region(self, evidence: Evidence, page: int, length: int) -> tuple[int, int]:
        """The whole page; in a text without pages the chunk's neighbourhood or its own turn."""
        if evidence.document.has_pages:
            return 0, length
        spans = [s for s in evidence.chunk.spans if s.page == page]
        low, high = min(s.start for s in spans), max(s.end for s in spans)
        for turn in self._reading.turns(evidence.document.document_id):
            if any(s.start <= low < s.end for s in turn.spans):
                return turn.spans[0].start, turn.spans[-1].end
        return low - NEIGHBOURHOOD, high + NEIGHBOURHOOD

    def _page_windows(
        self, evidence: Evidence, page: int, text: str, pieces: Sequence[Unit]
    ) -> Iterator[Passage]:
        heading: tuple[str, ...] = ()
        stems = [tuple(self._reading.terms(text[u.start : u.end])) for u in pieces]
        header = tuple(self._reading.terms(evidence.chunk.section or ""))
        for i, piece in enumerate(pieces):
            if piece.kind == "heading":
                heading = stems[i]
                continue
            for n in range(1, MAX_WINDOW + 1):
                window = pieces[i : i + n]
                if len(window) < n or any(u.kind != piece.kind for u in window):
                    break
                if piece.kind == "row" and n > 1:
                    break
                span = Span(page, window[0].start, window[-1].end)
                terms = tuple(t for s in stems[i : i + n] for t in s)
                yield self._scored(evidence, span, text, terms, heading + header, n)

    def _scored(
        self,
        evidence: Evidence,
        span: Span,
        text: str,
        terms: Sequence[str],
        context: Sequence[str],
        n: int,
    ) -> Passage:
        quote = text[span.start : span.end]
        coverage, unmatched = self._coverage(frozenset(terms), frozenset(context))
        has_cause = any(t in self.words.causes for t in terms)
        score = coverage - WINDOW_COST * (n - 1)
        if self._is_why and has_cause:
            score += CAUSE_BONUS
        years = set(_YEAR.findall(quote))
        if self._years and years and not years & self._years:
            score *= WRONG_YEAR_FACTOR
        score *= 0.97 ** self._reading.precedence.get(evidence.document.document_id, 0)
        return Passage(
            evidence=evidence,
            span=span,
            text=quote,
            score=score,
            coverage=coverage,
            unmatched=unmatched,
            has_cause=has_cause,
            direction=self.words.direction(terms),
        )

    def _coverage(
        self, terms: frozenset[str], context: frozenset[str]
    ) -> tuple[float, tuple[str, ...]]:
        total = met = 0.0
        unmatched = []
        for term in self.asked:
            weight = self._reading.weight(term)
            total += weight
            if self._is_met(term, terms):
                met += weight
            elif self._is_met(term, terms | context):
                met += CONTEXT_SHARE * weight
            else:
                unmatched.append(term)
        return (met / total if total else 0.0), tuple(unmatched)

    def _is_met(self, term: str, among: frozenset[str]) -> bool:
        if term in among:
            return True
        if term in self.words.up and self.words.up & among:
            return True
        if term in self.words.down and self.words.down & among:
            return True
        return any(alike <= among for alike in self._reading.expansions.get(term, ()))
