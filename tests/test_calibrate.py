"""Thresholds keep a budget of wrong answers, are used, and tell when they no longer fit."""

from __future__ import annotations

import dataclasses
import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from onfile import calibration
from onfile.calibrating import MIN_HALF, calibrate, halves, with_values
from onfile.calibration import Calibration, Reference, Tally, from_json, short_id
from onfile.cli.main import app
from onfile.engine import Engine
from onfile.errors import ScoreKindError, StoreDamaged, UsageError
from onfile.evaluate.gold import GoldQuestion
from onfile.evaluate.scoring import Verdict
from onfile.evaluate.suite import read_suites
from onfile.evaluate.thresholds import NEVER, Observation, path, within
from onfile.gate import strength
from onfile.types import SHIPPED, Draft, RefusalCode, Score, ScoreKind, Thresholds

VALUES = {"quote": 0.8, "cause": 0.7, "turn": 0.6, "figure": 0.5}


def answered(method, score, verdict):
    return Observation(method, score, True, verdict)


REFUSED = Observation(None, None, False, Verdict.REFUSED)


# ── the path ─────────────────────────────────────────────────────────────────────────────────


def test_the_promise_is_one_wrong_more_over_one_question_more():
    steps = path([answered("quote", 0.9, Verdict.WRONG), *[REFUSED] * 98], VALUES)
    assert steps[0].bound == (1 + 1) / (99 + 1)


def test_the_least_strict_step_within_the_budget_is_taken():
    seen = [answered("quote", 0.6, Verdict.WRONG)] * 2
    seen += [answered("quote", 0.9, Verdict.RIGHT)] * 10 + [REFUSED] * 88
    chosen = within(path(seen, VALUES), 0.02)
    assert chosen is not None
    assert (chosen.thresholds["quote"], chosen.n_right, chosen.n_wrong) == (0.9, 10, 0)


def test_the_way_that_goes_wrong_is_raised_and_the_others_are_left():
    seen = [answered("quote", 0.85, Verdict.WRONG)] * 3
    seen += [answered("turn", 0.65, Verdict.RIGHT)] * 20 + [REFUSED] * 80
    chosen = within(path(seen, VALUES), 0.02)
    assert chosen is not None
    assert chosen.thresholds == {"quote": NEVER, "turn": 0.6}
    assert chosen.n_right == 20


def test_where_nothing_below_the_shipped_threshold_was_seen_it_stands():
    steps = path([answered("quote", 0.95, Verdict.RIGHT), *[REFUSED] * 99], VALUES)
    assert steps[0].thresholds == {"quote": 0.8}


def test_answers_that_have_no_score_can_not_be_shed():
    seen = [answered(None, None, Verdict.WRONG)] * 5 + [REFUSED] * 95
    assert within(path(seen, VALUES), 0.02) is None


def test_there_is_no_path_without_questions():
    with pytest.raises(ValueError, match="nothing to set"):
        path([], VALUES)


VERDICTS = st.sampled_from([Verdict.RIGHT, Verdict.WRONG, Verdict.UNSURE])
OBSERVED = st.lists(
    st.one_of(
        st.just(REFUSED),
        st.builds(
            answered,
            st.sampled_from(sorted(VALUES)),
            st.floats(0.4, 1.0, allow_nan=False),
            VERDICTS,
        ),
    ),
    min_size=1,
    max_size=40,
)


@given(OBSERVED)
def test_each_step_answers_a_part_of_what_the_one_before_answers(seen):
    steps = path(seen, VALUES)
    for before, after in itertools.pairwise(steps):
        assert after.n_answered <= before.n_answered
        assert after.n_wrong <= before.n_wrong
        assert all(after.thresholds[m] >= before.thresholds[m] for m in after.thresholds)
    assert steps[-1].n_answered == 0


# ── the gate ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("method", ["quote", "cause", "turn", "figure"])
def test_support_at_the_threshold_passes_and_below_it_is_weak(method):
    least = getattr(SHIPPED, method).value
    (check,), refusal = strength.after_reading(Draft("a", (), None, method, least), SHIPPED)
    assert check.passed
    assert refusal is None
    (check,), refusal = strength.after_reading(Draft("a", (), None, method, least - 0.01), SHIPPED)
    assert not check.passed
    assert refusal is not None
    assert refusal.code is RefusalCode.WEAK_EVIDENCE
    assert (check.measured, check.threshold) == (least - 0.01, least)


