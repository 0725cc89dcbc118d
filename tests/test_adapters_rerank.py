"""The two rerankers: an endpoint against a transport of made-up answers, a model against a fake."""

import json

import httpx
import pytest

from onfile.adapters import crossencoder, rerank_http
from onfile.adapters.crossencoder import CrossEncoder
from onfile.adapters.rerank_http import KEY_VARIABLE, RerankHttp
from onfile.config import Settings, load_settings
from onfile.errors import ModelError, SettingError
from onfile.reranking import from_settings
from onfile.types import Chunk, ScoreKind, Span

URL = "http://localhost:1/v1"


def chunk(text):
    return Chunk(text, "north", 1, "prose", text, "Northwind", (Span(1, 0, len(text)),))


CHUNKS = [chunk("elm"), chunk("alder"), chunk("birch alder")]


class Endpoint:
    """A server that answers with what it is given, and keeps what it was asked."""

    def __init__(self, answer):
        self.requests = []
        self._answer = answer

    def __call__(self, request):
        self.requests.append(request)
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


def results(*pairs):
    found = [{"index": index, "relevance_score": score} for index, score in pairs]
    return httpx.Response(200, json={"results": found})


def asked(answer, **given):
    endpoint = Endpoint(answer)
    return RerankHttp(URL, transport=httpx.MockTransport(endpoint), **given), endpoint


# ── an endpoint ──────────────────────────────────────────────────────────────────────────────


def test_an_endpoint_is_asked_once_and_its_results_are_put_in_the_order_of_the_passages():
    reranker, endpoint = asked(results((2, 0.9), (0, -1.5), (1, 0.0)), model="m")
    scores = reranker.score("alder?", CHUNKS)
    assert [score.value for score in scores] == [-1.5, 0.0, 0.9]
    assert {score.kind for score in scores} == {ScoreKind.RERANK}
    (request,) = endpoint.requests
    body = json.loads(request.content)
    assert str(request.url) == f"{URL}/rerank"
    assert (body["query"], body["top_n"], body["model"]) == ("alder?", 3, "m")
    assert body["documents"][1] == "Northwind\nalder"


def test_the_address_may_end_in_rerank_already():
    endpoint = Endpoint(results((0, 1.0)))
    reranker = RerankHttp(f"{URL}/rerank", transport=httpx.MockTransport(endpoint))
    reranker.score("q", CHUNKS[:1])
    assert str(endpoint.requests[0].url) == f"{URL}/rerank"


def test_the_key_goes_into_the_request_and_not_into_the_name(monkeypatch):
    monkeypatch.setenv(KEY_VARIABLE, "hush")
    reranker, endpoint = asked(results((0, 1.0)))
    reranker.score("q", CHUNKS[:1])
    assert endpoint.requests[0].headers["Authorization"] == "Bearer hush"
    assert "hush" not in reranker.name


@pytest.mark.parametrize(
    "answer",
    [
        httpx.ConnectError("refused"),
        httpx.ReadTimeout("too slow"),
        httpx.Response(503, text="busy"),
        httpx.Response(200, text="<html>"),
        httpx.Response(200, json=[1, 2]),
        httpx.Response(200, json={"results": [{"index": 0}]}),
        results((0, 1.0), (1, 1.0)),
        results((0, 1.0), (1, 1.0), (7, 1.0)),
        results((0, 1.0), (0, 1.0), (1, 1.0)),
    ],
)
def test_an_endpoint_that_gives_no_whole_answer_is_a_model_error(answer):
    reranker, endpoint = asked(answer)
    with pytest.raises(ModelError, match="gave no scores"):
        reranker.score("q", CHUNKS)
    assert len(endpoint.requests) == 1


