"""An inference model over a claim's quotes: a further check, which can only refuse."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest

from lying_archive import build, cells, claim, facts, lies, reading, reply
from onfile.adapters import nli
from onfile.adapters.nli import OnnxNli
from onfile.config import Settings
from onfile.errors import ModelError, SettingError
from onfile.modelling import Modelling, from_settings
from onfile.testing import FakeEntailment, ScriptedGenerator
from onfile.types import Draft, Refusal, RefusalCode

ARCHIVE = build()
FACT = facts()[0]


class Says:
    """Gives every pair one score, or raises it."""

    name = "says 1"

    def __init__(self, score):
        self._score = score

    def scores(self, pairs):
        if isinstance(self._score, Exception):
            raise self._score
        return [self._score] * len(pairs)


def answer(fact, written, entailment):
    model = Modelling(ScriptedGenerator(written), 100_000, entailment)
    result, checks = model.answer(reading(fact, ARCHIVE), {}, ARCHIVE.page_text, cells(ARCHIVE))
    return result, {check.name: check for check in checks}


def folder(path, labels=None):
    for name in ("model.onnx", "tokenizer.json"):
        (path / name).write_text("{}", encoding="utf-8")
    named = labels or {"0": "contradiction", "1": "Entailment", "2": "neutral"}
    (path / "config.json").write_text(json.dumps({"id2label": named}), encoding="utf-8")
    return path


def stubbed(monkeypatch, run):
    """The runtime and the tokenizer with one model in it that gives what ``run`` gives."""
    session = SimpleNamespace(
        get_inputs=lambda: [SimpleNamespace(name="input_ids")], run=lambda _, inputs: run(inputs)
    )
    tokenizer = SimpleNamespace(
        enable_truncation=lambda *_, **__: None,
        encode=lambda a, b: SimpleNamespace(
            ids=[len(a), len(b)], attention_mask=[1, 1], type_ids=[0, 1]
        ),
    )
    runtime = SimpleNamespace(InferenceSession=lambda *_, **__: session)
    tokenizers = SimpleNamespace(Tokenizer=SimpleNamespace(from_file=lambda _: tokenizer))
    monkeypatch.setattr(nli, "_libraries", lambda: (runtime, tokenizers))


@pytest.fixture(params=["fake", "onnx"])
def entailment(request, monkeypatch, tmp_path):
    if request.param == "fake":
        return FakeEntailment()
    stubbed(monkeypatch, lambda _: [[[0.0, 2.0, 0.0]]])
    return OnnxNli(folder(tmp_path))


def test_an_entailment_model_gives_a_probability_a_pair_in_order_and_again(entailment):
    pairs = [("net sales rose", "sales rose"), ("net sales rose", "profit fell")]
    found = entailment.scores(pairs)
    assert len(found) == 2
    assert all(0.0 <= score <= 1.0 for score in found)
    assert entailment.scores(pairs) == found
    assert entailment.scores([]) == []
    assert entailment.name


def test_the_label_that_the_configuration_names_is_the_one_that_counts(monkeypatch, tmp_path):
    stubbed(monkeypatch, lambda _: [[[0.0, 2.0, 0.0]]])
    (score,) = OnnxNli(folder(tmp_path)).scores([("a", "b")])
    assert score == pytest.approx(np.exp(2) / (np.exp(2) + 2))


def test_a_model_that_can_not_be_run_is_a_model_error(monkeypatch, tmp_path):
    def fails(_):
        raise RuntimeError("no memory")

    stubbed(monkeypatch, fails)
    with pytest.raises(ModelError, match="no memory"):
        OnnxNli(folder(tmp_path)).scores([("a", "b")])


def test_a_folder_without_a_model_is_a_wrong_setting(tmp_path):
    with pytest.raises(SettingError, match=r"model\.onnx"):
        OnnxNli(tmp_path)
    url = "http://localhost:1/v1"
    with pytest.raises(SettingError):
        from_settings(Settings(model_url=url, nli_model=tmp_path))


def test_a_claim_that_the_model_finds_entailed_stands_and_the_check_is_recorded():
    result, checks = answer(FACT, reply(claim(FACT)), Says(0.9))
    assert isinstance(result, Draft)
    assert checks["entailed"].passed


def test_a_claim_that_the_model_does_not_find_entailed_is_refused():
    result, checks = answer(FACT, reply(claim(FACT)), Says(0.4))
    assert isinstance(result, Refusal)
    assert result.code is RefusalCode.NOT_ENTAILED
    assert not checks["entailed"].passed


def test_no_score_lifts_what_the_other_checks_turn_down():
    for lie in lies():
        assert isinstance(answer(lie.fact, lie.reply, Says(1.0))[0], Refusal)


def test_without_a_model_nothing_is_recorded_of_it():
    assert "entailed" not in answer(FACT, reply(claim(FACT)), None)[1]


def test_a_model_that_fails_is_a_failure_and_no_refusal():
    with pytest.raises(ModelError):
        answer(FACT, reply(claim(FACT)), Says(ModelError("gone")))
