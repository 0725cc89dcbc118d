"""Which stage to mend, and why a question that has an answer was not answered.

Context recall (was the right page read?) against faithfulness (do the claims rest on what they
cite?) tells retrieval from generation. What is no answer is followed from the index to the checks
until the step that lost it.

Reference:
    Es, James, Espinosa-Anke and Schockaert, "RAGAs: Automated Evaluation of Retrieval Augmented
    Generation", EACL 2024 (context recall, faithfulness). Deviation: both are counted from the
    record, over gold places and verified quotes; a judge's faithfulness takes its place where
    there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from onfile.evaluate.scoring import Verdict
from onfile.language.numbers import find_numbers
from onfile.types import JsonObject, RefusalCode

ENOUGH = 0.999  # all of it, but for rounding

FAILED_CHECKS = frozenset(
    {
        RefusalCode.CITATION_UNRESOLVED,
        RefusalCode.QUOTE_NOT_FOUND,
        RefusalCode.NUMBER_NOT_SUPPORTED,
        RefusalCode.WRONG_ATTRIBUTION,
        RefusalCode.NOT_ENTAILED,
        RefusalCode.READINGS_DISAGREE,
        RefusalCode.MODEL_TRUNCATED,
        RefusalCode.MODEL_UNPARSEABLE,
    }
)
BEFORE_SEARCH = frozenset(
    {
        RefusalCode.LIVE_DATA,
        RefusalCode.NOT_EVIDENCE_TYPE,
        RefusalCode.OUT_OF_SCOPE,
        RefusalCode.UNDERSPECIFIED,
        RefusalCode.COMPANY_NOT_ON_FILE,
        RefusalCode.PERIOD_NOT_ON_FILE,
        RefusalCode.EMPTY_ARCHIVE,
    }
)


class Why(StrEnum):
    """The step at which a right answer was lost, in the order of the pipeline."""

    NOT_INDEXED = "page not indexed"
    OUT_OF_SCOPE = "refused by its scope, before any search"
    NOT_RETRIEVED = "not retrieved"
    NOT_READ = "retrieved but not read"
    NOT_ANSWERED = "read but not answered"
    FAILED_CHECK = "answered but failed a check"
    MISREAD = "read but misread"
    NOT_REFUSED = "answered though it has no answer"
    FAILED = "failed with an error"


class Stage(StrEnum):
    """Where to look first."""

    INDEX = "index"
    SCOPE = "scope"
    RETRIEVAL = "retrieval"
    GENERATION = "generation"
    BOTH = "retrieval and generation"
    CHECKS = "checks"
    GATE = "gate"


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of one question's path.

    Attributes:
        is_indexed: Whether all required places are in the index, None where it can't be told.
        context_recall: Share of the required places among the passages that were read.
        is_retrieved: Whether a search of its own finds a right place.
        faithfulness: Share of claims that rest on what they cite.
    """

    verdict: Verdict
    is_answerable: bool
    code: str | None
    is_indexed: bool | None
    is_retrieved: bool
    context_recall: float | None
    faithfulness: float | None


def diagnose(facts: Facts) -> tuple[Stage | None, Why | None]:
    """The stage to mend and the reason; (None, None) where nothing is amiss or known."""
    if facts.verdict in (Verdict.RIGHT, Verdict.UNSCORED):
        return None, None
    if facts.verdict is Verdict.FAILED:
        return None, Why.FAILED
    if not facts.is_answerable:
        return (None, None) if facts.verdict is Verdict.REFUSED else (Stage.GATE, Why.NOT_REFUSED)
    if facts.is_indexed is False:
        return Stage.INDEX, Why.NOT_INDEXED
    if facts.verdict is Verdict.REFUSED and facts.code in BEFORE_SEARCH:
        return Stage.SCOPE, Why.OUT_OF_SCOPE
    if facts.context_recall is None:
        return None, None
    if facts.context_recall < ENOUGH:
        return _missed(facts)
    return (None, None) if facts.verdict is Verdict.UNSURE else _read(facts)


def _missed(facts: Facts) -> tuple[Stage, Why]:
    """Some right page was not read."""
    is_faithful = facts.faithfulness is None or facts.faithfulness >= ENOUGH
    why = Why.NOT_READ if facts.is_retrieved else Why.NOT_RETRIEVED
    return (Stage.RETRIEVAL if is_faithful else Stage.BOTH), why


def _read(facts: Facts) -> tuple[Stage, Why]:
    """Every right page was read."""
    if facts.verdict is Verdict.REFUSED and facts.code in FAILED_CHECKS:
        return Stage.CHECKS, Why.FAILED_CHECK
    if facts.verdict is Verdict.REFUSED:
        return Stage.GENERATION, Why.NOT_ANSWERED
    return Stage.GENERATION, Why.MISREAD


def faithfulness(claims: Sequence[JsonObject], quote_stands: Sequence[bool | None]) -> float | None:
    """Share of claims whose quotes stand where they are cited and hold the claim's numbers.

    A computed number counts as held where the claim shows its arithmetic.

    Args:
        claims: As the JSON contract gives them.
        quote_stands: For each citation of each claim, in order, whether its quote stands on the
            cited page; None where that could not be looked up.
    """
    if not claims:
        return None
    stands = iter(quote_stands)
    n_faithful = 0
    for claim in claims:
        cited = claim.get("citations") or ()
        found = [next(stands, None) for _ in cited]
        n_faithful += bool(cited) and False not in found and _holds_numbers(claim)
    return n_faithful / len(claims)


def _holds_numbers(claim: JsonObject) -> bool:
    quotes = " ".join(str(c.get("quote") or "") for c in claim["citations"])
    held = {abs(n.value) for n in find_numbers(quotes)}
    said = {abs(n.value) for n in find_numbers(str(claim.get("text") or "")) if n.role == "amount"}
    return said <= held or bool(claim.get("arithmetic"))
