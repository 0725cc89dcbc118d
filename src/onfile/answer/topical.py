"""Subjects that are told in sentences: "which acquisitions did it make", "who are its customers".

The lexicon says by which sentences a document states a subject (``says``). Where the question asks
for the subject and nothing else, or for more that the sentences also have, they are quoted from the
page that states most of it, and from others of the same document that state nearly as much. Besides
the pages that were found, those of the section are read in which the subject is usually told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from onfile.answer.astray import asks_which_part
from onfile.answer.claims import LATER_DOCUMENT, quoted
from onfile.answer.passages import PassageFinder, Piece
from onfile.answer.request import Reading, Topic
from onfile.answer.telling_time import asks_when, says_when
from onfile.answer.topic_time import is_of_time, is_told_of_another_year
from onfile.types import Claim, Draft, Evidence, Pair, QuestionKind, Span

KINDS = (QuestionKind.WHAT, QuestionKind.LIST, QuestionKind.WHO, QuestionKind.YES_NO)
MIN_WORDS = 5
MAX_QUOTED = 4  # sentences
ENOUGH = 3  # sentences of a page; more of them make it no better
RANK_COST = 0.12  # for each place further down the evidence
UNRANKED = 0.4  # of a page of the subject's section that was not found
SECTION_BONUS = 1.3
AMOUNT_BONUS = 0.5  # a sentence that says how much tells more
FIRST_BONUS = 0.6  # by the pattern that the lexicon lists first, the surest
NEARLY = 0.6  # of the best page's score
MAX_PAGES = 3
WHOLE = ("business", "risk_factors", "mdna")  # sections that speak of the whole company
NOTES = ("notes",)  # where nothing was found elsewhere
MAX_ITEMS = 12  # bullets after a colon
MUCH_BONUS = 0.5  # thousands of plaintiffs, billions
WHOLE_BONUS = 0.5  # of the whole company's sales
PART_COST = 0.7  # of one segment's alone
_MAY = re.compile(r"\b(?:may|might|could|would)\b")  # "In May" is a month
_MUCH = re.compile(
    r"\bbillion\b|\b(?:\d{1,3}(?:,\d{3})+|thousands)\s+(?:of\s+)?(?:\w+\s+)?(?:plaintiffs|claimants|claims|lawsuits|"
    r"cases|complaints)\b",
    re.I,
)
_OF_ALL = re.compile(
    r"\b(?:total|consolidated|our|the company['’]?s?)\s+(?:\w+\s+){0,2}(?:sales|revenues?)\b", re.I
)
_OF_A_PART = re.compile(  # "RMS' net sales", "of Aeronautics' 2032 net sales"
    r"\b(?!(?:Company|Corporation|Inc)\b)[A-Z]\w+['’]s?\s+(?:\d{4}\s+)?(?:total\s+)?(?:net\s+)?(?:sales|revenues?)\b"
)
_ENDS = (".", ".”", '."', ".)", ":", ";")
_WHICH = re.compile(r"\W*(?:in |during )?(?:which|when)\b", re.I)
_EARNS = re.compile(r"\b(?:earn(?:ed|s)?|spen[dt]|cost|how much|how many)\b", re.I)
_AMOUNT = re.compile(r"\d\s?%|[$€£₹]\s?\d")
_ITEM = re.compile(r"\s*(?:[•▪●◦*–-]|\(?(?:\d{1,2}|[a-z])\))\s")
_DENIES = re.compile(r"\b(?:no|not|none|never|neither|nor|without|cannot|free of)\b", re.I)
_BEGINS = re.compile(r"[A-Z0-9•“\"(‘']")  # else it began on the page before
_SEE = re.compile(r"\b(?:see|refer to|described in|set forth in|discussed in|incorporated)\b", re.I)


@dataclass(frozen=True, slots=True)
class Besides:
    """What is asked beyond a subject: each term must be met, and one term of each other subject."""

    terms: tuple[str, ...]
    subjects: tuple[frozenset[str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    """The sentences of one page that state the subject.

    ``is_in_section``: in a part of a report that speaks of the company as a whole.
    """

    document_id: str
    page: int
    spans: tuple[Span, ...]
    score: float
    rank: int
    is_in_section: bool


def answer_topic(reading: Reading, finder: PassageFinder) -> Draft | None:
    """Sentences that state the subject, for each company and period; else None."""
    if not reading.topics or not _asks_in_words(reading) or _EARNS.search(reading.intent.asked):
        return None  # an amount is asked for
    rest = _rest(finder, reading.topics)
    if asks_which_part(reading):  # "which segment is a discontinued operation": one is the other
        for topic in reading.topics:
            others = tuple(other.terms for other in reading.topics if other is not topic)
            draft = _on_topic(reading, finder, topic, Besides(rest, others)) if others else None
            if draft is not None:
                return draft
    return _on_topic(reading, finder, reading.topics[0], Besides(rest))


def asks_alone(reading: Reading, finder: PassageFinder) -> bool:
    """One subject is asked for, whose sentences are known, and nothing beyond it."""
    if not reading.topics or not reading.topics[0].says or asks_which_part(reading):
        return False
    return not _rest(finder, reading.topics) and _asks_in_words(reading)


def _asks_in_words(reading: Reading) -> bool:
    """No figure is asked for; one may be named of which the subject's own sentences speak.

    "In which quarters are sales highest": how high is not asked.
    """
    is_when = _WHICH.match(reading.intent.asked) is not None
    if reading.intent.kind not in KINDS and not is_when:
        return False
    named = [q.words.lower() for q in reading.quantities if q.concept is not None]
    spoken_of = " ".join(pattern.pattern for topic in reading.topics for pattern in topic.says)
    is_asked_of = is_when or reading.intent.kind is QuestionKind.YES_NO
    return not named or (is_asked_of and all(words.rstrip("s") in spoken_of for words in named))


def _on_topic(reading: Reading, finder: PassageFinder, topic: Topic, rest: Besides) -> Draft | None:
    claims: list[Claim] = []
    silent: list[Pair] = []
    for pair in _asked_for(reading):
        found = _best(reading, finder, topic, rest, pair)
        if not found:  # of several years, one report may tell of all
            found = _best(reading, finder, topic, rest, None)
            if not found or not _speaks_of(reading, found[0], pair):
                if not topic.is_dated or pair is None or len(reading.intent.pairs) < 2:
                    return None
                silent.append(pair)
                continue
        claims += [
            quoted(reading.archive, one.document_id, span, pair)
            for one in found
            for span in one.spans
        ]
    if not claims:
        return None
    lines = list(dict.fromkeys(c.text for c in claims))
    if not rest.terms and len(reading.topics) == 1 and _is_affirmed(reading, claims):
        lines[0] = f"Yes: {lines[0]}"
    for pair in silent:  # nothing happened then that a report tells
        lines.append(f"No such sentence was found for {pair.period.name if pair.period else ''}.")
        claims.append(_noted(claims[-1], pair))
    return Draft("\n".join(lines), tuple(claims), None, "quote", 1.0)


def _noted(claim: Claim, pair: Pair) -> Claim:
    note = "the nearest year of which it is told"
    return replace(
        claim, pair=pair, citations=tuple(replace(c, note=note) for c in claim.citations)
    )


def _is_affirmed(reading: Reading, claims: Sequence[Claim]) -> bool:
    """A yes-or-no question whose subject the first sentence states, and nobody denies."""
    if reading.intent.kind is not QuestionKind.YES_NO or len(reading.intent.pairs) > 1:
        return False
    said = (reading.intent.asked, *(c.quote for claim in claims for c in claim.citations))
    return not any(_DENIES.search(text) for text in said)


def _speaks_of(reading: Reading, found: _Found, pair: Pair | None) -> bool:
    """A sentence names the pair's year, and the report is of its company."""
    identity = reading.archive.document(found.document_id).identity
    if pair is None or pair.period is None or identity.company != pair.company:
        return False
    text = reading.archive.page_text(found.document_id, found.page)
    return any(str(pair.period.fiscal_year) in text[s.start : s.end] for s in found.spans)


