"""Intervals and tests by scipy (the extra ``evaluate``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from onfile.errors import ModelError

CONFIDENCE = 0.95
N_RESAMPLES = 9_999


def wilson(n_true: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share.

    Reference:
        Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 1927.

    Raises:
        ModelError: scipy is not installed.
    """
    interval = _stats().binomtest(n_true, n).proportion_ci(CONFIDENCE, method="wilson")
    return float(interval.low), float(interval.high)


def mcnemar(n_gained: int, n_lost: int) -> float:
    """Two-sided exact p that what flipped flipped either way with equal chance; 1.0 for none.

    Reference:
        McNemar, "Note on the sampling error of the difference between correlated proportions or
        percentages", Psychometrika 1947; exact by the binomial distribution.

    Raises:
        ModelError: scipy is not installed.
    """
    n = n_gained + n_lost
    return 1.0 if n == 0 else float(_stats().binomtest(n_gained, n, 0.5).pvalue)


def two_sample(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """The Kolmogorov-Smirnov distance of two samples, 0 to 1, and its two-sided p.

    Raises:
        ModelError: scipy is not installed.
    """
    found = _stats().ks_2samp(one, other)
    return float(found.statistic), float(found.pvalue)


def independence(table: Sequence[Sequence[int]]) -> float:
    """P of Pearson's chi-square test that the rows of counts have the same distribution.

    Raises:
        ModelError: scipy is not installed.
    """
    return float(_stats().chi2_contingency(np.asarray(table)).pvalue)


def bootstrap_mean(values: Sequence[float], seed: int) -> tuple[float, float]:
    """The 95 % percentile interval of a mean, from ``N_RESAMPLES`` seeded resamples.

    Reference:
        Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 1979.

    Raises:
        ModelError: scipy is not installed.
    """
    data = np.asarray(values, np.float64)
    if len(data) < 2 or np.all(data == data[0]):
        return float(data.mean()), float(data.mean())
    found = _stats().bootstrap(
        (data,),
        np.mean,
        n_resamples=N_RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(seed),
    )
    return float(found.confidence_interval.low), float(found.confidence_interval.high)


def _stats() -> Any:
    try:
        from scipy import stats
    except ImportError as error:
        hint = "install the extra: pip install 'onfile[evaluate]'"
        raise ModelError("scipy is not installed", hint=hint) from error
    return cast(Any, stats)