def test_a_server_that_drips_is_given_up_when_the_time_is_over():
    class Dripping(httpx.SyncByteStream):
        def __iter__(self):
            while True:
                yield b" "

    times = iter(range(0, 10_000, 4))
    reranker, _ = asked(httpx.Response(200, stream=Dripping()), clock=lambda: next(times))
    with pytest.raises(ModelError, match=f"{rerank_http.TIMEOUT_S:g} s"):
        reranker.score("q", CHUNKS)


# ── a model in this process ──────────────────────────────────────────────────────────────────


class FakeEncoder:
    """As fastembed's ``TextCrossEncoder``: a score a passage, its length."""

    def __init__(self, error=None):
        self._error = error

    def rerank(self, query, documents, batch_size):
        if self._error is not None:
            raise self._error
        yield from (len(d) for d in documents)


def test_a_cross_encoder_gives_one_rerank_score_a_passage_in_order():
    scores = CrossEncoder("m", encoder=FakeEncoder()).score("q", CHUNKS)
    lengths = [len("Northwind\n") + len(c.text) for c in CHUNKS]
    assert [score.value for score in scores] == lengths
    assert {score.kind for score in scores} == {ScoreKind.RERANK}


def test_a_cross_encoder_that_fails_in_any_way_is_a_model_error():
    with pytest.raises(ModelError, match="no such file"):
        CrossEncoder("m", encoder=FakeEncoder(OSError("no such file"))).score("q", CHUNKS)


def test_a_cross_encoder_that_takes_too_long_is_given_up():
    times = iter(range(0, 1000, 10))
    slow = CrossEncoder("m", encoder=FakeEncoder(), clock=lambda: next(times))
    with pytest.raises(ModelError, match="2 of 3 passages in 15 s"):
        slow.score("q", CHUNKS)


def test_a_model_in_a_folder_is_named_by_the_folder_alone(tmp_path):
    folder = tmp_path / "small-encoder"
    folder.mkdir()
    assert CrossEncoder(str(folder), encoder=FakeEncoder()).name == "small-encoder by fastembed"


def test_without_fastembed_the_command_that_installs_it_is_told(monkeypatch):
    monkeypatch.setattr(crossencoder, "find_spec", lambda name: None)
    with pytest.raises(SettingError) as raised:
        from_settings(Settings(rerank="fastembed"))
    assert "pip install 'onfile[rerank]'" in raised.value.hint


def test_without_httpx_the_command_that_installs_it_is_told(monkeypatch):
    monkeypatch.setattr(rerank_http, "find_spec", lambda name: None)
    with pytest.raises(SettingError) as raised:
        RerankHttp(URL)
    assert "pip install 'onfile[model]'" in raised.value.hint


# ── settings ─────────────────────────────────────────────────────────────────────────────────


def test_nothing_is_reranked_unless_it_is_set():
    assert from_settings(load_settings({})) is None


def test_the_endpoint_is_set_by_variables():
    environ = {
        "ONFILE_RERANK": "http",
        "ONFILE_RERANK_URL": URL,
        "ONFILE_RERANK_MODEL": "m",
        "ONFILE_RERANK_TOP": "7",
        KEY_VARIABLE: "hush",
    }
    rescoring = from_settings(load_settings(environ))
    assert (rescoring.reranker.name, rescoring.top) == (f"m at {URL}", 7)


@pytest.mark.parametrize(
    "given",
    [
        {"rerank": "http"},
        {"rerank_url": URL},
        {"rerank": "fastembed", "rerank_url": URL},
        {"rerank": "http", "rerank_url": "localhost:8080"},
    ],
)
def test_settings_that_contradict_each_other_are_refused_with_a_hint(given):
    with pytest.raises(SettingError) as raised:
        from_settings(Settings(**given))
    assert raised.value.hint


@pytest.mark.parametrize(
    ("name", "value"), [("rerank", "hope"), ("rerank_top", 0), ("rerank_model", "")]
)
def test_a_wrong_value_is_refused_by_name(name, value):
    with pytest.raises(SettingError, match=name):
        load_settings({}, **{name: value})
