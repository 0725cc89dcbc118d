"""Facts of letters, minutes, specifications, logs and manuals, asked in everyday words.

Such papers say a thing once, in words of their own, and belong to no company and period that would
tell one statement from another. A sentence is quoted that has every word that singles out what is
asked, some of them perhaps in the heading above or in the paper's title, and the kind of thing that
is asked for: a date, an amount, a length, a name, a reason. Two that say it differently answer
nothing. Where no sentence does, a row of a log or a schedule may.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from onfile.answer.asked_of_papers import asked_for
from onfile.answer.claims import quoted
from onfile.answer.declined import not_stated
from onfile.answer.paper_rows import answer_row
from onfile.answer.paper_words import PaperWords
from onfile.answer.passages import CAUSE, Passage, PassageFinder, Piece
from onfile.answer.request import Reading
from onfile.answer.stands_for import answer_stands_for
from onfile.answer.subject import Subject
from onfile.language.numbered import has_another, is_numbered_in
from onfile.types import Draft, QuestionKind, Refusal, Span

MIN_OWN = 0.5  # of the words that single it out: in the sentence itself, not above it
MIN_WORDS = 3  # a word of the question, as it stands there, counts two, another for it one
MIN_NOTE_WORDS = 5
_POINTS_BACK = re.compile(
    r"\W*(?:this|these|that|it|they|the (?:delay|change|increase|failure|damage|reason|cause|"
    r"problem|overrun|extension|incident|work|pour|test))\b",
    re.I,
)
_OPEN = re.compile(r"\b(?:may|might|could|would|if)\b")
_QUESTION = re.compile(r"\?\s*$|^\W*question\b", re.I)


@dataclass(frozen=True, slots=True)
class _Found:
    document_id: str
    span: Span
    text: str
    n_own: int
    rank: int

    @property
    def order(self) -> tuple[int, int, Span]:
        """Best first."""
        return (-self.n_own, self.rank, self.span)


def of_papers(reading: Reading) -> Draft | Refusal:
    """The sentence that tells it, or the row; a refusal where none does, or several differ."""
    return answer_stands_for(reading) or _answer(reading) or not_stated(reading, None)


def _answer(reading: Reading) -> Draft | None:
    finder = PassageFinder(reading)
    words = PaperWords(reading, finder)
    if not words.singles_out:
        return None
    found = sorted(_found(reading, finder, words), key=lambda one: one.order)
    if not found:
        return answer_row(reading, finder, words)
    best = [one for one in found if one.n_own == found[0].n_own]
    if words.anchors and found[0].n_own < MIN_WORDS - len(words.things):
        return None
    if len({words.asked.told(one.text) for one in best}) > 1:
        return None
    first = best[0]
    claim = quoted(reading.archive, first.document_id, first.span, None)
    return Draft(claim.text, (claim,), None, "quote", 1.0)


def _found(reading: Reading, finder: PassageFinder, words: PaperWords) -> Iterator[_Found]:
    for evidence in reading.evidence:
        title = words.title_of(evidence)
        for page, text, pieces in finder.pieces_of(evidence):
            for span, n_own in _on_page(reading, words, title, page, text, pieces):
                quote = text[span.start : span.end]
                if words.asked.is_told_in(_clause_on(words, quote), title):
                    document_id = evidence.document.document_id
                    yield _Found(document_id, span, quote, n_own, evidence.rank)


def _clause_on(words: PaperWords, text: str) -> str:
    """What is said of the codes and numbers asked about: "at 9 feet in B-1; none in B-2"."""
    for clause in text.split(";"):
        terms = words.terms_of(clause)
        named = [thing for thing in words.things if is_numbered_in(thing, text)]
        is_named = all(is_numbered_in(thing, clause) for thing in named)
        if is_named and (words.codes or named) and words.codes <= terms:
            return clause
    return text


def _on_page(
    reading: Reading,
    words: PaperWords,
    title: str,
    page: int,
    text: str,
    pieces: Sequence[Piece],
) -> Iterator[tuple[Span, int]]:
    """Sentences that may tell it, and how much of the question each has itself."""
    heading = ""
    for number, piece in enumerate(pieces):
        following = pieces[number + 1] if number + 1 < len(pieces) else None
        said = text[piece.unit.start : piece.unit.end]
        is_heading = piece.unit.kind == "heading"
        may_tell = piece.unit.kind == "sentence" or (is_heading and _is_note(words, said))
        if is_heading and not may_tell:
            heading = said
        if not may_tell or _QUESTION.search(said):
            continue
        n_own = _n_own(words, said, piece.terms, f"{heading} {title}")
        end = piece.unit.end
        if n_own and reading.intent.kind is QuestionKind.WHY and not CAUSE.search(said):
            n_own = n_own if _gives_cause(text, following) else 0
            end = following.unit.end if following is not None else end
        if n_own:
            yield Span(page, piece.unit.start, end), n_own


def _is_note(words: PaperWords, line: str) -> bool:
    """A line without a stop that tells the kind asked for all the same: "Pump 7 runs at 9 rpm"."""
    is_long = len(line.split()) >= MIN_NOTE_WORDS
    return words.asked.is_kind and is_long and words.asked.is_told_in(line)


def _gives_cause(text: str, piece: Piece | None) -> bool:
    if piece is None or piece.unit.kind != "sentence":
        return False
    said = text[piece.unit.start : piece.unit.end]
    return _POINTS_BACK.match(said) is not None and CAUSE.search(said) is not None


def _n_own(words: PaperWords, said: str, terms: frozenset[str], around: str) -> int:
    """How much of the question stands in the sentence itself; 0 where it is of something else."""
    for thing in words.things:
        if has_another(thing, said) or not is_numbered_in(thing, f"{said} \n {around}"):
            return 0
    if not words.is_of_years(f"{said} {around}"):
        return 0
    if words.asked.is_certain and _OPEN.search(said):
        return 0
    own = [t for t in words.anchors if words.is_met(t, terms)]
    if not words.codes.union(words.asked.named) <= frozenset(own):
        return 0
    above = words.terms_of(around)
    is_all = all(words.is_met(t, above) for t in words.anchors if t not in own)
    if len(own) < MIN_OWN * len(words.anchors) or not is_all:
        return 0
    n_words = sum(2 if t in terms else 1 for t in own)
    n_words += sum(words.is_alike(t, terms) for t in words.others)
    n_words += sum(2 if is_numbered_in(thing, said) else 1 for thing in words.things)
    return n_words


def names_what_is_asked(reading: Reading, subject: Subject, passage: Passage) -> bool:
    """Of a paper, a sentence has itself what is asked of a thing ("the power of fan F-1")."""
    document = passage.evidence.document if passage.evidence is not None else None
    if document is None or document.identity.company is not None:
        return True
    terms = frozenset(reading.terms(passage.text))
    return all(subject.is_met(t, terms) for t in asked_for(reading).named if t in subject.telling)
