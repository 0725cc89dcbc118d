"""Facts that reports state in a few set ways: employees, the year founded, shares on the cover.

The lexicon's ``states`` are the ways: patterns whose group ``n``, if there is one, is the amount.
The nearest document of the period that has one is quoted, whether or not a ranker found the page.
Different amounts in one document answer nothing: one of them is a part, or of another date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from onfile.answer.claims import LATER_DOCUMENT, quoted
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading, StatedFact
from onfile.language.numbers import PrintedNumber, find_numbers
from onfile.language.sentences import units
from onfile.types import Claim, Draft, Pair, QuestionKind, Span, Value

KINDS = (QuestionKind.FIGURE, QuestionKind.WHAT, QuestionKind.WHEN, QuestionKind.LIST)
COVER_PAGES = 3
PART_LENGTH = 60  # characters after an amount that say of which part it is
FRAMING = (
    "end year cover page 10-k 10-q per total date state country currently world global worldwide "
    "work works worked"
)
_PART = re.compile(
    r"^[^.;]{0,20}\b(?:located|based|covered|represented|outside|excluding|belong\w*|"
    r"(?:in|at|of) the (?:u\.s|united|segment)|"
    r"(?:in|at) (?!the\b|our\b|total\b|all\b|more\b)[A-Z]\w+)",
)


@dataclass(frozen=True, slots=True)
class _Stated:
    document_id: str
    span: Span
    number: PrintedNumber | None

    @property
    def amount(self) -> Decimal | None:
        """In single units; None where the sentence states no amount."""
        return None if self.number is None else self.number.value * self.number.scale


def stating(pattern: str) -> re.Pattern[str]:
    """A pattern of the lexicon for a page's own text, where a line may end between two words."""
    spaced = pattern.replace(" ?", r"\s*").replace(" ", r"\s+")
    return re.compile(spaced, re.IGNORECASE)


def answer_fact(reading: Reading, finder: PassageFinder) -> Draft | None:
    """The sentence with its amount; None where none states it, or a document states several."""
    if len(reading.facts) != 1 or not reading.intent.pairs:
        return None
    if reading.intent.kind is QuestionKind.COMPARE:
        return _compared(reading, finder)
    if reading.intent.kind not in KINDS or len(reading.intent.pairs) != 1:
        return None
    found = _stated(reading, finder, reading.intent.pairs[0])
    return None if found is None else _draft(reading, reading.intent.pairs[0], found)


def _stated(reading: Reading, finder: PassageFinder, pair: Pair) -> _Stated | None:
    """What the nearest document states that has it; None where it states several amounts."""
    fact = reading.facts[0]
    rest = _rest(finder, fact)
    for document_id in _nearest(reading, fact, pair):
        found = list(_in_document(reading, finder, fact, rest, document_id))
        if found:
            return found[0] if len({one.amount for one in found}) == 1 else None
    return None


def _compared(reading: Reading, finder: PassageFinder) -> Draft | None:
    """Two companies' amounts and the difference; None where one of them has none."""
    told = [(pair, _stated(reading, finder, pair)) for pair in reading.intent.pairs]
    known = [(pair, one, one.amount) for pair, one in told if one is not None and one.amount]
    if len(known) != 2 or len(told) != 2 or known[0][0].company == known[1][0].company:
        return None
    known.sort(key=lambda k: k[2], reverse=True)
    (first, _, more), (_, _, less) = known
    claims = [quoted(reading.archive, s.document_id, s.span, pair) for pair, s, _ in known]
    cited = tuple(citation for claim in claims for citation in claim.citations)
    by = f"{more - less:,}"
    text = f"{first.company} has more, by {by}."
    claims.append(Claim(text, cited, None, f"{more} - {less} = {more - less}"))
    answer = "\n".join(claim.text for claim in claims)
    names = tuple(pair.company or "" for pair, _, _ in known)
    return Draft(answer, tuple(claims), None, "quote", 1.0, ranked=names)


def _draft(reading: Reading, pair: Pair, stated: _Stated) -> Draft:
    claim = quoted(reading.archive, stated.document_id, stated.span, pair)
    number = stated.number
    value = None
    if number is not None:
        value = Value(number.value, number.scale, number.currency, percent=number.is_percent)
    return Draft(claim.text, (claim,), value, "quote", 1.0)


def _rest(finder: PassageFinder, fact: StatedFact) -> tuple[str, ...]:
    """What is asked beyond the fact ("in the United States"): the sentence must meet it."""
    framing = (
        finder.words.framing | finder.words.plain | frozenset(finder.subject.terms_of(FRAMING))
    )
    return tuple(t for t in finder.subject.telling if t not in fact.terms and t not in framing)


def _nearest(reading: Reading, fact: StatedFact, pair: Pair) -> list[str]:
    """The period's own documents, nearest first; without a period those of the latest year.

    What has no amount (when a company was founded) an older report states as well.
    """
    is_amount = any("n" in pattern.groupindex for pattern in fact.patterns)
    last = 1 if pair.period is None and is_amount else LATER_DOCUMENT
    own = [
        (nearness, document_id)
        for document_id, nearness in reading.precedence.items()
        if nearness < last
        and reading.archive.document(document_id).identity.company == pair.company
    ]
    return [document_id for _, document_id in sorted(own)]


def _in_document(
    reading: Reading,
    finder: PassageFinder,
    fact: StatedFact,
    rest: Sequence[str],
    document_id: str,
) -> Iterator[_Stated]:
    for page, text in reading.archive.pages_text(document_id).items():
        if fact.is_on_cover and page > COVER_PAGES:
            break
        for pattern in fact.patterns:
            for match in pattern.finditer(text):
                unit = next(u for u in units(text) if u.start <= match.start() < u.end)
                end = max(unit.end, match.end())
                first = text.rfind(";", unit.start, match.start()) + 1 or unit.start
                last = text.find(";", match.end(), end)  # "at 11 feet in B-1; none in B-2"
                said = finder.subject.terms_of(text[first : end if last < 0 else last])
                if not all(finder.subject.is_met(term, frozenset(said)) for term in rest):
                    continue
                if not rest and _PART.match(text[match.end() : match.end() + PART_LENGTH]):
                    continue
                yield _Stated(document_id, Span(page, unit.start, end), _number(match))


def _number(match: re.Match[str]) -> PrintedNumber | None:
    if "n" not in match.re.groupindex:
        return None
    return next(iter(find_numbers(match["n"])), None)
