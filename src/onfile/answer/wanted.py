"""What a sentence must have to tell what a question in everyday words asks.

Its words are told apart: those that single a thing out (anchors), what was done (verbs), words of
deals for which another of their kind may stand, and the kind of number or name that is asked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from onfile.answer.expected import Expected, expected
from onfile.answer.passages import PassageFinder
from onfile.answer.request import UNSEEN, Reading
from onfile.answer.telling_time import time_words
from onfile.types import QuestionKind

MIN_ANCHORS = 2
SURE = 0.4  # of the weight of a word of no passage: one that so few have names a thing by itself
SURE_OF_DEAL = 0.6  # of that, where something must be said of it, too
_CATEGORY = re.compile(
    r"\bwhich\s+(?:[\w’'&-]+\s+){0,2}?(?P<noun>[\w’'&-]+)(?=\s+(?:did|does|do|was|were|is|are|has|"
    r"have|had|will|would|of|for|in|to|on|that|who|bought|sold|acquired|[a-z]+ed)\b)",
    re.I,
)
_ASKS_NAME = re.compile(
    r"\b(?:which|whom?|whose)\b|\bwhat\s+(?:company|business(?:es)?|firm|country|city|town|state|"
    r"brand|retailer|maker|supplier|partner|union|product|acquisitions?)\b|\bwhat (?:\w+ )?"
    r"acquisitions\b",
    re.I,
)
_ASKS_AMOUNT = re.compile(
    r"\bhow (?:much|many|large|big)\b|\bwhat (?:[\w-]+ ){0,3}?(?:price|amount|sum|charge|gain|loss|"
    r"cost|stake|share|size|portion|percentage|proportion|impairment|write-?down|write-?off|fine|"
    r"penalty|settlement|proceeds|consideration|tax)s?\b|\bpa(?:y|id)\b.*\bfor\b",
    re.I,
)
_GETS = r"\bhow much\b[^?]*\b(?:get|got|receive|received|fetch|fetched)\b[^?]*\bfor\b"
ASKS_PRICE = re.compile(
    r"\b(?:pay|paid|price|cost|spen[dt])\b[^?]*\b(?:for|to (?:buy|acquire))\b|\bpurchase price\b|"
    r"\b(?:acquisition|takeover|buyout|deal) (?:price|cost|value)\b|"
    r"\b(?:at|for) (?:what|which|how much)\b|\b(?:at what|what) price\b|"
    r"\bhow much\b[^?]*\b(?:buy|bought|acquire|sell|sold)\b|" + _GETS,
    re.I,
)
_OF_GOODS = re.compile(r"\b(?:list|unit|selling|retail|catalogue|sticker)\s+prices?\b", re.I)
_VERB = re.compile(  # "did Northwind expense", "does the bank owe"
    r"\b[Dd](?:id|oes|o)\s+((?:the\s+)?(?:[A-Z0-9&][\w&.’'-]*\s+)+|(?:it|they|the company)\s+)"
    r"([a-z]+)"
)
_BOUGHT = (
    "buy acquire acquired acquisition purchase purchased repurchase takeover merge merger combine "
    "paid payment spent"
)
AND_WHAT = re.compile(
    r",?\s+and\s+(?=(?:(?:at|by|in|on|to|for|of|from|with) )?"
    r"(?:how|what|which|whom?|when|did|was)\b)"
)
ASKS_WHOM = re.compile(  # the other party of a deal
    r"\b(?:to|from|with|by) whom\b|\bwho (bought|acquired|purchased|sold)\b", re.I
)
_HOW_MANY = re.compile(r"\bhow many\b", re.I)
_IN_WORDS = re.compile(
    r"^\W*what (?:happened|became|was (?:agreed|decided|announced|planned))\b|"
    r"^\W*what did\b[^?]*\b(?:decide|announce|agree|plan|do|change|involve)\b",
    re.I,
)
_SHARE = re.compile(
    r"\b(?:share|portion|proportion|percentage|percent|fraction|stake)\b|"
    r"\bhow much of\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a sentence must have.

    Attributes:
        kind: Of the number: "money", "percent", "count" … as in ``Expected``, "" for none.
        anchors: Stems that single out what is asked about.
        verbs: Stems of what the question says was done.
        deals: Of each group of stems one must stand.
        is_name_asked: A name that the question does not have is asked for.
    """

    kind: str
    anchors: tuple[str, ...]
    verbs: tuple[str, ...]
    deals: tuple[frozenset[str], ...]
    is_name_asked: bool


