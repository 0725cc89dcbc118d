"""A model behind a real local endpoint, asked by the command line in a process of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import socketserver
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler

import pytest

from onfile.adapters.openai_http import N_TRIES

QUESTION = "What were Northwind's net sales in fiscal 2024?"
GONE = "http://127.0.0.1:9/v1"  # the discard port: nobody listens


@pytest.fixture(scope="module")
def store(small_store, tmp_path_factory):
    return shutil.copytree(small_store, tmp_path_factory.mktemp("endpoint") / "store")


class Endpoint(socketserver.ThreadingTCPServer):
    """Replies to every request with what ``script`` makes of its body: a status and a text."""

    daemon_threads = True

    def __init__(self, script):
        self.script = script
        self.bodies = []
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.bodies.append(body)
        status, text, finish = self.server.script(body)
        choice = {"message": {"content": text}, "finish_reason": finish}
        sent = json.dumps({"model": "m", "choices": [choice]}).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *_):
        pass


def honest(body, **changed):
    """The row of net sales, cited from the first source that has it."""
    sources = re.split(r"^\[(S\d+)\] ", body["messages"][1]["content"], flags=re.MULTILINE)
    for handle, text in zip(sources[1::2], sources[2::2], strict=True):
        row = re.search(r"^Net sales .*5,037.*$", text, re.MULTILINE)
        if row is not None:
            citation = {"source": handle, "quote": row.group()} | changed
            claim = {"text": "Net sales were $5,037 million.", "citations": [citation]}
            value = {"number": 5037, "scale": 10**6, "currency": "USD", "percent": False}
            return json.dumps({"answered": True, "claims": [claim], "value": value})
    return json.dumps({"answered": False, "claims": []})


def said(text, finish="stop", status=200):
    return lambda body: (status, text(body) if callable(text) else text, finish)


def uncited(body):
    claims = [{"text": "Net sales were $5,037 million.", "citations": []}]
    return json.dumps({"answered": True, "claims": claims})


def ask(store, url, *options):
    run = "import sys; from onfile.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", run, "ask", QUESTION, "--store", str(store), "--json"]
    done = subprocess.run(
        [*command, "--no-dense", "--model-url", url, *options],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "NO_PROXY": "127.0.0.1"},
        check=False,
    )
    return done, json.loads(done.stdout) if done.stdout.strip() else {}


def test_a_true_reply_is_answered_and_the_request_is_as_it_should_be(store):
    with Endpoint(said(honest)) as endpoint:
        done, outcome = ask(store, endpoint.url)
    assert done.returncode == 0, done.stderr + done.stdout
    assert outcome["value"]["number"] == 5037
    assert outcome["claims"][0]["citations"][0]["document"].startswith("NORTHWIND")
    body = endpoint.bodies[0]
    assert (body["temperature"], body["cache_prompt"], body["stream"]) == (0, False, False)
    assert isinstance(body["seed"], int)
    assert body["response_format"]["type"] == "json_schema"


@pytest.mark.parametrize(
    ("text", "finish", "code"),
    [
        (honest, "length", "MODEL_TRUNCATED"),
        (lambda body: f"<think>{honest(body)}", "stop", "MODEL_UNPARSEABLE"),
        ("Net sales were $5,037 million.", "stop", "MODEL_UNPARSEABLE"),
        ("The sources do not state this.", "stop", "MODEL_DECLINED"),
        (uncited, "stop", "CITATION_UNRESOLVED"),
        (lambda body: honest(body, source="S99"), "stop", "CITATION_UNRESOLVED"),
        (lambda body: honest(body, quote="Net sales 5,038 4,706"), "stop", "QUOTE_NOT_FOUND"),
    ],
)
def test_a_reply_that_is_no_answer_is_a_refusal(store, text, finish, code):
    with Endpoint(said(text, finish)) as endpoint:
        done, outcome = ask(store, endpoint.url)
    assert done.returncode == 3, done.stderr
    assert (outcome["outcome"], outcome["refusal"]["code"]) == ("refused", code)


def test_an_endpoint_that_only_fails_is_a_failure_after_a_bounded_number_of_tries(store):
    with Endpoint(said("busy", status=503)) as endpoint:
        done, _ = ask(store, endpoint.url)
    assert done.returncode == 1
    assert "503" in done.stderr + done.stdout
    assert len(endpoint.bodies) == N_TRIES


def test_a_dead_endpoint_is_a_failure_and_the_reader_answers_only_when_told_to(store):
    done, outcome = ask(store, GONE)
    assert done.returncode == 1
    assert outcome.get("outcome") not in ("answered", "refused")
    done, outcome = ask(store, GONE, "--fallback", "reader")
    assert done.returncode == 0
    (check,) = [check for check in outcome["checks"] if check["name"] == "model"]
    assert not check["passed"]
