"""The model's way of answering: prompt, reply, and each citation led back to its page.

What it writes is a draft like the reader's and passes the same checks. A model that cites
nothing is not given citations; a handle that was not shown leads nowhere.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from onfile.answer.cite import cite
from onfile.answer.model.locate import locate
from onfile.answer.model.prompt import LANES, Source, put
from onfile.answer.model.reply import Quoted, Said, Written, handle_of, read_reply
from onfile.answer.request import Reading
from onfile.ports import Generator
from onfile.types import Check, Citation, Claim, Draft, Pair, Refusal, RefusalCode

METHOD = "model"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of it: a draft or a refusal, what was recorded, and the prompt's hash."""

    result: Draft | Refusal
    checks: tuple[Check, ...]
    fingerprint: str


def write(reading: Reading, model: Generator, room: int, lane: str = LANES[0]) -> Attempt:
    """A draft by the model, not yet checked.

    Args:
        reading: The question and its evidence.
        model: The language model.
        room: Characters of sources that it can take.
        lane: Which wording of the prompt.

    Raises:
        ModelError: the model could not be reached or run.
    """
    asked = put(reading, room, lane)
    shown = len(asked.sources)
    check = Check(
        "sources_shown",
        shown > 0,
        "model",
        measured=float(shown),
        detail=f"{asked.n_left_out} more had no room" if asked.n_left_out else "",
    )
    if not asked.sources:
        detail = "No source fits into what the model can take."
        refusal = Refusal(RefusalCode.WEAK_EVIDENCE, detail)
        return Attempt(refusal, (check,), asked.prompt.fingerprint)
    read = read_reply(model.generate(asked.prompt))
    result = read if isinstance(read, Refusal) else _draft(reading, read, dict(asked.sources))
    return Attempt(result, (check, *_of_reply(result)), asked.prompt.fingerprint)


def _of_reply(result: Draft | Refusal) -> tuple[Check, ...]:
    """Whether the reply could be read, and whether its handles lead to what was shown."""
    refusal = result if isinstance(result, Refusal) else None
    leads_nowhere = refusal is not None and refusal.code is RefusalCode.CITATION_UNRESOLVED
    detail = "" if refusal is None else refusal.detail
    if refusal is not None and not leads_nowhere:
        return (Check("reply read", False, "model", detail=detail),)
    resolved = Check("handles resolve", not leads_nowhere, "verify", detail=detail)
    return (Check("reply read", True, "model"), resolved)


def _draft(reading: Reading, written: Written, sources: dict[str, Source]) -> Draft | Refusal:
    claims = []
    for said in written.claims:
        claim = _claim(reading, said, sources)
        if isinstance(claim, Refusal):
            return claim
        claims.append(claim)
    answer = "\n".join(claim.text for claim in claims)
    return Draft(answer, tuple(claims), written.value, METHOD, 0.0)


def _claim(reading: Reading, said: Said, sources: dict[str, Source]) -> Claim | Refusal:
    citations = []
    for quoted in said.citations:
        handle = handle_of(quoted.handle)
        if handle is None or handle not in sources:
            detail = f"The model cites {quoted.handle!r}, which it was not shown."
            return Refusal(RefusalCode.CITATION_UNRESOLVED, detail)
        citations.append(_citation(reading, quoted, sources[handle]))
    return Claim(said.text, tuple(citations), _pair(reading, citations), said.arithmetic)


def _citation(reading: Reading, quoted: Quoted, source: Source) -> Citation:
    """The quote where it stands; one that stands nowhere keeps its words, for the checks."""
    text = reading.archive.page_text(source.document_id, source.span.page)
    found = locate(text, quoted.quote, source.span)
    if found is not None:
        return cite(reading.archive, source.document_id, found)
    whole = cite(reading.archive, source.document_id, source.span)
    return dataclasses.replace(whole, quote=quoted.quote, boxes=())


def _pair(reading: Reading, citations: list[Citation]) -> Pair | None:
    """The pair asked for that the claim is about: its only one, or that of its citations."""
    pairs = reading.intent.pairs
    if len(pairs) == 1:
        return pairs[0]
    held = [reading.archive.document(c.document_id).identity for c in citations]
    for pair in pairs:
        if any(
            identity.company == pair.company and pair.period in (None, identity.period)
            for identity in held
        ):
            return pair
    return Pair(held[0].company, held[0].period) if held and pairs else None
