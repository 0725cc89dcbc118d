"""The adapter for OpenAI-compatible endpoints, against a transport that answers by script."""

import contextlib
import itertools
import json

import httpx
import pytest

from onfile.adapters.openai_http import KEY_VARIABLE, N_TRIES, OpenAiHttp
from onfile.errors import ModelError, SettingError
from onfile.types import Prompt

PROMPT = Prompt("be careful", "what?", {"type": "object"}, 64)


def good(text="{}", finish="stop"):
    choice = {"message": {"content": text}, "finish_reason": finish}
    return httpx.Response(200, json={"model": "m-1", "choices": [choice]})


class Endless:
    """A reply that never ends."""

    status_code = 200

    def __init__(self, piece):
        self._piece = piece

    def iter_bytes(self):
        while True:
            yield self._piece


class Endpoint:
    """Answers each request with the next of ``answers``; the last one again."""

    def __init__(self, *answers):
        self.answers = answers
        self.bodies = []
        self.headers = []
        self.waits = []

    @contextlib.contextmanager
    def stream(self, method, url, *, json, headers, timeout):
        assert (method, url) == ("POST", "http://localhost:1/v1/chat/completions")
        self.bodies.append(json)
        self.headers.append(headers)
        assert timeout.connect is not None
        assert timeout.read is not None
        answer = self.answers[min(len(self.bodies), len(self.answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        yield answer


def model(monkeypatch, *answers, clock=lambda: 0.0):
    endpoint = Endpoint(*answers)
    monkeypatch.setattr(httpx, "stream", endpoint.stream)
    asked = OpenAiHttp("http://localhost:1/v1/", "m", wait=endpoint.waits.append, clock=clock)
    return asked, endpoint


def test_it_asks_at_temperature_0_with_a_seed_and_the_schema(monkeypatch):
    asked, endpoint = model(monkeypatch, good("{}", "length"))
    reply = asked.generate(PROMPT)
    (body,) = endpoint.bodies
    assert (body["temperature"], body["stream"]) == (0, False)
    assert isinstance(body["seed"], int)
    assert body["response_format"]["json_schema"]["schema"] == PROMPT.schema
    assert (reply.text, reply.finish_reason, reply.model) == ("{}", "length", "m-1")


def test_the_servers_prompt_cache_is_off(monkeypatch):
    asked, endpoint = model(monkeypatch, good())
    asked.generate(PROMPT)
    assert endpoint.bodies[0]["cache_prompt"] is False


def fields(endpoint):
    return [
        [name for name in ("cache_prompt", "response_format") if name in body]
        for body in endpoint.bodies
    ]


def test_a_server_that_knows_no_cache_field_is_asked_without_it_and_keeps_the_schema(monkeypatch):
    asked, endpoint = model(monkeypatch, httpx.Response(400, text="cache_prompt?"), good())
    asked.generate(PROMPT)
    asked.generate(PROMPT)
    assert fields(endpoint) == [
        ["cache_prompt", "response_format"],
        ["response_format"],
        ["response_format"],
    ]


def test_a_server_without_schemas_is_asked_again_without_one_and_remembered(monkeypatch):
    no = httpx.Response(400, text="response_format?")
    asked, endpoint = model(monkeypatch, no, no, good())
    asked.generate(PROMPT)
    asked.generate(PROMPT)
    assert fields(endpoint)[2:] == [["cache_prompt"], ["cache_prompt"]]


def test_a_server_that_takes_no_form_is_a_model_error_with_what_it_said(monkeypatch):
    asked, endpoint = model(monkeypatch, httpx.Response(400, text="no such model"))
    with pytest.raises(ModelError, match="no such model"):
        asked.generate(PROMPT)
    assert len(endpoint.bodies) == 4


def test_a_reply_that_trickles_is_given_up_after_a_bounded_time(monkeypatch):
    ticks = itertools.count(0.0, 30.0)
    asked, endpoint = model(monkeypatch, Endless(b" "), clock=lambda: next(ticks))
    with pytest.raises(ModelError, match="no whole reply"):
        asked.generate(PROMPT)
    assert len(endpoint.bodies) == N_TRIES


def test_a_reply_without_end_is_given_up(monkeypatch):
    asked, _ = model(monkeypatch, Endless(b" " * 1_000_000))
    with pytest.raises(ModelError, match="no whole reply"):
        asked.generate(PROMPT)


def test_a_dead_endpoint_is_a_model_error_after_a_bounded_number_of_tries(monkeypatch):
    asked, endpoint = model(monkeypatch, httpx.ConnectError("refused"))
    with pytest.raises(ModelError, match="refused"):
        asked.generate(PROMPT)
    assert len(endpoint.bodies) == N_TRIES
    assert endpoint.waits == [0.5, 1.0]


def test_a_busy_server_is_asked_again(monkeypatch):
    asked, endpoint = model(monkeypatch, httpx.Response(503, text="busy"), good())
    assert asked.generate(PROMPT).text == "{}"
    assert len(endpoint.bodies) == 2


def test_a_refused_key_is_not_tried_again(monkeypatch):
    asked, endpoint = model(monkeypatch, httpx.Response(401, text="no"))
    with pytest.raises(ModelError, match="401"):
        asked.generate(PROMPT)
    assert len(endpoint.bodies) == 1


@pytest.mark.parametrize(
    "answer", [httpx.Response(200, json={"choices": []}), httpx.Response(200, text="<html>")]
)
def test_an_answer_in_an_unknown_form_is_a_model_error(monkeypatch, answer):
    asked, _ = model(monkeypatch, answer)
    with pytest.raises(ModelError):
        asked.generate(PROMPT)


def test_the_key_comes_from_the_environment_and_is_in_no_name(monkeypatch):
    monkeypatch.setenv(KEY_VARIABLE, "hush")
    asked, endpoint = model(monkeypatch, good())
    asked.generate(PROMPT)
    assert endpoint.headers[0]["Authorization"] == "Bearer hush"
    assert "hush" not in asked.name + json.dumps(endpoint.bodies)


def test_an_address_that_is_none_is_a_wrong_setting():
    with pytest.raises(SettingError):
        OpenAiHttp("localhost:11434", "m")
