"""Live questions are sampled by their id, judged by people, and held against the calibration."""

from __future__ import annotations

import datetime as dt
import json
import math

import pytest
from typer.testing import CliRunner

from onfile.adapters.statistics import independence, two_sample
from onfile.calibration import Calibration, Reference, Tally, short_id
from onfile.cli.main import app
from onfile.config import Settings
from onfile.engine import Engine
from onfile.errors import UsageError
from onfile.evaluate.drift import MIN_N, of_outcomes, of_scores, of_words, psi
from onfile.evaluate.live import Live, is_sampled, queue, verdicts
from onfile.evaluate.suite import read_suite
from onfile.monitoring import export, live_since, page_of, report, since_days
from onfile.recording import EVALUATION
from onfile.types import SHIPPED, FeedbackVerdict

LONG_AGO = "2000-01-01T00:00:00.000Z"
ASK = "How many megalitres of water does the basin hold when it is full?"
LIVE = "What is AMD's share price right now?"


@pytest.fixture
def engine(tmp_path):
    (tmp_path / "in").mkdir()
    for n, place in enumerate(("reservoir", "cistern", "basin")):
        text = f"Note {n}\nThe {place} holds {4000 + n} megalitres of water when it is full.\n"
        (tmp_path / "in" / f"note{n}.txt").write_text(text, encoding="utf-8")
    with Engine(tmp_path / "s") as engine:
        engine.ingest([tmp_path / "in"], workers=1, embed=False, ocr=False)
        yield engine


def live(number, *, outcome="answered", way="quote", score=0.9, terms=(), verdict=None):
    return Live(
        f"{number:06d}-x",
        LONG_AGO,
        f"q{number}",
        outcome,
        "a",
        way,
        score,
        frozenset(terms),
        verdict,
    )


# ── sampling ─────────────────────────────────────────────────────────────────────────────────


def test_a_fifth_of_the_records_is_sampled_and_always_the_same_ones():
    ids = [f"{n:06d}-abc" for n in range(5000)]
    sampled = [one for one in ids if is_sampled(one, 0.2)]
    assert len(sampled) == pytest.approx(1000, abs=4 * math.sqrt(5000 * 0.2 * 0.8))
    assert sampled == [one for one in ids if is_sampled(one, 0.2)]


def test_a_larger_share_only_adds_to_a_smaller_one():
    ids = [f"{n:06d}-abc" for n in range(500)]
    small = {one for one in ids if is_sampled(one, 0.2)}
    assert small < {one for one in ids if is_sampled(one, 0.6)}
    assert not any(is_sampled(one, 0.0) for one in ids)
    assert all(is_sampled(one, 1.0) for one in ids)


def test_what_was_judged_leaves_the_queue():
    asked = [live(1), live(2, verdict=FeedbackVerdict.RIGHT), live(3)]
    assert [one.record for one in queue(asked, 1.0)] == ["000001-x", "000003-x"]
    assert verdicts(asked) == {"right": 1, "wrong": 0, "should_have_answered": 0}


def test_the_share_is_a_setting_that_changes_no_answer():
    assert Settings().watch_share == 0.2
    assert Settings(watch_share=0.5).fingerprint == Settings().fingerprint


# ── drift ────────────────────────────────────────────────────────────────────────────────────


def test_the_stability_index_is_the_written_arithmetic():
    # shares 0.5 / 0.5 then, 0.8 / 0.2 now
    expected = (0.8 - 0.5) * math.log(0.8 / 0.5) + (0.2 - 0.5) * math.log(0.2 / 0.5)
    assert psi({"a": 10, "b": 10}, {"a": 8, "b": 2}) == pytest.approx(expected)
    assert psi({"a": 3, "b": 7}, {"a": 30, "b": 70}) == pytest.approx(0.0)


