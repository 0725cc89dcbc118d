"""``onfile eval`` over a small store and over a server."""

import json
import re
import shutil

import httpx
import pytest
from typer.testing import CliRunner

from onfile.accounts import Accounts
from onfile.adapters.onfile_http import ServerClient
from onfile.cli.main import app
from onfile.errors import ModelError, SettingError, UsageError
from onfile.evaluate.suite import read_suites
from onfile.evaluating import Evaluation, evaluate
from onfile.targets import ServerTarget
from onfile.types import AccessRule, RuleKind
from server_client import serving

SUITE = """
name: few
questions:
  - id: capex
    question: What was Northwind's capital expenditure in 2024?
    kind: figure
    answer: $318 million
    numbers: [{value: 318, scale: millions, unit: USD}]
    gold: [{file: NORTHWIND_2024_10K.pdf, page: 9}]
  - id: price
    question: What is Northwind trading at right now?
    kind: live
    expected_codes: [LIVE_DATA]
  - {id: open, question: "What were Northwind's net sales in 2024?"}
"""


@pytest.fixture(scope="module")
def small_store(small_store, tmp_path_factory):
    """A copy: every run writes its records into the log of the store that it asks."""
    return shutil.copytree(small_store, tmp_path_factory.mktemp("evaluated") / "store")


@pytest.fixture
def suite(tmp_path):
    path = tmp_path / "few.yaml"
    path.write_text(SUITE, encoding="utf-8")
    return path


def run(*arguments):
    return CliRunner().invoke(app, ["eval", *map(str, arguments)])


