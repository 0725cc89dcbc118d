"""Could the difference between two systems be chance?

Reference:
    Smucker, Allan and Carterette, "A comparison of statistical significance tests for
    information retrieval evaluation", CIKM 2007.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

EXACT_UP_TO = 14  # differing questions: 2^14 sign patterns are all tried
SAMPLES = 20_000
SEED = 7


def paired_p(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Two-sided p of the paired randomisation test on the mean difference.

    Exact where at most ``EXACT_UP_TO`` questions differ; else from ``SAMPLES`` seeded sign
    patterns, the observed one counted in. 1.0 where nothing differs.

    Args:
        ours: A measure per question.
        theirs: The same measure of the same questions, in the same order.

    Raises:
        ValueError: the lengths differ.
    """
    if len(ours) != len(theirs):
        raise ValueError(f"{len(ours)} values were paired with {len(theirs)}")
    differences = np.asarray(ours, np.float64) - np.asarray(theirs, np.float64)
    differences = differences[differences != 0.0]
    n = len(differences)
    if n == 0:
        return 1.0
    observed = abs(differences.sum())
    if n <= EXACT_UP_TO:
        patterns = (np.arange(2**n)[:, None] >> np.arange(n)) & 1
        sums = np.abs((1 - 2 * patterns) @ differences)
        return float((sums >= observed - 1e-12).mean())
    signs = np.random.default_rng(SEED).choice((-1.0, 1.0), size=(SAMPLES, n))
    as_large = int((np.abs(signs @ differences) >= observed - 1e-12).sum())
    return (as_large + 1) / (SAMPLES + 1)