def test_a_threshold_of_another_kind_of_score_raises():
    wrong = dataclasses.replace(SHIPPED, quote=Score(0.03, ScoreKind.RRF))
    with pytest.raises(ScoreKindError):
        strength.after_reading(Draft("a", (), None, "quote", 0.9), wrong)


def test_ways_to_answer_without_a_score_have_no_threshold():
    assert strength.after_reading(Draft("a", (), None, "clause", 1.0), SHIPPED) == ((), None)


def test_every_threshold_is_one_of_a_way_to_answer():
    names = {field.name for field in dataclasses.fields(Thresholds)}
    assert names == set(strength.WAYS.values())
    for method, name in strength.WAYS.items():
        (check,), _ = strength.after_reading(Draft("a", (), None, method, 1.0), SHIPPED)
        assert check.detail == getattr(SHIPPED, name).kind


# ── what is stored ───────────────────────────────────────────────────────────────────────────


def made(documents=("a" * 16, "b" * 16)):
    return Calibration(
        created="2026-01-02T03:04:05.000Z",
        budget=0.02,
        suite="made",
        suite_fingerprint="f",
        seed=1,
        thresholds=with_values({"quote": 0.9}),
        archive_fingerprint="g",
        documents=documents,
        fitted=Tally(100, 50, 49, 1),
        held_out=Tally(100, 51, 50, 1),
        reference=Reference({"quote": (0.9, 1.0)}, {"answered": 50}, {"sales": 3}),
    )


def test_a_calibration_is_read_as_it_was_written():
    assert from_json(made().to_json()) == made()


@pytest.mark.parametrize("body", ["", "{}", "[1]", '{"schema": 9}'])
def test_a_calibration_that_can_not_be_read_is_damage_and_says_what_to_do(body):
    with pytest.raises(StoreDamaged) as error:
        from_json(body)
    assert "onfile calibrate" in error.value.hint


def test_a_fifth_of_new_documents_is_borne_and_more_is_not():
    known = [f"sha256:{letter * 64}" for letter in "abcdefgh"]
    one = made(tuple(sorted(map(short_id, known))))
    two_new = [*known, "sha256:" + "1" * 64, "sha256:" + "2" * 64]
    assert one.share_new(two_new) == 0.2
    assert one.check(two_new).passed
    three_new = [*two_new, "sha256:" + "3" * 64]
    check = one.check(three_new)
    assert not check.passed
    assert "27% of the documents came later" in check.detail
    assert "2026-01-02" in check.detail


def test_documents_that_are_gone_make_no_calibration_old():
    assert made().share_new(["sha256:" + "a" * 64]) == 0.0
    assert made().share_new([]) == 0.0


# ── halves ───────────────────────────────────────────────────────────────────────────────────


def question(question_id, codes=()):
    return GoldQuestion(
        question_id, f"What is {question_id}?", (), expected_codes=codes, answer="x"
    )


def test_other_wordings_of_a_question_are_on_its_side():
    asked = [question(f"q{n}{tail}") for n in range(40) for tail in ("", "-P1", "-P2")]
    first, second = halves(asked, seed=1)
    assert {q.id.split("-")[0] for q in first}.isdisjoint(q.id.split("-")[0] for q in second)
    assert len(first) == len(second) == 60


def test_both_classes_are_split_and_the_seed_decides_how():
    refused = (RefusalCode.LIVE_DATA,)
    asked = [question(f"a{n}") for n in range(20)] + [question(f"u{n}", refused) for n in range(30)]
    first, second = halves(asked, seed=1)
    assert [sum(q.is_answerable for q in half) for half in (first, second)] == [10, 10]
    assert {q.id for q in first} != {q.id for q in halves(asked, seed=2)[0]}
    assert halves(asked, seed=1) == (first, second)


# ── on an archive ────────────────────────────────────────────────────────────────────────────


PLACES = ("reservoir", "cistern", "aqueduct", "basin", "settling pond")
ASK = "How many megalitres of water does the basin hold when it is full?"


