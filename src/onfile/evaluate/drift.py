"""Do live questions still look like those that the thresholds were set on?

Three things are held against the reference: the scores of answers, one way at a time (two-sample
Kolmogorov–Smirnov test), the outcomes (population stability index over "answered" and the refusal
codes), and the words of the questions (the same over the most usual terms of both, and the share
of terms never seen before). An index says how much, a test whether it could be chance; drift is
called only where both speak.

Reference:
    Siddiqi, "Credit Risk Scorecards", 2006: below 0.1 nothing has changed, from 0.25 on much has.
    Empty bins get half a count.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from onfile.evaluate.live import Live

MUCH = 0.25  # population stability index, see above
MUCH_APART = 0.2  # Kolmogorov–Smirnov distance: a fifth of the answers moved
MAX_P = 0.01
MIN_N = 20  # on either side; fewer tell nothing
MAX_TERMS = 30  # the most usual ones; the others are one bin

TwoSample = Callable[[Sequence[float], Sequence[float]], tuple[float, float]]
"""Two samples give the distance of their distributions and its p."""

Independence = Callable[[Sequence[Sequence[int]]], float]
"""A table of counts, one row a side, gives p."""


@dataclass(frozen=True, slots=True)
class Drift:
    """One comparison.

    Attributes:
        what: What was compared, e.g. "scores: quote".
        test: How, in words.
        value: How much it moved; None where there was too little to tell.
        p: How likely chance alone moves it so far.
        has_moved: Whether it moved much, and not by chance.
    """

    what: str
    test: str
    n_then: int
    n_now: int
    value: float | None = None
    p: float | None = None
    has_moved: bool = False
    detail: str = ""


def psi(then: Mapping[str, int], now: Mapping[str, int]) -> float:
    """The population stability index of two counts over the same bins."""
    bins = sorted({*then, *now})
    before = [max(then.get(b, 0), 0.5) for b in bins]
    after = [max(now.get(b, 0), 0.5) for b in bins]
    shares = [(a / sum(after), b / sum(before)) for a, b in zip(after, before, strict=True)]
    return sum((a - b) * math.log(a / b) for a, b in shares)


def of_scores(
    then: Mapping[str, Sequence[float]], now: Sequence[Live], two_sample: TwoSample
) -> list[Drift]:
    """The scores of each way in which answers were found."""
    found = []
    for way, before in sorted(then.items()):
        after = [one.score for one in now if one.way == way and one.score is not None]
        drift = Drift(f"scores: {way}", "two-sample Kolmogorov-Smirnov", len(before), len(after))
        if min(len(before), len(after)) < MIN_N:
            found.append(drift)
            continue
        distance, p = two_sample(before, after)
        found.append(_measured(drift, distance, p, MUCH_APART))
    return found


def of_outcomes(then: Mapping[str, int], now: Sequence[Live], independence: Independence) -> Drift:
    """How often questions are answered, and why they are refused."""
    counts = Counter(one.outcome for one in now)
    return _counted("outcomes and refusal reasons", then, counts, len(now), independence)


def of_words(
    then: Mapping[str, int], now: Sequence[Live], n_then: int, independence: Independence
) -> Drift:
    """The terms of questions: how many questions hold each of the most usual ones."""
    counts = Counter(term for one in now for term in one.terms)
    usual = {t for t, _ in Counter(then).most_common(MAX_TERMS)}
    usual |= {t for t, _ in counts.most_common(MAX_TERMS)}
    before, after = _binned(then, usual), _binned(counts, usual)
    drift = _counted("vocabulary of questions", before, after, len(now), independence, n_then)
    n_new = sum(n for term, n in counts.items() if term not in then)
    share = n_new / max(sum(counts.values()), 1)
    return replace(drift, detail=f"{share:.0%} of the words were not met before")


def _binned(counts: Mapping[str, int], usual: set[str]) -> Counter[str]:
    binned = Counter({term: n for term, n in counts.items() if term in usual})
    binned[""] = sum(n for term, n in counts.items() if term not in usual)
    return binned


def _counted(
    what: str,
    then: Mapping[str, int],
    now: Mapping[str, int],
    n_now: int,
    independence: Independence,
    n_then: int | None = None,
) -> Drift:
    n_before = sum(then.values()) if n_then is None else n_then
    drift = Drift(what, "population stability index, chi-square", n_before, n_now)
    bins = [b for b in sorted({*then, *now}) if then.get(b, 0) + now.get(b, 0) > 0]
    if min(n_before, n_now) < MIN_N or len(bins) < 2:
        return drift
    p = independence([[then.get(b, 0) for b in bins], [now.get(b, 0) for b in bins]])
    return _measured(drift, psi(then, now), p, MUCH)


def _measured(drift: Drift, value: float, p: float, much: float) -> Drift:
    return replace(drift, value=value, p=p, has_moved=value >= much and p < MAX_P)
