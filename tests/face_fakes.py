"""Made-up results, an audit store in memory and a scripted engine, for the faces' tests."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple

from onfile.audit.compare import Comparison
from onfile.audit.log import AuditLog, VerifyReport
from onfile.audit.record import Record, RecordParts
from onfile.config import Settings
from onfile.types import (
    Box,
    Check,
    Chunk,
    Citation,
    Claim,
    Document,
    Evidence,
    EvidenceType,
    Figure,
    Hit,
    Identity,
    Intent,
    LedgerRow,
    Outcome,
    PageStatus,
    Pair,
    Period,
    QuestionKind,
    Refusal,
    RefusalCode,
    Score,
    ScoreKind,
    Section,
    Span,
    Value,
)

COMPANY = "Northwind Beverages"
FY2022 = Period(2022)
QUESTION = "What was capex at Northwind Beverages in FY2022?"
QUOTE = "Purchases of property, plant and equipment (1,577) (1,420)"
ANSWER = "Northwind Beverages spent $1,577 million on capex in FY2022."
SPAN = Span(60, 100, 100 + len(QUOTE))

CITATION = Citation(
    document_id="sha256:aa",
    document="northwind-2022.pdf",
    page=60,
    page_label="58",
    line=None,
    turn=None,
    company=COMPANY,
    form="10-K",
    period="FY2022",
    section="Item 8",
    speaker=None,
    quote=QUOTE,
    span=SPAN,
    boxes=(Box(72.0, 310.126, 540.0, 322.0),),
    chunk_id="aa-7",
)
CALL_CITATION = dataclasses.replace(
    CITATION,
    document="northwind-call.txt",
    document_id="sha256:bb",
    page=None,
    page_label=None,
    line=214,
    turn=12,
    form="call transcript",
    section=None,
    speaker="Ida Fenwick",
    quote="We expect capex to rise.",
    span=Span(1, 0, 24),
    boxes=(),
)
DOCUMENT = Document(
    "sha256:aa",
    "northwind-2022.pdf",
    "/archive/northwind-2022.pdf",
    "application/pdf",
    10_000,
    90,
    True,
    Identity(company=COMPANY, form="10-K", period=FY2022),
)
CALL = dataclasses.replace(
    DOCUMENT, document_id="sha256:bb", name="northwind-call.txt", n_pages=1, has_pages=False
)
CHUNK = Chunk("aa-7", "sha256:aa", 7, "table", QUOTE, "Northwind · 10-K", (SPAN,), section="Item 8")
CALL_CHUNK = Chunk(
    "bb-3",
    "sha256:bb",
    3,
    "turn",
    "We expect capex to rise.",
    "Northwind · call",
    (Span(1, 0, 24),),
    turn=12,
    speaker="Ida Fenwick",
    line=214,
)
HITS = (
    Hit("aa-7", "sha256:aa", 1, Score(12.5, ScoreKind.BM25)),
    Hit("aa-7", "sha256:aa", 3, Score(0.71, ScoreKind.COSINE)),
)
EVIDENCE = Evidence(1, CHUNK, DOCUMENT, Score(0.032, ScoreKind.RRF), HITS, Pair(COMPANY, FY2022))
CALL_EVIDENCE = Evidence(2, CALL_CHUNK, CALL, Score(0.016, ScoreKind.RRF))
INTENT = Intent(
    QUESTION,
    QuestionKind.FIGURE,
    EvidenceType.DOCUMENTS,
    companies=(COMPANY,),
    periods=(FY2022,),
    pairs=(Pair(COMPANY, FY2022),),
)
FIGURE = Figure(
    figure_id="f-1",
    document_id="sha256:aa",
    page=60,
    table=1,
    table_title="Consolidated Statements of Cash Flows",
    statement="cash_flow",
    label="Purchases of property, plant and equipment",
    path=("Investing activities",),
    column_header="2022",
    concept="capex",
    concept_reason="label",
    period=FY2022,
    period_end=dt.date(2022, 12, 31),
    is_instant=False,
    value=Decimal("-1577"),
    scale=1_000_000,
    currency="USD",
    unit=None,
    is_percent=False,
    printed="(1,577)",
    row_span=SPAN,
    cell_span=Span(60, 143, 150),
)
CHECKS = (Check("evidence floor", True, "gate", 0.93, 0.5),)
ANSWERED = Outcome(
    outcome="answered",
    id="ask-1",
    question=QUESTION,
    answer=ANSWER,
    value=Value(Decimal("1577"), 1_000_000, "USD"),
    claims=(Claim(ANSWER, (CITATION,), Pair(COMPANY, FY2022)),),
    refusal=None,
    confidence="high",
    checks=CHECKS,
    evidence=(EVIDENCE, CALL_EVIDENCE),
    intent=INTENT,
    n_documents=128,
    n_pages=12_692,
    timings_ms={"retrieve": 31.25, "total": 84.0},
    record="000001-0123456789ab",
)
REFUSED = dataclasses.replace(
    ANSWERED,
    outcome="refused",
    id="ask-2",
    answer=None,
    value=None,
    claims=(),
    confidence=None,
    refusal=Refusal(
        RefusalCode.SCOPE_INCOMPLETE,
        "No evidence for Alder Springs in 2026Q1.",
        missing=(Pair("Alder Springs", Period(2026, 1)),),
        on_file={COMPANY: ("FY2021", "FY2022"), "Alder Springs": ("FY2025",)},
        choices=("Alder Springs FY2025",),
    ),
)
UNREADABLE = LedgerRow(
    "broken.pdf", None, None, PageStatus.FAILED, "not a PDF", 0, 0.0, 1.0, "pdf reader 1"
)


def parts(question: str = QUESTION, outcome: dict[str, Any] | None = None) -> RecordParts:
    """A record's parts, with the outcome of ``ANSWERED`` unless another is given."""
    from onfile.contract import outcome_json

    return RecordParts(
        question=question,
        asker=None,
        intent=INTENT,
        hits=HITS,
        read=(EVIDENCE,),
        checks=CHECKS,
        outcome=outcome_json(ANSWERED) if outcome is None else outcome,
        versions={"onfile": "0.1.0"},
        hashes={"settings": "ab" * 32},
        timings_ms={"total": 84.0},
    )


