"""Which thresholds keep a budget of wrong answers, and what do they cost?

A suite is asked once with thresholds as low as they go. Each answer then has a score of the way
in which it was found, and a verdict. The thresholds start at the lowest scores and are raised by
steps of five percentiles, each time the one, and as far, that sheds most wrong answers for the
others that it gives up, until the bound on the wrong rate is within the budget. Each step
answers a part of what the one before answers, so risk only falls along the path.

Reference:
    Angelopoulos, Bates, Fisch, Lei and Schuster, "Conformal Risk Control", ICLR 2024: along nested
    sets and for a loss of at most 1, the least strict step with ``(n * risk + 1) / (n + 1)`` within
    the budget keeps the expected risk of a new question within it. Deviation: the order of the
    steps is chosen on the same questions; a half that was not used tells what that is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from onfile.evaluate.records import QuestionRecord
from onfile.evaluate.scoring import Verdict

SUPPORT = "support: "  # how the checks that carry a score begin
PERCENTILES = range(0, 100, 5)
NEVER = 1.01  # above every score: nothing is answered this way


@dataclass(frozen=True, slots=True)
class Observation:
    """One question as it came out with the lowest thresholds.

    ``method`` and ``score`` are None where it was not answered, or in a way that has no score.
    """

    method: str | None
    score: float | None
    is_answered: bool
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Step:
    """One point of the path.

    Attributes:
        thresholds: By method.
        bound: What is promised of the wrong rate, see ``promised``.
    """

    thresholds: Mapping[str, float]
    n: int
    n_answered: int
    n_right: int
    n_wrong: int
    bound: float


def observed(record: QuestionRecord) -> Observation:
    """What a record shows of the score that its answer rests on."""
    is_answered = record.outcome == "answered"
    for check in record.outcome_json.get("checks") or ():
        if is_answered and str(check["name"]).startswith(SUPPORT):
            method = str(check["name"]).removeprefix(SUPPORT)
            return Observation(method, float(check["measured"]), True, record.verdict)
    return Observation(None, None, is_answered, record.verdict)


def path(observations: Sequence[Observation], shipped: Mapping[str, float]) -> tuple[Step, ...]:
    """The steps from the lowest thresholds to the strictest.

    Args:
        observations: Of questions asked with the lowest thresholds.
        shipped: The shipped thresholds by method: where every score seen is above, they stand, for
            nothing was seen that speaks against what is between.

    Raises:
        ValueError: there are no observations.
    """
    if not observations:
        raise ValueError("there is nothing to set thresholds on")
    ladders = {
        method: _ladder(observations, method, shipped[method]) for method in _methods(observations)
    }
    at = dict.fromkeys(ladders, 0)
    step_at = partial(_step, observations)
    steps = [step_at(_values(ladders, at))]
    while any(at[method] < len(ladders[method]) - 1 for method in ladders):
        tried = [
            (_gain(steps[-1], step), -rung, method, step)
            for method, ladder in ladders.items()
            for rung in range(at[method] + 1, len(ladder))
            for step in [step_at(_values(ladders, at | {method: rung}))]
        ]
        _, rung, method, step = max(tried, key=lambda one: one[:3])
        at[method] = -rung
        steps.append(step)
    return tuple(steps)


def promised(n_wrong: int, n: int) -> float:
    """What the expected wrong rate of new questions does not exceed: ``(wrong + 1) / (n + 1)``."""
    return (n_wrong + 1) / (n + 1)


def within(steps: Iterable[Step], budget: float) -> Step | None:
    """The least strict step whose bound is within the budget; None where there is none."""
    return next((step for step in steps if step.bound <= budget), None)


def _methods(observations: Sequence[Observation]) -> list[str]:
    return sorted({o.method for o in observations if o.method is not None})


def _ladder(observations: Sequence[Observation], method: str, shipped: float) -> list[float]:
    """The thresholds to try for a way to answer, from lenient to none at all."""
    scores = [o.score for o in observations if o.method == method and o.score is not None]
    found = np.percentile(scores, list(PERCENTILES), method="lower")
    rungs = dict.fromkeys(float(value) for value in found)
    return [*([shipped] if shipped < min(rungs) else []), *rungs, NEVER]


def _values(ladders: Mapping[str, Sequence[float]], at: Mapping[str, int]) -> dict[str, float]:
    return {method: ladder[at[method]] for method, ladder in ladders.items()}


def _step(observations: Sequence[Observation], thresholds: Mapping[str, float]) -> Step:
    kept = list(_kept(observations, thresholds))
    n, n_wrong = len(observations), sum(o.verdict is Verdict.WRONG for o in kept)
    return Step(
        thresholds=thresholds,
        n=n,
        n_answered=len(kept),
        n_right=sum(o.verdict is Verdict.RIGHT for o in kept),
        n_wrong=n_wrong,
        bound=promised(n_wrong, n),
    )


def _kept(
    observations: Iterable[Observation], thresholds: Mapping[str, float]
) -> Iterator[Observation]:
    for one in observations:
        is_enough = one.method is None or (one.score or 0.0) >= thresholds[one.method]
        if one.is_answered and is_enough:
            yield one


def _gain(before: Step, after: Step) -> float:
    """Wrong answers shed for each other answer given up."""
    shed = before.n_wrong - after.n_wrong
    given_up = (before.n_answered - after.n_answered) - shed
    return shed / (1 + given_up) - 0.001 * given_up
