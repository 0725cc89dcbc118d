"""``onfile serve`` as a process of its own: from its first line to its end."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from onfile.engine import Engine
from server_client import QUESTION

TESTS = Path(__file__).resolve().parent
ENVIRON = os.environ | {"PYTHONPATH": str(TESTS.parent / "src")}
START_S = 180


@pytest.fixture
def store(small_store, tmp_path):
    shutil.copytree(small_store, tmp_path / "store")
    return tmp_path / "store"


@pytest.fixture
def serve(store, tmp_path):
    """Starts the server with more options; gives the process and what it says."""
    started = []

    def start(*options, **environ):
        log = tmp_path / f"log{len(started)}"
        command = [sys.executable, "-m", "onfile.cli.main", "serve", "--store", str(store)]
        with log.open("wb") as stream:
            process = subprocess.Popen([*command, *options], stderr=stream, env=ENVIRON | environ)
        started.append(process)
        return process, log

    yield start
    for process in started:
        process.kill()
        process.wait()


def address_in(log):
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        if found := re.search(r"is served at (http://\S+)", log.read_text()):
            return found[1]
        time.sleep(0.1)
    raise AssertionError(log.read_text())


def visit(address):
    command = [sys.executable, str(TESTS / "serve_visit.py"), address, QUESTION]
    done = subprocess.run(command, capture_output=True, check=True, timeout=START_S)
    return json.loads(done.stdout)


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_is_ended_has_the_record_of_every_answer_it_gave(serve, store, sign):
    process, log = serve("--port", "0")
    status, outcome, record = visit(address_in(log))
    assert (status, outcome) == (200, "answered")
    process.send_signal(sign)
    code = process.wait(START_S)
    assert code == (0 if sign == signal.SIGTERM else -signal.SIGKILL), log.read_text()
    assert log.read_text().endswith("onfile: stopped\n") == (sign == signal.SIGTERM)
    with Engine(store, create=False) as engine:
        assert engine.log.show(record).id == record
        assert engine.log.verify().ok


def test_killed_among_many_questions_it_has_the_record_of_every_answer_that_was_heard(
    serve, store, tmp_path
):
    process, log = serve("--port", "0", ONFILE_SERVE_QUESTIONS_PER_MINUTE="100000")
    heard = keep_asking(address_in(log), tmp_path, n_visitors=3)
    wait_until(lambda: all(len(records(path)) >= 3 for path, _ in heard))
    process.kill()
    for _, visitor in heard:
        visitor.wait(START_S)
    told = [record for path, _ in heard for record in records(path)]
    with Engine(store, create=False) as engine:
        kept = [row.id for row in engine.store.audit_rows()]
        assert [record for record in told if record not in kept] == []
        assert len(set(told)) == len(told) >= 9
        assert engine.log.verify().ok
    _, log = serve("--port", "0")
    assert visit(address_in(log))[1] == "answered"
    with Engine(store, create=False) as engine:
        report = engine.log.verify()
        assert (report.ok, report.n_records) == (True, len(kept) + 1)


def keep_asking(address, folder, n_visitors):
    """Visitors that ask until the server is gone; each with the file of what it was told."""
    command = [sys.executable, str(TESTS / "serve_visit.py"), address, QUESTION, "100000"]
    started = []
    for n in range(n_visitors):
        path = folder / f"visitor{n}"
        with path.open("wb") as stream:
            started.append((path, subprocess.Popen(command, stdout=stream)))
    return started


def records(path):
    """Of the answers that a visitor was told, whole lines alone."""
    lines = path.read_text().rpartition("\n")[0].splitlines()
    return [json.loads(line)[2] for line in lines]


def wait_until(condition):
    end = time.monotonic() + START_S
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.05)


def test_the_access_log_is_a_json_object_a_line_with_the_request_s_id(serve, store):
    process, log = serve("--port", "0")
    record = visit(address_in(log))[2]
    process.terminate()
    process.wait(START_S)
    lines = [line for line in log.read_text().splitlines() if line.startswith("{")]
    asked = [one for one in map(json.loads, lines) if one.get("path") == "/api/ask"]
    with Engine(store, create=False) as engine:
        request_id = engine.log.show(record).body["request_id"]
    assert [(one["status"], one["request_id"]) for one in asked] == [(200, request_id)]


def test_without_an_account_it_does_not_start_for_others(serve):
    process, log = serve("--host", "0.0.0.0")
    assert process.wait(START_S) == 2
    assert "without an account onfile listens on this machine alone" in log.read_text()
    assert "onfile user add NAME" in log.read_text()
