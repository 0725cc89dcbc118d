"""Permissions in a file: the ``acl`` of the registry, and sidecars that govern their own folder.

    acl:
      groups:
        counsel: [dana, ben]
      labels:
        hold-17:
          covers: [projects/riverside, sha256:…]   # paths are from the file's own folder
          allow: [group:counsel]
          deny: [ben]
      auditors: [dana]

A label on a folder holds for all that is below it. A sidecar is named ``.onfile-acl.yaml`` and has
``labels`` alone; without ``covers`` a label stands on the sidecar's folder. Its labels are its own
(``hold-17@/archive/riverside``): whoever can write to a folder decides who else may see what is in
it, and nothing beyond.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from onfile.access import naming
from onfile.access.rules import AUDITOR
from onfile.errors import SettingError, UsageError
from onfile.types import AccessRule, RuleKind

SIDECAR = ".onfile-acl.yaml"
ID_START = "sha256:"


def _names(value: Any) -> Any:
    """A single name stands for a list of one."""
    return (value,) if isinstance(value, str) else value


def _checked(check: Callable[[str], str]) -> Callable[[str], str]:
    def checked(text: Any) -> str:
        if not isinstance(text, str):  # YAML reads a bare no, on or 17 as something else
            raise ValueError("a name is a text: write it in quotes")
        try:
            return check(text)
        except UsageError as error:
            raise ValueError(str(error)) from error

    return checked


Principal = Annotated[str, BeforeValidator(_checked(naming.principal))]
User = Annotated[str, BeforeValidator(_checked(naming.user))]
Group = Annotated[str, BeforeValidator(_checked(lambda text: naming.plain_name(text, "group")))]
Label = Annotated[str, BeforeValidator(_checked(lambda text: naming.plain_name(text, "label")))]
Principals = Annotated[tuple[Principal, ...], BeforeValidator(_names)]
Users = Annotated[tuple[User, ...], BeforeValidator(_names)]
Places = Annotated[tuple[str, ...], BeforeValidator(_names)]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class LabelEntry(_Entry):
    """Where one label stands, and who may see what carries it."""

    covers: Places = ()
    allow: Principals = ()
    deny: Principals = ()


class AclSection(_Entry):
    """The ``acl`` of a registry."""

    groups: dict[Group, Users] = Field(default_factory=dict)
    labels: dict[Label, LabelEntry] = Field(default_factory=dict)
    auditors: Principals = ()


class Sidecar(_Entry):
    """A whole sidecar file."""

    labels: dict[Label, LabelEntry] = Field(default_factory=dict)


def registry_rules(section: AclSection, folder: Path) -> frozenset[AccessRule]:
    """The rules of a registry in ``folder``."""
    found = set(_label_rules(section.labels, folder, ""))
    for group, users in section.groups.items():
        found.update(AccessRule(RuleKind.MEMBER, group, user) for user in users)
    found.update(AccessRule(RuleKind.ROLE, AUDITOR, who) for who in section.auditors)
    return frozenset(found)


def sidecar_rules(sidecar: Sidecar, folder: Path) -> frozenset[AccessRule]:
    """The rules of a sidecar in ``folder``.

    Raises:
        SettingError: a label stands on something outside of the folder.
    """
    top = os.path.abspath(folder)  # noqa: PTH100 - keeps links
    labels = {
        n: e if e.covers else e.model_copy(update={"covers": (".",)})
        for n, e in sidecar.labels.items()
    }
    rules = frozenset(_label_rules(labels, folder, f"@{top}"))
    real = os.path.realpath(folder)
    for rule in rules:
        if rule.kind is RuleKind.LABEL and not any(is_at(rule.object, at) for at in (top, real)):
            raise SettingError(
                f"{folder / SIDECAR}: {rule.object} is not below {folder}",
                hint="a sidecar governs its own folder; labels elsewhere go into the registry",
            )
    return rules


def places_of(path: Path) -> frozenset[str]:
    """A path as rules know it: as it is written, and with its links resolved."""
    return frozenset([os.path.abspath(path), os.path.realpath(path)])  # noqa: PTH100


def is_at(path: str, folder: str) -> bool:
    """True for the folder itself and whatever is below it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _label_rules(
    labels: dict[Label, LabelEntry], folder: Path, suffix: str
) -> Iterator[AccessRule]:
    for name, entry in labels.items():
        label = f"{name}{suffix}"
        for place in entry.covers:
            ids = place.startswith(ID_START)
            for target in [place] if ids else places_of(folder / place):
                yield AccessRule(RuleKind.LABEL, label, target)
        for who in entry.allow:
            yield AccessRule(RuleKind.ALLOW, label, who)
        for who in entry.deny:
            yield AccessRule(RuleKind.DENY, label, who)
