"""A judge model: claims listed, each checked several times, agreement with people."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from evaluated import answered, cited, question, record, recorded, run_of
from onfile.errors import UsageError
from onfile.evaluate.exporting import export
from onfile.evaluate.judge import Judge, cohen_kappa, instructions, refuse_the_answerer
from onfile.evaluate.labels import agreement, read_labels
from onfile.evaluate.records import JudgeRecord
from onfile.evaluate.scoring import Verdict
from onfile.testing import ScriptedGenerator
from onfile.types import Reply

LISTED = Reply(json.dumps({"claims": ["Capex was $318 million.", "It was in 2024."]}), "stop")
YES = Reply('{"reason": "stated", "supported": true}', "stop")
NO = Reply('Well: {"reason": "another year", "supported": false}', "stop")
UNREADABLE = Reply("I would rather not say", "stop")
OUTCOME = answered() | {"evidence": [cited(4) | {"text": "other"}, cited(9) | {"text": "318"}]}


def judged(*replies, n_runs=2):
    model = ScriptedGenerator(*replies)
    return Judge(model, n_runs)(question(), OUTCOME), model


def test_each_claim_is_checked_in_every_run_and_the_score_is_the_mean():
    told, model = judged(LISTED, YES, YES, NO, YES)
    shares = sorted(share for _, share in told.claims)
    assert shares == [0.5, 1.0]
    assert told.faithfulness == (0.5 + 1.0) / 2
    assert told.n_unscored == 0
    assert len(model.prompts) == 1 + 2 * 2


def test_a_reply_that_cannot_be_read_is_unscored_and_no_no():
    told, _ = judged(LISTED, UNREADABLE, YES, YES, YES)
    assert [share for _, share in told.claims] == [1.0, 1.0]
    assert told.n_unscored == 1
    nothing, _ = judged(LISTED, UNREADABLE)
    assert nothing.faithfulness is None
    assert nothing.n_unscored == 2 * 2


def test_claims_that_cannot_be_read_leave_the_answer_unscored():
    told, _ = judged(UNREADABLE)
    assert (told.claims, told.faithfulness, told.n_unscored) == ((), None, 2)


def test_the_order_of_claims_and_passages_is_shuffled_and_the_same_each_time():
    def prompts():
        return [p.user for p in judged(LISTED, YES, n_runs=8)[1].prompts[1:]]

    once = prompts()
    assert once == prompts()
    assert len(set(once)) > 2  # two claims, and three passages in more than one order


def test_the_prompts_are_files_with_a_version_and_their_hash_goes_with_them():
    _, model = judged(LISTED, YES)
    assert all(instructions(name).startswith("version: 1\n") for name in ("claims", "check"))
    assert len({p.fingerprint for p in model.prompts}) == 2
    assert all(len(p.fingerprint) == 64 for p in model.prompts)


def test_a_judge_s_faithfulness_takes_the_place_of_the_counted_one():
    judge = Judge(ScriptedGenerator(LISTED, NO), 1)
    told = recorded(question(), OUTCOME, judge=judge)
    assert told.verdict is Verdict.RIGHT  # a judge changes no verdict
    assert told.faithfulness == 0.0


@pytest.mark.parametrize("answerer", ["qwen3 at http://there/v1", "QWEN3", "qwen3"])
def test_the_model_that_answers_does_not_judge_itself(answerer):
    with pytest.raises(UsageError, match="judge itself"):
        refuse_the_answerer("qwen3 at http://here/v1", answerer)
    refuse_the_answerer("phi4 at http://here/v1", answerer)
    refuse_the_answerer("qwen3 at http://here/v1", None)


# ── agreement with people ────────────────────────────────────────────────────────────────────


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30))
def test_kappa_is_that_of_scikit_learn(labels):
    ours = cohen_kappa(labels)
    if len({x for pair in labels for x in pair}) == 1:
        assert ours is None  # all of one label: chance alone would agree wholly
        return
    theirs = cohen_kappa_score([a for a, _ in labels], [b for _, b in labels])
    assert ours == pytest.approx(theirs)


def test_agreement_is_over_the_answers_that_both_judged():
    def of(*shares):
        claims = tuple((f"claim {n}", share) for n, share in enumerate(shares))
        judge = JudgeRecord(claims=claims, faithfulness=None, n_runs=3, n_unscored=0)
        return record(Verdict.RIGHT, judge=judge)

    run = run_of(of(1.0, 1.0), of(1.0, 0.0), of(2 / 3), of(None), of(), record(Verdict.RIGHT))
    labels = {"q0": True, "q1": False, "q2": False, "q3": True, "q4": True, "q5": True, "x": True}
    told = agreement(run.records, labels)
    assert (told.n, told.n_unscored) == (3, 2)
    assert told.agreed == 2 / 3
    # people: 1 of 3 yes; judge: 2 of 3 yes
    chance = (1 / 3) * (2 / 3) + (2 / 3) * (1 / 3)
    assert told.kappa == pytest.approx((2 / 3 - chance) / (1 - chance))


@pytest.mark.parametrize("line", ["[]", '{"id": 1}', '{"id": 1, "faithful": "yes"}', "x"])
def test_a_line_that_is_no_label_is_named(tmp_path, line):
    path = tmp_path / "labels.jsonl"
    path.write_text('{"id": 0, "faithful": true}\n' + line, encoding="utf-8")
    with pytest.raises(UsageError, match="line 2"):
        read_labels(path)


# ── export ───────────────────────────────────────────────────────────────────────────────────


def test_the_export_for_ragas_has_its_four_columns(tmp_path):
    run = run_of(recorded(question(), OUTCOME), record(Verdict.REFUSED, question="B?"))
    export(run, "ragas", tmp_path / "out.jsonl")
    first, second = map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())
    assert first == {
        "user_input": "capex?",
        "retrieved_contexts": ["other", "318"],
        "response": "Capex was $318 million.",
        "reference": "318",
    }
    assert second["response"] == "It is not stated."


def test_an_unknown_export_is_wrong_usage(tmp_path):
    with pytest.raises(UsageError, match="csv") as error:
        export(run_of(), "csv", tmp_path / "x")
    assert "ragas" in error.value.hint