def _asked_for(reading: Reading) -> Sequence[Pair | None]:
    return reading.intent.pairs or (None,)


def _rest(finder: PassageFinder, topics: Sequence[Topic]) -> tuple[str, ...]:
    """What is asked beyond the subject: each must be met."""
    named = frozenset().union(*(topic.terms for topic in topics))
    framing = finder.words.framing | finder.words.comparatives
    return tuple(t for t in finder.subject.telling if t not in named and t not in framing)


def _best(
    reading: Reading,
    finder: PassageFinder,
    topic: Topic,
    rest: Besides,
    pair: Pair | None,
) -> list[_Found]:
    """The page that states most, then those of its document that state nearly as much."""
    found = [
        one
        for evidence in reading.evidence
        if _is_of_pair(evidence, pair, reading)
        if reading.precedence.get(evidence.document.document_id, 0) < LATER_DOCUMENT
        for one in _of_evidence(reading, finder, topic, rest, evidence)
    ]
    found += _of_section(
        reading, finder, topic, rest, pair, {(f.document_id, f.page) for f in found}
    )
    found = _of_the_latest(reading, found, pair)
    found.sort(key=lambda f: (-round(f.score, 6), f.rank, f.document_id, f.page))
    kept: dict[int, _Found] = {}
    for one in found:
        is_best = one is found[0]
        is_near = one.score >= NEARLY * found[0].score and one.is_in_section
        is_same = one.document_id == found[0].document_id
        if is_best or (is_same and is_near and len(kept) < MAX_PAGES):
            kept.setdefault(one.page, one)
    return list(kept.values())


def _of_the_latest(reading: Reading, found: Sequence[_Found], pair: Pair | None) -> list[_Found]:
    """Where no time is named, those of the latest year in which a report states the subject."""
    if pair is None or pair.period is not None or reading.topics[0].is_dated:
        return list(found)
    identities = {f.document_id: reading.archive.document(f.document_id).identity for f in found}
    years = {
        d: i.period.fiscal_year
        for d, i in identities.items()
        if i.period is not None and i.period.quarter is None
    }
    latest = max(years.values(), default=None)
    return [f for f in found if latest is None or years.get(f.document_id) == latest]


