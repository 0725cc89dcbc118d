"""How a meeting voted: on a nominee, on a proposal, and who had the most and the fewest votes.

The rows are read by ``language/ballots.py`` from the current reports of the company and the time
asked about. A proposal is told by all that the question says of it; a nominee by the name, or by
being first or last of one table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from onfile.answer.cite import cite
from onfile.answer.claims import LATER_DOCUMENT, quoted
from onfile.answer.dated import published_then
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.answer.telling_time import asks_when
from onfile.language.ballots import ABSTAIN, AGAINST, FOR, WITHHELD, Ballot, ballots_in
from onfile.language.days import days_in
from onfile.types import Claim, Draft, Pair, Span, Value

MAX_PROPOSALS = 12
MIN_NOMINEES = 3  # of fewer none stands out
TIMES_THE_MIDDLE = 3  # a rule of thumb, said with the answer
FORM = "8-K"
ALIASES = {  # of what is voted on every year
    "auditor auditors": "accounting firm",
    "pay": "compensation",
    "ratification": "ratified",
}
_ASKED = re.compile(
    r"\b(?:share|stock)holders\s+(?:\w+\s+)?(?:approve|adopt|ratif|reject|defeat|back)\w*|"
    r"\b(?:vot(?:e[sd]?|ing)|ballots?|nominees?|(?:share|stock)holder proposals?|proposals?|"
    r"(?:annual|special) meeting|support|re-?elected)\b",
    re.I,
)
_PERSON = re.compile(r"\b(?:nominees?|directors?|candidates?|who)\b", re.I)
_FEWEST = re.compile(r"\b(?:lowest|least|fewest|weakest|smallest)\b", re.I)
_MOST = re.compile(r"\b(?:most|highest|largest|greatest|strongest|best)\b", re.I)
_FAR_MORE = re.compile(
    r"\b(?:substantially|significantly|considerably|notably|markedly|much|far)\s+(?:more|higher|larger)\b"
    r"|\bstand out\b|\bunusually\b",
    re.I,
)
_AGAINST = re.compile(r"\b(?:against|oppos\w+)\b", re.I)
_ABSTAIN = re.compile(r"\b(?:abstain\w*|abstentions?)\b", re.I)
_WITHHELD = re.compile(r"\bwithh[eo]ld\w*", re.I)
_FOR = re.compile(
    r"\b(?:for|in favou?r)\s*(?:\?|,|$|in\b|at\b|and\b)|\bvotes for\b|\bsupport", re.I
)
_SHARE = re.compile(r"\bpercent\w*|%|\bwhat share\b|\bproportion\b", re.I)
_HOW_MANY = re.compile(r"\bhow many\b|\bnumber of\b", re.I)
_WHICH = re.compile(r"\b(?:which|what)\b[^?]*\bproposals\b", re.I)
_EVERYTHING = re.compile(
    r"\b(?:what|which)\b[^?]*\bvote[ds]? on\b|\bwhat (?:was|were) (?:voted|put to)\b|"
    r"\b(?:what happened|results? of the vot\w+)\b[^?]*\bmeeting\b|\bvoting results\b",
    re.I,
)
_FAILED = re.compile(r"\b(?:defeated|rejected|not (?:approved|adopted|passed)|fail(?:ed)?)\b", re.I)
_PASSED = re.compile(r"\b(?:approved|adopted|passed|ratified|carried)\b", re.I)
_FRAMING = (
    "vote votes voted voting ballot shareholder shareholders stockholder stockholders investor "
    "investors proposal proposals proposed for against abstain abstained abstention abstentions "
    "withheld broker non-votes many receive received get got gets fare fared result results "
    "outcome annual special meeting share shares percentage percent cast how did do pass passed "
    "approve approved defeat defeated reject rejected fail failed favor favour support adopt "
    "ratify back held item report"
)


@dataclass(frozen=True, slots=True)
class _Found:
    document_id: str
    page: int
    ballot: Ballot

    @property
    def span(self) -> Span:
        return Span(self.page, self.ballot.start, self.ballot.end)


def answer_votes(reading: Reading, finder: PassageFinder) -> Draft | None:
    """The rows asked for, with all their columns; None where no report on file tells them."""
    asked = reading.intent.asked
    if not _ASKED.search(asked) or len(reading.intent.pairs) != 1 or asks_when(reading):
        return None
    found = _ballots(reading)
    pair = reading.intent.pairs[0]
    nominees = [f for f in found if f.ballot.name]
    proposals = [f for f in found if not f.ballot.name]
    named = [f for f in nominees if _is_named(f.ballot.name, asked)]
    if named:
        return _of_nominees(reading, pair, named)
    if _PERSON.search(asked) and _FAR_MORE.search(asked):
        return _standing_out(reading, pair, nominees)
    if _PERSON.search(asked) and (_FEWEST.search(asked) or _MOST.search(asked)):
        return _ranked(reading, pair, nominees)
    if _EVERYTHING.search(asked) and not _subject(reading, finder):
        return _of_proposals(reading, pair, proposals[:MAX_PROPOSALS])
    if _WHICH.search(asked):
        way = _FAILED if _FAILED.search(asked) else _PASSED if _PASSED.search(asked) else None
        fared = [f for f in proposals if way is not None and _fared(f.ballot, way)]
        return _of_proposals(reading, pair, fared[:MAX_PROPOSALS])
    return _of_proposals(reading, pair, _on_subject(reading, finder, proposals))


def _ballots(reading: Reading) -> list[_Found]:
    """Rows of the current reports of the date asked for, or else of the period."""
    own = [d for d, nearness in reading.precedence.items() if nearness < LATER_DOCUMENT]
    then = published_then(reading, FORM)
    if days_in(reading.intent.asked):
        own = list(then)
    found = []
    for document_id in own:
        identity = reading.archive.document(document_id).identity
        is_of_company = identity.company == reading.intent.pairs[0].company
        if not is_of_company or not (identity.form or "").startswith(FORM):
            continue
        for page, text in reading.archive.pages_text(document_id).items():
            found += [_Found(document_id, page, ballot) for ballot in ballots_in(text)]
    return found


def _fared(ballot: Ballot, way: re.Pattern[str]) -> bool:
    if _FAILED.search(ballot.subject):
        return way is _FAILED
    return way.search(ballot.subject) is not None


def _is_named(name: str, asked: str) -> bool:
    """The nominee's first and last name stand in the question, or the last one with its capital."""
    words = [w for w in re.findall(r"[^\W\d_][\w’'-]+", name.partition(",")[0]) if w[:1].isupper()]
    return bool(words) and re.search(rf"\b{re.escape(words[-1])}\b", asked) is not None


