"""One answer from the answers to a question's parts.

Each part went through every stage on its own: its scope, its retrieval, its gates, its checks. Here
they are only laid side by side, so that no passage of one part can be cited for another. An answer
that leaves out a part would read as if the documents had nothing more to say; so where one part is
refused, the whole is, with that part named and what was found for the others shown.
"""

from __future__ import annotations

import dataclasses
import uuid
from collections import Counter
from collections.abc import Callable, Sequence

from onfile.retrieve.search import Retrieved
from onfile.scope.chained import IT, bound
from onfile.types import Check, Citation, Evidence, Intent, Outcome, Refusal, RefusalCode, Span

Found = tuple[Outcome, Retrieved | None]
"""The outcome of a step, and what was looked at for it."""

UNCHOSEN = "was answered, but not by one name that this step could ask about."
COMPLETE = "parts_answered"
_ORDER = ("low", "medium", "high")


def joined(
    intent: Intent, found: Sequence[tuple[Outcome, Retrieved | None]]
) -> tuple[Outcome, Retrieved | None]:
    """The outcome of a question's parts and what was looked at; of a single part its own."""
    if len(found) == 1:
        return found[0]
    outcome = merged(intent, [one for one, _ in found])
    return outcome, retrieved_for([one for _, one in found])


def in_turn(steps: Sequence[str], ask: Callable[[str], Found]) -> list[Found]:
    """Each step's outcome; one that asks about what the first chooses is asked once that is known.

    Where the first chooses nothing, that step is refused, for the first one's reason if it has one.
    """
    found: list[Found] = []
    for step in steps:
        if IT not in step:
            found.append(ask(step))
            continue
        head = found[0][0]
        found.append(ask(_bound(step, head)) if head.ranked else (_unchosen(step, head), None))
    return found


def _bound(step: str, head: Outcome) -> str:
    chosen, companies = head.ranked[0], head.intent.companies
    is_part = chosen not in companies and len(companies) == 1
    return bound(step, chosen, companies[0] if is_part else None)


def _unchosen(step: str, head: Outcome) -> Outcome:
    refusal = head.refusal or Refusal(RefusalCode.UNDERSPECIFIED, f"“{head.question}” {UNCHOSEN}")
    return dataclasses.replace(
        head,
        outcome="refused",
        id=uuid.uuid4().hex,
        question=step,
        answer=None,
        value=None,
        claims=(),
        refusal=refusal,
        confidence=None,
        checks=(),
        timings_ms={},
    )


def merged(intent: Intent, parts: Sequence[Outcome]) -> Outcome:
    """The outcome of a question that consists of parts; not yet recorded.

    Args:
        intent: What the whole question was read as.
        parts: One outcome a part, in the order asked, at least two.

    Returns:
        Its value is the first part's, where that part's words answer all of them.
    """
    refused = [part for part in parts if part.refusal is not None]
    refusal = _refusal(parts, refused) if refused else None
    is_answered = refusal is None
    n_answered = len(parts) - len(refused)
    told = _told_once(parts)
    complete = Check(
        COMPLETE, is_answered, "verify", n_answered / len(parts), 1.0, detail=_unanswered(refused)
    )
    return Outcome(
        outcome="answered" if is_answered else "refused",
        id=uuid.uuid4().hex,
        question=intent.question,
        answer="\n".join(part.answer or "" for part in told) if is_answered else None,
        value=told[0].value if is_answered and len(told) == 1 else None,
        claims=tuple(c for part in told for c in part.claims) if is_answered else (),
        refusal=refusal,
        confidence=_lowest(parts) if is_answered else None,
        checks=(*_checks(parts), complete),
        evidence=_evidence(parts),
        intent=_scope(intent, parts),
        n_documents=parts[0].n_documents,
        n_pages=parts[0].n_pages,
        timings_ms=dict(sum((Counter(part.timings_ms) for part in parts), Counter())),
        parts=tuple(parts),
    )


