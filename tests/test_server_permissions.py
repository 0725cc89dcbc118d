"""Who may see what, changed over HTTP by administrators: what holds, and what is kept of it."""

import pytest

from onfile.accounts import Accounts
from server_client import serving

PASSWORD = "nine blue herons at noon"
HELD = "KESTREL_2025_10K.pdf"
ASKED = "What was Kestrel's net income in fiscal 2025?"


@pytest.fixture
def people(small_store, tmp_path):
    """An administrator and a reader, each by key."""
    with serving(small_store, tmp_path) as client:
        accounts = Accounts(client.engine.store)
        accounts.add("root", PASSWORD, ["ask", "read", "admin"])
        accounts.add("tom", None)
        client.keys = {
            name: {"Authorization": f"Bearer {accounts.create_key(name)[1]}"}
            for name in ("root", "tom")
        }
        client.names = [document.name for document in client.engine.documents()]
        yield client


def change(client, what, as_who="root", **given):
    return client.post(f"/api/acl/{what}", json=given, headers=client.keys[as_who])


def held_back(client):
    """Everybody may see all but what is under the hold, which root alone may see."""
    others = [name for name in client.names if name != HELD]
    change(client, "labels", change="label", label="open", targets=others)
    change(client, "grants", change="grant", label="open", who=["everyone"])
    change(client, "labels", change="label", label="hold-17", targets=[HELD])
    change(client, "grants", change="grant", label="hold-17", who=["root"])


def ask(client, who):
    return client.post("/api/ask", json={"question": ASKED}, headers=client.keys[who]).json()


def test_a_label_and_a_grant_hold_from_the_next_question_on(people):
    assert ask(people, "tom")["outcome"] == "answered"
    held_back(people)
    told = ask(people, "tom")
    assert told["refusal"]["code"] == "COMPANY_NOT_ON_FILE"
    assert told["searched"]["documents"] == 3
    assert ask(people, "root")["outcome"] == "answered"


def test_what_was_changed_can_be_changed_back(people):
    held_back(people)
    reply = change(people, "labels", change="unlabel", label="hold-17", targets=[HELD])
    assert reply.json() == {"changed": 1}
    change(people, "labels", change="label", label="open", targets=[HELD])
    assert ask(people, "tom")["outcome"] == "answered"
    assert change(people, "grants", change="revoke", label="open", who=["everyone"]).is_success
    assert ask(people, "tom")["refusal"]["code"] == "EMPTY_ARCHIVE"


def test_a_denial_and_a_group_are_rules_too(people):
    held_back(people)
    change(people, "groups", group="counsel", add=["tom", "dana"])
    change(people, "grants", change="grant", label="hold-17", who=["group:counsel"])
    assert ask(people, "tom")["outcome"] == "answered"
    change(people, "grants", change="deny", label="hold-17", who=["tom"])
    assert ask(people, "tom")["outcome"] == "refused"
    change(people, "groups", group="counsel", drop=["dana"])
    acl = people.get("/api/acl", headers=people.keys["root"]).json()
    assert acl["groups"] == {"counsel": ["tom"]}


def test_every_change_is_kept_with_the_name_of_who_made_it(people):
    held_back(people)
    told = people.get("/api/acl/history?limit=2", headers=people.keys["root"]).json()
    assert told["total"] == 6
    assert [one["made_by"] for one in told["changes"]] == ["root", "root"]
    newest = told["changes"][0]
    assert (newest["action"], newest["kind"], newest["object"]) == ("add", "allow", "user:root")


def test_why_somebody_may_not_see_a_document_is_told(people):
    held_back(people)
    asked = {"user": "tom", "document": HELD}
    told = people.get("/api/acl/check", params=asked, headers=people.keys["root"]).json()
    assert told["may_see"] is False
    assert [one["label"] for one in told["labels"]] == ["hold-17"]


@pytest.mark.parametrize(
    ("what", "given"),
    [
        ("labels", {"change": "label", "label": "x", "targets": [HELD]}),
        ("grants", {"change": "grant", "label": "x", "who": ["tom"]}),
        ("groups", {"group": "x", "add": ["tom"]}),
    ],
)
def test_nobody_but_an_administrator_may_change_or_see_them(people, what, given):
    assert change(people, what, as_who="tom", **given).status_code == 403
    for path in ("", "/history", f"/check?user=tom&document={HELD}"):
        assert people.get(f"/api/acl{path}", headers=people.keys["tom"]).status_code == 403
    assert people.engine.rules.rules() == []


def test_a_page_without_the_token_can_change_nothing(people):
    given = {"user": "root", "password": PASSWORD}
    token = people.post("/api/login", json=given).json()["csrf_token"]
    body = {"group": "counsel", "add": ["tom"]}
    refused = people.post("/api/acl/groups", json=body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "CSRF")
    assert people.post("/api/acl/groups", json=body, headers={"X-CSRF-Token": token}).is_success


@pytest.mark.parametrize("target", ["/etc/passwd", "/", "nothing.pdf", "sha256:00"])
def test_only_what_is_on_file_can_be_labelled_and_the_disk_is_not_asked(people, target):
    body = {"change": "label", "label": "x", "targets": [target]}
    held = [path for one in people.engine.store.labelled() for path in one.paths]
    reply = change(people, "labels", **body)
    if target == "/":  # every file is below it
        assert held
        assert reply.is_success
    else:
        assert reply.status_code == 400
        assert people.engine.rules.rules() == []


def test_a_rule_that_is_not_there_can_not_be_taken_back(people):
    reply = change(people, "grants", change="revoke", label="x", who=["tom"])
    assert reply.status_code == 400
    assert reply.json()["error"]["message"] == "there is no such rule"
