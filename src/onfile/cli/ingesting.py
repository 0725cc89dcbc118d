"""``onfile ingest``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from onfile.cli.options import AsJson, NoDense, Store
from onfile.cli.session import EXIT_ANSWERED, EXIT_REFUSED, reporting, session, write_json

if TYPE_CHECKING:
    from onfile.ingesting import IngestReport


def ingest(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH…", help="Files or folders.")],
    registry: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Corrections by hand (YAML).")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="Processes that read files.  [one a core]")
    ] = None,
    no_dense: NoDense = False,
    no_ocr: Annotated[
        bool, typer.Option("--no-ocr", help="Leave scanned pages unread for now.")
    ] = False,
    prune: Annotated[
        bool, typer.Option("--prune", help="Drop documents whose files are gone.")
    ] = False,
    password_file: Annotated[
        Path | None,
        typer.Option("--password-file", metavar="FILE", help="Passwords to try, one a line."),
    ] = None,
    acl_from_filesystem: Annotated[
        bool,
        typer.Option(
            "--acl-from-filesystem",
            help="Who may read a file may see its document; kept up at every later ingest.",
        ),
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on: read what changes, until Ctrl-C.")
    ] = False,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Read documents into the archive.

    What is already there is passed over; stopped and started again, it goes on where it was.
    Exit code 3 when some file could not be read: the ledger says which page and why.
    """
    with reporting(as_json=as_json):
        from onfile.ingesting import refuse_absent

        refuse_absent(paths)  # before a store is made for nothing
    given = {"registry": registry, "workers": workers, "dense": False if no_dense else None}
    with session(context, as_json=as_json, store=store, creates=True, **given) as engine:
        from onfile.cli.progress import progress_bars
        from onfile.cli.render import show_ingest
        from onfile.contract import ingest_json
        from onfile.ingesting import read_passwords

        passwords = read_passwords(password_file) if password_file is not None else ()

        def once() -> IngestReport:
            with progress_bars() as on_progress:
                report = engine.ingest(
                    paths,
                    registry=registry,
                    workers=workers,
                    on_progress=on_progress,
                    embed=not no_dense,
                    ocr=not no_ocr,
                    passwords=passwords,
                    prune=prune,
                    acl_from_filesystem=acl_from_filesystem,
                )
            if as_json:
                write_json(ingest_json(report))
            else:
                show_ingest(report)
            return report

        reports = list(engine.watch(paths, once)) if watch else [once()]
    raise typer.Exit(EXIT_REFUSED if reports[-1].failed else EXIT_ANSWERED)
