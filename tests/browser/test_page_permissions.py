"""Two people at one archive: each sees what is theirs, and nothing tells them of the rest."""

import shutil

import pytest
from asking import ask, grave
from served import serving

from onfile.accounts import Accounts
from onfile.engine import Engine

PASSWORD = "nine blue herons at noon"
HELD = "What was Kestrel's net income in fiscal 2025?"


@pytest.fixture(scope="module")
def guarded(small_store, tmp_path_factory):
    """A server with two accounts: ines may see all four documents, tom all but Kestrel's."""
    store = tmp_path_factory.mktemp("guarded") / "store"
    shutil.copytree(small_store, store)
    with Engine(store) as engine:
        accounts = Accounts(engine.store)
        accounts.add("ines", PASSWORD, scopes=["ask", "read", "ingest", "audit", "admin"])
        accounts.add("tom", PASSWORD)
        names = {document.name: document.document_id for document in engine.documents()}
        held = [names.pop("KESTREL_2025_10K.pdf")]
        engine.rules.label("hold-17", held, made_by="test")
        engine.rules.label("open", list(names.values()), made_by="test")
        engine.rules.grant("hold-17", ["ines"], made_by="test")
        engine.rules.auditor("ines", is_auditor=True, made_by="test")
        engine.rules.grant("open", ["everyone"], made_by="test")
    with serving(store) as address:
        yield address


def signed_in(opened, guarded, name, path="/"):
    tab = opened(path, address=guarded)
    assert "/login?next=" in tab.url
    tab.fill("#user", name)
    tab.fill("#password", PASSWORD)
    tab.get_by_role("button", name="Sign in").click()
    tab.locator(".who").wait_for()
    tab.wait_for_selector("html[data-ready]")
    opened.complaints.clear()
    return tab


def test_a_wrong_password_is_told_and_nothing_is_shown(opened, guarded):
    tab = opened("/archive", address=guarded)
    tab.fill("#user", "tom")
    tab.fill("#password", "not this one at all")
    tab.get_by_role("button", name="Sign in").click()
    tab.locator("#wrong").wait_for()
    assert "no such account with this password" in tab.locator("#wrong").inner_text()
    assert tab.locator("nav").count() == 0
    assert grave(tab) == {}
    opened.complaints.clear()


def test_one_is_led_back_to_where_one_wanted_to_go_but_not_to_another_site(opened, guarded):
    tab = signed_in(opened, guarded, "ines", "/archive")
    assert tab.url == f"{guarded}/archive"
    tab.get_by_role("button", name="Sign out").click()
    tab.wait_for_url("**/login*")
    tab.goto(f"{guarded}/login?next=//elsewhere.example/")
    tab.fill("#user", "ines")
    tab.fill("#password", PASSWORD)
    tab.get_by_role("button", name="Sign in").click()
    tab.wait_for_url(f"{guarded}/")
    opened.complaints.clear()


def test_who_may_see_a_document_is_answered_from_it(opened, guarded):
    outcome = ask(signed_in(opened, guarded, "ines"), HELD)
    assert outcome.get_attribute("data-outcome") == "answered"
    assert "KESTREL_2025_10K.pdf" in outcome.inner_text()


def test_who_may_not_is_answered_as_if_there_were_none(opened, guarded):
    tab = signed_in(opened, guarded, "tom")
    assert tab.locator("#intro").inner_text().startswith("3 documents")
    outcome = ask(tab, HELD)
    assert outcome.get_attribute("data-outcome") == "refused"
    assert "that company is not on file" in outcome.inner_text()
    assert "KESTREL" not in tab.content()
    assert outcome.get_by_test_id("searched").inner_text().startswith("Searched 3 documents")


def test_archive_and_document_keep_to_it_too(opened, guarded):
    tab = signed_in(opened, guarded, "ines", "/archive")
    href = tab.get_by_role("link", name="KESTREL_2025_10K.pdf").get_attribute("href")
    assert "hold-17" in tab.locator("#acl").inner_text()  # an administrator sees the rules
    other = signed_in(opened, guarded, "tom", "/archive")
    other.locator("#documents tbody tr").nth(2).wait_for()
    assert "KESTREL" not in other.content()
    assert other.locator("#documents tbody tr").count() == 3
    assert other.locator("#acl").is_hidden()
    other.goto(guarded + href)
    other.get_by_role("alert").wait_for()
    assert "there is no such document" in other.get_by_role("alert").inner_text()
    opened.complaints.clear()


def test_the_log_shows_ones_own_questions_and_to_auditors_all(opened, guarded):
    tom = signed_in(opened, guarded, "tom")
    ask(tom, "What was Northwind's research and development in 2023?")
    tom.goto(f"{guarded}/log")
    tom.locator("#records tbody tr").first.wait_for()
    people = set(tom.locator("#records tbody td:last-child").all_inner_texts())
    assert people == {"tom"}
    assert tom.locator("#prove").is_hidden()
    ines = signed_in(opened, guarded, "ines", "/log")
    ines.locator("#records tbody tr").first.wait_for()
    assert "tom" in ines.locator("#records tbody td:last-child").all_inner_texts()
    assert ines.locator("#prove").is_visible()
