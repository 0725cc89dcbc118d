"""The words of a question that single out a thing in letters, minutes, logs and manuals."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from onfile.answer.asked_of_papers import Asked, asked_for
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading, Terms
from onfile.language.numbered import numbered_in
from onfile.language.yamls import load_yaml
from onfile.types import Evidence


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
        others: Stems of the rest of the question.
        years: The years that it names.
    """

    def __init__(self, reading: Reading, finder: PassageFinder) -> None:
        self._reading = reading
        self._subject = finder.subject
        idle, self._alike = _vocabulary(reading.terms)
        self.asked: Asked = asked_for(reading)
        self.things = numbered_in(reading.intent.asked)
        left_out = idle | {t for thing in self.things for t in reading.terms(" ".join(thing))}
        self.anchors = tuple(t for t in finder.subject.telling if t not in left_out)
        self.codes = frozenset(t for t in self.anchors if any(c.isdigit() for c in t))
        words = dict.fromkeys(reading.terms(reading.intent.asked))
        self.others = tuple(t for t in words if t not in self.anchors)
        self.years = frozenset(str(p.fiscal_year) for p in reading.intent.happened)

    @property
    def singles_out(self) -> bool:
        """Whether enough is named that no other thing in the papers answers to."""
        n_named = len(self.anchors) + 2 * len(self.things)
        is_one_paper = len(self._reading.intent.document_ids) == 1
        return n_named >= 2 or (self.asked.is_kind and (n_named == 1 or is_one_paper))

    def title_of(self, evidence: Evidence) -> str:
        """What says what the paper is: its name, its title, its first line."""
        document = evidence.document
        first = self._reading.archive.page_text(document.document_id, 1).lstrip().partition("\n")[0]
        return f"{document.name.replace('_', ' ')} \n {document.identity.title or ''} \n {first}"

    def terms_of(self, text: str) -> frozenset[str]:
        """The stems of a text."""
        return frozenset(self._reading.terms(text))

    def is_of_years(self, text: str) -> bool:
        """Whether it names a year of the question, where that names one."""
        return not self.years or any(year in text for year in self.years)

    def is_met(self, term: str, among: frozenset[str]) -> bool:
        """Whether stems hold a term, a longer form of it or another word for it."""
        return self._subject.is_met(term, among) or self.is_alike(term, among)

    def is_alike(self, term: str, among: frozenset[str]) -> bool:
        """Whether stems hold a term or another word for it in such papers."""
        if term in among or (term.endswith("s") and term[:-1] in among):  # "RFIs"
            return True
        return any(term in alike and not alike.isdisjoint(among) for alike in self._alike)
