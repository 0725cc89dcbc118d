"""Who may use the server: accounts with passwords, keys for programs, and who is signed in.

A password is kept as its Argon2id hash, a key and a sign-in as the SHA-256 of what is random
enough not to be guessed. What is secret is given out once and never again.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterable
from typing import NamedTuple

from onfile.adapters import argon
from onfile.errors import UsageError
from onfile.index import accounts as kept
from onfile.index.accounts import Account as Account  # faces name these types from here
from onfile.index.accounts import ApiKey as ApiKey
from onfile.index.store import Store

SCOPES = {
    "ask": "put questions",
    "read": "look at documents, figures and coverage",
    "ingest": "upload and read in documents",
    "audit": "see everybody's records and verify the log",
    "admin": "see metrics and everybody's jobs, ingest folders of the server, manage keys",
}
DEFAULT_SCOPES = ("ask", "read")
MIN_PASSWORD = 10  # characters; NIST SP 800-63B asks for 8 at least
MAX_PASSWORD = 1024
LOGIN_HOURS = 12
KEY_PREFIX = "onf"
_NAME = re.compile(r"[a-z0-9][a-z0-9._@-]{0,63}")
_SECRET = "serve_secret"


class Holder(NamedTuple):
    """Whose key it is."""

    account: Account
    key: ApiKey


def utc_now() -> dt.datetime:
    """The time, in UTC."""
    return dt.datetime.now(dt.UTC)


class Accounts:
    """The accounts of one store; every method looks at what is stored now."""

    def __init__(self, store: Store, now: Callable[[], dt.datetime] = utc_now) -> None:
        self._store = store
        self._clock = now

    @property
    def is_any(self) -> bool:
        """True when there is an account, and so nobody may ask without one."""
        return kept.has_accounts(self._store)

    def add(
        self, name: str, password: str | None, scopes: Iterable[str] = DEFAULT_SCOPES
    ) -> Account:
        """A new account.

        Args:
            name: Lower-case letters, digits and ``. _ @ -``.
            password: None for one who signs in elsewhere or by key alone.
            scopes: Of ``SCOPES``.

        Raises:
            UsageError: the name is taken or can't be one, the password is too short or long, or
                a scope is not known.
        """
        if not is_name(name):
            raise UsageError(
                f"{name!r} can't be an account's name",
                hint="at most 64 of a-z 0-9 . _ @ -, a letter or digit first",
            )
        hashed = None if password is None else argon.hashed(_checked(password))
        account = Account(name, hashed, known_scopes(scopes), self._now(), None)
        kept.add_account(self._store, account)
        return account

    def all(self) -> list[Account]:
        """Every account, by name."""
        return kept.read_accounts(self._store)

    def get(self, name: str) -> Account:
        """One account. Raises: UsageError, where there is none."""
        found = self.find(name)
        if found is None:
            raise UsageError(f"there is no account {name}", hint="onfile user list shows them")
        return found

    def find(self, name: str) -> Account | None:
        """One account, None where there is none of that name."""
        return next(iter(kept.read_accounts(self._store, name)), None)

    def set_password(self, name: str, password: str) -> None:
        """A new password; ends what is signed in. Raises: UsageError."""
        kept.set_password_hash(self._store, self.get(name).name, argon.hashed(_checked(password)))

    def set_scopes(self, name: str, scopes: Iterable[str]) -> None:
        """What the account may do. Raises: UsageError."""
        kept.set_scopes(self._store, self.get(name).name, known_scopes(scopes))

    def disable(self, name: str) -> None:
        """No more asking, by password or key; what is signed in ends. Raises: UsageError."""
        kept.set_disabled(self._store, self.get(name).name, self._now())

    def enable(self, name: str) -> None:
        """It may be used again. Raises: UsageError."""
        kept.set_disabled(self._store, self.get(name).name, None)

    def verified(self, name: str, password: str) -> Account | None:
        """The account, if this is its password and it may be used."""
        found = self.find(name)
        known = found.password_hash if found is not None and found.disabled is None else None
        is_right = argon.is_of(password[:MAX_PASSWORD], known)
        return found if is_right else None

    # ── keys ─────────────────────────────────────────────────────────────────────────────

    def create_key(
        self,
        name: str,
        scopes: Iterable[str] | None = None,
        *,
        days: int | None = None,
        note: str = "",
    ) -> tuple[ApiKey, str]:
        """A key of an account, and its text, which is not kept and can't be shown again.

        Args:
            name: The account.
            scopes: None for all of the account's.
            days: How long it is good for; None is until it is revoked.
            note: What it is for.

        Raises:
            UsageError: there is no such account, or it has not all of these scopes.
        """
        account = self.get(name)
        wanted = account.scopes if scopes is None else known_scopes(scopes)
        if beyond := wanted - account.scopes:
            raise UsageError(f"{name} has no scope {', '.join(sorted(beyond))} to give to a key")
        if days is not None and not 1 <= days <= 3650:
            raise UsageError(f"a key is good for 1 to 3650 days, not {days}")
        expires = None if days is None else _written(self._clock() + dt.timedelta(days=days))
        key_id, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
        text = f"{KEY_PREFIX}_{key_id}_{secret}"
        key = ApiKey(key_id, name, _digest(text), wanted, note[:200], self._now(), expires, None)
        kept.add_key(self._store, key)
        return key, text

    def keys(self, account: str | None = None) -> list[ApiKey]:
        """Keys, oldest first, of one account or of all."""
        return kept.read_keys(self._store, account=account)

    def revoke_key(self, key_id: str, account: str | None = None) -> None:
        """The key is of no use from now on.

        Raises:
            UsageError: there is none of that id, or (``account`` given) it is another's.
        """
        found = kept.read_keys(self._store, key_id=key_id, account=account)
        if not found:
            raise UsageError(f"there is no key {key_id}", hint="onfile key list shows them")
        kept.revoke_key(self._store, key_id, self._now())

    def holder(self, text: str) -> Holder | None:
        """Whose key this is, if it is good."""
        parts = text.split("_", 2)
        if len(parts) != 3 or parts[0] != KEY_PREFIX:
            return None
        key = next(iter(kept.read_keys(self._store, key_id=parts[1])), None)
        if key is None or not hmac.compare_digest(key.secret_hash, _digest(text)):
            return None
        account = self.find(key.account)
        is_over = key.expires is not None and key.expires <= self._now()
        if account is None or account.disabled is not None or key.revoked is not None or is_over:
            return None
        return Holder(account, key)

    # ── signing in ───────────────────────────────────────────────────────────────────────

    def sign_in(self, name: str) -> str:
        """A token by which ``signed_in`` knows the account again, for ``LOGIN_HOURS``."""
        token = secrets.token_urlsafe(32)
        expires = _written(self._clock() + dt.timedelta(hours=LOGIN_HOURS))
        kept.open_login(self._store, _digest(token), name, self._now(), expires)
        return token

    def signed_in(self, token: str) -> str | None:
        """Whose token this is; None where it is none, or no longer."""
        return kept.login_of(self._store, _digest(token), self._now())

    def sign_out(self, token: str) -> None:
        """The token is of no use from now on."""
        kept.close_login(self._store, _digest(token))

    def secret(self) -> str:
        """What cookies of this store are signed with; made when first needed."""
        known = self._store.meta(_SECRET)
        if known is None:
            self._store.set_meta_once(_SECRET, secrets.token_hex(32))
            known = self._store.meta(_SECRET) or ""
        return known

    def _now(self) -> str:
        return _written(self._clock())


def is_name(name: str) -> bool:
    """True for what an account may be called; never a path."""
    return _NAME.fullmatch(name) is not None


def known_scopes(scopes: Iterable[str]) -> frozenset[str]:
    """The scopes, if they are known and any.

    Raises:
        UsageError: one is not.
    """
    wanted = frozenset(scopes)
    unknown = sorted(wanted - SCOPES.keys())
    if unknown or not wanted:
        problem = f"there is no scope {unknown[0]!r}" if unknown else "there must be a scope"
        raise UsageError(problem, hint=f"scopes: {', '.join(SCOPES)}")
    return wanted


def _checked(password: str) -> str:
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        raise UsageError(f"a password has {MIN_PASSWORD} to {MAX_PASSWORD} characters")
    return password


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _written(moment: dt.datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
