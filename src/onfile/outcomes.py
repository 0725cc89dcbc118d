"""From what the stages gave to the one outcome that is shown and recorded."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Mapping, Sequence

from onfile.gate.gates import on_file
from onfile.retrieve.search import Retrieved
from onfile.types import Catalog, Check, Draft, Intent, Outcome, Refusal

LATER_FILING_NOTE = "later filing"
FIRM_SUPPORT = 0.9


def outcome(
    intent: Intent,
    catalog: Catalog,
    result: Draft | Refusal,
    checks: Sequence[Check],
    retrieved: Retrieved | None,
    timings_ms: Mapping[str, float],
) -> Outcome:
    """The outcome, not yet recorded (``record`` is None)."""
    draft = result if isinstance(result, Draft) else None
    refusal = _with_shelf(result, intent, catalog) if isinstance(result, Refusal) else None
    return Outcome(
        outcome="answered" if draft is not None else "refused",
        id=uuid.uuid4().hex,
        question=intent.question,
        answer=draft.answer if draft is not None else None,
        value=draft.value if draft is not None else None,
        claims=draft.claims if draft is not None else (),
        refusal=refusal,
        confidence=confidence(draft) if draft is not None else None,
        checks=tuple(checks),
        evidence=retrieved.evidence if retrieved is not None else (),
        intent=intent,
        n_documents=catalog.n_documents,
        n_pages=catalog.n_pages,
        timings_ms=dict(timings_ms),
        ranked=draft.ranked if draft is not None else (),
    )


def _with_shelf(refusal: Refusal, intent: Intent, catalog: Catalog) -> Refusal:
    """A refusal always tells what is on file for the companies that are asked about."""
    if refusal.on_file:
        return refusal
    return dataclasses.replace(refusal, on_file=on_file(catalog, intent.companies))


def confidence(draft: Draft) -> str:
    """high: a figure that nothing contradicts; low: barely above the floor; else medium.

    A figure of a later filing is medium. Derived from how it was found, never asked of a model.
    """
    notes = " ".join(c.note for claim in draft.claims for c in claim.citations)
    if draft.method.startswith("figure"):
        is_doubted = any(not check.passed for check in draft.checks)  # stated otherwise elsewhere
        return "medium" if LATER_FILING_NOTE in notes or is_doubted else "high"
    return "medium" if draft.support >= FIRM_SUPPORT else "low"
