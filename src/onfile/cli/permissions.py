"""``onfile acl``: who may see what."""

from __future__ import annotations

import dataclasses
import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from onfile.cli.options import AsJson, Store
from onfile.cli.session import EXIT_ANSWERED, EXIT_REFUSED, session, tell, write_json
from onfile.errors import UsageError

if TYPE_CHECKING:
    from onfile.rulebook import Overview

app = typer.Typer(
    help="Who may see what: labels on files and folders, and whom they allow.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Label = Annotated[str, typer.Argument(metavar="LABEL", help="A plain name, such as hold-17.")]
Targets = Annotated[
    list[str],
    typer.Argument(metavar="TARGET…", help="Paths of files or folders, or documents."),
]
Who = Annotated[list[str], typer.Argument(metavar="WHO…", help="Users, group:NAME, or everyone.")]
User = Annotated[str, typer.Argument(metavar="USER")]


@app.command("show")
def show(context: typer.Context, store: Store = None, as_json: AsJson = False) -> None:
    """Show labels, groups and auditors, and where they come from."""
    with session(context, as_json=as_json, store=store) as engine:
        overview = engine.rules.overview()
        if as_json:
            write_json(dataclasses.asdict(overview))
        else:
            from onfile.cli.render_permissions import show_overview

            show_overview(overview)


@app.command("label")
def label(context: typer.Context, label: Label, targets: Targets, store: Store = None) -> None:
    """Put a label on files, folders or documents.

    A label on a folder holds for all that is below it, now and later. Who is to see a document
    must be allowed by every label that it carries.
    """
    with session(context, as_json=False, store=store) as engine:
        was_in_force = engine.rules.overview().is_in_force
        n = engine.rules.label(label, targets, made_by=_me())
        overview = engine.rules.overview()
        tell(_changed(n))
        _tell_of(overview, label)
        if not was_in_force:
            tell(
                "Permissions are now in force: users who are named (--as, or on the server) see"
                " only what labels allow."
            )
        if overview.unlabelled:
            tell(f"{_documents(overview.unlabelled)} without any label, seen by you alone")
        if not next(one.allow for one in overview.labels if one.label == label.strip()):
            tell(f"Nobody is allowed {label} yet: onfile acl grant {label} WHO")


@app.command("unlabel")
def unlabel(context: typer.Context, label: Label, targets: Targets, store: Store = None) -> None:
    """Take a label off files, folders or documents."""
    with session(context, as_json=False, store=store) as engine:
        n = engine.rules.unlabel(label, targets, made_by=_me())
        n_left = engine.rules.overview().unlabelled
        tell(f"{_changed(n)}; {_documents(n_left)} without any label, seen by you alone")


@app.command("grant")
def grant(context: typer.Context, label: Label, who: Who, store: Store = None) -> None:
    """Let users and groups see what carries a label."""
    with session(context, as_json=False, store=store) as engine:
        tell(_changed(engine.rules.grant(label, who, made_by=_me())))
        _tell_of(engine.rules.overview(), label)


@app.command("deny")
def deny(context: typer.Context, label: Label, who: Who, store: Store = None) -> None:
    """Keep users and groups from what carries a label; wins over every grant."""
    with session(context, as_json=False, store=store) as engine:
        tell(_changed(engine.rules.deny(label, who, made_by=_me())))
        _tell_of(engine.rules.overview(), label)


@app.command("revoke")
def revoke(context: typer.Context, label: Label, who: Who, store: Store = None) -> None:
    """Take back grants and denials."""
    with session(context, as_json=False, store=store) as engine:
        tell(_changed(engine.rules.revoke(label, who, made_by=_me())))


@app.command("group")
def group(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="GROUP")],
    add: Annotated[list[str] | None, typer.Option("--add", metavar="USER")] = None,
    drop: Annotated[list[str] | None, typer.Option("--drop", metavar="USER")] = None,
    store: Store = None,
) -> None:
    """Add users to a group, drop them, or list them."""
    with session(context, as_json=False, store=store) as engine:
        if add or drop:
            n = engine.rules.group(name, add=add or (), drop=drop or (), made_by=_me())
            tell(_changed(n))
        members = engine.rules.overview().groups.get(name.strip(), ())
        typer.echo(f"{name}: {', '.join(members) or 'nobody'}")


