"""The terminal face: exit codes, JSON on stdout, plain words, and no traceback."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from face_fakes import (
    ANSWER,
    ANSWERED,
    CALL_CITATION,
    CITATION,
    QUESTION,
    REFUSED,
    UNREADABLE,
    Coverage,
    MemoryAuditStore,
    ScriptedEngine,
    parts,
)
from onfile.audit.compare import Comparison
from onfile.cli.main import app
from onfile.contract import outcome_json, search_json
from onfile.errors import AuditError, StoreMissing, UsageError
from onfile.refusals import IN_WORDS
from onfile.types import Check, Claim, LedgerRow, PageStatus, RefusalCode


def run(*arguments: str, engine: ScriptedEngine | None = None):
    return CliRunner().invoke(app, list(arguments), obj=engine or ScriptedEngine())


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# ── ask ──────────────────────────────────────────────────────────────────────────────────────


def test_an_answer_is_shown_with_its_numbered_citation_and_ends_with_0():
    result = run("ask", QUESTION)
    assert result.exit_code == 0
    shown = " ".join(result.stdout.split())
    assert shown.startswith(f"{ANSWER} [1]")
    where = (
        "northwind-2022.pdf · page 60 (printed 58) · Northwind Beverages · 10-K · FY2022 · Item 8"
    )
    assert f"[1] {where} “{CITATION.quote}”" in shown
    assert "searched 128 documents, 12,692 pages · record 000001-0123456789ab" in shown


def test_a_refusal_names_pages_that_could_not_be_read_in_runs():
    rows = [
        LedgerRow(f"/in/{name}", "sha256:1", page, PageStatus.NO_TEXT, reason, 0, 0.0, 0.0, "")
        for name, page, reason in (
            ("northwind.pdf", 41, "no text layer"),
            ("northwind.pdf", 57, "no text layer"),
            ("northwind.pdf", 58, "no text layer"),
            ("northwind.pdf", 59, "no text layer"),
            ("northwind.pdf", 60, ""),
        )
    ]
    refusal = dataclasses.replace(REFUSED.refusal, unread=tuple(rows))
    outcome = dataclasses.replace(REFUSED, refusal=refusal)
    shown = run("ask", QUESTION, engine=ScriptedEngine({QUESTION: outcome})).stdout
    assert "Could not be read, so it may stand there:" in shown
    assert "northwind.pdf, pages 41, 57–59: no text layer" in shown
    assert "northwind.pdf, page 60: no_text" in shown
    assert "Could not be read" not in run("ask", QUESTION, engine=refused()).stdout


def refused() -> ScriptedEngine:
    return ScriptedEngine({QUESTION: REFUSED})


def test_no_line_is_wider_than_80_columns():
    for outcome in (ANSWERED, REFUSED):
        result = run("ask", QUESTION, engine=ScriptedEngine({QUESTION: outcome}))
        assert max(len(line) for line in result.stdout.splitlines()) <= 80


def test_a_pipe_gets_plain_text_without_padding():
    shown = run("ask", QUESTION).stdout
    assert "\x1b" not in shown
    assert [line for line in shown.splitlines() if line != line.rstrip()] == []


def test_brackets_in_a_quote_are_shown_as_they_stand():
    quoted = dataclasses.replace(CITATION, quote="Net [bold]loss[/bold] :smile: (12)")
    outcome = dataclasses.replace(ANSWERED, claims=(Claim(ANSWER, (quoted,)),))
    result = run("ask", QUESTION, engine=ScriptedEngine({QUESTION: outcome}))
    assert "“Net [bold]loss[/bold] :smile: (12)”" in result.stdout


def test_an_answer_by_the_reader_in_a_models_place_says_so():
    gone = Check("model", False, "model", detail="no reply")
    outcome = dataclasses.replace(ANSWERED, checks=(gone,))
    shown = run("ask", QUESTION, engine=ScriptedEngine({QUESTION: outcome})).stdout
    assert "the model gave no reply" in shown
    assert "the model gave no reply" not in run("ask", QUESTION).stdout


def test_two_claims_keep_their_own_citations():
    claims = (Claim("Capex was 1,577.", (CITATION,)), Claim("It will rise.", (CALL_CITATION,)))
    outcome = dataclasses.replace(
        ANSWERED, answer="Capex was 1,577. It will rise.", claims=claims, value=None
    )
    shown = run("ask", QUESTION, engine=ScriptedEngine({QUESTION: outcome})).stdout
    assert shown.startswith("Capex was 1,577. [1] It will rise. [2]")
    assert "northwind-call.txt · line 214 · turn 12" in shown


def test_a_refusal_says_why_and_what_is_on_file_and_ends_with_3():
    result = run("ask", QUESTION, engine=ScriptedEngine({QUESTION: REFUSED}))
    assert result.exit_code == 3
    shown = " ".join(result.stdout.split())
    assert "No answer: part of what was asked for has no evidence on file." in shown
    assert "(SCOPE_INCOMPLETE)" in shown
    assert "Missing: Alder Springs 2026Q1" in shown
    assert "Northwind Beverages FY2021, FY2022 Alder Springs FY2025" in shown
    assert "1. Alder Springs FY2025" in shown
    assert "Nearest passages: [1] northwind-2022.pdf · page 60" in shown


def test_every_refusal_code_has_plain_words():
    assert IN_WORDS.keys() == set(RefusalCode)


def test_json_is_the_contract():
    result = run("ask", QUESTION, "--json")
    assert json.loads(result.stdout) == outcome_json(ANSWERED)


def test_the_asker_store_and_no_dense_reach_the_engine():
    engine = ScriptedEngine()
    run("ask", QUESTION, "--as", "ida", "--store", "here", "--no-dense", engine=engine)
    assert engine.calls == [("open", "here", False), ("ask", QUESTION, "ida"), ("close",)]


@pytest.mark.parametrize(
    "arguments",
    [
        ("ask",),
        ("ask", "   "),
        ("ask", QUESTION, "--batch", "in.jsonl"),
        ("ask", QUESTION, "--out", "out.jsonl"),
        ("search", QUESTION, "-k", "0"),
        ("ask", "--nonsense"),
        ("nonsense",),
    ],
)
def test_wrong_usage_ends_with_2(arguments):
    assert run(*arguments).exit_code == 2


# ── errors ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (StoreMissing("no store at .onfile", hint="onfile ingest makes one"), 1),
        (AuditError("the record was not written"), 1),
        (UsageError("the question is too long"), 2),
    ],
)
def test_an_error_is_a_message_and_a_hint_on_stderr_and_never_a_traceback(error, code):
    result = run("ask", QUESTION, engine=ScriptedEngine({QUESTION: error}))
    assert result.exit_code == code
    assert result.stdout == ""
    assert f"onfile: {error}" in result.stderr
    assert error.hint in result.stderr
    assert "Traceback" not in result.output


def test_with_json_an_error_is_failed():
    error = StoreMissing("no store at .onfile", hint="onfile ingest makes one")
    result = run("ask", QUESTION, "--json", engine=ScriptedEngine({QUESTION: error}))
    assert result.exit_code == 1
    written = json.loads(result.stdout)
    assert written["outcome"] == "failed"
    assert written["error"]["code"] == "STORE_MISSING"


def test_onfile_debug_lets_the_exception_through(monkeypatch):
    monkeypatch.setenv("ONFILE_DEBUG", "1")
    error = StoreMissing("no store")
    assert run("ask", QUESTION, engine=ScriptedEngine({QUESTION: error})).exception is error


def test_an_unknown_setting_is_wrong_usage(monkeypatch):
    monkeypatch.setenv("ONFILE_DENS", "0")
    result = run("ask", QUESTION)
    assert result.exit_code == 2
    assert "ONFILE_DENS is not a setting" in result.stderr


# ── batch ────────────────────────────────────────────────────────────────────────────────────


def test_a_batch_keeps_order_and_ids_and_ends_with_0(tmp_path):
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    questions = [("b", "One?"), (7, "Two?"), ("a", QUESTION)]
    rows = (json.dumps({"id": i, "question": q, "extra": 1}) + "\n" for i, q in questions)
    source.write_text("\n".join(rows), encoding="utf-8")
    result = run(
        "ask",
        "--batch",
        str(source),
        "--out",
        str(out),
        engine=ScriptedEngine({"Two?": REFUSED}),
    )
    assert result.exit_code == 0
    assert [(row["id"], row["outcome"]) for row in lines(out)] == [
        ("b", "answered"),
        (7, "refused"),
        ("a", "answered"),
    ]
    assert lines(out)[2] == outcome_json(ANSWERED) | {"id": "a"}


def test_a_question_that_fails_has_its_error_in_its_line_and_the_batch_ends_with_1(tmp_path):
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"id": 1, "question": "One?"}\n{"id": 2, "question": "Two?"}')
    engine = ScriptedEngine({"One?": AuditError("not written")})
    result = run("ask", "--batch", str(source), "--out", str(out), engine=engine)
    assert result.exit_code == 1
    assert [(row["id"], row["outcome"]) for row in lines(out)] == [(1, "failed"), (2, "answered")]


def test_one_result_is_one_line_whatever_the_text_holds(tmp_path):
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('\ufeff{"id": 1, "question": "One?"}\n', encoding="utf-8")
    odd = dataclasses.replace(ANSWERED, answer="a\u2028b\x85c\ud800d\ne")
    engine = ScriptedEngine({"One?": odd})
    assert run("ask", "--batch", str(source), "--out", str(out), engine=engine).exit_code == 0
    written = out.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["answer"] for line in written] == [odd.answer]
    shown = run("ask", "One?", "--json", engine=engine).stdout
    assert [json.loads(line)["answer"] for line in shown.splitlines()] == [odd.answer]


@pytest.mark.parametrize(
    ("bad", "id_", "message"),
    [
        (b"{", None, "line 3: not JSON"),
        (b'{"id": 1, "question": "\xff"}', None, "line 3: not JSON"),
        (b"[1]", None, "line 3: no object"),
        (b'{"question": "One?"}', None, "line 3: no id"),
        (b'{"id": 4}', 4, "line 3: no question"),
        (b'{"id": 4, "question": 5}', 4, "line 3: no question"),
        (b'{"id": 4, "question": " "}', 4, "line 3: no question"),
    ],
)
@pytest.mark.parametrize("command", ["ask", "search"])
def test_a_bad_line_fails_alone_and_the_others_are_asked(tmp_path, command, bad, id_, message):
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    good = b'{"id": %d, "question": "One?"}\n'
    source.write_bytes(good % 1 + b"\n" + bad + b"\n" + good % 9)
    result = run(command, "--batch", str(source), "--out", str(out))
    assert result.exit_code == 1
    assert "line 3" in result.stderr
    first, failed, last = lines(out)
    assert (first["id"], last["id"]) == (1, 9)
    assert "error" not in first
    assert "error" not in last
    assert failed.keys() == {"outcome", "error", "line", "id"}
    assert (failed["outcome"], failed["line"], failed["id"]) == ("failed", 3, id_)
    assert failed["error"]["message"].startswith(message)
    assert failed["error"]["code"] == "USAGE"


def test_a_batch_file_that_is_not_there_is_wrong_usage(tmp_path):
    assert run("ask", "--batch", str(tmp_path / "none.jsonl")).exit_code == 2


def test_a_search_batch_gives_id_and_results(tmp_path):
    source = tmp_path / "in.jsonl"
    source.write_text('{"id": "q1", "question": "One?"}\n')
    result = run("search", "--batch", str(source), "-k", "1")
    assert result.exit_code == 0
    row = json.loads(result.stdout)
    assert row.keys() == {"id", "results"}
    assert (row["id"], len(row["results"])) == ("q1", 1)


def test_a_choice_names_its_currency_once():
    given = ("Diluted: $4.20 USD per share, page 7", "Basic: EUR 4.30 EUR per share, page 7")
    refusal = dataclasses.replace(REFUSED.refusal, choices=given)
    refused = dataclasses.replace(REFUSED, refusal=refusal)
    shown = run("ask", QUESTION, engine=ScriptedEngine({QUESTION: refused})).stdout
    assert "1. Diluted: $4.20 per share, page 7" in shown
    assert "2. Basic: EUR 4.30 per share, page 7" in shown


# ── search, explain ──────────────────────────────────────────────────────────────────────────


def test_search_shows_passages_with_score_and_kind():
    shown = " ".join(run("search", QUESTION).stdout.split())
    assert "[1] northwind-2022.pdf · page 60" in shown
    assert "rrf 0.032" in shown
    assert "[2] northwind-call.txt · line 214 · turn 12" in shown


def test_search_json_is_the_contract():
    engine = ScriptedEngine()
    result = run("search", QUESTION, "-k", "5", "--chunks", "--json", engine=engine)
    assert json.loads(result.stdout) == search_json(engine.search(QUESTION, 5))
    assert ("search", QUESTION, 5, True, True) in engine.calls


def test_explain_shows_scope_checks_and_outcome():
    shown = run("explain", QUESTION).stdout
    assert "Northwind Beverages" in shown
    assert "evidence floor" in shown
    assert "rrf 0.032" in shown
    assert "SCOPE_INCOMPLETE" in shown
    assert "scope" in json.loads(run("explain", QUESTION, "--json").stdout)


# ── the archive ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def archive(tmp_path):
    (tmp_path / "archive").mkdir()
    return str(tmp_path / "archive")


def test_ingest_sums_up_and_ends_with_0(archive):
    engine = ScriptedEngine()
    result = run("ingest", archive, archive, "--workers", "2", "--no-dense", engine=engine)
    assert result.exit_code == 0
    assert "2 documents, 91 pages read in 1.3 s, 70 pages a second" in result.stdout
    assert ("ingest", [archive, archive], 2, False) in engine.calls


def test_ingest_ends_with_3_when_a_file_could_not_be_read_and_says_which(archive):
    engine = ScriptedEngine()
    engine.failed = (UNREADABLE,)
    result = run("ingest", archive, engine=engine)
    assert result.exit_code == 3
    assert "broken.pdf: not a PDF" in result.stdout
    written = json.loads(run("ingest", archive, "--json", engine=engine).stdout)
    assert written["failed"][0]["file"] == "broken.pdf"


def test_coverage_shows_the_matrix_and_ends_with_0():
    result = run("coverage")
    assert result.exit_code == 0
    assert "2 documents, 91 pages" in result.stdout
    assert "FY2022" in result.stdout


def test_coverage_ends_with_1_when_a_page_is_unaccounted_for():
    engine = ScriptedEngine()
    engine.report = Coverage(unaccounted_pages=1)
    result = run("coverage", "--json", engine=engine)
    assert result.exit_code == 1
    assert json.loads(result.stdout)["unaccounted_pages"] == 1


def test_coverage_shows_pages_that_fail_for_one_reason_together():
    engine = ScriptedEngine()
    pages = [(1, "an image"), (2, "an image"), (3, "an image"), (5, "an image"), (6, "glyph codes")]
    rows = [dataclasses.replace(UNREADABLE, page=page, reason=reason) for page, reason in pages]
    engine.report = Coverage(failures=(UNREADABLE, *rows))
    shown = run("coverage", engine=engine).stdout
    assert "Could not be read: 6" in shown
    for where in ("pages 1–3: an image", "page 5: an image", "page 6: glyph codes"):
        assert f"broken.pdf · {where}" in shown


def test_outline_shows_the_pages_of_each_part():
    assert "Item 1 · pages 4–9" in run("outline", "northwind-2022.pdf").stdout


def test_figures_stand_under_their_document_with_page_scale_and_currency():
    shown = " ".join(run("figures").stdout.split())
    assert shown.startswith("northwind-2022.pdf")
    assert "FY2022 (1,577) millions, USD 60" in shown
    written = json.loads(run("figures", "--json").stdout)["figures"][0]
    assert (written["document"], written["page"]) == ("northwind-2022.pdf", 60)
    assert (written["number"], written["scale"], written["currency"]) == (-1577, 10**6, "USD")


def test_figures_pass_their_filters_on():
    engine = ScriptedEngine()
    result = run("figures", "--company", "Northwind", "--period", "FY2021", engine=engine)
    assert ("figures", "Northwind", None, "FY2021") in engine.calls
    assert "No figure fits." in result.stdout


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("--concept", "revenues"), "nearest: revenue"),
        (("--concept", "foobar"), "no concept 'foobar'"),
        (("--periods", "banana"), "FY2019-FY2022"),
    ],
)
def test_figures_of_an_unknown_concept_or_period_are_wrong_usage(given, says):
    result = run("figures", *given)
    assert result.exit_code == 2
    assert says in result.stderr


def test_doctor_ends_with_1_when_something_is_wrong():
    assert run("doctor").exit_code == 0
    engine = ScriptedEngine()
    engine.checks = (Check("model", False, "gate", detail="not installed"),)
    result = run("doctor", engine=engine)
    assert result.exit_code == 1
    assert "FAIL" in result.stdout
    assert "not installed" in result.stdout


def test_help_loads_neither_the_engine_nor_numpy():
    code = "import sys; import onfile.cli.main; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert {"onfile.engine", "onfile.types", "numpy", "pydantic", "rich"}.isdisjoint(loaded)


def test_version_is_printed():
    assert run("version").stdout.startswith("onfile ")
    assert json.loads(run("version", "--json").stdout).keys() == {"onfile", "python"}


# ── no store ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "command",
    [("ask", "What?"), ("search", "What?"), ("coverage",), ("doctor",), ("log", "list"), ("gc",)],
)
def test_only_ingest_and_restore_make_a_store(tmp_path, command):
    store = tmp_path / "absent"
    result = CliRunner().invoke(app, [*command, "--store", str(store)])
    assert result.exit_code == 1
    assert f"there is no store at {store}" in result.stderr
    assert not store.exists()


def test_ingest_makes_the_store(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "note.txt").write_text("Net sales of Northwind were $12 million.\n")
    store = tmp_path / "store"
    given = ["ingest", str(tmp_path / "in"), "--no-dense", "--no-ocr", "--workers", "1"]
    assert CliRunner().invoke(app, [*given, "--store", str(store)]).exit_code == 0
    assert (store / "onfile.db").exists()


@pytest.mark.parametrize("option", [(), ("--watch",), ("--json",)])
def test_a_path_that_is_not_there_is_wrong_usage_and_makes_no_store(tmp_path, option):
    (tmp_path / "note.txt").write_text("Net sales of Northwind were $12 million.\n")
    absent, store = tmp_path / "absent", tmp_path / "store"
    given = ["ingest", str(tmp_path / "note.txt"), str(absent), "--store", str(store), *option]
    result = CliRunner().invoke(app, given)
    assert result.exit_code == 2
    assert f"there is no file or folder {absent}: nothing was read" in result.output
    assert not store.exists()


# ── log ──────────────────────────────────────────────────────────────────────────────────────


def logged() -> ScriptedEngine:
    engine = ScriptedEngine()
    engine.log.append(parts("One?"))
    engine.log.append(parts("Two?", outcome_json(REFUSED)))
    return engine


def test_log_list_shows_records_with_their_outcomes():
    shown = run("log", "list", engine=logged()).stdout
    assert "answered" in shown
    assert "refused (SCOPE_INCOMPLETE)" in shown
    assert "000002-" in shown
    assert "Two?" in shown


@pytest.mark.parametrize("since", ["yesterday", "2026-13-99", ""])
def test_log_list_since_what_is_no_time_ends_with_2_and_says_the_form(since):
    result = run("log", "list", "--since", since, engine=logged())
    assert result.exit_code == 2
    assert "2026-01-31T09:00" in result.stderr


@pytest.mark.parametrize(("since", "n"), [("1999-12-31", 2), ("2999-01-01T09:00+02:00", 0)])
def test_log_list_since_a_time_lists_what_came_after(since, n):
    result = run("log", "list", "--since", since, "--json", engine=logged())
    assert len(json.loads(result.stdout)["records"]) == n


def test_log_show_shows_the_text_that_was_read():
    engine = logged()
    record = engine.log.rows()[0]
    result = run("log", "show", record.id, engine=engine)
    assert result.exit_code == 0
    assert "Purchases of property, plant and equipment" in result.stdout
    assert "bm25 12.5" in result.stdout
    written = json.loads(run("log", "show", record.id, "--json", engine=engine).stdout)
    assert written["hash"] == record.hash


def test_log_show_of_an_unknown_record_ends_with_2():
    assert run("log", "show", "nonsense", engine=logged()).exit_code == 2


def test_log_verify_ends_with_0_and_with_1_after_a_change():
    engine = logged()
    assert run("log", "verify", engine=engine).exit_code == 0
    store: MemoryAuditStore = engine.log._store
    changed = store.rows[1].body.replace(b"Two?", b"Tvo?")
    store.rows[1] = store.rows[1]._replace(body=changed)
    result = run("log", "verify", engine=engine)
    assert result.exit_code == 1
    assert "record 2 is not as it was written" in result.stdout


def test_log_replay_ends_with_3_when_the_outcome_differs():
    engine = logged()
    assert run("log", "replay", "1", engine=engine).exit_code == 0
    engine.comparison = Comparison(False, ("value.number",))
    result = run("log", "replay", "1", engine=engine)
    assert result.exit_code == 3
    assert "value.number" in result.stdout