def wanted_of(reading: Reading, finder: PassageFinder) -> Wanted:
    """What the question asks for, and by which words.

    Args:
        reading: The question.
        finder: For its weighted terms.
    """
    asked = reading.intent.asked
    loose = finder.words.loose | finder.words.comparatives | finder.words.framing
    verbs = frozenset(t for m in _VERB.finditer(asked) for t in reading.terms(m[2])) - loose
    done = frozenset(t for m in ASKS_WHOM.finditer(asked) if m[1] for t in reading.terms(m[1]))
    category = frozenset(t for m in _CATEGORY.finditer(asked) for t in reading.terms(m["noun"]))
    numbers = frozenset(t for t in finder.subject.telling if t in finder.words.counted)
    when = frozenset(reading.terms(" ".join(time_words(reading.intent))))
    left_out = loose | verbs | done | category | numbers | when
    anchors = tuple(t for t in finder.subject.telling if t not in left_out)
    deals = tuple(finder.words.deals[t] for t in reading.intent.terms if t in finder.words.deals)
    told = tuple(t for t in finder.subject.telling if t in verbs)
    deals += tuple(frozenset({t}) for t in told)
    if done:
        deals += tuple(finder.words.deals[t] for t in reading.terms("bought"))
    if _OF_GOODS.search(asked):
        deals += (frozenset(reading.terms("price prices priced")),)
    if re.search(_GETS, asked, re.I):
        deals += (finder.words.deals[reading.terms("sold")[0]],)
    if _is_buyer(reading):  # what it paid is not what it was paid
        deals += (frozenset(reading.terms(_BOUGHT)),)
    is_name = _ASKS_NAME.search(asked) is not None or reading.intent.kind is QuestionKind.WHO
    kind = "" if is_name else _number_of(reading, expected(reading))
    return Wanted(kind, anchors, told, deals, is_name)


def _is_buyer(reading: Reading) -> bool:
    """The question is of what the company itself pays or buys."""
    own = frozenset(reading.terms(" ".join(reading.intent.companies)))
    paying = frozenset(reading.terms("pay buy acquire purchase spend"))
    return any(
        paying.issuperset(reading.terms(m[2])) and own.issuperset(reading.terms(m[1]))
        for m in _VERB.finditer(reading.intent.asked)
    )


def _number_of(reading: Reading, found: Expected) -> str:
    first, *more = AND_WHAT.split(reading.intent.asked)
    asked = reading.intent.asked
    if more and found.kind == "count" and not _HOW_MANY.search(first):
        return ""  # what the first of two clauses asks is told with the second's
    if _IN_WORDS.search(asked) and not _ASKS_AMOUNT.search(asked):
        return ""
    if re.search(r"\bper share\b", asked, re.I):
        return "per_share"
    if _SHARE.search(asked) and not re.search(r"\bshares\b", asked, re.I):
        return "percent"
    if found.kind:
        return found.kind
    return "money" if _ASKS_AMOUNT.search(asked) else ""


def singles_out(reading: Reading, finder: PassageFinder, wanted: Wanted) -> bool:
    """Enough words, or a rare one, that no other thing in the archive answers to.

    The name of a line of the statements alone is no such thing: its figure would be asked for.
    """
    measures = (q.words for q in reading.quantities if q.concept is not None)
    named = frozenset(t for words in measures for t in reading.terms(words))
    if _IN_WORDS.search(reading.intent.asked):
        named = frozenset()  # no figure is asked for
    elif reading.quantities_named:
        named = named.union(*reading.names)
    telling = (*wanted.anchors, *wanted.verbs)
    own = [t for t in telling if t not in named]
    weights, sure = finder.subject.weights, SURE * reading.weight(UNSEEN)
    is_rare = any(weights[t] >= sure for t in own)
    if reading.intent.happened and (
        own or len(wanted.deals) >= MIN_ANCHORS or (wanted.deals and reading.topics)
    ):
        return True  # the time that it must name singles it out
    if wanted.deals and own and sum(weights[t] for t in own) >= SURE_OF_DEAL * sure:
        return True
    return is_rare or (len(own) >= MIN_ANCHORS and sum(weights[t] for t in own) >= sure)
