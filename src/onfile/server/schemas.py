"""The JSON that goes in and out, for checking what comes in and for documenting what goes out.

What goes out is made by ``contract.py``, the same for every face; a test holds these models
against it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

MAX_QUESTION = 8_000  # characters: some pages; the longest real question has a few hundred
MAX_ANSWER = 40_000

Question = Annotated[str, Field(min_length=1, max_length=MAX_QUESTION)]


class Given(BaseModel):
    """What comes in: a key that is not known is refused."""

    model_config = ConfigDict(extra="forbid")


class ScopeGiven(Given):
    """What a conversation carries on, as the user left or changed it."""

    companies: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=50)] = []
    periods: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=50)] = []


class AskGiven(Given):
    """A question, and the session it belongs to, if any.

    ``scope``: what the session carries on, where that is not what its last question named.
    """

    question: Question
    session_id: Annotated[str, Field(max_length=100)] | None = None
    scope: ScopeGiven | None = None


class SearchGiven(Given):
    """What to look for. ``chunks``: every passage, not only the best one of a page."""

    question: Question
    k: int = Field(default=10, ge=1, le=100)
    chunks: bool = False


class VerifyGiven(Given):
    """An answer that somebody else gave."""

    question: Question
    answer: Annotated[str, Field(max_length=MAX_ANSWER)]


class Told(BaseModel):
    """What goes out: keys may be added."""

    model_config = ConfigDict(extra="allow")


class ValueTold(Told):
    """One number; the amount is ``number * scale``."""

    number: float
    scale: int
    currency: str | None
    unit: str | None
    percent: bool


class CitationTold(Told):
    """A verbatim passage and where it stands; boxes in points from the page's top left."""

    document: str
    document_id: str
    page: int | None
    page_label: str | None
    line: int | None
    turn: int | None
    company: str | None
    form: str | None
    period: str | None
    section: str | None
    speaker: str | None
    quote: str
    boxes: list[list[float]]
    span: list[int]
    chunk_id: str | None
    note: str
    sheet: str | None
    cell: str | None
    ocr_confidence: float | None


class ClaimTold(Told):
    """One statement and the citations it rests on."""

    text: str
    citations: list[CitationTold]
    pair: list[str | None] | None
    arithmetic: str


class RefusalTold(Told):
    """Why there is no answer, and what can be done with it."""

    code: str
    detail: str
    missing: list[list[str | None]]
    on_file: dict[str, list[str]]
    choices: list[str]
    citations: list[CitationTold]


class CheckTold(Told):
    """One recorded test."""

    name: str
    passed: bool
    measured: float | None
    threshold: float | None
    kind: str
    detail: str


class EvidenceTold(Told):
    """A passage that was read, and how it was found."""

    rank: int
    document: str
    document_id: str
    page: int | None
    line: int | None
    turn: int | None
    company: str | None
    form: str | None
    period: str | None
    section: str | None
    speaker: str | None
    score: float
    score_kind: str
    reason: str
    hits: list[dict[str, Any]]
    chunk_id: str
    text: str


class ScopeTold(Told):
    """What the question was understood to ask for."""

    companies: list[str]
    periods: list[str]
    pairs: list[list[str | None]]
    unknown_companies: list[str]
    filter_periods: list[str]
    kind: str
    evidence_type: str
    forms: list[str]
    concepts: list[str]
    phrases: list[str]
    speaker: str | None
    role: str | None
    notes: list[str]


class SearchedTold(Told):
    """What the asker may see."""

    documents: int
    pages: int


class OutcomeTold(Told):
    """Answered or refused; a refusal is no error. ``typed``: as it was put in a session."""

    outcome: str
    id: str
    question: str
    answer: str | None
    value: ValueTold | None
    claims: list[ClaimTold]
    refusal: RefusalTold | None
    confidence: str | None
    checks: list[CheckTold]
    evidence: list[EvidenceTold]
    scope: ScopeTold
    searched: SearchedTold
    timings_ms: dict[str, float]
    record: str | None
    session_id: str | None
    typed: str


class SearchTold(Told):
    """Passages, best first."""

    results: list[EvidenceTold]


class VerdictTold(Told):
    """Whether the documents support an answer that somebody else gave."""

    verdict: str
    reasons: list[str]
    citations: list[CitationTold]
    support: float | None
    threshold: float | None


class FailureTold(Told):
    """A page that could not be read, or (page null) a whole file."""

    file: str
    page: int | None
    reason: str
    status: str
    document_id: str | None


class CoverageTold(Told):
    """What is on file, page for page."""

    documents: int
    pages: int
    by_status: dict[str, int]
    unaccounted_pages: int
    matrix: list[dict[str, Any]]
    failures: list[FailureTold]
    left_out: list[FailureTold]
    missing: list[str]
    links: list[dict[str, Any]]


class DocumentTold(Told):
    """One document. ``has_page_images`` is false where there is only text to show."""

    document_id: str
    name: str
    company: str | None
    form: str | None
    period: str | None
    period_end: str | None
    filed: str | None
    title: str | None
    media_type: str
    bytes: int
    pages: int
    has_pages: bool
    has_page_images: bool
    is_amendment: bool


class DocumentsTold(Told):
    """Documents by name; ``total`` counts all that fit, of which these are a part."""

    documents: list[DocumentTold]
    total: int


class OutlineTold(Told):
    """A document's parts, in order, from the outside in."""

    sections: list[dict[str, Any]]


class LedgerTold(Told):
    """What became of every page."""

    rows: list[dict[str, Any]]


class PageTold(Told):
    """One page as it was read.

    ``words`` are ``[x0, y0, x1, y1, start, end]``: a box in points from the page's top left and
    the characters of ``text`` that stand in it; empty where the source has no geometry.
    """

    document: str
    document_id: str
    page: int
    label: str | None
    status: str
    reason: str
    text: str
    width_pt: float
    height_pt: float
    reader: str
    quality: float
    words: list[list[float]]
    has_image: bool


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
    days: int | None = Field(default=None, ge=1, le=3650)
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


class FigureTold(Told):
    """One typed number of a table; the amount is ``number * scale``, null scale is unknown."""

    figure_id: str
    document: str | None
    document_id: str
    page: int
    statement: str | None
    label: str
    path: list[str]
    column: str
    concept: str | None
    period: str | None
    period_end: str | None
    number: float
    scale: int | None
    currency: str | None
    unit: str | None
    percent: bool
    printed: str
    row_span: list[int]
    cell_span: list[int]


class FiguresTold(Told):
    """Figures by document, page and place; ``total`` counts all that fit."""

    figures: list[FigureTold]
    total: int


class MismatchesTold(Told):
    """Sums of statements that do not come out, with what was added up."""

    mismatches: list[dict[str, Any]]


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