class Row(NamedTuple):
    """A stored audit record."""

    seq: int
    id: str
    created: str
    prev_hash: str
    hash: str
    body: bytes


class MemoryAuditStore:
    """Audit rows in a list that tests may tamper with."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def append_audit(self, make: Callable[[int, str], tuple[str, str, str, bytes]]) -> Row:
        prev_hash = self.rows[-1].hash if self.rows else ""
        seq = len(self.rows) + 1
        record_id, created, digest, body = make(seq, prev_hash)
        row = Row(seq, record_id, created, prev_hash, digest, body)
        self.rows.append(row)
        return row

    def audit_rows(self, first: int, limit: int) -> list[Row]:
        return sorted((r for r in self.rows if r.seq >= first), key=lambda r: r.seq)[:limit]

    def last_audit_seq(self) -> int:
        return max((row.seq for row in self.rows), default=0)

    def audit_row(self, record_id: str) -> Row:
        for row in self.rows:
            if row.id == record_id:
                return row
        raise KeyError(record_id)


class Ticking:
    """A clock that moves one second a look."""

    def __init__(self) -> None:
        self.seconds = 0

    def __call__(self) -> str:
        self.seconds += 1
        return f"2026-01-31T09:00:{self.seconds:02d}.000Z"


@dataclass(frozen=True, slots=True)
class MatrixRow:
    company: str | None
    form: str | None
    period: str | None
    documents: int


@dataclass(frozen=True, slots=True)
class Coverage:
    documents: int = 2
    pages: int = 91
    by_status: dict[str, int] = field(default_factory=lambda: {"text": 90, "blank": 1})
    unaccounted_pages: int = 0
    matrix: tuple[MatrixRow, ...] = (MatrixRow(COMPANY, "10-K", "FY2022", 1),)
    failures: tuple[LedgerRow, ...] = ()
    left_out: tuple[LedgerRow, ...] = ()
    missing: tuple[str, ...] = ()
    links: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class IngestReport:
    documents: int
    pages: int
    skipped: int
    failed: tuple[LedgerRow, ...]
    elapsed_s: float
    ocr_pages: int = 0
    waiting_for_ocr: int = 0
    new: int = 0
    changed: int = 0
    moved: int = 0
    copies: int = 0
    missing: tuple[str, ...] = ()
    removed: int = 0
    left_out: tuple[LedgerRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    intent: Intent
    checks: tuple[Check, ...]
    outcome: Outcome
    paths: tuple[object, ...] = ()


class ScriptedEngine:
    """Answers as it was told to, and remembers what it was asked.

    ``outcomes`` maps a question to an outcome or to an exception to raise; any other question
    is answered with ``ANSWERED``.
    """

    def __init__(self, outcomes: dict[str, Outcome | Exception] | None = None) -> None:
        self.settings = Settings()
        self.outcomes = outcomes or {}
        self.calls: list[tuple[Any, ...]] = []
        self.failed: tuple[LedgerRow, ...] = ()
        self.report = Coverage()
        self.checks = CHECKS
        self.log = AuditLog(MemoryAuditStore(), now=Ticking())
        self.comparison = Comparison(True, ())

    def __call__(self, store: Any, *, settings: Any) -> ScriptedEngine:
        """The engine is its own factory, as the command line expects one."""
        self.calls.append(("open", str(store), settings.dense))
        return self

    def __enter__(self) -> ScriptedEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.calls.append(("close",))

    def ask(self, question: str, *, as_user: str | None = None) -> Outcome:
        self.calls.append(("ask", question, as_user))
        outcome = self.outcomes.get(question, ANSWERED)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def search(
        self,
        question: str,
        k: int = 10,
        *,
        chunks: bool = False,
        dense: bool = True,
        as_user: str | None = None,
    ) -> list[Evidence]:
        self.calls.append(("search", question, k, chunks, dense))
        return [EVIDENCE, CALL_EVIDENCE][:k]

    def ingest(
        self,
        paths: Any,
        *,
        registry: Any,
        workers: Any,
        on_progress: Any,
        embed: bool,
        ocr: bool = True,
        passwords: Any = (),
        prune: bool = False,
        acl_from_filesystem: bool = False,
    ) -> IngestReport:
        self.calls.append(("ingest", [str(path) for path in paths], workers, embed))
        on_progress("documents", 1, 2, "northwind-2022.pdf")
        on_progress("pages", 90, 91, "")
        return IngestReport(2, 91, 1, self.failed, 1.3)

    def coverage(self, *, as_user: str | None = None) -> Coverage:
        return self.report

    def explain(self, question: str, *, as_user: str | None = None) -> Explanation:
        return Explanation(INTENT, CHECKS, REFUSED)

    def figures(
        self,
        company: Any = None,
        concept: Any = None,
        period: Any = None,
        *,
        as_user: str | None = None,
    ) -> list[Figure]:
        self.calls.append(("figures", company, concept, period))
        return [FIGURE] if period in (None, "FY2022") else []

    def documents(self, *, as_user: str | None = None) -> list[Document]:
        return [DOCUMENT, CALL]

    def outline(self, document: str, *, as_user: str | None = None) -> tuple[Section, ...]:
        return (Section(("Part I", "Item 1"), "business", 2, (4, 0), (9, 200), "I", "1"),)

    def doctor(self, *, deep: bool = False) -> tuple[Check, ...]:
        return self.checks

    def records(
        self, limit: int | None = None, since: str | None = None, *, as_user: str | None = None
    ) -> list[Record]:
        return self.log.rows(limit, since)

    def record(self, record_id: str, *, as_user: str | None = None) -> Record:
        return self.log.show(record_id)

    def verify_log(self, head: str | None = None, *, as_user: str | None = None) -> VerifyReport:
        return self.log.verify(head)

    def replay(self, record_id: str, *, as_user: str | None = None) -> Comparison:
        return self.comparison
