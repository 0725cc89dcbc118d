"""How one person answered another on a call: the question that was put, and the reply to it."""

from __future__ import annotations

import dataclasses

from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.answer.said import (
    ASKS_REPLY,
    Said,
    is_asked_for,
    named_analyst,
    said_claim,
    turns_of,
)
from onfile.language.sentences import Unit, units
from onfile.types import Draft, Score, ScoreKind, Span, Turn

MAX_REPLY = (
    1500  # characters of a reply quoted whole; a longer one from where it comes to the point
)


def answer_exchange(reading: Reading, finder: PassageFinder) -> Draft | None:
    """What the named person replied to the named analyst; None where no such reply is found.

    The analyst's turn that covers the question best is taken, and the turns after it, up to the
    next analyst's, in which the person speaks.
    """
    asker = named_analyst(reading)
    if not ASKS_REPLY.search(reading.intent.asked) or asker is None:
        return None
    best: tuple[Said, list[Turn]] | None = None
    for document_id, turn in turns_of(reading):
        if (document_id, turn.number) not in asker:
            continue
        replies = _replies(reading, document_id, turn)
        for passage in finder.within(document_id, turn.spans) if replies else ():
            said = Said(document_id, turn, passage)
            if best is None or passage.coverage > best[0].passage.coverage:
                best = (said, replies)
    least = reading.thresholds.turn
    if best is None or Score(best[0].passage.coverage, ScoreKind.COVERAGE) < least:
        return None
    put, replies = best
    pair = next(iter(reading.intent.pairs), None)
    claims = [said_claim(reading, put, "asked", pair)]
    for turn in replies:
        for span in _to_the_point(reading, finder, put.document_id, turn):
            passage = dataclasses.replace(put.passage, span=span)
            said = Said(put.document_id, turn, passage)
            claims.append(said_claim(reading, said, "answered", pair))
    answer = "\n".join(c.text for c in claims)
    return Draft(answer, tuple(claims), None, "turn", put.passage.coverage)


def _replies(reading: Reading, document_id: str, asked: Turn) -> list[Turn]:
    """The turns of whom the question names, between an analyst's and the next analyst's."""
    found = []
    for turn in reading.turns(document_id):
        if turn.number > asked.number:
            if turn.is_analyst or turn.is_operator:
                break
            if is_asked_for(turn, reading):
                found.append(turn)
    return found


def _to_the_point(
    reading: Reading, finder: PassageFinder, document_id: str, turn: Turn
) -> list[Span]:
    """The whole reply, one span a page; a long one from its first sentence on the subject."""
    found: list[Span] = []
    left = MAX_REPLY
    for whole in turn.spans:
        text = reading.archive.page_text(document_id, whole.page)
        inside = [u for u in units(text) if whole.start <= u.start < whole.end]
        is_long = sum(s.end - s.start for s in turn.spans) > MAX_REPLY
        first = _first_on_subject(inside, text, finder) if is_long and not found else 0
        kept = [u for u in inside[first:] if u.end - inside[first].start <= left]
        if kept:
            found.append(Span(whole.page, kept[0].start, kept[-1].end))
            left -= kept[-1].end - kept[0].start
    return found


def _first_on_subject(inside: list[Unit], text: str, finder: PassageFinder) -> int:
    named = (finder.subject.share_named(text[u.start : u.end]) for u in inside)
    return next((i for i, share in enumerate(named) if share > 0.0), 0)
