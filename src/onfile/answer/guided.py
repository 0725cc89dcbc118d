"""Guidance that was changed: by how much, and why.

"We now expect revenue to increase 8 percent (previously 6 percent)": the two numbers stand side
by side, and the words before them say of what, in the question's own words (another name may be
another measure). Why it was raised stands in the sentence that raises it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from onfile.answer.claims import quoted
from onfile.answer.explained import own_sentences
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.types import Claim, Draft, Pair, QuestionKind, Span, Value

MAX_WORDS = 70  # of a sentence; a longer one is a table that was run together
FRAMING = "respect regarding terms full full-year annual year growth change by points percentage"
_ASKED = re.compile(r"\b(?:guidance|outlook|forecast|expectations?)\b", re.I)
_CHANGED = re.compile(
    r"\b(?:rais|increas|lift|lower|cut|reduc|upgrad|downgrad|chang|updat|revis|narrow)\w*", re.I
)
_HOW_MUCH = re.compile(
    r"\bby how (?:much|many)\b|\bhow much (?:did|was|were|has|higher|lower)\b", re.I
)
_CHANGED_GUIDANCE = re.compile(
    r"\b(?:rais|increas|lift|lower|cut|reduc|updat|revis)\w*\b[^?]{0,40}"
    r"\b(?:guidance|outlook|forecast|expectations?)\b",
    re.I,
)
_BEFORE = (
    r"\s*[(,]?\s*(?:previously|formerly|(?:up|down) from|"
    r"(?:compared (?:to|with)|versus|vs\.?|from) (?:our |its |the )?"
    r"(?:previous|prior|earlier|former)(?:ly)?(?: (?:\w+ ){0,2}of)?)"
    r"(?: (?:an? )?(?:approximately|about|around))?\s*"
)
_PERCENTS = re.compile(
    rf"(?P<new>\d+(?:\.\d+)?)\s?(?:%|percent){_BEFORE}(?P<old>\d+(?:\.\d+)?)\s?(?:%|percent)", re.I
)
_AMOUNTS = re.compile(rf"\$\s?(?P<new>\d+\.\d+){_BEFORE}\$\s?(?P<old>\d+\.\d+)", re.I)
_RAISES = re.compile(
    r"\bnow expects?\b|\b(?:rais|increas|lift|lower|reduc|cut)(?:e|es|ed|ing|s|ting)?\b"
    r"(?: (?:our|its|the|their|full|fiscal|full-year|annual|20\d\d|\w+)){0,4} "
    r"(?:guidance|outlook|forecast|expectations?)\b",
    re.I,
)
_BECAUSE = re.compile(
    r"\b(?:given|due to|because|as a result of|reflect\w*|driven by|based on|following|in light of|"
    r"thanks to|on the back of)\b",
    re.I,
)


def asks_guided(reading: Reading) -> bool:
    """True for "why was guidance raised" and "by how much": of one company and period."""
    asked = reading.intent.asked
    is_guidance = _ASKED.search(asked) is not None and _CHANGED.search(asked) is not None
    is_why = reading.intent.kind is QuestionKind.WHY and _CHANGED_GUIDANCE.search(asked) is not None
    is_one = len(reading.intent.pairs) == 1
    return is_one and is_guidance and (is_why or _HOW_MUCH.search(asked) is not None)


def answer_guided(reading: Reading, finder: PassageFinder) -> Draft | None:
    """By how much guidance moved, or the sentence that says why; None where none is certain."""
    pair = reading.intent.pairs[0]
    if reading.intent.kind is QuestionKind.WHY:
        return _why(reading, pair)
    return _by_how_much(reading, finder, pair)


def _why(reading: Reading, pair: Pair) -> Draft | None:
    for document_id, span, said in _of_the_time(reading, pair, _RAISES):
        is_short = len(said.split()) <= MAX_WORDS
        if is_short and _RAISES.search(said) and _BECAUSE.search(said):
            claim = quoted(reading.archive, document_id, span, pair)
            return Draft(claim.text, (claim,), None, "cause", 1.0)
    return None


def _by_how_much(reading: Reading, finder: PassageFinder, pair: Pair) -> Draft | None:
    """The one change that the documents state for all that the question names."""
    found: dict[tuple[Decimal, Decimal, bool], tuple[str, Span]] = {}
    for pattern in (_PERCENTS, _AMOUNTS):
        for document_id, span, said in _of_the_time(reading, pair, pattern):
            for new, old in _changes(reading, finder, pattern, said):
                found.setdefault((new, old, pattern is _PERCENTS), (document_id, span))
    if len(found) != 1:
        return None
    ((new, old, is_percent), (document_id, span)) = next(iter(found.items()))
    gap = new - old
    unit = " percentage point" + "s" * (abs(gap) != 1)
    by, shown_old, shown_new = (
        (f"{abs(gap)}{unit}", f"{old}%", f"{new}%")
        if is_percent
        else (f"${abs(gap)}", f"${old}", f"${new}")
    )
    word = "raised" if gap > 0 else "lowered"
    claim = quoted(reading.archive, document_id, span, pair)
    text = f"Guidance {word} by {by}, from {shown_old} to {shown_new}. {claim.text}"
    done = Claim(text, claim.citations, pair, f"{new} - {old} = {gap}")
    value = Value(gap, 1, None if is_percent else "USD", percent=is_percent)
    return Draft(text, (done,), value, "figure computed", 1.0)


def _of_the_time(
    reading: Reading, pair: Pair, pattern: re.Pattern[str]
) -> Iterator[tuple[str, Span, str]]:
    """Sentences of the reports of the very quarter: another one's guidance is another one."""
    is_annual = pair.period is not None and pair.period.quarter is None
    asked = reading.intent.filter_periods if is_annual else (pair.period,)
    periods = {p.name for p in asked if p is not None}
    is_any = is_annual and not periods
    for document_id, span, said in own_sentences(reading, pair, pattern):
        own = reading.archive.document(document_id).identity.period
        if is_any or (own is not None and own.name in periods):
            yield document_id, span, said


def _changes(
    reading: Reading, finder: PassageFinder, pattern: re.Pattern[str], said: str
) -> Iterator[tuple[Decimal, Decimal]]:
    """The changes of a sentence before each of which all that the question names stands."""
    words = finder.words
    framing = words.plain | words.framing | frozenset(reading.terms(FRAMING))
    rest = [t for t in finder.subject.telling if t not in framing]
    start = 0
    for match in pattern.finditer(said):
        before = frozenset(reading.terms(said[start : match.start()]))
        if rest and before.issuperset(rest):
            yield Decimal(match["new"]), Decimal(match["old"])
        start = match.end()
