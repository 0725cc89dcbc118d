"""The words of the domain: what each stage takes and gives.

Conventions, stated once:

* Pages are 1-based physical pages of the file; the printed page number is ``label``.
* Offsets are 0-based, half-open, in characters of ``Page.text``.
* Boxes are points (1/72 inch), ``(x0, y0, x1, y1)``, origin at the page's top left, y downwards,
  as the page is shown (rotation applied).
* Ranks are 1-based. A higher score is always better. A score is only ever compared with
  another of the same ``ScoreKind``.
* A text file without pages is one ``Page`` with number 1; its document has ``has_pages=False``
  and citations give ``line`` (1-based) instead of a page.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from onfile.errors import ScoreKindError

FloatArray = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]
"""``(height, width, 3)``, red, green, blue."""


# ── ingest ───────────────────────────────────────────────────────────────────────────────────


class PageStatus(StrEnum):
    """What became of one page; every page of every file has exactly one."""

    TEXT = "text"
    OCR = "ocr"
    MIXED = "mixed"
    BLANK = "blank"
    NO_TEXT = "no_text"
    GARBAGE_TEXT = "garbage_text"
    FAILED = "failed"
    TOO_LARGE = "too_large"
    ENCRYPTED = "encrypted"
    SKIPPED = "skipped"  # of whole files alone: hidden, or nothing that could be a document

    @property
    def is_readable(self) -> bool:
        """True where the page's text may be indexed and quoted."""
        return self in (PageStatus.TEXT, PageStatus.OCR, PageStatus.MIXED)


class Box(NamedTuple):
    """A rectangle on a page, in points from the top left."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Page:
    r"""One page as it was read.

    Attributes:
        number: 1-based physical page.
        text: Canonical text: one printed row a line (label and its numbers together), reading
            order, lines joined by ``\\n``. Ligatures and no-break spaces are folded; nothing
            else is changed.
        boxes: ``(len(text), 4)`` float32 of ``Box`` per character, NaN for characters that have
            no ink (spaces, line ends), or None where the source has no geometry.
        label: The printed page number, where one was found.
        reason: Why the status is not ``text``; empty otherwise.
        quality: Share of characters that look like text, 0 to 1.
        confidence: ``(len(text),)`` float32, how sure the OCR engine is of each character, NaN
            for characters without ink and for those of a text layer; None where nothing of the
            page was read by OCR.
    """

    number: int
    text: str
    status: PageStatus
    reason: str = ""
    label: str | None = None
    width_pt: float = 0.0
    height_pt: float = 0.0
    rotation: int = 0
    quality: float = 1.0
    reader: str = ""
    elapsed_ms: float = 0.0
    boxes: FloatArray | None = field(default=None, compare=False, repr=False)
    confidence: FloatArray | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OcrText:
    r"""What an OCR engine read on one image.

    Attributes:
        text: Lines joined by ``\\n``, in the order in which the engine gives them.
        boxes: ``(len(text), 4)`` float32 in pixels of the image as it was turned, NaN for
            characters without ink.
        confidence: ``(len(text),)`` float32, 0 to 1, NaN where ``boxes`` is.
        turned: Degrees, 0, 90, 180 or 270, by which the image was turned anticlockwise so that
            its text stands upright.
        skew_deg: Slope of the lines that is left, downwards to the right positive.
    """

    text: str
    boxes: FloatArray
    confidence: FloatArray
    turned: int = 0
    skew_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One line of the ledger: a page, or (``page`` None) a whole file that could not be read."""

    file: str
    document_id: str | None
    page: int | None
    status: PageStatus
    reason: str
    n_chars: int
    quality: float
    elapsed_ms: float
    reader: str


