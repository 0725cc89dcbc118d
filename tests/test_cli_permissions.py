"""``onfile acl`` and ``--as``, as an administrator types them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from onfile.cli.main import app
from onfile.engine import Engine
from onfile.registry import load_sidecar, parse_registry

GUIDE = Path(__file__).parents[1] / "docs" / "permissions.md"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The archive, and a store of it that is copied for each test."""
    folder = tmp_path_factory.mktemp("guide") / "archive"
    (folder / "projects" / "riverside").mkdir(parents=True)
    (folder / "handbook.txt").write_text("Office handbook. The office opens at eight.\n")
    (folder / "projects" / "riverside" / "settlement_memo.txt").write_text(
        "Memorandum. A settlement of 12 mm was measured at Riverside in March.\n"
    )
    with Engine(folder.parent / "made") as engine:
        engine.ingest([folder], workers=1, embed=False, ocr=False)
    return folder


@pytest.fixture
def archive(made):
    store = made.parent / "store"
    shutil.rmtree(store, ignore_errors=True)
    shutil.copytree(made.parent / "made", store)
    return made


def run(archive, *typed):
    return CliRunner().invoke(app, [*map(str, typed), "--store", str(archive.parent / "store")])


@pytest.fixture
def held(archive):
    """As in the guide: staff may see everything but the held project."""
    for typed in (
        ("acl", "label", "staff", archive),
        ("acl", "group", "engineering", "--add", "ann", "--add", "ben"),
        ("acl", "group", "counsel", "--add", "dana"),
        ("acl", "grant", "staff", "group:engineering", "group:counsel"),
        ("acl", "label", "hold-17", archive / "projects" / "riverside"),
        ("acl", "grant", "hold-17", "group:counsel"),
    ):
        assert run(archive, *typed).exit_code == 0
    return archive


def test_the_first_label_says_that_permissions_are_now_in_force(archive):
    told = run(archive, "acl", "label", "staff", archive / "projects").stderr
    assert "1 document carries staff" in told
    assert "Permissions are now in force" in told
    assert "1 document without any label, seen by you alone" in told
    assert "onfile acl grant staff WHO" in told


def test_a_hold_hides_a_project_from_engineers_and_not_from_counsel(held):
    question = "What settlement was measured at Riverside?"
    ann, dana = (run(held, "ask", question, "--as", user, "--no-dense") for user in ("ann", "dana"))
    assert (ann.exit_code, dana.exit_code) == (3, 0)
    assert "searched 1 documents, 1 pages" in ann.stdout
    assert "settlement_memo" not in ann.stdout
    assert "12 mm" in dana.stdout


def test_every_command_that_shows_something_takes_a_user(held):
    memo = "settlement_memo.txt"
    for typed in (
        ("search", "settlement", "--no-dense", "--json"),
        ("explain", "What settlement was measured?", "--no-dense", "--json"),
        ("verify", "What settlement was measured?", "It was 12 mm.", "--json"),
        ("coverage", "--json"),
        ("figures", "--json"),
        ("figures", "check", "--json"),
        ("outline", memo),
        ("log", "list", "--json"),
    ):
        found = run(held, *typed, "--as", "ann")
        assert found.exit_code in (0, 2, 3), typed
        shown = found.output.replace(memo, "") if memo in typed else found.output
        assert "settlement_memo" not in shown, typed
    assert run(held, "outline", memo, "--as", "ann").exit_code == 2
    assert run(held, "outline", memo, "--as", "dana").exit_code == 0


def test_check_says_why_and_its_exit_code_says_whether(held):
    no = run(held, "acl", "check", "ann", "settlement_memo.txt")
    assert no.exit_code == 3
    assert "no   hold-17: allows none of everyone, group:engineering, user:ann" in no.stdout
    assert "yes  staff: allowed to group:engineering" in no.stdout
    yes = run(held, "acl", "check", "dana", "settlement_memo.txt", "--json")
    assert yes.exit_code == 0
    assert json.loads(yes.stdout)["may_see"] is True


