"""What a question is about, as weighted terms, and how far a text meets it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence

from onfile.answer.request import UNSEEN, Reading
from onfile.answer.vocabulary import vocabulary
from onfile.language.numbers import PrintedNumber
from onfile.types import QuestionKind

OTHER_NAME_SHARE = 0.97  # of equals, the one in the question's own words comes first
HEADING_SHARE = 0.9  # the heading above says whose numbers these are
CONTEXT_SHARE = 0.6  # a section's title says it of many pages
QUALIFIER_FACTOR = 0.2
PREFIX_LENGTH = 4  # "consol": a word that hardly any document uses may be one cut short
KNOWN_MARGIN = 2.0  # in idf; a word in more than a handful of passages is no abbreviation
DERIVED = 4  # "issu(e)" is met by "issuanc(e)": endings of up to four letters
HEAD_LENGTH = 120
NAME_SLACK = 1  # words that may stand within a name ("net product sales")
TAIL_LENGTH = 60
_IDLE = re.compile(
    r"\b(?:end(?:ed)?|finish(?:ed)?|exit(?:ed)?|closed?) (?:the )?"
    r"(?:(?:fiscal )?year|quarter|20\d\d|FY\s?\d+)\b|"
    r"\bper (?=[A-Z]\w*\.? [A-Z])|\baccording to\b|\brecall(?:s|ed)?\b|"
    r"\b(?:make|makes|made|making|set|sign|signed|follow|back|end|ended) up\b|\bup to\b|"
    r"\b(?:who|analysts?)\s+(?:\w+\s+)?(?:raised|pressed|queried|brought up|wanted to know)\b|"
    r"\b(?:at|by|as of|of) (?:the )?(?:year|period|quarter)?[- ]?end(?: of)?\b|"
    r"\bhow (?:large|big|high|old|wide|far)\b|"
    r"(?<=buy)\s+back\b|(?<=bought)\s+back\b|"
    r"\b(?:in (?:connection|relation) (?:with|to)|with (?:respect|regard) to|according to|"
    r"per (?:the|its|their))\b|\bas a (?:share|percentage|percent|proportion) of\b|"
    r"\b(?:item|part)\s+\d[\d.]*[A-Z]?\b|"
    r"\bafter (?:the )?(?:Q[1-4]\b|(?:first|second|third|fourth) (?:fiscal )?quarter\b)",
    re.I,
)
_NAMED_PART = re.compile(  # "the Aeronautics segment": the name alone says which
    r"\b([A-Z][\w&-]+)(?:['’]s)? (segment|division|business unit)(?:['’]s?)?(?=\s|\?)"
)
_THING = re.compile(  # "the effect of shrink", "the table games drop": no fall of anything
    r"\b(?:of|on|about|regarding|inventory|stock|tables?|games?)\s+(shrink|drop)\b", re.I
)
_FIRST_NUMBER = re.compile(r"[$₹€£]?\d[\d,.]*\s?(?:%|million|billion|crore|points?)")
_INCLUDED = re.compile(
    r"\b(?:which )?(?:includ\w+|such as|excluding|other than)\b[^.;]*?"
    r"(?=\b(?:was|were|is|are|increased|decreased|grew|totaled)\b|[.;)]|$)",
    re.I,
)


class Subject:
    """The terms of one question that an answer must meet.

    Attributes:
        weights: How much each tells.
        names: They and the terms that mean the same here.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.words = vocabulary(reading.terms)
        self.weights = self._weighted()
        self._total = sum(self.weights.values())
        unknown = reading.weight(UNSEEN) - KNOWN_MARGIN
        self._shortened = frozenset(
            t for t in self.weights if len(t) >= PREFIX_LENGTH and reading.weight(t) >= unknown
        )
        alike = [s for t in self.weights for s in reading.expansions.get(t, ())]
        self.names = frozenset(self.weights).union(*alike)
        self._singled = frozenset(reading.terms(" ".join(reading.intent.phrases)))
        self._slight = self.words.general | self.words.qualifiers
        things = (m[1] for m in _THING.finditer(reading.intent.asked))
        self._things = frozenset(reading.terms(" ".join(things)))

    @property
    def telling(self) -> tuple[str, ...]:
        """The terms that are not so general that any passage has them, in order."""
        return tuple(t for t in self.weights if t not in self._slight)

    def terms_of(self, text: str) -> list[str]:
        """The stems of a text, as the question's own were made."""
        return list(self._reading.terms(text))

    def coverage(
        self, terms: frozenset[str], heading: frozenset[str], context: frozenset[str]
    ) -> tuple[float, tuple[str, ...]]:
        """The weighted share of the terms that are met, and the telling ones that are not.

        Args:
            terms: Stems of the passage.
            heading: Stems of the heading right above it; these count ``HEADING_SHARE``.
            context: Stems of its section; these count ``CONTEXT_SHARE``.
        """
        met = 0.0
        unmatched = []
        for term, weight in self.weights.items():
            if term in terms:
                met += weight
            elif self.is_met(term, terms):
                met += OTHER_NAME_SHARE * weight
            elif self.is_met(term, terms | heading):
                met += HEADING_SHARE * weight
            elif self.is_met(term, terms | heading | context):
                # "drillhole DH 3": the sheet that the section names is the one asked for
                met += (HEADING_SHARE if term in self._singled else CONTEXT_SHARE) * weight
            elif term not in self._slight:
                unmatched.append(term)
        return (met / self._total if self._total else 0.0), tuple(unmatched)

    def share_before(self, head: str, context: frozenset[str]) -> float:
        """The weighted share that is met in ``head`` or in the heading above, 0 to 1."""
        terms = frozenset(self._reading.terms(head)) | context
        met = sum(w for t, w in self.weights.items() if self.is_met(t, terms))
        return met / self._total if self._total else 0.0

    def is_literal_in(self, text: str) -> bool:
        """True when a telling term stands in ``text`` itself, not under another name."""
        return not frozenset(self._reading.terms(text)).isdisjoint(self.telling)

    def is_topic_of(self, text: str) -> bool:
        """True when every telling term but the directions ("rose", "fell") is met in ``text``."""
        terms = frozenset(self._reading.terms(text))
        directions = self.words.up | self.words.down
        topic = [t for t in self.telling if t not in directions]
        return bool(topic) and all(self.is_met(t, terms) for t in topic)

    def has_name(self, text: str, names: Sequence[frozenset[str]]) -> bool:
        """True when one of the names (sets of stems) stands in ``text`` in one breath."""
        stems = list(self._reading.terms(text))
        sizes = {name: len(name) + NAME_SLACK for name in names}
        is_loose = any(len(name) == 1 for name in names)  # "rev": its longer forms name it too
        return (
            is_loose
            or not names
            or any(
                name <= set(stems[i : i + size])
                for name, size in sizes.items()
                for i in range(max(len(stems) - size, 0) + 1)
            )
        )

    def is_named(self, text: str) -> bool:
        """True when every telling term is met in ``text``, and there is one."""
        return self.share_named(text) >= 1.0

    def share_named(self, text: str) -> float:
        """The share of the telling terms that ``text`` meets, 0 to 1."""
        terms = frozenset(self._reading.terms(text))
        met = sum(self.is_met(t, terms) for t in self.telling)
        return met / len(self.telling) if self.telling else 0.0

    def is_named_outside_lists(self, text: str) -> bool:
        """False when a term is met only in what something "includes"."""
        terms = frozenset(self._reading.terms(_INCLUDED.sub(" ", text)))
        named = frozenset(self._reading.terms(text))
        telling = (t for t in self.weights if t not in self.words.qualifiers)
        return all(self.is_met(t, terms) for t in telling if self.is_met(t, named))

    def is_of_all(self, text: str, number: PrintedNumber, terms: Sequence[str]) -> bool:
        """False for a total where a term names what it "includes": the part has its own number."""
        whole = frozenset(self._reading.terms(text))
        for clause in _INCLUDED.finditer(text):
            if clause.start() == 0 or clause.start() <= number.start < clause.end():
                continue  # "Included in other income is a gain of": the gain is no list
            rest = frozenset(
                self._reading.terms(f"{text[: clause.start()]} {text[clause.end() :]}")
            )
            if any(self.is_met(t, whole) and not self.is_met(t, rest) for t in terms):
                return False
        return True

    def extra(self, quote: str, cause_at: int) -> float:
        """The share of telling words, where the passage's subject stands, not asked for.

        "Cloud gross margin was 60%" has one in three when gross margin is asked for.
        """
        plain = self.words.plain
        telling = [t for t in self._subject_terms(quote, cause_at) if t not in plain]
        return sum(t not in self.names for t in telling) / len(telling) if telling else 0.0

    def _subject_terms(self, quote: str, cause_at: int) -> list[str]:
        """Terms of the clause before the cause or the first number; else of what follows it."""
        number = _FIRST_NUMBER.search(quote)
        end = cause_at or (number.start() if number else min(len(quote), HEAD_LENGTH))
        parts = [self._reading.terms(part) for part in re.split(r"[,;:]\s", quote[:end])]
        if number is not None and not cause_at:
            parts.insert(0, self._reading.terms(quote[number.end() : number.end() + TAIL_LENGTH]))
        named = [p for p in parts if any(t in self.names for t in p)]
        return [t for t in (named[-1] if named else parts[-1]) if not t[0].isdigit()]

    def is_met(self, term: str, among: frozenset[str]) -> bool:
        """Whether stems hold a term: itself, its class, another name, a longer form."""
        if term in among or any(s <= among for s in self._reading.expansions.get(term, ())):
            return True
        for alike in (self.words.up, self.words.down, self.words.forward, *self.words.alike):
            if term in alike and term not in self._things and not alike.isdisjoint(among):
                return True
        if len(term) < PREFIX_LENGTH:
            return False
        longer = [len(t) - len(term) for t in among if t.startswith(term)]
        return bool(longer) and (term in self._shortened or min(longer) <= DERIVED)

    def _weighted(self) -> Mapping[str, float]:
        intent, terms = self._reading.intent, self._reading.terms
        people = frozenset(terms(f"{intent.speaker or ''} {intent.role or ''}"))
        idle = frozenset(t for m in _IDLE.finditer(intent.asked) for t in terms(m[0]))
        own = frozenset(terms(" ".join(intent.companies)))
        parts = (m for m in _NAMED_PART.finditer(intent.asked) if not own.issuperset(terms(m[1])))
        idle |= frozenset(t for m in parts for t in terms(m[2]))
        left_out = self.words.question | people | idle
        if intent.kind is QuestionKind.WHY:
            left_out |= frozenset(terms("segment segments division divisions"))
        if intent.kind is QuestionKind.WHY and self._reading.quantities_named:
            left_out |= self.words.changes  # "why did it change": it rose or fell
        if intent.kind in (QuestionKind.COMPARE, QuestionKind.FIGURE):
            left_out |= self.words.comparatives
        kept = list(dict.fromkeys(t for t in intent.terms if t not in left_out))
        joined = [(a, a + b) for a, b in itertools.pairwise(kept)]
        return {
            term: self._weight(term)
            for term in kept
            if not any(whole.startswith(term) and len(term) > len(a) for a, whole in joined)
        }

    def _weight(self, term: str) -> float:
        is_slight = term in self.words.qualifiers or term in self.words.general
        return (QUALIFIER_FACTOR if is_slight else 1.0) * self._reading.weight(term)
