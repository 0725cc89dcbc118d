"""The adapter for OpenAI-compatible endpoints, against a transport that answers by script."""

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


class Endpoint:
    """Answers each request with the next of ``answers``; the last one again."""

    def __init__(self, *answers):
        self.answers = answers
        self.bodies = []
        self.headers = []
        self.waits = []

    def post(self, url, *, json, headers, timeout):
        self.bodies.append(json)
        self.headers.append(headers)
        assert timeout.connect is not None
        assert timeout.read is not None
        answer = self.answers[min(len(self.bodies), len(self.answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        return answer


def model(monkeypatch, *answers):
    endpoint = Endpoint(*answers)
    monkeypatch.setattr(httpx, "post", endpoint.post)
    return OpenAiHttp("http://localhost:1/v1/", "m", wait=endpoint.waits.append), endpoint


def test_it_asks_at_temperature_0_with_a_seed_and_the_schema(monkeypatch):
    asked, endpoint = model(monkeypatch, good("{}", "length"))
    reply = asked.generate(PROMPT)
    (body,) = endpoint.bodies
    assert (body["temperature"], body["stream"]) == (0, False)
    assert isinstance(body["seed"], int)
    assert body["response_format"]["json_schema"]["schema"] == PROMPT.schema
    assert (reply.text, reply.finish_reason, reply.model) == ("{}", "length", "m-1")


def test_a_server_without_schemas_is_asked_again_without_one_and_remembered(monkeypatch):
    asked, endpoint = model(monkeypatch, httpx.Response(400, text="response_format?"), good())
    asked.generate(PROMPT)
    asked.generate(PROMPT)
    assert ["response_format" in body for body in endpoint.bodies] == [True, False, False]


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
