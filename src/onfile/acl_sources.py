"""Where rules are read from: the registry, sidecars, and the rights of the file system.

Each file's rules are kept under its path, with what the file looked like. Before a question of a
named user that look is compared, so that an edited file takes effect on the next question; one that
can't be read lets nobody who is named see anything until it can.
"""

from __future__ import annotations

import functools
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from onfile.access.mirror import PASS, READ, Rights, rules_of
from onfile.acl_file import SIDECAR, is_at, places_of, registry_rules, sidecar_rules
from onfile.errors import RulesUnreadable, SettingError, UsageError
from onfile.index.store import Store
from onfile.ingest.discover import discover
from onfile.registry import load_registry, load_sidecar

REGISTRY_KIND, SIDECAR_KIND, MIRROR_KIND = "registry", "sidecar", "mirror"
FILE_SYSTEM = "the file system"  # the source of mirrored rules
BY_FILE = "the file itself"
BY_INGEST = "ingest"
Place = tuple[str, str, bool, bool, bool]
_ACL_ATTRIBUTE = "system.posix_acl_access"


def before_ingest(
    store: Store, roots: Sequence[Path], registry: Path | None, is_mirroring: bool
) -> None:
    """Read what a registry and the sidecars below ``roots`` say, before any document is read.

    The file system is looked at again where it was mirrored before, and below ``roots`` with
    ``is_mirroring``.

    Raises:
        SettingError: one of them is invalid.
    """
    if registry is not None:
        read_registry(store, registry, BY_INGEST)
    read_sidecars(store, roots, BY_INGEST)
    if is_mirroring or _mirrored_roots(store):
        mirror(store, roots if is_mirroring else [], BY_INGEST)


def read_registry(store: Store, path: Path, made_by: str) -> int:
    """Take over the ``acl`` of a registry, also of one that has none yet.

    Returns:
        How many rules changed.

    Raises:
        SettingError: it is invalid; the rules stay as they were.
    """
    at = os.path.abspath(path)  # noqa: PTH100 - keeps links
    looks = _look(at)
    section = load_registry(path).acl
    rules = frozenset() if section is None else registry_rules(section, Path(at).parent)
    n_changed = store.replace_access(rules, source=at, made_by=made_by)
    store.set_access_file(at, REGISTRY_KIND, looks)
    return n_changed


def read_sidecars(store: Store, roots: Sequence[Path], made_by: str) -> int:
    """Take over every sidecar below ``roots``, and drop those that are gone from there.

    Raises:
        SettingError: one is invalid; its rules, and those after it, stay as they were.
    """
    n_changed = 0
    found = set(_sidecars(roots))
    for at in sorted(found):
        n_changed += _read_sidecar(store, at, made_by)
    tops = [os.path.abspath(root) for root in roots]  # noqa: PTH100
    for at, (kind, _) in store.access_files().items():
        if kind == SIDECAR_KIND and at not in found and any(is_at(at, top) for top in tops):
            n_changed += _drop_if_gone(store, at, made_by)
    return n_changed


def catch_up(store: Store) -> None:
    """Read again the files with rules that have changed since they were read.

    Raises:
        RulesUnreadable: one of them can't be. Its message names no path: a named user reads it.
    """
    for at, (kind, looked) in store.access_files().items():
        try:
            if kind != MIRROR_KIND and _look(at) != looked:
                _read_again(store, at, kind)
        except SettingError as error:
            raise RulesUnreadable(
                "a file with permissions can't be read, so nothing is shown",
                hint="the owner of the store finds out more by: onfile acl refresh",
            ) from error


def mirror(store: Store, roots: Sequence[Path], made_by: str) -> int:
    """Take over the rights of the files below ``roots``, whether or not they are on file yet.

    What was mirrored before is looked at again. A file on file that is gone is seen by nobody.

    Returns:
        How many rules changed.

    Raises:
        UsageError: this system has no owners and groups, or there is no file below ``roots``.
    """
    tops = {os.path.abspath(root) for root in roots} | _mirrored_roots(store)  # noqa: PTH100
    paths = _paths_below(store, tops)
    if not paths:
        raise UsageError("there is no file below what was given", hint="name a folder of documents")
    of_folder = functools.cache(_folder)  # files share their folders
    rights = [right for path in sorted(paths) for right in _rights(path, of_folder)]
    members = {group: _members(group) for group in {one.group for one in rights} - {""}}
    n_changed = store.replace_access(rules_of(rights, members), source=FILE_SYSTEM, made_by=made_by)
    for top in tops:
        store.set_access_file(top, MIRROR_KIND, "")
    return n_changed


def forget_mirror(store: Store) -> None:
    """The file system is not looked at again."""
    for top in _mirrored_roots(store):
        store.set_access_file(top, MIRROR_KIND, None)


