"""The shells of the screens and their files, without a browser."""

import re
from pathlib import Path

import pytest

from onfile.accounts import Accounts
from onfile.refusals import IN_WORDS
from onfile.server import pages
from server_client import serving

SCREENS = ["/", "/archive", "/documents/sha256:0", "/log", "/evaluate"]
FILES = sorted(path for path in pages.STATIC.rglob("*") if path.is_file())


@pytest.fixture(scope="module")
def client(small_store, tmp_path_factory):
    with serving(small_store, tmp_path_factory.mktemp("served")) as client:
        yield client


@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_has_its_shell(client, screen):
    reply = client.get(screen)
    assert reply.status_code == 200
    assert reply.headers["content-type"].startswith("text/html")
    assert "<main" in reply.text


@pytest.mark.parametrize("screen", SCREENS)
def test_a_shell_keeps_to_the_content_policy(client, screen):
    text = client.get(screen).text
    scripts = re.findall(r"<script\b([^>]*)>", text)
    assert all("src=" in given or 'type="application/json"' in given for given in scripts)
    assert "<style" not in text
    assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", text)


@pytest.mark.parametrize("screen", SCREENS)
def test_every_file_that_a_shell_names_is_served(client, screen):
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', client.get(screen).text)
    assert named
    assert {client.get(name).status_code for name in named} == {200}


def test_a_document_id_in_an_address_is_text(client):
    text = client.get('/documents/"><script>alert(1)</script>').text
    assert "<script>alert" not in text


def test_static_files_are_asked_after_each_time(client):
    reply = client.get("/static/js/ask.js")
    assert reply.headers["cache-control"] == "no-cache"
    again = client.get("/static/js/ask.js", headers={"if-none-match": reply.headers["etag"]})
    assert again.status_code == 304


def test_nothing_is_loaded_from_elsewhere():
    text = "".join(path.read_text() for path in FILES if path.suffix in {".css", ".js", ".html"})
    text += "".join(path.read_text() for path in Path(pages.__file__).parent.rglob("*.html"))
    assert set(re.findall(r"https?://[^\s\"')]+", text)) <= {"http://www.w3.org/2000/svg"}


def test_modules_import_only_modules_that_are_there():
    for path in FILES:
        if path.suffix == ".js":
            for name in re.findall(r'from "(\.[^"]+)"', path.read_text()):
                assert (path.parent / name).is_file(), f"{path.name} imports {name}"


def test_a_module_stays_readable():
    sizes = {
        path.name: len(path.read_text().splitlines()) for path in FILES if path.suffix == ".js"
    }
    assert {name: n for name, n in sizes.items() if n > 400} == {}


def test_the_page_says_every_refusal_in_words(client):
    text = client.get("/").text
    assert all(f'"{code.value}"' in text for code in IN_WORDS)


def test_nobody_is_asked_to_sign_in_where_there_are_no_accounts(client):
    reply = client.get("/login", follow_redirects=False)
    assert (reply.status_code, reply.headers["location"]) == (303, "/")


def test_with_accounts_a_screen_is_shown_to_those_who_signed_in(small_store, tmp_path):
    with serving(small_store, tmp_path) as client:
        Accounts(client.engine.store).add("ines", "a long enough pass phrase")
        reply = client.get("/log?record=1", follow_redirects=False)
        assert reply.status_code == 303
        assert reply.headers["location"] == "/login?next=%2Flog%3Frecord%3D1"
        assert "<nav" not in client.get("/login").text
        given = {"user": "ines", "password": "a long enough pass phrase"}
        token = client.post("/api/login", json=given).json()["csrf_token"]
        text = client.get("/log").text
        assert f'<meta name="csrf-token" content="{token}">' in text
        assert "ines" in text
        assert "/evaluate" not in text  # reports are for auditors
        assert 'id="prove" hidden' in text  # checking the chain is for auditors


def test_the_rules_of_who_may_see_what_are_for_administrators(small_store, tmp_path):
    with serving(small_store, tmp_path) as client:
        told = client.get("/api/acl").json()
        assert (told["is_in_force"], told["labels"], told["documents"]) == (False, [], 4)
        name = client.get("/api/documents").json()["documents"][0]["name"]
        client.engine.rules.label("hold-17", [name], made_by="test")
        client.engine.rules.deny("hold-17", ["tom"], made_by="test")
        told = client.get("/api/acl").json()
        assert (told["is_in_force"], told["unlabelled"]) == (True, 3)
        assert told["labels"][0]["deny"] == ["user:tom"]
        key = Accounts(client.engine.store).add("tom", "a long enough pass phrase")
        assert key.scopes == {"ask", "read"}
        client.post("/api/login", json={"user": "tom", "password": "a long enough pass phrase"})
        assert client.get("/api/acl").status_code == 403
