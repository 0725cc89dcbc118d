import json

import pytest

from onfile.contract import outcome_json
from server_client import CALL, FILING, QUESTION, document_id, serving


@pytest.fixture(scope="module")
def client(small_store, tmp_path_factory):
    with serving(small_store, tmp_path_factory.mktemp("served")) as client:
        yield client


def events(text):
    """(event, data) of server-sent events."""
    blocks = [block.splitlines() for block in text.replace("\r\n", "\n").strip().split("\n\n")]
    pairs = [dict(line.split(": ", 1) for line in block) for block in blocks]
    return [(pair["event"], json.loads(pair["data"])) for pair in pairs]


def without_run(outcome):
    """What does not change from one run to the next."""
    left_out = {"id", "record", "timings_ms", "session_id", "typed"}
    return {name: value for name, value in outcome.items() if name not in left_out}


def test_an_answer_over_http_is_the_one_that_the_command_line_gives(client):
    reply = client.post("/api/ask", json={"question": QUESTION})
    assert reply.status_code == 200
    expected = json.loads(json.dumps(outcome_json(client.engine.ask(QUESTION))))
    assert without_run(reply.json()) == without_run(expected)


def test_a_refusal_is_status_200(client):
    reply = client.post("/api/ask", json={"question": "What were Northwind's net sales in 2017?"})
    assert reply.status_code == 200
    assert reply.json()["outcome"] == "refused"
    assert reply.json()["refusal"]["code"] == "PERIOD_NOT_ON_FILE"


def test_every_answer_has_its_record_with_the_id_of_its_request(client):
    reply = client.post("/api/ask", json={"question": QUESTION})
    record = client.engine.log.show(reply.json()["record"])
    assert record.body["request_id"] == reply.headers["x-request-id"]


def test_a_stream_tells_the_stages_and_then_the_one_outcome(client):
    reply = client.post("/api/ask/stream", json={"question": QUESTION})
    told = events(reply.text)
    assert [name for name, _ in told[:-1]] == ["stage"] * 8
    assert [data["stage"] for _, data in told if data.get("state") == "begun"] == [
        "total",
        "scope",
        "retrieve",
        "answer",
    ]
    name, outcome = told[-1]
    assert name == "outcome"
    assert without_run(outcome) == without_run(
        client.post("/api/ask", json={"question": QUESTION}).json()
    )


def test_no_stage_event_holds_a_word_of_the_answer(client):
    told = events(client.post("/api/ask/stream", json={"question": QUESTION}).text)
    assert all(set(data) == {"stage", "state", "ms"} for name, data in told if name == "stage")


def test_search_gives_at_most_k_passages(client):
    results = client.post("/api/search", json={"question": QUESTION, "k": 3}).json()["results"]
    assert [result["rank"] for result in results] == [1, 2, 3]


def test_verify_judges_an_answer_of_somebody_else(client):
    given = {"question": QUESTION, "answer": "It was $318 million."}
    assert client.post("/api/verify", json=given).json()["verdict"] == "supported"
    given["answer"] = "It was $319 million."
    assert client.post("/api/verify", json=given).json()["verdict"] == "contradicted"


def test_coverage_accounts_for_every_page(client):
    coverage = client.get("/api/coverage").json()
    assert coverage["documents"] == 4
    assert coverage["unaccounted_pages"] == 0


def test_documents_are_listed_found_by_a_part_of_their_name_and_shown(client):
    every = client.get("/api/documents").json()
    assert every["total"] == 4
    assert len(client.get("/api/documents", params={"limit": 1}).json()["documents"]) == 1
    found = client.get("/api/documents", params={"name": "kestrel"}).json()["documents"]
    assert [one["company"] for one in found] == ["Kestrel Drinks"]
    shown = client.get(f"/api/documents/{found[0]['document_id']}").json()
    assert shown == found[0]


def test_a_ledger_has_a_row_for_every_page(client):
    found = document_id(client, FILING)
    n_pages = client.get(f"/api/documents/{found}").json()["pages"]
    rows = client.get(f"/api/documents/{found}/ledger").json()["rows"]
    assert [row["page"] for row in rows] == list(range(1, n_pages + 1))