def _mirrored_roots(store: Store) -> set[str]:
    return {at for at, (kind, _) in store.access_files().items() if kind == MIRROR_KIND}


def _paths_below(store: Store, tops: Iterable[str]) -> set[str]:
    """Every path below ``tops`` of a file that is there or on file, links resolved too."""
    wide = {place for top in tops for place in places_of(Path(top))}
    on_file = (path for document in store.labelled() for path in document.paths)
    known = {path for path in on_file if any(is_at(path, place) for place in wide)}
    there = discover([Path(top) for top in sorted(tops)]).files
    return known | {place for file in there for place in places_of(file)}


def _read_again(store: Store, at: str, kind: str) -> None:
    if kind == SIDECAR_KIND and Path(at).exists():
        _read_sidecar(store, at, BY_FILE)
    elif kind == SIDECAR_KIND:
        _drop_if_gone(store, at, BY_FILE)
    elif Path(at).exists() or any(rule.source == at for rule in store.access_rules()):
        read_registry(store, Path(at), BY_FILE)


def _read_sidecar(store: Store, at: str, made_by: str) -> int:
    looks = _look(at)
    path = Path(at)
    rules = sidecar_rules(load_sidecar(path), path.parent)
    n_changed = store.replace_access(rules, source=at, made_by=made_by)
    store.set_access_file(at, SIDECAR_KIND, looks)
    return n_changed


def _drop_if_gone(store: Store, at: str, made_by: str) -> int:
    """Drop a sidecar's rules when it was deleted; not when its whole folder is out of reach."""
    folder = Path(at).parent
    try:
        is_deleted = not Path(at).exists() and any(folder.iterdir())
    except OSError:
        is_deleted = False
    if not is_deleted:
        return 0
    n_changed = store.replace_access((), source=at, made_by=made_by)
    store.set_access_file(at, SIDECAR_KIND, None)
    return n_changed


def _sidecars(roots: Iterable[Path]) -> Iterator[str]:
    visited: set[tuple[int, int]] = set()
    for root in roots:
        top = os.path.abspath(root)  # noqa: PTH100
        for folder, inner, names in os.walk(top, followlinks=True):
            status = os.stat(folder)  # noqa: PTH116
            if (status.st_dev, status.st_ino) in visited:
                inner.clear()  # links may lead in a circle
                continue
            visited.add((status.st_dev, status.st_ino))
            if SIDECAR in names:
                yield os.path.join(folder, SIDECAR)  # noqa: PTH118


def _look(path: str) -> str:
    """What tells that a file has changed; "gone" where there is none."""
    try:
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        return "gone"
    return f"{status.st_mtime_ns} {status.st_size} {status.st_ino}"


def _rights(path: str, of_folder: Callable[[str], Place]) -> Iterator[Rights]:
    """What reading one file takes; unknown where the file is gone."""
    try:
        own = _place(path, (stat.S_IRUSR, stat.S_IRGRP, stat.S_IROTH))
        above = [of_folder(str(folder)) for folder in Path(path).parents]
    except OSError:
        yield Rights(path, READ)
        return
    yield Rights(path, READ, *own)
    yield from (Rights(path, PASS, *place) for place in above if not all(place[2:]))


def _folder(path: str) -> Place:
    return _place(path, (stat.S_IXUSR, stat.S_IXGRP, stat.S_IXOTH))


def _place(path: str, bits: tuple[int, int, int]) -> Place:
    """Owner, group and the right of each and of others; nobody's where a list decides."""
    status = os.stat(path)  # noqa: PTH116
    if _has_list(path):
        return ("", "", False, False, False)
    for_owner, for_group, for_others = (bool(status.st_mode & bit) for bit in bits)
    return (*_names(status), for_owner, for_group, for_others)


def _has_list(path: str) -> bool:
    try:
        return _ACL_ATTRIBUTE in os.listxattr(path)
    except (OSError, AttributeError):
        return False


def _names(status: os.stat_result) -> tuple[str, str]:
    try:
        import grp
        import pwd
    except ImportError as error:
        raise UsageError(
            "this system has no owners and groups to mirror", hint="use labels instead"
        ) from error
    try:
        owner = pwd.getpwuid(status.st_uid).pw_name
    except KeyError:
        owner = str(status.st_uid)
    try:
        group = grp.getgrgid(status.st_gid).gr_name
    except KeyError:
        group = str(status.st_gid)
    return owner, group


def _members(group: str) -> tuple[str, ...]:
    import grp
    import pwd

    try:
        held = grp.getgrnam(group)
    except KeyError:
        return ()
    first = (user.pw_name for user in pwd.getpwall() if user.pw_gid == held.gr_gid)
    return tuple(sorted({*held.gr_mem, *first}))