@app.command("user")
def user(
    context: typer.Context,
    name: User,
    auditor: Annotated[
        bool | None,
        typer.Option("--auditor/--no-auditor", help="May read every record of the log."),
    ] = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Show what a user belongs to and may see; make auditors (group:NAME too)."""
    with session(context, as_json=as_json, store=store) as engine:
        if auditor is not None:
            tell(_changed(engine.rules.auditor(name, is_auditor=auditor, made_by=_me())))
        if name.strip().startswith("group:"):
            return
        overview = engine.rules.overview()
        seen = engine.documents(as_user=name)
        groups = [group for group, users in overview.groups.items() if name in users]
        found = {
            "user": name,
            "groups": groups,
            "is_auditor": engine.access.is_auditor(name),
            "documents": [document.name for document in seen],
        }
        if as_json:
            write_json(found)
            return
        tell(f"groups: {', '.join(groups) or 'none'}")
        tell(f"auditor: {'yes' if found['is_auditor'] else 'no'}")
        tell(f"may see {len(seen)} of {_documents(overview.documents)}:")
        for document in seen:
            typer.echo(document.name)


@app.command("check")
def check(
    context: typer.Context,
    name: User,
    document: Annotated[str, typer.Argument(metavar="DOC", help="File name or id.")],
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Say why a user may or may not see a document.

    Exit code 0 when he may, 3 when not.
    """
    with session(context, as_json=as_json, store=store) as engine:
        found = engine.rules.verdicts(name, document)
        if as_json:
            write_json(dataclasses.asdict(found))
        else:
            from onfile.cli.render_permissions import show_verdicts

            show_verdicts(found, name, is_in_force=engine.rules.overview().is_in_force)
    raise typer.Exit(EXIT_ANSWERED if found.may_see else EXIT_REFUSED)


@app.command("refresh")
def refresh(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="PATH…", help="Folders with new sidecars.")
    ] = None,
    registry: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A registry with an acl.")
    ] = None,
    store: Store = None,
) -> None:
    """Read registry and sidecar files again, now.

    Known files are looked at before every question of a named user; this finds new ones, and says
    what is wrong with one that can't be read.
    """
    with session(context, as_json=False, store=store) as engine:
        tell(_changed(engine.rules.refresh(paths or (), registry, made_by=_me())))


@app.command("mirror")
def mirror(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH…", help="Folders on file.")],
    store: Store = None,
) -> None:
    """Take over who may read the files, from their owners, groups and mode bits."""
    with session(context, as_json=False, store=store) as engine:
        tell(_changed(engine.rules.mirror(paths, made_by=_me())))


@app.command("forget")
def forget(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="FILE", help="As acl show lists it.")],
    store: Store = None,
) -> None:
    """Drop the rules of a file that is no longer to be read."""
    with session(context, as_json=False, store=store) as engine:
        tell(_changed(engine.rules.forget(source, made_by=_me())))


@app.command("history")
def history(context: typer.Context, store: Store = None, as_json: AsJson = False) -> None:
    """List every change of the rules, oldest first, with who made it and when."""
    with session(context, as_json=as_json, store=store) as engine:
        changes = engine.rules.history()
        if as_json:
            from onfile.rulebook import change_json

            write_json({"changes": [change_json(change) for change in changes]})
        else:
            from onfile.cli.render_permissions import show_history

            show_history(changes)


@app.command("off")
def off(
    context: typer.Context,
    yes: Annotated[bool, typer.Option("--yes", help="Everybody may then see everything.")] = False,
    store: Store = None,
) -> None:
    """Forget every rule: everybody may see everything."""
    with session(context, as_json=False, store=store) as engine:
        if not yes:
            raise UsageError(
                "this would let everybody see everything", hint="say --yes if that is meant"
            )
        n = engine.rules.end(made_by=_me())
        tell(f"{n} rules forgotten; permissions are off until the next rule is made or read")


def _tell_of(overview: Overview, label: str) -> None:
    """How many documents a label is on: a typing error shows here."""
    n = next(one.documents for one in overview.labels if one.label == label.strip())
    tell(f"{_documents(n)} {_carry(n)} {label.strip()}")


def _me() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "the owner"


def _changed(n: int) -> str:
    return "nothing changed" if n == 0 else f"{n} {'rule' if n == 1 else 'rules'} changed"


def _documents(n: int) -> str:
    return f"{n} {'document' if n == 1 else 'documents'}"


def _carry(n: int) -> str:
    return "carries" if n == 1 else "carry"
