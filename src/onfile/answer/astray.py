"""Sentences that have the question's words and still answer something else.

A year or a quarter that was not asked for, a measure's words far apart ("debt repayments net of
new borrowings" is no net debt), a heading with nothing under it: each is left aside, since a
number quoted for the wrong thing is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.answer.expected import FIGURE_KINDS
from onfile.answer.narrower import is_narrower
from onfile.answer.request import Reading
from onfile.answer.subject import Subject
from onfile.answer.times import BEFORE, is_of_another_time
from onfile.language.numbered import has_another, numbered_in
from onfile.language.numbers import find_numbers
from onfile.types import QuestionKind, Value

MAX_GAP = 2  # stems between a measure's words ("gross profit margin" is a gross margin)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_SHORT_YEAR = re.compile(r"\bFY\s?'?(\d\d)\b", re.I)
_QUARTER = re.compile(r"\b(?:first|second|third|fourth)[\s-]+quarter|\bQ[1-4]\b|\bquarter\b", re.I)
_OF_A_SHARE = re.compile(r"\b[\w'’-]+ per (?:\w+ )?share\b", re.I)
_OF_A_METHOD = re.compile(r"\b(?:how (?:is|are|does|do)|polic|comput|calculat|defin|mean)", re.I)
_CASH_FLOW = re.compile(r"\bnet cash (?:flows?|used|provided|generated|inflows?|outflows?)\b", re.I)
_NET_OF = re.compile(r"\bnet of\b", re.I)  # "borrowings net of repayments" are no net borrowings
_DAY = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)"
    r"\s+\d{1,2},\s+(?:19|20)\d\d\b"
)
_ENDS = re.compile(
    r"\b(?:expir\w*|matur\w*|due|until|through|terminat\w*|ends?)\b[^.;]{0,15}$", re.I
)
_OF_ALL = re.compile(r"\b(?:consolidated|consol|total|reported|overall)\b", re.I)  # often unsaid
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
_WHICH_SEGMENT = re.compile(
    r"\bwhich(?: one)?(?: of)?(?: (?:the|its|their))?(?:\s+[\w&.'’-]+){0,3}?\s+"
    r"(?:segments?|divisions?|regions?)\b",
    re.I,
)
_RANK = re.compile(
    r"\b(?:highest|largest|biggest|greatest|most|best|top|fastest|strongest|lowest|smallest|least|"
    r"worst|slowest|weakest|maximum|minimum|rank\w*|order)\b",
    re.I,
)


_CAUTION = re.compile(  # of what may happen, in every release: no statement of anything
    r"\brisks and uncertainties\b|\bforward-looking statements?\b|\bcould (?:cause|differ)\b|"
    r"\bdiffer materially\b|\bidentified by (?:the use of )?(?:forward-looking )?words\b",
    re.I,
)
_REFERS = re.compile(r"\bincorporated (?:\w+ )?by reference\b", re.I)  # it stands elsewhere
_RISKS = re.compile(r"\brisks?\b|\buncertaint|\bforward-looking\b|\bcaution|\bdiffer\b", re.I)
_OTHER_KINDS = {
    "buybacks": re.compile(r"\bauthori[sz]|\bremain|\bdividends?\b|\bcapacity\b", re.I),
    "dividends_paid": re.compile(r"\brepurchas|\bbuy-?backs?\b|\bauthori[sz]", re.I),
    "dividends_per_share": re.compile(r"\bquarterly\b", re.I),
}
_TOP_LINE = re.compile(r"\b(?:top|bottom)[\s-]*line\b", re.I)
_RANKED_PART = re.compile(  # "its most profitable segment"
    r"\b(?:highest|largest|biggest|greatest|most|best|top|fastest|strongest|lowest|smallest|least|"
    rf"worst|slowest|weakest)(?:[\s-][\w'’-]+){{0,3}}?\s{_KINDS_OF_PART}\b",
    re.I,
)


def without_names(reading: Reading) -> str:
    """The question without the companies' names: "Best Buy" asks for nothing that is best."""
    question = reading.intent.asked
    for name in reading.intent.companies:
        question = re.sub(rf"\b{re.escape(name)}(?!\w)", " ", question, flags=re.I)
        words = name.split()
        if len(words) > 1:  # "Northwind Trading" of "Northwind Trading Company"
            short = r"\s+".join(map(re.escape, words[:2]))
            question = re.sub(rf"\b{short}(?!\w)", " ", question, flags=re.I)
    return question


def asks_which_part(reading: Reading) -> bool:
    """True for "which segment had a loss": an amount alone, of a total even, names none."""
    question = _TOP_LINE.sub(" ", without_names(reading))
    if _WHICH_SEGMENT.search(question) or _RANKED_PART.search(question):
        return True
    return _WHICH_PART.search(question) is not None and _RANK.search(question) is not None


