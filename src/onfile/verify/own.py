"""What onfile's own reader answers to the question that somebody else answered.

The reader answers only where it is certain, and its answer was checked. So an answer that says
no where it says yes, names another part first, leaves out some of what was asked for, or has none
of its figures, is in doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal

from onfile.language.numbers import PrintedNumber, find_numbers
from onfile.types import Draft, Value
from onfile.verify.contradiction import denies, direction, verdict_of
from onfile.verify.equal import half_a_place, is_same_money, states
from onfile.verify.folding import words
from onfile.verify.grounds import Own, Weight
from onfile.verify.statements import Answer, Statement, Terms

MIN_SIDES = 2
NAMED = 0.6  # share of the words of a part's name by which it is named
ON_THE_QUESTION = 0.6  # weighted share of the question's words in a statement that answers it

_ASIDE = re.compile(r"\([^)]*\)")
_PREFACE = re.compile(
    r"^\W*(?:to (?:determine|calculate|answer|assess|find|evaluate|see)\b|let['’]s\b)|:$", re.I
)


def own_of(draft: Draft, question: str, terms: Terms, *, is_firm: bool, is_judged: bool) -> Own:
    """A draft of the reader's as a ground.

    Args:
        draft: Checked.
        question: What it answers.
        terms: Content terms of a text.
        is_firm: It is made of figures that nothing contradicts.
        is_judged: It judges by rules of thumb.
    """
    given = {abs(n.amount) for n in find_numbers(question)}
    cited = [c for claim in draft.claims for c in claim.citations]
    texts = [claim.text for claim in draft.claims] + [c.quote for c in cited if is_firm]
    return Own(
        text=draft.answer,
        polarity=verdict_of(draft.answer),
        numbers=tuple(n for text in texts for n in _amounts(text, given)),
        terms=frozenset(terms(" ".join(claim.text for claim in draft.claims))),
        sides=tuple(dict.fromkeys(_amounts(c.text, given) for c in draft.claims)),
        value=_printed(draft.value),
        ranked=draft.ranked,
        listed=draft.listed,
        stems={name: frozenset(terms(name)) for name in (*draft.ranked, *draft.listed)},
        is_firm=is_firm,
        is_judged=is_judged,
        places=tuple(dict.fromkeys((c.document_id, c.span) for c in cited)),
    )


def _amounts(text: str, given: AbstractSet[Decimal]) -> tuple[PrintedNumber, ...]:
    found = (n for n in find_numbers(text) if n.role == "amount")
    return tuple(n for n in found if abs(n.amount) not in given)


def _printed(value: Value | None) -> PrintedNumber | None:
    if value is None:
        return None
    shown = f"{value.number:f}"
    return PrintedNumber(
        value.number, value.scale, value.currency, value.percent, False, 0, len(shown), shown
    )


def says_the_opposite(
    answer: Answer, own: Own, question: str, asked: frozenset[str], weight: Weight
) -> bool:
    """True where it says yes and the reader no, or the other way round.

    Args:
        answer: As read.
        own: The reader's.
        question: As typed.
        asked: The question's content terms.
        weight: How much a term tells.
    """
    core = _ASIDE.sub("", question.partition("?")[0])
    if denies(core) and not answer.polarity:
        return False  # "was it not higher": its words deny and affirm at once
    return own.polarity * _polarity(answer, question, asked, weight) < 0


def says_the_same(
    answer: Answer, own: Own, question: str, asked: frozenset[str], weight: Weight
) -> bool:
    """True where both say yes, or both no; the arguments as of ``says_the_opposite``."""
    return own.polarity * _polarity(answer, question, asked, weight) > 0


def _polarity(answer: Answer, question: str, asked: frozenset[str], weight: Weight) -> int:
    way = direction(words(question))
    if way and not answer.polarity:
        return way * _direction_of(answer)
    return _polarity_on(answer, asked, weight)


def _direction_of(answer: Answer) -> int:
    """+1 where its conclusion tells of a rise alone, -1 of a fall alone, else 0."""
    told = " ".join(s.text for s in answer.conclusion)
    return 0 if denies(told) else direction(words(told))


def _polarity_on(answer: Answer, asked: frozenset[str], weight: Weight) -> int:
    """+1 or -1 where the answer says that it is so or is not; 0 where that can't be told.

    Without a leading yes or no it is told by the concluding statements that repeat the question,
    where all of them affirm it or all deny it.
    """
    if answer.polarity:
        return answer.polarity
    telling = [s for s in answer.conclusion if not _PREFACE.search(s.text)]
    found = {-1 if denies(s.text) else 1 for s in telling if _repeats(s, asked, weight)}
    return found.pop() if len(found) == 1 else 0


def _repeats(statement: Statement, asked: frozenset[str], weight: Weight) -> bool:
    plain = [t for t in asked if not t[0].isdigit()]
    total = sum(weight(t) for t in plain)
    held = sum(weight(t) for t in plain if t in statement.terms)
    return not statement.declines and total > 0 and held / total >= ON_THE_QUESTION


def left_out(answer: Answer, own: Own) -> tuple[str, ...]:
    """What the reader lists and the answer does not name; empty where it names none of it."""
    said = [term for s in answer.statements for term in s.said]
    missing = tuple(n for n in own.listed if not _named_at(n, own.listed, own, said))
    return missing if len(missing) < len(own.listed) else ()


def has_none_of_its_numbers(answer: Answer, own: Own, given: Sequence[PrintedNumber]) -> bool:
    """True where the answer gives numbers, and none of them is one of the reader's."""
    asked = {abs(n.amount) for n in given}
    stated = [n for s in answer.statements for n in s.numbers if abs(n.amount) not in asked]
    return bool(stated and own.numbers) and not _states_any(stated, own.numbers)


