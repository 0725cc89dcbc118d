"""The one number that a quoted sentence states for what was asked, where that is certain.

"Consolidated profit was INR 372 crore, up 52%" states 372 crore for *consolidated profit*: the
subject stands before the number in the same clause and a linking word ties the two together.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from onfile.answer.expected import Expected, fitting
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.language.numbers import PrintedNumber, find_numbers
from onfile.types import QuestionKind, Value

_LINK = re.compile(
    r"(?:\b(?:was|were|is|are|be|been|at|of|to|reached|totall?ed|stood|guid(?:e|ed|ing)|incurred|"
    r"spent|recorded|reported|invested|generated|paid|than|over)\b|:)\s*"
    r"(?:(?:approximately|about|around|nearly|roughly|some|up to|more than|over|a|an)\s+){0,2}$",
    re.I,
)
_CLAUSE = re.compile(
    r"[.;:](?=\s)|\bcompared (?:to|with)\b|\bversus\b|\bfrom\b(?=\s+[$₹€£]?\d)", re.I
)
_NEXT = re.compile(r"[,;](?=\s)|[$₹€£]\s?\d")
_AFTER = 80  # characters after a number in which its subject may follow ("$4 billion of costs")
_OF = re.compile(r"^\s*(?:(?:aggregate|total|principal|amount|in|of|for)\b\s*){1,4}", re.I)
_NOUN = re.compile(  # "a $1.25 billion five-year revolving credit facility"
    r"^\s*(?:(?!(?:of|for|in|to|from|with|and|or|was|were|is|are|by|on|at|that|which)\b)[\w’'-]+\s*){1,9}",
    re.I,
)
_RANGE = re.compile(r"\s*(?:to|-|–|—|and)\s*[$₹€£]?\s?\d")
_LENGTH = re.compile(r"\s?(mm|cm|m|ft|feet|in|inches|met(?:re|er)s?)\b(?!\s?/)", re.I)
_AND = re.compile(r"\band\b")
MOST_OF_IT = 0.75  # a verb of the question may stand elsewhere in the sentence


def stated_value(
    text: str, finder: PassageFinder, reading: Reading, wanted: Expected
) -> Value | None:
    """The typed value that ``text`` states for the question, None when none is certain."""
    numbers = fitting(text, wanted, reading)
    if wanted.kind == "count":
        plain = [n for n in find_numbers(text) if n.role == "amount" and n.currency is None]
        is_certain = len(numbers) == len([n for n in plain if not n.is_percent]) == 1
        return Value(numbers[0].value, numbers[0].scale) if is_certain else None
    # "What was the margin and why did it fall": the margin's clause need not say that it fell.
    names = (
        finder.subject.is_named
        if reading.intent.kind is not QuestionKind.WHY
        else (finder.subject.is_topic_of)
    )
    if wanted.kind == "number" and _asks_length(reading):
        return _only_length(text, numbers)
    linked = [n for n in numbers if _is_before(n, text, finder)]
    linked = linked or [n for n in numbers if _is_after(n, text, finder, names)]
    if not linked:
        return None
    literal = [n for n in linked if finder.subject.is_literal_in(_since_last(n, numbers, text))]
    number = (literal or linked)[0]
    if _RANGE.match(text[number.end :]):
        return None  # a range is not one number
    return Value(number.value, number.scale, number.currency, None, percent=number.is_percent)


def _asks_length(reading: Reading) -> bool:
    return any(q.unit == "length" for q in reading.quantities[:1])


def _only_length(text: str, numbers: list[PrintedNumber]) -> Value | None:
    """The one number of "End of hole at 15.01 m" with its unit, where it is the only one."""
    if len(numbers) != 1:
        return None
    unit = _LENGTH.match(text, numbers[0].end)
    return None if unit is None else Value(numbers[0].value, 1, None, unit[1])


def _since_last(number: PrintedNumber, numbers: list[PrintedNumber], text: str) -> str:
    """The words between the number before and this one."""
    ends = [n.end for n in numbers if n.end <= number.start]
    return text[ends[-1] if ends else 0 : number.start]


def _is_before(number: PrintedNumber, text: str, finder: PassageFinder) -> bool:
    """The subject follows, up to the next number: "$4 billion of virus-related costs"."""
    after = _NEXT.split(text[number.end : number.end + _AFTER])[0]
    if _OF.match(after) is not None:
        return finder.subject.share_named(after) >= MOST_OF_IT
    noun = _NOUN.match(after)
    is_sum = number.currency is not None and number.scale > 1
    return is_sum and noun is not None and finder.subject.share_named(noun[0]) >= MOST_OF_IT


def _is_after(
    number: PrintedNumber, text: str, finder: PassageFinder, names: Callable[[str], bool]
) -> bool:
    """The subject stands before it in its clause, tied by a word: "costs were $4 billion"."""
    before = text[: number.start]
    clause = before[_clause_start(before) :]
    if _LINK.search(before) is None or not names(clause):
        return False
    return finder.subject.share_named(_AND.split(clause)[-1]) > 0.0


def _clause_start(before: str) -> int:
    ends = [m.end() for m in _CLAUSE.finditer(before)]
    return ends[-1] if ends else 0
