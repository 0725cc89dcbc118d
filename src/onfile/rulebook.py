"""Setting up who may see what, and looking at what is set up. For the owner of the store."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from onfile import acl_sources
from onfile.access import naming
from onfile.access.rules import AUDITOR, USER, Acl
from onfile.acl_file import is_at, places_of
from onfile.errors import UsageError
from onfile.index.store import Store
from onfile.index.view import View
from onfile.types import AccessRule, JsonObject, RuleChange, RuleKind, StoredRule


@dataclass(frozen=True, slots=True)
class LabelOverview:
    """One label: where it stands, whom it allows and denies, how many documents carry it."""

    label: str
    covers: tuple[str, ...]
    allow: tuple[str, ...]
    deny: tuple[str, ...]
    documents: int


@dataclass(frozen=True, slots=True)
class Overview:
    """All that is set up.

    Attributes:
        groups: Group to its users.
        unlabelled: Documents without a label: nobody who is named sees them.
        sources: Files that rules are read from, and the file system where it is mirrored.
    """

    is_in_force: bool
    labels: tuple[LabelOverview, ...]
    groups: dict[str, tuple[str, ...]]
    auditors: tuple[str, ...]
    documents: int
    unlabelled: int
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelVerdict:
    """What one label of a document says to one user, and why."""

    label: str
    is_allowed: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Why a user may or may not see a document."""

    document: str
    may_see: bool
    labels: tuple[LabelVerdict, ...]


