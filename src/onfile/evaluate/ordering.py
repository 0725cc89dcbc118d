"""How sure an answer is, as one number that orders answers on the risk–coverage curve.

The number has a meaning only as an order, within one run of one archive.
"""

from __future__ import annotations

from onfile.types import JsonObject

SCORE = "confidence.margin.1"
"""Name and version of the score; runs ordered by another are not compared."""

LEVELS = {"low": 0.0, "medium": 1.0, "high": 2.0}
MOST = 0.999  # a margin never lifts an answer to the next level


def order_score(outcome: JsonObject) -> float | None:
    """``level + margin`` of an answer, 0 to 3; None for a refusal.

    The level is the outcome's confidence (low 0, medium 1, high 2). The margin, 0 to 0.999, is
    the least by which a passed check of the draft was above its threshold, as a share of what was
    left above it; where no check left any room, it is 0.
    """
    if outcome.get("outcome") != "answered":
        return None
    level = LEVELS.get(str(outcome.get("confidence")), 0.0)
    margins = [
        (check["measured"] - check["threshold"]) / (1.0 - check["threshold"])
        for check in outcome.get("checks") or ()
        if check.get("measured") is not None and check.get("threshold") is not None
        if 0.0 <= check["threshold"] < 1.0
    ]
    least = min(margins, default=0.0)
    return level + min(max(least, 0.0), MOST)
