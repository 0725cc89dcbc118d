"""The rules of the permissions as they are stored, and every change that was made to them."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections import defaultdict
from collections.abc import Iterable

from onfile.index.database import Database
from onfile.types import AccessRule, Labelled, RuleChange, RuleKind, StoredRule

COMMAND_LINE = ""  # the source of rules that were made one by one, from whatever face
_RULE = "kind, subject, object"
_DECIDING = (RuleKind.LABEL, RuleKind.ALLOW, RuleKind.DENY)  # groups and roles alone hide nothing


class StoredPermissions:
    """The part of ``Store`` that keeps who may see what."""

    database: Database

    @property
    def access_change(self) -> int:
        """Grows with every change of the rules, whichever process makes it."""
        return self._access_number("access")

    @property
    def is_access_in_force(self) -> bool:
        """True from the first rule on a label on, until ``end_access``; even if none is left."""
        return self._access_number("access_in_force") == 1

    def access_rules(self) -> list[StoredRule]:
        """Every rule, in order."""
        with self.database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_RULE}, source, made_by, made_at FROM access_rules"
                " ORDER BY kind, subject, object, source"
            ).fetchall()
        return [_stored(row) for row in rows]

    def access_changes(self) -> list[RuleChange]:
        """Every change there ever was, oldest first."""
        with self.database.reading() as connection:
            rows = connection.execute(
                f"SELECT action, {_RULE}, source, made_by, made_at FROM access_changes ORDER BY seq"
            ).fetchall()
        return [RuleChange(action, _stored(row)) for action, *row in rows]

    def change_access(
        self,
        *,
        add: Iterable[AccessRule] = (),
        remove: Iterable[AccessRule] = (),
        source: str = COMMAND_LINE,
        made_by: str,
    ) -> int:
        """Add and remove rules of one source in one transaction; gives how many changed."""
        with self.database.writing() as connection:
            held = _rules_of(connection, source)
            gone, new = set(remove) & held, set(add) - held
            _write(connection, "remove", gone - set(add), source, made_by)
            _write(connection, "add", new, source, made_by)
            n_changed = len(gone - set(add)) + len(new)
            if n_changed:
                _count_change(connection)
        return n_changed

    def replace_access(self, rules: Iterable[AccessRule], *, source: str, made_by: str) -> int:
        """The rules of one source as they are now; gives how many changed."""
        wanted = set(rules)
        with self.database.writing() as connection:
            held = _rules_of(connection, source)
            _write(connection, "remove", held - wanted, source, made_by)
            _write(connection, "add", wanted - held, source, made_by)
            if held != wanted:
                _count_change(connection)
        return len(held ^ wanted)

    def end_access(self, *, made_by: str) -> int:
        """Forget every rule: everybody may see everything; gives how many there were."""
        with self.database.writing() as connection:
            sources = connection.execute("SELECT DISTINCT source FROM access_rules").fetchall()
            n_rules = 0
            for (source,) in sources:
                held = _rules_of(connection, source)
                _write(connection, "remove", held, source, made_by)
                n_rules += len(held)
            connection.execute("DELETE FROM access_files")
            off = AccessRule(RuleKind.LABEL, "", "")
            _note(connection, "off", off, COMMAND_LINE, made_by, _now())
            _count_change(connection)
            connection.execute("UPDATE meta SET value = '0' WHERE name = 'access_in_force'")
        return n_rules

    def access_files(self) -> dict[str, tuple[str, str]]:
        """Files that rules were read from: path to (kind, what it looked like)."""
        with self.database.reading() as connection:
            rows = connection.execute("SELECT path, kind, stamp FROM access_files").fetchall()
        return {path: (kind, stamp) for path, kind, stamp in rows}

    def set_access_file(self, path: str, kind: str, stamp: str | None) -> None:
        """Note what such a file looked like; None forgets it."""
        with self.database.writing() as connection:
            if stamp is None:
                connection.execute("DELETE FROM access_files WHERE path = ?", (path,))
            else:
                row = (path, kind, stamp)
                connection.execute("INSERT OR REPLACE INTO access_files VALUES (?, ?, ?)", row)

    def labelled(self) -> list[Labelled]:
        """Every document with the paths of its files, links resolved too; by id."""
        paths: dict[str, set[str]] = defaultdict(set)
        with self.database.reading() as connection:
            for document_id, path in connection.execute("SELECT document_id, path FROM documents"):
                paths[document_id].add(path)
            for document_id, path, real_path in connection.execute(
                "SELECT document_id, path, real_path FROM files WHERE document_id IS NOT NULL"
            ):
                paths[document_id].update((path, real_path or path))
        return [Labelled(d, frozenset(paths[d])) for d in sorted(paths)]

    def _access_number(self, name: str) -> int:
        with self.database.reading() as connection:
            row = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return int(row[0])


def _rules_of(connection: sqlite3.Connection, source: str) -> set[AccessRule]:
    rows = connection.execute(f"SELECT {_RULE} FROM access_rules WHERE source = ?", (source,))
    return {AccessRule(RuleKind(kind), subject, object_) for kind, subject, object_ in rows}


def _write(
    connection: sqlite3.Connection,
    action: str,
    rules: Iterable[AccessRule],
    source: str,
    made_by: str,
) -> None:
    now = _now()
    for rule in sorted(rules):
        key = (rule.kind.value, rule.subject, rule.object, source)
        if action == "add":
            connection.execute(
                "INSERT INTO access_rules VALUES (?, ?, ?, ?, ?, ?)", (*key, made_by, now)
            )
            if rule.kind in _DECIDING:
                connection.execute("UPDATE meta SET value = '1' WHERE name = 'access_in_force'")
        else:
            connection.execute(
                "DELETE FROM access_rules"
                " WHERE kind = ? AND subject = ? AND object = ? AND source = ?",
                key,
            )
        _note(connection, action, rule, source, made_by, now)


def _note(
    connection: sqlite3.Connection,
    action: str,
    rule: AccessRule,
    source: str,
    made_by: str,
    now: str,
) -> None:
    connection.execute(
        "INSERT INTO access_changes VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)",
        (now, made_by, action, rule.kind.value, rule.subject, rule.object, source),
    )


def _count_change(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'access'")


def _stored(row: Iterable[str]) -> StoredRule:
    kind, subject, object_, source, made_by, made_at = row
    return StoredRule(AccessRule(RuleKind(kind), subject, object_), source, made_by, made_at)


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
