"""Measures over records; where others compute the same, the numbers are the same."""

from operator import attrgetter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_curve

from evaluated import record, run_of
from onfile.adapters.ir_metrics import measure
from onfile.adapters.statistics import wilson
from onfile.errors import UsageError
from onfile.evaluate import measures, scoring
from onfile.evaluate.floors import broken
from onfile.evaluate.gold import GoldQuestion, Place
from onfile.evaluate.recording import KS, Observed, record_of
from onfile.evaluate.scoring import Verdict
from onfile.evaluate.suite import Floor
from onfile.evaluate.summary import summarise

RIGHT, WRONG, UNSURE, REFUSED = Verdict.RIGHT, Verdict.WRONG, Verdict.UNSURE, Verdict.REFUSED


def test_a_rate_of_nothing_is_no_number():
    assert measures.truth([None, None]).value is None
    assert measures.mean([]).value is None
    assert measures.truth([True, None, False]).value == 1 / 2


def test_selective_accuracy_counts_answers_that_should_have_been_refusals():
    records = [
        record(RIGHT),
        record(UNSURE),
        record(REFUSED),
        record(WRONG, is_answerable=False),
        record(Verdict.UNSCORED),
    ]
    assert measures.selective_accuracy(records).value == 1 / 3


# ── risk and coverage ────────────────────────────────────────────────────────────────────────


def test_the_curve_goes_from_the_surest_answer_to_the_last_and_ties_are_one_step():
    records = [
        record(RIGHT, 2.0),
        record(WRONG, 1.0),
        record(UNSURE, 1.0),
        record(RIGHT, 0.5),
        record(REFUSED),
    ]
    points = measures.risk_coverage(records)
    assert [(p.score, p.n_answered) for p in points] == [(2.0, 1), (1.0, 3), (0.5, 4)]
    assert [p.coverage for p in points] == [1 / 5, 3 / 5, 4 / 5]
    assert [p.risk for p in points] == [0 / 1, 1 / 3, 1 / 4]
    assert [p.risk_unsure for p in points] == [0 / 1, 2 / 3, 2 / 4]
    area = (0 * (1 / 5) + 1 / 3 * (2 / 5) + 1 / 4 * (1 / 5)) / (4 / 5)
    assert measures.area_under_risk(points) == pytest.approx(area)


def test_a_run_without_answers_has_no_curve():
    assert measures.risk_coverage([record(REFUSED)]) == ()
    assert measures.area_under_risk(()) is None


answers = st.lists(
    st.tuples(st.sampled_from([RIGHT, WRONG]), st.sampled_from([0.0, 0.5, 1.0, 1.5, 2.0])),
    min_size=1,
    max_size=30,
)


@given(answers)
def test_one_minus_risk_is_the_precision_of_scikit_learn_at_each_threshold(given_answers):
    records = [record(verdict, score) for verdict, score in given_answers]
    is_right = [verdict is RIGHT for verdict, _ in given_answers]
    scores = [score for _, score in given_answers]
    if not any(is_right):
        return  # scikit-learn warns of recall then
    precision, _, thresholds = precision_recall_curve(is_right, scores)
    theirs = {t: p for t, p in zip(thresholds, precision, strict=False)}  # noqa: C416
    ours = {p.score: 1 - p.risk for p in measures.risk_coverage(records)}
    assert ours == pytest.approx({float(t): float(p) for t, p in theirs.items()})


# ── pages ────────────────────────────────────────────────────────────────────────────────────

places = st.integers(1, 6)


gold_and_found = st.tuples(
    st.sets(places, min_size=1, max_size=3), st.lists(places, unique=True, max_size=6)
)


