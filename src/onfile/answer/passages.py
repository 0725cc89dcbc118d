"""Which sentences answer? Chosen by what they cover of the question, quoted as they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from onfile.answer.enumerated import items_after
from onfile.answer.request import Reading
from onfile.answer.subject import Subject
from onfile.answer.times import time_factor
from onfile.language.sentences import Unit, units
from onfile.types import Evidence, QuestionKind, Span

MAX_WINDOW = 3  # sentences quoted together; more is reading aloud, not answering
WINDOW_COST = 0.04  # per further sentence, so that a longer quote must earn its place
CAUSE_BONUS = 0.2
SUBJECT_FACTOR = 0.75  # where what is asked about is not what the cause is given for
EXTRA_COST = 0.25  # for a subject that is narrower than what is asked ("cloud gross margin")
LATER_FACTOR = 0.97  # per step away from the period's own filing
WORTH_A_LOOK = 0.5
NEIGHBOURHOOD = 2500  # characters read around a chunk of a text without pages
CAUSE = re.compile(
    r"\b(?:due\b|driven\b|because\b|as a result\b|"
    r"result(?:s|ed|ing)? (?:primarily |mainly )?from\b|"
    r"resulting in\b|reflect(?:s|ed|ing)\b|(?<!to )(?<!and )(?<!will )reflect\b|"
    r"attribut(?:able|ed)\b|primarily\b|owing to\b|led by\b|"
    r"thanks to\b|benefit(?:ed|ing|ted|ting)? from\b|impacted\b|offset\b|caused by\b|"
    r"on (?:strong|higher|lower|continued)\b|from (?:higher|lower|increased|strong)\b)",
    re.I,
)
_INITIALS = re.compile(r"(?<![(\w])[A-Z]{2,5}(?![\w)])")
_LENGTH = re.compile(r"\d\s?(?:m|ft|feet|met(?:re|er)s)\b(?!\s?/)", re.I)
_TO_FOLLOW = re.compile(r"\bfollow(?:ing|s)(?: factors)?\s*[.:]\s*$", re.I)


@dataclass(frozen=True, slots=True)
class Passage:
    """A window of sentences held against a question.

    Attributes:
        coverage: Weighted share of the question's terms that it meets, headings counting less.
        unmatched: Telling terms met neither in it nor in its heading.
        cause_at: Where a cause is named ("due to …"), for why-questions; 0 where none is.
        subject: Share of the question met before the cause or in the heading.
        extra: Share of its subject's words that were not asked for.
    """

    document_id: str
    span: Span
    text: str
    score: float
    coverage: float
    unmatched: tuple[str, ...]
    n_sentences: int
    is_row: bool
    cause_at: int = 0
    subject: float = 0.0
    extra: float = 0.0
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence, row or heading with its stems."""

    unit: Unit
    terms: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Window:
    document_id: str
    span: Span
    text: str
    terms: frozenset[str]
    heading: frozenset[str]
    context: frozenset[str]
    n_sentences: int
    is_row: bool