def test_a_run_leaves_records_a_report_and_a_page_that_needs_nothing_else(
    small_store, suite, tmp_path
):
    out = tmp_path / "run"
    result = run(suite, "--store", small_store, "--out", out)
    assert result.exit_code == 0, result.output
    assert re.search(r"answerable\s+2\s+0\s+0", result.stdout)
    records = [json.loads(line) for line in (out / "records.jsonl").read_text().splitlines()]
    assert [r["verdict"] for r in records] == ["right", "refused", "unscored"]
    assert json.loads((out / "report.json").read_text())["unscored"] == ["open"]
    page = (out / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 4
    assert "net sales in 2024?" in page
    assert not re.search(r"""(?:src|href)=["'](?!#)""", page)  # links lead nowhere but here
    assert not re.search(r"@import|url\((?!#)", page)


def test_text_of_documents_and_questions_is_escaped_in_the_page(small_store, suite, tmp_path):
    hostile = SUITE.replace("net sales in 2024?", "net sales in 2024 <script>alert(1)</script>?")
    suite.write_text(hostile, encoding="utf-8")
    run(suite, "--store", small_store, "--out", tmp_path / "run")
    page = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_a_question_that_fails_is_told_with_its_error(suite, tmp_path):
    client, _ = client_of(500, {"error": {"message": "the disk is gone"}})
    client.coverage_fingerprint = lambda: "none"
    run_, report, _ = evaluate(
        ServerTarget(client), read_suites([suite]), tmp_path / "run", Evaluation()
    )
    assert [r.outcome for r in run_.records] == ["failed"] * 3
    assert report.metrics["failed"].value == 1.0
    assert "the disk is gone" in (tmp_path / "run" / "report.html").read_text(encoding="utf-8")


def test_a_broken_floor_ends_with_1_and_says_by_how_much(small_store, suite, tmp_path):
    floors = tmp_path / "floors.yaml"
    floors.write_text("right: 0.9\nwrong_rate: {max: 0}\n", encoding="utf-8")
    out = tmp_path / "run"
    result = run(suite, "--store", small_store, "--out", out, "--gate", floors)
    assert result.exit_code == 1
    assert "1 of 2 floors broken" in result.stdout
    assert "right is 0.500, at least 0.900 was asked for: short by 0.400" in result.stdout


def test_floors_of_the_suite_count_where_no_gate_is_given(small_store, suite, tmp_path):
    suite.write_text(SUITE + "floors: {answered: 0.99}\n", encoding="utf-8")
    result = run(suite, "--store", small_store, "--out", tmp_path / "run", "--json")
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    assert len(told["broken"]) == 1
    assert told["report"]["metrics"]["answered"]["value"] == pytest.approx(2 / 3)


def test_a_run_is_never_written_over(small_store, suite, tmp_path):
    out = tmp_path / "run"
    assert run(suite, "--store", small_store, "--out", out).exit_code == 0
    assert run(suite, "--store", small_store, "--out", out).exit_code == 2


def test_repeats_are_the_same_each_time(small_store, suite, tmp_path):
    out = tmp_path / "run"
    result = run(suite, "--store", small_store, "--out", out, "--repeat", 3, "--json")
    assert json.loads(result.stdout)["report"]["unstable"] == []


def test_why_and_compare_read_runs_back(small_store, suite, tmp_path):
    for name in ("a", "b"):
        run(suite, "--store", small_store, "--out", tmp_path / name)
    why = run("why", tmp_path / "a", "capex")
    assert why.exit_code == 0
    assert "first right place" in why.stdout
    assert run("why", tmp_path / "a", "nobody").exit_code == 2
    compared = run("compare", tmp_path / "a", tmp_path / "b")
    assert compared.exit_code == 0
    assert "0 of 3 questions flipped" in compared.stdout
    suite.write_text(SUITE.replace("net sales", "net income"), encoding="utf-8")
    run(suite, "--store", small_store, "--out", tmp_path / "c")
    assert run("compare", tmp_path / "a", tmp_path / "c").exit_code == 2


def test_the_judge_may_not_be_the_model_that_answers(small_store, suite, tmp_path, monkeypatch):
    monkeypatch.setenv("ONFILE_MODEL_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("ONFILE_MODEL_NAME", "qwen3")
    judge = ("--judge-url", "http://127.0.0.1:9/v1", "--judge-model", "qwen3")
    result = run(suite, "--store", small_store, "--out", tmp_path / "run", *judge)
    assert result.exit_code == 2
    assert "judge itself" in result.output
    assert not (tmp_path / "run").exists()


def test_the_export_is_written_beside_the_run(small_store, suite, tmp_path):
    out, rows = tmp_path / "run", tmp_path / "rows.jsonl"
    run(suite, "--store", small_store, "--out", out, "--export", "ragas", rows)
    assert len(rows.read_text().splitlines()) == 3


# ── a server ─────────────────────────────────────────────────────────────────────────────────


def carried_to(client):
    """What sends a request on to an application in this process."""

    def answer(request):
        headers = {"content-type": "application/json"}
        if "authorization" in request.headers:
            headers["authorization"] = request.headers["authorization"]
        path = request.url.raw_path.decode()
        told = client.request(request.method, path, content=request.content, headers=headers)
        return httpx.Response(told.status_code, content=told.content)

    return httpx.MockTransport(answer)


def test_a_server_is_asked_as_an_engine_is(small_store, suite, tmp_path):
    with serving(small_store, tmp_path) as client:
        server = ServerClient(str(client.base_url), {"": ""}, transport=carried_to(client))
        run_, report, _ = evaluate(
            ServerTarget(server), read_suites([suite]), tmp_path / "run", Evaluation()
        )
    assert [r.verdict.value for r in run_.records] == ["right", "refused", "unscored"]
    assert report.metrics["quotes_found"].value == 1.0
    assert report.metrics["page_hit@5"].value == 1.0


def test_a_gate_can_say_what_must_look_absent_to_a_user_of_a_server(small_store, tmp_path):
    path = tmp_path / "permissions.yaml"
    path.write_text(
        """
questions:
  - {id: ada, question: "What were Kestrel's net operating revenues in fiscal 2025?",
     as_user: ada, expected_codes: [COMPANY_NOT_ON_FILE], looks_absent: Kestrel}
  - {id: bob, question: "What were Kestrel's net operating revenues in fiscal 2025?",
     as_user: bob, numbers: [{value: 3094, scale: millions}]}
floors: {looks_absent: 1, right: 1, wrong_rate: {max: 0}}
""",
        encoding="utf-8",
    )
    with serving(small_store, tmp_path) as client:
        accounts, keys = Accounts(client.engine.store), {}
        for user in ("ada", "bob"):
            accounts.add(user, "a long pass phrase")
            keys[user] = accounts.create_key(user)[1]
        (kestrel,) = (d for d in client.engine.documents() if d.name.startswith("KESTREL"))
        label = AccessRule(RuleKind.LABEL, "kestrel", kestrel.document_id)
        allowed = AccessRule(RuleKind.ALLOW, "kestrel", "user:bob")
        client.engine.store.change_access(add=[label, allowed], made_by="the test")
        server = ServerClient(str(client.base_url), keys, transport=carried_to(client))
        run_, _, missed = evaluate(
            ServerTarget(server), read_suites([path]), tmp_path / "run", Evaluation(as_user="bob")
        )
    assert missed == ()
    assert [r.verdict.value for r in run_.records] == ["refused", "right"]


def client_of(status, body, keys=None):
    def answer(request):
        seen.append(request.headers.get("authorization"))
        return httpx.Response(status, json=body)

    seen: list[str | None] = []
    return ServerClient("http://s/", keys or {}, transport=httpx.MockTransport(answer)), seen


def test_each_user_has_a_key_of_his_own():
    client, seen = client_of(200, {"outcome": "refused"}, {"": "k0", "ann": "k1"})
    client.ask("Q?", None)
    client.ask("Q?", "ann")
    assert seen == ["Bearer k0", "Bearer k1"]
    with pytest.raises(UsageError, match="'ben'"):
        client.ask("Q?", "ben")


@pytest.mark.parametrize(("status", "kind"), [(401, UsageError), (500, ModelError)])
def test_an_error_of_the_server_keeps_its_words(status, kind):
    client, _ = client_of(status, {"error": {"message": "no key", "hint": "make one"}})
    with pytest.raises(kind, match=f"status {status}: no key") as error:
        client.ask("Q?", None)
    assert error.value.hint == "make one"


def test_a_server_that_is_not_there_is_told_and_no_address_is_wrong_usage():
    def gone(request):
        raise httpx.ConnectError("refused", request=request)

    client = ServerClient("http://s", {}, transport=httpx.MockTransport(gone))
    with pytest.raises(ModelError, match="can't be reached"):
        client.ask("Q?", None)
    with pytest.raises(SettingError, match="no http address"):
        ServerClient("s", {})
