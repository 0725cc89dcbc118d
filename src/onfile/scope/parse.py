"""A question as a hard object: companies × periods, metric, kind, and what source could answer.

Reading order: what is asked (asides blanked) → periods and metrics → companies, people and
documents → time in each company's calendar → kind → pairs → what is left open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from onfile.language.bids import asks_of_bids
from onfile.language.course import asks_course
from onfile.language.lexicon import Lexicon
from onfile.language.periods import PeriodExpression
from onfile.scope.clauses import blank_out, definitions
from onfile.scope.companies import CompanyMention, find_companies
from onfile.scope.directory import Company, Directory, directory_of
from onfile.scope.documents import find_documents, find_forms, find_phrases
from onfile.scope.evidence_type import classify, instructions_in
from onfile.scope.kind import kind_of
from onfile.scope.metrics import metrics_in
from onfile.scope.open_points import Facts, OpenPoints, open_points
from onfile.scope.speakers import Spoken, find_speaker
from onfile.scope.spelling import put_right
from onfile.scope.targets import Timing, course_of, expressions_in, timing_of, up_to
from onfile.scope.unknown import find_unknown, names_in
from onfile.scope.words import TermsOf, plain_terms, scale_wanted, terms_of, wants_percent
from onfile.types import Catalog, ConceptMention, EvidenceType, Intent, Pair, Period

Spans = tuple[tuple[int, int], ...]
_NOTES = re.compile(
    r"\s+(?:senior\s+|convertible\s+|unsecured\s+)*(?:notes|debentures|bonds)\b", re.I
)
_DUE = re.compile(r"\b(?:notes|debentures|bonds) due (?:in )?$", re.I)
OwnerOf = Callable[[str, Sequence[str]], str | None]


def nobody(name: str, among: Sequence[str]) -> str | None:
    """The owner of a name where no tables are at hand."""
    del name, among
    return None


@dataclass(frozen=True, slots=True)
class Named:
    """Everything a question names, before its time is read."""

    asked: str
    expressions: tuple[PeriodExpression, ...]
    concepts: tuple[ConceptMention, ...]
    mentions: tuple[CompanyMention, ...]
    spoken: Spoken
    forms: tuple[tuple[str, int, int], ...]
    document_ids: tuple[str, ...]
    document_spans: Spans
    unknown: tuple[str, ...]
    spelt: tuple[str, ...] = ()
    owned: tuple[tuple[str, str], ...] = ()  # names of parts with their companies

    @property
    def scope_spans(self) -> Spans:
        """Places of all that selects documents."""
        return (
            *((e.start, e.end) for e in self.expressions),
            *((m.start, m.end) for m in self.mentions),
            *self.spoken.spans,
            *((start, end) for _, start, end in self.forms),
            *self.document_spans,
        )


def parse(
    question: str,
    catalog: Catalog,
    lexicon: Lexicon,
    terms: TermsOf = plain_terms,
    owner: OwnerOf = nobody,
) -> Intent:
    """What a question asks for.

    Args:
        question: As the user typed it. Instructions in it are text: noted, never followed.
        catalog: What is on file, as far as the asker may see.
        lexicon: Names of metrics.
        terms: Makes terms as the index does (``Words.terms``); lower-case words by default.
        owner: The company on file, of these or of all, of which a name is a part ("AWS").
    """
    directory = directory_of(catalog)
    named = named_in(question, directory, catalog, lexicon, owner)
    companies, notes = _companies(named, directory)
    own = _own_expressions(named)
    timings = [
        timing_of(named.asked, own.get(c.name, named.expressions) if c else named.expressions, c)
        for c in companies or (None,)
    ]
    if not companies and named.document_ids:
        timings = [Timing(is_forward=timings[0].is_forward)]
    if len(companies) == 1 and not named.expressions and _asks_course(named, lexicon):
        timings = [course_of(named.asked, companies[0]) or timings[0]]
    elif len(companies) == 1 and _asks_course(named, lexicon):
        timings = [up_to(named.asked, timings[0])]
    left_open = open_points(_rest(named), directory, companies, timings[0], _facts(named, lexicon))
    if left_open.company is not None:
        companies = (left_open.company,)
        timings = [timing_of(named.asked, named.expressions, left_open.company)]
    notes = (*notes, *left_open.notes, *dict.fromkeys(n for t in timings for n in t.notes))
    return _intent(question, named, companies, timings, left_open, notes, lexicon, terms)


def _asks_course(named: Named, lexicon: Lexicon) -> bool:
    """How a quantity goes over time is asked, and nothing else narrows the question."""
    is_quantity = any(lexicon.concept(m.concept).unit != "text" for m in named.concepts)
    is_plain = not (named.forms or named.document_ids or named.spoken.spans)
    return is_quantity and is_plain and asks_course(named.asked)


def named_in(
    question: str,
    directory: Directory,
    catalog: Catalog,
    lexicon: Lexicon,
    owner: OwnerOf = nobody,
) -> Named:
    """Everything a question names; offsets refer to ``question``."""
    asked, spelt = put_right(blank_out(question), lexicon)
    expressions = expressions_in(asked)
    forms = find_forms(asked)
    spoken = find_speaker(asked, directory)
    ids, id_spans = find_documents(asked, catalog)
    # A date in a document's name ("Bids opened May 16, 2024") is no period that is asked for.
    expressions = tuple(e for e in expressions if not _is_in((e.start, e.end), id_spans))
    # "the 2048 Notes", "bonds due 2048": a year in a name of debt is no period either.
    expressions = tuple(e for e in expressions if not _names_debt(asked, e))
    found = metrics_in(asked, lexicon)
    time_spans = tuple((e.start, e.end) for e in expressions)
    form_spans = tuple((start, end) for _, start, end in forms)
    taken = (*time_spans, *form_spans, *spoken.spans, *id_spans)
    loose_taken = (*taken, *((m.start, m.end) for m in found))
    mentions = find_companies(asked, directory, loose_taken)
    named_spans = tuple((m.start, m.end) for m in mentions)
    concepts = tuple(m for m in found if not _overlaps(m, (*named_spans, *taken)))
    concept_spans = tuple((m.start, m.end) for m in concepts)
    is_engineering = any(lexicon.concept(m.concept).group == "engineering" for m in found)
    # Names in a question of bids, clauses and borings are bidders, items and places.
    is_of_works = bool(directory.others) and (is_engineering or asks_of_bids(asked))
    settled = bool(spoken.companies or ids or is_of_works)
    unknown = find_unknown(asked, mentions, taken, concept_spans, is_settled=settled)
    owned: tuple[tuple[str, str], ...] = ()
    if unknown or not (mentions or settled):
        names = names_in(asked, taken, concept_spans)
        owned = _owned(unknown, names, tuple(m.company for m in mentions), owner)
        parts = {part for part, _ in owned}
        unknown = tuple(name for name in unknown if not any(name in part for part in parts))
    return Named(
        asked, expressions, concepts, mentions, spoken, forms, ids, id_spans, unknown, spelt, owned
    )


def _owned(
    unknown: tuple[str, ...],
    names: tuple[str, ...],
    companies: tuple[str, ...],
    owner: OwnerOf,
) -> tuple[tuple[str, str], ...]:
    """(name, company) of the names that are parts of a company on file.

    Beside companies only the names that are none on file are looked at, and only parts of those
    companies are found.
    """
    looked_at = [n for n in names if any(u in n for u in unknown)] if companies else names
    found = [(name, owner(name, companies)) for name in looked_at]
    return tuple((name, company) for name, company in found if company is not None)


def _names_debt(question: str, expression: PeriodExpression) -> bool:
    after, before = question[expression.end :], question[: expression.start]
    return _NOTES.match(after) is not None or _DUE.search(before) is not None


def _is_in(span: tuple[int, int], spans: Spans) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in spans)


def _overlaps(mention: ConceptMention, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start < mention.end and mention.start < end for start, end in spans)


def _companies(named: Named, directory: Directory) -> tuple[tuple[Company, ...], tuple[str, ...]]:
    """Companies in order of mention; those of a named speaker where none is named."""
    names = list(dict.fromkeys(m.company for m in named.mentions))
    notes = [m.note for m in named.mentions if m.note]
    if not names and len({company for _, company in named.owned}) == 1:
        names = [named.owned[0][1]]
        notes += [f"“{part}” is a part of {company}" for part, company in named.owned]
    if not names and not named.unknown and len(named.spoken.companies) == 1:
        names = list(named.spoken.companies)
        notes.append(f"{named.spoken.speaker} speaks for {names[0]}")
    found = (directory.company(name) for name in names)
    return tuple(c for c in found if c is not None), tuple(dict.fromkeys(notes))


def _rest(named: Named) -> str:
    """What is asked without times, forms and metrics: names in it are names of things."""
    characters = list(named.asked)
    spans = [(m.start, m.end) for m in named.concepts]
    spans += [(e.start, e.end) for e in named.expressions]
    for start, end in spans:
        characters[start:end] = named.asked[start:end].lower()
    return "".join(characters)


def _phrases(named: Named) -> tuple[str, ...]:
    """Exact tokens that are no part of a metric's name ("CET1")."""
    words = {m.words.lower() for m in named.concepts}
    found = find_phrases(named.asked, named.scope_spans)
    return tuple(p for p in found if not any(p.lower() in w for w in words))


