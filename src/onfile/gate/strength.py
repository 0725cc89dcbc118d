"""Is the answer strong enough to be shown? Each kind of score has a threshold of its own."""

from __future__ import annotations

from onfile.types import (
    Check,
    Draft,
    Refusal,
    RefusalCode,
    Score,
    ScoreKind,
    Thresholds,
)

SUPPORT = "support"
KINDS = {"figure": ScoreKind.PRECISION}  # of the ways whose score is no coverage
WAYS = {
    "quote": "quote",
    "cause": "cause",
    "turn": "turn",
    "figure": "figure",
    "figure computed": "computed",
    "figures": "compared",
    "figures ranked": "ranked",
}
"""Methods of a draft that have a score, and their thresholds; the others pass or fail by tests."""


def after_reading(draft: Draft, thresholds: Thresholds) -> tuple[tuple[Check, ...], Refusal | None]:
    """The draft's support against the threshold of the way in which it was found.

    Raises:
        ScoreKindError: a threshold is of another kind than what it is compared with.
    """
    way = WAYS.get(draft.method)
    if way is None:
        return (), None
    least: Score = getattr(thresholds, way)
    measured = Score(draft.support, KINDS.get(way, ScoreKind.COVERAGE))
    is_enough = not measured < least
    check = Check(
        name=f"{SUPPORT}: {way}",
        passed=is_enough,
        kind="gate",
        measured=measured.value,
        threshold=least.value,
        detail=measured.kind.value,
    )
    if is_enough:
        return (check,), None
    detail = (
        f"The best answer found has a {measured.kind.value} of {measured.value:.2f}, less than the "
        f"{least.value:.2f} that this archive's threshold asks for."
    )
    return (check,), Refusal(RefusalCode.WEAK_EVIDENCE, detail)
