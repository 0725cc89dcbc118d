"""Two runs of one suite over one archive: what flipped, and could it be chance?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from onfile.errors import UsageError
from onfile.evaluate.records import QuestionRecord, Run
from onfile.evaluate.scoring import Verdict

SEED = 7
# From worst to best; what is right depends on whether the question has an answer.
_ORDER = (Verdict.WRONG, Verdict.FAILED, Verdict.REFUSED, Verdict.UNSURE, Verdict.RIGHT)

McNemar = Callable[[int, int], float]
Bootstrap = Callable[[Sequence[float], int], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Flip:
    """One question whose verdict differs. ``direction`` is "better", "worse" or "otherwise"."""

    id: str
    question: str
    before: Verdict
    after: Verdict
    direction: str
    before_said: str
    after_said: str


@dataclass(frozen=True, slots=True)
class Shift:
    """One measure of both runs over the same questions.

    Attributes:
        n: Questions that both runs measured.
        before, after: Means.
        low, high: 95 % interval of the mean difference, by seeded bootstrap over questions.
        n_up, n_down: Questions on which it rose and fell.
        p_value: Exact McNemar, of measures that are true or false; None for others.
    """

    name: str
    n: int
    before: float
    after: float
    low: float
    high: float
    n_up: int
    n_down: int
    p_value: float | None


@dataclass(frozen=True, slots=True)
class Pairing:
    """Flips, worse ones first, and shifts."""

    n_questions: int
    flips: tuple[Flip, ...]
    shifts: tuple[Shift, ...]
    settings_differ: bool


Measure = Callable[[QuestionRecord], float | None]
MEASURES: tuple[tuple[str, Measure, bool], ...] = (
    ("right", lambda r: _is(r, Verdict.RIGHT) if r.is_answerable else None, True),
    ("wrong", lambda r: float(r.is_wrong), True),
    ("answered", lambda r: float(r.outcome == "answered"), True),
    ("rightly refused", lambda r: None if r.is_answerable else _is(r, Verdict.REFUSED), True),
    ("page hit@5", lambda r: _is_found(r, 5), True),
    ("page MRR", lambda r: _reciprocal(r), False),
    ("citation precision", lambda r: r.citation_precision, False),
    ("citation recall", lambda r: r.citation_recall, False),
    ("context recall", lambda r: r.context_recall, False),
    ("latency ms", lambda r: r.latency_ms, False),
)


def pair(before: Run, after: Run, mcnemar: McNemar, bootstrap: Bootstrap) -> Pairing:
    """Compare two runs, question by question.

    Raises:
        UsageError: they asked different questions, or different archives.
    """
    _check(before, after)
    others = {record.id: record for record in after.records}
    pairs = [(record, others[record.id]) for record in before.records]
    flips = [_flip(a, b) for a, b in pairs if a.verdict is not b.verdict]
    order = ("worse", "otherwise", "better")
    found = (_shift(name, measure, is_truth, pairs, mcnemar, bootstrap)
             for name, measure, is_truth in MEASURES)  # fmt: skip
    return Pairing(
        n_questions=len(pairs),
        flips=tuple(sorted(flips, key=lambda f: order.index(f.direction))),
        shifts=tuple(shift for shift in found if shift is not None),
        settings_differ=before.header.settings_fingerprint != after.header.settings_fingerprint,
    )


def _check(before: Run, after: Run) -> None:
    a, b = before.header, after.header
    for what, one, other in (
        ("questions", a.suite_fingerprint, b.suite_fingerprint),
        ("archives", a.archive_fingerprint, b.archive_fingerprint),
    ):
        if one != other:
            raise UsageError(
                f"the runs are of different {what} ({one[:12]} and {other[:12]})",
                hint="only runs of the same suite over the same archive can be compared",
            )
    if {r.id for r in before.records} != {r.id for r in after.records}:
        raise UsageError("one of the runs was broken off: they hold different questions")


def _flip(before: QuestionRecord, after: QuestionRecord) -> Flip:
    one, other = _goodness(before), _goodness(after)
    direction = "otherwise"
    if one is not None and other is not None and one != other:
        direction = "better" if other > one else "worse"
    return Flip(
        before.id, before.question, before.verdict, after.verdict, direction,
        _said(before), _said(after),
    )  # fmt: skip


def _goodness(record: QuestionRecord) -> int | None:
    if record.verdict is Verdict.UNSCORED:
        return None
    if not record.is_answerable and record.verdict is Verdict.REFUSED:
        return len(_ORDER)
    return _ORDER.index(record.verdict)


def _said(record: QuestionRecord) -> str:
    return record.answer or record.code or ""


def _shift(
    name: str,
    measure: Measure,
    is_truth: bool,
    pairs: Sequence[tuple[QuestionRecord, QuestionRecord]],
    mcnemar: McNemar,
    bootstrap: Bootstrap,
) -> Shift | None:
    measured = [(measure(a), measure(b)) for a, b in pairs]
    known = [(a, b) for a, b in measured if a is not None and b is not None]
    if not known:
        return None
    n_up, n_down = sum(b > a for a, b in known), sum(b < a for a, b in known)
    low, high = bootstrap([b - a for a, b in known], SEED)
    return Shift(
        name=name,
        n=len(known),
        before=sum(a for a, _ in known) / len(known),
        after=sum(b for _, b in known) / len(known),
        low=low,
        high=high,
        n_up=n_up,
        n_down=n_down,
        p_value=mcnemar(n_up, n_down) if is_truth else None,
    )


def _is(record: QuestionRecord, verdict: Verdict) -> float:
    return float(record.verdict is verdict)


def _is_found(record: QuestionRecord, k: int) -> float | None:
    if not (record.is_answerable and record.gold):
        return None
    return float(record.page_rank is not None and record.page_rank <= k)


def _reciprocal(record: QuestionRecord) -> float | None:
    if not (record.is_answerable and record.gold):
        return None
    return 0.0 if record.page_rank is None else 1.0 / record.page_rank