def _on_subject(
    reading: Reading, finder: PassageFinder, proposals: Sequence[_Found]
) -> list[_Found]:
    """Those whose words meet all that the question says of the proposal."""
    framing = frozenset(reading.terms(_FRAMING)) | finder.words.framing | finder.words.question
    rest = [t for t in finder.subject.telling if t not in framing]
    if not rest:
        return []
    return [
        f for f in proposals if all(_is_met(reading, finder, t, f.ballot.subject) for t in rest)
    ]


def _subject(reading: Reading, finder: PassageFinder) -> list[str]:
    """What the question says of a proposal, beyond that it was voted on."""
    framing = frozenset(reading.terms(_FRAMING)) | finder.words.framing | finder.words.question
    return [t for t in finder.subject.telling if t not in framing]


def _is_met(reading: Reading, finder: PassageFinder, term: str, subject: str) -> bool:
    terms = frozenset(reading.terms(subject))
    other = {t: words for asked, words in ALIASES.items() for t in reading.terms(asked)}.get(term)
    is_other = other is not None and frozenset(reading.terms(other)) <= terms
    return is_other or finder.subject.is_met(term, terms)


def _column(asked: str, ballot: Ballot) -> str:
    """The column that the question is about; those for, where it names none."""
    if _AGAINST.search(asked):
        return AGAINST if AGAINST in ballot.votes else WITHHELD
    if _WITHHELD.search(asked):
        return WITHHELD
    return ABSTAIN if _ABSTAIN.search(asked) else FOR


