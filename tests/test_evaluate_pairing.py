"""Two runs of one suite over one archive."""

import pytest

from evaluated import record, run_of
from onfile.adapters.statistics import bootstrap_mean, mcnemar
from onfile.errors import UsageError
from onfile.evaluate.pairing import pair
from onfile.evaluate.scoring import Verdict

RIGHT, WRONG, REFUSED = Verdict.RIGHT, Verdict.WRONG, Verdict.REFUSED


def paired(before, after, **header):
    runs = [run_of(*(record(v) for v in verdicts)) for verdicts in (before, after)]
    other = runs[1].model_copy(update={"header": runs[1].header.model_copy(update=header)})
    return pair(runs[0], other, mcnemar, bootstrap_mean)


def shift(pairing, name):
    return next(s for s in pairing.shifts if s.name == name)


def test_flips_are_told_with_their_direction_worse_ones_first():
    pairing = paired([REFUSED, RIGHT, WRONG, RIGHT], [RIGHT, WRONG, REFUSED, RIGHT])
    assert [(f.id, f.direction) for f in pairing.flips] == [
        ("q1", "worse"),
        ("q0", "better"),
        ("q2", "better"),
    ]
    right = shift(pairing, "right")
    assert (right.before, right.after, right.n_up, right.n_down) == (2 / 4, 2 / 4, 1, 1)


def test_a_refusal_becomes_better_than_right_where_it_is_what_is_wanted():
    before = run_of(record(WRONG, is_answerable=False))
    after = run_of(record(REFUSED, is_answerable=False))
    (flip,) = pair(before, after, mcnemar, bootstrap_mean).flips
    assert flip.direction == "better"


def test_p_is_exact_over_the_questions_that_flipped():
    # five of five one way: two tails of (1/2)^5
    assert mcnemar(5, 0) == pytest.approx(2 * 0.5**5)
    assert mcnemar(0, 0) == 1.0
    assert mcnemar(3, 3) == 1.0
    assert mcnemar(2, 7) == mcnemar(7, 2)


def test_the_interval_is_the_same_each_time_and_holds_the_mean():
    values = [0.0, 1.0, 1.0, 0.0, 1.0, -1.0] * 5
    low, high = bootstrap_mean(values, 7)
    assert (low, high) == bootstrap_mean(values, 7)
    assert low < sum(values) / len(values) < high
    assert bootstrap_mean([0.5, 0.5], 7) == (0.5, 0.5)


@pytest.mark.parametrize("header", [{"suite_fingerprint": "x"}, {"archive_fingerprint": "x"}])
def test_runs_of_different_questions_or_archives_are_not_compared(header):
    with pytest.raises(UsageError, match="different"):
        paired([RIGHT], [RIGHT], **header)


def test_a_run_that_was_broken_off_is_not_compared():
    with pytest.raises(UsageError, match="broken off"):
        paired([RIGHT, RIGHT], [RIGHT])


def test_other_settings_are_compared_and_told():
    assert paired([RIGHT], [RIGHT], settings_fingerprint="x").settings_differ
    assert not paired([RIGHT], [RIGHT]).settings_differ