@given(st.lists(gold_and_found, min_size=1, max_size=6))
def test_hits_recall_and_reciprocal_rank_are_those_of_ir_measures(cases):
    records, qrels, run = [], {}, {}
    for n, (gold_pages, found) in enumerate(cases):
        asked = asked_of(f"q{n}", gold_pages)
        seen = [{"document": "k.pdf", "page": page, "line": None} for page in found]
        outcome = {"outcome": "refused", "refusal": {"code": "NOT_STATED"}}
        records.append(record_of(asked, Observed(outcome, seen)))
        qrels[asked.id] = {str(page): 1 for page in gold_pages}
        run[asked.id] = {str(page): 1 / rank for rank, page in enumerate(found, 1)}
    names = [f"{m}@{k}" for m in ("Success", "R") for k in KS] + ["RR@20"]
    per_question = measure(names, qrels, run)

    def theirs(name):
        return np.mean([values[name] for values in per_question.values()])

    for k in KS:
        hit = measures.hit_at(records, k, attrgetter("page_rank"))
        assert hit.value == pytest.approx(theirs(f"Success@{k}"))
        assert measures.recall_at(records, k).value == pytest.approx(theirs(f"R@{k}"))
    ours = measures.reciprocal_rank(records, attrgetter("page_rank"))
    assert ours.value == pytest.approx(theirs("RR@20"))


def asked_of(name, pages):
    gold = tuple(Place("k", page, None) for page in sorted(pages))
    return GoldQuestion(name, "Q?", places=gold, required=gold, answer="words")


def test_a_document_is_found_on_any_of_its_pages():
    spots = [{"document": "m.pdf", "page": 1}, {"document": "k.pdf", "page": 5}]
    assert scoring.first_document_rank(spots, asked_of("q", {1})) == 2


def test_percentiles_are_those_of_numpy():
    values = [float(n) for n in range(1, 102)]
    found = measures.percentiles(values)
    assert found == {"p50": 51.0, "p90": 91.0, "p95": 96.0, "p99": 100.0, "max": 101.0}


# ── report and floors ────────────────────────────────────────────────────────────────────────


def report_of(*records):
    return summarise(run_of(*records), wilson)


def test_the_matrix_tells_answered_and_refused_of_both_classes_apart():
    report = report_of(
        record(RIGHT),
        record(REFUSED),
        record(WRONG, is_answerable=False),
        record(REFUSED, is_answerable=False),
        record(Verdict.FAILED, is_answerable=False),
    )
    matrix = report.matrix
    assert (matrix.answerable_answered, matrix.answerable_refused) == (1, 1)
    assert (matrix.unanswerable_answered, matrix.unanswerable_refused) == (1, 1)
    assert (matrix.answerable_failed, matrix.unanswerable_failed) == (0, 1)
    assert [group.n for group in report.by_class] == [2, 3]


def test_shares_of_a_kind_stand_beside_those_of_all():
    report = report_of(record(RIGHT, kind="a"), record(REFUSED, kind="b"))
    assert report.metrics["right"].value == 1 / 2
    assert report.metrics["right[a]"].value == 1.0
    assert report.metrics["right[b]"].value == 0.0


def test_unscored_answers_are_counted_and_named():
    report = report_of(record(Verdict.UNSCORED), record(RIGHT))
    assert report.unscored == ("q0",)
    assert report.metrics["unscored"].value == 1 / 2
    assert report.metrics["selective_accuracy"].n == 1


def test_a_share_has_its_wilson_interval():
    metric = report_of(*[record(RIGHT)] * 8, *[record(WRONG)] * 2).metrics["right"]
    z, p, n = 1.959963984540054, 0.8, 10
    middle = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * (p * (1 - p) / n + z**2 / (4 * n**2)) ** 0.5
    assert (metric.low, metric.high) == pytest.approx((middle - half, middle + half))


def test_a_broken_floor_is_told_with_by_how_much():
    report = report_of(record(RIGHT), record(WRONG))
    floors = {
        "right": Floor(min=0.75),
        "wrong_rate": Floor(max=0.25),
        "answered": Floor(min=0.5, max=1.0),
    }
    assert [b.words for b in broken(floors, report)] == [
        "right is 0.500, at least 0.750 was asked for: short by 0.250",
        "wrong_rate is 0.500, at most 0.250 was asked for: over by 0.250",
    ]


def test_a_measure_of_nothing_breaks_its_floor():
    (one,) = broken({"expected_code": Floor(min=0.5)}, report_of(record(RIGHT)))
    assert one.words == "expected_code could not be measured, at least 0.500 was asked for"


def test_a_floor_of_no_measure_is_wrong_usage_and_near_ones_are_named():
    with pytest.raises(UsageError, match="page_hits@5") as error:
        broken({"page_hits@5": Floor(min=1)}, report_of(record(RIGHT)))
    assert "page_hit@5" in error.value.hint
