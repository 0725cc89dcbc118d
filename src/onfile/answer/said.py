"""Who said it, who asked it: answers from the turns of a call."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass

from onfile.answer.cite import cite
from onfile.answer.expected import Expected, expected, fits
from onfile.answer.passages import Passage, PassageFinder
from onfile.answer.request import Reading
from onfile.answer.stated import stated_value
from onfile.language.sentences import units
from onfile.types import Claim, Draft, Pair, Score, ScoreKind, Span, Turn

ROLE_WORDS = {
    "cfo": ("cfo", "chief financial officer", "finance chief"),
    "ceo": ("ceo", "chief executive", "managing director"),
    "coo": ("coo", "chief operating officer"),
}
CLEAR_SHARE = 0.75  # of the threshold: enough where nobody else comes near
CLEAR_LEAD = 0.1
_ASKS_REPLY = re.compile(r"\b(?:answer|repl|respon|explain)", re.I)


@dataclass(frozen=True, slots=True)
class _Said:
    document_id: str
    turn: Turn
    passage: Passage


def asks_who_asked(question: str) -> bool:
    """True for "which analyst asked …", "who raised …"."""
    return bool(
        re.search(
            r"\b(?:who|which analyst|what analyst|analyst)\b.*\b(?:ask|asked|asks|raise|raised|"
            r"question|told|wanted|pressed|queried)\b",
            question,
            re.I,
        )
    )


def answer_who_asked(reading: Reading, finder: PassageFinder) -> Draft | None:
    """The analyst whose words cover the question best, and who answered when that is asked."""
    analysts = [t for t in _turns(reading) if t[1].is_analyst]
    said = _best(reading, finder, analysts, Expected(""))
    if said is None:
        return None
    claims = [_claim(reading, said, "asked")]
    reply = _reply(reading, said)
    if reply is not None and re.search(r"\banswer|\brepl|\brespon|\bexplain", reading.intent.asked):
        claims.append(_claim(reading, reply, "answered"))
    return Draft(
        "\n".join(c.text for c in claims), tuple(claims), None, "turn", said.passage.coverage
    )


def answer_said(reading: Reading, finder: PassageFinder) -> Draft | None:
    """What the person or role that the question names said about its subject; a block a pair."""
    wanted = expected(reading)
    found = []
    for pair in reading.intent.pairs or (None,):
        said = _best(reading, finder, _answering(reading, pair), wanted)
        if said is None:
            return None
        found.append(said)
    claims = tuple(_claim(reading, said, "said") for said in found)
    value = None
    if len(found) == 1 and wanted.kind:
        value = stated_value(found[0].passage.text, finder, reading, wanted)
    support = min(said.passage.coverage for said in found)
    return Draft("\n".join(c.text for c in claims), claims, value, "turn", support)


def _answering(reading: Reading, pair: Pair | None) -> list[tuple[str, Turn]]:
    """Turns of whom the question names, in the calls found for a pair."""
    turns = [t for t in _turns(reading, pair) if _is_asked_for(t[1], reading)]
    asker = _named_analyst(reading)
    if asker is None:
        return turns
    return [t for t in turns if t[1].answers in asker or t[1].number - 1 in asker] or turns


def _named_analyst(reading: Reading) -> frozenset[int] | None:
    """The numbers of the turns of an analyst whom the question names, None when it names none."""
    question = reading.intent.asked.lower()
    numbers = {
        turn.number
        for _, turn in _turns(reading)
        if turn.is_analyst and turn.speaker and turn.speaker.split()[-1].lower() in question
    }
    return frozenset(numbers) or None


def _turns(reading: Reading, pair: Pair | None = None) -> list[tuple[str, Turn]]:
    documents: dict[str, None] = {}
    for evidence in reading.evidence:
        if pair is None or evidence.pair in (pair, None):
            documents.setdefault(evidence.document.document_id)
    return [(d, t) for d in documents for t in reading.turns(d)]


def _is_asked_for(turn: Turn, reading: Reading) -> bool:
    intent = reading.intent
    if turn.speaker is None or turn.is_operator or turn.is_analyst:
        return False
    if intent.speaker is not None:
        return _same_person(intent.speaker, turn.speaker)
    if intent.role is not None:
        words = ROLE_WORDS.get(intent.role.lower(), (intent.role.lower(),))
        role = (turn.role or "").lower()
        return any(re.search(rf"\b{re.escape(w)}\b", role) for w in words)
    return True


def _same_person(asked: str, printed: str) -> bool:
    wanted = re.findall(r"[a-z]+", asked.lower())
    held = re.findall(r"[a-z]+", printed.lower())
    return bool(wanted) and wanted[-1] in held and (len(wanted) == 1 or wanted[0] in held)


def _best(
    reading: Reading,
    finder: PassageFinder,
    turns: Sequence[tuple[str, Turn]],
    wanted: Expected,
) -> _Said | None:
    found = [
        _Said(document_id, turn, passage)
        for document_id, turn in turns
        for passage in finder.within(document_id, turn.spans)
        if fits(passage.text, wanted, reading)
    ]
    found.sort(key=lambda s: (-round(s.passage.score, 6), s.document_id, s.passage.span))
    least = reading.thresholds.turn
    if wanted.kind in (
        "money",
        "per_share",
        "percent",
    ):  # what ties a number to the subject, where any does
        tied = [s for s in found if stated_value(s.passage.text, finder, reading, wanted)]
        found = [s for s in tied if not _coverage(s) < least] or found
    if not found:
        return None
    best = found[0]
    others = (s for s in found if s.turn.speaker != best.turn.speaker)
    second = next((s.passage.score for s in others), 0.0)
    is_clear = best.passage.score - second >= CLEAR_LEAD and len(finder.subject.weights) >= 2
    floor = Score(least.value * CLEAR_SHARE, least.kind) if is_clear else least
    return None if _coverage(best) < floor else best


def _coverage(said: _Said) -> Score:
    return Score(said.passage.coverage, ScoreKind.COVERAGE)


def _reply(reading: Reading, asked: _Said) -> _Said | None:
    """The first turn after the analyst's that is neither an analyst's nor the operator's."""
    for turn in reading.turns(asked.document_id):
        if turn.number > asked.turn.number and not (turn.is_analyst or turn.is_operator):
            span = _opening(reading, asked.document_id, turn)
            return dataclasses.replace(
                asked, turn=turn, passage=dataclasses.replace(asked.passage, span=span)
            )
    return None


def _opening(reading: Reading, document_id: str, turn: Turn) -> Span:
    whole = turn.spans[0]
    text = reading.archive.page_text(document_id, whole.page)
    inside = [u for u in units(text) if whole.start <= u.start < whole.end]
    last = inside[min(1, len(inside) - 1)] if inside else None
    return Span(whole.page, whole.start, last.end if last else whole.end)


def _claim(reading: Reading, said: _Said, verb: str) -> Claim:
    citation = cite(reading.archive, said.document_id, said.passage.span)
    turn = said.turn
    who = turn.speaker or "A speaker"
    office = " · ".join(x for x in (turn.role, turn.affiliation) if x)
    where = f", {turn.part}" if turn.part else ""
    name = f"{who} ({office})" if office else who
    quote = " ".join(citation.quote.split())
    identity = reading.archive.document(said.document_id).identity
    pair = Pair(identity.company, identity.period)
    return Claim(f"{name}{where}, {verb}: “{quote}”", (citation,), pair)
