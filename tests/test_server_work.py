"""Sessions, figures, uploads, jobs, the log and metrics over HTTP."""

import shutil
import threading
import time

import pytest

from onfile.accounts import Accounts
from onfile.jobs import Jobs
from onfile.server.served import inbox_of
from onfile.server.settings import ServeSettings
from onfile.types import AccessRule, RuleKind
from server_client import CALL, FILING, QUESTION, document_id, serving

WAIT_S = 120  # what does not come about in this time does not come about
PASSWORD = "a long pass phrase"
REFUSED = "What were Northwind's net sales in 2017?"


@pytest.fixture
def client(small_store, tmp_path):
    with serving(small_store, tmp_path) as client:
        yield client


@pytest.fixture
def people(small_store, tmp_path):
    """Two users, an auditor and an administrator, each by key."""
    with serving(small_store, tmp_path) as client:
        accounts = Accounts(client.engine.store)
        keys = {}
        for name, scopes in (
            ("ada", ["ask", "read", "ingest"]),
            ("bob", ["ask", "read", "ingest"]),
            ("iris", ["read", "audit"]),
            ("root", ["ask", "read", "ingest", "admin"]),
        ):
            accounts.add(name, None, scopes)
            keys[name] = {"Authorization": f"Bearer {accounts.create_key(name)[1]}"}
        client.keys = keys
        yield client


def ended(client, job_id, headers=None):
    """The job when it has ended."""
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        job = client.get(f"/api/jobs/{job_id}", headers=headers).json()
        if job["ended"] is not None:
            return job
        time.sleep(0.05)
    raise AssertionError(f"the job did not end: {job}")


def sent(*files):
    return [("files", file) for file in files]


# ── sessions ─────────────────────────────────────────────────────────────────────────────────


def test_a_follow_up_is_read_as_a_question_that_stands_alone_and_both_forms_are_shown(client):
    session = client.post("/api/sessions").json()["session_id"]
    first = {"question": QUESTION, "session_id": session}
    client.post("/api/ask", json=first)
    told = client.post("/api/ask", json={"question": "And the year before?", "session_id": session})
    assert told.json()["typed"] == "And the year before?"
    assert "2023" in told.json()["question"]
    assert told.json()["scope"]["periods"] == ["FY2023"]
    turns = client.get(f"/api/sessions/{session}").json()["questions"]
    assert [turn["typed"] for turn in turns] == [QUESTION, "And the year before?"]
    assert turns[1]["question"] == told.json()["question"]
    assert turns[1]["record"] == told.json()["record"]


def test_the_oldest_conversation_gives_way_where_there_are_too_many(client, monkeypatch):
    monkeypatch.setattr("onfile.conversations.MAX_OF_ONE", 2)
    made = [client.post("/api/sessions").json()["session_id"] for _ in range(3)]
    held = [one["session_id"] for one in client.get("/api/sessions").json()["sessions"]]
    assert sorted(held) == sorted(made[1:])


def test_a_conversation_outlives_the_server(small_store, tmp_path):
    with serving(small_store, tmp_path) as client:
        session = client.post("/api/sessions").json()["session_id"]
        client.post("/api/ask", json={"question": QUESTION, "session_id": session})
    with serving(small_store, tmp_path) as client:
        given = {"question": "And the year before?", "session_id": session}
        assert client.post("/api/ask", json=given).json()["scope"]["periods"] == ["FY2023"]


def test_the_user_may_change_the_scope_that_is_carried_on(client):
    session = client.post("/api/sessions").json()["session_id"]
    client.post("/api/ask", json={"question": QUESTION, "session_id": session})
    given = {
        "question": "And operating income?",
        "session_id": session,
        "scope": {"companies": ["Kestrel Drinks"], "periods": ["FY2025"]},
    }
    assert client.post("/api/ask", json=given).json()["scope"]["companies"] == ["Kestrel Drinks"]


def test_a_session_is_listed_and_forgotten_by_its_owner_alone(people):
    ada, bob = people.keys["ada"], people.keys["bob"]
    session = people.post("/api/sessions", headers=ada).json()["session_id"]
    assert people.get("/api/sessions", headers=bob).json() == {"sessions": []}
    given = {"question": QUESTION, "session_id": session}
    for reply in (
        people.get(f"/api/sessions/{session}", headers=bob),
        people.delete(f"/api/sessions/{session}", headers=bob),
        people.post("/api/ask", json=given, headers=bob),
    ):
        assert reply.status_code == 404
    assert people.delete(f"/api/sessions/{session}", headers=ada).status_code == 200
    assert people.post("/api/ask", json=given, headers=ada).status_code == 404


