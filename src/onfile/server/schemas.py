"""The JSON that goes in and out, for checking what comes in and for documenting what goes out.

What goes out is made by ``contract.py``, the same for every face; a test holds these models
against it.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

MAX_QUESTION = 8_000  # characters: some pages; the longest real question has a few hundred
MAX_ANSWER = 40_000


def _whole(value: object) -> object:
    """JSON does not tell 64.0 from 64."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole)]
Question = Annotated[str, Field(min_length=1, max_length=MAX_QUESTION)]


class Given(BaseModel):
    """What comes in: a key that is not known is refused, and so is a number for a truth."""

    model_config = ConfigDict(extra="forbid", strict=True)


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
    k: Whole = Field(default=10, ge=1, le=100)
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


class UnreadTold(Told):
    """A page of the documents asked about that could not be read."""

    file: str
    page: int
    reason: str
    status: str
    document_id: str


class RefusalTold(Told):
    """Why there is no answer, and what can be done with it."""

    code: str
    detail: str
    missing: list[list[str | None]]
    on_file: dict[str, list[str]]
    choices: list[str]
    citations: list[CitationTold]
    unread: list[UnreadTold] = []  # records from before it was told have none


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


class ExamplesTold(Told):
    """Questions to begin with; each is answered from what the caller may see."""

    questions: list[str]


class VerdictTold(Told):
    """Whether the documents support an answer that somebody else gave."""

    verdict: str
    reasons: list[str]
    citations: list[CitationTold]
    support: float | None
    threshold: float | None
