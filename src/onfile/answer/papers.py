"""Facts of letters, minutes, specifications, logs and manuals, asked in everyday words.

Such papers say a thing once, in words of their own, and belong to no company and period that would
tell one statement from another. A sentence is quoted that has every word that singles out what is
asked, some of them perhaps in the heading above or in the paper's title, and the kind of thing that
is asked for: a date, an amount, a length, a name, a reason. Two that say it differently answer
nothing. Where no sentence does, a row of a log or a schedule may.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from onfile.answer.asked_of_papers import asked_for
from onfile.answer.claims import quoted
from onfile.answer.declined import not_stated
from onfile.answer.paper_lines import Label, apart, label_of, labels_on
from onfile.answer.paper_rows import answer_row, is_head
from onfile.answer.paper_words import Paper, PaperWords
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
_RESULTS_IN = re.compile(r"result(?:s|ed|ing)? in", re.I)
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|must|shall|should|may|can|will|did|does|do)\b", re.I
)
_LIMITS = re.compile(  # labels of what should be: "Design flow", "Limit"
    r"\b(?:allow\w*|permi\w*|requir\w*|design|target|specified|limit|criteri\w+)\b", re.I
)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_OPEN = re.compile(r"\b(?:may|might|could|would|if)\b")
_QUESTION = re.compile(r"\?\s*$|^\W*question\b", re.I)


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence or a line of a form, and what of the kind asked for it tells."""

    document_id: str
    span: Span
    text: str
    n_own: int
    rank: int
    told: tuple[str, ...]
    is_field: bool = False

    @property
    def order(self) -> tuple[int, int, Span]:
        """Best first."""
        return (-self.n_own, self.rank, self.span)


def of_papers(reading: Reading) -> Draft | Refusal:
    """The sentence that tells it, or the row; a refusal where none does, or several differ."""
    return answer_stands_for(reading) or _answer(reading) or not_stated(reading, None)


def best_of(reading: Reading, finder: PassageFinder, words: PaperWords) -> list[Told]:
    """The sentences and lines that have most of the question; empty where none tells it."""
    found = sorted(_found(reading, finder, words), key=lambda one: one.order)
    return [one for one in found if one.n_own == found[0].n_own]


def _answer(reading: Reading) -> Draft | None:
    finder = PassageFinder(reading)
    words = PaperWords(reading, finder)
    if not words.singles_out:
        return None
    best = best_of(reading, finder, words)
    if not best:
        return answer_row(reading, finder, words)
    if words.anchors and best[0].n_own < MIN_WORDS - len(words.things):
        return None
    if do_differ(best):
        return None
    first = best[0]
    claim = quoted(reading.archive, first.document_id, first.span, None)
    return Draft(claim.text, (claim,), None, "field" if first.is_field else "quote", 1.0)


def do_differ(best: Sequence[Told]) -> bool:
    """Whether they tell it differently; papers of two things differ where their numbers do."""
    if not best:
        return False
    if len({one.told for one in best}) > 1:
        return True
    of_papers = {one.document_id: tuple(_NUMBER.findall(one.text)) for one in reversed(best)}
    return not best[0].told and len(set(of_papers.values())) > 1


def _found(reading: Reading, finder: PassageFinder, words: PaperWords) -> Iterator[Told]:
    for evidence in reading.evidence:
        paper = words.paper_of(evidence.document)
        document_id = evidence.document.document_id
        for page, text, read in finder.pieces_of(evidence):
            pieces = list(apart(text, read, reading.terms))
            for span, n_own in _on_page(reading, words, paper, page, text, pieces):
                quote = text[span.start : span.end]
                clause = _clause_on(words, quote)
                if words.asked.is_told_in(clause, paper.title):
                    told = words.asked.told(clause)
                    yield Told(document_id, span, quote, n_own, evidence.rank, told)
            for span, n_own, label in _labelled(words, paper, page, text, pieces):
                quote = text[span.start : span.end]
                if words.asked.is_told_in(quote):
                    told = words.asked.told(label.value) or (" ".join(label.value.split()),)
                    yield Told(document_id, span, quote, n_own, evidence.rank, told, True)


