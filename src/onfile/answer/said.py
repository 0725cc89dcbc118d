"""Who said it, who asked it: answers from the turns of a call."""

from __future__ import annotations

import dataclasses
import itertools
import operator
import re
from collections.abc import Sequence
from dataclasses import dataclass

from onfile.answer.causes import is_cause
from onfile.answer.cite import cite
from onfile.answer.expected import Expected, expected, fits
from onfile.answer.passages import Passage, PassageFinder
from onfile.answer.request import Reading
from onfile.answer.spoken_time import FORWARD
from onfile.answer.stated import stated_value
from onfile.language.people import is_same_person
from onfile.language.sentences import units
from onfile.types import Claim, Draft, Pair, QuestionKind, Score, ScoreKind, Span, Turn

ROLE_WORDS = {
    "cfo": ("cfo", "chief financial officer", "finance chief"),
    "ceo": ("ceo", "chief executive", "managing director"),
    "coo": ("coo", "chief operating officer"),
}
CLEAR_SHARE = 0.75  # of the threshold: enough where nobody else comes near
CLEAR_LEAD = 0.1
MAX_ASKERS = 3
NEARLY_COVERED = 0.03  # "a jump" for "an increase"
_ASKS_SUM = re.compile(  # "what restructuring costs did she give": a sum, where one is stated
    r"\bwhat\b[^?.]*?\b(?:spending|costs?|expenses?|charges?|savings|investments?|headwinds?|"
    r"tailwinds?|capex|proceeds|backlog)\s+(?:did|does|do|was|were|has|have|had|will|would|is|are)\b",
    re.I,
)
_EFFECT = re.compile(r"\bwhat (?:was the |is the )?(?:effect|impact)\b", re.I)
_ANNOUNCES = re.compile(r"(?:^|(?<=[.?!] ))(?:now|next|turning|moving|on)\b[^.?!]{0,60}[.]", re.I)
ASKS_REPLY = re.compile(r"\b(?:answer|repl(?:y|ie)|respon[ds]|explain)", re.I)


@dataclass(frozen=True, slots=True)
class Said:
    """Words of one turn of a call."""

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
    """The analysts whose words cover the question best, and who answered when that is asked."""
    analysts = [t for t in turns_of(reading) if t[1].is_analyst]
    best = _best(reading, finder, analysts, Expected(""))
    if best is None or _coverage(best) < reading.thresholds.turn:
        best = _best_by_turn(reading, finder, analysts) or best
    if best is None:
        return None
    claims = []
    for said in _alike(reading, finder, analysts, best):
        claims.append(said_claim(reading, said, "asked"))
        reply = _reply(reading, said)
        if reply is not None and ASKS_REPLY.search(reading.intent.asked):
            claims.append(said_claim(reading, reply, "answered"))
    text = "\n".join(c.text for c in claims)
    return Draft(text, tuple(claims), None, "turn", best.passage.coverage)


def _best_by_turn(
    reading: Reading, finder: PassageFinder, analysts: Sequence[tuple[str, Turn]]
) -> Said | None:
    """Whose words as a whole cover the question, sentences apart, and nobody else's nearly."""
    found: list[tuple[float, Said]] = []
    for document_id, turn in analysts:
        passages = finder.within(document_id, turn.spans)
        if passages:
            terms = frozenset(t for p in passages for t in reading.terms(p.text))
            coverage, _ = finder.subject.coverage(terms, frozenset(), frozenset())
            best = max(passages, key=lambda p: (p.coverage, -p.span.start))
            whole = dataclasses.replace(best, coverage=coverage)
            found.append((coverage, Said(document_id, turn, whole)))
    found.sort(key=operator.itemgetter(0), reverse=True)
    if not found or Score(found[0][0], ScoreKind.COVERAGE) < reading.thresholds.turn:
        return None
    others = (c for c, said in found[1:] if said.turn.speaker != found[0][1].turn.speaker)
    return found[0][1] if found[0][0] - next(others, 0.0) >= CLEAR_LEAD else None


def _alike(
    reading: Reading, finder: PassageFinder, analysts: Sequence[tuple[str, Turn]], best: Said
) -> list[Said]:
    """The best, and others who asked of it as plainly; nobody can tell which of them is meant."""
    found = [best]
    for document_id, turn in analysts:
        for passage in finder.within(document_id, turn.spans):
            said = Said(document_id, turn, passage)
            is_new = all(turn.speaker != s.turn.speaker for s in found)
            if is_new and _is_as_plain(_plainly(reading, said), _plainly(reading, best)):
                found.append(said)
    return found[:MAX_ASKERS]


