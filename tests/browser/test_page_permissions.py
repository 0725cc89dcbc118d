"""Two people at one archive: each sees what is theirs, and nothing tells them of the rest."""

import shutil

import pytest
from asking import ask, grave, settled
from playwright.sync_api import expect
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
    tab.wait_for_url("**/login?next=*")
    tab.fill("#user", name)
    tab.fill("#password", PASSWORD)
    tab.get_by_role("button", name="Sign in").click()
    tab.locator(".who").wait_for()
    tab.wait_for_selector("html[data-ready]")
    return tab


def test_a_wrong_password_is_told_and_nothing_is_shown(opened, guarded):
    tab = opened("/archive", address=guarded)
    tab.fill("#user", "tom")
    tab.fill("#password", "not this one at all")
    tab.get_by_role("button", name="Sign in").click()
    expect(tab.locator("#wrong")).to_contain_text("no such account with this password")
    expect(tab.locator("nav")).to_have_count(0)
    assert grave(tab) == {}
    opened.forgiven.append("status of 401")


def test_one_is_led_back_to_where_one_wanted_to_go_but_not_to_another_site(opened, guarded):
    tab = signed_in(opened, guarded, "ines", "/archive")
    expect(tab).to_have_url(f"{guarded}/archive")
    settled(tab)
    tab.get_by_role("button", name="Sign out").click()
    tab.wait_for_url("**/login*")
    tab.goto(f"{guarded}/login?next=//elsewhere.example/")
    tab.fill("#user", "ines")
    tab.fill("#password", PASSWORD)
    tab.get_by_role("button", name="Sign in").click()
    expect(tab).to_have_url(f"{guarded}/")


def test_who_may_see_a_document_is_answered_from_it(opened, guarded):
    outcome = ask(signed_in(opened, guarded, "ines"), HELD)
    expect(outcome).to_have_attribute("data-outcome", "answered")
    expect(outcome).to_contain_text("KESTREL_2025_10K.pdf")


def test_who_may_not_is_answered_as_if_there_were_none(opened, guarded):
    tab = signed_in(opened, guarded, "tom")
    expect(tab.locator("#intro")).to_contain_text("3 documents")
    outcome = ask(tab, HELD)
    expect(outcome).to_have_attribute("data-outcome", "refused")
    expect(outcome).to_contain_text("that company is not on file")
    expect(outcome.get_by_test_id("searched")).to_contain_text("Searched 3 documents")
    settled(tab)
    assert "KESTREL" not in tab.content()


def test_archive_and_document_keep_to_it_too(opened, guarded):
    tab = signed_in(opened, guarded, "ines", "/archive")
    href = tab.get_by_role("link", name="KESTREL_2025_10K.pdf").get_attribute("href")
    expect(tab.locator("#acl")).to_contain_text("hold-17")  # an administrator sees the rules
    other = signed_in(opened, guarded, "tom", "/archive")
    expect(other.locator("#documents tbody tr")).to_have_count(3)
    settled(other)
    assert "KESTREL" not in other.content()
    expect(other.locator("#acl")).to_be_hidden()
    other.goto(guarded + href)
    expect(other.get_by_role("alert")).to_contain_text("there is no such document")
    opened.forgiven.append("status of 404")


def test_the_log_shows_ones_own_questions_and_to_auditors_all(opened, guarded):
    tom = signed_in(opened, guarded, "tom")
    ask(tom, "What was Northwind's research and development in 2023?")
    tom.goto(f"{guarded}/log")
    tom.locator("#records tbody tr").first.wait_for()
    settled(tom)
    assert set(tom.locator("#records tbody td:last-child").all_inner_texts()) == {"tom"}
    expect(tom.locator("#prove")).to_be_hidden()
    ines = signed_in(opened, guarded, "ines", "/log")
    people = ines.locator("#records tbody td:last-child")
    expect(people.get_by_text("tom", exact=True).first).to_be_visible()
    expect(ines.locator("#prove")).to_be_visible()


def test_an_administrator_changes_who_may_see_what_and_it_holds_at_once(opened, guarded):
    other = signed_in(opened, guarded, "tom", "/archive")
    expect(other.locator("#documents tbody tr")).to_have_count(3)
    tab = signed_in(opened, guarded, "ines", "/archive")
    form = tab.locator(".rule-form", has_text="what carries")
    form.get_by_label("Name, group:NAME or everyone").fill("tom")
    form.get_by_label("Label").fill("hold-17")
    form.get_by_role("button", name="Save").click()
    undo = tab.get_by_role("button", name="No rule of hold-17 for tom")
    expect(undo).to_be_visible()
    settled(tab)
    assert grave(tab) == {}
    other.reload()
    expect(other.locator("#documents tbody tr")).to_have_count(4)
    undo.click()
    expect(undo).to_have_count(0)
    other.reload()
    expect(other.locator("#documents tbody tr")).to_have_count(3)
    tab.get_by_text("Changes so far").click()
    newest = tab.locator("#acl details tbody tr").first
    expect(newest).to_contain_text("no longer: hold-17 allowed to tom")
    expect(newest).to_contain_text("ines")


def test_a_change_that_can_not_be_made_is_told(opened, guarded):
    tab = signed_in(opened, guarded, "ines", "/archive")
    form = tab.locator(".rule-form", has_text="Put label")
    form.get_by_label("Label").fill("hold-18")
    form.get_by_label("Document or folder").fill("nothing.pdf")
    form.get_by_role("button", name="Put label").click()
    expect(tab.locator("#acl-wrong")).to_contain_text("no document named 'nothing.pdf'")
    opened.forgiven.append("status of 400")