def is_astray(reading: Reading, subject: Subject, text: str) -> bool:
    """True where the sentence is of another time or measure, or is only a heading."""
    if _is_heading(text) or (_CAUTION.search(text) and not _RISKS.search(reading.intent.asked)):
        return True
    if looks_ahead(reading, text) or is_narrower(reading, text):
        return True
    if any(has_another(thing, text) for thing in numbered_in(reading.intent.asked)):
        return True
    if _REFERS.search(text) and not re.search(r"\bincorporat", reading.intent.asked, re.I):
        return True
    if is_misdated(reading, text):
        return True
    of_a_share = _OF_A_SHARE.search(reading.intent.asked)
    asks_of_a_share = of_a_share is not None and _asks_amount(reading)
    if asks_of_a_share and not _has_amount_of_a_share(text):
        return True
    if any(topic.is_dated for topic in reading.topics) and _is_of_another_time(reading, text):
        return True
    if reading.intent.kind not in FIGURE_KINDS and not asks_of_a_share:
        return False
    measures = [q.words for q in reading.quantities[:1] if q.concept is not None]
    if not measures and of_a_share is not None:
        measures = [of_a_share[0]]
    is_scattered = any(_is_scattered(reading, subject, text, words) for words in measures)
    return is_scattered or _is_of_another_time(reading, text) or _is_of_another_kind(reading, text)


def is_misdated(reading: Reading, text: str) -> bool:
    """The time asked for is only what something is held against, or when it ends."""
    is_other = is_of_another_time(text, reading.intent) or _only_ends_then(reading, text)
    return is_other or _is_of_the_year(reading, text)


def _is_of_the_year(reading: Reading, text: str) -> bool:
    """A release tells "in the current year" of the year, and a quarter is asked for."""
    asks_quarter = bool(reading.intent.periods) and all(p.quarter for p in reading.intent.periods)
    if not asks_quarter or reading.intent.is_forward_looking or _THE_YEAR.search(text) is None:
        return False
    return _A_QUARTER.search(text) is None


def _only_ends_then(reading: Reading, text: str) -> bool:
    """What expires on the day on which something is asked to have been made ("dated May 26")."""
    asked = reading.intent.asked
    days = [m for m in _DAY.finditer(asked) if not _ENDS.search(asked[: m.start()])]
    for day in days:
        found = [m.start() for m in re.finditer(re.escape(day[0]), text, re.I)]
        if found and all(_ENDS.search(text[max(0, at - BEFORE) : at]) for at in found):
            return True
    return False


def _is_of_another_kind(reading: Reading, text: str) -> bool:
    """What may be spent for what was, both ways of paying owners at once, a quarter's for a year's.

    "$3.3 billion remain of the repurchase authorization", "returned $1.5 billion by dividends and
    repurchases", "raised the quarterly dividend to $0.92".
    """
    concept = next((q.concept for q in reading.quantities[:1]), None) or ""
    others = _OTHER_KINDS.get(concept)
    if others is None or others.search(text) is None:
        return False
    is_of_quarter = concept == "dividends_per_share" and any(
        p.quarter is not None for p in reading.intent.periods
    )
    return not is_of_quarter and others.search(reading.intent.asked) is None


_AHEAD = re.compile(
    r"\b(?:we|company|management|now|still|continues? to) (?:now |still |currently )?"
    r"(?:expects?|anticipates?|forecasts?|projects?)\b|"
    r"\b(?:our|updated|full[- ]year|fiscal|\d{4}) (?:\d{4} )?(?:guidance|outlook)\b|"
    r"\b(?:is|are) expected to\b|\bsubsequent to the (?:quarter|year|period)\b|"
    r"\b(?:expected|anticipated) (?:[\w-]+ ){0,3}(?:declin|reduc|increas|decreas|growth)",
    re.I,
)
_ASKS_AHEAD = re.compile(
    r"\b(?:expect|anticipat|forecast|project(?:ed|ion|s\b)|guid|outlook|will\b|plan|target|next\b|"
    r"going forward|subsequent|after\b|future|may\b|could\b)",
    re.I,
)


def looks_ahead(reading: Reading, text: str) -> bool:
    """What is expected, or came after the period, where what was is asked for."""
    asks_what_was = reading.intent.kind in (QuestionKind.WHY, *FIGURE_KINDS)
    if not asks_what_was or reading.intent.is_forward_looking or not reading.intent.periods:
        return False
    return _AHEAD.search(text) is not None and not _ASKS_AHEAD.search(reading.intent.asked)


