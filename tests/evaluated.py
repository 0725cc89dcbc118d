"""Records and answerers made up for the tests of evaluation."""

from __future__ import annotations

from collections.abc import Sequence

from onfile.audit.compare import differences
from onfile.contract import error_json
from onfile.errors import OnfileError
from onfile.evaluate.gold import GoldQuestion, Place
from onfile.evaluate.records import QuestionRecord, Run, RunHeader
from onfile.evaluate.running import Asking, run
from onfile.evaluate.scoring import Verdict
from onfile.types import JsonObject, RefusalCode

ASKING = Asking(differences, error_json)
HEADER = RunHeader(
    suite="small",
    suite_fingerprint="suite-1",
    archive_fingerprint="archive-1",
    settings_fingerprint="settings-1",
    target="here",
    version="0",
    started="2024-01-01T00:00:00+00:00",
    score="confidence.margin.1",
    n_questions=0,
)


def cited(page: int = 9, document: str = "K.pdf", quote: str = "capex 318") -> JsonObject:
    return {
        "document": document,
        "document_id": "sha256:k",
        "page": page,
        "line": None,
        "quote": quote,
        "span": [page, 0, len(quote)],
    }


def answered(
    answer: str = "Capex was $318 million.",
    number: float | None = 318,
    scale: int = 10**6,
    confidence: str = "high",
    claims: Sequence[JsonObject] | None = None,
) -> JsonObject:
    value = None if number is None else {"number": number, "scale": scale, "percent": False}
    return {
        "outcome": "answered",
        "answer": answer,
        "value": value,
        "confidence": confidence,
        "claims": claims or [{"text": answer, "citations": [cited()], "arithmetic": ""}],
        "refusal": None,
        "checks": [],
        "evidence": [cited()],
    }


def refused(code: str = "NOT_STATED", detail: str = "It is not stated.") -> JsonObject:
    return {
        "outcome": "refused",
        "answer": None,
        "value": None,
        "confidence": None,
        "claims": [],
        "refusal": {"code": code, "detail": detail},
        "checks": [],
        "evidence": [],
    }


class ScriptedAnswerer:
    """Gives the outcome written for a question, each in turn; errors are raised."""

    def __init__(self, outcomes: dict[str, Sequence[JsonObject | OnfileError]]) -> None:
        self.outcomes = outcomes
        self.asked: list[tuple[str, str | None]] = []
        self.found: list[JsonObject] = [cited(4), cited(9)]
        self.indexed = True
        self.stands = True

    def ask(self, question: str, as_user: str | None) -> JsonObject:
        n = sum(q == question for q, _ in self.asked)
        self.asked.append((question, as_user))
        script = self.outcomes[question]
        outcome = script[min(n, len(script) - 1)]
        if isinstance(outcome, OnfileError):
            raise outcome
        return outcome

    def search(self, question: str, k: int, as_user: str | None) -> Sequence[JsonObject]:
        del question, as_user
        return self.found[:k]

    def is_indexed(self, place: Place) -> bool | None:
        del place
        return self.indexed

    def quote_stands(self, citation: JsonObject) -> bool | None:
        del citation
        return self.stands


def question(name: str = "capex", *, codes: tuple[RefusalCode, ...] = (), **more) -> GoldQuestion:
    place = Place("k", 9, None)
    given = {"places": (place,), "required": (place,), "answer": "318"} if not codes else {}
    return GoldQuestion(name, f"{name}?", expected_codes=codes, **(given | more))


def recorded(asked: GoldQuestion, *outcomes: JsonObject | OnfileError, **how) -> QuestionRecord:
    """The record of one question that comes to these outcomes."""
    answerer = ScriptedAnswerer({asked.question: outcomes})
    for name in ("found", "indexed", "stands"):
        if name in how:
            setattr(answerer, name, how.pop(name))
    asking = Asking(differences, error_json, **how)
    return next(iter(run([asked], answerer, asking)))


def record(verdict: Verdict, score: float | None = 2.0, **more) -> QuestionRecord:
    """A bare record with a verdict."""
    is_refusal = verdict in (Verdict.REFUSED, Verdict.FAILED)
    outcome = verdict.value if is_refusal else "answered"
    given = {
        "id": f"q{id(more)}",
        "question": "Q?",
        "kind": "figure",
        "suite": "small",
        "is_answerable": True,
        "outcome": outcome,
        "verdict": verdict,
        "order_score": None if is_refusal else score,
        "latency_ms": 10.0,
        "outcome_json": refused() if is_refusal else answered(),
    }
    return QuestionRecord(**(given | more))


def run_of(*records: QuestionRecord, **header) -> Run:
    """A run of these records."""
    numbered = [r.model_copy(update={"id": f"q{n}"}) for n, r in enumerate(records)]
    update = {"n_questions": len(records)} | header
    return Run(header=HEADER.model_copy(update=update), records=tuple(numbered))