def _of_section(
    reading: Reading,
    finder: PassageFinder,
    topic: Topic,
    rest: Besides,
    pair: Pair | None,
    known: AbstractSet[tuple[str, int]],
) -> Iterator[_Found]:
    """Pages of the subject's section in the period's own filings that were not found."""
    if topic.section is None or pair is None or pair.period is None:
        return
    for document_id in reading.precedence:
        identity = reading.archive.document(document_id).identity
        if identity.company != pair.company or identity.period != pair.period:
            continue
        for page, text in reading.archive.pages_text(document_id).items():
            folded = " ".join(text.split())
            if (document_id, page) in known or not any(p.search(folded) for p in topic.says):
                continue
            kinds = {c.section_kind for c in reading.archive.chunks_of_page(document_id, page)}
            if kinds & {topic.section, *WHOLE, *(() if known or topic.is_dated else NOTES)}:
                pieces = finder.pieces_on(document_id, page)
                score = UNRANKED * SECTION_BONUS
                found = _on_page(reading, finder, topic, rest, page, text, pieces)
                if found is not None:
                    spans, n = found
                    rank = len(reading.evidence) + 1
                    yield _Found(document_id, page, spans, n * score, rank, is_in_section=True)


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
    rest: Besides,
    evidence: Evidence,
) -> Iterator[_Found]:
    for page, text, pieces in finder.pieces_of(evidence):
        found = _on_page(reading, finder, topic, rest, page, text, pieces)
        if found is None:
            continue
        spans, n_stating = found
        score = n_stating * (1 - RANK_COST) ** (evidence.rank - 1)
        kind = evidence.chunk.section_kind
        if topic.section is not None and kind == topic.section:
            score *= SECTION_BONUS
        is_in_section = kind in {topic.section, *WHOLE}
        document_id = evidence.document.document_id
        yield _Found(document_id, page, spans, score, evidence.rank, is_in_section)


def _on_page(
    reading: Reading,
    finder: PassageFinder,
    topic: Topic,
    rest: Besides,
    page: int,
    text: str,
    pieces: Sequence[Piece],
) -> tuple[tuple[Span, ...], float] | None:
    """The sentences of a page that state the subject, and how much they tell."""
    stating = [
        piece
        for i, piece in enumerate(pieces)
        if _states(reading, finder, topic, rest, text, piece)
        and not (topic.is_dated and is_told_of_another_year(reading, text, pieces, i))
    ]
    if not stating:
        return None
    telling = sorted((_tells(topic, text, piece) for piece in stating), reverse=True)
    quoted_ones = [_with_items(text, pieces, piece) for piece in stating[:MAX_QUOTED]]
    return _joined(page, quoted_ones), sum(telling[:ENOUGH])


def _tells(topic: Topic, text: str, piece: Piece) -> float:
    """How much a sentence tells: more with an amount, more by the subject's first pattern."""
    said = " ".join(text[piece.unit.start : piece.unit.end].split())
    bonus = AMOUNT_BONUS * (_AMOUNT.search(said) is not None)
    bonus += MUCH_BONUS * (_MUCH.search(said) is not None)
    bonus += WHOLE_BONUS * (_OF_ALL.search(said) is not None) - PART_COST * bool(
        _OF_A_PART.search(said)
    )
    return 1 + bonus + FIRST_BONUS * (topic.says[0].search(said) is not None)


def _with_items(text: str, pieces: Sequence[Piece], piece: Piece) -> tuple[int, int]:
    """From where to where a sentence is quoted: with its bullets, where it ends in a colon."""
    end = piece.unit.end
    if text[piece.unit.start : end].rstrip().endswith(":"):
        following = [p for p in pieces if p.unit.start >= end][:MAX_ITEMS]
        for item in following:
            if not _ITEM.match(text, item.unit.start):
                break
            end = item.unit.end
    return piece.unit.start, end


def _states(
    reading: Reading,
    finder: PassageFinder,
    topic: Topic,
    rest: Besides,
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
    if asks_when(reading) and not says_when(folded, reading.intent.asked):
        return False
    if not all(finder.subject.is_met(term, piece.terms) for term in rest.terms):
        return False
    if any(other.isdisjoint(piece.terms) for other in rest.subjects):
        return False
    if (reading.intent.kind is QuestionKind.YES_NO or topic.is_dated) and _MAY.search(folded):
        return False
    return is_of_time(reading, topic, folded)


def _joined(page: int, places: Sequence[tuple[int, int]]) -> tuple[Span, ...]:
    """Spans of the sentences; neighbours are one span."""
    spans: list[Span] = []
    for start, end in places:
        if spans and start - spans[-1].end <= 2:
            spans[-1] = Span(page, spans[-1].start, max(end, spans[-1].end))
        else:
            spans.append(Span(page, start, end))
    return tuple(spans)
