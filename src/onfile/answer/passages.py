"""Which sentences answer? Chosen by what they cover of the question, quoted as they stand."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from onfile.answer.request import Reading, Terms
from onfile.language.sentences import Unit, units
from onfile.language.yamls import load_yaml
from onfile.types import Evidence, Period, QuestionKind, Span

MAX_WINDOW = 3  # sentences quoted together; more is reading aloud, not answering
WINDOW_COST = 0.04  # per further sentence, so that a longer quote must earn its place
CONTEXT_SHARE = 0.6  # a term met in the heading or the header only counts this much
WRONG_TIME_FACTOR = 0.6
OUTLOOK_FACTOR = 0.8  # an outlook is no report, though a report may mention one
CAUSE_BONUS = 0.2
SUBJECT_FACTOR = 0.75  # where what is asked about is not what the cause is given for
WORTH_A_LOOK = 0.5
QUALIFIER_FACTOR = 0.2
PREFIX_LENGTH = 4  # "consol": a word that hardly any document uses may be one cut short
KNOWN_MARGIN = 2.0  # in idf; a word in more than a handful of passages is no abbreviation
EXTRA_COST = 0.25  # for a subject that is narrower than what is asked ("cloud gross margin")
NEIGHBOURHOOD = 2500  # characters read around a chunk of a text without pages
_CAUSE = re.compile(
    r"\b(?:due\b|driven\b|because\b|as a result\b|"
    r"result(?:s|ed|ing)? (?:primarily |mainly )?from\b|"
    r"resulting in\b|reflect(?:s|ed|ing)?\b|attribut(?:able|ed)\b|primarily\b|owing to\b|led by\b|"
    r"thanks to\b|benefit(?:ed|ing|ted|ting)? from\b|impacted\b|offset\b|caused by\b|"
    r"on (?:strong|higher|lower|continued)\b|from (?:higher|lower|increased|strong)\b)",
    re.I,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_QUARTER = re.compile(r"\b(first|second|third|fourth)[\s-]+quarter|\bQ([1-4])\b", re.I)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
HEAD_LENGTH = 120
TAIL_LENGTH = 60
DERIVED = 4  # "issu(e)" is met by "issuanc(e)": endings of up to four letters
_TO_FOLLOW = re.compile(r"\bfollow(?:ing|s)(?: factors)?\s*[.:]\s*$", re.I)
_IDLE = re.compile(
    r"\b(?:make|makes|made|making|set|sign|signed|follow|back|end|ended) up\b|\bup to\b|"
    r"\bas a (?:share|percentage|percent|proportion) of\b|\b(?:item|part)\s+\d[\d.]*[A-Z]?\b",
    re.I,
)
_FIRST_NUMBER = re.compile(r"[$₹€£]?\d[\d,.]*\s?(?:%|million|billion|crore|points?)")
_OTHER_LENGTH = re.compile(
    r"\b(?:nine|six|9|6)[\s-]months?\b|\bfull[\s-]year\b|\byear[\s-]to[\s-]date\b|\bfirst half\b|"
    r"\bhalf[\s-]year\b|\b9M\b|\bH[12]\b",
    re.I,
)
_INCLUDED = re.compile(
    r"\b(?:which )?(?:includ\w+|such as|excluding|other than)\b[^.;]*?"
    r"(?=\b(?:was|were|is|are|increased|decreased|grew|totaled)\b|[.;)]|$)",
    re.I,
)
_FORWARD = re.compile(
    r"\b(?:expect|expects|anticipate|anticipates|forecast|outlook|guidance|guide|project|projects|"
    r"estimate|target|will be|should be)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The word classes of ``words.yaml``, stemmed."""

    up: frozenset[str]
    down: frozenset[str]
    causes: frozenset[str]
    question: frozenset[str]
    negations: frozenset[str]
    qualifiers: frozenset[str]
    comparatives: frozenset[str]
    general: frozenset[str]
    forward: frozenset[str]

    def opposed(self, asked: int, said: int) -> bool:
        """True when one speaks of a rise and the other of a fall."""
        return asked * said < 0

    def direction(self, terms: Sequence[str] | frozenset[str]) -> int:
        """+1 when the terms speak of a rise, -1 of a fall, 0 of neither or both."""
        rises = any(t in self.up for t in terms)
        falls = any(t in self.down for t in terms)
        return int(rises) - int(falls)