def _is_as_plain(said: tuple[float, int], best: tuple[float, int]) -> bool:
    """As much covered, but for another name of a word, and in as many of its words but one."""
    is_in_words = said[1] >= best[1] or said[1] == best[1] - 1 > 0
    return said[0] >= best[0] - NEARLY_COVERED and is_in_words


def _plainly(reading: Reading, said: Said) -> tuple[float, int]:
    """How far his words cover the question, and how many of its pairs of words they have."""
    asked = re.findall(r"[a-z0-9’'-]+", reading.intent.asked.lower())
    text = " ".join(re.findall(r"[a-z0-9’'-]+", said.passage.text.lower()))
    pairs = {f"{a} {b}" for a, b in itertools.pairwise(asked)}
    return round(said.passage.coverage, 6), sum(f" {pair} " in f" {text} " for pair in pairs)


def answer_said(reading: Reading, finder: PassageFinder) -> Draft | None:
    """What the person or role that the question names said about its subject; a block a pair."""
    wanted = expected(reading)
    if _EFFECT.search(reading.intent.asked):
        wanted = Expected("number")  # an effect on revenue may be told in percent
    found = []
    claims = []
    for pair in reading.intent.pairs or (None,):
        said = _best(reading, finder, _answering(reading, pair), wanted)
        if said is None:
            return None
        found.append(said)
        is_filtered = bool(reading.intent.filter_periods)
        claims.append(said_claim(reading, said, "said", None if is_filtered else pair))
    value = None
    kind = (
        wanted
        if wanted.kind
        else Expected("money" if _ASKS_SUM.search(reading.intent.asked) else "")
    )
    if len(found) == 1 and kind.kind:
        value = stated_value(found[0].passage.text, finder, reading, kind)
    support = min(said.passage.coverage for said in found)
    return Draft("\n".join(c.text for c in claims), tuple(claims), value, "turn", support)


def _answering(reading: Reading, pair: Pair | None) -> list[tuple[str, Turn]]:
    """Turns of whom the question names, in the calls found for a pair."""
    turns = [t for t in turns_of(reading, pair) if is_asked_for(t[1], reading)]
    asker = named_analyst(reading)
    if asker is None:
        return turns
    answering = (
        (document_id, turn)
        for document_id, turn in turns
        if {(document_id, turn.answers), (document_id, turn.number - 1)} & asker
    )
    return list(answering) or turns


def named_analyst(reading: Reading) -> frozenset[tuple[str, int | None]] | None:
    """Document and number of each turn of an analyst whom the question names; None when none."""
    question = reading.intent.asked.lower()
    turns = {
        (document_id, turn.number)
        for document_id, turn in turns_of(reading)
        if turn.is_analyst and turn.speaker and _is_named(turn.speaker, reading, question)
    }
    return frozenset(turns) or None


def _is_named(speaker: str, reading: Reading, question: str) -> bool:
    asker = reading.intent.asker
    if asker is not None:
        return is_same_person(asker, speaker)
    return re.search(rf"\b{re.escape(speaker.split()[-1].lower())}\b", question) is not None


def turns_of(reading: Reading, pair: Pair | None = None) -> list[tuple[str, Turn]]:
    """Document and turn, of all calls in the evidence, or of those found for a pair."""
    documents: dict[str, None] = {}
    for evidence in reading.evidence:
        if pair is None or evidence.pair in (pair, None):
            documents.setdefault(evidence.document.document_id)
    for document_id in _calls_of_the_year(reading, pair):
        documents.setdefault(document_id)
    return [(d, t) for d in documents for t in reading.turns(d)]


def _calls_of_the_year(reading: Reading, pair: Pair | None) -> list[str]:
    """All calls on a year's quarters, where somebody's words of that year are asked for."""
    is_person = reading.intent.speaker is not None or reading.intent.role is not None
    if pair is None or pair.period is None or pair.period.quarter is not None or not is_person:
        return []
    found = []
    for document_id in sorted(reading.precedence):
        identity = reading.archive.document(document_id).identity
        is_of_year = (
            identity.period is not None and identity.period.fiscal_year == pair.period.fiscal_year
        )
        if is_of_year and identity.company == pair.company and reading.turns(document_id):
            found.append(document_id)
    return found


