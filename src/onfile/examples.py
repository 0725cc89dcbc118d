"""Questions that are shown to somebody who does not know yet what can be asked.

They are made from what is on file and the asker may see, one of each kind, and each has been
answered before it is offered: a suggestion that ends in a refusal teaches the wrong thing. A
question is all that is shown of it, so no record is written.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator

from onfile.engine import Engine
from onfile.scope.carried import spoken
from onfile.types import Catalog, CatalogEntry

N_SHOWN = 3
MAX_TRIES = 4  # of a kind: each takes as long as an answer
MAX_KEPT = 32  # askers who see different documents
FIGURES = ("net income", "revenue", "capital expenditure", "operating income")
CALL = "call transcript"
BIDS = "bid tabulation"

_Key = tuple[frozenset[str] | None, int]


class Examples:
    """Examples for each asker, found once for each state of the archive."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._kept: OrderedDict[_Key, tuple[str, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, as_user: str | None) -> tuple[str, ...]:
        """Up to three questions that are answered from what ``as_user`` may see, best known first.

        None where a model writes the answers: it would have to be asked, and paid, for each.
        """
        if self._engine.model is not None:
            return ()
        key = (self._engine.access.visible(as_user), self._engine.store.change)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = self._found(as_user)
            self._kept.move_to_end(key)
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]

    def _found(self, as_user: str | None) -> tuple[str, ...]:
        catalog = self._engine.view(as_user).catalog()
        found: list[str] = []
        for kind in candidates(catalog):
            question = self._answered(kind, as_user)
            if question is not None and question not in found:
                found.append(question)
            if len(found) == N_SHOWN:
                break
        return tuple(found)

    def _answered(self, questions: Iterable[str], as_user: str | None) -> str | None:
        for _, question in zip(range(MAX_TRIES), questions, strict=False):
            if self._engine.rehearse(question, as_user=as_user).refusal is None:
                return question
        return None


def candidates(catalog: Catalog) -> Iterator[Iterator[str]]:
    """Questions to try, a kind at a time: a figure, a call, a change, bids, more figures.

    The newest documents come first, and a second kind is asked of another company where it can be.
    """
    dated = [entry for entry in catalog.entries if entry.identity.company and entry.identity.period]
    newest = sorted(dated, key=_recency, reverse=True)
    annual = [entry for entry in newest if _year(entry) is not None and entry.column_periods]
    calls = [entry for entry in newest if entry.identity.form == CALL]
    yield (_figure(entry, FIGURES[n % len(FIGURES)]) for n, entry in enumerate(_apart(annual)))
    yield (_said(entry) for entry in _apart(calls))
    yield (_change(entry) for entry in reversed(_apart(annual)))
    yield ("Who submitted the lowest bid?" for e in catalog.entries if e.identity.form == BIDS)
    for name in FIGURES[1:]:
        yield (_figure(entry, name) for entry in _apart(annual))


def _recency(entry: CatalogEntry) -> tuple[int, int, str]:
    period = entry.identity.period
    return (period.fiscal_year, period.quarter or 4, entry.name) if period else (0, 0, entry.name)


def _year(entry: CatalogEntry) -> int | None:
    period = entry.identity.period
    return period.fiscal_year if period is not None and period.quarter is None else None


def _apart(entries: Iterable[CatalogEntry]) -> list[CatalogEntry]:
    """The first of each company."""
    return list({entry.identity.company: entry for entry in reversed(list(entries))}.values())[::-1]


def _figure(entry: CatalogEntry, name: str) -> str:
    return f"What was {_whose(entry)} {name} in {_spoken(entry)}?"


def _change(entry: CatalogEntry) -> str:
    year = _year(entry)
    before = "the year before" if year is None else f"fiscal {year - 1}"
    return f"How did {_whose(entry)} revenue change from {before} to {_spoken(entry)}?"


def _said(entry: CatalogEntry) -> str:
    """The words that a listener would use: who spoke, about what, on which call."""
    call = _spoken(entry).replace(" of ", " ")
    return f"What did {_whose(entry)} CFO say about margins on the {call} call?"


def _whose(entry: CatalogEntry) -> str:
    name = entry.identity.company or ""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _spoken(entry: CatalogEntry) -> str:
    period = entry.identity.period
    return spoken(period.name) if period is not None else ""
