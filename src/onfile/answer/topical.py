"""Subjects that are told in sentences: "which acquisitions did it make", "who are its customers".

The lexicon says by which sentences a document states a subject (``says``). Where the question asks
for the subject and nothing else, or for more that the sentences also have, they are quoted from the
one page that states most of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from onfile.answer.claims import LATER_DOCUMENT, quoted
from onfile.answer.passages import PassageFinder, Piece
from onfile.answer.request import Reading, Topic
from onfile.types import Claim, Draft, Evidence, Pair, QuestionKind, Span

KINDS = (QuestionKind.WHAT, QuestionKind.LIST, QuestionKind.WHO, QuestionKind.YES_NO)
MIN_WORDS = 5
MAX_QUOTED = 4  # sentences
ENOUGH = 3  # sentences of a page; more of them make it no better
RANK_COST = 0.12  # for each place further down the evidence
SECTION_BONUS = 1.3
OPENING = 45  # characters in which a sentence says when
LONG_AGO = 10  # years; what is older is history
_MAY = re.compile(r"\b(?:may|might|could|would)\b", re.I)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_ENDS = (".", ".”", '."', ".)", ":", ";")
_EARNS = re.compile(r"\b(?:earn(?:ed|s)?|spen[dt]|cost|how much|how many)\b", re.I)
_BEGINS = re.compile(r"[A-Z0-9•“\"(‘']")  # else it began on the page before
_SEE = re.compile(r"\b(?:see|refer to|described in|set forth in|discussed in|incorporated)\b", re.I)


@dataclass(frozen=True, slots=True)
class _Found:
    """The sentences of one page that state the subject."""

    evidence: Evidence
    page: int
    spans: tuple[Span, ...]
    score: float


def answer_topic(reading: Reading, finder: PassageFinder) -> Draft | None:
    """Sentences that state the subject, one page for each company and period; else None."""
    if reading.intent.kind not in KINDS or not reading.topics or reading.quantities_named:
        return None
    if _EARNS.search(reading.intent.asked):
        return None  # an amount is asked for
    topic = reading.topics[0]
    rest = _rest(finder, reading.topics)
    claims: list[Claim] = []
    for pair in _asked_for(reading):
        found = _best(reading, finder, topic, rest, pair)
        if found is None:  # of several years, one report may tell of all
            found = _best(reading, finder, topic, rest, None)
            if found is None or not _speaks_of(reading, found, pair):
                return None
        document_id = found.evidence.document.document_id
        claims += [quoted(reading.archive, document_id, span, pair) for span in found.spans]
    if not claims:
        return None
    lines = dict.fromkeys(c.text for c in claims)
    return Draft("\n".join(lines), tuple(claims), None, "quote", 1.0)


def _speaks_of(reading: Reading, found: _Found, pair: Pair | None) -> bool:
    """A sentence names the pair's year, and the report is of its company."""
    identity = found.evidence.document.identity
    if pair is None or pair.period is None or identity.company != pair.company:
        return False
    text = reading.archive.page_text(found.evidence.document.document_id, found.page)
    return any(str(pair.period.fiscal_year) in text[s.start : s.end] for s in found.spans)


def _asked_for(reading: Reading) -> Sequence[Pair | None]:
    return reading.intent.pairs or (None,)


def _rest(finder: PassageFinder, topics: Sequence[Topic]) -> tuple[str, ...]:
    """What is asked beyond the subject: each must be met."""
    named = frozenset().union(*(topic.terms for topic in topics))
    framing = finder.words.framing
    return tuple(t for t in finder.subject.telling if t not in named and t not in framing)


def _best(
    reading: Reading,
    finder: PassageFinder,
    topic: Topic,
    rest: Sequence[str],
    pair: Pair | None,
) -> _Found | None:
    found = [
        one
        for evidence in reading.evidence
        if _is_of_pair(evidence, pair, reading)
        if reading.precedence.get(evidence.document.document_id, 0) < LATER_DOCUMENT
        for one in _of_evidence(reading, finder, topic, rest, evidence)
    ]
    return max(found, key=lambda f: (round(f.score, 6), -f.evidence.rank), default=None)


def _is_of_pair(evidence: Evidence, pair: Pair | None, reading: Reading) -> bool:
    """Found for this pair; a page found for several pairs of one company is of its own period."""
    if pair is None or evidence.pair is None or len(reading.intent.pairs) == 1:
        return True
    identity = evidence.document.identity
    if identity.company != pair.company or identity.period is None or pair.period is None:
        return evidence.pair == pair
    return identity.period.fiscal_year == pair.period.fiscal_year


def _of_evidence(
    reading: Reading,
    finder: PassageFinder,
    topic: Topic,
    rest: Sequence[str],
    evidence: Evidence,
) -> Iterator[_Found]:
    for page, text, pieces in finder.pieces_of(evidence):
        stating = [piece for piece in pieces if _states(reading, finder, topic, rest, text, piece)]
        if not stating:
            continue
        n_stating = min(len(stating), ENOUGH)
        score = n_stating * (1 - RANK_COST) ** (evidence.rank - 1)
        if topic.section is not None and evidence.chunk.section_kind == topic.section:
            score *= SECTION_BONUS
        spans = _joined(page, stating[:MAX_QUOTED])
        yield _Found(evidence, page, spans, score)


def _states(
    reading: Reading,
    finder: PassageFinder,
    topic: Topic,
    rest: Sequence[str],
    text: str,
    piece: Piece,
) -> bool:
    """Whether a sentence states the subject, with all else that is asked, of the time asked."""
    said = text[piece.unit.start : piece.unit.end]
    folded = " ".join(said.split())
    is_whole = _BEGINS.match(folded) is not None and folded.endswith(_ENDS)
    if piece.unit.kind != "sentence" or not is_whole or len(folded.split()) < MIN_WORDS:
        return False
    if not any(pattern.search(folded) for pattern in topic.says):
        return False
    if _SEE.search(folded) and len(folded.split()) < 30:
        return False  # "for legal proceedings see Note 21" states nothing
    if not all(finder.subject.is_met(term, piece.terms) for term in rest):
        return False
    if reading.intent.kind is QuestionKind.YES_NO and _MAY.search(folded):
        return False
    return _is_of_time(reading, topic, folded)


def _is_of_time(reading: Reading, topic: Topic, said: str) -> bool:
    """False where the sentence opens with years that are not asked for ("In 2018, we acquired")."""
    wanted = {str(p.fiscal_year) for p in reading.intent.periods}
    opening = set(_YEAR.findall(said[:OPENING]))
    named = set(_YEAR.findall(said))
    if not wanted or not named or wanted & named:
        return True
    if topic.is_dated:
        return False
    return not opening and int(max(named)) >= int(min(wanted)) - LONG_AGO


def _joined(page: int, pieces: Sequence[Piece]) -> tuple[Span, ...]:
    """Spans of the sentences; neighbours are one span."""
    spans: list[Span] = []
    for piece in pieces:
        if spans and 0 <= piece.unit.start - spans[-1].end <= 2:
            spans[-1] = Span(page, spans[-1].start, piece.unit.end)
        else:
            spans.append(Span(page, piece.unit.start, piece.unit.end))
    return tuple(spans)
