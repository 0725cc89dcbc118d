"""Hashes of passwords, by Argon2id (argon2-cffi)."""

from __future__ import annotations

from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_hasher = PasswordHasher()  # its defaults are those of RFC 9106 for little memory


def hashed(password: str) -> str:
    """The hash, with its salt and parameters in it."""
    return _hasher.hash(password)


def is_of(password: str, known: str | None) -> bool:
    """Whether ``known`` is the hash of this password.

    Takes as long where there is none to compare with, so that the time does not tell.
    """
    try:
        is_right = _hasher.verify(_decoy() if known is None else known, password)
    except (VerificationError, InvalidHashError):
        return False
    return is_right and known is not None


@cache
def _decoy() -> str:
    return hashed("nobody's password")