def test_an_unknown_session_in_a_stream_is_an_error_event(client):
    given = {"question": QUESTION, "session_id": "nothing"}
    text = client.post("/api/ask/stream", json=given).text
    assert "event: error" in text
    assert "NOT_FOUND" in text


# ── figures ──────────────────────────────────────────────────────────────────────────────────


def test_figures_are_found_by_company_concept_period_document_and_page(client):
    given = {"company": "Northwind Beverages", "concept": "capex", "periods": "FY2024"}
    found = client.get("/api/figures", params=given).json()
    assert {(one["number"], one["period"]) for one in found["figures"]} == {(-318, "FY2024")}
    filing = document_id(client, FILING)
    page = found["figures"][0]["page"]
    on_page = client.get("/api/figures", params={"document": filing, "page": page}).json()
    assert {(one["document_id"], one["page"]) for one in on_page["figures"]} == {(filing, page)}
    part = client.get("/api/figures", params={"limit": 2, "offset": 1}).json()
    assert len(part["figures"]) == 2
    assert part["total"] > 100


def test_figures_as_csv_are_the_rows_of_the_command_line(client):
    reply = client.get("/api/figures", params={"concept": "capex", "format": "csv"})
    assert reply.headers["content-type"].startswith("text/csv")
    assert reply.text.startswith("document,page,statement,label")
    assert "318" in reply.text


def test_an_unknown_concept_is_an_error_that_names_the_nearest(client):
    reply = client.get("/api/figures", params={"concept": "revenu"})
    assert reply.status_code == 404
    assert "revenue" in reply.json()["error"]["hint"]


def test_sums_that_do_not_come_out_are_listed(client):
    assert isinstance(client.get("/api/figures/check").json()["mismatches"], list)


# ── uploads and jobs ─────────────────────────────────────────────────────────────────────────


def test_an_uploaded_file_is_read_in_by_a_job_and_can_be_asked_about(client, archive):
    data = (archive / "filings" / "KESTREL_2024_10K.pdf").read_bytes()
    reply = client.post("/api/uploads", files=sent(("kestrel.pdf", data)))
    assert reply.status_code == 202
    assert reply.json()["files"][0]["media_type"] == "application/pdf"
    job = ended(client, reply.json()["job"]["job_id"])
    assert (job["state"], job["result"]["documents"]) == ("done", 1)
    assert client.get("/api/documents", params={"name": "kestrel.pdf"}).json()["total"] == 1
    question = {"question": "What was Kestrel's capital expenditure in fiscal 2024?"}
    assert client.post("/api/ask", json=question).json()["outcome"] == "answered"


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("../../etc/passwd.txt", "passwd.txt"),
        ("..\\..\\boot.txt", "boot.txt"),
        ("/abs/olute.txt", "olute.txt"),
        ("a\u202egnp.txt", "a_gnp.txt"),
        (".hidden.txt", "hidden.txt"),
        ("con:stream.txt", "con_stream.txt"),
        ("x" * 300 + ".txt", "x" * 196 + ".txt"),
    ],
)
def test_a_name_from_outside_never_leaves_the_inbox(client, name, plain):
    text = b"Net sales of Alder Springs rose by three percent in the year.\n" * 5
    reply = client.post("/api/uploads", files=sent((name, text)))
    assert [one["name"] for one in reply.json()["files"]] == [plain]
    folder = inbox_of(client.engine, ServeSettings())
    assert [path.name for path in (folder / "owner").iterdir()] == [plain]


@pytest.mark.parametrize("name", ["..", "...", "/", " . "])
def test_a_name_of_which_nothing_is_left_is_refused(client, name):
    assert client.post("/api/uploads", files=sent((name, b"words"))).status_code in (400, 422)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("report.pdf", b"MZ\x90\x00" + b"\x00" * 100),
        ("report.pdf", b"\x7fELF" + b"\x00" * 100),
        ("report.txt", b"\x00\x01\x02" * 100),
        ("report.pdf", b""),
        ("archive.zip", b"PK\x03\x04" + b"\x00" * 100),
    ],
)
def test_what_a_file_is_is_told_by_its_content(client, name, data):
    reply = client.post("/api/uploads", files=sent((name, data)))
    assert reply.status_code == 415
    folder = inbox_of(client.engine, ServeSettings()) / "owner"
    assert list(folder.iterdir()) == []
    assert client.get("/api/jobs").json()["jobs"] == []


