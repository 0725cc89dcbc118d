"""``onfile eval``: a suite asked of an engine or a server, scored, reported and gated."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from onfile.adapters import svg_plots
from onfile.adapters.onfile_http import ServerClient
from onfile.adapters.openai_http import OpenAiHttp
from onfile.adapters.pages import render
from onfile.adapters.statistics import bootstrap_mean, mcnemar, wilson
from onfile.audit.compare import differences
from onfile.contract import error_json
from onfile.errors import UsageError
from onfile.evaluate import page
from onfile.evaluate.auditing import Audit as Audit
from onfile.evaluate.exporting import FORMATS as FORMATS
from onfile.evaluate.exporting import export as export
from onfile.evaluate.floors import Broken as Broken
from onfile.evaluate.floors import broken
from onfile.evaluate.judge import Judge, prompts_fingerprint, refuse_the_answerer
from onfile.evaluate.labels import agreement, read_labels
from onfile.evaluate.ordering import SCORE
from onfile.evaluate.pairing import Pairing as Pairing
from onfile.evaluate.pairing import pair
from onfile.evaluate.records import (
    HEADER,
    PAGE,
    RECORDS,
    REPORT,
    QuestionRecord,
    Run,
    RunHeader,
)
from onfile.evaluate.records import Agreement as Agreement
from onfile.evaluate.records import Group as Group
from onfile.evaluate.records import Metric as Metric
from onfile.evaluate.records import Report as Report
from onfile.evaluate.records import read_run as read_run
from onfile.evaluate.running import Asking, run
from onfile.evaluate.scoring import Verdict
from onfile.evaluate.suite import Floors, Suite
from onfile.evaluate.suite import read_floors as read_floors
from onfile.evaluate.suite import read_suites as read_suites
from onfile.evaluate.summary import summarise
from onfile.evaluate.walking import Step as Step
from onfile.evaluate.walking import walk as walk
from onfile.targets import EngineTarget as EngineTarget
from onfile.targets import ServerTarget as ServerTarget
from onfile.targets import Target as Target

Progress = Callable[[int, int, QuestionRecord], None]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How ``evaluate`` asks and scores; see ``running.Asking``.

    Attributes:
        judge: Judges the answers after the deterministic scores, None for those alone.
        labels: Labels by people, to hold the judge against.
    """

    as_user: str | None = None
    n_repeats: int = 1
    judge: Judge | None = None
    labels: Path | None = None


def evaluate(
    target: Target,
    suite: Suite,
    out: Path,
    how: Evaluation,
    floors: Floors | None = None,
    on_progress: Progress | None = None,
) -> tuple[Run, Report, tuple[Broken, ...]]:
    """Ask a suite and write the run to the folder ``out``, record by record, then its report.

    Args:
        target: What is asked.
        suite: What is asked of it.
        out: A folder without a run.
        how: How it is asked.
        floors: What the run must reach, those of the suite when None.
        on_progress: Told how many are done, of how many, and the last record.

    Returns:
        The run, its report, and the floors that it breaks.

    Raises:
        UsageError: ``out`` holds a run already or can't be written; a question, floor or label
            is wrong; the judge is the model that answers.
        ModelError: the extra ``evaluate`` is not installed.
    """
    if how.judge is not None:
        refuse_the_answerer(how.judge.model.name, target.model)
    labels = {} if how.labels is None else read_labels(how.labels)
    header = _header(target, suite, how)
    asking = Asking(differences, error_json, how.as_user, how.n_repeats, how.judge)
    records = _written(out, header, run(suite.questions, target, asking))
    kept = []
    for record in records:
        kept.append(record)
        if on_progress is not None:
            on_progress(len(kept), len(suite.questions), record)
    finished = Run(header=header, records=tuple(kept))
    report = summarise(finished, wilson)
    if labels:
        told = agreement(finished.records, labels)
        report = report.model_copy(update={"agreement": told})
    (out / REPORT).write_text(report.model_dump_json(indent=1), encoding="utf-8")
    missed = broken(suite.floors if floors is None else floors, report)
    (out / PAGE).write_text(page_of(finished, report, missed), encoding="utf-8", errors="replace")
    return finished, report, missed


def page_of(finished: Run, report: Report, missed: Sequence[Broken]) -> str:
    """The run as one page of HTML that needs nothing else.

    Raises:
        ModelError: the extra ``evaluate`` is not installed.
    """
    looked_at, passages = page.misses(finished)
    plots = {
        "curve": svg_plots.risk_coverage(report.curve.points),
        "verdicts": svg_plots.verdicts(page.bars(report)),
        "hits": svg_plots.hits(page.hit_lines(report)),
        "latency": svg_plots.latencies([r.latency_ms for r in finished.records]),
    }
    return render(
        page.TEMPLATE.read_text(encoding="utf-8"),
        header=finished.header,
        report=report,
        matrix=report.matrix,
        verdicts=[verdict.value for verdict in Verdict],
        measures=page.measures_of(report),
        quadrants=page.quadrants(finished.records),
        misses=looked_at,
        passages=passages,
        broken=missed,
        plots=plots,
    )


def judge_at(url: str, model: str, n_runs: int) -> Judge:
    """A judge behind an OpenAI-compatible endpoint; its key is in ``ONFILE_JUDGE_KEY``.

    Raises:
        SettingError: ``url`` is no http address.
    """
    return Judge(OpenAiHttp(url, model, key_variable="ONFILE_JUDGE_KEY"), n_runs)


def server_at(url: str, keys: Sequence[str]) -> ServerTarget:
    """A running server, asked with keys given as ``KEY`` or ``USER=KEY``.

    Raises:
        SettingError: ``url`` is no http address, or httpx is not installed.
    """
    held = dict(key.rpartition("=")[::2] for key in keys)
    return ServerTarget(ServerClient(url, held))


def compare_runs(before: Run, after: Run) -> Pairing:
    """Two runs side by side.

    Raises:
        UsageError: they asked different questions, or different archives.
        ModelError: scipy is not installed.
    """
    return pair(before, after, mcnemar, bootstrap_mean)


def default_folder(suite: Suite, now: dt.datetime) -> Path:
    """Where a run goes that was given no place: ``onfile-eval/20241130-142530-demo``."""
    name = re.sub(r"[^\w.-]+", "-", suite.name)
    return Path("onfile-eval") / f"{now:%Y%m%d-%H%M%S}-{name}"


def _header(target: Target, suite: Suite, how: Evaluation) -> RunHeader:
    return RunHeader(
        suite=suite.name,
        suite_fingerprint=suite.fingerprint,
        archive_fingerprint=target.archive_fingerprint,
        settings_fingerprint=target.settings_fingerprint,
        target=target.name,
        version=version("onfile"),
        started=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        score=SCORE,
        as_user=how.as_user,
        n_repeats=how.n_repeats,
        n_questions=len(suite.questions),
        judge=None if how.judge is None else how.judge.model.name,
        judge_prompts=None if how.judge is None else prompts_fingerprint(),
    )


def _written(
    out: Path, header: RunHeader, records: Iterator[QuestionRecord]
) -> Iterator[QuestionRecord]:
    if (out / HEADER).exists():
        raise UsageError(f"{out} holds a run already", hint="give another folder with --out")
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / HEADER).write_text(header.model_dump_json(indent=1), encoding="utf-8")
        with (out / RECORDS).open("w", encoding="utf-8", errors="replace") as stream:
            for record in records:
                stream.write(record.model_dump_json() + "\n")
                yield record
    except OSError as error:
        raise UsageError(f"{out} can't be written: {error}") from error