def test_an_outline_names_the_items_of_a_filing(client):
    sections = client.get(f"/api/documents/{document_id(client, FILING)}/outline").json()
    assert "Item 7" in {section["item"] for section in sections["sections"]}


def test_the_words_of_a_page_are_its_text_with_a_box_each(client):
    page = client.get(f"/api/documents/{document_id(client, FILING)}/pages/1").json()
    words = [page["text"][start:end] for *_, start, end in page["words"]]
    assert words == page["text"].split()
    for x0, y0, x1, y1, _, _ in page["words"]:
        assert 0 <= x0 < x1 <= page["width_pt"]
        assert 0 <= y0 < y1 <= page["height_pt"]


def test_a_page_image_is_a_png_that_the_browser_alone_may_keep(client):
    found = document_id(client, FILING)
    reply = client.get(f"/api/documents/{found}/pages/1/image", params={"highlight": "10,10,50,20"})
    assert reply.content.startswith(b"\x89PNG")
    assert reply.headers["content-type"] == "image/png"
    assert reply.headers["cache-control"] == "private, no-cache"
    again = {"If-None-Match": reply.headers["etag"]}
    address = f"/api/documents/{found}/pages/1/image"
    same = client.get(address, params={"highlight": "10,10,50,20"}, headers=again)
    assert (same.status_code, same.content) == (304, b"")
    assert client.get(address, headers=again).status_code == 200


def test_a_text_has_no_page_image_and_the_error_says_so(client):
    found = document_id(client, CALL)
    assert client.get(f"/api/documents/{found}").json()["has_page_images"] is False
    reply = client.get(f"/api/documents/{found}/pages/1/image")
    assert reply.status_code == 409
    assert reply.json()["error"]["code"] == "NO_PAGE_IMAGE"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/nothing", None, 404),
        ("GET", "/api/documents/sha256:00", None, 404),
        ("GET", "/api/documents/sha256:00/pages/1", None, 404),
        ("PUT", "/api/ask", None, 405),
        ("POST", "/api/ask", {}, 422),
        ("POST", "/api/ask", {"question": ""}, 422),
        ("POST", "/api/ask", {"question": "x" * 8001}, 422),
        ("POST", "/api/ask", {"question": "x", "as_user": "root"}, 422),
        ("POST", "/api/search", {"question": "x", "k": 0}, 422),
        ("GET", "/api/documents/sha256:00/pages/1/image?highlight=a", None, 422),
    ],
)
def test_every_error_has_the_one_shape(client, method, path, body, status):
    reply = client.request(method, path, json=body)
    assert reply.status_code == status
    error = reply.json()["error"]
    assert set(error) == {"code", "message", "hint", "retryable", "request_id"}
    assert error["request_id"] == reply.headers["x-request-id"]


def test_an_unknown_address_and_another_method_are_told_in_words(client):
    error = client.get("/api/nothing").json()["error"]
    assert error["message"] == "there is no such address"
    assert "openapi.json" in error["hint"]
    error = client.put("/api/ask").json()["error"]
    assert error["message"] == "this address takes POST, not PUT"
    reply = client.put("/api/feedback")
    assert (reply.status_code, reply.headers["allow"]) == (405, "GET, POST")


def test_a_request_of_another_form_than_json_is_refused(client):
    body = json.dumps({"question": QUESTION})
    reply = client.post("/api/ask", content=body, headers={"content-type": "text/plain"})
    assert reply.status_code == 422


def test_a_body_past_the_limit_is_refused_before_it_is_read(client):
    reply = client.post("/api/ask", json={"question": "x" * 2_000_000})
    assert reply.status_code == 413
    assert reply.json()["error"]["code"] == "TOO_LARGE"


def test_a_body_of_unannounced_size_is_cut_off_at_the_limit(client):
    reply = client.post(
        "/api/ask",
        content=(b" " * 100_000 for _ in range(20)),
        headers={"content-type": "application/json"},
    )
    assert reply.status_code == 413
    assert reply.json()["error"]["code"] == "TOO_LARGE"
