"""Runs of the evaluation that a server keeps: begun as jobs, listed, read, compared."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from onfile.engine import Engine
from onfile.errors import UsageError
from onfile.evaluate.records import PAGE, REPORT
from onfile.evaluating import (
    EngineTarget,
    Evaluation,
    compare_runs,
    default_folder,
    evaluate,
    read_run,
    read_suites,
)
from onfile.types import JsonObject

Progress = Callable[[str, int, int, str], None]
SUITE_ENDINGS = (".yaml", ".yml", ".jsonl")
_NAME = re.compile(r"[\w][\w.-]{0,120}")


class EvaluationRuns:
    """The suites that may be asked, and the runs of them.

    Args:
        engine: What is asked.
        folder: Where the runs are kept.
        suites: Files with questions, or folders of such.
    """

    def __init__(self, engine: Engine, folder: Path, suites: Sequence[Path]) -> None:
        self._engine = engine
        self.folder = folder
        self._places = tuple(suites)

    def suites(self) -> dict[str, Path]:
        """The files of questions by their names, without endings."""
        files = [file for place in self._places for file in _files(place)]
        return {file.stem: file for file in sorted(files)}

    def check(self, suite: str) -> None:
        """Raises: UsageError, where there is no such suite."""
        if suite not in self.suites():
            known = ", ".join(self.suites()) or "none: set ONFILE_SERVE_SUITES"
            raise UsageError(f"there is no suite {suite!r}", hint=f"suites: {known}")

    def run(self, suite: str, on_progress: Progress) -> JsonObject:
        """Ask a suite; gives the run's name and its report.

        Raises:
            UsageError: there is no such suite, or a row of it is wrong.
        """
        self.check(suite)
        read = read_suites([self.suites()[suite]])
        out = self.folder / default_folder(read, dt.datetime.now(dt.UTC)).name
        try:
            _, report, missed = evaluate(
                EngineTarget(self._engine),
                read,
                out,
                Evaluation(),
                None,
                lambda done, total, _: on_progress("questions", done, total, ""),
            )
        except BaseException:
            shutil.rmtree(out, ignore_errors=True)  # half a run is none
            raise
        told = {"run": out.name, "report": report.model_dump(mode="json")}
        return told | {"broken": [one.words for one in missed]}

    def all(self) -> list[str]:
        """The names of finished runs, the newest first."""
        found = (path.parent.name for path in self.folder.glob(f"*/{REPORT}"))
        return sorted(found, reverse=True)

    def report(self, run: str) -> JsonObject:
        """The report of a run. Raises: KeyError."""
        found: JsonObject = json.loads((self._of(run) / REPORT).read_text(encoding="utf-8"))
        return found

    def page(self, run: str) -> str:
        """The report of a run as one page of HTML. Raises: KeyError."""
        return (self._of(run) / PAGE).read_text(encoding="utf-8")

    def compare(self, before: str, after: str) -> JsonObject:
        """What flipped from one run to another, and whether it could be chance.

        Raises:
            KeyError: there is no such run.
            UsageError: they are of different suites or archives.
        """
        runs = [read_run(self._of(name)) for name in (before, after)]
        return dataclasses.asdict(compare_runs(*runs))

    def _of(self, run: str) -> Path:
        folder = self.folder / run
        if not _NAME.fullmatch(run) or not (folder / REPORT).is_file():
            raise KeyError(run)
        return folder


def _files(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    return [file for file in place.glob("*") if file.suffix.lower() in SUITE_ENDINGS]