@pytest.fixture
def engine(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    for n in range(5):
        text = f"Note {n}\nThe {PLACES[n]} holds {4000 + n} megalitres of water when it is full.\n"
        (folder / f"note{n}.txt").write_text(text, encoding="utf-8")
    with Engine(tmp_path / "s") as engine:
        engine.ingest([folder], workers=1, embed=False, ocr=False)
        yield engine


def suite_of(tmp_path, n=240):
    path_ = tmp_path / "suite.jsonl"
    rows = [
        {"id": f"a{i}", "question": ASK, "answer": "4003", "numbers": [{"value": 4003}]}
        for i in range(n // 2)
    ]
    rows += [
        {
            "id": f"u{i}",
            "question": "What is AMD's share price right now?",
            "expected_codes": ["LIVE_DATA"],
        }
        for i in range(n // 2)
    ]
    path_.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path_


def test_a_calibration_is_stored_and_answers_from_then_on(engine, tmp_path):
    outcome = engine.ask(ASK)
    assert outcome.is_answered
    stricter = dataclasses.replace(made(), thresholds=with_values({"quote": NEVER}))
    engine.store.add_calibration(stricter.created, stricter.to_json())
    assert not engine.ask(ASK).is_answered
    engine.reset_calibration()
    assert engine.ask(ASK).is_answered
    assert engine.calibration() is None


def test_every_record_holds_the_hash_of_the_thresholds_it_was_answered_by(engine):
    shipped = engine.log.show(engine.ask(ASK).record).body["hashes"]["thresholds"]
    stricter = dataclasses.replace(made(), thresholds=with_values({"quote": 0.81}))
    engine.store.add_calibration(stricter.created, stricter.to_json())
    later = engine.log.show(engine.ask(ASK).record).body["hashes"]["thresholds"]
    assert shipped == calibration.fingerprint_of(SHIPPED)
    assert later == stricter.fingerprint != shipped


def test_an_archive_that_has_grown_away_is_told_by_ask_and_doctor(engine):
    engine.store.add_calibration("2026-01-02T03:04:05.000Z", made().to_json())
    (warned,) = [c for c in engine.ask(ASK).checks if c.kind == "calibration"]
    assert not warned.passed
    (check,) = [c for c in engine.doctor() if c.name == "thresholds"]
    assert not check.passed
    ids = tuple(sorted(short_id(d.document_id) for d in engine.store.documents()))
    engine.store.add_calibration("2026-01-02T03:04:06.000Z", made(ids).to_json())
    assert [c for c in engine.ask(ASK).checks if c.kind == "calibration"] == []
    (check,) = [c for c in engine.doctor() if c.name == "thresholds"]
    assert check.passed


def test_doctor_says_what_the_shipped_thresholds_were_chosen_on(engine):
    (check,) = [c for c in engine.doctor() if c.name == "thresholds"]
    assert check.passed
    assert "265 questions over filings" in check.detail


def test_calibrating_stores_what_it_chose_and_measures_the_other_half(engine, tmp_path):
    suite = read_suites([suite_of(tmp_path)])
    found = calibrate(engine, suite, 0.02)
    kept = engine.calibration()
    assert kept == found.calibration
    assert kept.held_out.n + kept.fitted.n == 240
    assert kept.held_out.wrong_rate <= 0.02
    assert kept.reference.outcomes == {"answered": kept.fitted.right, "LIVE_DATA": 60}
    assert engine.trial is None


def test_a_dry_run_stores_nothing(engine, tmp_path):
    calibrate(engine, read_suites([suite_of(tmp_path)]), 0.02, is_kept=False)
    assert engine.calibration() is None


def test_a_budget_that_can_not_be_promised_with_so_few_questions_is_refused(engine, tmp_path):
    with pytest.raises(UsageError, match=r"56 questions can promise is 1\.8%"):
        calibrate(engine, read_suites([suite_of(tmp_path, n=110)]), 0.01)
    assert engine.calibration() is None


def test_a_small_or_one_sided_suite_is_refused(engine, tmp_path):
    with pytest.raises(UsageError, match=f"at least {MIN_HALF}"):
        calibrate(engine, read_suites([suite_of(tmp_path, n=20)]), 0.02)
    lines = suite_of(tmp_path, n=240).read_text(encoding="utf-8").splitlines()[:120]
    (tmp_path / "one.jsonl").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(UsageError, match="must be refused"):
        calibrate(engine, read_suites([tmp_path / "one.jsonl"]), 0.02)


def test_the_command_shows_the_trade_and_writes_it_as_one_page(engine, tmp_path):
    page = tmp_path / "trade.html"
    store = str(engine.store.directory)
    arguments = ["calibrate", str(suite_of(tmp_path)), "--store", store, "--html", str(page)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert "held out, as shipped" in result.stdout
    assert "* " in result.stdout
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 1
    assert "http" not in text.replace("http://www.w3.org", "")


def test_a_calibration_without_a_suite_says_how_to_make_one(engine):
    result = CliRunner().invoke(app, ["calibrate", "--store", str(engine.store.directory)])
    assert result.exit_code == 2
    assert "onfile eval generate" in result.output