def test_an_empty_bin_counts_for_half_a_question():
    # then 10 and (empty) 0.5, now (empty) 0.5 and 10: both shares are of 10.5
    high, low = 10 / 10.5, 0.5 / 10.5
    expected = 2 * (high - low) * math.log(high / low)
    assert psi({"a": 10}, {"b": 10}) == pytest.approx(expected)


def test_scores_that_fell_have_moved_and_equal_ones_have_not():
    before = {"quote": tuple(0.8 + n / 500 for n in range(100))}
    fell = [live(n, score=0.6 + n / 500) for n in range(50)]
    same = [live(n, score=0.8 + n / 250) for n in range(50)]
    (drift,) = of_scores(before, fell, two_sample)
    assert drift.has_moved
    assert (drift.n_then, drift.n_now, drift.value) == (100, 50, 1.0)
    (drift,) = of_scores(before, same, two_sample)
    assert not drift.has_moved


def test_scores_of_one_way_are_never_held_against_those_of_another():
    before = {"quote": tuple([0.9] * 40)}
    (drift,) = of_scores(before, [live(n, way="figure", score=0.1) for n in range(40)], two_sample)
    assert (drift.n_now, drift.value) == (0, None)


def test_more_refusals_of_another_kind_are_drift():
    then = {"answered": 60, "LIVE_DATA": 40}
    now = [live(n) for n in range(20)]
    now += [live(n, outcome="NOT_STATED", way=None, score=None) for n in range(20, 60)]
    assert of_outcomes(then, now, independence).has_moved
    alike = [live(n) for n in range(30)] + [live(n, outcome="LIVE_DATA") for n in range(20)]
    assert not of_outcomes(then, alike, independence).has_moved


def test_questions_of_other_words_are_drift_and_the_share_of_new_words_is_told():
    then = {"sales": 40, "profit": 30, "margin": 20}
    now = [live(n, terms=("borehole", "clay")) for n in range(40)]
    drift = of_words(then, now, 60, independence)
    assert drift.has_moved
    assert drift.detail == "100% of the words were not met before"
    assert drift.n_then == 60


def test_too_few_questions_tell_nothing():
    few = [live(n, terms=("clay",)) for n in range(MIN_N - 1)]
    assert of_outcomes({"answered": 100}, few, independence).value is None
    assert of_words({"sales": 100}, few, 100, independence).value is None
    assert of_scores({"quote": (0.9,) * 100}, few, two_sample)[0].value is None


# ── on an archive ────────────────────────────────────────────────────────────────────────────


def test_questions_of_an_evaluation_are_no_live_questions(engine):
    engine.ask(ASK)
    engine.ask(ASK, via=EVALUATION)
    assert len(live_since(engine, None)) == 1


def test_live_questions_come_oldest_first_with_the_last_verdict(engine):
    first, second = engine.ask(ASK), engine.ask(LIVE)
    engine.feedback(first.record, "right")
    engine.feedback(first.record, "wrong", "of another basin")
    found = live_since(engine, None)
    assert [one.record for one in found] == [first.record, second.record]
    assert [(one.verdict, one.comment) for one in found] == [
        ("wrong", "of another basin"),
        (None, ""),
    ]
    assert [one.outcome for one in found] == ["answered", "LIVE_DATA"]
    assert found[0].way == "quote"
    assert "basin" in found[0].terms


def test_only_questions_since_then_are_told_of(engine):
    engine.ask(ASK)
    tomorrow = since_days(-1, dt.datetime.now(dt.UTC))
    assert live_since(engine, tomorrow) == []
    assert report(engine, tomorrow, 0.2).asked == 0


def test_a_report_counts_what_was_sampled_judged_and_waits(engine):
    records = [engine.ask(ASK).record for _ in range(3)]
    engine.feedback(records[0], "wrong")
    engine.feedback(records[1], "right")
    found = report(engine, LONG_AGO, 1.0)
    assert (found.asked, found.sampled, found.waiting) == (3, 3, 1)
    assert found.verdicts == {"right": 1, "wrong": 1, "should_have_answered": 0}
    assert found.wrong[0] == 0.5
    assert found.drift == ()
    assert "onfile calibrate" in page_of(found)


