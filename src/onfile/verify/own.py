"""What onfile's own reader answers to the question that somebody else answered.

The reader answers only where it is certain, and its answer was checked. So an answer that says
no where it says yes, names another part first, leaves out some of what was asked for, or has none
of its figures, is in doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.language.numbers import PrintedNumber, find_numbers
from onfile.types import Draft
from onfile.verify.contradiction import denies, direction, verdict_of
from onfile.verify.equal import half_a_place, is_same_money, states
from onfile.verify.folding import words
from onfile.verify.grounds import Own, Weight
from onfile.verify.statements import Answer, Statement, Terms

NAMED = 0.6  # share of the words of a part's name by which it is named
ON_THE_QUESTION = 0.6  # weighted share of the question's words in a statement that answers it

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
    said = [n for text in texts for n in find_numbers(text) if n.role == "amount"]
    return Own(
        text=draft.answer,
        polarity=verdict_of(draft.answer),
        numbers=tuple(n for n in said if abs(n.amount) not in given),
        terms=frozenset(terms(" ".join(claim.text for claim in draft.claims))),
        ranked=draft.ranked,
        listed=draft.listed,
        stems={name: frozenset(terms(name)) for name in (*draft.ranked, *draft.listed)},
        is_firm=is_firm,
        is_judged=is_judged,
        places=tuple(dict.fromkeys((c.document_id, c.span) for c in cited)),
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
    missing = tuple(n for n in own.listed if _named_at(n, own.listed, own, said) is None)
    return missing if len(missing) < len(own.listed) else ()


def has_none_of_its_numbers(answer: Answer, own: Own, given: Sequence[PrintedNumber]) -> bool:
    """True where the answer gives numbers, and none of them is one of the reader's."""
    asked = {abs(n.amount) for n in given}
    stated = [n for s in answer.statements for n in s.numbers if abs(n.amount) not in asked]
    return bool(stated and own.numbers) and not any(
        _is_same(mine, theirs) for mine in stated for theirs in own.numbers
    )


def _is_same(mine: PrintedNumber, theirs: PrintedNumber) -> bool:
    """The same number, rounded to the places of either."""
    if not is_same_money(mine, theirs.currency) or mine.is_percent != theirs.is_percent:
        return False
    if mine.is_percent:
        slack = max(half_a_place(mine), half_a_place(theirs))
        return abs(abs(mine.value) - abs(theirs.value)) <= slack
    if states(mine, float(theirs.amount), scale_is_known=theirs.scale != 1):
        return True
    is_worded = mine.scale != 1 and theirs.scale != 1  # "$4 million" for 4,048 thousand
    return is_worded and abs(abs(mine.amount) - abs(theirs.amount)) <= (
        half_a_place(mine) * mine.scale
    )


def named_first(statement: Statement, own: Own) -> int:
    """Place, from 1, of the compared part that a statement names first; 0 where it names none.

    A part is named by most of its words, and by those that no other part has.
    """
    parts = own.ranked
    found = []
    for place, name in enumerate(parts, start=1):
        at = _named_at(name, parts, own, statement.said)
        if at is not None:
            found.append((at, place))
    return min(found)[1] if found else 0


def _named_at(name: str, parts: Sequence[str], own: Own, said: Sequence[str]) -> int | None:
    mine = own.stems[name]
    others = frozenset(w for other in parts if other != name for w in own.stems[other])
    at = next((n for n, word in enumerate(said) if word in mine - others), None)
    return at if at is not None and len(mine & frozenset(said)) >= NAMED * len(mine) else None