def _ranked(reading: Reading, pair: Pair, nominees: Sequence[_Found]) -> Draft | None:
    """The first or the last nominee of a table; None where there are several tables."""
    asked = reading.intent.asked
    tables = {(f.document_id, f.ballot.subject) for f in nominees}
    if len(tables) != 1 or len(nominees) < 2:
        return None
    column = _column(asked, nominees[0].ballot)
    if any(column not in f.ballot.votes for f in nominees):
        return None
    is_least = _FEWEST.search(asked) is not None
    counts = [f.ballot.votes[column] for f in nominees]
    end = min(counts) if is_least else max(counts)
    return _of_nominees(reading, pair, [f for f in nominees if f.ballot.votes[column] == end])


def _standing_out(reading: Reading, pair: Pair, nominees: Sequence[_Found]) -> Draft | None:
    """Yes or no, with those whose votes are a multiple of the middle one's; the rule is said."""
    tables = {(f.document_id, f.ballot.subject) for f in nominees}
    if len(tables) != 1 or len(nominees) < MIN_NOMINEES:
        return None
    column = _column(reading.intent.asked, nominees[0].ballot)
    if any(column not in f.ballot.votes for f in nominees):
        return None
    ordered = sorted(nominees, key=lambda f: -f.ballot.votes[column])
    middle = ordered[len(ordered) // 2].ballot.votes[column]
    above = [f for f in ordered if f.ballot.votes[column] >= TIMES_THE_MIDDLE * middle]
    rule = f"at least {TIMES_THE_MIDDLE} times the middle nominee’s {middle:,} votes {column}"
    draft = _of_nominees(reading, pair, above or ordered[:1])
    lead = f"Yes, with {rule}:" if above else f"No, none has {rule}; the most has:"
    return replace(draft, answer=f"{lead}\n{draft.answer}", value=None)


def _of_nominees(reading: Reading, pair: Pair, found: Sequence[_Found]) -> Draft:
    claims = [_row_claim(reading, pair, one) for one in found]
    value = _value(reading.intent.asked, found[0].ballot) if len(found) == 1 else None
    return Draft("\n".join(c.text for c in claims), tuple(claims), value, "votes", 1.0)


def _row_claim(reading: Reading, pair: Pair, found: _Found) -> Claim:
    citation = cite(reading.archive, found.document_id, found.span)
    ballot = found.ballot
    cells = []
    for column, count in ballot.votes.items():
        share = ballot.percents.get(column)
        cells.append(f"{column} {count:,}" + (f" ({share}%)" if share is not None else ""))
    about = f", {citation.form} {citation.period}" if citation.period else ""
    text = f"{citation.company}{about}: {ballot.name}: {'; '.join(cells)}."
    return Claim(text, (citation,), pair)


def _of_proposals(reading: Reading, pair: Pair, found: Sequence[_Found]) -> Draft | None:
    if not found:
        return None
    claims = tuple(quoted(reading.archive, f.document_id, f.span, pair) for f in found)
    value = _value(reading.intent.asked, found[0].ballot) if len(found) == 1 else None
    return Draft("\n".join(c.text for c in claims), claims, value, "votes", 1.0)


def _value(asked: str, ballot: Ballot) -> Value | None:
    """The number of the column that is asked for; None where no number is."""
    column = _column(asked, ballot)
    if _SHARE.search(asked):
        share = ballot.percents.get(column)
        return None if share is None else Value(share, 1, percent=True)
    count = ballot.votes.get(column)
    if count is None or not (_HOW_MANY.search(asked) or _FOR.search(asked)):
        return None
    return Value(Decimal(count), 1)