def test_of_several_files_the_good_ones_are_taken_and_the_others_named(client):
    text = b"Net sales of Alder Springs rose by three percent in the year.\n"
    files = sent(("good.txt", text), ("bad.pdf", b"MZ\x90\x00"))
    told = client.post("/api/uploads", files=files).json()
    assert [one["name"] for one in told["files"]] == ["good.txt"]
    assert [(one["name"], one["code"]) for one in told["refused"]] == [
        ("bad.pdf", "FILE_UNREADABLE")
    ]


def test_too_large_and_too_many_files_are_refused(small_store, tmp_path):
    with serving(small_store, tmp_path, max_upload_mb=1, max_upload_files=2) as client:
        large = ("large.txt", b"words " * 200_000)
        assert client.post("/api/uploads", files=sent(large)).status_code == 400
        many = [(f"{n}.txt", b"words") for n in range(3)]
        assert client.post("/api/uploads", files=sent(*many)).status_code == 400
        huge = [("a.txt", b"words " * 600_000)]
        assert client.post("/api/uploads", files=sent(*huge)).status_code == 413


def test_another_file_of_the_same_name_takes_its_place_only_when_told_to(client):
    first, second = b"The first words of it.\n", b"The second words of it.\n"
    assert client.post("/api/uploads", files=sent(("a.txt", first))).status_code == 202
    again = client.post("/api/uploads", files=sent(("a.txt", first))).json()
    assert [one["is_new"] for one in again["files"]] == [False]
    assert client.post("/api/uploads", files=sent(("a.txt", second))).status_code == 400
    told = client.post("/api/uploads?replace=true", files=sent(("a.txt", second)))
    assert told.status_code == 202
    folder = inbox_of(client.engine, ServeSettings()) / "owner"
    assert (folder / "a.txt").read_bytes() == second


def test_files_of_two_people_do_not_meet_and_jobs_are_their_own(people):
    ada, bob = people.keys["ada"], people.keys["bob"]
    file = sent(("a.txt", b"The words of ada.\n"))
    job = people.post("/api/uploads", files=file, headers=ada).json()["job"]
    other = sent(("a.txt", b"The words of bob.\n"))
    assert people.post("/api/uploads", files=other, headers=bob).status_code == 202
    address = f"/api/jobs/{job['job_id']}"
    assert people.get(address, headers=bob).status_code == 404
    assert people.delete(address, headers=bob).status_code == 404
    assert people.get(address, headers=ada).status_code == 200
    assert people.get(address, headers=people.keys["root"]).status_code == 200
    assert len(people.get("/api/jobs", headers=bob).json()["jobs"]) == 1


def test_nobody_uploads_without_the_scope(people):
    file = sent(("a.txt", b"words"))
    assert people.post("/api/uploads", files=file, headers=people.keys["iris"]).status_code == 403


def test_only_folders_that_the_settings_allow_are_read_in(small_store, tmp_path, archive):
    allowed = tmp_path / "allowed"
    allowed.mkdir()
    shutil.copy(archive / "filings" / "KESTREL_2024_10K.pdf", allowed)
    (allowed / "link").symlink_to("/etc")
    with serving(small_store, tmp_path, folders=(allowed,)) as client:
        for path in ("/etc", str(allowed / ".." / ".."), str(allowed / "link"), "\0", "~"):
            reply = client.post("/api/jobs", json={"paths": [path]})
            assert (reply.status_code, reply.json()["error"]["code"]) == (403, "FOLDER_NOT_ALLOWED")
        (allowed / "link").unlink()
        job = client.post("/api/jobs", json={"paths": [str(allowed)]})
        assert job.status_code == 202
        assert ended(client, job.json()["job_id"])["state"] == "done"


def test_nothing_is_fetched_by_an_address(client):
    for path in ("http://192.0.2.1/a.pdf", "file:///etc/passwd"):
        assert client.post("/api/jobs", json={"paths": [path]}).status_code == 403


# ── the runner ───────────────────────────────────────────────────────────────────────────────


