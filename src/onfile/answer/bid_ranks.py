"""Bids in order: who was lowest, and which was the second or the third of them.

A place that nobody holds is refused with how many bids there are; one that two share is not given.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

from onfile.answer.bid_cells import Cell, amount_of, claim_of
from onfile.answer.quantities import value_of
from onfile.answer.request import Reading
from onfile.types import Draft, QuestionKind, Refusal, RefusalCode

_PLACES = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8}
_PLACE = re.compile(
    rf"\b(?:(?P<word>{'|'.join(_PLACES)})|(?P<n>\d{{1,2}})(?:nd|rd|th))[\s-]+"
    r"(?P<way>low|high|cheap|most expensive)",
    re.I,
)

_LOWEST = re.compile(r"\blow(?:est)?\b|\bcheapest\b", re.I)
_FIRST = re.compile(
    r"\b(?:low(?:est)?|cheapest|highest|most expensive)\s+"
    r"(?:bid(?:der)?|tender(?:er)?|offer|price)s?\b",
    re.I,
)


def asks_place(question: str) -> bool:
    """True for "the second-lowest bid": one of several in order, and not the first."""
    return _PLACE.search(question) is not None


def answer_place(reading: Reading, bids: Sequence[Cell]) -> Draft | Refusal | None:
    """The bid at the place asked for; a refusal with all bids where there are too few.

    Args:
        reading: The question.
        bids: The cells of one row, a bidder each, the engineer's estimate left out.
    """
    asked = _PLACE.search(reading.intent.asked)
    if asked is None:
        return None
    place = int(asked["n"]) if asked["n"] else _PLACES[asked["word"].lower()]
    is_lowest = asked["way"].lower() in ("low", "cheap")
    ordered = sorted(bids, key=amount_of, reverse=not is_lowest)
    claims = [claim_of(reading, cell) for cell in ordered]
    if place > len(ordered):
        listed = " ".join(claim.text for claim in claims)
        n_bids = f"{len(ordered)} bid{'s' * (len(ordered) != 1)}"
        detail = f"There is no such bid: the tabulation has {n_bids}. {listed}"
        cited = tuple(citation for claim in claims for citation in claim.citations)
        return Refusal(RefusalCode.FALSE_PREMISE, detail, citations=cited)
    wanted = ordered[place - 1]
    if sum(amount_of(cell) == amount_of(wanted) for cell in ordered) > 1:
        return None
    claim = claims[place - 1]
    return Draft(claim.text, (claim,), value_of(wanted.figure), "figures ranked", 1.0)


def takes_place_for_granted(reading: Reading) -> bool:
    """True for "was Northwind the lowest bidder" and "why was it": one bidder's place."""
    is_place = _FIRST.search(reading.intent.asked) is not None
    return is_place and reading.intent.kind in (QuestionKind.YES_NO, QuestionKind.WHY)


def answer_standing(reading: Reading, bids: Sequence[Cell], bidder: str) -> Draft | Refusal | None:
    """Whether a bidder was the lowest, or the highest, with all bids; a wrong premise is refused.

    Args:
        reading: The question.
        bids: The cells of one row, a bidder each, the engineer's estimate left out.
        bidder: Whom the question names.
    """
    is_lowest = _LOWEST.search(reading.intent.asked) is not None
    found = ranked(reading, bids, is_lowest=is_lowest)
    if found is None:
        return None
    is_first = found.ranked[0] == bidder
    if reading.intent.kind is QuestionKind.YES_NO:
        answer = f"{'Yes' if is_first else 'No'}. {found.answer}"
        return dataclasses.replace(found, answer=answer, value=None)
    if is_first:
        return found
    cited = tuple(citation for claim in found.claims for citation in claim.citations)
    detail = f"The tabulation says otherwise: {' '.join(found.answer.splitlines())}"
    return Refusal(RefusalCode.FALSE_PREMISE, detail, citations=cited)


def ranked(reading: Reading, bids: Sequence[Cell], *, is_lowest: bool) -> Draft | None:
    """All bids, the one asked for first and named; None where two share its place.

    Args:
        reading: The question.
        bids: The cells of one row, a bidder each.
        is_lowest: The lowest is asked for, else the highest.
    """
    ordered = sorted(bids, key=amount_of, reverse=not is_lowest)
    if len(ordered) < 2 or amount_of(ordered[0]) == amount_of(ordered[1]):
        return None
    claims = tuple(claim_of(reading, cell) for cell in ordered)
    two = ("lower", "higher") if len(ordered) == 2 else ("lowest", "highest")
    lead = f"{ordered[0].bidder} is {two[0] if is_lowest else two[1]}."
    answer = "\n".join([lead, *(claim.text for claim in claims)])
    names = tuple(cell.bidder for cell in ordered)
    value = value_of(ordered[0].figure)
    return Draft(answer, claims, value, "figures ranked", 1.0, ranked=names)
