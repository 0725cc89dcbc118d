"""Document ids of callers as the row numbers that index files use."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

import numpy as np
import numpy.typing as npt

BoolArray = npt.NDArray[np.bool_]


def allowed_docs(
    docs: npt.NDArray[np.int64], names: Mapping[int, str], allowed: AbstractSet[str] | None
) -> BoolArray:
    """For each row number of ``docs``: is it stored (in ``names``) and in ``allowed``?"""
    if allowed is None:
        return np.fromiter((doc in names for doc in docs.tolist()), bool, len(docs))
    return np.fromiter((names.get(doc) in allowed for doc in docs.tolist()), bool, len(docs))
