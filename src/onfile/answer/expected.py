"""What kind of number, if any, must stand in an answer?"""

from __future__ import annotations

import re
from dataclasses import dataclass

from onfile.answer.request import Reading
from onfile.answer.terse import number_of
from onfile.language.numbers import PrintedNumber, find_numbers, scale_of
from onfile.types import QuestionKind

FIGURE_KINDS = (QuestionKind.FIGURE, QuestionKind.COMPARE, QuestionKind.CHANGE)
NEARBY = 60  # characters between a count and the noun that it counts
_HOW_MANY = re.compile(
    r"\b(?:how many|number of)\s+((?:[\w'’&-]+\s+){0,4}?[\w'’&-]+?)"
    r"(?=\s+(?:did|does|do|was|were|are|is|has|have|had|will|in|at|on|of|by|for|to|per)\b|[?.,]|$)",
    re.I,
)
_MONEY = re.compile(
    r"\bhow (?:much|large)\b|\bin (?:us )?dollars\b|\bprice\b|\bwhat amount\b|"
    r"\bin (?:usd|inr|rs)\b|\bprincipal amount\b|\bcrores?\b|\bproceeds\b",
    re.I,
)
_PAID_FOR = re.compile(r"\bwhat\b[^?]*\b(?:pay|paid)\b[^?]*\bfor\b", re.I)
_PERCENT = re.compile(
    r"\bpercent|\bpercentage|\bwhat share\b|(?<!\d)%|\bhow many (?:basis )?points\b|\brate\b", re.I
)
CHANGED = re.compile(
    r"\b(?:increas|decreas|declin|grew|grow|rose|fell|up|down|lower|higher|improv|chang)\w*"
    r"\s+(?:by\s+|of\s+|approximately\s+|about\s+){0,2}(?:[$₹€£]?[\d.,]+%?\s*(?:and|or|to|,)\s*)*$",
    re.I,
)
_WIDENED = re.compile(
    r"\b(?:expand|contract|widen|narrow|compress)(?:s|ed|ing)?\s+"
    r"(?:by\s+|approximately\s+|about\s+|roughly\s+){0,2}$",
    re.I,
)
_WIDENS = re.compile(r"\b(?:expan|contract|widen|narrow|compress|chang|points?\b|bps\b)", re.I)
_LEVEL_AND_CAUSE = re.compile(r"^\W*(?:what|how (?:much|high|large))\b.*\band why\b", re.I)
_MEASURED = re.compile(  # "What was the turbidity on July 19": a reading, not that there was one
    r"\bwhat\s+(?:is|was|were|are)\s+the\s+(?:[\w-]+\s+){0,4}?(?:turbidity|temperature|pressure|"
    r"strength|density|moisture|ph|flow|discharge|velocity|permeability|elevation|slope|gradient|"
    r"thickness|diameter|width|height|weight|depth|length|concentration|reading)s?\b",
    re.I,
)
_NEW = re.compile(
    r"\bnew (?:stores|locations|branches|restaurants|depots|hospitals|openings)\b", re.I
)
_DUE = re.compile(r"\bdue to\b[^.]*$", re.I)
_OPENED = re.compile(r"\bnew\b|\bopen", re.I)
_TIMES = "years months weeks days hours minutes quarters"
_TIME = re.compile(rf"[\s-]*(?:{_TIMES.replace('s ', 's?|')[:-1]}s?)\b", re.I)  # counts no people
_POINTS = re.compile(r"\b(?:basis|percentage)?\s*(?:points?|bps)\b", re.I)


@dataclass(frozen=True, slots=True)
class Expected:
    """The kind of number.

    ``kind``: "money", "per_share", "percent", "count", "number" or "" (none); ``counted``: a
    noun's stem.
    """

    kind: str
    counted: frozenset[str] = frozenset()


def expected(reading: Reading) -> Expected:
    """The kind of number that the question asks for."""
    question = reading.intent.asked
    counted = _HOW_MANY.search(question)
    if counted is not None and scale_of(counted[1].split()[0]) is not None:
        return Expected("money")
    if counted is not None and not _POINTS.search(counted[1]):
        return Expected("count", frozenset(reading.terms(counted[1])[-1:]))
    is_count = any(q.unit == "count" for q in reading.quantities[:1])
    if (_MONEY.search(question) and not is_count) or _PAID_FOR.search(question):
        return Expected("money")
    if _PERCENT.search(question):
        return Expected("percent")
    kind, noun = number_of(question)
    if kind == "count" or (kind and not reading.quantities_named):
        return Expected(kind, frozenset(reading.terms(noun)))
    units = [q.unit for q in reading.quantities if q.concept is not None]
    asks_figure = reading.intent.kind in FIGURE_KINDS
    asks_figure |= _LEVEL_AND_CAUSE.search(question) is not None
    if units and (asks_figure or reading.intent.kind is QuestionKind.SAID):
        kinds = {"money": "money", "percent": "percent", "per_share": "per_share"}
        return Expected(kinds.get(units[0], "number"))
    return Expected("number" if asks_figure or _MEASURED.search(question) else "")


def fits(text: str, wanted: Expected, reading: Reading) -> bool:
    """True when the text states a number of the kind wanted (always, when none is)."""
    return not wanted.kind or bool(fitting(text, wanted, reading))


def fitting(text: str, wanted: Expected, reading: Reading) -> list[PrintedNumber]:
    """The numbers of the text that are of the kind wanted, in order.

    Where a level is asked for, the size of a change ("rose 4%", "down $3 million") is none.
    """
    numbers = [n for n in find_numbers(text) if n.role == "amount"]
    asked = reading.intent.asked
    if reading.intent.kind is QuestionKind.FIGURE or _LEVEL_AND_CAUSE.search(asked):
        numbers = [n for n in numbers if not CHANGED.search(text[: n.start])]
        if not _WIDENS.search(asked):
            numbers = [n for n in numbers if not _WIDENED.search(text[: n.start])]
    if wanted.kind == "money":
        return [n for n in numbers if not n.is_percent and (n.currency or n.scale > 1)]
    if wanted.kind == "per_share":  # "average shares of 5,713 million" are no amount a share
        return [n for n in numbers if n.currency is not None and n.scale == 1]
    if wanted.kind == "percent":
        return [n for n in numbers if n.is_percent or _POINTS.match(text, n.end + 1)]
    if wanted.kind == "count":
        return [n for n in numbers if _counts(n, text, wanted, reading)]
    return numbers


def _counts(number: PrintedNumber, text: str, wanted: Expected, reading: Reading) -> bool:
    if number.is_percent or number.currency is not None:
        return False
    if _NEW.search(reading.intent.asked) and not _OPENED.search(text):
        return False
    if _DUE.search(text[: number.start]):
        return False  # so many explain something else
    following = text[number.end : number.end + NEARBY]
    after = frozenset(reading.terms(following))
    return wanted.counted <= after and (
        _TIME.match(following) is None or not wanted.counted.isdisjoint(reading.terms(_TIMES))
    )
