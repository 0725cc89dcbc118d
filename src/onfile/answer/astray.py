"""Sentences that have the question's words and still answer something else.

A year or a quarter that was not asked for, a measure's words far apart ("debt repayments net of
new borrowings" is no net debt), a heading with nothing under it: each is left aside, since a
number quoted for the wrong thing is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.answer.expected import FIGURE_KINDS
from onfile.answer.request import Reading
from onfile.answer.subject import Subject
from onfile.language.numbers import find_numbers

MAX_GAP = 2  # stems between a measure's words ("gross profit margin" is a gross margin)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_SHORT_YEAR = re.compile(r"\bFY\s?'?(\d\d)\b", re.I)
_QUARTER = re.compile(r"\b(?:first|second|third|fourth)[\s-]+quarter|\bQ[1-4]\b|\bquarter\b", re.I)
_OF_A_SHARE = re.compile(r"^what(?:'s|’s| was| were| is| are)\b.*\bper (?:\w+ )?share\b", re.I)
_CASH_FLOW = re.compile(r"\bnet cash (?:flows?|used|provided|generated|inflows?|outflows?)\b", re.I)
_HEADING_WORDS = 12
_KINDS_OF_PART = (
    r"(?:segments?|divisions?|regions?|geograph\w+|countr(?:y|ies)|business(?:es)?(?: units?)?|"
    r"(?:product )?(?:categor(?:y|ies)|lines?)|brands?|units?)"
)
_WHICH_PART = re.compile(
    rf"\b(?:which|what)\s+(?:[\w&.'’-]+\s+){{0,5}}?{_KINDS_OF_PART}\b"
    rf"|\bwhich of\b[^?]*?\b{_KINDS_OF_PART}\b|^(?:rank|order|name)\b[^?]*?\b{_KINDS_OF_PART}\b",
    re.I,
)
_RANK = re.compile(
    r"\b(?:highest|largest|biggest|greatest|most|best|top|fastest|strongest|lowest|smallest|least|"
    r"worst|slowest|weakest|maximum|minimum|rank\w*|order)\b",
    re.I,
)


def without_names(reading: Reading) -> str:
    """The question without the companies' names: "Best Buy" asks for nothing that is best."""
    question = reading.intent.question
    for name in reading.intent.companies:
        question = re.sub(rf"\b{re.escape(name)}(?!\w)", " ", question, flags=re.I)
        words = name.split()
        if len(words) > 1:  # "Northwind Trading" of "Northwind Trading Company"
            short = r"\s+".join(map(re.escape, words[:2]))
            question = re.sub(rf"\b{short}(?!\w)", " ", question, flags=re.I)
    return question


def asks_which_part(reading: Reading) -> bool:
    """True for "which segment had the largest …": an amount alone, of a total even, is none."""
    question = without_names(reading)
    return _WHICH_PART.search(question) is not None and _RANK.search(question) is not None


def is_astray(reading: Reading, subject: Subject, text: str) -> bool:
    """True where the sentence is of another time or measure, or is only a heading."""
    if _is_heading(text):
        return True
    if _OF_A_SHARE.search(reading.intent.question) and not _has_amount_of_a_share(text):
        return True
    if reading.intent.kind not in FIGURE_KINDS:
        return False
    return _is_of_another_time(reading, text) or _is_scattered(reading, subject, text)


def _has_amount_of_a_share(text: str) -> bool:
    amounts = (n for n in find_numbers(text) if n.role == "amount" and not n.is_percent)
    return any(n.scale == 1 and (n.currency or n.value % 1) for n in amounts)


def _is_heading(text: str) -> bool:
    stripped = text.rstrip("”’\"') ")
    return stripped.endswith(":") and len(stripped.split()) <= _HEADING_WORDS


def _is_of_another_time(reading: Reading, text: str) -> bool:
    periods = reading.intent.periods
    if not periods:
        return False
    wanted = {str(p.fiscal_year) for p in periods} | set(_YEAR.findall(reading.intent.question))
    named = set(_YEAR.findall(text)) | {f"20{m[1]}" for m in _SHORT_YEAR.finditer(text)}
    if named and not named & wanted:
        return True
    is_of_years = all(p.quarter is None and p.months in (None, 12) for p in periods)
    says_quarter = _QUARTER.search(text) is not None
    return is_of_years and says_quarter and not _QUARTER.search(reading.intent.question)


def _is_scattered(reading: Reading, subject: Subject, text: str) -> bool:
    """Words of the measure are missing, or all are there but not together."""
    named = [q for q in reading.quantities[:1] if q.concept is not None]
    if not named:
        return False
    wanted = list(reading.terms(named[0].words))
    if "cash" not in named[0].words.lower():
        text = _CASH_FLOW.sub(" ", text)  # a flow is no position, though "net cash" is one
    said = list(reading.terms(text))
    among = frozenset(said)
    if len(wanted) < 2:
        return False
    if not among.issuperset(wanted):
        return not all(word in among or subject.is_met(word, among) for word in wanted)
    return not any(_runs_on(wanted, said[start:]) for start in range(len(said)))


def _runs_on(wanted: Sequence[str], said: Sequence[str]) -> bool:
    """The words stand in this order from here on, with ``MAX_GAP`` others among them at most."""
    if not said or said[0] != wanted[0]:
        return False
    rest = iter(said[: len(wanted) + MAX_GAP])
    return all(word in rest for word in wanted)