def _facts(named: Named, lexicon: Lexicon) -> Facts:
    found = [lexicon.concept(m.concept) for m in named.concepts]
    return Facts(
        has_quantity=any(c.unit != "text" for c in found),
        has_engineering=any(c.group == "engineering" for c in found),
        has_bids=asks_of_bids(named.asked),
        has_concept=bool(found),
        has_speaker=named.spoken.speaker is not None or named.spoken.role is not None,
        has_document=bool(named.document_ids),
        has_phrases=bool(_phrases(named)),
        has_unknown=bool(named.unknown),
        has_forms=bool(named.forms),
    )


def _intent(
    question: str,
    named: Named,
    companies: tuple[Company, ...],
    timings: Sequence[Timing],
    left_open: OpenPoints,
    notes: tuple[str, ...],
    lexicon: Lexicon,
    terms: TermsOf,
) -> Intent:
    periods = _in_order(p for t in timings for p in t.targets)
    filters = _in_order(p for t in timings for p in t.filters)
    has_subject = bool(
        companies or named.document_ids or named.concepts or named.spoken.spans or named.forms
    )
    evidence_type, reason = classify(_without_names(question, named), has_subject=has_subject)
    facts = _facts(named, lexicon)
    is_documents = evidence_type is EvidenceType.DOCUMENTS
    ordered = tuple(f for f, _, _ in named.forms)
    told = tuple(
        f"The question instructs (“{w}”); that was not followed" for w in instructions_in(question)
    )
    defined = tuple(f"The question defines its metric: {d}" for d in definitions(question))
    return Intent(
        question=question,
        kind=kind_of(
            named.asked,
            n_companies=len(companies) + len(named.unknown),
            n_periods=len(periods),
            has_quantity=facts.has_quantity,
            has_speaker=facts.has_speaker,
        ),
        evidence_type=evidence_type,
        companies=tuple(c.name for c in companies),
        unknown_companies=named.unknown,
        periods=periods,
        filter_periods=filters,
        pairs=_pairs(companies, timings),
        forms=tuple(dict.fromkeys(ordered)),
        document_ids=named.document_ids,
        concepts=named.concepts,
        terms=terms_of(named.asked, named.scope_spans, terms),
        phrases=_phrases(named),
        speaker=named.spoken.speaker,
        role=named.spoken.role,
        asker=named.spoken.asker,
        wants_scale=scale_wanted(question),
        wants_percent=wants_percent(named.asked, question),
        is_forward_looking=any(t.is_forward for t in timings),
        evidence_reason=reason,
        months=tuple(dict.fromkeys(m for t in timings for m in t.months)),
        notes=(*named.spelt, *notes, *told, *defined),
        choices=left_open.choices if is_documents else (),
        without_asides=named.asked if named.asked != question else "",
    )


