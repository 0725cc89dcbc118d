"""What a run leaves on disk: one header, one record a question, one report. All are JSON.

``run.json`` holds a ``RunHeader``, ``records.jsonl`` a ``QuestionRecord`` a line in the order of
the suite, ``report.json`` a ``Report``. Keys may be added, never removed or renamed.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from onfile.errors import UsageError
from onfile.evaluate.matching import citations
from onfile.evaluate.scoring import Verdict

HEADER, RECORDS, REPORT, PAGE = "run.json", "records.jsonl", "report.json", "report.html"


class _Written(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")  # a newer onfile may add keys


class RunHeader(_Written):
    """What was asked of what.

    Attributes:
        suite: Its name; ``suite_fingerprint`` is that of everything asked and held for right.
        archive_fingerprint: That of the store's content.
        settings_fingerprint: That of the settings that can change an answer.
        target: The store's folder or the server's address.
        score: Name of the score that orders answers.
        judge: Name of the judge model, with the hash of its prompts; None where there is none.
    """

    schema_version: Literal[1] = 1
    suite: str
    suite_fingerprint: str
    archive_fingerprint: str
    settings_fingerprint: str
    target: str
    version: str
    started: str
    score: str
    as_user: str | None = None
    n_repeats: int = 1
    n_questions: int
    judge: str | None = None
    judge_prompts: str | None = None


class PlaceRecord(_Written):
    """A gold place; ``is_required`` where an answer is not complete without it."""

    document: str
    page: int | None
    line: int | None
    is_required: bool
    is_indexed: bool | None = None


class SpotRecord(_Written):
    """A passage that was found, read or cited, in order."""

    rank: int
    document: str
    page: int | None
    line: int | None
    score: float | None = None
    score_kind: str | None = None
    is_gold: bool
    reason: str = ""


class AbsentRecord(_Written):
    """Whether a company looked as one that does not exist: ``twin`` is the made-up one."""

    company: str
    twin: str
    is_same: bool
    differences: tuple[str, ...] = ()


class JudgeRecord(_Written):
    """What a judge model made of an answer.

    Attributes:
        claims: Each claim with the share of runs in which its evidence was held to support it.
        faithfulness: Mean over the claims; None where no run could be read (unscored).
        n_runs, n_unscored: Runs that were made; those of them that gave nothing readable.
    """

    claims: tuple[tuple[str, float | None], ...]
    faithfulness: float | None
    n_runs: int
    n_unscored: int


class QuestionRecord(_Written):
    """One question, what came of it and what that is worth.

    Attributes:
        is_answerable: False where a refusal is right.
        order_score: Orders the answers, see ``ordering.py``.
        code_expected: Whether a refusal's code is one that the suite expects.
        numbers_strict, numbers_lenient: See ``matching.py``.
        page_rank, document_rank: Of the first right one in a search of its own, from 1.
        page_recall: Share of the required places among the first k of that search, by k.
        context_recall: Share of the required places among the passages that were read.
        quotes_found: Share of the cited quotes that stand on the page they name, looked up in the
            store by the harness itself; None where the target can't show its pages.
        faithfulness: Share of claims that rest on what they cite, see ``diagnosis.py``.
        stage: The stage to mend, ``why`` the reason; None where nothing is amiss.
        unstable: Places in the outcome that were not the same each time it was asked.
        outcome_json: The outcome as the JSON contract gives it.
    """

    schema_version: Literal[1] = 1
    id: str
    question: str
    kind: str
    suite: str
    as_user: str | None = None
    is_answerable: bool
    outcome: Literal["answered", "refused", "failed"]
    verdict: Verdict
    order_score: float | None = None
    expected: str | None = None
    expected_codes: tuple[str, ...] = ()
    code_expected: bool | None = None
    scope_right: bool | None = None
    numbers_strict: bool | None = None
    numbers_lenient: bool | None = None
    citation_precision: float | None = None
    citation_recall: float | None = None
    quotes_found: float | None = None
    page_rank: int | None = None
    document_rank: int | None = None
    page_recall: Mapping[str, float] = {}
    context_recall: float | None = None
    faithfulness: float | None = None
    stage: str | None = None
    why: str | None = None
    latency_ms: float
    n_repeats: int = 1
    unstable: tuple[str, ...] = ()
    absent: AbsentRecord | None = None
    judge: JudgeRecord | None = None
    gold: tuple[PlaceRecord, ...] = ()
    retrieved: tuple[SpotRecord, ...] = ()
    read: tuple[SpotRecord, ...] = ()
    cited: tuple[SpotRecord, ...] = ()
    outcome_json: dict[str, Any]

    @property
    def answer(self) -> str | None:
        """The answer's text, None for a refusal."""
        answer: str | None = self.outcome_json.get("answer")
        return answer

    @property
    def code(self) -> str | None:
        """The refusal's code, None for an answer."""
        refusal = self.outcome_json.get("refusal") or self.outcome_json.get("error") or {}
        code: str | None = refusal.get("code")
        return code

    @property
    def read_texts(self) -> list[str]:
        """The text of each passage of ``read``."""
        return [str(e.get("text") or "") for e in self.outcome_json.get("evidence") or ()]

    @property
    def quotes(self) -> list[str]:
        """The quote of each citation of ``cited``."""
        return [str(c.get("quote") or "") for c in citations(self.outcome_json)]

    @property
    def detail(self) -> str:
        """Why there is no answer, in words; empty for an answer."""
        refusal, error = self.outcome_json.get("refusal"), self.outcome_json.get("error")
        return str((refusal or {}).get("detail") or (error or {}).get("message") or "")

    @property
    def is_wrong(self) -> bool:
        """A wrong answer, or any answer to a question that must be refused."""
        return self.verdict is Verdict.WRONG


