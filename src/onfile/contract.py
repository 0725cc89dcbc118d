"""The JSON that other programs rely on: outcomes, search results, coverage, figures, errors.

Keys are public: they may be added, never removed or renamed. Numbers are JSON numbers, absent
things are ``null``. A document without pages has ``page`` null and gives ``line`` (1-based)
and, in a transcript, ``turn``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from onfile.errors import OnfileError
from onfile.types import (
    Box,
    Check,
    Citation,
    Claim,
    Evidence,
    Figure,
    Hit,
    Intent,
    JsonObject,
    LedgerRow,
    Outcome,
    Pair,
    Refusal,
    Section,
    Span,
    Value,
    Verdict,
)

if TYPE_CHECKING:
    # faces name these types from here
    from onfile.evaluate.comparison import StrategyResult as StrategyResult
    from onfile.index.coverage import Coverage as Coverage
    from onfile.index.links import Link as Link
    from onfile.ingesting import IngestReport as IngestReport
    from onfile.retrieve.trace import Explanation as Explanation
    from onfile.retrieve.trace import PairTrace as PairTrace
    from onfile.retrieve.trace import Placed as Placed

# ── parts ────────────────────────────────────────────────────────────────────────────────────


def number_json(number: Decimal) -> int | float:
    """A JSON number: an integer where the value is one, however it was printed."""
    return int(number) if number == number.to_integral_value() else float(number)


def value_json(value: Value | None) -> JsonObject | None:
    """One number; the amount is ``number * scale``."""
    if value is None:
        return None
    return {
        "number": number_json(value.number),
        "scale": value.scale,
        "currency": value.currency,
        "unit": value.unit,
        "percent": value.percent,
    }


def pair_json(pair: Pair) -> list[str | None]:
    """``["Northwind", "FY2022"]``; null stands for "any"."""
    return [pair.company, pair.period.name if pair.period is not None else None]


def citation_json(citation: Citation) -> JsonObject:
    """A verbatim passage and where it stands."""
    return {
        "document": citation.document,
        "document_id": citation.document_id,
        "page": citation.page,
        "page_label": citation.page_label,
        "line": citation.line,
        "turn": citation.turn,
        "company": citation.company,
        "form": citation.form,
        "period": citation.period,
        "section": citation.section,
        "speaker": citation.speaker,
        "quote": citation.quote,
        "boxes": [[round(float(edge), 2) for edge in box] for box in citation.boxes],
        "span": list(citation.span),
        "chunk_id": citation.chunk_id,
        "note": citation.note,
        "sheet": citation.sheet,
        "cell": citation.cell,
        "ocr_confidence": citation.ocr_confidence,
    }


def claim_json(claim: Claim) -> JsonObject:
    """One statement and the citations it rests on."""
    return {
        "text": claim.text,
        "citations": [citation_json(citation) for citation in claim.citations],
        "pair": pair_json(claim.pair) if claim.pair is not None else None,
        "arithmetic": claim.arithmetic,
    }


def refusal_json(refusal: Refusal | None) -> JsonObject | None:
    """Why there is no answer, and what the user can do with it."""
    if refusal is None:
        return None
    return {
        "code": refusal.code.value,
        "detail": refusal.detail,
        "missing": [pair_json(pair) for pair in refusal.missing],
        "on_file": {company: list(periods) for company, periods in refusal.on_file.items()},
        "choices": list(refusal.choices),
        "citations": [citation_json(citation) for citation in refusal.citations],
        "unread": [failure_json(row) for row in refusal.unread],
    }


def check_json(check: Check) -> JsonObject:
    """One recorded test."""
    return {
        "name": check.name,
        "passed": check.passed,
        "measured": check.measured,
        "threshold": check.threshold,
        "kind": check.kind,
        "detail": check.detail,
    }


def hit_json(hit: Hit) -> JsonObject:
    """A chunk that one ranker found."""
    return {
        "chunk_id": hit.chunk_id,
        "document_id": hit.document_id,
        "rank": hit.rank,
        "score": float(hit.score.value),
        "score_kind": hit.score.kind.value,
    }


def evidence_json(evidence: Evidence) -> JsonObject:
    """A chunk that was chosen to be read, and how it was found."""
    chunk, document = evidence.chunk, evidence.document
    period = document.identity.period
    return {
        "rank": evidence.rank,
        "document": document.name,
        "document_id": document.document_id,
        "page": chunk.page if document.has_pages else None,
        "line": None if document.has_pages else chunk.line,
        "turn": chunk.turn,
        "company": document.identity.company,
        "form": document.identity.form,
        "period": period.name if period is not None else None,
        "section": chunk.section,
        "speaker": chunk.speaker,
        "score": float(evidence.score.value),
        "score_kind": evidence.score.kind.value,
        "reason": evidence.reason,
        "hits": [hit_json(hit) for hit in evidence.hits],
        "chunk_id": chunk.chunk_id,
        "text": chunk.text,
    }


def scope_json(intent: Intent) -> JsonObject:
    """What the question was understood to ask for."""
    return {
        "companies": list(intent.companies),
        "periods": [period.name for period in intent.periods],
        "pairs": [pair_json(pair) for pair in intent.pairs],
        "unknown_companies": list(intent.unknown_companies),
        "filter_periods": [period.name for period in intent.filter_periods],
        "kind": intent.kind.value,
        "evidence_type": intent.evidence_type.value,
        "forms": list(intent.forms),
        "concepts": [mention.concept for mention in intent.concepts],
        "phrases": list(intent.phrases),
        "speaker": intent.speaker,
        "role": intent.role,
        "asker": intent.asker,
        "notes": list(intent.notes),
    }


# ── whole results ────────────────────────────────────────────────────────────────────────────


def outcome_json(outcome: Outcome) -> JsonObject:
    """Answered or refused, with everything that led there."""
    return {
        "outcome": outcome.outcome,
        "id": outcome.id,
        "question": outcome.question,
        "answer": outcome.answer,
        "value": value_json(outcome.value),
        "claims": [claim_json(claim) for claim in outcome.claims],
        "refusal": refusal_json(outcome.refusal),
        "confidence": outcome.confidence,
        "checks": [check_json(check) for check in outcome.checks],
        "evidence": [evidence_json(evidence) for evidence in outcome.evidence],
        "scope": scope_json(outcome.intent),
        "searched": {"documents": outcome.n_documents, "pages": outcome.n_pages},
        "timings_ms": {name: round(ms, 3) for name, ms in outcome.timings_ms.items()},
        "record": outcome.record,
        "parts": [outcome_json(part) for part in outcome.parts],
    }


def verdict_json(verdict: Verdict) -> JsonObject:
    """Whether the documents support an answer that somebody else gave."""
    return {
        "verdict": verdict.verdict.value,
        "reasons": list(verdict.reasons),
        "citations": [citation_json(citation) for citation in verdict.citations],
        "support": verdict.support,
        "threshold": verdict.threshold,
    }


def error_json(error: OnfileError) -> JsonObject:
    """The third outcome: onfile itself could not do its work."""
    return {
        "outcome": "failed",
        "error": {
            "code": error.code,
            "message": str(error),
            "hint": error.hint,
            "retryable": error.retryable,
        },
    }


def search_json(results: Sequence[Evidence]) -> JsonObject:
    """Passages, best first."""
    return {"results": [evidence_json(evidence) for evidence in results]}


def failure_json(row: LedgerRow) -> JsonObject:
    """A page that could not be read, or (page null) a whole file."""
    return {
        "file": row.file,
        "page": row.page,
        "reason": row.reason or row.status.value,
        "status": row.status.value,
        "document_id": row.document_id,
    }


def ingest_json(report: IngestReport) -> JsonObject:
    """What one ingest did."""
    return {
        "documents": report.documents,
        "pages": report.pages,
        "skipped": report.skipped,
        "failed": [failure_json(row) for row in report.failed],
        "elapsed_s": round(report.elapsed_s, 3),
        "ocr_pages": report.ocr_pages,
        "waiting_for_ocr": report.waiting_for_ocr,
        "new": report.new,
        "changed": report.changed,
        "moved": report.moved,
        "copies": report.copies,
        "missing": list(report.missing),
        "removed": report.removed,
        "left_out": [failure_json(row) for row in report.left_out],
    }


def explanation_json(explanation: Explanation) -> JsonObject:
    """How a question was understood and what each stage made of it."""
    return {
        "scope": scope_json(explanation.intent),
        "terms": list(explanation.intent.terms),
        "checks": [check_json(check) for check in explanation.checks],
        "retrieval": [dataclasses.asdict(path) for path in explanation.paths],
        "outcome": outcome_json(explanation.outcome),
    }


def coverage_json(coverage: Coverage) -> JsonObject:
    """What is on file, page for page."""
    return {
        "documents": coverage.documents,
        "pages": coverage.pages,
        "by_status": dict(coverage.by_status),
        "unaccounted_pages": coverage.unaccounted_pages,
        "matrix": [
            {
                "company": row.company,
                "form": row.form,
                "period": row.period,
                "documents": row.documents,
            }
            for row in coverage.matrix
        ],
        "failures": [failure_json(row) for row in coverage.failures],
        "left_out": [failure_json(row) for row in coverage.left_out],
        "missing": list(coverage.missing),
        "links": [
            {
                "document_id": link.document,
                "other_id": link.other,
                "kind": link.kind,
                "share": link.share,
            }
            for link in coverage.links
        ],
    }


def figure_json(figure: Figure, names: Mapping[str, str]) -> JsonObject:
    """One typed number.

    Args:
        figure: The figure.
        names: Document id → file name.
    """
    return {
        "figure_id": figure.figure_id,
        "document": names.get(figure.document_id),
        "document_id": figure.document_id,
        "page": figure.page,
        "statement": figure.statement,
        "table": figure.table,
        "table_title": figure.table_title,
        "label": figure.label,
        "path": list(figure.path),
        "column": figure.column_header,
        "concept": figure.concept,
        "concept_reason": figure.concept_reason,
        "period": figure.period.name if figure.period is not None else None,
        "period_end": figure.period_end.isoformat() if figure.period_end is not None else None,
        "is_instant": figure.is_instant,
        "number": number_json(figure.value),
        "scale": figure.scale,
        "currency": figure.currency,
        "unit": figure.unit,
        "percent": figure.is_percent,
        "printed": figure.printed,
        "row_span": list(figure.row_span),
        "cell_span": list(figure.cell_span),
    }


def figures_json(figures: Sequence[Figure], names: Mapping[str, str]) -> JsonObject:
    """Typed numbers, in the order given."""
    return {"figures": [figure_json(figure, names) for figure in figures]}


def outline_json(sections: Sequence[Section]) -> JsonObject:
    """A document's parts, in order, from the outside in."""
    return {
        "sections": [
            {
                "path": list(section.path),
                "kind": section.kind,
                "level": section.level,
                "part": section.part,
                "item": section.item,
                "first_page": section.start[0],
                "last_page": section.end[0],
            }
            for section in sections
        ]
    }


# ── and back ─────────────────────────────────────────────────────────────────────────────────


def value_from_json(given: JsonObject | None) -> Value | None:
    """The value that ``value_json`` wrote."""
    if given is None:
        return None
    return Value(
        number=Decimal(repr(given["number"])),
        scale=given["scale"],
        currency=given["currency"],
        unit=given["unit"],
        percent=given["percent"],
    )


def citation_from_json(given: JsonObject) -> Citation:
    """The citation that ``citation_json`` wrote (box edges rounded to 0.01 pt)."""
    fields = {
        **given,
        "span": Span(*given["span"]),
        "boxes": tuple(Box(*b) for b in given["boxes"]),
    }
    return Citation(**fields)
