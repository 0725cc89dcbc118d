"""Permissions from files: the registry, sidecars, and the rights of the file system."""

from __future__ import annotations

import os
import shutil

import pytest

from onfile import acl_sources
from onfile.access.mirror import PASS, READ, Rights, rules_of
from onfile.access.rules import Acl
from onfile.acl_file import SIDECAR
from onfile.engine import Engine
from onfile.errors import RulesUnreadable, SettingError, UsageError
from onfile.types import AccessRule, Labelled, RuleKind

NAMES = ("plain.txt", "hold/secret.txt", "hold/deep/deeper.txt")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with the files as they were made, and a store of them, copied for each test."""
    place = tmp_path_factory.mktemp("sources")
    for number, name in enumerate(NAMES):
        path = place / "archive" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"Memorandum {number}. The pump at well {number} was mended.\n")
    with Engine(place / "made") as opened:
        ingest(opened, place / "archive")
    shutil.copytree(place / "archive", place / "files")
    return place


@pytest.fixture
def archive(made, tmp_path):
    """The files where they were ingested from, as they were then; nothing else beside them."""
    del tmp_path
    for one in made.iterdir():
        if one.name not in ("made", "files"):
            shutil.rmtree(one) if one.is_dir() else one.unlink()
    return shutil.copytree(made / "files", made / "archive")


@pytest.fixture
def engine(made, tmp_path):
    shutil.copytree(made / "made", tmp_path / "store")
    with Engine(tmp_path / "store") as opened:
        yield opened


def ingest(engine, folder, **given):
    return engine.ingest([folder], workers=1, embed=False, ocr=False, **given)


def seen(engine, user):
    return {document.name for document in engine.documents(as_user=user)}


def write(path, text):
    """Written so that its look changes, however coarse the clock."""
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_text(text, encoding="utf-8")
    if path.stat().st_mtime_ns <= before:
        os.utime(path, ns=(before + 1, before + 1))


REGISTRY = """
acl:
  groups:
    counsel: [dana]
  labels:
    staff: {covers: archive, allow: everyone}
    hold-17: {covers: [archive/hold], allow: [group:counsel], deny: [ben]}
  auditors: [group:counsel]