def _told_once(parts: Sequence[Outcome]) -> list[Outcome]:
    """Without parts whose every quote an earlier part gives: one sentence may answer both."""
    told: list[Outcome] = []
    shown: set[tuple[str, Span]] = set()
    for part in parts:
        spans = {(c.document_id, c.span) for claim in part.claims for c in claim.citations}
        is_quote = not any(claim.arithmetic for claim in part.claims) and part.value is None
        if not (spans and is_quote and spans <= shown):
            told.append(part)
        shown |= spans
    return told


def retrieved_for(parts: Sequence[Retrieved | None]) -> Retrieved | None:
    """What all parts looked at, in the order of the parts; None where none searched."""
    found = [part for part in parts if part is not None]
    if not found:
        return None
    return Retrieved(
        evidence=_ranked([one for part in found for one in part.evidence]),
        pairs=tuple(pair for part in found for pair in part.pairs),
        notes=tuple(note for part in found for note in part.notes),
    )


def _refusal(parts: Sequence[Outcome], refused: Sequence[Outcome]) -> Refusal:
    """The first refused part's, with what was found for the others."""
    refusals = [part.refusal for part in refused if part.refusal is not None]
    first = refusals[0]
    lines = [f"{len(refused)} of {len(parts)} parts of this question can't be answered."]
    for part in parts:
        said = part.answer if part.refusal is None else part.refusal.detail
        verdict = "Answered" if part.refusal is None else f"Not answered ({part.refusal.code})"
        lines.append(f"{verdict}: “{part.question}” {said}")
    return dataclasses.replace(
        first,
        detail="\n".join(lines),
        missing=tuple(dict.fromkeys(pair for one in refusals for pair in one.missing)),
        on_file={name: periods for one in refusals for name, periods in one.on_file.items()},
        choices=tuple(dict.fromkeys(choice for one in refusals for choice in one.choices)),
        unread=tuple(dict.fromkeys(row for one in refusals for row in one.unread)),
        citations=_cited(parts),
    )


def _cited(parts: Sequence[Outcome]) -> tuple[Citation, ...]:
    """The citations of the answered parts, then those of the refused ones."""
    answered = [c for part in parts for claim in part.claims for c in claim.citations]
    refused = [c for part in parts if part.refusal is not None for c in part.refusal.citations]
    return tuple(dict.fromkeys([*answered, *refused]))


def _unanswered(refused: Sequence[Outcome]) -> str:
    return "; ".join(part.question for part in refused)


def _lowest(parts: Sequence[Outcome]) -> str | None:
    found = [part.confidence for part in parts if part.confidence is not None]
    return min(found, key=_ORDER.index) if found else None


def _checks(parts: Sequence[Outcome]) -> tuple[Check, ...]:
    """Every part's checks, each saying of which part it is."""
    return tuple(
        dataclasses.replace(check, detail=f"part {number}: {check.detail}".rstrip(": "))
        for number, part in enumerate(parts, start=1)
        for check in part.checks
    )


def _evidence(parts: Sequence[Outcome]) -> tuple[Evidence, ...]:
    return _ranked([one for part in parts for one in part.evidence])


def _ranked(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Each passage once, ranked in the order given."""
    unique = {one.chunk.chunk_id: one for one in reversed(evidence)}
    ordered = [unique[key] for key in dict.fromkeys(one.chunk.chunk_id for one in evidence)]
    return tuple(dataclasses.replace(one, rank=rank) for rank, one in enumerate(ordered, start=1))


def _scope(intent: Intent, parts: Sequence[Outcome]) -> Intent:
    """The whole question's, with the pairs that its parts were read for, and how it was split."""
    read = [part.intent for part in parts]
    asked = " ".join(f"({number}) {one.question}" for number, one in enumerate(read, start=1))
    notes = (note for one in read for note in one.notes)
    return dataclasses.replace(
        intent,
        pairs=tuple(sorted({pair for one in read for pair in one.pairs}, key=lambda p: p.key)),
        notes=tuple(
            dict.fromkeys((*intent.notes, f"Read as {len(parts)} questions: {asked}", *notes))
        ),
    )
