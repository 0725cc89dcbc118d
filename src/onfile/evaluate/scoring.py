"""One outcome against its gold: verdict, numbers, citations, places. Deterministic."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from onfile.evaluate.gold import GoldQuestion, Place, place_at
from onfile.evaluate.matching import (
    citations,
    states,
    states_leniently,
    states_size,
    states_value,
    typed_value,
    word_recall,
)
from onfile.types import JsonObject

_QUARTER = re.compile(
    r"Q(?P<quarter>[1-4]) ?(?:FY)?(?P<year>\d{4})|(?P<first>\d{4})Q(?P<second>[1-4])"
)
_YEAR = re.compile(r"FY\d{4}")
WORDS_SHARED = 0.5  # of the gold answer's content words, where it has no number


class Verdict(StrEnum):
    """What one outcome is worth. Every question has exactly one."""

    RIGHT = "right"
    WRONG = "wrong"
    UNSURE = "unsure"  # answered, and the gold can't tell
    REFUSED = "refused"
    FAILED = "failed"
    UNSCORED = "unscored"  # answered, and the suite does not say what is right


def verdict_of(outcome: JsonObject, asked: GoldQuestion) -> Verdict:
    """The verdict on an outcome; for a question that must be refused, any answer is wrong.

    Where the gold has numbers, they decide: all must be stated, a single one by the typed value
    (a quoted row of several columns does not say which it means: unsure). Else half of the gold
    answer's words and a citation of a gold place are right, one of the two is unsure.
    """
    if outcome.get("outcome") not in ("answered", "refused"):
        return Verdict.FAILED
    if outcome["outcome"] == "refused":
        return Verdict.REFUSED
    if not asked.is_answerable:
        return Verdict.WRONG
    if not asked.is_scored:
        return Verdict.UNSCORED
    return _by_numbers(outcome, asked) if asked.numbers else _by_words(outcome, asked)


def _by_numbers(outcome: JsonObject, asked: GoldQuestion) -> Verdict:
    if not all(states(outcome, number, asked) for number in asked.numbers):
        return Verdict.WRONG
    if len(asked.numbers) > 1:
        return Verdict.RIGHT
    (number,) = asked.numbers
    if typed_value(outcome) is None:
        return Verdict.UNSURE
    is_typed = states_value(outcome, number, asked) or states_size(outcome, number, asked)
    return Verdict.RIGHT if is_typed else Verdict.WRONG


def _by_words(outcome: JsonObject, asked: GoldQuestion) -> Verdict:
    is_worded = word_recall(outcome, asked.answer) >= WORDS_SHARED
    is_cited = bool(cited_places(outcome, asked))
    if is_worded and is_cited:
        return Verdict.RIGHT
    return Verdict.UNSURE if is_worded or is_cited else Verdict.WRONG


def numbers_strict(outcome: JsonObject, asked: GoldQuestion) -> bool | None:
    """Whether every gold number is stated with its sign and scale; None without such numbers.

    A single number is held against the typed value where there is one.
    """
    if not asked.numbers or outcome.get("outcome") != "answered":
        return None
    is_typed = len(asked.numbers) == 1 and typed_value(outcome) is not None
    match = states_value if is_typed else states
    return all(match(outcome, number, asked) for number in asked.numbers)


def numbers_lenient(outcome: JsonObject, asked: GoldQuestion) -> bool | None:
    """As ``numbers_strict``, but for signs and powers of ten."""
    strict = numbers_strict(outcome, asked)
    if strict is None or strict:
        return strict
    return all(states_leniently(outcome, number, asked) for number in asked.numbers)


def cited_places(outcome: JsonObject, asked: GoldQuestion) -> set[Place]:
    """The gold places that are cited."""
    return found_places(citations(outcome), asked)


def citation_precision(outcome: JsonObject, asked: GoldQuestion) -> float | None:
    """Share of the citations that are at a gold place; None without citations or gold places."""
    cited = citations(outcome)
    if not cited or not asked.places:
        return None
    return sum(place_of(c, asked) is not None for c in cited) / len(cited)


def place_recall(spots: Sequence[JsonObject], asked: GoldQuestion) -> float | None:
    """Share of the required gold places among ``spots``; None without gold places.

    Where one place is required, any place that states the same counts for it.
    """
    if not asked.required:
        return None
    found = found_places(spots, asked)
    if len(asked.required) == 1:
        return float(bool(found))
    return len(found & set(asked.required)) / len(set(asked.required))


def found_places(spots: Sequence[JsonObject], asked: GoldQuestion) -> set[Place]:
    """The gold places among passages or citations, as the JSON contract gives them."""
    required = {place for spot in spots if (place := _at(spot, asked.required)) is not None}
    other = {place for spot in spots if (place := place_of(spot, asked)) is not None}
    return required | other


def place_of(spot: JsonObject, asked: GoldQuestion) -> Place | None:
    """The gold place of one passage or citation, None where it is at none."""
    return _at(spot, asked.places)


def first_rank(spots: Sequence[JsonObject], asked: GoldQuestion) -> int | None:
    """Rank, from 1, of the first passage at a gold place; None where there is none."""
    ranks = (n for n, spot in enumerate(spots, 1) if place_of(spot, asked) is not None)
    return next(ranks, None)


def first_document_rank(spots: Sequence[JsonObject], asked: GoldQuestion) -> int | None:
    """Rank, from 1, of the first passage of a gold document; None where there is none."""
    anywhere = tuple(Place(place.document, None, None) for place in asked.places)
    ranks = (n for n, spot in enumerate(spots, 1) if _at(spot, anywhere) is not None)
    return next(ranks, None)


def scope_is_right(outcome: JsonObject, asked: GoldQuestion) -> bool | None:
    """Whether every pair that the suite states was understood, as a target or as what to read.

    None where the suite states none, or names something else than a fiscal year or quarter, and
    for questions that must be refused: what is absent can't be understood as a pair.
    """
    gold = [(company, _period(period)) for company, period in asked.scope]
    known = asked.is_answerable and "scope" in outcome and all(p is not None for _, p in gold)
    if not gold or not known:
        return None
    scope = outcome["scope"]
    understood = [(c or "", p or "") for c, p in scope.get("pairs") or ()]
    understood += [
        (company, period)
        for company in scope.get("companies") or ()
        for period in scope.get("filter_periods") or ()
    ]
    return all(any(_same_pair(c, p or "", one) for one in understood) for c, p in gold)


def _period(stated: str) -> str | None:
    """``FY2019`` or ``2019Q2``, however the suite writes it; empty for any, None for neither."""
    quarter = _QUARTER.fullmatch(stated.strip())
    if quarter is not None:
        return f"{quarter['year'] or quarter['first']}Q{quarter['quarter'] or quarter['second']}"
    return stated if stated == "" or _YEAR.fullmatch(stated) else None


def _same_pair(company: str, period: str, understood: tuple[str, str]) -> bool:
    """Same period, and a company's name that holds the other's words."""
    wanted, given = (set(name.lower().split()) for name in (company, understood[0]))
    same_name = wanted <= given or bool(given and given <= wanted)
    return same_name and period in ("", understood[1])


def _at(spot: JsonObject, places: tuple[Place, ...]) -> Place | None:
    return place_at(places, str(spot.get("document") or ""), spot.get("page"), spot.get("line"))