class Matrix(_Written):
    """Answerable or not × answered, refused, failed; counts."""

    answerable_answered: int
    answerable_refused: int
    answerable_failed: int
    unanswerable_answered: int
    unanswerable_refused: int
    unanswerable_failed: int


class Metric(_Written):
    """One measure.

    Attributes:
        value: None where nothing was counted.
        n: Over how many questions (or answers).
        total: Of these, for a share.
        low, high: The 95 % interval of a share.
    """

    value: float | None
    n: int
    total: float | None = None
    low: float | None = None
    high: float | None = None
    higher_is_better: bool = True


class Group(_Written):
    """Counts over the questions of one class, kind, suite or user."""

    name: str
    n: int
    matrix: Matrix
    verdicts: Mapping[str, int]


class Curve(_Written):
    """Risk over coverage. ``points`` are (score, coverage, risk, risk with the unsure, answered).

    ``aurc`` is the mean risk over the coverages reached.
    """

    score: str
    points: tuple[tuple[float, float, float, float, int], ...]
    aurc: float | None


class Agreement(_Written):
    """A judge against people, over ``n`` answers that both judged.

    ``agreed`` is the share of the same labels, ``kappa`` what is beyond chance.
    """

    n: int
    n_unscored: int
    agreed: float | None
    kappa: float | None


class Report(_Written):
    """Everything that is counted over a run."""

    schema_version: Literal[1] = 1
    header: RunHeader
    matrix: Matrix
    metrics: Mapping[str, Metric]
    by_class: tuple[Group, ...]
    by_suite: tuple[Group, ...]
    by_kind: tuple[Group, ...]
    by_user: tuple[Group, ...]
    curve: Curve
    latency_ms: Mapping[str, float]
    stages: Mapping[str, int]
    whys: Mapping[str, int]
    refusal_codes: Mapping[str, int]
    unstable: tuple[str, ...]
    unscored: tuple[str, ...]
    agreement: Agreement | None = None


class Run(_Written):
    """A finished run, read again."""

    header: RunHeader
    records: tuple[QuestionRecord, ...]

    def record(self, question_id: str) -> QuestionRecord:
        """The record of one question.

        Raises:
            UsageError: there is none.
        """
        for record in self.records:
            if record.id == question_id:
                return record
        raise UsageError(f"the run has no question {question_id!r}")


def read_run(directory: Path) -> Run:
    """The run that was written to a folder.

    Raises:
        UsageError: it holds no run, or one that can't be read; names the line.
    """
    try:
        header = (directory / HEADER).read_text(encoding="utf-8")
        lines = (directory / RECORDS).read_text(encoding="utf-8").split("\n")
    except OSError as error:
        hint = "give the folder that onfile eval wrote (--out)"
        raise UsageError(f"{directory} holds no run: {error}", hint=hint) from error
    where = HEADER
    try:
        read = RunHeader.model_validate_json(header)
        records = []
        for number, line in enumerate(lines, start=1):
            where = f"{RECORDS}, line {number}"
            if line:
                records.append(QuestionRecord.model_validate_json(line))
    except ValidationError as error:
        raise UsageError(f"{directory / where}: {error.errors()[0]['msg']}") from error
    return Run(header=read, records=tuple(records))
