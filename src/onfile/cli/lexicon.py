"""``onfile lexicon``: are the names that people ask by, and filings print, in order?"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from onfile.cli.options import AsJson
from onfile.cli.session import EXIT_FAILED, reporting, tell, write_json

Own = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[FILE]…", help="Files of your own.  [default: the lexicon that is set]"
    ),
]


def lexicon(files: Own = None, as_json: AsJson = False) -> None:
    """Check the shipped lexicon together with your own file; 1 where something is wrong.

    Set ONFILE_LEXICON to a file to have its names understood. docs/lexicon.md has its form.
    """
    with reporting(as_json=as_json):
        from onfile.config import load_settings
        from onfile.language.lexicon import check

        set_file = load_settings().lexicon
        n_concepts, problems = check(files or ([] if set_file is None else [set_file]))
        if as_json:
            told = [dataclasses.asdict(problem) for problem in problems]
            write_json({"concepts": n_concepts, "problems": told})
        else:
            for problem in problems:
                tell(f"{'error' if problem.is_error else 'warning'}: {problem.text}")
            typer.echo(f"{n_concepts} concepts, {len(problems)} problems")
    raise typer.Exit(EXIT_FAILED if any(problem.is_error for problem in problems) else 0)
