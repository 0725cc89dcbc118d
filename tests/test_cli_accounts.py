"""``onfile user`` and ``onfile key``, as typed."""

import json

import pytest
from typer.testing import CliRunner

from onfile.accounts import Accounts
from onfile.cli.main import app
from onfile.index.store import Store

PASSWORD = "a long pass phrase\n"


@pytest.fixture
def run(tmp_path):
    def command(*words, given=""):
        return CliRunner().invoke(app, [*words, "--store", str(tmp_path / "s")], input=given)

    command.store = tmp_path / "s"
    return command


@pytest.fixture
def accounts(run):
    assert run("user", "add", "ada", "--password-stdin", given=PASSWORD).exit_code == 0
    with Store.open(run.store) as store:
        yield Accounts(store)


def test_the_first_account_says_that_everybody_must_sign_in_now(run):
    told = run("user", "add", "ada", "--password-stdin", given=PASSWORD)
    assert told.exit_code == 0
    assert "account ada may ask, read" in told.stderr
    assert "from now on the server asks everybody to sign in" in told.stderr
    again = run("user", "add", "bob", "--no-password", "--scopes", "read,audit")
    assert "account bob may audit, read" in again.stderr
    assert "everybody" not in again.stderr


def test_accounts_are_listed_without_their_hashes(run, accounts):
    told = json.loads(run("user", "list", "--json").stdout)["accounts"]
    assert [(one["name"], one["scopes"], one["has_password"]) for one in told] == [
        ("ada", ["ask", "read"], True)
    ]
    assert "argon2" not in run("user", "list", "--json").stdout


def test_a_password_is_changed_and_an_account_disabled_and_enabled(run, accounts):
    assert accounts.verified("ada", PASSWORD.strip()) is not None
    run("user", "passwd", "ada", "--password-stdin", given="another pass phrase\n")
    assert accounts.verified("ada", PASSWORD.strip()) is None
    assert accounts.verified("ada", "another pass phrase") is not None
    run("user", "disable", "ada")
    assert accounts.verified("ada", "another pass phrase") is None
    run("user", "enable", "ada")
    assert accounts.verified("ada", "another pass phrase") is not None


def test_a_key_is_shown_once_listed_and_revoked(run, accounts):
    made = run("key", "create", "ada", "--scopes", "ask", "--days", "30", "--note", "nightly")
    text = made.stdout.strip()
    assert accounts.holder(text).key.scopes == {"ask"}
    assert "can't be shown again" in made.stderr
    listed = run("key", "list")
    assert "nightly" in listed.stdout
    assert text not in listed.stdout
    run("key", "revoke", accounts.keys()[0].key_id)
    assert accounts.holder(text) is None


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("user", "add", "ada", "--no-password"), "there is an account ada already"),
        (("user", "add", "bob", "--no-password", "--scopes", "fly"), "there is no scope 'fly'"),
        (("user", "add", "bob", "--password-stdin"), "10 to 1024 characters"),
        (("user", "add", "bob"), "use --password-stdin"),
        (("user", "disable", "bob"), "there is no account bob"),
        (("key", "create", "ada", "--scopes", "admin"), "ada has no scope admin"),
        (("key", "revoke", "nothing"), "there is no key nothing"),
    ],
)
def test_wrong_usage_is_told_in_words_with_exit_code_2(run, accounts, words, problem):
    told = run(*words)
    assert told.exit_code == 2
    assert problem in told.stderr


def test_looking_at_accounts_makes_no_store(run):
    assert run("user", "list").exit_code == 1
    assert not run.store.exists()