class Steps:
    """Work of many steps that waits at each until it is let go on."""

    def __init__(self):
        self.at = threading.Semaphore(0)
        self.go = threading.Semaphore(0)
        self.n_done = 0

    def __call__(self, job, on_progress):
        for n in range(1, 4):
            self.n_done += 1
            self.at.release()
            self.go.acquire()
            on_progress("documents", n, 3, f"{n}.pdf")
        return {"steps": 3}


@pytest.fixture
def store(small_store, tmp_path):
    from onfile.index.store import Store

    shutil.copytree(small_store, tmp_path / "s")
    with Store.open(tmp_path / "s") as store:
        yield store


def until(condition):
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it did not come about")


def test_a_cancelled_job_ends_after_the_document_it_is_at(store):
    steps = Steps()
    jobs = Jobs(store, {"ingest": steps})
    jobs.start()
    job = jobs.add("ingest", None, {})
    steps.at.acquire()
    assert jobs.cancel(job.job_id).state == "running"
    steps.go.release()
    until(lambda: jobs.get(job.job_id).state == "cancelled")
    assert steps.n_done == 1
    assert jobs.get(job.job_id).progress["done"] == 1
    jobs.stop()


def test_a_job_tells_how_far_it_is_and_a_waiting_one_can_be_cancelled(store):
    steps = Steps()
    jobs = Jobs(store, {"ingest": steps})
    jobs.start()
    first = jobs.add("ingest", None, {})
    steps.at.acquire()
    second = jobs.add("ingest", None, {})
    steps.go.release()
    steps.at.acquire()
    told = {"stage": "documents", "done": 1, "total": 3, "name": "1.pdf"}
    assert jobs.get(first.job_id).progress == told
    assert jobs.cancel(second.job_id).state == "cancelled"
    steps.go.release()
    steps.go.release()
    until(lambda: jobs.get(first.job_id).state == "done")
    assert jobs.get(first.job_id).result == {"steps": 3}
    jobs.stop()
    assert steps.n_done == 3


def test_a_job_that_the_server_s_end_interrupts_goes_on_when_it_is_started_again(store):
    steps = Steps()
    jobs = Jobs(store, {"ingest": steps})
    jobs.start()
    job = jobs.add("ingest", None, {"paths": ["x"]})
    steps.at.acquire()
    stopping = threading.Thread(target=jobs.stop)
    stopping.start()
    until(lambda: jobs._is_stopping)
    steps.go.release()
    stopping.join()
    assert jobs.get(job.job_id).state == "waiting"
    again = Jobs(store, {"ingest": lambda job, on_progress: {"given": job.given}})
    again.start()
    until(lambda: again.get(job.job_id).state == "done")
    assert again.get(job.job_id).result == {"given": {"paths": ["x"]}}
    again.stop()


def test_a_job_that_was_running_when_the_process_was_killed_is_begun_again(store):
    steps = Steps()
    killed = Jobs(store, {"ingest": steps})
    killed.start()
    job = killed.add("ingest", None, {})
    steps.at.acquire()  # and it never comes back
    again = Jobs(store, {"ingest": lambda job, on_progress: {}})
    again.start()
    until(lambda: again.get(job.job_id).state == "done")
    again.stop()
    steps.go.release()
    killed.stop()  # its thread ends before the store is closed


def test_a_fault_in_a_job_is_told_as_such_and_the_next_job_is_done(store):
    def work(job, on_progress):
        if job.given["fails"]:
            raise RuntimeError("a bug")
        return {}

    jobs = Jobs(store, {"ingest": work})
    jobs.start()
    first = jobs.add("ingest", None, {"fails": True})
    second = jobs.add("ingest", None, {"fails": False})
    until(lambda: jobs.get(second.job_id).state == "done")
    assert jobs.get(first.job_id).state == "failed"
    assert jobs.get(first.job_id).error["code"] == "INTERNAL"
    jobs.stop()


# ── the log ──────────────────────────────────────────────────────────────────────────────────