"""


# ── the registry ─────────────────────────────────────────────────────────────────────────────


def test_the_registry_says_who_may_see_what_from_its_own_folder(engine, archive, tmp_path):
    registry = archive.parent / "registry.yaml"
    write(registry, REGISTRY)
    ingest(engine, archive, registry=registry)
    assert seen(engine, "ann") == {"plain.txt"}
    assert seen(engine, "dana") == {"plain.txt", "secret.txt", "deeper.txt"}
    assert engine.access.is_auditor("dana")
    assert not engine.access.is_auditor("ann")


def test_an_edited_registry_takes_effect_on_the_next_question(engine, archive, tmp_path):
    registry = archive.parent / "registry.yaml"
    write(registry, REGISTRY)
    ingest(engine, archive, registry=registry)
    write(registry, REGISTRY.replace("counsel: [dana]", "counsel: [ann]"))
    assert seen(engine, "ann") == {"plain.txt", "secret.txt", "deeper.txt"}
    assert seen(engine, "dana") == {"plain.txt"}


def test_a_registry_that_gets_an_acl_later_is_followed_too(engine, archive, tmp_path):
    registry = archive.parent / "registry.yaml"
    write(registry, "companies: {}")
    ingest(engine, archive, registry=registry)
    assert len(seen(engine, "ann")) == 3
    write(registry, REGISTRY)
    assert seen(engine, "ann") == {"plain.txt"}


@pytest.mark.parametrize("broken", ["acl: [", "acl: {labels: {hold: {allow: 17}}}", None])
def test_while_a_registry_cant_be_read_nobody_who_is_named_sees_anything(
    engine, archive, tmp_path, broken
):
    registry = archive.parent / "registry.yaml"
    write(registry, REGISTRY)
    ingest(engine, archive, registry=registry)
    if broken is None:
        registry.unlink()
    else:
        write(registry, broken)
    with pytest.raises(RulesUnreadable) as error:
        engine.ask("What was mended?", as_user="dana")
    assert str(archive.parent) not in str(error.value) + error.value.hint
    assert len(engine.documents()) == 3
    with pytest.raises(SettingError, match="registry"):
        engine.rules.refresh([], None, made_by="the test")


def test_a_registry_without_its_acl_lets_nobody_see_more(engine, archive, tmp_path):
    registry = archive.parent / "registry.yaml"
    write(registry, REGISTRY)
    ingest(engine, archive, registry=registry)
    write(registry, "companies: {}")
    assert seen(engine, "dana") == set()


@pytest.mark.parametrize(
    ("acl", "message"),
    [
        ("{labels: {hold: {allow: [no]}}}", "quotes"),
        ("{labels: {'a:b': {}}}", "holds :"),
        ("{labels: {hold: {on: x}}}", "Keys should be strings"),  # YAML reads on as true
        ("{groups: {counsel: ['group:staff']}}", "is a group"),
        ("{lables: {}}", "unknown key"),
    ],
)
def test_what_an_acl_should_not_say_is_told_with_its_place(engine, archive, tmp_path, acl, message):
    registry = archive.parent / "registry.yaml"
    write(registry, f"acl: {acl}")
    with pytest.raises(SettingError, match=message):
        ingest(engine, archive, registry=registry)
    assert len(engine.documents()) == 3
    assert not engine.rules.rules()


# ── sidecars ─────────────────────────────────────────────────────────────────────────────────


def test_a_sidecar_governs_what_is_below_it(engine, archive):
    write(archive / SIDECAR, "labels: {staff: {allow: everyone}}")
    write(archive / "hold" / SIDECAR, "labels: {hold: {allow: dana}}")
    ingest(engine, archive)
    assert seen(engine, "ann") == {"plain.txt"}
    assert seen(engine, "dana") == {"plain.txt", "secret.txt", "deeper.txt"}


def test_an_edited_sidecar_takes_effect_on_the_next_question(engine, archive):
    sidecar = archive / SIDECAR
    write(sidecar, "labels: {staff: {allow: ann}}")
    ingest(engine, archive)
    assert len(seen(engine, "ann")) == 3
    write(sidecar, "labels: {staff: {allow: ben}}")
    assert seen(engine, "ann") == set()
    assert len(seen(engine, "ben")) == 3


def test_a_deleted_sidecar_takes_its_labels_with_it(engine, archive):
    write(archive / SIDECAR, "labels: {staff: {allow: everyone}}")
    write(archive / "hold" / SIDECAR, "labels: {hold: {allow: dana}}")
    ingest(engine, archive)
    (archive / "hold" / SIDECAR).unlink()
    assert len(seen(engine, "ann")) == 3


def test_a_sidecar_whose_folder_is_out_of_reach_stays_in_force(engine, archive, tmp_path):
    write(archive / SIDECAR, "labels: {staff: {allow: everyone}}")
    write(archive / "hold" / SIDECAR, "labels: {hold: {allow: dana}}")
    ingest(engine, archive)
    shutil.move(archive / "hold", tmp_path / "unmounted")
    assert seen(engine, "ann") == {"plain.txt"}
    (archive / "hold").mkdir()  # where a disk was mounted
    assert seen(engine, "ann") == {"plain.txt"}


def test_a_sidecar_opens_nothing_that_another_label_holds(engine, archive):
    ingest(engine, archive)
    engine.rules.label("hold-17", [str(archive / "hold")], made_by="the test")
    engine.rules.grant("hold-17", ["dana"], made_by="the test")
    write(archive / "hold" / SIDECAR, "labels: {hold-17: {allow: everyone}}")
    engine.rules.refresh([archive], None, made_by="the test")
    assert seen(engine, "ann") == set()
    assert seen(engine, "dana") == {"secret.txt", "deeper.txt"}


def test_a_sidecar_that_reaches_beyond_its_folder_is_refused(engine, archive):
    write(archive / "hold" / SIDECAR, "labels: {all: {covers: .., allow: everyone}}")
    with pytest.raises(SettingError, match="not below"):
        ingest(engine, archive)


def test_a_sidecar_can_make_nobody_a_member_or_an_auditor(engine, archive):
    write(archive / "hold" / SIDECAR, "groups: {counsel: [ann]}")
    with pytest.raises(SettingError, match="unknown key groups"):
        ingest(engine, archive)


def test_a_label_holds_for_what_is_reached_by_a_link(engine, archive):
    (archive / "a-link").symlink_to(archive / "hold", target_is_directory=True)
    ingest(engine, archive)
    engine.rules.label("staff", [str(archive)], made_by="the test")
    engine.rules.grant("staff", ["everyone"], made_by="the test")
    assert len(seen(engine, "ann")) == 3
    engine.rules.label("hold-17", [str(archive / "hold")], made_by="the test")
    assert seen(engine, "ann") == {"plain.txt"}


def test_a_copy_below_a_held_folder_is_held_wherever_else_it_lies(engine, archive):
    shutil.copy(archive / "plain.txt", archive / "hold" / "copy.txt")
    ingest(engine, archive)
    engine.rules.label("staff", [str(archive)], made_by="the test")
    engine.rules.grant("staff", ["everyone"], made_by="the test")
    assert "plain.txt" in seen(engine, "ann") or "copy.txt" in seen(engine, "ann")
    engine.rules.label("hold-17", [str(archive / "hold")], made_by="the test")
    assert seen(engine, "ann") == set()


# ── the file system ──────────────────────────────────────────────────────────────────────────

FILE = "/a/b/x.txt"
MEMBERS = {"staff": ("ann", "ben"), "wheel": ()}


def may_see(user, *rights):
    acl = Acl(rules_of(rights, MEMBERS))
    return bool(acl.visible(user, [Labelled("sha256:1", frozenset([FILE]))]))


@pytest.mark.parametrize(
    ("bits", "expected"),
    [
        ((True, True, True), {"ann", "ben", "eve"}),
        ((True, True, False), {"ann", "ben"}),
        ((True, False, False), {"ann"}),
        ((True, False, True), {"ann", "eve"}),  # a member has the group's right alone
        ((False, True, True), {"ben", "eve"}),  # the owner has the owner's alone
        ((False, False, True), {"eve"}),
        ((False, False, False), set()),
    ],
)
def test_a_file_is_seen_by_whom_its_bits_let_read_it(bits, expected):
    rights = Rights(FILE, READ, "ann", "staff", *bits)
    assert {user for user in ("ann", "ben", "eve") if may_see(user, rights)} == expected


def test_a_folder_that_may_not_be_passed_hides_what_is_below_it():
    file = Rights(FILE, READ, "ann", "staff", True, True, True)
    folder = Rights(FILE, PASS, "ben", "wheel", True, False, False)
    assert may_see("ben", file, folder)
    assert not may_see("ann", file, folder)


def test_a_file_of_which_too_little_is_known_is_seen_by_nobody():
    assert not may_see("ann", Rights(FILE, READ))


@pytest.fixture
def mirrored(engine, archive):
    """Everybody may read all of the archive but what a test changes."""
    for path in (archive, *archive.rglob("*")):
        path.chmod(0o755)
    return archive


STRANGER = "nobody-of-that-name"


def owner_of(path):
    return acl_sources._place(str(path), (0, 0, 0))[0]


def passable(archive):
    """The folders above a test's archive are the test runner's own: told apart from its files."""
    return all(folder.stat().st_mode & 0o001 for folder in archive.parents)


def test_a_file_that_others_may_not_read_is_its_owners_alone(engine, mirrored):
    (mirrored / "hold" / "secret.txt").chmod(0o600)
    ingest(engine, mirrored, acl_from_filesystem=True)
    assert len(seen(engine, owner_of(mirrored))) == 3
    assert "secret.txt" not in seen(engine, STRANGER)
    assert len(seen(engine, STRANGER)) == (2 if passable(mirrored) else 0)


def test_changed_rights_and_new_files_are_looked_at_by_every_later_ingest(engine, mirrored):
    ingest(engine, mirrored, acl_from_filesystem=True)
    (mirrored / "plain.txt").chmod(0o600)
    (mirrored / "new.txt").write_text("A new memorandum on the weir.\n")
    (mirrored / "new.txt").chmod(0o600)
    engine.rules.label("staff", [str(mirrored)], made_by="the test")
    engine.rules.grant("staff", ["everyone"], made_by="the test")
    ingest(engine, mirrored)
    assert not {"plain.txt", "new.txt"} & seen(engine, STRANGER)
    assert len(seen(engine, owner_of(mirrored))) == 4


def test_a_file_that_was_not_looked_at_is_seen_by_nobody(engine, mirrored):
    engine.rules.mirror([mirrored], made_by="the test")
    (mirrored / "new.txt").write_text("A new memorandum on the weir.\n")
    with Engine(engine.store.directory) as other:
        assert "new.txt" not in seen(other, owner_of(mirrored))
    rights = {stored.rule.object for stored in engine.rules.rules()}
    assert str(mirrored / "new.txt") not in rights
    assert str(mirrored) not in rights  # a label on a folder would speak for new files too


def test_a_file_that_is_gone_is_seen_by_nobody_once_it_is_looked_for(engine, mirrored):
    ingest(engine, mirrored, acl_from_filesystem=True)
    (mirrored / "plain.txt").unlink()
    ingest(engine, mirrored)
    assert "plain.txt" not in seen(engine, owner_of(mirrored))


def test_a_forgotten_mirror_is_not_made_again(engine, mirrored):
    ingest(engine, mirrored, acl_from_filesystem=True)
    assert engine.rules.overview().sources == ("the file system",)
    engine.rules.forget("the file system", made_by="the test")
    ingest(engine, mirrored)
    assert engine.rules.overview().sources == ()
    assert seen(engine, owner_of(mirrored)) == set()


def test_a_mirror_of_nothing_says_so(engine, tmp_path):
    with pytest.raises(UsageError, match="no file below"):
        engine.rules.mirror([tmp_path / "elsewhere"], made_by="the test")


# ── by hand ──────────────────────────────────────────────────────────────────────────────────


def test_permissions_stay_in_force_when_the_last_rule_is_gone(engine, archive):
    ingest(engine, archive)
    assert len(seen(engine, "ann")) == 3
    engine.rules.label("hold", [str(archive)], made_by="the test")
    engine.rules.unlabel("hold", [str(archive)], made_by="the test")
    assert seen(engine, "ann") == set()
    engine.rules.end(made_by="the test")
    assert len(seen(engine, "ann")) == 3


def test_groups_and_roles_alone_hide_nothing(engine, archive):
    ingest(engine, archive)
    engine.rules.group("staff", add=["ann"], made_by="the test")
    engine.rules.auditor("ann", is_auditor=True, made_by="the test")
    assert len(seen(engine, "ben")) == 3


def test_every_change_is_kept_with_who_made_it(engine, archive):
    ingest(engine, archive)
    engine.rules.label("hold", ["plain.txt"], made_by="dana")
    engine.rules.unlabel("hold", ["plain.txt"], made_by="ben")
    engine.rules.end(made_by="ann")
    kept = [(c.action, c.changed.made_by, c.changed.rule.subject) for c in engine.rules.history()]
    assert kept == [("add", "dana", "hold"), ("remove", "ben", "hold"), ("off", "ann", "")]


def test_a_rule_that_a_file_makes_is_not_taken_back_by_hand(engine, archive, tmp_path):
    registry = archive.parent / "registry.yaml"
    write(registry, REGISTRY)
    ingest(engine, archive, registry=registry)
    with pytest.raises(UsageError, match=r"comes from .*registry\.yaml"):
        engine.rules.revoke("hold-17", ["group:counsel"], made_by="the test")
    engine.rules.forget(str(registry), made_by="the test")
    registry.unlink()
    assert seen(engine, "dana") == set()


def test_a_label_on_nothing_is_a_typing_error(engine, archive):
    ingest(engine, archive)
    with pytest.raises(UsageError, match="no file, folder or document"):
        engine.rules.label("hold", ["hodl"], made_by="the test")


def test_the_rulebook_says_why_a_user_may_not_see_a_document(engine, archive):
    ingest(engine, archive)
    engine.rules.label("staff", [str(archive)], made_by="the test")
    engine.rules.label("hold", [str(archive / "hold")], made_by="the test")
    engine.rules.grant("staff", ["everyone"], made_by="the test")
    engine.rules.deny("hold", ["ann"], made_by="the test")
    found = engine.rules.verdicts("ann", "secret.txt")
    assert not found.may_see
    assert [(v.label, v.is_allowed, v.reason) for v in found.labels] == [
        ("hold", False, "denied to user:ann"),
        ("staff", True, "allowed to everyone"),
    ]


def test_rules_of_unknown_kinds_of_names_are_refused(engine):
    for bad in ("", "  ", "a\nb", "x" * 201):
        with pytest.raises(UsageError):
            engine.rules.grant("hold", [bad], made_by="the test")
    with pytest.raises(UsageError, match="holds @"):
        engine.rules.grant("hold@/a", ["ann"], made_by="the test")


def test_a_backup_takes_the_permissions_along(engine, archive, tmp_path):
    ingest(engine, archive)
    engine.rules.label("hold", [str(archive)], made_by="the test")
    engine.backup(tmp_path / "copy.onfile")
    Engine.restore(tmp_path / "copy.onfile", tmp_path / "second")
    with Engine(tmp_path / "second") as second:
        assert seen(second, "ann") == set()
        assert [r.rule for r in second.rules.rules()] == [
            AccessRule(RuleKind.LABEL, "hold", str(archive))
        ]
