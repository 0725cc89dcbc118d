"""From the rules to what one asker may see; pure, and the same for every face.

A document carries every label that stands on it, on a folder above any of its files, or on its
id. An asker may see it when each of its labels allows him and none denies him: a further label
can only hide, never open. A document without a label is seen by nobody who is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from pathlib import PurePath

from onfile.types import AccessRule, Labelled, RuleKind

EVERYONE = "everyone"
AUDITOR = "auditor"
USER, GROUP = "user:", "group:"

_NONE: frozenset[str] = frozenset()
_Sets = Mapping[str, frozenset[str]]


class Acl:
    """The rules, by what they are looked up by. Safe to share between threads."""

    def __init__(self, rules: Iterable[AccessRule]) -> None:
        self.rules = tuple(sorted(set(rules)))
        self._labels = _by(self.rules, RuleKind.LABEL, key="object")
        self._groups = _by(self.rules, RuleKind.MEMBER, key="object")
        self._allowed = _by(self.rules, RuleKind.ALLOW, key="subject")
        self._denied = _by(self.rules, RuleKind.DENY, key="subject")
        self._roles = _by(self.rules, RuleKind.ROLE, key="subject")
        self._at_folders: dict[str, frozenset[str]] = {}

    def principals(self, user: str) -> frozenset[str]:
        """What a user is known as: everyone, himself, and each of his groups."""
        himself = f"{USER}{user}"
        groups = (f"{GROUP}{name}" for name in self._groups.get(himself, _NONE))
        return frozenset([EVERYONE, himself, *groups])

    def labels_of(self, document: Labelled) -> frozenset[str]:
        """Every label that a document carries."""
        on_id = self._labels.get(document.document_id, _NONE)
        return on_id.union(*(self.labels_at(path) for path in document.paths))

    def labels_at(self, path: str) -> frozenset[str]:
        """Every label that stands on a path or on a folder above it."""
        own = self._labels.get(path, _NONE)
        return own | self._labels_of_folder(str(PurePath(path).parent))

    def may_see(self, user: str, labels: AbstractSet[str]) -> bool:
        """True when each label allows the user and none denies him; never without a label."""
        known_as = self.principals(user)
        return bool(labels) and all(self._allows(label, known_as) for label in labels)

    def visible(self, user: str, documents: Iterable[Labelled]) -> frozenset[str]:
        """The ids of the documents that a user may see."""
        known_as = self.principals(user)
        allowed: dict[frozenset[str], bool] = {_NONE: False}
        seen = []
        for document in documents:
            labels = self.labels_of(document)
            if labels not in allowed:
                allowed[labels] = all(self._allows(label, known_as) for label in labels)
            if allowed[labels]:
                seen.append(document.document_id)
        return frozenset(seen)

    def has_role(self, user: str, role: str) -> bool:
        """True when the user, or a group of his, has the role."""
        return not self._roles.get(role, _NONE).isdisjoint(self.principals(user))

    def allowed(self, label: str) -> frozenset[str]:
        """The principals that a label allows."""
        return self._allowed.get(label, _NONE)

    def denied(self, label: str) -> frozenset[str]:
        """The principals that a label denies."""
        return self._denied.get(label, _NONE)

    def _allows(self, label: str, known_as: frozenset[str]) -> bool:
        is_denied = not self.denied(label).isdisjoint(known_as)
        return not is_denied and not self.allowed(label).isdisjoint(known_as)

    def _labels_of_folder(self, folder: str) -> frozenset[str]:
        known = self._at_folders.get(folder)
        if known is None:
            above = str(PurePath(folder).parent)
            inherited = _NONE if above == folder else self._labels_of_folder(above)
            known = self._at_folders[folder] = inherited | self._labels.get(folder, _NONE)
        return known


def _by(rules: Iterable[AccessRule], kind: RuleKind, *, key: str) -> _Sets:
    """The subjects by object, or (``key="subject"``) the objects by subject."""
    found: dict[str, set[str]] = {}
    for rule in rules:
        if rule.kind is kind:
            name, other = rule.subject, rule.object
            if key == "object":
                name, other = other, name
            found.setdefault(name, set()).add(other)
    return {name: frozenset(others) for name, others in found.items()}
