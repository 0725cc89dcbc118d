"""From records to a report: many numbers side by side, never one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter

from onfile.evaluate import measures
from onfile.evaluate.measures import CurvePoint, Rate
from onfile.evaluate.records import (
    Curve,
    Group,
    Matrix,
    Metric,
    QuestionRecord,
    Report,
    Run,
    RunHeader,
)
from onfile.evaluate.scoring import Verdict

DEPTHS = (1, 3, 5, 10, 20)
Interval = Callable[[int, int], tuple[float, float]]
"""Counts give the ends of a 95 % interval of a share."""

_LOWER_IS_BETTER = ("wrong", "failed", "unsure", "unscored", "unstable", "stale", "latency", "aurc")


def summarise(run: Run, interval: Interval) -> Report:
    """The report of a run.

    Args:
        run: Header and records.
        interval: Gives the interval of a share.
    """
    records = run.records
    points = measures.risk_coverage(records)
    return Report(
        header=run.header,
        matrix=matrix(records),
        metrics=metrics(records, interval),
        by_class=_groups(records, lambda r: "answerable" if r.is_answerable else "unanswerable"),
        by_suite=_groups(records, attrgetter("suite")),
        by_kind=_groups(records, attrgetter("kind")),
        by_user=_groups(records, lambda r: r.as_user or ""),
        curve=_curve(run.header, points),
        latency_ms=measures.percentiles([r.latency_ms for r in records]),
        stages=_counted(r.stage for r in records),
        whys=_counted(r.why for r in records),
        refusal_codes=_counted(r.code for r in records if r.outcome == "refused"),
        unstable=tuple(r.id for r in records if r.unstable),
        unscored=tuple(r.id for r in records if r.verdict is Verdict.UNSCORED),
    )


def matrix(records: Iterable[QuestionRecord]) -> Matrix:
    """Answerable or not × what was done."""
    counts = Counter((r.is_answerable, r.outcome) for r in records)
    return Matrix(
        answerable_answered=counts[True, "answered"],
        answerable_refused=counts[True, "refused"],
        answerable_failed=counts[True, "failed"],
        unanswerable_answered=counts[False, "answered"],
        unanswerable_refused=counts[False, "refused"],
        unanswerable_failed=counts[False, "failed"],
    )


def metrics(records: Sequence[QuestionRecord], interval: Interval) -> dict[str, Metric]:
    """Every measure by name; those of a kind of question as ``right[single_figure]``."""
    rates = dict(_rates(records))
    kinds = sorted({r.kind for r in records if r.kind})
    for kind in kinds:
        of_kind = [r for r in records if r.kind == kind]
        rates |= {f"{name}[{kind}]": rate for name, rate in _verdicts(of_kind)}
    found = {name: _metric(name, rate, interval) for name, rate in rates.items()}
    for name, ms in measures.percentiles([r.latency_ms for r in records]).items():
        found[f"latency_{name}_ms"] = Metric(value=ms, n=len(records), higher_is_better=False)
    aurc = measures.area_under_risk(measures.risk_coverage(records))
    found["aurc"] = Metric(value=aurc, n=len(records), higher_is_better=False)
    return found


def _verdicts(records: Sequence[QuestionRecord]) -> Iterable[tuple[str, Rate]]:
    """Of the answerable, then of those that must be refused."""
    answerable = [r for r in records if r.is_answerable]
    unanswerable = [r for r in records if not r.is_answerable]
    if answerable:
        for verdict in Verdict:
            yield verdict.value, measures.share(answerable, verdict)
    if unanswerable:
        yield "unanswerable_refused", measures.share(unanswerable, Verdict.REFUSED)
        yield "unanswerable_wrong", measures.share(unanswerable, Verdict.WRONG)


def _rates(records: Sequence[QuestionRecord]) -> Iterable[tuple[str, Rate]]:
    answerable = [r for r in records if r.is_answerable]
    yield from _verdicts(records)
    yield "wrong_rate", measures.share(records, Verdict.WRONG)
    yield "answered", measures.truth(r.outcome == "answered" for r in records)
    yield "answerable_answered", measures.truth(r.outcome == "answered" for r in answerable)
    yield "selective_accuracy", measures.selective_accuracy(records)
    yield "expected_code", measures.truth(r.code_expected for r in records)
    yield "scope_right", measures.truth(r.scope_right for r in records)
    yield "numbers_strict", measures.truth(r.numbers_strict for r in records)
    yield "numbers_lenient", measures.truth(r.numbers_lenient for r in records)
    for k in DEPTHS:
        yield f"page_hit@{k}", measures.hit_at(records, k, attrgetter("page_rank"))
    for k in DEPTHS:
        yield f"page_recall@{k}", measures.recall_at(records, k)
    for k in DEPTHS:
        yield f"document_hit@{k}", measures.hit_at(records, k, attrgetter("document_rank"))
    yield "page_mrr", measures.reciprocal_rank(records, attrgetter("page_rank"))
    yield "document_mrr", measures.reciprocal_rank(records, attrgetter("document_rank"))
    yield "citation_precision", measures.mean(r.citation_precision for r in answerable)
    yield "citation_recall", measures.mean(r.citation_recall for r in answerable)
    yield "context_recall", measures.mean(r.context_recall for r in answerable)
    yield "faithfulness", measures.mean(r.faithfulness for r in records)
    yield "quotes_found", measures.mean(r.quotes_found for r in records)
    judged = [r.judge for r in records if r.judge is not None]
    yield "judged_faithfulness", measures.mean(j.faithfulness for j in judged)
    yield (
        "judge_unscored",
        Rate(
            sum(j.n_unscored for j in judged), sum(j.n_runs * max(len(j.claims), 1) for j in judged)
        ),
    )
    yield "looks_absent", measures.truth(r.absent.is_same for r in records if r.absent)
    yield "calibration_stale", measures.truth(_is_stale(r) for r in records)
    yield "unstable", measures.truth(bool(r.unstable) for r in records if r.n_repeats > 1)


def _is_stale(record: QuestionRecord) -> bool | None:
    """Whether the archive has grown away from its calibration; None where no check could say."""
    checks = record.outcome_json.get("checks")
    if not checks:
        return None
    return any(c["kind"] == "calibration" and not c["passed"] for c in checks)


def _metric(name: str, rate: Rate, interval: Interval) -> Metric:
    ends = interval(int(rate.total), rate.of) if rate.is_count and rate.of else (None, None)
    return Metric(
        value=rate.value,
        n=rate.of,
        total=rate.total,
        low=ends[0],
        high=ends[1],
        higher_is_better=not any(word in name for word in _LOWER_IS_BETTER),
    )


def _groups(
    records: Sequence[QuestionRecord], key: Callable[[QuestionRecord], str]
) -> tuple[Group, ...]:
    """Counts by group, in order of name; none where everything is in one."""
    names = sorted({key(r) for r in records})
    return tuple(_group(name, [r for r in records if key(r) == name]) for name in names)


def _group(name: str, records: Sequence[QuestionRecord]) -> Group:
    counts = Counter(r.verdict for r in records)
    return Group(
        name=name,
        n=len(records),
        matrix=matrix(records),
        verdicts={verdict.value: counts[verdict] for verdict in Verdict},
    )


def _curve(header: RunHeader, points: Sequence[CurvePoint]) -> Curve:
    return Curve(
        score=header.score,
        points=tuple((p.score, p.coverage, p.risk, p.risk_unsure, p.n_answered) for p in points),
        aurc=measures.area_under_risk(points),
    )


def _counted(values: Iterable[str | None]) -> dict[str, int]:
    return dict(Counter(str(value) for value in values if value is not None).most_common())
