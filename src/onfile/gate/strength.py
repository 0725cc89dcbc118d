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
KINDS = {
    "quote": ScoreKind.COVERAGE,
    "cause": ScoreKind.COVERAGE,
    "turn": ScoreKind.COVERAGE,
    "figure": ScoreKind.PRECISION,
}
"""The ways to answer that have a score, and its kind; the others have tests that pass or fail."""


def after_reading(draft: Draft, thresholds: Thresholds) -> tuple[tuple[Check, ...], Refusal | None]:
    """The draft's support against the threshold of the way in which it was found.

    Raises:
        ScoreKindError: a threshold is of another kind than what it is compared with.
    """
    kind = KINDS.get(draft.method)
    if kind is None:
        return (), None
    measured, least = Score(draft.support, kind), getattr(thresholds, draft.method)
    is_enough = not measured < least
    check = Check(
        name=f"{SUPPORT}: {draft.method}",
        passed=is_enough,
        kind="gate",
        measured=measured.value,
        threshold=least.value,
        detail=kind.value,
    )
    if is_enough:
        return (check,), None
    detail = (
        f"The best answer found has a {kind.value} of {measured.value:.2f}, less than the "
        f"{least.value:.2f} that this archive's threshold asks for."
    )
    return (check,), Refusal(RefusalCode.WEAK_EVIDENCE, detail)
