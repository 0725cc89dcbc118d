"""Accounts, their keys, and who is signed in. Secrets are kept as hashes alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from onfile.errors import UsageError
from onfile.index.store import Store


class Account(NamedTuple):
    """Who may use the server.

    Attributes:
        password_hash: None for one who signs in elsewhere, or by key alone.
        scopes: What the account may do.
        created, disabled: UTC, ISO 8601; ``disabled`` None while it may be used.
    """

    name: str
    password_hash: str | None
    scopes: frozenset[str]
    created: str
    disabled: str | None


class ApiKey(NamedTuple):
    """A key of an account, for programs. Its scopes are never more than the account's."""

    key_id: str
    account: str
    secret_hash: str
    scopes: frozenset[str]
    note: str
    created: str
    expires: str | None
    revoked: str | None


def has_accounts(store: Store) -> bool:
    """True when there is any account, disabled ones included."""
    with store.database.reading() as connection:
        return connection.execute("SELECT 1 FROM accounts LIMIT 1").fetchone() is not None


def add_account(store: Store, account: Account) -> None:
    """Keep a new account.

    Raises:
        UsageError: there is one of that name.
    """
    with store.database.writing() as connection:
        row = (*account[:2], _joined(account.scopes), *account[3:])
        done = connection.execute("INSERT OR IGNORE INTO accounts VALUES (?, ?, ?, ?, ?)", row)
    if done.rowcount == 0:
        raise UsageError(f"there is an account {account.name} already")


def read_accounts(store: Store, name: str | None = None) -> list[Account]:
    """Every account by name, or the one of this name."""
    with store.database.reading() as connection:
        rows = connection.execute(
            "SELECT name, password_hash, scopes, created, disabled FROM accounts"
            " WHERE ?1 IS NULL OR name = ?1 ORDER BY name",
            (name,),
        )
        return [Account(row[0], row[1], _split(row[2]), row[3], row[4]) for row in rows]


def set_password_hash(store: Store, name: str, password_hash: str) -> None:
    """A new password; whoever is signed in with the old one no longer is."""
    with store.database.writing() as connection:
        connection.execute(
            "UPDATE accounts SET password_hash = ? WHERE name = ?", (password_hash, name)
        )
        connection.execute("DELETE FROM logins WHERE account = ?", (name,))


def set_scopes(store: Store, name: str, scopes: Iterable[str]) -> None:
    """What the account may do from now on."""
    with store.database.writing() as connection:
        connection.execute("UPDATE accounts SET scopes = ? WHERE name = ?", (_joined(scopes), name))


def set_disabled(store: Store, name: str, since: str | None) -> None:
    """From now on it may not, or (``since`` None) may again be used."""
    with store.database.writing() as connection:
        connection.execute("UPDATE accounts SET disabled = ? WHERE name = ?", (since, name))
        connection.execute("DELETE FROM logins WHERE account = ?", (name,))


def add_key(store: Store, key: ApiKey) -> None:
    """Keep a new key."""
    with store.database.writing() as connection:
        row = (*key[:3], _joined(key.scopes), *key[4:])
        connection.execute("INSERT INTO api_keys VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)


def read_keys(
    store: Store, *, key_id: str | None = None, account: str | None = None
) -> list[ApiKey]:
    """Keys, oldest first: all, the one of this id, or those of an account."""
    with store.database.reading() as connection:
        rows = connection.execute(
            "SELECT key_id, account, secret_hash, scopes, note, created, expires, revoked"
            " FROM api_keys WHERE (?1 IS NULL OR key_id = ?1) AND (?2 IS NULL OR account = ?2)"
            " ORDER BY created, key_id",
            (key_id, account),
        )
        return [ApiKey._make((*row[:3], _split(row[3]), *row[4:])) for row in rows]


def revoke_key(store: Store, key_id: str, now: str) -> None:
    """The key is of no use from now on."""
    with store.database.writing() as connection:
        connection.execute(
            "UPDATE api_keys SET revoked = coalesce(revoked, ?) WHERE key_id = ?", (now, key_id)
        )


def open_login(store: Store, token_hash: str, account: str, now: str, expires: str) -> None:
    """Somebody is signed in; those whose time is up are forgotten."""
    with store.database.writing() as connection:
        connection.execute("DELETE FROM logins WHERE expires < ?", (now,))
        connection.execute(
            "INSERT INTO logins VALUES (?, ?, ?, ?)", (token_hash, account, now, expires)
        )


def login_of(store: Store, token_hash: str, now: str) -> str | None:
    """The name of the account that is signed in with this token, if its time is not up."""
    with store.database.reading() as connection:
        row = connection.execute(
            "SELECT account FROM logins WHERE token_hash = ? AND expires > ?", (token_hash, now)
        ).fetchone()
    return None if row is None else str(row[0])


def close_login(store: Store, token_hash: str) -> None:
    """Signed out."""
    with store.database.writing() as connection:
        connection.execute("DELETE FROM logins WHERE token_hash = ?", (token_hash,))


def _joined(scopes: Iterable[str]) -> str:
    return ",".join(sorted(scopes))


def _split(scopes: str) -> frozenset[str]:
    return frozenset(scopes.split(",")) - {""}