def test_a_report_holds_live_questions_against_the_calibration(engine):
    for _ in range(MIN_N):
        engine.ask(LIVE)
    ids = tuple(sorted(short_id(d.document_id) for d in engine.store.documents()))
    tally = Tally(60, 60, 60, 0)
    reference = Reference({"quote": (0.9,) * 30}, {"answered": 60}, {"basin": 60})
    kept = Calibration(
        LONG_AGO, 0.02, "made", "f", 1, SHIPPED, "g", ids, tally, tally, reference
    )  # fmt: skip
    engine.store.add_calibration(kept.created, kept.to_json())
    found = report(engine, LONG_AGO, 0.2)
    moved = {one.what: one.has_moved for one in found.drift}
    assert moved == {
        "scores: quote": False,
        "outcomes and refusal reasons": True,
        "vocabulary of questions": True,
    }
    assert "MOVED" in page_of(found)


def test_judged_questions_become_a_suite_that_eval_reads(engine, tmp_path):
    right, refused, wrong, missed = (engine.ask(q) for q in (ASK, LIVE, ASK, LIVE))
    engine.feedback(right.record, "right")
    engine.feedback(refused.record, "right")
    engine.feedback(wrong.record, "wrong", "it holds 5,000")
    engine.feedback(missed.record, "should_have_answered")
    out = tmp_path / "live.jsonl"
    assert export(engine, out) == 4
    asked = {q.id: q for q in read_suite(out).questions}
    gold = asked[f"live-{right.record}"]
    assert [n.amount for n in gold.numbers] == [4002]
    assert [(p.document, p.line) for p in gold.places] == [("note2", 2)]
    assert asked[f"live-{refused.record}"].expected_codes == ("LIVE_DATA",)
    assert not asked[f"live-{wrong.record}"].is_scored
    assert not asked[f"live-{missed.record}"].is_scored
    assert asked[f"live-{missed.record}"].is_answerable
    assert "it holds 5,000" in out.read_text(encoding="utf-8")


def test_there_is_nothing_to_export_before_the_first_verdict(engine, tmp_path):
    with pytest.raises(UsageError, match="no live question was judged"):
        export(engine, tmp_path / "live.jsonl")


# ── the command ──────────────────────────────────────────────────────────────────────────────


def run(engine, *arguments):
    return CliRunner().invoke(app, ["watch", *arguments, "--store", str(engine.store.directory)])


def test_the_commands_go_from_queue_to_suite(engine, tmp_path):
    record = engine.ask(ASK).record
    shown = run(engine, "queue", "--share", "1")
    assert record in shown.stdout
    assert ASK in shown.stdout
    assert run(engine, "verdict", record, "right").exit_code == 0
    told = json.loads(run(engine, "queue", "--share", "1", "--json").stdout)
    assert told == {"queue": []}
    page = tmp_path / "week.html"
    reported = run(engine, "report", "--share", "1", "--html", str(page))
    assert reported.exit_code == 0, reported.output
    assert "1 sampled, 1 judged, 0 waiting" in reported.stdout
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    told = json.loads(run(engine, "report", "--json").stdout)
    assert (told["asked"], told["has_moved"]) == (1, False)
    out = tmp_path / "rows.jsonl"
    assert run(engine, "export", "--out", str(out)).exit_code == 0
    assert json.loads(out.read_text(encoding="utf-8"))["kind"] == "live_right"


def test_an_unknown_verdict_or_record_is_wrong_usage(engine):
    record = engine.ask(ASK).record
    unknown = run(engine, "verdict", record, "fine")
    assert unknown.exit_code == 2
    assert "should_have_answered" in unknown.output
    assert run(engine, "verdict", "none", "right").exit_code == 2
