"""Which quantities does a question name, and by which words? One figure question for each."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence

from onfile.answer.over_periods import COURSE_WORDS
from onfile.answer.request import Terms
from onfile.answer.vocabulary import vocabulary
from onfile.figures.match import TIME_WORDS, FigureQuestion
from onfile.language import overview
from onfile.language.labels import normal_label
from onfile.language.lexicon import Lexicon
from onfile.ports import Archive
from onfile.types import ConceptMention, Intent

STATEMENT_WORDS = {
    "cash flow": "cash_flow",
    "balance sheet": "balance_sheet",
    "income statement": "income",
    "statement of income": "income",
    "p&l": "income",
    "profit and loss": "income",
    **dict.fromkeys(("statement of operations", "statement of earnings"), "income"),
    "financial position": "balance_sheet",
}
_CAPITALISED = re.compile(r"(?<=\s)[A-Z][a-z]+")  # a name's words shape no question
# Between two measures that are one name ("subscription services net sales").
_ONE_PHRASE = re.compile(
    r"\s+(?:(?!(?:and|or|to|of|in|by|as|per|vs|over|plus|minus|than) )[a-z]+\s+){0,2}"
)
_BOUND = re.compile(r"\d{1,2}(?:\.\d%?|%)")  # "2.250% notes" is a name
_COUNTED = frozenset(["two", "three", "four", "five", "ten"])  # "three year average"
SHAPE_WORDS = "far cash use used using pay paid activity activities maintain"  # "how far"
_EXPLICIT = re.compile(
    r"\b(?:directly|explicitly) (?:outlined|stated|shown|listed|reported)\b", re.I
)
SMALL_NUMBER = 2  # digits: "3 year average" names no row


class FigureQuestions:
    """Makes the figure questions of an intent, from the lexicon and the question's terms."""

    def __init__(self, archive: Archive, lexicon: Lexicon, terms: Terms) -> None:
        self._archive = archive
        self._lexicon = lexicon
        self._terms = terms
        words = vocabulary(terms)
        self._statement_terms = frozenset(terms(" ".join((*STATEMENT_WORDS, "statement"))))
        self._of_overviews = frozenset(terms(overview.WORDS))
        self._when = frozenset(terms(TIME_WORDS))
        shaping = words.question | words.comparatives | words.general | words.spending
        self._shape = (
            shaping | words.up | words.down | frozenset(terms(f"{COURSE_WORDS} {SHAPE_WORDS}"))
        )

    def of(self, intent: Intent) -> tuple[FigureQuestion, ...]:
        """One per quantity named, the most specific first; one of plain terms when none is."""
        statement = _statement_named(intent.question)
        mentions = [m for m in intent.concepts if self._lexicon.concept(m.concept).unit != "text"]
        mention_terms = {m: tuple(self._terms(m.words)) for m in mentions}
        taken = {t for terms in mention_terms.values() for t in terms}
        for mention in mentions:
            names = (self._terms(ask) for ask in self._lexicon.concept(mention.concept).asks)
            taken |= {terms[0] for terms in names if len(terms) == 1}
        taken |= {w for m in mentions for w in re.findall(r"[a-z0-9]+", m.words.lower())}
        shape = self._shape - set(self._terms(" ".join(_CAPITALISED.findall(intent.asked))))
        rest = tuple(t for t in intent.terms if t not in taken and t not in shape)
        rest = tuple(t for t in rest if not _is_count_or_year(t))
        if statement is not None:
            rest = tuple(t for t in rest if t not in self._statement_terms)
        rest = tuple(t for t in rest if t not in self._titles(intent.document_ids))
        said = normal_label(intent.asked)
        said_terms = (*rest, *(t for terms in mention_terms.values() for t in terms))
        if not mentions:
            plain = FigureQuestion(None, (), rest, statement)
            return (dataclasses.replace(plain, said=said, said_terms=said_terms),)
        rest = tuple(t for t in rest if t not in self._when)
        rest = tuple(t for t in rest if not self._ends_name(t, mention_terms))
        unit = None
        if len(mentions) == 2 and _is_one_phrase(intent.asked, mentions):
            head, tail = sorted(mentions, key=lambda m: m.start)
            rest = (*rest, *mention_terms[tail])
            mentions = [head]
            # "Commercial cloud gross margin" is a share, as the last word of the name says.
            unit = self._lexicon.concept(tail.concept).unit
        mentions.sort(key=lambda m: (-len(mention_terms[m]), m.start))
        questions = (self.of_mention(m, mention_terms[m], rest, statement) for m in mentions)
        is_whole = "total" in intent.terms
        is_strict = statement is not None and _EXPLICIT.search(intent.question) is not None
        return tuple(
            dataclasses.replace(
                q,
                is_whole=is_whole,
                is_strict=is_strict,
                said=said,
                said_terms=said_terms,
                unit=unit or q.unit,
            )
            for q in questions
        )

    def _ends_name(self, term: str, mentions: Mapping[ConceptMention, tuple[str, ...]]) -> bool:
        """The last word of a row's name that the mention lacks ("… administrative expenses")."""
        return any(
            list(self._terms(name)) == [*own, term]
            for mention, own in mentions.items()
            for name in self._lexicon.prints(mention.concept)
        )

    def _titles(self, document_ids: Sequence[str]) -> frozenset[str]:
        """Terms by which a question names the documents themselves."""
        found: set[str] = set()
        for document_id in document_ids:
            document = self._archive.document(document_id)
            named = f"{document.name} {document.identity.title or ''}".replace("_", " ")
            found.update(self._terms(named))
            found.update(t.lower() for t in re.findall(r"\w+", named))
        return frozenset(found)

    def of_mention(
        self,
        mention: ConceptMention,
        mention_terms: tuple[str, ...] = (),
        rest: tuple[str, ...] = (),
        statement: str | None = None,
    ) -> FigureQuestion:
        """The question for one mention; ``rest`` are the other terms that name the row."""
        concept = self._lexicon.concept(mention.concept)
        lives_in = concept.statements[0] if concept.statements else None
        return FigureQuestion(
            mention, mention_terms, rest, statement or lives_in, concept.unit, concept.prefer
        )

    def parts(self, question: FigureQuestion) -> tuple[FigureQuestion, ...]:
        """The quantities that a formula concept is computed from."""
        if question.mention is None:
            return ()
        return self.of_concepts(self._lexicon.concept(question.mention.concept).parts)

    def measures(self, intent: Intent) -> tuple[FigureQuestion, ...]:
        """The quantities by which a judgement that the question asks for is usually made."""
        named = [self._lexicon.concept(m.concept) for m in intent.concepts]
        is_bare = overview.asks_overview(intent.asked) and all(
            t in self._of_overviews for t in intent.terms
        )
        if is_bare and all(c.unit == "text" for c in named):
            return self.of_concepts(overview.MEASURES)
        return self.of_concepts(tuple(dict.fromkeys(x for c in named for x in c.measures)))

    def of_concepts(self, concepts: Sequence[str]) -> tuple[FigureQuestion, ...]:
        """One for each concept by its name alone."""
        names = ((concept, self._lexicon.concept(concept).name) for concept in concepts)
        return tuple(self.of_mention(ConceptMention(c, name, 0, 0)) for c, name in names)


def _is_count_or_year(term: str) -> bool:
    """Small numbers, bounds and years ("3 year average", "within 2%", "not 2020") name no row."""
    if _BOUND.fullmatch(term) or term in _COUNTED:
        return True
    return term.isdigit() and (len(term) <= SMALL_NUMBER or term.startswith(("19", "20")))


def _is_one_phrase(question: str, mentions: Sequence[ConceptMention]) -> bool:
    """Two measures named in one breath: a part and what is measured of it."""
    first, second = sorted(mentions, key=lambda m: m.start)
    return _ONE_PHRASE.fullmatch(question, first.end, second.start) is not None


def _statement_named(question: str) -> str | None:
    lowered = question.lower()
    return next((kind for words, kind in STATEMENT_WORDS.items() if words in lowered), None)
