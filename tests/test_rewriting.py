"""Other words of a model's making: beside the lexicon's, off, on and failing."""

from __future__ import annotations

import pytest

from onfile.config import Settings
from onfile.engine import Engine
from onfile.errors import ModelError, SettingError
from onfile.modelling import Modelling, from_settings
from onfile.retrieve import rewrite
from onfile.retrieve.strategy import STANDARD
from onfile.testing import FakeEmbedder, ScriptedGenerator
from onfile.types import Reply
from onfile.writing_ahead import WritingAhead
from writing_model import check_named, engine_with

QUESTION = "What did Northwind say of its zephyrs in 2024?"


@pytest.fixture(scope="module")
def store(archive, tmp_path_factory):
    folder = tmp_path_factory.mktemp("store")
    with Engine(folder) as engine:
        engine.ingest([archive], workers=1, ocr=False)
    return folder


def test_words_are_taken_once_in_their_order_and_numbers_are_not():
    model = ScriptedGenerator(Reply("Net sales, net revenue 2024;\n12 Top-line", "stop"))
    words, check = rewrite.other_words("turnover?", model)
    assert words == "net sales revenue top-line"
    assert check.passed
    assert "written by scripted 1" in check.detail


def test_what_rambles_is_cut_off():
    endless = " ".join(f"word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(200))
    words, _ = rewrite.other_words("turnover?", ScriptedGenerator(Reply(endless, "length")))
    assert len(words.split()) == rewrite.MAX_WORDS


@pytest.mark.parametrize("reply", [ModelError("nobody there"), Reply("2024, 17", "stop")])
def test_a_model_that_fails_adds_nothing_and_says_so(reply):
    words, check = rewrite.other_words("turnover?", ScriptedGenerator(reply))
    assert words == ""
    assert not check.passed
    assert "the question stands alone" in check.detail


def test_rewriting_without_a_model_is_a_wrong_setting_with_a_hint():
    with pytest.raises(SettingError, match="rewrite needs a model") as raised:
        from_settings(Settings(rewrite=True))
    assert "ONFILE_REWRITE=0" in raised.value.hint


def test_each_way_of_writing_ahead_has_a_model_only_where_it_is_set():
    modelling = Modelling(ScriptedGenerator(Reply("alder", "stop")), 5000)
    both = WritingAhead.of(Settings(hyde=True, rewrite=True), modelling, STANDARD)
    assert both.hyde is both.rewrite is modelling.model
    assert WritingAhead.of(Settings(), modelling, STANDARD) == WritingAhead()
    ahead = WritingAhead(rewrite=modelling.model).write("birch", FakeEmbedder())
    assert ahead.words == "alder"
    assert [note.name for note in ahead.notes] == ["rewrite"]


def test_the_words_find_what_the_questions_own_words_do_not(store):
    with engine_with(store, Reply("employees, headcount", "stop"), rewrite=True) as engine:
        retrieved = engine.explain(QUESTION).retrieved
        plain = Engine(store)
        with plain:
            before = plain.explain(QUESTION).retrieved
    found, without = (
        {run.name for pair in r.pairs for run in pair.runs} for r in (retrieved, before)
    )
    assert "lexicon" in found
    assert "lexicon" not in without


def test_a_dead_model_costs_the_words_and_not_the_question(store):
    dead = ModelError("nobody there")
    with engine_with(store, dead, rewrite=True, model_fallback="reader") as engine:
        outcome = engine.ask("What were Northwind's net sales in 2024?")
    assert outcome.is_answered
    assert not check_named("rewrite", outcome).passed


def test_the_words_are_recorded(store):
    replies = (Reply("zanzibar", "stop"), Reply("The sources do not state this.", "stop"))
    with engine_with(store, *replies, rewrite=True) as engine:
        outcome = engine.ask(QUESTION)
        record = engine.log.show(outcome.record)
    assert "zanzibar" in check_named("rewrite", outcome).detail
    assert "zanzibar" in str(record.body["checks"])
