"""Facts of inline XBRL in the words of the archive: their concept and the company's own period."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterable
from typing import Protocol

from onfile.types import Fact, Identity, Period

NEAR_DAYS = 10  # years of 52 and 53 weeks end on other days
QUARTER_MONTHS = 3
YEAR_MONTHS = 12


class TagMatcher(Protocol):
    """What is needed of the lexicon."""

    def concepts_of_tag(self, tag: str) -> tuple[str, ...]:
        """Concepts that a tag ("us-gaap:Revenues") states."""
        ...


def named(facts: Iterable[Fact], identity: Identity, lexicon: TagMatcher) -> tuple[Fact, ...]:
    """The facts whose tag and period are known, in the order given; the others are dropped.

    A tag that states two concepts gives a fact of each.
    """
    return tuple(
        dataclasses.replace(fact, concept=concept, period=period)
        for fact in facts
        if (period := period_of(fact, identity)) is not None
        for concept in lexicon.concepts_of_tag(fact.tag)
    )


def period_of(fact: Fact, identity: Identity) -> Period | None:
    """The fiscal period of a fact, counted back from the document's own; None if in doubt."""
    own, end = identity.period, identity.period_end
    if own is None or end is None:
        return None
    years = round((end - fact.end).days / 365.25)
    if years < 0 or not _is_near(fact.end, end, years):
        return None
    year, months = own.fiscal_year - years, _months(fact)
    is_year = own.quarter is None
    if months is None or months == (YEAR_MONTHS if is_year else QUARTER_MONTHS):
        return Period(year, own.quarter)
    if own.quarter is not None and months == QUARTER_MONTHS * own.quarter:
        return Period(year, own.quarter, months)
    return None


def _is_near(one: dt.date, other: dt.date, years: int) -> bool:
    return abs((other - one).days - 365.25 * years) <= NEAR_DAYS


def _months(fact: Fact) -> int | None:
    """Length of a duration in whole months; None for an instant."""
    return None if fact.start is None else round((fact.end - fact.start).days / 30.44)
