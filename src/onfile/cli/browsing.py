"""What is on file: ``coverage``, ``outline``; and ``doctor``, ``version``."""

from __future__ import annotations

from typing import Annotated

import typer

from onfile.cli.options import AsJson, AsUser, Store
from onfile.cli.session import EXIT_ANSWERED, EXIT_FAILED, session, write_json


def coverage(
    context: typer.Context,
    as_user: AsUser = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Show what is on file.

    Exit code 1 when a page of some file is unaccounted for.
    """
    with session(context, as_json=as_json, store=store) as engine:
        from onfile.cli.render import show_coverage
        from onfile.contract import coverage_json

        report = engine.coverage(as_user=as_user)
        if as_json:
            write_json(coverage_json(report))
        else:
            names = {d.document_id: d.name for d in engine.documents(as_user=as_user)}
            show_coverage(report, names)
    raise typer.Exit(EXIT_FAILED if report.unaccounted_pages else EXIT_ANSWERED)


def outline(
    context: typer.Context,
    document: Annotated[str, typer.Argument(metavar="DOC", help="File name or id.")],
    as_user: AsUser = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Show the parts of one document, with their pages."""
    with session(context, as_json=as_json, store=store) as engine:
        from onfile.cli.render import show_outline
        from onfile.contract import outline_json

        sections = engine.outline(document, as_user=as_user)
        if as_json:
            write_json(outline_json(sections))
        else:
            show_outline(sections)


def doctor(
    context: typer.Context,
    deep: Annotated[
        bool, typer.Option("--deep", help="Read every page, passage, figure, box and vector.")
    ] = False,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Check store, indexes, ledger and log against each other.

    Exit code 1 when something is wrong; each fault is told with the command that mends it.
    """
    with session(context, as_json=as_json, store=store) as engine:
        from onfile.cli.render import show_checks
        from onfile.contract import check_json

        checks = engine.doctor(deep=deep)
        is_well = all(check.passed for check in checks)
        if as_json:
            write_json({"ok": is_well, "checks": [check_json(check) for check in checks]})
        else:
            show_checks(checks)
    raise typer.Exit(EXIT_ANSWERED if is_well else EXIT_FAILED)


def version(as_json: AsJson = False) -> None:
    """Print the versions of onfile and of Python."""
    import importlib.metadata
    import platform

    versions = {
        "onfile": importlib.metadata.version("onfile"),
        "python": platform.python_version(),
    }
    if as_json:
        write_json(versions)
    else:
        typer.echo(f"onfile {versions['onfile']} (Python {versions['python']})")
