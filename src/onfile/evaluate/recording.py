"""From one outcome to its record: every deterministic score of one question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from onfile.evaluate import scoring
from onfile.evaluate.diagnosis import Facts, diagnose, faithfulness
from onfile.evaluate.gold import GoldQuestion, Place
from onfile.evaluate.matching import citations
from onfile.evaluate.ordering import order_score
from onfile.evaluate.records import (
    AbsentRecord,
    JudgeRecord,
    PlaceRecord,
    QuestionRecord,
    SpotRecord,
)
from onfile.evaluate.scoring import Verdict
from onfile.types import JsonObject

KS = (1, 3, 5, 10, 20)
DEPTH = KS[-1]


@dataclass(frozen=True, slots=True)
class Observed:
    """What one question came to.

    Attributes:
        outcome: As the JSON contract gives it.
        found: The first ``DEPTH`` passages of a search of its own; empty where none was made.
        latency_ms: Of the ask, as the asker saw it.
        quote_stands: For each citation, see ``diagnosis.faithfulness``.
        is_indexed: For gold places, whether they can be found at all.
        unstable: Places in the outcome that were not the same each time.
    """

    outcome: JsonObject
    found: Sequence[JsonObject] = ()
    latency_ms: float = 0.0
    quote_stands: Sequence[bool | None] = ()
    is_indexed: Mapping[Place, bool | None] = field(default_factory=dict)
    as_user: str | None = None
    n_repeats: int = 1
    unstable: tuple[str, ...] = ()
    absent: AbsentRecord | None = None
    judge: JudgeRecord | None = None


def record_of(asked: GoldQuestion, seen: Observed) -> QuestionRecord:
    """The record of one question. A leak of what must look absent is wrong whatever the code."""
    verdict = scoring.verdict_of(seen.outcome, asked)
    if verdict is Verdict.REFUSED and seen.absent is not None and not seen.absent.is_same:
        verdict = Verdict.WRONG
    return QuestionRecord(
        id=asked.id,
        question=asked.question,
        kind=asked.kind,
        suite=asked.suite,
        as_user=seen.as_user,
        is_answerable=asked.is_answerable,
        outcome=seen.outcome["outcome"],
        verdict=verdict,
        order_score=order_score(seen.outcome),
        expected=asked.answer,
        expected_codes=tuple(code.value for code in asked.expected_codes),
        latency_ms=round(seen.latency_ms, 3),
        n_repeats=seen.n_repeats,
        unstable=seen.unstable,
        absent=seen.absent,
        judge=seen.judge,
        outcome_json=seen.outcome,
        **_of_answer(asked, seen.outcome),
        **_of_places(asked, seen),
        **_of_path(asked, seen, verdict),
    )


def _of_answer(asked: GoldQuestion, outcome: JsonObject) -> dict[str, Any]:
    code = (outcome.get("refusal") or {}).get("code")
    is_refusal_right = outcome["outcome"] == "refused" and not asked.is_answerable
    is_answered = outcome["outcome"] == "answered"
    return {
        "code_expected": code in asked.expected_codes if is_refusal_right else None,
        "scope_right": scoring.scope_is_right(outcome, asked),
        "numbers_strict": scoring.numbers_strict(outcome, asked),
        "numbers_lenient": scoring.numbers_lenient(outcome, asked),
        "citation_precision": scoring.citation_precision(outcome, asked),
        "citation_recall": scoring.place_recall(citations(outcome), asked) if is_answered else None,
    }


def _of_places(asked: GoldQuestion, seen: Observed) -> dict[str, Any]:
    required = set(asked.required)
    gold = tuple(
        PlaceRecord(
            **place._asdict(),
            is_required=place in required,
            is_indexed=seen.is_indexed.get(place),
        )
        for place in dict.fromkeys(asked.places)
    )
    is_searched = bool(asked.places) and asked.is_answerable
    recall = {str(k): scoring.place_recall(seen.found[:k], asked) for k in KS}
    return {
        "gold": gold,
        "page_rank": scoring.first_rank(seen.found, asked) if is_searched else None,
        "document_rank": scoring.first_document_rank(seen.found, asked) if is_searched else None,
        "page_recall": {k: v for k, v in recall.items() if v is not None} if is_searched else {},
        "retrieved": _spots(seen.found, asked),
        "read": _spots(seen.outcome.get("evidence") or (), asked),
        "cited": _spots(citations(seen.outcome), asked),
    }


def _of_path(asked: GoldQuestion, seen: Observed, verdict: Verdict) -> dict[str, Any]:
    read = seen.outcome.get("evidence") or ()
    known = [seen.is_indexed.get(place) for place in asked.required]
    stands = [one for one in seen.quote_stands if one is not None]
    faithful = faithfulness(seen.outcome.get("claims") or (), seen.quote_stands)
    if seen.judge is not None and seen.judge.faithfulness is not None:
        faithful = seen.judge.faithfulness
    is_answerable = asked.is_answerable
    facts = Facts(
        verdict=verdict,
        is_answerable=is_answerable,
        code=(seen.outcome.get("refusal") or {}).get("code"),
        is_indexed=None if None in known or not known else all(known),
        is_retrieved=scoring.first_rank(seen.found, asked) is not None,
        context_recall=scoring.place_recall(read, asked) if is_answerable else None,
        faithfulness=faithful,
    )
    stage, why = diagnose(facts)
    return {
        "context_recall": facts.context_recall,
        "faithfulness": faithful,
        "quotes_found": sum(stands) / len(stands) if stands else None,
        "stage": stage,
        "why": why,
    }


def _spots(given: Sequence[JsonObject], asked: GoldQuestion) -> tuple[SpotRecord, ...]:
    return tuple(
        SpotRecord(
            rank=rank,
            document=str(spot.get("document") or ""),
            page=spot.get("page"),
            line=spot.get("line"),
            score=spot.get("score"),
            score_kind=spot.get("score_kind"),
            is_gold=scoring.place_of(spot, asked) is not None,
            reason=str(spot.get("reason") or ""),
        )
        for rank, spot in enumerate(given, start=1)
    )