class Rulebook:
    """The rules of one store. Each change is kept with who made it and when.

    The methods that change rules give how many changed, and take ``made_by``, a person's name.
    Labels, groups and users are written as ``access/naming.py`` says.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    # ── changes ──────────────────────────────────────────────────────────────────────────

    def label(self, label: str, targets: Sequence[str], *, made_by: str) -> int:
        """Put a label on paths (of files, or of folders with all below them) or documents."""
        return self._change(self._labellings(label, targets), made_by)

    def label_on_file(self, label: str, targets: Sequence[str], *, made_by: str) -> int:
        """As ``label``, for documents, files and folders on file alone: asks nothing of the disk.

        Raises:
            UsageError: there is no such document, and none below such a folder.
        """
        known = [path for document in self._store.labelled() for path in document.paths]
        held = View(self._store, None)
        placed = [
            target if any(is_at(path, target) for path in known) else held.find(target)
            for target in targets
        ]
        return self.label(label, placed, made_by=made_by)

    def unlabel(self, label: str, targets: Sequence[str], *, made_by: str) -> int:
        """Take a label off; what is left without any is seen by nobody who is named.

        Raises:
            UsageError: it does not stand there, or a file has put it there.
        """
        return self._undo(self._labellings(label, targets), made_by)

    def grant(self, label: str, who: Sequence[str], *, made_by: str) -> int:
        """Let users and groups see what carries a label, as far as its other labels let them."""
        return self._change(_grants(RuleKind.ALLOW, label, who), made_by)

    def deny(self, label: str, who: Sequence[str], *, made_by: str) -> int:
        """Keep users and groups from what carries a label, whatever else allows them."""
        return self._change(_grants(RuleKind.DENY, label, who), made_by)

    def revoke(self, label: str, who: Sequence[str], *, made_by: str) -> int:
        """Take back what was granted and what was denied.

        Raises:
            UsageError: there is no such rule, or a file has made it.
        """
        both = [r for kind in (RuleKind.ALLOW, RuleKind.DENY) for r in _grants(kind, label, who)]
        held = {stored.rule for stored in self._store.access_rules()}
        return self._undo([r for r in both if r in held] or both, made_by)

    def group(
        self, name: str, *, add: Sequence[str] = (), drop: Sequence[str] = (), made_by: str
    ) -> int:
        """Add users to a group and drop others from it."""
        group = naming.plain_name(name, "group")
        n_added = self._change(_memberships(group, add), made_by) if add else 0
        return n_added + (self._undo(_memberships(group, drop), made_by) if drop else 0)

    def auditor(self, who: str, *, is_auditor: bool, made_by: str) -> int:
        """Make a user or a group an auditor, or take that back."""
        rules = [AccessRule(RuleKind.ROLE, AUDITOR, naming.principal(who))]
        return self._change(rules, made_by) if is_auditor else self._undo(rules, made_by)

    def refresh(self, paths: Sequence[Path], registry: Path | None, *, made_by: str) -> int:
        """Read the registry, the files known before, and the sidecars below ``paths`` again.

        Raises:
            SettingError: one can't be read; says which and why.
        """
        n_changed = 0
        files = self._store.access_files().items()
        known = [Path(at) for at, (kind, _) in files if kind == acl_sources.REGISTRY_KIND]
        for path in known if registry is None else [registry]:
            n_changed += acl_sources.read_registry(self._store, path, made_by)
        sidecars = [Path(at).parent for at, (k, _) in files if k == acl_sources.SIDECAR_KIND]
        return n_changed + acl_sources.read_sidecars(self._store, [*sidecars, *paths], made_by)

    def mirror(self, paths: Sequence[Path], *, made_by: str) -> int:
        """Take over the rights of the file system; see ``acl_sources.mirror``."""
        return acl_sources.mirror(self._store, paths, made_by)

    def forget(self, source: str, *, made_by: str) -> int:
        """Drop the rules of a file that is no longer to be read, or of the mirror.

        Raises:
            UsageError: no rule comes from there.
        """
        known = self._sources()
        names = [source, os.path.abspath(source)]  # noqa: PTH100 - keeps links
        at = next((name for name in names if name and name in known), None)
        if at is None:
            raise UsageError(f"no rule comes from {source!r}", hint="onfile acl show lists them")
        n_changed = self._store.replace_access((), source=at, made_by=made_by)
        self._store.set_access_file(at, "", None)
        if at == acl_sources.FILE_SYSTEM:
            acl_sources.forget_mirror(self._store)
        return n_changed

    def end(self, *, made_by: str) -> int:
        """Forget every rule: everybody may then see everything."""
        return self._store.end_access(made_by=made_by)

    # ── looking at them ──────────────────────────────────────────────────────────────────

    def overview(self) -> Overview:
        """Everything that is set up."""
        stored = self._store.access_rules()
        rules = [one.rule for one in stored]
        carried = self._carried(Acl(rules))
        named = {r.subject for r in rules if r.kind not in (RuleKind.MEMBER, RuleKind.ROLE)}
        labels = tuple(
            LabelOverview(
                label,
                _objects(rules, RuleKind.LABEL, label),
                _objects(rules, RuleKind.ALLOW, label),
                _objects(rules, RuleKind.DENY, label),
                sum(label in found for found in carried),
            )
            for label in sorted(named)
        )
        groups = sorted({r.subject for r in rules if r.kind is RuleKind.MEMBER})
        return Overview(
            is_in_force=self._store.is_access_in_force,
            labels=labels,
            groups={
                g: tuple(u.removeprefix(USER) for u in _objects(rules, RuleKind.MEMBER, g))
                for g in groups
            },
            auditors=_objects(rules, RuleKind.ROLE, AUDITOR),
            documents=len(carried),
            unlabelled=sum(not found for found in carried),
            sources=self._sources(),
        )

    def rules(self) -> list[StoredRule]:
        """Every rule, with where it comes from, by whom and when."""
        return self._store.access_rules()

    def history(self) -> list[RuleChange]:
        """Every change there ever was, oldest first."""
        return self._store.access_changes()

    def verdicts(self, user: str, document: str) -> Verdicts:
        """Why a user may or may not see a document, given by its name or id.

        Raises:
            UsageError: there is no such document, or no such user's name.
        """
        name = naming.user(user).removeprefix(USER)
        document_id = View(self._store, None).find(document)
        acl = Acl(one.rule for one in self._store.access_rules())
        (held,) = (d for d in self._store.labelled() if d.document_id == document_id)
        labels = acl.labels_of(held)
        is_open = not self._store.is_access_in_force
        return Verdicts(
            self._store.document(document_id).name,
            is_open or acl.may_see(name, labels),
            tuple(_verdict(acl, label, name) for label in sorted(labels)),
        )

    # ── parts ────────────────────────────────────────────────────────────────────────────

    def _sources(self) -> tuple[str, ...]:
        files = self._store.access_files().items()
        read = (at for at, (kind, _) in files if kind != acl_sources.MIRROR_KIND)
        return tuple(sorted({*read, *(r.source for r in self._store.access_rules())} - {""}))

    def _carried(self, acl: Acl) -> list[frozenset[str]]:
        return [acl.labels_of(document) for document in self._store.labelled()]

    def _change(self, rules: Iterable[AccessRule], made_by: str) -> int:
        return self._store.change_access(add=rules, made_by=made_by)

    def _undo(self, rules: Sequence[AccessRule], made_by: str) -> int:
        stored = self._store.access_rules()
        by_hand = {one.rule for one in stored if not one.source}
        sources = {one.rule: one.source for one in stored if one.source}
        held = [rule for rule in rules if rule in by_hand]
        if not held:
            source = next((sources[rule] for rule in rules if rule in sources), None)
            if source is not None:
                raise UsageError(
                    f"that rule comes from {source}", hint="change it there, or forget that source"
                )
            raise UsageError("there is no such rule", hint="onfile acl show lists them")
        return self._store.change_access(remove=held, made_by=made_by)

    def _labellings(self, label: str, targets: Sequence[str]) -> list[AccessRule]:
        name = naming.plain_name(label, "label")
        places = [place for target in targets for place in self._places(target)]
        return [AccessRule(RuleKind.LABEL, name, place) for place in places]

    def _places(self, target: str) -> list[str]:
        """Where a label goes: a path on the disk or of files on file, or else a document's id."""
        paths = places_of(Path(target))
        known = [path for document in self._store.labelled() for path in document.paths]
        if Path(target).exists() or any(is_at(path, place) for path in known for place in paths):
            return sorted(paths)
        labelled = {
            r.rule.object for r in self._store.access_rules() if r.rule.kind is RuleKind.LABEL
        }
        if paths & labelled:
            return sorted(paths)
        try:
            return [View(self._store, None).find(target)]
        except UsageError as error:
            raise UsageError(
                f"there is no file, folder or document {target!r}",
                hint="give a path, or a document's name or id as onfile coverage shows it",
            ) from error