def test_one_sees_one_s_own_records_and_an_auditor_everybody_s(people):
    for name in ("ada", "bob"):
        people.post("/api/ask", json={"question": QUESTION}, headers=people.keys[name])
    mine = people.get("/api/log", headers=people.keys["ada"]).json()["records"]
    assert [one["body"]["asker"] for one in mine] == ["ada"]
    assert "hashes" not in mine[0]["body"]
    every = people.get("/api/log", headers=people.keys["iris"]).json()["records"]
    assert [one["body"]["asker"] for one in every] == ["bob", "ada"]
    assert "hashes" in every[0]["body"]
    address = f"/api/log/{mine[0]['id']}"
    assert people.get(address, headers=people.keys["bob"]).status_code == 404
    assert people.get(address, headers=people.keys["ada"]).status_code == 200
    assert people.post(f"{address}/replay", headers=people.keys["bob"]).status_code == 404
    assert people.get("/api/log/verify", headers=people.keys["ada"]).status_code == 403
    assert people.get("/api/log/verify", headers=people.keys["iris"]).json()["ok"] is True


def test_records_come_in_parts_the_newest_first_and_by_words(client):
    for question in (QUESTION, REFUSED, QUESTION):
        client.post("/api/ask", json={"question": question})
    first = client.get("/api/log", params={"limit": 2}).json()
    assert [one["seq"] for one in first["records"]] == [3, 2]
    rest = client.get("/api/log", params={"limit": 2, "before": first["next_before"]}).json()
    assert [one["seq"] for one in rest["records"]] == [1]
    assert rest["next_before"] is None
    found = client.get("/api/log", params={"words": "sales 2017"}).json()["records"]
    assert [one["seq"] for one in found] == [2]
    assert client.get("/api/log", params={"since": "2999-01-01T00:00"}).json()["records"] == []


def test_a_replay_tells_whether_the_outcome_is_the_same(client):
    record = client.post("/api/ask", json={"question": QUESTION}).json()["record"]
    assert client.post(f"/api/log/{record}/replay").json()["is_same"] is True


def test_feedback_is_kept_with_who_gave_it(people):
    ada = people.keys["ada"]
    record = people.post("/api/ask", json={"question": REFUSED}, headers=ada).json()["record"]
    given = {"record": record, "verdict": "should_have_answered", "comment": "page 3"}
    assert people.post("/api/feedback", json=given, headers=ada).status_code == 201
    assert people.post("/api/feedback", json=given, headers=people.keys["bob"]).status_code == 404
    kept = people.get("/api/feedback", headers=people.keys["iris"]).json()["feedback"]
    assert [(one["record"], one["verdict"], one["person"]) for one in kept] == [
        (record, "should_have_answered", "ada")
    ]
    wrong = given | {"verdict": "perhaps"}
    assert people.post("/api/feedback", json=wrong, headers=ada).status_code == 422


# ── operations ───────────────────────────────────────────────────────────────────────────────


def test_metrics_count_questions_by_how_they_ended_and_are_for_administrators(people):
    ask = {"headers": people.keys["ada"]}
    people.post("/api/ask", json={"question": QUESTION}, **ask)
    people.post("/api/ask", json={"question": REFUSED}, **ask)
    assert people.get("/metrics", **ask).status_code == 403
    text = people.get("/metrics", headers=people.keys["root"]).text
    assert 'onfile_questions_total{code="",outcome="answered"} 1.0' in text
    assert 'onfile_questions_total{code="PERIOD_NOT_ON_FILE",outcome="refused"} 1.0' in text
    assert 'onfile_stage_seconds_count{stage="retrieve"}' in text
    assert "onfile_documents 4.0" in text


def test_a_server_that_can_read_its_store_is_ready(client):
    assert client.get("/api/ready").json() == {"ready": True}
    assert client.get("/api/health").json()["status"] == "ok"


def test_the_call_has_no_image_and_its_page_is_its_text(client):
    page = client.get(f"/api/documents/{document_id(client, CALL)}/pages/1").json()
    assert page["has_image"] is False
    assert page["words"] == []
    assert len(page["text"]) > 1000


# ── evaluation ───────────────────────────────────────────────────────────────────────────────