def is_asked_for(turn: Turn, reading: Reading) -> bool:
    """True for a turn of whom the question names, by name or by office; never an analyst's."""
    intent = reading.intent
    if turn.speaker is None or turn.is_operator or turn.is_analyst:
        return False
    if intent.speaker is not None:
        return is_same_person(intent.speaker, turn.speaker)
    if intent.role is not None:
        words = ROLE_WORDS.get(intent.role.lower(), (intent.role.lower(),))
        role = (turn.role or "").lower()
        return any(re.search(rf"\b{re.escape(w)}\b", role) for w in words)
    return True


def _best(
    reading: Reading,
    finder: PassageFinder,
    turns: Sequence[tuple[str, Turn]],
    wanted: Expected,
) -> Said | None:
    found = [
        Said(document_id, turn, passage)
        for document_id, turn in turns
        for passage in finder.within(document_id, turn.spans)
        if fits(passage.text, wanted, reading)
    ]
    if all(turn.is_analyst for _, turn in turns):
        # What an analyst says besides is no sign against him: only his plainness counts.
        found.sort(key=lambda s: (*_plainly(reading, s), s.passage.score), reverse=True)
    else:
        found.sort(key=lambda s: (-round(s.passage.score, 6), s.document_id, s.passage.span))
    if reading.intent.kind is QuestionKind.WHY and reading.names:
        is_ahead = reading.intent.is_forward_looking
        found = [
            s
            for s in found
            if is_cause(reading, finder, s.passage)
            and (not is_ahead or FORWARD.search(s.passage.text))
        ]
    found = [s for s in found if _tells(finder, s.passage.text)]
    least = reading.thresholds.turn
    if not all(turn.is_analyst for _, turn in turns):  # narrower words that say more of it
        found = [s for s in found if not _coverage(s) < least] or found
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
    of = operator.attrgetter("coverage" if best.turn.is_analyst else "score")
    others = [of(s.passage) for s in found if s.turn.speaker != best.turn.speaker]
    lead = of(best.passage) - max(others, default=0.0)
    is_clear = lead >= CLEAR_LEAD and len(finder.subject.weights) >= 2
    floor = Score(least.value * CLEAR_SHARE, least.kind) if is_clear else least
    return None if _coverage(best) < floor else best


def _tells(finder: PassageFinder, text: str) -> bool:
    """The subject is not only announced ("Now to saws.")."""
    rest = _ANNOUNCES.sub(" ", text)
    return rest == text or finder.subject.share_named(rest) > 0.0


def _coverage(said: Said) -> Score:
    return Score(said.passage.coverage, ScoreKind.COVERAGE)


def _reply(reading: Reading, asked: Said) -> Said | None:
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


def said_claim(reading: Reading, said: Said, verb: str, asked: Pair | None = None) -> Claim:
    """The words of a turn with who spoke them, and from which call where it is another period's.

    Args:
        reading: For the document.
        said: The words.
        verb: "said", "asked", "answered".
        asked: What the question asks about; the call's own company and period by default.
    """
    identity = reading.archive.document(said.document_id).identity
    own = Pair(identity.company, identity.period)
    is_other = asked is not None and asked.period is not None and not _is_on(own, asked)
    when = identity.period.name if identity.period is not None else "another period"
    note = f"said on the call for {when}" if is_other else ""
    citation = cite(reading.archive, said.document_id, said.passage.span, note=note)
    turn = said.turn
    who = turn.speaker or "A speaker"
    office = " · ".join(x for x in (turn.role, turn.affiliation) if x)
    where = f", {turn.part}" if turn.part else ""
    name = f"{who} ({office})" if office else who
    quote = " ".join(citation.quote.split())
    about = f" on the call for {when}" if is_other else ""
    pair = asked if is_other else own
    return Claim(f"{name}{where}, {verb}{about}: “{quote}”", (citation,), pair)


def _is_on(own: Pair, asked: Pair) -> bool:
    """The call of the period itself; of a year, that of its last quarter."""
    if own.period is None or asked.period is None:
        return own.period == asked.period
    is_quarter = asked.period.quarter in (None, own.period.quarter)
    is_last = asked.period.quarter is not None or own.period.quarter in (None, 4)
    return own.period.fiscal_year == asked.period.fiscal_year and is_quarter and is_last