def change_json(change: RuleChange) -> JsonObject:
    """One line of the history, as every face gives it."""
    made = change.changed
    rule = {"kind": made.rule.kind.value, "subject": made.rule.subject, "object": made.rule.object}
    origin = {"source": made.source or None, "made_by": made.made_by, "made_at": made.made_at}
    return {"action": change.action, **rule, **origin}


def _grants(kind: RuleKind, label: str, who: Sequence[str]) -> list[AccessRule]:
    return [AccessRule(kind, naming.plain_name(label, "label"), naming.principal(w)) for w in who]


def _memberships(group: str, users: Sequence[str]) -> list[AccessRule]:
    return [AccessRule(RuleKind.MEMBER, group, naming.user(user)) for user in users]


def _objects(rules: Iterable[AccessRule], kind: RuleKind, subject: str) -> tuple[str, ...]:
    found = {r.object for r in rules if r.kind is kind and r.subject == subject}
    return tuple(sorted(found))


def _verdict(acl: Acl, label: str, user: str) -> LabelVerdict:
    known_as = acl.principals(user)
    denied = sorted(known_as & acl.denied(label))
    allowed = sorted(known_as & acl.allowed(label))
    if denied:
        return LabelVerdict(label, False, f"denied to {', '.join(denied)}")
    if allowed:
        return LabelVerdict(label, True, f"allowed to {', '.join(allowed)}")
    return LabelVerdict(label, False, "allows none of " + ", ".join(sorted(known_as)))