class PassageFinder:
    """Scores windows of sentences against one question."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.subject = Subject(reading)
        self.words = self.subject.words
        self._is_why = reading.intent.kind is QuestionKind.WHY
        self._askers: dict[str, tuple[Span, ...]] = {}
        asked = frozenset(reading.intent.terms)
        self._depth = frozenset(reading.terms("depth deep")) & asked
        self._pages: dict[tuple[str, int], tuple[str, list[Piece]]] = {}

    def find(self, evidence: Sequence[Evidence]) -> list[Passage]:
        """All scored windows of these passages' pages, best first.

        Of equals the one with fewer bare initials is first, then reading order decides.
        """
        found: list[tuple[float, int, int, Span, Passage]] = []
        for one in evidence:
            for window in self._of_evidence(one):
                passage = self._scored(window, one)
                n_initials = len(_INITIALS.findall(passage.text))  # names in full tell more
                place = (n_initials, one.rank, passage.span)
                found.append((-round(passage.score, 6), *place, passage))
        found.sort(key=lambda f: f[:4])
        return [passage for *_, passage in found]

    def within(self, document_id: str, spans: Sequence[Span]) -> list[Passage]:
        """All scored windows inside these spans, in reading order."""
        found: list[Passage] = []
        for span in spans:
            text, pieces = self._read(document_id, span.page)
            inside = [p for p in pieces if span.start <= p.unit.start < span.end]
            windows = self._windows(document_id, span.page, text, inside, frozenset())
            found.extend(self._scored(window, None) for window in windows)
        return found

    def pieces_of(self, evidence: Evidence) -> Iterator[tuple[int, str, list[Piece]]]:
        """Page, its text, and its pieces that may be quoted for this evidence, in order."""
        document_id = evidence.document.document_id
        for page in sorted({s.page for s in evidence.chunk.spans}):
            text, pieces = self._read(document_id, page)
            low, high = self._region(evidence, page, len(text))
            inside = [
                p
                for p in pieces
                if low <= p.unit.start < high
                and not self._is_asker_at(document_id, page, p.unit.start)
            ]
            yield page, text, inside

    def pieces_on(self, document_id: str, page: int) -> list[Piece]:
        """All pieces of a page, in order."""
        return self._read(document_id, page)[1]

    def sentences_of(self, passage: Passage) -> list[Piece]:
        """The pieces of the page that a passage consists of, in order."""
        span = passage.span
        pieces = self._read(passage.document_id, span.page)[1]
        return [p for p in pieces if span.start <= p.unit.start < span.end]

    def is_met_in_one(self, passage: Passage) -> bool:
        """True when one sentence meets all telling terms that the whole passage meets."""
        pieces = self.sentences_of(passage)
        among = frozenset().union(*(p.terms for p in pieces))
        met = [t for t in self.subject.telling if self.subject.is_met(t, among)]
        return any(all(self.subject.is_met(t, p.terms) for t in met) for p in pieces)

    def _of_evidence(self, evidence: Evidence) -> Iterator[_Window]:
        context = frozenset(self._reading.terms(evidence.chunk.section or ""))
        for page, text, pieces in self.pieces_of(evidence):
            yield from self._windows(evidence.document.document_id, page, text, pieces, context)

    def _is_asker_at(self, document_id: str, page: int, offset: int) -> bool:
        """True inside the words of an analyst or the operator: they ask, they do not report."""
        known = self._askers.get(document_id)
        if known is None:
            turns = self._reading.turns(document_id)
            askers = (t for t in turns if t.is_analyst or t.is_operator)
            known = self._askers[document_id] = tuple(s for t in askers for s in t.spans)
        return any(s.page == page and s.start <= offset < s.end for s in known)

    def _read(self, document_id: str, page: int) -> tuple[str, list[Piece]]:
        known = self._pages.get((document_id, page))
        if known is None:
            text = self._reading.archive.page_text(document_id, page)
            pieces = [Piece(u, self._terms_of(text[u.start : u.end])) for u in units(text)]
            known = self._pages[document_id, page] = (text, pieces)
        return known

    def _terms_of(self, text: str) -> frozenset[str]:
        """Its stems; "met at 11.5 feet" tells a depth without the word."""
        found = frozenset(self._reading.terms(text))
        return found | self._depth if self._depth and _LENGTH.search(text) else found

    def _region(self, evidence: Evidence, page: int, length: int) -> tuple[int, int]:
        """The whole page; in a text without pages the chunk's own turn or its neighbourhood."""
        if evidence.document.has_pages:
            return 0, length
        spans = [s for s in evidence.chunk.spans if s.page == page]
        low, high = min(s.start for s in spans), max(s.end for s in spans)
        for turn in self._reading.turns(evidence.document.document_id):
            if any(s.start <= low < s.end for s in turn.spans):
                return turn.spans[0].start, turn.spans[-1].end
        return low - NEIGHBOURHOOD, high + NEIGHBOURHOOD

    def _windows(
        self,
        document_id: str,
        page: int,
        text: str,
        pieces: Sequence[Piece],
        context: frozenset[str],
    ) -> Iterator[_Window]:
        """Rows one by one, and runs of up to ``MAX_WINDOW`` sentences, under their heading."""
        heading: frozenset[str] = frozenset()
        for i, first in enumerate(pieces):
            if first.unit.kind == "heading":
                heading = first.terms
                continue
            is_row = first.unit.kind == "row"
            limit = 1 if is_row else MAX_WINDOW
            terms: frozenset[str] = frozenset()
            for n, last in enumerate(pieces[i : i + limit], start=1):
                if last.unit.kind != first.unit.kind:
                    break
                terms |= last.terms
                if n < limit and _TO_FOLLOW.search(text, last.unit.start, last.unit.end):
                    continue  # "driven by the following:" says nothing without what follows
                counted = items_after(text, [p.unit for p in pieces[i + n - 1 :]])
                for item in pieces[i + n : i + n + counted]:  # "First, …": to the last of them
                    terms, last = terms | item.terms, item
                span = Span(page, first.unit.start, last.unit.end)
                quote = text[span.start : span.end]
                n_read = n + min(counted, 1)
                yield _Window(document_id, span, quote, terms, heading, context, n_read, is_row)
                if counted:
                    break

    def _scored(self, window: _Window, evidence: Evidence | None) -> Passage:
        coverage, unmatched = self.subject.coverage(window.terms, window.heading, window.context)
        score = coverage - WINDOW_COST * (window.n_sentences - 1)
        cause_at, subject, extra = 0, 0.0, 0.0
        if coverage >= WORTH_A_LOOK:
            cause = CAUSE.search(window.text) if self._is_why else None
            if cause is not None:
                cause_at = cause.start()
                around = window.heading | window.context
                subject = self.subject.share_before(window.text[:cause_at], around)
                score *= SUBJECT_FACTOR + (1 - SUBJECT_FACTOR) * subject
                score += CAUSE_BONUS * subject
            extra = self.subject.extra(window.text, cause_at)
            score = score * time_factor(window.text, self._reading.intent) - EXTRA_COST * extra
        score *= LATER_FACTOR ** self._reading.precedence.get(window.document_id, 0)
        return Passage(
            document_id=window.document_id,
            span=window.span,
            text=window.text,
            score=score,
            coverage=coverage,
            unmatched=unmatched,
            n_sentences=window.n_sentences,
            is_row=window.is_row,
            cause_at=cause_at,
            subject=subject,
            extra=extra,
            evidence=evidence,
        )
