"""Live questions: which of them a person looks at, and what became of them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from onfile.evaluate.thresholds import SUPPORT
from onfile.types import Feedback, FeedbackVerdict, JsonObject

EVALUATION = "evaluation"  # request id of the questions that onfile asks itself


@dataclass(frozen=True, slots=True)
class Live:
    """One live question, as the audit log has it.

    Attributes:
        outcome: "answered", or the refusal's code.
        answer: What was shown: the answer, or the refusal's detail.
        score: Support of the answer and the way in which it was found, where it has one.
        terms: Content terms of the question.
        verdict: The last that a person gave, None where there is none yet.
    """

    record: str
    created: str
    question: str
    outcome: str
    answer: str
    way: str | None
    score: float | None
    terms: frozenset[str]
    verdict: FeedbackVerdict | None = None
    comment: str = ""

    @property
    def is_answered(self) -> bool:
        """False for a refusal."""
        return self.outcome == "answered"


def is_live(body: JsonObject) -> bool:
    """False for a question of an evaluation."""
    return body.get("request_id") != EVALUATION


def live_of(body: JsonObject, terms: Iterable[str], feedback: Mapping[str, Feedback]) -> Live:
    """A record's body as a live question; ``feedback`` is the last of each record."""
    outcome: JsonObject = body["outcome"]
    refusal = outcome["refusal"] or {}
    supports = (
        (check["name"].removeprefix(SUPPORT), float(check["measured"]))
        for check in outcome["checks"]
        if check["name"].startswith(SUPPORT)
    )
    is_answered = outcome["outcome"] == "answered"
    way, score = next(supports, (None, None)) if is_answered else (None, None)
    said = feedback.get(body["id"])
    return Live(
        record=body["id"],
        created=body["created"],
        question=body["question"],
        outcome="answered" if is_answered else refusal["code"],
        answer=(outcome["answer"] if is_answered else refusal["detail"]) or "",
        way=way,
        score=score,
        terms=frozenset(terms),
        verdict=None if said is None else said.verdict,
        comment="" if said is None else said.comment,
    )


def is_sampled(record_id: str, share: float) -> bool:
    """Whether a record is among the ``share`` (0 to 1) that are looked at: by its id alone.

    The same record is always in or always out, and a larger share only adds to a smaller one.
    """
    digest = hashlib.sha256(record_id.encode()).digest()
    return int.from_bytes(digest[:8], "big") < share * 2**64


def queue(questions: Sequence[Live], share: float) -> list[Live]:
    """The sampled questions that nobody has judged yet, oldest first."""
    return [one for one in questions if one.verdict is None and is_sampled(one.record, share)]


def verdicts(questions: Sequence[Live]) -> dict[str, int]:
    """How many were judged how: "right", "wrong", "should_have_answered"."""
    judged = Counter(one.verdict for one in questions if one.verdict is not None)
    return {verdict.value: judged[verdict] for verdict in FeedbackVerdict}


def row_of(body: JsonObject, said: Feedback) -> JsonObject:
    """A row of a suite from a judged record.

    A right answer is gold with its citations and typed value, a right refusal with its code. Of a
    wrong one the right answer is not known: the row is asked, and unscored until a person adds it.
    """
    outcome: JsonObject = body["outcome"]
    row: JsonObject = {
        "id": f"live-{body['id']}",
        "question": body["question"],
        "kind": f"live_{said.verdict.value}",
        "note": said.comment,
    }
    if said.verdict is not FeedbackVerdict.RIGHT:
        return row | {"given": outcome["answer"] or outcome["refusal"]["detail"]}
    if outcome["outcome"] != "answered":
        return row | {"answer": None, "expected_codes": [outcome["refusal"]["code"]]}
    cited = [c for claim in outcome["claims"] for c in claim["citations"]]
    return row | {
        "answer": outcome["answer"],
        "numbers": _numbers(outcome["value"]),
        "gold": [_spot(citation) for citation in cited],
        "scope": [
            {"company": company, "period": period} for company, period in outcome["scope"]["pairs"]
        ],
    }


def _numbers(value: JsonObject | None) -> list[JsonObject]:
    if value is None:
        return []
    unit = "percent" if value["percent"] else value["currency"] or value["unit"] or ""
    return [{"value": value["number"], "scale": value["scale"], "unit": unit}]


def _spot(citation: JsonObject) -> JsonObject:
    spot = {"file": citation["document"], "quote": citation["quote"]}
    for name in ("page", "line"):
        if citation[name] is not None:
            spot[name] = citation[name]
    return spot