def test_a_denial_wins_over_a_group_that_is_joined_later(held):
    run(held, "acl", "deny", "hold-17", "ben")
    run(held, "acl", "group", "counsel", "--add", "ben")
    assert run(held, "acl", "check", "ben", "settlement_memo.txt").exit_code == 3
    run(held, "acl", "revoke", "hold-17", "ben")
    assert run(held, "acl", "check", "ben", "settlement_memo.txt").exit_code == 0


def test_show_and_user_tell_what_is_set_up(held):
    shown = run(held, "acl", "show").stdout
    assert "hold-17 · 1 document\n" in shown
    assert "allowed to group:counsel" in shown
    assert "group engineering: ann, ben" in shown
    told = run(held, "acl", "user", "ann")
    assert "may see 1 of 2 documents" in told.stderr
    assert told.stdout == "handbook.txt\n"
    assert json.loads(run(held, "acl", "show", "--json").stdout)["unlabelled"] == 0


def test_history_names_who_did_what(held):
    shown = run(held, "acl", "history").stdout
    assert shown.count(" UTC · ") == 8
    assert "add    label staff on" in shown
    changes = json.loads(run(held, "acl", "history", "--json").stdout)["changes"]
    assert {change["action"] for change in changes} == {"add"}
    assert all(change["made_by"] for change in changes)


def test_off_asks_whether_it_is_meant(held):
    asked = run(held, "acl", "off")
    assert asked.exit_code == 2
    assert "--yes" in asked.stderr
    assert run(held, "acl", "off", "--yes").exit_code == 0
    assert "everybody sees everything" in run(held, "acl", "show").stdout


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (("acl", "label", "hold", "no-such-place"), "no file, folder or document"),
        (("acl", "unlabel", "hold", "handbook.txt"), "no such rule"),
        (("acl", "revoke", "staff", "zoe"), "no such rule"),
        (("acl", "grant", "a:b", "ann"), "choose a plain name"),
        (("acl", "group", "staff", "--add", "group:x"), "groups hold users alone"),
        (("acl", "forget", "registry.yaml"), "no rule comes from"),
        (("acl", "mirror", "/no/such/folder"), "no file below"),
        (("acl", "check", "ann", "no.pdf"), "no document named"),
        (("ask", "What is on file?", "--as", ""), "name is empty"),
        (("log", "verify", "--as", "ann"), "auditor"),
    ],
)
def test_wrong_usage_is_told_in_words(held, typed, message):
    found = run(held, *typed)
    assert found.exit_code == 2
    assert message in found.output


def test_an_auditor_reads_what_others_asked(held):
    run(held, "ask", "What settlement was measured?", "--as", "dana", "--no-dense")
    assert json.loads(run(held, "log", "list", "--as", "ann", "--json").stdout)["records"] == []
    run(held, "acl", "user", "ann", "--auditor")
    (record,) = json.loads(run(held, "log", "list", "--as", "ann", "--json").stdout)["records"]
    assert record["body"]["asker"] == "dana"
    assert record["body"]["access"] == {"hidden": 0, "rules": 6, "visible": 2}


def test_the_examples_of_the_guide_are_what_onfile_reads(tmp_path):
    registry, sidecar = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S)
    assert parse_registry(yaml.safe_load(registry)).acl.labels["hold-17"].deny == ("user:ben",)
    path = tmp_path / ".onfile-acl.yaml"
    path.write_text(sidecar, encoding="utf-8")
    assert load_sidecar(path).labels["project-team"].allow == ("user:ann", "user:ben")


def test_every_command_of_the_guide_exists():
    text = GUIDE.read_text(encoding="utf-8")
    used = set(re.findall(r"onfile acl (\w+)", text))
    known = set(re.findall(r"^  (\w+) ", CliRunner().invoke(app, ["acl", "-h"]).stdout, re.M))
    assert used <= known
