"""Which passage gives the cause that is asked for, and which gives one for the opposite."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.answer.drivers import GOES_ON, NO_CAUSE, is_subject
from onfile.answer.passages import Passage, PassageFinder
from onfile.answer.request import Reading
from onfile.language.sentences import units
from onfile.types import QuestionKind, Score, ScoreKind

MIN_SUBJECT = 0.8  # of the question's terms, before the cause or in the heading above
MIN_WORDS = 3  # of a sentence; "2." is none
FILINGS = ("10-K", "10-Q", "10-K/A", "10-Q/A", "20-F", "annual report")
_DISCLAIMS = re.compile(  # "unable to reconcile because …" gives no cause of what was asked
    r"\b(?:unable|not able|impossible) to (?:reconcile|predict|estimate)\b|\bforward-looking\b|"
    r"\b(?:is|are) (?:\w+ )?(?:impacted|affected|influenced) by\b",  # in general, not this time
    re.I,
)
_COMPARED = re.compile(r"\b(?:compared|versus|than|from|over)\b", re.I)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
MAX_ABOVE = 12  # sentences and headings above a reason that may say of which year it is
_OF_A_YEAR = re.compile(  # "Sales in 2030 grew", "2030 compared with 2029"
    r"\b(?:in|for|during)\s+(?:fiscal\s+)?20\d\d\b[^.]*\b(?:increas|decreas|grew|rose|fell|declin)|"
    r"\b(?:increas|decreas|grew|rose|fell|declin)\w*\b[^.]*\bin\s+(?:fiscal\s+)?20\d\d\b|"
    r"^\W*(?:fiscal\s+(?:year\s+)?)?20\d\d\s+(?:compared|versus|vs)\b",
    re.I,
)
_MAY = re.compile(r"\b(?:may|might|could|would)\b")  # "In May" is a month
_WILL = re.compile(r"\bwill\b")
_HAPPENED = re.compile(  # "growth differs because of …" tells what may be, not what was
    r"\b(?:increased|decreased|grew|rose|fell|declined|improved|was|were|expanded|contracted|dropped|"
    r"reduced|lowered|benefit(?:t)?ed|impacted|higher|lower|up|down|drove|led|resulted|had|did|lifted|"
    r"raised|gained|lost|hurt|helped|weakened|strengthened|softened|slowed|offset|"
    r"the (?:\w+ ){0,2}?(?:increase|decrease|decline|improvement|reduction|rise|drop|change)s?)\b",
    re.I,
)
_CELLS = re.compile(  # two columns of an outlook; three numbers with nothing said between them
    r"[~≥≤]\s?\$?\(?\d[^.]*?[~≥≤]\s?\$?\(?\d|"
    r"(?:(?:^|\s)(?:\$ ?)?\(?\d[\d,]*(?:\.\d+)?\)?%?(?=\s|$)){3}"
)
_OF_WHAT = re.compile(
    r"\s*(?:the |this |these )?(?:increase|decrease|decline|improvement|growth|reduction|change|"
    r"rise|drop)s? in (?P<what>.{3,60}?) (?:was|were|is|are|reflect\w*|resulted)\b",
    re.I,
)
_BEGINS = re.compile(r"[^a-z]|[a-z][A-Z]|[a-z]\)|[ivx]+\)")  # else it began on the page before
_WORD = re.compile(r"[^\W\d_]{2,}")
_ENDINGS = (".", "?", "!", ":", ";")


def is_cause(reading: Reading, finder: PassageFinder, passage: Passage) -> bool:
    """Whether the passage says why what is asked about happened, and nothing else did."""
    asked = finder.words.direction(reading.intent.terms)
    if asked * finder.words.direction(reading.terms(passage.text)) < 0:
        return False  # a cause of the opposite
    if not _HAPPENED.search(passage.text[: passage.cause_at]):
        return False
    if NO_CAUSE.search(passage.text) or _DISCLAIMS.search(passage.text):
        return False
    if _is_cause_of_another(finder, passage) or _is_of_another_year(reading, passage):
        return False
    if _is_told_of_another_year(reading, finder, passage):
        return False
    if not finder.subject.has_name(passage.text, reading.names):
        return False  # "income" here and "operating" there name no operating income
    if reading.names and not _is_of_the_measure(reading, finder, passage):
        return False
    is_covered = (
        not Score(passage.coverage, ScoreKind.COVERAGE) < reading.thresholds.cause
        and passage.subject >= MIN_SUBJECT
    )
    is_to_come = _WILL.search(passage.text[: passage.cause_at]) is not None
    if is_to_come and not reading.intent.is_forward_looking:
        return False
    return is_covered and not _MAY.search(passage.text)


def _is_of_another_year(reading: Reading, passage: Passage) -> bool:
    """What the cause is given for is of years, none of which is asked for."""
    wanted = {str(p.fiscal_year) for p in reading.intent.periods}
    for unit in units(passage.text):
        if wanted and unit.start <= passage.cause_at < unit.end:
            head = passage.text[unit.start : passage.cause_at]
            named = set(_YEAR.findall(_COMPARED.split(head)[0]))
            return bool(named) and named.isdisjoint(wanted)
    return False


def _is_told_of_another_year(reading: Reading, finder: PassageFinder, passage: Passage) -> bool:
    """The sentence with the cause names no year; what stands above it tells of another year."""
    wanted = {str(p.fiscal_year) for p in reading.intent.periods}
    sentences = (u for u in units(passage.text) if u.start <= passage.cause_at < u.end)
    own = next(sentences, None)
    if not wanted or own is None or _YEAR.search(passage.text[own.start : own.end]):
        return False
    text = reading.archive.page_text(passage.document_id, passage.span.page)
    pieces = finder.pieces_on(passage.document_id, passage.span.page)
    start = passage.span.start + own.start
    above = [p.unit for p in pieces if p.unit.start < start][-MAX_ABOVE:]
    for unit in reversed(above):
        said = text[unit.start : unit.end]
        if unit.kind == "row" or not said.strip():
            continue
        if _OF_A_YEAR.search(said):
            named = set(_YEAR.findall(_COMPARED.split(said)[0]))
            return bool(named) and named.isdisjoint(wanted)
    return False


def opposite_cause(
    reading: Reading, finder: PassageFinder, passages: Sequence[Passage]
) -> Passage | None:
    """The passage that gives a cause for a fall where a rise is taken for granted, or so."""
    asked = finder.words.direction(reading.intent.terms)
    if reading.intent.kind is not QuestionKind.WHY or asked == 0:
        return None
    for passage in passages:
        head = passage.text[: passage.cause_at]
        is_told = head and is_whole(passage) and _HAPPENED.search(head)
        if not is_told or _MAY.search(passage.text) or _is_of_another_year(reading, passage):
            continue
        if reading.names and not _is_of_the_measure(reading, finder, passage):
            continue
        said = finder.words.direction(reading.terms(head))
        if said * asked < 0 and finder.subject.is_topic_of(head):
            return passage
    return None


def is_whole(passage: Passage, *, goes_on: bool = False) -> bool:
    """False for a piece of a table or a heading that the text layer ran together.

    Args:
        passage: What may be quoted.
        goes_on: Its last sentence ends on the next page (``over_pages.py``).
    """
    document = passage.evidence.document if passage.evidence is not None else None
    is_prose = document is not None and document.identity.form in (*FILINGS, "earnings release")
    is_row_run_in = _CELLS.search(passage.text) is not None and not passage.is_row
    is_ended = passage.is_row or goes_on or passage.text.rstrip("”’\"') ").endswith(_ENDINGS)
    is_begun = passage.is_row or _BEGINS.match(passage.text) is not None
    is_said = passage.is_row or len(_WORD.findall(passage.text)) >= MIN_WORDS
    return not is_prose or (is_begun and is_ended and is_said and not is_row_run_in)


def _is_of_the_measure(reading: Reading, finder: PassageFinder, passage: Passage) -> bool:
    """A sentence before the cause says of the measure itself that it moved, not of a part of it."""
    head = passage.text[: passage.cause_at]
    sentences = (head[u.start : u.end] for u in units(head))
    return any(is_subject(reading, finder, reading.names, said) for said in sentences)


def _is_cause_of_another(finder: PassageFinder, passage: Passage) -> bool:
    """The sentence with the cause speaks neither of the subject nor of what goes before it."""
    for unit in units(passage.text):
        if unit.start <= passage.cause_at < unit.end and unit.start > 0:
            said = passage.text[unit.start : unit.end]
            of_what = _OF_WHAT.match(said)
            if of_what is not None and finder.subject.share_named(of_what["what"]) == 0:
                return True  # "The increase in gross margin": of something else than revenue
            return not GOES_ON.match(said) and finder.subject.share_named(said) == 0
    return False