_ASKS_SHARE = re.compile(
    r"\b(?:what|which)\s+(?:percent(?:age)?|share|proportion|portion|%|fraction)\b|"
    r"\bpercent(?:age)?\s+of\b|%\s+of\b|\bas a (?:percent|%|share)|"
    r"\bhow much of (?:(?:the|its|their|total|net|all) )*"
    r"(?:sales|revenues?|income|profits?|business)\b",
    re.I,
)
_THE_YEAR = re.compile(
    r"\b(?:in|for|of|during) the (?:current|full|fiscal|prior) year\b(?! quarter)", re.I
)
_A_QUARTER = re.compile(r"\bquarters?\b|\bQ[1-4]\b|\bthree months\b|\b1[34] weeks\b", re.I)
_PAID_FOR = re.compile(
    r"\b(?:pay|pays|paid)\b[^?]*\bfor\b|\b(?:cost|spen[dt])\b[^?]*\bto (?:buy|acquire)\b", re.I
)
_IN_SUM = re.compile(r"\b(?:together|combined|altogether)\b", re.I)
_COUNTS = re.compile(r"\bhow many\b(?! (?:dollars|million|billion|usd))", re.I)


def is_other_kind_of_number(reading: Reading, value: Value | None) -> bool:
    """An amount of money where a percentage or a count is asked for."""
    if value is None or value.percent or not value.currency:
        return False
    return any(asks.search(reading.intent.asked) for asks in (_ASKS_SHARE, _COUNTS))


def is_row_of_what_was_bought(reading: Reading) -> bool:
    """What was paid for something is in no row that only names it: that is what it is worth now."""
    first = reading.quantities[:1]
    is_named = any(q.concept is not None for q in first)
    return _PAID_FOR.search(reading.intent.asked) is not None and not is_named


def is_one_of_a_sum(reading: Reading) -> bool:
    """Several things are wanted together, and not all of them are understood."""
    named = [q for q in reading.quantities if q.concept is not None]
    is_worked_out = any(q.defined for q in reading.quantities[:1])
    is_of_one = len(reading.intent.pairs) == 1
    wants_sum = _IN_SUM.search(reading.intent.asked) is not None
    return wants_sum and is_of_one and len(named) > 1 and not is_worked_out


def asks_row(reading: Reading) -> bool:
    """A row answers where it is asked by an exact token, or of a document that is no company's."""
    is_of_document = bool(reading.intent.document_ids) and not reading.intent.companies
    return is_of_document or bool(reading.intent.phrases)


def is_whole_for_a_share(reading: Reading, value: Value | None) -> bool:
    """An amount of the whole company, where that of one share is asked for."""
    asks = _OF_A_SHARE.search(reading.intent.asked) is not None
    return asks and value is not None and bool(value.currency) and value.scale > 1


def _asks_amount(reading: Reading) -> bool:
    is_of_kind = reading.intent.kind in (QuestionKind.WHAT, *FIGURE_KINDS)
    return is_of_kind and not _OF_A_METHOD.search(reading.intent.asked)


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
    wanted = {str(p.fiscal_year) for p in periods} | set(_YEAR.findall(reading.intent.asked))
    named = set(_YEAR.findall(text)) | {f"20{m[1]}" for m in _SHORT_YEAR.finditer(text)}
    if named and not named & wanted:
        return True
    is_of_years = all(p.quarter is None and p.months in (None, 12) for p in periods)
    says_quarter = _QUARTER.search(text) is not None
    return is_of_years and says_quarter and not _QUARTER.search(reading.intent.asked)


def _is_scattered(reading: Reading, subject: Subject, text: str, words: str) -> bool:
    """Words of the measure are missing, or all are there but not together."""
    wanted = list(reading.terms(_OF_ALL.sub(" ", words)))
    text = _NET_OF.sub(" ", text)
    if "cash" not in words.lower():
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


# "Is X a capital-intensive business": the two words that say what it would be.
_IS_A = re.compile(r"^(?:is|are|was|were)\s+(?!there\b).*?\ban? ([a-z]+)[\s-]+([a-z]{3})", re.I)


def says_what_it_is(question: str, text: str) -> bool:
    """Whether the text says what a "Is it a capital-intensive business?" asks, in its words."""
    asked = _IS_A.search(question)
    if asked is None:
        return True
    first, second = asked.group(1), asked.group(2)
    return re.search(rf"\b{first}[\s-]+{second}", text, re.I) is not None


_CAPITAL = r"[A-Z][\w*.&’'-]*[\w*]"
_ANY_NAME = re.compile(rf"(?<!^){_CAPITAL}")


_HOME_OR_ABROAD = re.compile(r"\b(?:domestic|international|foreign)\b", re.I)


def is_of_several(reading: Reading, text: str) -> bool:
    """The amount is of what is asked and of another: "the acquisitions of Tolk and Marisk"."""
    asked = reading.intent.asked
    places = {m[0].capitalize() for m in _HOME_OR_ABROAD.finditer(asked)}
    for name in places | {m[0] for m in _ANY_NAME.finditer(asked)}:
        word = (
            rf"(?<![\w*]){re.escape(name.removesuffix('’s').removesuffix(chr(39) + 's'))}(?![\w*])"
        )
        beside = re.findall(rf"({_CAPITAL}),?\s+and\s+{word}|{word}\s+and\s+({_CAPITAL})", text)
        if any(other.lower() not in asked.lower() for pair in beside for other in pair if other):
            return True
    return False