def tells_one_side(answer: Answer, own: Own) -> bool:
    """True where it gives numbers of one alone of the things that the reader holds together."""
    stated = [n for s in answer.statements for n in s.numbers]
    told = sum(_states_any(stated, numbers) for numbers in own.sides)
    is_of_two = own.value is None and len(own.sides) >= MIN_SIDES
    return bool(stated) and is_of_two and told < MIN_SIDES


def misses_the_value(answer: Answer, own: Own) -> bool:
    """True where the reader gives one value, and the answer gives numbers without it."""
    stated = [n for s in answer.statements for n in s.numbers]
    return own.value is not None and bool(stated) and not _states_any(stated, [own.value])


def _states_any(stated: Sequence[PrintedNumber], numbers: Sequence[PrintedNumber]) -> bool:
    return any(_is_same(mine, theirs) for mine in stated for theirs in numbers)


def _is_same(mine: PrintedNumber, theirs: PrintedNumber) -> bool:
    """The same number, rounded to the places of either."""
    if not is_same_money(mine, theirs.currency) or mine.is_percent != theirs.is_percent:
        return False
    if mine.is_percent:
        slack = 2 * max(half_a_place(mine), half_a_place(theirs))  # what was rounded on the way
        return abs(abs(mine.value) - abs(theirs.value)) <= slack
    if states(mine, float(theirs.amount), scale_is_known=theirs.scale != 1):
        return True
    is_worded = mine.scale != 1 and theirs.scale != 1  # "$4 million" for 4,048 thousand
    return is_worded and abs(abs(mine.amount) - abs(theirs.amount)) <= (
        half_a_place(mine) * mine.scale
    )


def picked(answer: Answer, own: Own, asked: frozenset[str], weight: Weight) -> int:
    """Place, from 1, of the compared part that an answer puts first; 0 where it names none.

    It is named by the first statement that repeats what is asked, else by the first of those
    that conclude; in a statement that lists them all, by the one that is named again.
    """
    repeating = [s for s in answer.statements if _repeats(s, asked, weight)]
    for statement in (*repeating, *answer.conclusion):
        places = _named(statement, own) if not statement.text.endswith(":") else []
        if places:
            again = [p for p in set(places) if places.count(p) > 1]
            return again[0] if len(again) == 1 and len(set(places)) > 1 else places[0]
    return 0


def _named(statement: Statement, own: Own) -> list[int]:
    """Places of the parts that a statement names, in order, each as often as it is named."""
    found: list[tuple[int, int]] = []
    for place, name in enumerate(own.ranked, start=1):
        found += [(at, place) for at in _named_at(name, own.ranked, own, statement.said)]
    return [place for _, place in sorted(found)]


def _named_at(name: str, parts: Sequence[str], own: Own, said: Sequence[str]) -> list[int]:
    """Where a part is named: by most of its words, and by those that no other part has."""
    mine = own.stems[name]
    others = frozenset(w for other in parts if other != name for w in own.stems[other])
    if len(mine & frozenset(said)) < NAMED * len(mine):
        return []
    first = next((word for word in said if word in mine - others), None)
    return [at for at, word in enumerate(said) if word == first]
