"""The JSON of sessions, the log, jobs and accounts; see ``schemas.py``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from onfile.server.schemas import Given, Told, Whole


class SessionTold(Told):
    """A conversation; its last question as it stood alone."""

    session_id: str
    created: str
    turns: int
    last_question: str | None


class SessionsTold(Told):
    """One's conversations, the newest first."""

    sessions: list[SessionTold]


class TurnTold(Told):
    """One question of a conversation: as typed, as read, and its audit record."""

    created: str
    typed: str
    question: str
    record: str


class TurnsTold(SessionTold):
    """A conversation with its questions, oldest first."""

    questions: list[TurnTold]


class RecordTold(Told):
    """One audit record. Those who may not audit see what they were shown, not how it came about."""

    seq: int
    id: str
    created: str
    body: dict[str, Any]


class RecordsTold(Told):
    """Records, the newest first; ``next_before`` is for the following part, null at the end."""

    records: list[RecordTold]
    next_before: int | None


class ChainTold(Told):
    """Whether every record is as it was written."""

    ok: bool
    n_records: int
    head: str
    bad_seq: int | None
    reason: str


class ComparisonTold(Told):
    """What differs between a record and the same question asked again."""

    is_same: bool


class FeedbackGiven(Given):
    """What one says of a recorded outcome."""

    record: Annotated[str, Field(min_length=1, max_length=100)]
    verdict: Literal["right", "wrong", "should_have_answered"]
    comment: Annotated[str, Field(max_length=10_000)] = ""


class FeedbackTold(Told):
    """What somebody said of a recorded outcome."""

    record: str
    created: str
    verdict: str
    comment: str
    person: str | None


class FeedbacksTold(Told):
    """All that was said, oldest first."""

    feedback: list[FeedbackTold]


class JobGiven(Given):
    """Files and folders of the server to be read in; only where the server allows it."""

    kind: Literal["ingest"] = "ingest"
    paths: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=4096)]],
        Field(min_length=1, max_length=1000),
    ]


class JobTold(Told):
    """Work in the background: waiting, running, done, failed or cancelled."""

    job_id: str
    kind: str
    owner: str | None
    state: str
    created: str
    started: str | None
    ended: str | None
    progress: dict[str, Any]
    result: dict[str, Any] | None
    error: dict[str, Any] | None


class JobsTold(Told):
    """Jobs, the newest first."""

    jobs: list[JobTold]


class TakenTold(Told):
    """A file that was taken in; ``is_new`` false where the same bytes were there already."""

    name: str
    bytes: int
    media_type: str
    is_new: bool


class RefusedFileTold(Told):
    """A file that was not taken in, and why."""

    name: str
    code: str
    message: str
    hint: str


class UploadTold(Told):
    """What was taken in, what was not, and the job that reads it."""

    files: list[TakenTold]
    refused: list[RefusedFileTold]
    job: JobTold


class HealthTold(Told):
    """The server is up."""

    status: str
    version: str


class ReadyTold(Told):
    """The server can answer."""

    ready: bool


class LoginGiven(Given):
    """A name and its password."""

    user: Annotated[str, Field(min_length=1, max_length=64)]
    password: Annotated[str, Field(min_length=1, max_length=1024)]


class MeTold(Told):
    """Who one is. ``csrf_token`` goes into X-CSRF-Token of requests that change anything."""

    user: str | None
    scopes: list[str]
    single_user: bool
    csrf_token: str | None


class DoneTold(Told):
    """It is done."""

    done: bool


class KeyGiven(Given):
    """A key for a program; None is all of one's own scopes, and until it is revoked."""

    scopes: Annotated[list[str], Field(min_length=1, max_length=10)] | None = None
    days: Whole | None = Field(default=None, ge=1, le=3650)
    note: Annotated[str, Field(max_length=200)] = ""


class KeyTold(Told):
    """A key without its secret."""

    key_id: str
    account: str
    scopes: list[str]
    note: str
    created: str
    expires: str | None
    revoked: str | None


class KeysTold(Told):
    """Keys, oldest first."""

    keys: list[KeyTold]


class NewKeyTold(KeyTold):
    """A new key, its text shown this once."""

    key: str


class EvalGiven(Given):
    """Which suite is to be asked."""

    suite: Annotated[str, Field(min_length=1, max_length=200)]


class EvalsTold(Told):
    """The suites that may be asked, and the runs, the newest first."""

    suites: list[str]
    runs: list[str]


class ReportTold(Told):
    """Everything that is counted over a run; see docs/evaluation.md."""

    schema_version: int
    metrics: dict[str, Any]


class PairingTold(Told):
    """Flips, worse ones first, and how measures shifted."""

    n_questions: int
    flips: list[dict[str, Any]]
    shifts: list[dict[str, Any]]
