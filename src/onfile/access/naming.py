"""How labels, groups and those who ask are written."""

from __future__ import annotations

from onfile.access.rules import EVERYONE, GROUP, USER
from onfile.errors import UsageError

MAX_NAME = 200
_NOT_IN_NAMES = "@:/\\"  # they part what onfile puts together: "label@folder", "group:name"


def principal(text: str) -> str:
    """``everyone``, ``group:NAME``, ``user:NAME``, or a bare name, which is a user's.

    Raises:
        UsageError: it is none of these.
    """
    given = text.strip()
    if given == EVERYONE:
        return EVERYONE
    if given.startswith(GROUP):
        return f"{GROUP}{plain_name(given.removeprefix(GROUP), 'group')}"
    return user(given)


def user(text: str) -> str:
    """``user:NAME`` for a user's name, with or without ``user:``; names may be mail addresses.

    Raises:
        UsageError: it is empty, too long, a group's name, or holds what can't be printed.
    """
    name = text.strip().removeprefix(USER)
    if name.startswith(GROUP):
        raise UsageError(f"{text!r} is a group, not a user", hint="groups hold users alone")
    if name == EVERYONE:
        raise UsageError(f"{EVERYONE!r} is no user: it stands for all of them")
    _check(name, "user")
    return f"{USER}{name}"


def plain_name(text: str, what: str) -> str:
    """The name of a label or a group.

    Raises:
        UsageError: it is empty, too long, or holds a sign that is not for names.
    """
    name = text.strip()
    _check(name, what)
    bad = [sign for sign in _NOT_IN_NAMES if sign in name]
    if bad:
        raise UsageError(f"the {what} {name!r} holds {' '.join(bad)}", hint="choose a plain name")
    return name


def _check(name: str, what: str) -> None:
    if not name:
        raise UsageError(f"the {what}'s name is empty")
    if len(name) > MAX_NAME or not name.isprintable():
        raise UsageError(
            f"{name[:40]!r} can't be a {what}'s name",
            hint=f"up to {MAX_NAME} printable characters",
        )
