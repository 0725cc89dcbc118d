"""What is asked in everyday words and told in a report's own.

"What did it pay for the mill" is told by "acquired the mill for cash consideration of $40 million".
Where every other way declines, a sentence is quoted that has all words of the question that single
out what it is about (names and things), though not those for which reports have words of their own
(the lexicon's ``loose``: "pay", "deal", "price", "which country"). It must be of the time asked,
and have what is asked for: an amount, a percentage, a date, a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from onfile.answer.astray import asks_which_part, is_of_several, looks_ahead
from onfile.answer.causes import FILINGS, is_whole
from onfile.answer.claims import LATER_DOCUMENT, quoted
from onfile.answer.declined import not_stated
from onfile.answer.expected import CHANGED, FIGURE_KINDS, Expected, expected, fitting
from onfile.answer.narrower import is_narrower
from onfile.answer.passages import CAUSE, Passage, PassageFinder
from onfile.answer.request import UNSEEN, Reading
from onfile.answer.telling_time import TimeAsked, asks_when, says_when
from onfile.answer.terse import is_terse
from onfile.answer.wanted import (
    AND_WHAT,
    ASKS_PRICE,
    ASKS_WHOM,
    SURE,
    Wanted,
    singles_out,
    wanted_of,
)
from onfile.language.dates import MONTH
from onfile.language.numbers import PrintedNumber, find_numbers
from onfile.types import Draft, QuestionKind, Refusal, Value

NOT_TOLD = (QuestionKind.WHY, QuestionKind.YES_NO, QuestionKind.SAID)
MIN_TOLD = 0.3  # of the weight of the question, loose words included
MAX_SENTENCES = 2
MAX_WORDS = 130  # what is longer is a list or a table that the text layer ran together
NEARBY = 40  # characters around a count in which what it counts stands, and what was done
NEXT_WORDS = 5  # behind a count, among which its noun stands
RIGHT_BEHIND = 2  # of another noun of the question ("workers" that are "47,000 union members")
_FORMS = (*FILINGS, "earnings release")
_FOOTNOTE = re.compile(r"(?:^|\s)\($")
_WHERE = re.compile(r"^\W*where\b", re.I)  # a place is told by no other words of the question
_PRICE = re.compile(  # right before an amount: that is what was paid
    r"\b(?:for|price|consideration|paid|pay|proceeds|exchange|valued at|valuing)\b"
    r"(?:\s+(?:of|was|is|in|at|a|an|the|total|totaling|aggregate|net|cash|consideration|purchase|"
    r"price|approximately|about|roughly|up|to|proceeds|all-cash|cash))*\s*$",
    re.I,
)
_OF_EACH = re.compile(r"\beach of\b[^.]*\b(?:more|less) than\b", re.I)  # a bound of several
_FROM = re.compile(r"\bfrom\b|\bby\b", re.I)
_BUYS = re.compile(r"\b(?:pay|paid|buy|bought|acquired?|purchased?)\b", re.I)
_SELLS = re.compile(r"\b(?:sell|sold|divest(?:ed)?)\b", re.I)
_SALE = re.compile(r"\b(?:sale|sold|divest\w*|disposed)\b", re.I)
_PURCHASE = re.compile(r"\b(?:acqui(?:red?|sition)|purchased?|bought|buying)\b", re.I)
_IS_DEAL = re.compile(
    r"\s+(?:[\w-]+\s+){0,2}(?:transaction|deal|acquisition|purchase|sale)\b", re.I
)
_GOES_ON = re.compile(
    r"\W*(?:this|these|those|such|the (?:transaction|sale|acquisition|deal|agreement|purchase)|at "
    r"(?:the )?closing|upon closing|in exchange|in connection|we also|it also|in addition|"
    r"as (?:a result|part of))\b",
    re.I,
)
_THIS = re.compile(
    r"\b(?:this|such|these) (?:transaction|sale|acquisition|agreement|purchase|settlement|charge|"
    r"matter|decision|action|program|plan)s?\b",
    re.I,
)
_RISK = re.compile(
    r"\binclud\w+,? but (?:are |is )?not limited to\b|\bforward-looking\b|"
    r"\brisks and uncertainties\b",
    re.I,
)
_MAY = re.compile(r"\b(?:may|might|could|would)\b")  # "In May" is a month
_ONCE = re.compile(
    r"\b(?:gain|charge|loss on|settle\w*|penalt\w+|fine|impair\w*|writ\w+[- ]?(?:down|off)s?|award|"
    r"judgment|verdict|refund|offering)\b",
    re.I,
)
_IF = re.compile(r"(?:^|[.!?;][”\"')]?\s+)(?:if|in the event)\b", re.I)
_PARTY = re.compile(
    r"\b(?:to|by|from|with)\s+(?:(?:an? )?(?:affiliates?|subsidiary) of\s+|the\s+)?"
    r"([A-Z][\w.&’'*-]*(?:\s+[A-Z][\w.&’'*-]*)*)"
)
_BY_ITSELF = re.compile(  # the company itself is the buyer
    r"\b(?:we|the company|it)\b[^.;]{0,40}\b(?:acquired|purchased|completed (?:our|the|its) "
    r"(?:acquisition|purchase))\b",
    re.I,
)
_MONTH = re.compile(rf"(?:{MONTH})$", re.I)
_NAME = re.compile(r"(?<![.!?”\"]\s)(?<!^)\b[A-Z][\w’'&-]*[A-Za-z]")


def answer_told(reading: Reading, finder: PassageFinder) -> Draft | None:
    """The sentence, or two, that tell it; None where none has all that singles it out."""
    if reading.intent.kind in NOT_TOLD or not _is_of_one(reading):
        return None
    if asks_which_part(reading) or _WHERE.search(reading.intent.asked):
        return None
    wanted = wanted_of(reading, finder)
    if not singles_out(reading, finder, wanted):
        return None
    time = TimeAsked(reading.intent)
    found = [
        (order, passage)
        for passage in finder.find(reading.evidence)
        if (order := _order(reading, finder, passage, wanted, time)) is not None
    ]
    if not found or _differ(reading, finder, found, wanted):
        return None
    _, best = min(found, key=lambda f: f[0])
    pair = reading.intent.pairs[0] if len(reading.intent.pairs) == 1 else None
    claim = quoted(reading.archive, best.document_id, best.span, pair)
    value = _only_value(reading, best.text, wanted)
    return Draft(claim.text, (claim,), value, "quote", 1.0)


def answer_price(reading: Reading, finder: PassageFinder) -> Draft | Refusal | None:
    """What was paid or got for something: no other amount that was paid or got is its price."""
    if not ASKS_PRICE.search(reading.intent.asked):
        return None
    is_deal = not reading.quantities_named and reading.intent.kind in FIGURE_KINDS
    if is_deal or is_terse(reading.intent.asked):
        return answer_told(reading, finder) or not_stated(reading, None)
    return answer_told(reading, finder)


def _differ(
    reading: Reading,
    finder: PassageFinder,
    found: Sequence[tuple[tuple[float, ...], Passage]],
    wanted: Wanted,
) -> bool:
    """Sentences that are equally of the time state different amounts: one is of something else."""
    if wanted.kind not in ("money", "percent", "count"):
        return False
    least = min(order[0] for order, _ in found)
    stated = set()
    for order, passage in found:
        numbers = _amounts(reading, finder, passage.text, wanted)
        if order[0] == least and passage.n_sentences == 1 and len(numbers) == 1:
            stated.add(f"{float(numbers[0].value * numbers[0].scale):.2g}")
    return len(stated) > 1


def _is_of_one(reading: Reading) -> bool:
    """One company; and one period, unless two are compared, which a sentence may do."""
    companies = {pair.company for pair in reading.intent.pairs}
    return len(companies) <= 1 and len(reading.intent.pairs) <= 2


def _order(
    reading: Reading, finder: PassageFinder, passage: Passage, wanted: Wanted, time: TimeAsked
) -> tuple[float, ...] | None:
    """How good a passage is, lower better; None where it does not tell what is asked."""
    most = 1 if wanted.kind == "count" else MAX_SENTENCES
    if passage.coverage < MIN_TOLD or passage.is_row or passage.n_sentences > most:
        return None
    document = passage.evidence.document if passage.evidence is not None else None
    text = passage.text
    if document is None or document.identity.form not in _FORMS or not is_whole(passage):
        return None
    if len(text.split()) > MAX_WORDS or _RISK.search(text) or _OF_EACH.search(text):
        return None
    if is_narrower(reading, text, is_of_event=_is_of_event(reading, wanted)):
        return None
    if looks_ahead(reading, text) or _IF.search(text):
        return None
    is_open = _MAY.search(text) is not None and _MAY.search(reading.intent.asked) is None
    if is_open and not reading.intent.happened:
        return None
    if not _has_words(reading, finder, passage, wanted) or _is_other_side(reading, text):
        return None
    if not time.is_of(text, document.identity.period) or not _is_of_document(reading, passage):
        return None
    if not _has_what_is_asked(reading, finder, text, wanted):
        return None
    nearness = reading.precedence.get(passage.document_id, 0)
    amounts = fitting(text, Expected("money"), reading) if _asks_money(reading, wanted) else ()
    is_bare = bool(amounts) and all(n.scale == 1 for n in amounts)  # "$148" of a table in millions
    far = time.distance(text, document.identity.period, is_amount=bool(wanted.kind))
    n_wanted = 2 if AND_WHAT.search(reading.intent.asked) else 1
    n_off = abs(passage.n_sentences - n_wanted)
    return (far, is_bare, nearness, n_off, -round(passage.score, 6))


def _is_other_side(reading: Reading, text: str) -> bool:
    """What was sold, where it is asked what was paid for it, and the other way round."""
    asked = reading.intent.asked
    if ASKS_WHOM.search(asked) or _FROM.search(asked):
        return False
    if _BUYS.search(asked) and not _SELLS.search(asked):
        return _SALE.search(text) is not None and _PURCHASE.search(text) is None
    if _SELLS.search(asked) and not _BUYS.search(asked):
        return _PURCHASE.search(text) is not None and _SALE.search(text) is None
    return False


def _asks_money(reading: Reading, wanted: Wanted) -> bool:
    return wanted.kind == "money" or ASKS_PRICE.search(reading.intent.asked) is not None


def _has_words(reading: Reading, finder: PassageFinder, passage: Passage, wanted: Wanted) -> bool:
    """All that singles it out stands in one sentence, and its deal in the passage.

    A second sentence goes on about it: it opens with a word that points back, or has a rare word
    of the question too.
    """
    pieces = finder.sentences_of(passage)
    anchors = frozenset(wanted.anchors)
    met = [{t for t in anchors if _is_met(finder, t, p.terms)} for p in pieces]
    terms = frozenset().union(*(p.terms for p in pieces))
    if not all(_is_any_met(finder, group, terms) for group in wanted.deals):
        return False
    if len(pieces) == 1:
        return met[0] == anchors
    page = reading.archive.page_text(passage.document_id, passage.span.page)
    said = [page[p.unit.start : p.unit.end] for p in pieces]
    is_joined = wanted.is_name_asked and all(met) and frozenset().union(*met) == anchors
    if is_joined and _share_a_name(reading, said):
        return True
    sure = SURE * reading.weight(UNSEEN)
    rare = {t for t in anchors if finder.subject.weights[t] >= sure}
    is_told = (m & rare or m == anchors for m in met)
    goes_on = (_GOES_ON.match(text) or _THIS.search(text) for text in said)
    return anchors in met and all(a or b for a, b in zip(is_told, goes_on, strict=True))


def _share_a_name(reading: Reading, said: Sequence[str]) -> bool:
    """Every sentence names the same thing, which the question does not name."""
    known = reading.intent.question.lower()
    names = [{n for n in _names_in(text) if n.lower() not in known} for text in said]
    shared = set.intersection(*names)
    return any(len(n) > 2 and not _MONTH.match(n) for n in shared)


def _is_met(finder: PassageFinder, term: str, terms: frozenset[str]) -> bool:
    """Itself or another word of its kind ("Chinese" by "in China")."""
    group = finder.words.deals.get(term, frozenset())
    return finder.subject.is_met(term, terms) or not group.isdisjoint(terms)


def _is_any_met(finder: PassageFinder, group: frozenset[str], terms: frozenset[str]) -> bool:
    return any(finder.subject.is_met(t, terms) for t in group)


def _is_of_event(reading: Reading, wanted: Wanted) -> bool:
    """What happened once is told with its month; of what goes on a month is only a part."""
    is_once = bool(wanted.deals) or _ONCE.search(reading.intent.asked) is not None
    return wanted.kind != "count" and (is_once or bool(reading.intent.happened))


def _is_of_document(reading: Reading, passage: Passage) -> bool:
    """A later report must name the year that is asked for."""
    if reading.precedence.get(passage.document_id, 0) < LATER_DOCUMENT:
        return True
    return any(str(p.fiscal_year) in passage.text for p in reading.intent.periods)


def _has_what_is_asked(reading: Reading, finder: PassageFinder, text: str, wanted: Wanted) -> bool:
    if ASKS_WHOM.search(reading.intent.asked):
        asked = reading.intent.question.lower()
        first = (m[1].split()[0] for m in _PARTY.finditer(text))
        is_named = any(n.lower() not in asked and not _MONTH.match(n) for n in first)
        return is_named or _BY_ITSELF.search(text) is not None
    if wanted.is_name_asked:
        known = finder.subject.terms_of(reading.intent.question)
        return any(not set(finder.subject.terms_of(name)) <= set(known) for name in _names_in(text))
    if asks_when(reading) and not says_when(text, reading.intent.asked):
        return False
    if not wanted.kind:
        return True
    if is_of_several(reading, text):
        return False
    if len(reading.intent.pairs) > 1:  # two years are held against each other in one sentence
        years = {str(p.period.fiscal_year) for p in reading.intent.pairs if p.period}
        n_stated = len(_amounts(reading, finder, text, wanted))
        return all(year in text for year in years) and n_stated >= len(years)
    return bool(list(_amounts(reading, finder, text, wanted)))


def _names_in(text: str) -> Iterator[str]:
    return (match[0] for match in _NAME.finditer(text))


def _amounts(
    reading: Reading, finder: PassageFinder, text: str, wanted: Wanted
) -> Sequence[PrintedNumber]:
    if wanted.kind == "count":
        return [
            n
            for n in find_numbers(text)
            if n.role == "amount" and not n.is_percent and n.currency is None
            if _counts_it(finder, text, n, wanted, expected(reading).counted)
        ]
    numbers = fitting(text, Expected(wanted.kind), reading)
    numbers = [n for n in numbers if finder.subject.is_of_all(text, n, wanted.anchors)]
    numbers = [n for n in numbers if not _is_of_what_it_caused(finder, text, n, wanted)]
    if wanted.kind == "money" and ASKS_PRICE.search(reading.intent.asked):
        numbers = [
            n for n in numbers if _PRICE.search(text[: n.start]) or _IS_DEAL.match(text, n.end)
        ]
    return numbers


def _is_of_what_it_caused(
    finder: PassageFinder, text: str, number: PrintedNumber, wanted: Wanted
) -> bool:
    """What is asked for is only the cause of the change that the number states."""
    cause = CAUSE.search(text, number.end)
    if cause is None or not CHANGED.search(text[: number.start]):
        return False
    before = frozenset(finder.subject.terms_of(text[: cause.start()]))
    return not any(_is_met(finder, t, before) for t in wanted.anchors)


def _counts_it(
    finder: PassageFinder,
    text: str,
    number: PrintedNumber,
    wanted: Wanted,
    counted: frozenset[str],
) -> bool:
    """Something of the question stands right behind the number."""
    if _FOOTNOTE.search(text[: number.start]) or CHANGED.search(text[: number.start]):
        return False
    if wanted.verbs:  # "we delivered 27 aircraft", not "deliveries of the 27 aircraft"
        before = frozenset(finder.subject.terms_of(text[: number.start][-NEARBY:]))
        if before.isdisjoint(wanted.verbs):
            return False
    words = re.split(r"[,.;:]\s", text[number.end : number.end + NEARBY])[0].split()
    after = frozenset(finder.subject.terms_of(" ".join(words[:NEXT_WORDS])))
    groups = (*wanted.deals, counted)
    if any(not group.isdisjoint(after) for group in groups):
        return True
    right_behind = frozenset(finder.subject.terms_of(" ".join(words[:RIGHT_BEHIND])))
    return any(finder.subject.is_met(t, right_behind) for t in wanted.anchors)


def _only_value(reading: Reading, text: str, wanted: Wanted) -> Value | None:
    """The amount, where the sentence has one alone of its kind."""
    if not wanted.kind or wanted.kind == "count":
        return None
    numbers = fitting(text, Expected(wanted.kind), reading)
    if len(numbers) != 1 or (wanted.kind == "money" and numbers[0].scale == 1):
        return None
    one = numbers[0]
    return Value(one.value, one.scale, one.currency, None, percent=one.is_percent)