def _in_order(periods: Iterable[Period]) -> tuple[Period, ...]:
    return tuple(dict.fromkeys(periods))


def _without_names(question: str, named: Named) -> str:
    """The question with company names replaced: a name that reads as advice must not be one."""
    for mention in sorted(named.mentions, key=lambda m: -m.start):
        question = f"{question[: mention.start]}Xyz{question[mention.end :]}"
    return question


def _own_expressions(named: Named) -> dict[str, tuple[PeriodExpression, ...]]:
    """Company to its own period where they take turns ("A's 2030 and B's 2031 revenue")."""
    mentions = sorted(named.mentions, key=lambda m: m.start)
    expressions = sorted(named.expressions, key=lambda e: e.start)
    if len(mentions) < 2 or len(mentions) != len(expressions):
        return {}
    if len({m.company for m in mentions}) != len(mentions):
        return {}
    places = sorted((*(m.start for m in mentions), *(e.start for e in expressions)))
    takes_turns = [m.start for m in mentions] in (places[::2], places[1::2])
    pairs = zip(mentions, expressions, strict=True)
    return {m.company: (e,) for m, e in pairs} if takes_turns else {}


def _pairs(companies: Sequence[Company], timings: Sequence[Timing]) -> tuple[Pair, ...]:
    """Every company with each of its own targets, sorted; (company, None) where none is said."""
    found = {
        Pair(company.name if company is not None else None, period)
        for company, timing in zip(companies or (None,), timings, strict=True)
        for period in (timing.targets or (None,))
    }
    return tuple(sorted(found, key=lambda p: p.key))
