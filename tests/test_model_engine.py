"""A language model through the whole engine: wired by settings, recorded, failing as a failure."""

from __future__ import annotations

import pytest

from onfile.config import Settings, load_settings
from onfile.engine import Engine
from onfile.errors import ModelError, SettingError
from onfile.modelling import Modelling
from onfile.testing import ScriptedGenerator
from onfile.types import RefusalCode, Reply

QUESTION = "What were Northwind's net sales in 2024?"
DECLINED = Reply("The sources do not state this.", "stop")


@pytest.fixture(scope="module")
def store(archive, tmp_path_factory):
    folder = tmp_path_factory.mktemp("store")
    with Engine(folder) as engine:
        engine.ingest([archive], workers=1, ocr=False)
    return folder


def engine_with(store, *replies, **given):
    engine = Engine(store, settings=Settings(store=store, **given))
    engine.model = Modelling(ScriptedGenerator(*replies), 50_000)
    return engine


def test_a_model_that_declines_is_a_refusal_and_its_name_and_prompt_are_in_the_record(store):
    with engine_with(store, DECLINED) as engine:
        outcome = engine.ask(QUESTION)
        record = engine.log.show(outcome.record)
    assert outcome.refusal is not None
    assert outcome.refusal.code is RefusalCode.MODEL_DECLINED
    prompts = [check.detail for check in outcome.checks if check.name == "prompt"]
    assert [len(detail) for detail in prompts] == [len("sha256:") + 64]
    assert "scripted 1" in str(record.body)


def test_a_question_refused_before_the_search_never_reaches_the_model(store):
    with engine_with(store, DECLINED) as engine:
        engine.ask("What is the share price of Northwind today?")
        assert engine.model.model.prompts == []


def test_the_model_sees_sources_and_question_and_no_file_path(store):
    with engine_with(store, DECLINED) as engine:
        engine.ask(QUESTION)
        (prompt,) = engine.model.model.prompts
    assert "[S1] Northwind" in prompt.user
    assert prompt.user.endswith(f"Question: {QUESTION}")
    assert str(store) not in prompt.user


def test_a_dead_endpoint_is_a_failure(store):
    with engine_with(store, ModelError("nobody there")) as engine, pytest.raises(ModelError):
        engine.ask(QUESTION)


def test_the_reader_answers_in_its_place_only_when_told_to(store):
    with engine_with(store, ModelError("nobody there"), model_fallback="reader") as engine:
        outcome = engine.ask(QUESTION)
    assert outcome.is_answered
    (check,) = [check for check in outcome.checks if check.name == "model"]
    assert not check.passed
    assert "nobody there" in check.detail


def test_without_a_model_set_there_is_none(store):
    with Engine(store) as engine:
        assert engine.model is None


def test_a_fallback_that_is_no_way_of_answering_is_a_wrong_setting():
    with pytest.raises(SettingError):
        load_settings({}, model_fallback="hope")


def test_the_models_key_is_no_setting_and_is_let_be():
    assert load_settings({"ONFILE_MODEL_KEY": "hush"}).model_url is None