def test_a_suite_is_asked_as_a_job_and_its_report_is_kept_and_compared(small_store, tmp_path):
    suite = tmp_path / "suites" / "small.yaml"
    suite.parent.mkdir()
    suite.write_text(
        f"""
questions:
  - {{id: a, question: "{QUESTION}", numbers: [{{value: 318, scale: millions}}]}}
  - {{id: b, question: "{REFUSED}", expected_codes: [PERIOD_NOT_ON_FILE]}}
""",
        encoding="utf-8",
    )
    with serving(small_store, tmp_path, suites=(suite.parent,)) as client:
        assert client.get("/api/evals").json() == {"suites": ["small"], "runs": []}
        assert client.post("/api/evals", json={"suite": "nothing"}).status_code == 404
        job = client.post("/api/evals", json={"suite": "small"}).json()
        done = ended(client, job["job_id"])
        assert done["state"] == "done", done["error"]
        run = done["result"]["run"]
        assert client.get("/api/evals").json()["runs"] == [run]
        report = client.get(f"/api/evals/{run}").json()
        assert report["header"]["suite"] == "small"
        page = client.get(f"/api/evals/{run}/page")
        assert page.headers["content-disposition"].startswith("attachment")
        both = {"before": run, "after": run}
        assert client.get("/api/evals/compare", params=both).json()["flips"] == []
        assert client.get("/api/evals/..%2F..").status_code == 404
        assert client.get("/api/evals/...").status_code == 404


# ── permissions ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def labelled(people):
    """Kestrel's report is bob's alone to see; the rest is everyone's."""
    rules = [
        AccessRule(RuleKind.ALLOW, "hold", "user:bob"),
        AccessRule(RuleKind.ALLOW, "open", "everyone"),
    ]
    for one in people.engine.documents():
        label = "hold" if one.name.startswith("KESTREL") else "open"
        if label == "hold":
            people.kestrel = one.document_id
        rules.append(AccessRule(RuleKind.LABEL, label, one.document_id))
    people.engine.store.change_access(add=rules, made_by="the test")
    return people


def test_what_a_caller_may_not_see_is_told_as_what_is_not_there_at_every_address(labelled):
    ada, bob = labelled.keys["ada"], labelled.keys["bob"]
    absent = f"sha256:{'0' * 64}"
    for tail in ("", "/outline", "/ledger", "/pages/1", "/pages/1/image", "/pages/9999"):
        told = [
            labelled.get(f"/api/documents/{one}{tail}", headers=ada)
            for one in (labelled.kestrel, absent)
        ]
        for reply in told:
            assert reply.status_code == 404
        errors = [{**one.json()["error"], "request_id": ""} for one in told]
        assert errors[0] == errors[1]
    assert labelled.get(f"/api/documents/{labelled.kestrel}", headers=bob).status_code == 200


def test_what_a_caller_may_not_see_is_in_no_list_count_answer_figure_or_record(labelled):
    ada, bob = labelled.keys["ada"], labelled.keys["bob"]
    question = {"question": "What was Kestrel's net income in fiscal 2025?"}
    assert labelled.post("/api/ask", json=question, headers=bob).json()["outcome"] == "answered"
    refused = labelled.post("/api/ask", json=question, headers=ada).json()
    assert refused["refusal"]["code"] == "COMPANY_NOT_ON_FILE"
    assert refused["searched"]["documents"] == 3
    for method, path, body in (
        ("GET", "/api/documents", None),
        ("GET", "/api/coverage", None),
        ("GET", "/api/figures?limit=10000", None),
        ("GET", "/api/figures?format=csv", None),
        ("GET", f"/api/figures?document={labelled.kestrel}", None),
        ("GET", "/api/figures/check", None),
        ("POST", "/api/search", {"question": "net income", "k": 100}),
        ("POST", "/api/ask", {"question": "What was net income in fiscal 2025?"}),
        ("POST", "/api/ask/stream", {"question": "What was net income in fiscal 2025?"}),
        ("POST", "/api/verify", {"question": "What was net income?", "answer": "$5 million"}),
    ):
        text = labelled.request(method, path, json=body, headers=ada).text
        assert "kestrel" not in text.lower(), path
        assert labelled.kestrel not in text, path
    record = labelled.get("/api/log", headers=bob).json()["records"][0]["id"]
    assert labelled.get(f"/api/log/{record}", headers=ada).status_code == 404


def test_a_page_image_is_no_longer_given_when_it_may_no_longer_be_seen(labelled):
    bob = labelled.keys["bob"]
    address = f"/api/documents/{labelled.kestrel}/pages/1/image"
    first = labelled.get(address, headers=bob)
    assert first.status_code == 200
    gone = AccessRule(RuleKind.ALLOW, "hold", "user:bob")
    labelled.engine.store.change_access(remove=[gone], made_by="the test")
    headers = bob | {"If-None-Match": first.headers["etag"]}
    assert labelled.get(address, headers=headers).status_code == 404