def _labelled(
    words: PaperWords, paper: Paper, page: int, text: str, pieces: Sequence[Piece]
) -> Iterator[tuple[Span, int, Label]]:
    """Lines of a form that name what is asked and give it a value."""
    around = None
    for piece in pieces:
        said = text[piece.unit.start : piece.unit.end]
        label = label_of(said)
        if label is None or not words.is_called(label.label):
            continue
        if words.asked.is_past and _LIMITS.search(label.label):
            continue
        if around is None:
            form = " \n ".join(one.value for one in labels_on(text))  # "Line: Rising main"
            around = words.terms_of(form) | paper.terms
        own = [t for t in words.anchors if words.is_met(t, piece.terms)]
        is_of = words.is_named_by(paper, piece.terms)
        left_out = (words.codes if is_of else frozenset()) | words.verbs
        rest = [t for t in words.anchors if t not in own and t not in left_out]
        named = around | paper.ends
        if any(t in words.codes for t in rest) or not all(
            words.is_met(t, named if t in words.names else around) for t in rest
        ):
            continue
        if not all(is_numbered_in(thing, f"{said} \n {paper.title}") for thing in words.things):
            continue
        if words.is_of_times(f"{said} {text}"):
            n_own = 2 * len(own) + sum(words.is_alike(t, piece.terms) for t in words.others)
            yield Span(page, piece.unit.start, piece.unit.end), n_own + 2, label


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
    paper: Paper,
    page: int,
    text: str,
    pieces: Sequence[Piece],
) -> Iterator[tuple[Span, int]]:
    """Sentences that may tell it, and how much of the question each has itself."""
    heading = ""
    is_why = reading.intent.kind is QuestionKind.WHY
    for piece, following in itertools.zip_longest(pieces, pieces[1:]):
        said = text[piece.unit.start : piece.unit.end]
        is_heading = piece.unit.kind == "heading"
        may_tell = piece.unit.kind == "sentence" or (is_heading and _is_note(words, said))
        if is_heading and not may_tell:
            heading = said
        if not may_tell or _QUESTION.search(said):
            continue
        if is_head(said) and not _VERB.search(said):
            continue  # names of columns
        cause = CAUSE.search(said) if is_why else None
        effect = said if cause is None else _effect(said, cause)
        n_own = _n_own(words, said, piece.terms, heading, paper)
        if effect != said and not words.has_own(words.terms_of(effect), piece.terms):
            n_own = 0
        end = piece.unit.end
        if n_own and is_why and cause is None:
            n_own = n_own if _gives_cause(text, following) else 0
            end = following.unit.end if following is not None else end
        if n_own:
            yield Span(page, piece.unit.start, end), n_own


def _is_note(words: PaperWords, line: str) -> bool:
    """A line without a stop that tells the kind asked for all the same: "Pump 7 runs at 9 rpm"."""
    is_long = len(line.split()) >= MIN_NOTE_WORDS
    return words.asked.is_kind and is_long and words.asked.is_told_in(line)


def _effect(said: str, cause: re.Match[str]) -> str:
    """The part of a sentence for which the rest gives a cause."""
    if _RESULTS_IN.match(cause[0]):
        return said[cause.end() :]
    before = said[: cause.start()]
    return before if before.strip() else said.partition(",")[2]


def _gives_cause(text: str, piece: Piece | None) -> bool:
    if piece is None or piece.unit.kind != "sentence":
        return False
    said = text[piece.unit.start : piece.unit.end]
    return _POINTS_BACK.match(said) is not None and CAUSE.search(said) is not None


def _n_own(words: PaperWords, said: str, terms: frozenset[str], heading: str, paper: Paper) -> int:
    """How much of the question stands in the sentence itself; 0 where it is of something else."""
    around = f"{heading} {paper.title}"
    for thing in words.things:
        if has_another(thing, said) or not is_numbered_in(thing, f"{said} \n {around}"):
            return 0
    if not words.is_of_times(f"{said} {around}") or words.is_other_way(said):
        return 0
    if words.asked.is_certain and _OPEN.search(said):
        return 0
    if words.asked.is_past and words.is_rule(said):
        return 0
    if not all(words.is_idle(t) or words.is_met(t, terms) for t in words.asked.named):
        return 0
    own = [t for t in words.anchors if words.is_met(t, terms)]
    elsewhere = frozenset(words.anchors) - frozenset(own)
    is_of = words.is_named_by(paper, terms)
    if words.codes & elsewhere and not is_of:
        return 0
    above = words.terms_of(around)
    ends = {t for t in elsewhere & words.names if words.is_met(t, paper.ends)}
    given = ends | (words.codes & elsewhere)
    if not all(words.is_met(t, above) for t in elsewhere - given):
        return 0
    if len(own) < MIN_OWN * (len(words.anchors) - len(given)):
        return 0
    n_words = sum(2 if t in terms else 1 for t in own)
    n_words += sum(words.is_alike(t, terms) for t in words.others)
    n_words += sum(2 if is_numbered_in(thing, said) else 1 for thing in words.things)
    is_bare = not n_words
    n_words += words.n_together(said) + (2 if words.codes & given else 0)
    return 0 if is_bare else n_words


def names_what_is_asked(reading: Reading, subject: Subject, passage: Passage) -> bool:
    """Of a paper, a sentence has itself what is asked of a thing ("the power of fan F-1")."""
    document = passage.evidence.document if passage.evidence is not None else None
    if document is None or document.identity.company is not None:
        return True
    terms = frozenset(reading.terms(passage.text))
    return all(subject.is_met(t, terms) for t in asked_for(reading).named if t in subject.telling)
