"""A made-up passage and a reranker through the whole engine: off, on, and failing."""

from __future__ import annotations

import numpy as np
import pytest

from onfile.config import Settings
from onfile.contract import explanation_json
from onfile.engine import Engine
from onfile.errors import ModelError, SettingError
from onfile.modelling import from_settings
from onfile.retrieve import hyde
from onfile.retrieve.rerank import Rescoring
from onfile.testing import BrokenEmbedder, FakeEmbedder, FakeReranker, ScriptedGenerator
from onfile.types import Reply, Score, ScoreKind
from writing_model import check_named, engine_with

QUESTION = "Why did Northwind's net sales change in 2024?"
PASSAGE = "Volumes grew in the zanzibar channel."
DECLINED = Reply("The sources do not state this.", "stop")


@pytest.fixture(scope="module")
def store(archive, tmp_path_factory):
    folder = tmp_path_factory.mktemp("store")
    with Engine(folder) as engine:
        engine.ingest([archive], workers=1, ocr=False)
    return folder


# ── the vector ───────────────────────────────────────────────────────────────────────────────


def test_the_vector_is_the_mean_of_question_and_passage_at_length_one():
    embedder = FakeEmbedder()
    question, passage = embedder.embed(["alder", "birch"])
    model = ScriptedGenerator(Reply("birch", "stop"))
    vector, check = hyde.moved("alder", question, embedder, model)
    mean = (question + passage) / 2
    assert np.allclose(vector, mean / np.linalg.norm(mean))
    assert vector.dtype == np.float32
    assert check.passed


def test_the_model_is_shown_the_question_and_no_source():
    model = ScriptedGenerator(Reply("birch", "stop"))
    embedder = FakeEmbedder()
    hyde.moved("alder?", embedder.embed(["alder"])[0], embedder, model)
    (prompt,) = model.prompts
    assert prompt.user == "Question: alder?"
    assert prompt.schema is None


@pytest.mark.parametrize("reply", [ModelError("nobody there"), Reply(" \n", "stop")])
def test_a_model_that_fails_leaves_the_questions_vector_and_says_so(reply):
    embedder = FakeEmbedder()
    question = embedder.embed(["alder"])[0]
    vector, check = hyde.moved("alder", question, embedder, ScriptedGenerator(reply))
    assert np.array_equal(vector, question)
    assert not check.passed
    assert "the question stands alone" in check.detail


def test_an_embedder_that_fails_on_the_passage_leaves_the_questions_vector():
    embedder = BrokenEmbedder(1)
    question = embedder.embed(["alder"])[0]
    model = ScriptedGenerator(Reply("birch", "stop"))
    vector, check = hyde.moved("alder", question, embedder, model)
    assert np.array_equal(vector, question)
    assert not check.passed


def test_vectors_that_cancel_out_leave_the_questions_vector():
    class Opposite(FakeEmbedder):
        def embed(self, texts, *, is_query=False):
            return -super().embed(texts)

    question = FakeEmbedder().embed(["alder"])[0]
    model = ScriptedGenerator(Reply("alder", "stop"))
    vector, check = hyde.moved("alder", question, Opposite(), model)
    assert np.array_equal(vector, question)
    assert not check.passed


# ── the engine ───────────────────────────────────────────────────────────────────────────────


def test_hyde_without_a_model_is_a_wrong_setting_with_a_hint():
    with pytest.raises(SettingError, match="hyde needs a model") as raised:
        from_settings(Settings(hyde=True))
    assert "ONFILE_MODEL_URL" in raised.value.hint


def test_by_default_no_passage_is_written_and_nothing_is_rescored(store):
    with engine_with(store, DECLINED) as engine:
        outcome = engine.ask(QUESTION)
        assert len(engine.model.model.prompts) == 1
    assert check_named("hyde", outcome) is None
    assert check_named("rerank", outcome) is None


def test_the_passage_is_recorded_and_explained_and_is_neither_source_nor_answer(store):
    with engine_with(store, Reply(PASSAGE, "stop"), DECLINED, hyde=True) as engine:
        explanation = engine.explain(QUESTION)
        outcome = explanation.outcome
        record = engine.log.show(outcome.record)
        _, answering = engine.model.model.prompts
    check = check_named("hyde", outcome)
    assert check.passed
    assert PASSAGE in check.detail
    assert "no evidence" in check.detail
    assert "zanzibar" not in answering.user
    assert not any("zanzibar" in e.chunk.text for e in outcome.evidence)
    assert "zanzibar" in str(record.body["checks"])
    assert "zanzibar" in str(explanation_json(explanation)["checks"])


def test_a_dead_model_costs_the_passage_and_not_the_question(store):
    dead = ModelError("nobody there")
    with engine_with(store, dead, hyde=True, model_fallback="reader") as engine:
        outcome = engine.ask("What were Northwind's net sales in 2024?")
    assert outcome.is_answered
    assert not check_named("hyde", outcome).passed


def test_without_vectors_nothing_is_written_and_that_is_said(store):
    with engine_with(store, DECLINED, hyde=True, dense=False) as engine:
        outcome = engine.ask(QUESTION)
        assert len(engine.model.model.prompts) == 1
    assert "no vectors" in check_named("hyde", outcome).detail


class Backwards(FakeReranker):
    """Turns the order round."""

    name = "backwards 1"

    def score(self, question, chunks):
        return [Score(float(n), ScoreKind.RERANK) for n, _ in enumerate(chunks)]


class Broken(FakeReranker):
    name = "broken 1"

    def score(self, question, chunks):
        raise ModelError("timed out")


def asked_with(store, reranker):
    with Engine(store) as engine:
        engine.rescoring = None if reranker is None else Rescoring(reranker, 20)
        explanation = engine.explain(QUESTION)
        return explanation, engine.log.show(explanation.outcome.record)


def test_a_reranker_changes_the_order_and_is_in_explain_and_record(store):
    plain, _ = asked_with(store, None)
    turned, record = asked_with(store, Backwards())
    pages = [[e.chunk.chunk_id for e in x.outcome.evidence] for x in (plain, turned)]
    assert pages[0] != pages[1]
    assert check_named("rerank", turned.outcome).passed
    assert record.body["versions"]["rerank"] == "backwards 1"
    assert "rerank #" in turned.outcome.evidence[0].reason
    assert turned.paths[0].places[0].rerank is not None


def test_a_reranker_that_fails_gives_the_same_outcome_with_a_note(store):
    plain, _ = asked_with(store, None)
    failed, record = asked_with(store, Broken())
    assert failed.outcome.evidence == plain.outcome.evidence
    assert failed.outcome.answer == plain.outcome.answer
    note = check_named("rerank", failed.outcome)
    assert not note.passed
    assert "timed out; the fused order stays" in note.detail
    assert "the fused order stays" in str(record.body["checks"])
