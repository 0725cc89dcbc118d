"""``onfile user`` and ``onfile key``: who may use the server."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from onfile.cli.options import AsJson, Store
from onfile.cli.session import session, tell, write_json
from onfile.errors import UsageError

if TYPE_CHECKING:
    from onfile.accounts import Account, Accounts, ApiKey

users = typer.Typer(help="Accounts of the server.", no_args_is_help=True, rich_markup_mode=None)
keys = typer.Typer(help="Keys for programs.", no_args_is_help=True, rich_markup_mode=None)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The account.")]
Scopes = Annotated[
    str | None,
    typer.Option("--scopes", metavar="LIST", help="Of ask, read, ingest, audit, admin."),
]
FromStdin = Annotated[
    bool, typer.Option("--password-stdin", help="Read the password from standard input.")
]


@users.command("add")
def add_user(
    context: typer.Context,
    name: Name,
    scopes: Scopes = None,
    no_password: Annotated[
        bool, typer.Option("--no-password", help="Signs in elsewhere, or by key alone.")
    ] = False,
    password_stdin: FromStdin = False,
    store: Store = None,
) -> None:
    """Make an account; from then on the server asks everybody to sign in.

    Scopes are ask and read unless others are given.
    """
    with _accounts(context, store, creates=True) as accounts:
        from onfile.accounts import DEFAULT_SCOPES

        is_first = not accounts.is_any
        password = None if no_password else _password(password_stdin)
        made = accounts.add(name, password, _split(scopes) or DEFAULT_SCOPES)
        tell(f"account {made.name} may {', '.join(sorted(made.scopes))}")
        if is_first:
            tell("  it is the first: from now on the server asks everybody to sign in")


@users.command("list")
def list_users(context: typer.Context, store: Store = None, as_json: AsJson = False) -> None:
    """List accounts."""
    with _accounts(context, store) as accounts:
        found = accounts.all()
        if as_json:
            write_json({"accounts": [_account_json(account) for account in found]})
            return
        if not found:
            tell("no accounts: the server is for one person on this machine")
        for account in found:
            state = f"disabled {account.disabled}" if account.disabled else "enabled"
            typer.echo(f"{account.name}\t{','.join(sorted(account.scopes))}\t{state}")


@users.command("scopes")
def set_scopes(
    context: typer.Context,
    name: Name,
    scopes: Annotated[str, typer.Argument(metavar="LIST", help="What it may do from now on.")],
    store: Store = None,
) -> None:
    """Set what an account may do: ask, read, ingest, audit, admin."""
    with _accounts(context, store) as accounts:
        accounts.set_scopes(name, _split(scopes) or ())
        tell(f"account {name} may {', '.join(sorted(accounts.get(name).scopes))}")


@users.command("disable")
def disable(context: typer.Context, name: Name, store: Store = None) -> None:
    """Let an account, its keys and whoever is signed in do no more."""
    with _accounts(context, store) as accounts:
        accounts.disable(name)
        tell(f"account {name} is disabled; onfile user enable {name} undoes it")


@users.command("enable")
def enable(context: typer.Context, name: Name, store: Store = None) -> None:
    """Let a disabled account be used again."""
    with _accounts(context, store) as accounts:
        accounts.enable(name)
        tell(f"account {name} is enabled")


@users.command("passwd")
def set_password(
    context: typer.Context, name: Name, password_stdin: FromStdin = False, store: Store = None
) -> None:
    """Set a new password; whoever is signed in with the old one no longer is."""
    with _accounts(context, store) as accounts:
        accounts.get(name)
        accounts.set_password(name, _password(password_stdin))
        tell(f"account {name} has a new password")


@keys.command("create")
def create_key(
    context: typer.Context,
    name: Name,
    scopes: Scopes = None,
    days: Annotated[
        int | None, typer.Option(help="How long it is good for.  [until it is revoked]")
    ] = None,
    note: Annotated[str, typer.Option(help="What it is for.")] = "",
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Make a key of an account, shown this once."""
    with _accounts(context, store) as accounts:
        key, text = accounts.create_key(name, _split(scopes), days=days, note=note)
        if as_json:
            write_json(_key_json(key) | {"key": text})
            return
        typer.echo(text)
        until = f"until {key.expires}" if key.expires else "until it is revoked"
        tell(f"  key {key.key_id} of {name}: {', '.join(sorted(key.scopes))}, {until}")
        tell("  it is not kept and can't be shown again; send it as Authorization: Bearer KEY")


@keys.command("list")
def list_keys(context: typer.Context, store: Store = None, as_json: AsJson = False) -> None:
    """List keys, without their secrets."""
    with _accounts(context, store) as accounts:
        found = accounts.keys()
        if as_json:
            write_json({"keys": [_key_json(key) for key in found]})
            return
        if not found:
            tell("no keys")
        for key in found:
            state = f"revoked {key.revoked}" if key.revoked else f"until {key.expires or 'revoked'}"
            scopes = ",".join(sorted(key.scopes))
            typer.echo(f"{key.key_id}\t{key.account}\t{scopes}\t{state}\t{key.note}")


@keys.command("revoke")
def revoke_key(
    context: typer.Context,
    key_id: Annotated[str, typer.Argument(metavar="KEY_ID", help="As list shows it.")],
    store: Store = None,
) -> None:
    """Let a key do no more."""
    with _accounts(context, store) as accounts:
        accounts.revoke_key(key_id)
        tell(f"key {key_id} is revoked")


@contextmanager
def _accounts(context: typer.Context, store: Store, *, creates: bool = False) -> Iterator[Accounts]:
    with session(context, as_json=False, store=store, creates=creates) as engine:
        from onfile.accounts import Accounts

        yield Accounts(engine.store)


def _split(scopes: str | None) -> list[str] | None:
    return None if scopes is None else [part for part in scopes.replace(",", " ").split() if part]


def _password(from_stdin: bool) -> str:
    """Raises: UsageError, where there is nobody to type it."""
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise UsageError("there is no terminal to type a password at", hint="use --password-stdin")
    typed: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    return typed


def _account_json(account: Account) -> dict[str, object]:
    return {
        "name": account.name,
        "scopes": sorted(account.scopes),
        "created": account.created,
        "disabled": account.disabled,
        "has_password": account.password_hash is not None,
    }


def _key_json(key: ApiKey) -> dict[str, object]:
    return {
        "key_id": key.key_id,
        "account": key.account,
        "scopes": sorted(key.scopes),
        "note": key.note,
        "created": key.created,
        "expires": key.expires,
        "revoked": key.revoked,
    }
