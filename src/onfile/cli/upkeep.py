"""``onfile remove``, ``gc``, ``backup`` and ``restore``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from onfile.cli.options import AsJson, Store
from onfile.cli.session import reporting, session, write_json


def remove(
    context: typer.Context,
    documents: Annotated[list[str], typer.Argument(metavar="DOC…", help="File names or ids.")],
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Remove documents and every trace of them but in the log.

    A file that still lies in a folder is read again when that folder is next ingested.
    """
    with session(context, as_json=as_json, store=store) as engine:
        report = engine.remove(documents)
        if as_json:
            write_json({"removed": len(documents), "passages": report.passages})
        else:
            typer.echo(f"{len(documents):,} removed; {report.passages:,} passages are left")


def gc(context: typer.Context, store: Store = None, as_json: AsJson = False) -> None:
    """Write the indexes anew and give back disk space.

    It also mends what doctor finds wrong with an index.
    """
    with session(context, as_json=as_json, store=store) as engine:
        report = engine.gc()
        if as_json:
            write_json(
                {
                    "passages": report.passages,
                    "vectors": report.vectors,
                    "bytes_freed": report.bytes_freed,
                }
            )
        else:
            typer.echo(
                f"{report.passages:,} passages and {report.vectors:,} vectors indexed; "
                f"{report.bytes_freed:,} bytes freed"
            )


def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Replaced if it is there.")],
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Copy the whole archive to one file, while it is in use."""
    with session(context, as_json=as_json, store=store) as engine:
        n_bytes = engine.backup(file)
        if as_json:
            write_json({"file": str(file), "bytes": n_bytes})
        else:
            typer.echo(f"{file}: {n_bytes:,} bytes")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What backup wrote.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Also where there are documents: they are lost.")
    ] = False,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Make the archive from a backup.

    Vectors and the log are in it; indexes are built anew.
    """
    with reporting(as_json=as_json):
        from onfile.config import load_settings
        from onfile.engine import Engine

        directory = load_settings(store=store).store
        n_documents = Engine.restore(file, directory, replace=replace)
        if as_json:
            write_json({"store": str(directory), "documents": n_documents})
        else:
            typer.echo(f"{directory}: {n_documents:,} documents")
