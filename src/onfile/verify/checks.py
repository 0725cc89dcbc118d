"""Every claim of a draft against what it cites; what is not supported is not shown.

Each claim passes these tests in this order, and the first that fails names the refusal:

1. *citations resolve*: at least one citation, and each leads to characters of a stored page;
2. *quotes verbatim*: each quote is what stands there (white space folded);
3. *numbers supported*: each number is in a quote, or follows from numbers that are;
4. *attribution*: each citation is of the company and the period that the claim is about;
5. *not contradicted*: no word of direction or denial says the opposite of the quote;
6. *numbers bound*, *moved as said*: in its own words, each number is the one of the row, period
   and party that it is said of, and what is said to have risen rose (``bound.py``). Figures that
   the reader took from their cells need no such test.

A claim that fails is dropped. The rest stands if it is still *complete* (every company and
period asked for has a claim) and the typed value is still supported; else the draft is refused.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from onfile.ports import Entailment
from onfile.types import Check, Claim, Draft, Intent, Refusal, RefusalCode
from onfile.verify.amounts import unsupported_number, unsupported_value
from onfile.verify.attribution import uncovered, wrong_attribution
from onfile.verify.cells import Cells, unbound, wrong_cell, wrongly_moved
from onfile.verify.contradiction import contradiction
from onfile.verify.dates import unsupported_date
from onfile.verify.entailment import not_entailed
from onfile.verify.ocr import ocr_certainty
from onfile.verify.quotes import PageText, not_verbatim, unresolved
from onfile.verify.wording import (
    Terms,
    beside_the_question,
    unstated_unit,
    unsupported_words,
    wrong_speaker,
    wrong_verdict,
)

Fault = Callable[[Claim], str]


@dataclass(frozen=True, slots=True)
class _Failure:
    """The first test that a claim did not pass."""

    test: str
    code: RefusalCode
    claim: Claim
    reason: str

    @property
    def detail(self) -> str:
        return f"“{_short(self.claim.text)}”: {self.reason}"


@dataclass(frozen=True, slots=True)
class Strict:
    """What the further tests of a model's own words need.

    Attributes:
        terms: Stems a text.
        entailment: A model that must find them entailed too; None is none.
    """

    terms: Terms
    entailment: Entailment | None = None


def verify(
    draft: Draft,
    intent: Intent,
    page_text: PageText,
    cells: Cells | None = None,
    strict: Strict | None = None,
) -> tuple[Draft | Refusal, tuple[Check, ...]]:
    """The draft with what stands of it, or the refusal, and the checks that were made.

    Args:
        draft: What a reader or a model proposes.
        intent: What was asked for; its pairs must all be covered.
        page_text: Text of a page by document id and 1-based number; ``KeyError`` if none.
        cells: The stored figures of the cited pages; None where there are none.
        strict: For a draft in a model's own words: units, dates, speakers and support as well.
    """
    tests = _tests(intent, page_text)
    if cells is not None:
        is_made_of_cells = strict is None and draft.method.startswith("figure")
        if not is_made_of_cells:  # else each number was taken from its cell: nothing to bind
            tests += _cell_tests(intent, cells, is_strict=strict is not None)
    if strict is not None:
        tests += _strict_tests(intent, strict)
    failures = [failure for claim in draft.claims if (failure := _first(claim, tests))]
    dropped = {id(failure.claim) for failure in failures}
    kept = tuple(claim for claim in draft.claims if id(claim) not in dropped)
    missing = uncovered(kept, intent)
    checks = [*_checks(tests, failures, draft.claims), _completeness(kept, intent)]
    if missing or not kept:
        return _refused(failures, kept, intent), tuple(checks)
    if strict is not None:
        beside = beside_the_question(kept, intent, strict.terms)
        checks.append(Check("answers the question", not beside, "verify", detail=beside))
        if beside:
            return Refusal(RefusalCode.NOT_ENTAILED, beside), tuple(checks)
    if draft.value is not None:
        reason = unsupported_value(draft.value, kept)
        checks.append(Check("value supported", not reason, "verify", detail=reason))
        if reason:
            return Refusal(RefusalCode.NUMBER_NOT_SUPPORTED, reason), tuple(checks)
        read = ocr_certainty(kept)
        if read is not None:
            checks.append(read)
            draft = draft if read.passed else dataclasses.replace(draft, value=None)
    return _standing(draft, kept), tuple(checks)


def _tests(intent: Intent, page_text: PageText) -> list[tuple[str, RefusalCode, Fault]]:
    def pages(claim: Claim) -> list[str]:
        return [page_text(c.document_id, c.span.page) for c in claim.citations]

    return [
        (
            "citations resolve",
            RefusalCode.CITATION_UNRESOLVED,
            lambda claim: unresolved(claim, page_text),
        ),
        (
            "quotes verbatim",
            RefusalCode.QUOTE_NOT_FOUND,
            lambda claim: not_verbatim(claim, page_text),
        ),
        (
            "numbers supported",
            RefusalCode.NUMBER_NOT_SUPPORTED,
            lambda claim: unsupported_number(claim, pages(claim)),
        ),
        (
            "attribution",
            RefusalCode.WRONG_ATTRIBUTION,
            lambda claim: wrong_attribution(claim, intent, pages(claim)),
        ),
        (
            "not contradicted",
            RefusalCode.NOT_ENTAILED,
            lambda claim: contradiction(claim, pages(claim)),
        ),
    ]


def _cell_tests(
    intent: Intent, cells: Cells, *, is_strict: bool
) -> list[tuple[str, RefusalCode, Fault]]:
    def cell(claim: Claim, code: RefusalCode) -> str:
        reason, found = wrong_cell(claim, intent, cells)
        return reason if found is code else ""

    of_cells: list[tuple[str, RefusalCode, Fault]] = [
        (
            "units of the cell",
            RefusalCode.NUMBER_NOT_SUPPORTED,
            lambda claim: cell(claim, RefusalCode.NUMBER_NOT_SUPPORTED),
        ),
        (
            "period of the cell",
            RefusalCode.WRONG_ATTRIBUTION,
            lambda claim: cell(claim, RefusalCode.WRONG_ATTRIBUTION),
        ),
    ]
    bound: list[tuple[str, RefusalCode, Fault]] = [
        (
            "numbers bound",
            RefusalCode.WRONG_ATTRIBUTION,
            lambda claim: unbound(claim, intent, cells),
        ),
        (
            "moved as said",
            RefusalCode.NOT_ENTAILED,
            lambda claim: wrongly_moved(claim, intent, cells),
        ),
    ]
    return [*of_cells, *bound] if is_strict else bound


def _strict_tests(intent: Intent, strict: Strict) -> list[tuple[str, RefusalCode, Fault]]:
    further: list[tuple[str, RefusalCode, Fault]] = []
    if strict.entailment is not None:
        model = strict.entailment
        further.append(
            ("entailed", RefusalCode.NOT_ENTAILED, lambda claim: not_entailed(claim, model))
        )
    return [
        ("units stated", RefusalCode.NUMBER_NOT_SUPPORTED, unstated_unit),
        (
            "dates supported",
            RefusalCode.NUMBER_NOT_SUPPORTED,
            lambda claim: unsupported_date(claim, intent),
        ),
        (
            "speaker",
            RefusalCode.WRONG_ATTRIBUTION,
            lambda claim: wrong_speaker(claim, intent),
        ),
        (
            "verdict follows",
            RefusalCode.NOT_ENTAILED,
            lambda claim: wrong_verdict(claim, intent),
        ),
        (
            "words supported",
            RefusalCode.NOT_ENTAILED,
            lambda claim: unsupported_words(claim, intent, strict.terms),
        ),
        *further,
    ]


def _first(claim: Claim, tests: Sequence[tuple[str, RefusalCode, Fault]]) -> _Failure | None:
    for name, code, fault in tests:
        reason = fault(claim)
        if reason:
            return _Failure(name, code, claim, reason)
    return None


def _checks(
    tests: Sequence[tuple[str, RefusalCode, Fault]],
    failures: Sequence[_Failure],
    claims: Sequence[Claim],
) -> list[Check]:
    """One check a test; measured is the share of claims, of those that came to it, that passed."""
    checks = []
    n_left = len(claims)
    for name, _, _ in tests:
        mine = [failure for failure in failures if failure.test == name]
        passed = 1.0 if n_left == 0 else 1 - len(mine) / n_left
        detail = "; ".join(failure.detail for failure in mine)
        checks.append(Check(name, not mine, "verify", passed, 1.0, detail))
        n_left -= len(mine)
    return checks


def _completeness(kept: Sequence[Claim], intent: Intent) -> Check:
    missing = uncovered(kept, intent)
    n_pairs = len(intent.pairs)
    measured = 1 - len(missing) / n_pairs if n_pairs else float(bool(kept))
    named = ", ".join(" ".join(part for part in pair.key if part) for pair in missing)
    detail = f"no claim about {named}" if named else ""
    return Check("complete", bool(kept) and not missing, "verify", measured, 1.0, detail)


def _refused(failures: Sequence[_Failure], kept: Sequence[Claim], intent: Intent) -> Refusal:
    missing = uncovered(kept, intent)
    if failures:
        return Refusal(failures[0].code, failures[0].detail, missing=missing)
    detail = "The draft says nothing about what is missing." if missing else "The draft is empty."
    code = RefusalCode.SCOPE_INCOMPLETE if missing else RefusalCode.NOT_STATED
    return Refusal(code, detail, missing=missing)


def _standing(draft: Draft, kept: tuple[Claim, ...]) -> Draft:
    if len(kept) == len(draft.claims):
        return draft
    answer = "\n".join(claim.text for claim in kept)
    return dataclasses.replace(draft, answer=answer, claims=kept)


def _short(text: str) -> str:
    folded = " ".join(text.split())
    return folded if len(folded) <= 120 else f"{folded[:119]}…"
