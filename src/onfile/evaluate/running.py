"""Asking a suite: one record a question."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from onfile.errors import OnfileError
from onfile.evaluate.absence import looks_absent
from onfile.evaluate.gold import GoldQuestion, Place
from onfile.evaluate.matching import citations
from onfile.evaluate.recording import DEPTH, Observed, record_of
from onfile.evaluate.records import JudgeRecord, QuestionRecord
from onfile.types import JsonObject


class Answerer(Protocol):
    """What is evaluated: an engine in this process, or a server."""

    def ask(self, question: str, as_user: str | None) -> JsonObject:
        """One outcome, as the JSON contract gives it.

        Raises:
            OnfileError: it failed.
        """
        ...

    def search(self, question: str, k: int, as_user: str | None) -> Sequence[JsonObject]:
        """The best ``k`` passages, best first, as the JSON contract gives them.

        Raises:
            OnfileError: it failed.
        """
        ...

    def is_indexed(self, place: Place) -> bool | None:
        """Whether a gold place can be found at all; None where that can't be told."""
        ...

    def quote_stands(self, citation: JsonObject) -> bool | None:
        """Whether a quote stands on the page it names; None where that can't be looked up."""
        ...


Differences = Callable[[JsonObject, JsonObject], Sequence[str]]
"""The places in which two outcomes differ, but for ids and timings."""

Judge = Callable[[GoldQuestion, JsonObject], JudgeRecord]


@dataclass(frozen=True, slots=True)
class Asking:
    """How a suite is asked.

    Attributes:
        differences: Tells whether asking again gives the same.
        as_user: Who asks, where the question does not say.
        n_repeats: How often each question is asked.
        judge: Judges answers, None for the deterministic scores alone.
        failed: An error as the outcome that the contract makes of it.
    """

    differences: Differences
    failed: Callable[[OnfileError], JsonObject]
    as_user: str | None = None
    n_repeats: int = 1
    judge: Judge | None = None


def run(
    questions: Sequence[GoldQuestion], answerer: Answerer, asking: Asking
) -> Iterator[QuestionRecord]:
    """One record a question, in order; a question that fails is a record too.

    Raises:
        UsageError: a question that must look absent does not name its company.
        ModelError: the judge could not be reached.
    """
    for asked in questions:
        yield record_of(asked, _observed(asked, answerer, asking))


def _observed(asked: GoldQuestion, answerer: Answerer, asking: Asking) -> Observed:
    user = asked.as_user or asking.as_user

    def ask(question: str) -> JsonObject:
        try:
            return answerer.ask(question, user)
        except OnfileError as error:
            return asking.failed(error)

    start = time.perf_counter()
    outcome = ask(asked.question)
    latency_ms = (time.perf_counter() - start) * 1000
    again = [ask(asked.question) for _ in range(asking.n_repeats - 1)]
    unstable = {place for other in again for place in asking.differences(outcome, other)}
    absent = None
    if asked.looks_absent is not None:
        absent = looks_absent(asked, outcome, ask, asking.differences)
    is_judged = asking.judge is not None and bool(outcome.get("claims"))
    return Observed(
        outcome=outcome,
        found=_found(asked, answerer, user),
        latency_ms=latency_ms,
        quote_stands=[answerer.quote_stands(citation) for citation in citations(outcome)],
        is_indexed={place: answerer.is_indexed(place) for place in asked.places},
        as_user=user,
        n_repeats=asking.n_repeats,
        unstable=tuple(sorted(unstable)),
        absent=absent,
        judge=asking.judge(asked, outcome) if asking.judge and is_judged else None,
    )


def _found(asked: GoldQuestion, answerer: Answerer, user: str | None) -> Sequence[JsonObject]:
    """The search that ranks are told of; nothing where it fails, as the ask will have too."""
    if not (asked.places and asked.is_answerable):
        return ()
    try:
        return answerer.search(asked.question, DEPTH, user)
    except OnfileError:
        return ()
