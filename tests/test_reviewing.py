"""What people say of outcomes is kept, and only of outcomes they may see."""

from __future__ import annotations

from pathlib import Path

import pytest

from onfile.engine import Engine
from onfile.errors import UsageError
from onfile.types import FeedbackVerdict


@pytest.fixture
def engine(tmp_path: Path):
    (tmp_path / "in").mkdir()
    note = "Alder Springs Annual Note\nThe reservoir holds 4,200 megalitres of water.\n"
    (tmp_path / "in" / "note.txt").write_text(note, encoding="utf-8")
    with Engine(tmp_path / "s") as engine:
        engine.ingest([tmp_path / "in"], workers=1, embed=False, ocr=False)
        yield engine


def refused(engine: Engine, as_user: str | None = None) -> str:
    outcome = engine.ask("What is AMD's share price right now?", as_user=as_user)
    assert not outcome.is_answered
    assert outcome.record is not None
    return outcome.record


def test_feedback_is_kept_in_the_order_in_which_it_was_given(engine: Engine) -> None:
    record = refused(engine)
    engine.feedback(record, "should_have_answered", "it is on page 3")
    engine.feedback(record, FeedbackVerdict.RIGHT)
    kept = engine.store.feedback(record)
    assert [f.verdict for f in kept] == ["should_have_answered", "right"]
    assert [f.comment for f in kept] == ["it is on page 3", ""]
    assert engine.store.feedback() == kept


def test_feedback_leaves_the_audit_log_as_it_was(engine: Engine) -> None:
    record = refused(engine)
    head = engine.log.verify().head
    engine.feedback(record, "right")
    assert engine.log.verify().head == head


def test_feedback_on_an_unknown_record_is_wrong_usage(engine: Engine) -> None:
    with pytest.raises(UsageError, match="there is no audit record nothing"):
        engine.feedback("nothing", "right")
    assert engine.store.feedback() == []


def test_another_users_record_can_not_be_told_from_one_that_does_not_exist(
    engine: Engine,
) -> None:
    record = refused(engine, as_user="ann")
    with pytest.raises(UsageError) as unseen:
        engine.feedback(record, "right", as_user="bob")
    with pytest.raises(UsageError) as absent:
        engine.feedback("nothing", "right", as_user="bob")
    assert str(unseen.value).replace(record, "nothing") == str(absent.value)
    assert unseen.value.hint == absent.value.hint
    assert engine.feedback(record, "right", as_user="ann").person == "ann"


def test_an_unknown_verdict_is_told_with_those_there_are(engine: Engine) -> None:
    with pytest.raises(UsageError) as error:
        engine.feedback(refused(engine), "fine")
    assert error.value.hint == "there are: right, wrong, should_have_answered"


def test_an_answered_question_can_not_be_one_that_should_have_been_answered(
    engine: Engine,
) -> None:
    outcome = engine.ask("How many megalitres of water does the Alder Springs reservoir hold?")
    assert outcome.is_answered
    with pytest.raises(UsageError, match="was answered"):
        engine.feedback(outcome.record, "should_have_answered")


def test_a_comment_of_any_characters_is_kept_and_one_too_long_is_not(engine: Engine) -> None:
    record = refused(engine)
    assert engine.feedback(record, "wrong", "a\ud800b 日本").comment == "a?b 日本"
    with pytest.raises(UsageError, match="10,001 characters"):
        engine.feedback(record, "wrong", "x" * 10_001)


def test_a_calibration_in_force_is_the_last_one_kept(engine: Engine) -> None:
    assert engine.store.calibration() is None
    engine.store.add_calibration("2026-01-01T00:00:00.000Z", '{"a": 1}')
    engine.store.add_calibration("2026-01-02T00:00:00.000Z", '{"a": 2}')
    assert engine.store.calibration() == '{"a": 2}'