# ── time ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """A fiscal period in a company's own calendar.

    ``quarter`` None is the full year. ``months`` is the length of a duration: 12, 3, or 6 and 9
    for a year to date (``quarter`` is then the last quarter included).
    """

    fiscal_year: int
    quarter: int | None = None
    months: int | None = None

    @property
    def name(self) -> str:
        """``FY2018``, ``2024Q2``, or ``2024Q2-6M`` for a year to date of six months."""
        if self.quarter is None:
            return f"FY{self.fiscal_year}"
        tail = f"-{self.months}M" if self.months not in (None, 3) else ""
        return f"{self.fiscal_year}Q{self.quarter}{tail}"


# ── structure ────────────────────────────────────────────────────────────────────────────────


class Span(NamedTuple):
    """Characters ``[start, end)`` of the text of page ``page`` (1-based)."""

    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a field of an identity was read (or ``source="registry"``: given by hand)."""

    name: str
    value: str
    source: str
    page: int | None = None
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Identity:
    """What a document is, read from its text; None means that the text does not say.

    Attributes:
        company: The name it is filed under, shortened as people say it ("3M", "Coca-Cola").
        legal_name: As printed on the cover ("THE COCA-COLA COMPANY").
        aliases: Other names and tickers the document uses for the company.
        form: ``10-K``, ``10-Q``, ``8-K``, ``annual report``, ``earnings release``,
            ``call transcript``, ``bid tabulation``, ``specification``, ``report`` …
        period: The fiscal period it is about, in the company's calendar; for an 8-K the fiscal
            period its date falls in.
        period_end: Last day of the period, or an 8-K's date of report.
        filed: Date filed or, for a call, the day it was held.
        fiscal_year_end_month: 1 to 12, where it can be told.
    """

    company: str | None = None
    legal_name: str | None = None
    ticker: str | None = None
    aliases: tuple[str, ...] = ()
    form: str | None = None
    period: Period | None = None
    period_end: dt.date | None = None
    filed: dt.date | None = None
    is_amendment: bool = False
    fiscal_year_end_month: int | None = None
    title: str | None = None
    provenance: tuple[Provenance, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a document, from ``start`` up to the next section of its level or above.

    ``kind`` is one of the canonical kinds of ``structure/sections.py`` ("cover", "contents",
    "business", "risk_factors", "mdna", "financial_statements", "notes", "exhibits" …) or "".
    ``path`` reads from the outside in: ("Part II", "Item 7", "Results of Operations").
    """

    path: tuple[str, ...]
    kind: str
    level: int
    start: tuple[int, int]
    end: tuple[int, int]
    part: str | None = None
    item: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One speaker's uninterrupted words on a call.

    ``number`` counts from 1 at the call's first turn; ``printed_number`` is the bracketed number
    that some transcripts print (it may start again in the questions). ``spans`` cover the words,
    without the heading that names the speaker. ``answers`` is the number of the analyst's turn
    that this one answers, where it does.
    """

    number: int
    speaker: str | None
    role: str | None
    affiliation: str | None
    is_analyst: bool
    is_operator: bool
    part: str  # "prepared remarks" | "questions and answers" | ""
    spans: tuple[Span, ...]
    line: int
    printed_number: int | None = None
    answers: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of a table row. ``column`` indexes ``Table.columns``, None where unassigned."""

    printed: str
    value: Decimal | None
    span: Span
    column: int | None
    is_percent: bool = False
    is_nil: bool = False
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled row. ``path`` holds the headings certainly above it, outermost first."""

    label: str
    path: tuple[str, ...]
    span: Span
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its header's words, and what they mean where that is certain."""

    header: str
    period: Period | None = None
    period_end: dt.date | None = None
    is_instant: bool = False
    scale: int | None = None
    currency: str | None = None
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of one page.

    ``scale`` is a power of ten (1, 1000, 1000000, 10000000 for crore) or None when not stated.
    ``statement`` is "income", "balance_sheet", "cash_flow", "equity", "comprehensive_income",
    "segments", "bid_tabulation" or None.
    """

    page: int
    number: int
    title: str
    statement: str | None
    scale: int | None
    currency: str | None
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    span: Span
    share_scale: int | None = None
    is_continued: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A number that a web filing tags inline (XBRL), of the whole company.

    Attributes:
        tag: ``us-gaap:Revenues``.
        start: First day of a duration; None for an instant.
        end: Last day, or the day of an instant.
        amount: In ones, with its sign.
        unit: "USD", "USD per share", "shares", "pure".
        printed: The number as the page shows it.
        concept, period: In the words of the lexicon and of the company's calendar.
    """

    tag: str
    start: dt.date | None
    end: dt.date
    amount: Decimal
    unit: str
    printed: str
    concept: str | None = None
    period: Period | None = None


@dataclass(frozen=True, slots=True)
class Structure:
    """Everything that was recognised in one document."""

    identity: Identity
    sections: tuple[Section, ...] = ()
    turns: tuple[Turn, ...] = ()
    tables: Sequence[Table] = ()  # in order of page and number
    contents_pages: tuple[int, ...] = ()
    statement_pages: tuple[tuple[str, int], ...] = ()  # ("income", 56), …
    facts: tuple[Fact, ...] = ()


# ── chunks and figures ───────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Chunk:
    r"""The unit that is ranked. ``text`` equals its spans joined by ``\\n``.

    ``header`` (company · form · period · section or speaker) is indexed with the text but is
    never part of a quote. ``kind`` is "prose", "table", "turn", "heading" or "contents".
    """

    chunk_id: str
    document_id: str
    number: int
    kind: str
    text: str
    header: str
    spans: tuple[Span, ...]
    section: str | None = None
    section_kind: str = ""
    statement: str | None = None
    turn: int | None = None
    speaker: str | None = None
    role: str | None = None
    part: str = ""
    line: int | None = None
    is_contents: bool = False

    @property
    def page(self) -> int:
        """The page on which the chunk starts."""
        return self.spans[0].page


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that a document states in a table, with all that gives it meaning.

    ``value`` is the printed number with its sign, before scaling; the amount is
    ``value * scale``. Unknown is None: a scale that was not stated is never assumed.
    """

    figure_id: str
    document_id: str
    page: int
    table: int
    table_title: str
    statement: str | None
    label: str
    path: tuple[str, ...]
    column_header: str
    concept: str | None
    concept_reason: str
    period: Period | None
    period_end: dt.date | None
    is_instant: bool
    value: Decimal
    scale: int | None
    currency: str | None
    unit: str | None
    is_percent: bool
    printed: str
    row_span: Span
    cell_span: Span


@dataclass(frozen=True, slots=True)
class Document:
    """A stored document. ``document_id`` is ``sha256:`` and the hash of the file's bytes."""

    document_id: str
    name: str
    path: str
    media_type: str
    n_bytes: int
    n_pages: int
    has_pages: bool
    identity: Identity

    @property
    def has_page_images(self) -> bool:
        """True where its pages can be shown as a person sees them: PDF files and scans."""
        is_shown = self.media_type == "application/pdf" or self.media_type.startswith("image/")
        return self.has_pages and is_shown


# ── question ─────────────────────────────────────────────────────────────────────────────────


class QuestionKind(StrEnum):
    """The shape of answer that a question asks for."""

    FIGURE = "figure"
    COMPARE = "compare"
    CHANGE = "change"
    WHY = "why"
    WHO = "who"
    WHEN = "when"
    LIST = "list"
    YES_NO = "yes_no"
    SAID = "said"
    WHAT = "what"


class EvidenceType(StrEnum):
    """What kind of source could answer the question at all."""

    DOCUMENTS = "documents"
    LIVE = "live"
    ADVICE = "advice"
    PREDICTION = "prediction"
    OFF_TOPIC = "off_topic"


@dataclass(frozen=True, slots=True)
class Pair:
    """A company and a period that the answer must have evidence for; None is "any"."""

    company: str | None
    period: Period | None

    @property
    def key(self) -> tuple[str, str]:
        """A sort key, and the form the JSON contract uses."""
        return (self.company or "", self.period.name if self.period else "")


@dataclass(frozen=True, slots=True)
class ConceptMention:
    """A lexicon concept that the question's words name, with those words."""

    concept: str
    words: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Intent:
    """What a question asks for, as a hard object.

    Attributes:
        companies: Companies on file that the question names, as in ``Identity.company``.
        unknown_companies: Companies it names that are not on file.
        periods: Target periods: what the answer is about, in the company's own calendar.
        filter_periods: Periods of the documents to read, where they differ from the target
            ("the Q3 outlook given on the Q2 call": filter Q2, target Q3).
        pairs: Required (company, period) pairs, sorted.
        forms: Document forms the question names ("10-K", "call transcript").
        document_ids: Documents it names outright (by a project number or a title).
        concepts: Lexicon concepts, in the order in which they are named.
        terms: Content words that are neither scope nor question words, stemmed, in order.
        phrases: Exact tokens that must be found as they stand (clause ids, note numbers).
        speaker, role: Whose words are asked for.
        asker: The analyst to whom they were an answer, where the question names one.
        months: Single months that it names; the quarters around them stand in ``periods``.
        happened: When it happened, where documents of other periods are asked for it.
        is_retold: It is asked a second time, of documents that are not about what it names.
        is_of_papers: It is asked a second time, of documents that are no company's reports.
        notes: How relative or loose expressions were read, for the reader.
        choices: When several readings are possible: what the user may choose from.
    """

    question: str
    kind: QuestionKind
    evidence_type: EvidenceType
    companies: tuple[str, ...] = ()
    unknown_companies: tuple[str, ...] = ()
    periods: tuple[Period, ...] = ()
    filter_periods: tuple[Period, ...] = ()
    pairs: tuple[Pair, ...] = ()
    forms: tuple[str, ...] = ()
    document_ids: tuple[str, ...] = ()
    concepts: tuple[ConceptMention, ...] = ()
    terms: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    speaker: str | None = None
    role: str | None = None
    asker: str | None = None
    wants_scale: int | None = None
    wants_percent: bool = False
    is_forward_looking: bool = False
    evidence_reason: str = ""
    months: tuple[str, ...] = ()
    happened: tuple[Period, ...] = ()
    is_retold: bool = False
    is_of_papers: bool = False
    notes: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    without_asides: str = ""

    @property
    def asked(self) -> str:
        """The question alone, of the same length: how to answer and definitions are blanks."""
        return self.without_asides or self.question


@dataclass(frozen=True, slots=True)
class CarriedScope:
    """What a conversation carries on to its next question, as the user left or changed it.

    ``companies`` as in ``Identity.company``, ``periods`` as ``Period.name``; either may be empty.
    """

    companies: tuple[str, ...] = ()
    periods: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """One document as the coverage matrix knows it; what ``scope/`` resolves names against."""

    document_id: str
    name: str
    identity: Identity
    column_periods: tuple[Period, ...] = ()  # periods that columns of its statements cover
    speakers: tuple[tuple[str, str], ...] = ()  # (name, role)


@dataclass(frozen=True, slots=True)
class Catalog:
    """What is on file, as far as the asker may see."""

    entries: tuple[CatalogEntry, ...]
    n_pages: int

    def __hash__(self) -> int:
        """Of the ids alone: what is cached by catalog is looked up at every question."""
        return hash((self.n_pages, tuple(e.document_id for e in self.entries)))

    @property
    def n_documents(self) -> int:
        """How many documents the asker may see."""
        return len(self.entries)


# ── retrieval ────────────────────────────────────────────────────────────────────────────────


class ScoreKind(StrEnum):
    """What a score is; only scores of one kind can be compared."""

    BM25 = "bm25"
    COSINE = "cosine"
    RRF = "rrf"
    RERANK = "rerank"
    FIGURE = "figure"
    COVERAGE = "coverage"
    PRECISION = "precision"


@dataclass(frozen=True, slots=True)
class Score:
    """A number with its kind. Comparing two kinds raises ``ScoreKindError``."""

    value: float
    kind: ScoreKind

    def __lt__(self, other: Score) -> bool:
        if self.kind is not other.kind:
            raise ScoreKindError(f"a {self.kind} score was compared with a {other.kind} score")
        return self.value < other.value


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The least scores from which an answer is given, each of its own kind.

    Attributes:
        quote: Weighted share of the question's terms that quoted sentences have.
        cause: The same, of a sentence that gives a reason: its subject may stand before it.
        turn: The same, of a speaker's words.
        figure: Weighted share of a row label's words that the question names.
        computed, compared, ranked: Share of the figures needed that were found; above 1 nothing is
            computed, compared or ranked at all.
    """

    quote: Score = Score(0.8, ScoreKind.COVERAGE)
    cause: Score = Score(0.7, ScoreKind.COVERAGE)
    turn: Score = Score(0.6, ScoreKind.COVERAGE)
    figure: Score = Score(0.5, ScoreKind.PRECISION)
    computed: Score = Score(1.0, ScoreKind.COVERAGE)
    compared: Score = Score(1.0, ScoreKind.COVERAGE)
    ranked: Score = Score(1.0, ScoreKind.COVERAGE)


SHIPPED = Thresholds()
"""Chosen by hand on 265 development questions over filings, calls and bid tabulations of thirteen
companies, for at most 3 % wrong; ``onfile calibrate`` sets an archive's own."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that one ranker found."""

    chunk_id: str
    document_id: str
    rank: int
    score: Score


@dataclass(frozen=True, slots=True)
class Evidence:
    """A chunk that was chosen to be read, with how it was found (every ranker's hit)."""

    rank: int
    chunk: Chunk
    document: Document
    score: Score
    hits: tuple[Hit, ...] = ()
    pair: Pair | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RuleOfThumb:
    """From which value of a measure on a judgement is usually made: a share is 0.1, not 10."""

    concept: str
    at_least: Decimal


@dataclass(frozen=True, slots=True)
class FigureMatch:
    """A stored figure held against what a question asks for.

    Attributes:
        coverage: Weighted share of the question's terms that the row, its headings, its column
            or its table name, 0 to 1.
        precision: Weighted share of the row label's words that the question names, 0 to 1.
        precedence: How far the document is from being the period's own: 0 its own filing, then
            1, 2 … for releases, calls and later filings' prior-year columns.
        unmatched: Terms of the question that were met nowhere.
        is_literal: The question has the row's whole label, word for word.
    """

    figure: Figure
    score: Score
    coverage: float
    precision: float
    precedence: int
    unmatched: tuple[str, ...] = ()
    concept: str | None = None
    is_literal: bool = False


@dataclass(frozen=True, slots=True)
class Computation:
    """A formula worked out over stored figures.

    Attributes:
        value: The result in ones (a share is 0.25, not 25); None when an operand is missing.
        formula: The lexicon's formula.
        arithmetic: The formula with the printed numbers in place, without its result.
        operands: The figures used, in order of first use.
        problem: Why there is no value, naming what is missing; empty otherwise.
    """

    value: Decimal | None
    formula: str
    arithmetic: str
    operands: tuple[Figure, ...]
    problem: str = ""


# ── outcome ──────────────────────────────────────────────────────────────────────────────────


class RefusalCode(StrEnum):
    """Why there is no answer. Stable and public."""

    LIVE_DATA = "LIVE_DATA"
    NOT_EVIDENCE_TYPE = "NOT_EVIDENCE_TYPE"
    OUT_OF_SCOPE = "OUT_OF_SCOPE"
    UNDERSPECIFIED = "UNDERSPECIFIED"
    COMPANY_NOT_ON_FILE = "COMPANY_NOT_ON_FILE"
    PERIOD_NOT_ON_FILE = "PERIOD_NOT_ON_FILE"
    SCOPE_INCOMPLETE = "SCOPE_INCOMPLETE"
    NO_EVIDENCE = "NO_EVIDENCE"
    WEAK_EVIDENCE = "WEAK_EVIDENCE"
    NOT_STATED = "NOT_STATED"
    FALSE_PREMISE = "FALSE_PREMISE"
    CONFLICTING_EVIDENCE = "CONFLICTING_EVIDENCE"
    CITATION_UNRESOLVED = "CITATION_UNRESOLVED"
    QUOTE_NOT_FOUND = "QUOTE_NOT_FOUND"
    NUMBER_NOT_SUPPORTED = "NUMBER_NOT_SUPPORTED"
    WRONG_ATTRIBUTION = "WRONG_ATTRIBUTION"
    NOT_ENTAILED = "NOT_ENTAILED"
    READINGS_DISAGREE = "READINGS_DISAGREE"
    MODEL_DECLINED = "MODEL_DECLINED"
    MODEL_TRUNCATED = "MODEL_TRUNCATED"
    MODEL_UNPARSEABLE = "MODEL_UNPARSEABLE"
    EMPTY_ARCHIVE = "EMPTY_ARCHIVE"


@dataclass(frozen=True, slots=True)
class Citation:
    """A verbatim passage and where it stands.

    Attributes:
        page_label: The printed page number.
        sheet, cell: For a spreadsheet, the sheet's name and the cell ("B7") or range ("A7:D7").
        ocr_confidence: Where the quote was read by OCR, the lowest confidence of any word with a
            digit in it, or the mean over all characters where there is none; else None.
    """

    document_id: str
    document: str
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
    span: Span
    boxes: tuple[Box, ...] = ()
    chunk_id: str | None = None
    note: str = ""
    sheet: str | None = None
    cell: str | None = None
    ocr_confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """One number: the amount is ``number * scale``."""

    number: Decimal
    scale: int
    currency: str | None = None
    unit: str | None = None
    percent: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement and the citations it rests on (at least one).

    ``arithmetic`` shows how a computed number follows from the cited ones, e.g.
    ``70372 - 33014 = 37358``; empty where nothing was computed.
    """

    text: str
    citations: tuple[Citation, ...]
    pair: Pair | None = None
    arithmetic: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a reader or a model proposes, before it is checked.

    ``checks`` were made while it was drafted: where its figures are stated a second time.
    ``ranked`` are the names of what was compared, that which is asked for first; ``listed`` the
    names of all that is asked for ("which are over 20 %").
    """

    answer: str
    claims: tuple[Claim, ...]
    value: Value | None = None
    method: str = ""
    support: float = 0.0
    checks: tuple[Check, ...] = ()
    ranked: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A declined question: the reason and what the user can do with it.

    ``unread`` are pages of the documents asked about that could not be read.
    """

    code: RefusalCode
    detail: str
    missing: tuple[Pair, ...] = ()
    on_file: dict[str, tuple[str, ...]] = field(default_factory=dict)  # company → period names
    choices: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    unread: tuple[LedgerRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """One recorded test: of the question before answering, or of the draft after."""

    name: str
    passed: bool
    kind: str  # "gate" | "verify"
    measured: float | None = None
    threshold: float | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What ``Engine.ask`` gives: answered or refused, with everything that led there.

    ``parts`` are the outcomes of the questions that a compound question consists of, in the order
    asked; empty for a single question. ``ranked`` are the names of what it compared, that which is
    asked for first.
    """

    outcome: str  # "answered" | "refused"
    id: str
    question: str
    answer: str | None
    value: Value | None
    claims: tuple[Claim, ...]
    refusal: Refusal | None
    confidence: str | None
    checks: tuple[Check, ...]
    evidence: tuple[Evidence, ...]
    intent: Intent
    n_documents: int
    n_pages: int
    timings_ms: dict[str, float]
    record: str | None = None
    parts: tuple[Outcome, ...] = ()
    ranked: tuple[str, ...] = ()

    @property
    def is_answered(self) -> bool:
        """True when there is an answer to show."""
        return self.outcome == "answered"


JsonObject = dict[str, Any]


# ── a language model ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is put to a language model.

    Attributes:
        system: The standing instructions.
        user: The sources and the question.
        schema: JSON schema that the reply must fit; None for free text.
        max_tokens: Longest reply.
        fingerprint: SHA-256, in hex, of the prompt file it was made from.
    """

    system: str
    user: str
    schema: JsonObject | None = None
    max_tokens: int = 1024
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a language model wrote, as it came. ``finish_reason`` "length": it was cut off."""

    text: str
    finish_reason: str
    model: str = ""


# ── what people say of outcomes ───────────────────────────────────────────────────────────────


class FeedbackVerdict(StrEnum):
    """What a person says of an outcome."""

    RIGHT = "right"
    WRONG = "wrong"
    SHOULD_HAVE_ANSWERED = "should_have_answered"


@dataclass(frozen=True, slots=True)
class Feedback:
    """A person's verdict on one recorded outcome.

    Attributes:
        record: Id of the audit record.
        created: UTC, ISO 8601, milliseconds, ending in Z.
        person: Who said so, None for the owner of the store.
    """

    record: str
    created: str
    verdict: FeedbackVerdict
    comment: str = ""
    person: str | None = None


# ── verdicts on answers of others ────────────────────────────────────────────────────────────


class VerdictKind(StrEnum):
    """What the documents say of an answer."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_FOUND = "not_found"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether what is on file supports an answer that somebody else gave.

    Attributes:
        reasons: In plain words, the decisive one first.
        citations: The passages and rows that speak for or against it.
        support: 0 to 1; ``None`` where no score was needed (the answer declines).
        threshold: From which support on an answer is supported.
    """

    verdict: VerdictKind
    reasons: tuple[str, ...]
    citations: tuple[Citation, ...] = ()
    support: float | None = None
    threshold: float | None = None

    @property
    def is_supported(self) -> bool:
        """True when the documents bear the answer out."""
        return self.verdict is VerdictKind.SUPPORTED


# ── permissions ──────────────────────────────────────────────────────────────────────────────


class RuleKind(StrEnum):
    """What one rule of the permissions says."""

    LABEL = "label"  # the label ``subject`` stands on ``object``, a path or a document id
    ALLOW = "allow"  # the label ``subject`` may be seen by ``object``, a principal
    DENY = "deny"  # … may not be seen by it, whatever else allows it
    MEMBER = "member"  # the user ``object`` belongs to the group ``subject``
    ROLE = "role"  # the principal ``object`` has the role ``subject``


@dataclass(frozen=True, slots=True, order=True)
class AccessRule:
    """One rule of the permissions.

    Attributes:
        subject: A label, a group's name or a role; see ``RuleKind``.
        object: A path (it stands for all that is below it), a document id (``sha256:…``), or a
            principal: ``user:NAME``, ``group:NAME`` or ``everyone``.
    """

    kind: RuleKind
    subject: str
    object: str


class Labelled(NamedTuple):
    """What permissions know a document by: its id, and every path at which it was found."""

    document_id: str
    paths: frozenset[str]


class StoredRule(NamedTuple):
    """A rule, where it comes from (a file, or nothing for one made by hand), by whom and when."""

    rule: AccessRule
    source: str
    made_by: str
    made_at: str


class RuleChange(NamedTuple):
    """One line of the history; ``action`` is ``add``, ``remove`` or ``off``."""

    action: str
    changed: StoredRule
