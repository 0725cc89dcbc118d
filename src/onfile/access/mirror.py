"""The read rights of a file system as rules: owner, group and others of each file and folder.

A file may be read by whom its own bits allow and who may pass through every folder above it. Each
combination of owner, group and bits is one label, and a file carries those of its folders too: a
file that was not looked at has none, and is seen by nobody. The group of a file is a group of
onfile's of the same name, ``file-system/NAME``, with the members it has now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from onfile.access.rules import EVERYONE, GROUP, USER
from onfile.types import AccessRule, RuleKind

READ, PASS = "read", "pass"
_GROUP_PREFIX = "file-system/"
_START = "file-system: "


class Rights(NamedTuple):
    """Who has a right that reading the file at ``path`` takes: to read it, or to pass a folder.

    Without an owner nobody has: the file is gone, or an access control list decides, of which
    owner, group and others tell too little.
    """

    path: str
    right: str
    owner: str = ""
    group: str = ""
    for_owner: bool = False
    for_group: bool = False
    for_others: bool = False


def rules_of(
    rights: Iterable[Rights], members: Mapping[str, Iterable[str]]
) -> frozenset[AccessRule]:
    """The rules that give what the file system gives.

    Args:
        rights: Of every file: its own, and those of each folder above that not everyone may pass.
        members: The users of each group that ``rights`` name.
    """
    found: set[AccessRule] = set()
    for one in rights:
        label = _label(one)
        found.add(AccessRule(RuleKind.LABEL, label, one.path))
        if one.owner:
            found.update(_grants(one, label, members.get(one.group, ())))
    for group, users in members.items():
        name = f"{_GROUP_PREFIX}{group}"
        found.update(AccessRule(RuleKind.MEMBER, name, f"{USER}{user}") for user in users)
    return frozenset(found)


def _grants(one: Rights, label: str, members: Iterable[str]) -> Iterator[AccessRule]:
    """As POSIX has it: the owner has the owner's right alone, a member the group's alone."""
    owner, group = f"{USER}{one.owner}", f"{GROUP}{_GROUP_PREFIX}{one.group}"
    yield AccessRule(RuleKind.ALLOW if one.for_owner else RuleKind.DENY, label, owner)
    if one.for_group:
        yield AccessRule(RuleKind.ALLOW, label, group)
    elif one.for_others:
        for user in members:
            if user != one.owner:
                yield AccessRule(RuleKind.DENY, label, f"{USER}{user}")
    if one.for_others:
        yield AccessRule(RuleKind.ALLOW, label, EVERYONE)


def _label(one: Rights) -> str:
    if not one.owner:
        return f"{_START}{one.right} unknown"
    given = zip("ugo", (one.for_owner, one.for_group, one.for_others), strict=True)
    bits = "".join(sign for sign, is_given in given if is_given) or "none"
    return f"{_START}{one.right} {one.owner}:{one.group} {bits}"