@dataclass(frozen=True, slots=True)
class Passage:
    """A window of sentences, how well it covers the question, and what it does not meet."""

    document_id: str
    span: Span
    text: str
    score: float
    coverage: float
    unmatched: tuple[str, ...]
    has_cause: bool
    direction: int
    is_row: bool = False
    cause_at: int = 0
    n_sentences: int = 1
    subject: float = 0.0
    extra: float = 0.0
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class _Piece:
    unit: Unit
    terms: frozenset[str]


@lru_cache(maxsize=1)
def _word_classes() -> dict[str, str]:
    text = files("onfile.answer").joinpath("words.yaml").read_text(encoding="utf-8")
    classes: dict[str, str] = load_yaml(text)
    return classes


def vocabulary(terms: Terms) -> Vocabulary:
    """The word classes, stemmed by ``terms``."""
    return Vocabulary(**{name: frozenset(terms(words)) for name, words in _word_classes().items()})


class PassageFinder:
    """Scores windows of sentences against one question."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.words = vocabulary(reading.terms)
        self._weights = self._asked(reading)
        self._total = sum(self._weights.values())
        unknown = reading.weight("\0") - KNOWN_MARGIN
        self._shortened = frozenset(
            t for t in self._weights if len(t) >= PREFIX_LENGTH and reading.weight(t) >= unknown
        )
        words = self.words
        self._plain = (
            words.question | words.general | words.up | words.down | words.comparatives
        ) | (words.qualifiers | words.forward)
        self._is_why = reading.intent.kind is QuestionKind.WHY
        self._askers: dict[str, tuple[Span, ...]] = {}
        self._pages: dict[tuple[str, int], tuple[str, list[_Piece]]] = {}

    @property
    def asked(self) -> tuple[str, ...]:
        """The telling terms of the question, in order."""
        return tuple(self._weights)

    def _asked(self, reading: Reading) -> Mapping[str, float]:
        intent = reading.intent
        people = frozenset(reading.terms(f"{intent.speaker or ''} {intent.role or ''}"))
        idle = frozenset(t for m in _IDLE.finditer(intent.question) for t in reading.terms(m[0]))
        left_out = self.words.question | people | idle
        if intent.kind in (QuestionKind.COMPARE, QuestionKind.FIGURE):
            left_out |= self.words.comparatives
        kept = list(dict.fromkeys(t for t in intent.terms if t not in left_out))
        joined = {a + b for a, b in itertools.pairwise(kept)}
        return {term: self._weight(term) for term in kept if term not in joined}

    def _weight(self, term: str) -> float:
        is_slight = term in self.words.qualifiers or term in self.words.general
        factor = QUALIFIER_FACTOR if is_slight else 1.0
        return factor * self._reading.weight(term)

    def share_named(self, text: str) -> float:
        """The share of the question's telling terms that ``text`` meets, 0 to 1."""
        terms = frozenset(self._reading.terms(text))
        met = sum(self._is_met(t, terms) for t in self.telling)
        return met / len(self.telling) if self.telling else 0.0

    @property
    def telling(self) -> tuple[str, ...]:
        """The asked terms that are not so general that any passage has them."""
        slight = self.words.general | self.words.qualifiers
        return tuple(t for t in self._weights if t not in slight)

    def is_subject(self, passage: Passage) -> bool:
        """True when the question's terms are met outside lists of what something includes."""
        terms = frozenset(self._reading.terms(_INCLUDED.sub(" ", passage.text)))
        named = frozenset(self._reading.terms(passage.text))
        telling = (t for t in self._weights if t not in self.words.qualifiers)
        return all(self._is_met(t, terms) for t in telling if self._is_met(t, named))

    def find(self, evidence: Sequence[Evidence]) -> list[Passage]:
        """All scored windows of these passages' pages, best first; ties in reading order."""
        found: list[tuple[float, int, Span, Passage]] = []
        for one in evidence:
            for passage in self._of_evidence(one):
                found.append((-round(passage.score, 6), one.rank, passage.span, passage))
        found.sort(key=lambda f: f[:3])
        return [passage for *_, passage in found]

    def within(
        self, document_id: str, spans: Sequence[Span], context: frozenset[str] = frozenset()
    ) -> list[Passage]:
        """All scored windows inside these spans, in reading order."""
        found: list[Passage] = []
        for span in spans:
            text, pieces = self._read(document_id, span.page)
            inside = [p for p in pieces if span.start <= p.unit.start < span.end]
            found.extend(self._windows(document_id, span.page, text, inside, context, None))
        return found

    def _asked_at(self, document_id: str, page: int, offset: int) -> bool:
        """True inside the words of an analyst or the operator: they ask, they do not report."""
        known = self._askers.get(document_id)
        if known is None:
            turns = self._reading.turns(document_id)
            askers = (t for t in turns if t.is_analyst or t.is_operator)
            known = self._askers[document_id] = tuple(s for t in askers for s in t.spans)
        return any(s.page == page and s.start <= offset < s.end for s in known)

    def _of_evidence(self, evidence: Evidence) -> Iterator[Passage]:
        document_id = evidence.document.document_id
        context = frozenset(self._reading.terms(evidence.chunk.section or ""))
        for page in sorted({s.page for s in evidence.chunk.spans}):
            text, pieces = self._read(document_id, page)
            low, high = self._region(evidence, page, len(text))
            inside = [p for p in pieces if low <= p.unit.start < high]
            inside = [p for p in inside if not self._asked_at(document_id, page, p.unit.start)]
            yield from self._windows(document_id, page, text, inside, context, evidence)

    def _read(self, document_id: str, page: int) -> tuple[str, list[_Piece]]:
        known = self._pages.get((document_id, page))
        if known is None:
            text = self._reading.archive.page_text(document_id, page)
            terms = self._reading.terms
            pieces = [_Piece(u, frozenset(terms(text[u.start : u.end]))) for u in units(text)]
            known = self._pages[document_id, page] = (text, pieces)
        return known

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
        pieces: Sequence[_Piece],
        context: frozenset[str],
        evidence: Evidence | None,
    ) -> Iterator[Passage]:
        heading: frozenset[str] = frozenset()
        for i, piece in enumerate(pieces):
            if piece.unit.kind == "heading":
                heading = piece.terms
                continue
            limit = 1 if piece.unit.kind == "row" else MAX_WINDOW
            terms: frozenset[str] = frozenset()
            for n, last in enumerate(pieces[i : i + limit], start=1):
                if last.unit.kind != piece.unit.kind:
                    break
                terms |= last.terms
                if n < limit and _TO_FOLLOW.search(text, last.unit.start, last.unit.end):
                    continue  # "driven by the following:" says nothing without what follows
                span = Span(page, piece.unit.start, last.unit.end)
                quote = text[span.start : span.end]
                is_row = piece.unit.kind == "row"
                around = heading | context
                yield self._scored(document_id, span, quote, terms, around, n, is_row, evidence)

    def _scored(
        self,
        document_id: str,
        span: Span,
        quote: str,
        terms: frozenset[str],
        context: frozenset[str],
        n: int,
        is_row: bool,
        evidence: Evidence | None,
    ) -> Passage:
        coverage, unmatched = self._coverage(terms, context)
        score = coverage - WINDOW_COST * (n - 1)
        has_cause, cause_at, subject, extra = False, 0, 0.0, 0.0
        if self._is_why and coverage >= WORTH_A_LOOK:
            cause = _CAUSE.search(quote)
            has_cause = cause is not None
            if cause is not None:
                cause_at = cause.start()
                subject = self._subject(quote[:cause_at], context)
                score = score * (SUBJECT_FACTOR + (1 - SUBJECT_FACTOR) * subject)
                score += CAUSE_BONUS * subject
        if coverage >= WORTH_A_LOOK:
            score *= self._time_factor(quote)
            extra = self._extra(quote, cause_at)
            score -= EXTRA_COST * extra
        score *= 0.97 ** self._reading.precedence.get(document_id, 0)
        return Passage(
            document_id=document_id,
            span=span,
            text=quote,
            score=score,
            coverage=coverage,
            unmatched=unmatched,
            has_cause=has_cause,
            direction=self.words.direction(terms),
            is_row=is_row,
            cause_at=cause_at,
            n_sentences=n,
            subject=subject,
            extra=extra,
            evidence=evidence,
        )

    def _subject(self, head: str, context: frozenset[str]) -> float:
        """The share of the question that is met before the cause or in the heading, 0 to 1."""
        terms = frozenset(self._reading.terms(head)) | context
        met = sum(w for t, w in self._weights.items() if self._is_met(t, terms))
        return met / self._total if self._total else 0.0

    def _extra(self, quote: str, cause_at: int) -> float:
        """The share of telling words, where the subject stands, that were not asked for."""
        asked = set(self._weights).union(*self._alike())
        telling = [t for t in self._subject_terms(quote, cause_at, asked) if t not in self._plain]
        return sum(t not in asked for t in telling) / len(telling) if telling else 0.0

    def _subject_terms(self, quote: str, cause_at: int, asked: set[str]) -> list[str]:
        """Terms of the clause before the cause or the first number; else of what follows it."""
        number = _FIRST_NUMBER.search(quote)
        end = cause_at or (number.start() if number else min(len(quote), HEAD_LENGTH))
        parts = [self._reading.terms(part) for part in re.split(r"[,;:]\s", quote[:end])]
        if number is not None and not cause_at:
            parts.insert(0, self._reading.terms(quote[number.end() : number.end() + TAIL_LENGTH]))
        named = [p for p in parts if any(t in asked for t in p)]
        return [t for t in (named[-1] if named else parts[-1]) if not t.isdigit()]

    def _alike(self) -> list[frozenset[str]]:
        return [s for t in self._weights for s in self._reading.expansions.get(t, ())]

    def _time_factor(self, quote: str) -> float:
        """Below 1 when the words speak of another time than the question."""
        intent = self._reading.intent
        factor = 1.0
        if intent.periods and _names_other_time(quote, intent.periods):
            factor *= WRONG_TIME_FACTOR
        if bool(_FORWARD.search(quote)) != intent.is_forward_looking:
            factor *= WRONG_TIME_FACTOR if intent.is_forward_looking else OUTLOOK_FACTOR
        return factor

    def _coverage(
        self, terms: frozenset[str], context: frozenset[str]
    ) -> tuple[float, tuple[str, ...]]:
        met = 0.0
        unmatched = []
        for term, weight in self._weights.items():
            if self._is_met(term, terms):
                met += weight
            elif self._is_met(term, terms | context):
                met += CONTEXT_SHARE * weight
            elif term not in self.words.qualifiers and term not in self.words.general:
                unmatched.append(term)
        return (met / self._total if self._total else 0.0), tuple(unmatched)

    def _is_met(self, term: str, among: frozenset[str]) -> bool:
        if term in among:
            return True
        if term in self.words.up and not self.words.up.isdisjoint(among):
            return True
        if term in self.words.down and not self.words.down.isdisjoint(among):
            return True
        if term in self.words.forward and not self.words.forward.isdisjoint(among):
            return True
        if any(alike <= among for alike in self._reading.expansions.get(term, ())):
            return True
        if len(term) < PREFIX_LENGTH:
            return False
        is_short = term in self._shortened
        return any(
            t.startswith(term) and (is_short or len(t) - len(term) <= DERIVED) for t in among
        )


def _names_other_time(quote: str, periods: Sequence[Period]) -> bool:
    """True when the quote names years or quarters, and none of them is asked for."""
    years = set(_YEAR.findall(quote))
    wanted = {str(p.fiscal_year) for p in periods}
    if years and not years & wanted:
        return True
    quarters = {int(m[2]) if m[2] else _ORDINALS[m[1].lower()] for m in _QUARTER.finditer(quote)}
    asked = {p.quarter for p in periods if p.quarter is not None}
    if quarters and asked and not quarters & asked:
        return True
    is_quarter = bool(asked) and all(p.months in (None, 3) for p in periods)
    return is_quarter and _OTHER_LENGTH.search(quote) is not None
