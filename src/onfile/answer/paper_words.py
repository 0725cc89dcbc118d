"""The words of a question that single out a thing in letters, minutes, logs and manuals."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from onfile.answer.asked_of_papers import Asked, asked_for
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading, Terms
from onfile.language.dates import DateMention, find_dates
from onfile.language.numbered import numbered_in
from onfile.language.yamls import load_yaml
from onfile.types import Document

OPENING = 800  # characters of a paper in which it says whom and what it is of
CLOSING = 200  # and by whom it is signed
MIN_WORD = 4  # letters of a word that says something beside another
_WORD = re.compile(r"[\w-]+")
_NAME = re.compile(r"(?<=\s)[A-Z][\w’'-]*")
_MUST = re.compile(r"\b(?:must|shall|should|(?:is|are) to be)\b", re.I)
_AFTER, _BEFORE = (re.compile(rf"\b{word}\b", re.I) for word in ("after", "before"))


@dataclass(frozen=True, slots=True)
class Paper:
    """What says what a paper is.

    Attributes:
        title: Its name, its title, its first line.
        terms: Their stems.
        opening: Title and first lines.
        ends: Stems of its opening and its close, where the names of its parties stand.
    """

    title: str
    terms: frozenset[str]
    opening: str
    ends: frozenset[str]


@lru_cache(maxsize=1)
def _classes() -> dict[str, str]:
    text = files("onfile.answer").joinpath("papers.yaml").read_text(encoding="utf-8")
    classes: dict[str, str] = load_yaml(text)
    return classes


@lru_cache(maxsize=8)
def _vocabulary(terms: Terms) -> tuple[frozenset[str], tuple[frozenset[str], ...]]:
    """The idle words and the groups of like ones, stemmed."""
    classes = _classes()
    alike = tuple(frozenset(terms(line)) for line in classes["alike"].splitlines())
    return frozenset(terms(classes["idle"])), alike


class PaperWords:
    """The words of one question.

    Attributes:
        asked: The kind of thing that is asked for.
        things: What it knows by a word and a number ("Change Order 3").
        anchors: Stems of all that singles out what is asked; an answer, or what stands above it,
            has each of them.
        codes: Those of them with digits: "AB-2".
        names: Those of them that are names: a paper says them once, at its head or foot.
        others: Stems of the rest of the question.
        verbs: Of which a line of a form has only what was done.
        years: The years that it names.
        dates: The days and months that it names.
    """

    def __init__(self, reading: Reading, finder: PassageFinder) -> None:
        self._reading = reading
        self._subject = finder.subject
        self._idle, self._alike = idle, _ = _vocabulary(reading.terms)
        self.asked: Asked = asked_for(reading)
        self.things = numbered_in(reading.intent.asked)
        left_out = idle | {t for thing in self.things for t in reading.terms(" ".join(thing))}
        self.anchors = tuple(t for t in finder.subject.telling if t not in left_out)
        self.codes = frozenset(t for t in self.anchors if any(c.isdigit() for c in t))
        named = reading.terms(" ".join(_NAME.findall(reading.intent.asked)))
        self.names = frozenset(named).intersection(self.anchors) - self.codes
        self.verbs = frozenset(reading.terms(_classes()["verbs"])) - self.codes
        words = dict.fromkeys(reading.terms(reading.intent.asked))
        self.others = tuple(t for t in words if t not in self.anchors)
        self.years = frozenset(str(p.fiscal_year) for p in reading.intent.happened)
        self.dates = find_dates(reading.intent.asked)
        self._papers: dict[str, Paper] = {}

    @property
    def singles_out(self) -> bool:
        """Whether enough is named that no other thing in the papers answers to."""
        n_named = len(self.anchors) + 2 * len(self.things)
        is_one_paper = len(self._reading.intent.document_ids) == 1
        return n_named >= 2 or (self.asked.is_kind and (n_named == 1 or is_one_paper))

    def paper_of(self, document: Document) -> Paper:
        """What says what a paper is."""
        known = self._papers.get(document.document_id)
        if known is None:
            first = self._reading.archive.page_text(document.document_id, 1).strip()
            line = first.partition("\n")[0]
            name = document.name.rpartition(".")[0].replace("_", " ")
            title = f"{name} \n {document.identity.title or ''} \n {line}"
            opening = f"{title} \n {first[:OPENING]}"
            ends = self.terms_of(f"{opening} \n {first[-CLOSING:]}")
            known = Paper(title, self.terms_of(title), opening, ends)
            self._papers[document.document_id] = known
        return known

    def is_named_by(self, paper: Paper, terms: frozenset[str]) -> bool:
        """Whether the paper is of the codes asked for, and the text names no other such code."""
        lettered = {_shape(code): code for code in self.codes if code[-1:] and not code.isdigit()}
        if not lettered or not self.codes <= paper.terms:
            return False
        return all(lettered.get(_shape(t), t) == t for t in terms | paper.terms)

    def terms_of(self, text: str) -> frozenset[str]:
        """The stems of a text."""
        return frozenset(self._reading.terms(text))

    @staticmethod
    def is_rule(text: str) -> bool:
        """Whether it says what must be, not what is or was."""
        return _MUST.search(text) is not None

    def is_of_times(self, text: str) -> bool:
        """Whether it names the year, the month and the day of the question, where that does."""
        if self.years and not any(year in text for year in self.years):
            return False
        dates = find_dates(text) if self.dates else ()
        return all(any(_is_in(date, one) for one in dates) for date in self.dates)

    def is_other_way(self, text: str) -> bool:
        """Whether it says what is before where the question asks what is after, or the reverse."""
        asked = self._reading.intent.asked
        for one, other in ((_AFTER, _BEFORE), (_BEFORE, _AFTER)):
            if one.search(asked) and not other.search(asked) and other.search(text):
                return one.search(text) is None
        return False

    def has_own(self, part: frozenset[str], whole: frozenset[str]) -> bool:
        """Whether a part of a text has all words of the question that the whole has."""
        return all(self.is_met(t, part) for t in self.anchors if self.is_met(t, whole))

    def n_together(self, text: str) -> int:
        """How many pairs of neighbouring words of the question are neighbours in ``text``."""
        asked = _WORD.findall(self._reading.intent.asked.lower())
        said = _WORD.findall(text.lower())
        pairs = set(itertools.pairwise(said)) & set(itertools.pairwise(asked))
        return sum(min(len(one), len(two)) >= MIN_WORD for one, two in pairs)

    def is_met(self, term: str, among: frozenset[str]) -> bool:
        """Whether stems hold a term, a longer form of it or another word for it."""
        return self._subject.is_met(term, among) or self.is_alike(term, among)

    def is_alike(self, term: str, among: frozenset[str]) -> bool:
        """Whether stems hold a term or another word for it in such papers."""
        if term in among or (term.endswith("s") and term[:-1] in among):  # "RFIs"
            return True
        return any(term in alike and not alike.isdisjoint(among) for alike in self._alike)

    def is_idle(self, term: str) -> bool:
        """Whether a question needs the word and its answer does not."""
        return term in self._idle

    def is_called(self, label: str) -> bool:
        """Whether the question has every word of a label."""
        among = frozenset((*self.anchors, *self.others))
        stems = [t for t in self._reading.terms(label) if t not in self._idle]
        return bool(stems) and all(self.is_alike(t, among) for t in stems)


def _shape(code: str) -> str:
    """The same for "p-201a" and "p-202b"."""
    return re.sub(r"[a-z](?=[a-z]*$)", "x", re.sub(r"\d", "0", code))


def _is_in(asked: DateMention, told: DateMention) -> bool:
    is_month = asked.month == told.month and asked.year in (None, told.year)
    return is_month and asked.day in (None, told.day)
