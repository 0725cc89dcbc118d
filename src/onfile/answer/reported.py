"""What a current report of a day says: what happened, who came and went, how much, until when.

"What did it announce in its 8-K of May 3" is answered by what each item tells first. A narrower
question is taken clause by clause: everything it names must stand in the report, an event may be
told by another verb ("joined the board": "was appointed"), and the sentence that is quoted is the
one that has most of it and states what is wanted: a day, an amount, a rate, a name, a use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from onfile.answer.claims import LATER_DOCUMENT, quoted
from onfile.answer.dated import published_then
from onfile.answer.expected import expected
from onfile.answer.passages import PassageFinder
from onfile.answer.report_items import RELEASE, Told, release_head, told_in, told_in_release
from onfile.answer.request import Reading
from onfile.answer.stated import stated_value
from onfile.language.days import days_in
from onfile.types import Claim, Draft, Pair, QuestionKind, Span

FORM = "8-K"
RELEASE_FORM = "earnings release"
MAX_REPORTS = 3
MAX_QUOTED = 4
MAX_OF_ITEM = 4  # sentences, where a report is told as a whole
MIN_SHARE = 0.5  # of a clause's words, by weight, that the sentence itself must have
MIN_OWN = 0.6  # of its telling words alone
MAX_WORDS = 240  # of a sentence; seven series of notes take as many
ALIKE = 0.7  # of a word that is met by another of its kind
DONE_BONUS = 0.1
FORMER_SHARE = 0.6
RELEASE_SHARE = 0.95  # of what the release says: the item says it of the company itself
BEFORE_SHARE = 0.4  # of a word of an earlier clause
_ANNOUNCED = re.compile(
    r"\b(?:announce[ds]?|authori[sz]e[ds]?|approve[ds]?|declare[ds]?|raise[ds]?|increase[ds]?)\b"
    r"[^?]*\b(?:dividends?|repurchases?|buy-?backs?|program(?:me)?|stock split)\b|"
    r"\b(?:dividends?|repurchases?|buy-?backs?|program(?:me)?|stock split)\b[^?]*"
    r"\b(?:announced?|authori[sz]ed?|approved?|declared?|raised?)\b",
    re.I,
)
_OVERVIEW = re.compile(
    r"\bwhat\b[^?]*\b(?:announce[ds]?|announcement|report(?:ed)?|disclosed?|happen(?:ed)?|events?|"
    r"news|about|say|said|agenda|subject(?: matter)?|purpose|key (?:points?|takeaways?|topics?))\b",
    re.I,
)
_OF_AN_OVERVIEW = (
    "announce announced announcement report reported disclose disclosed happen happened event "
    "events news say said current form filing day press release key main primary agenda subject "
    "matter purpose points takeaways topics filed dated date"
)
_EVENTS = """
sell sold sale issue issued issuance offer offered offering
join joined appoint appointed elect elected name named become became take takes took over add
resign resigned leave left retire retired retirement depart departed step
replace replaced replaces terminate terminated previous supersede
expire expires expired mature matures maturity terminate terminates
extend extends extended extension
facility agreement
executive officer
buy bought acquire acquired purchase purchased
split-off split off separation
"""
_NUMBERS = "two three four five six seven eight nine ten"
_IDLE = (
    "one due do does did before been be over size amount date intend plan new extent one's "
    "enter entered into take takes took stand again each effective become how large name named "
    "rate announce announced result results much what"
)
_CLAUSE = re.compile(r",?\s+and\s+(?=(?:when|how|what|who|at what|at which|until|for how)\b)", re.I)
_SEVERAL = re.compile(
    r"\b(?:which|what)\s+(?:[\w-]+\s+){0,3}?[\w-]{3,}s\s+(?:did|do|were|are|have|will)\b|"
    r"\btotal\b[^?]*\b[\w-]{3,}s\b",
    re.I,
)
_THING = re.compile(
    r"\b(?:what|which)\s+(?:[\w’'&.-]+\s+){0,4}?(?!(?:bank|company|firm|person|trustee)s?\b)"
    r"(?P<thing>[\w-]{3,})\s+(?:did|does|do|was|were|is|are|has|have|had|will)\b",
    re.I,
)
_DID = re.compile(
    r"\bdid\s+(?:[\w’'&.-]+\s+){1,4}?(\w{4,})\b(?=\s+(?:in|on|its|the|at)\b|\?|$)", re.I
)
_FORMER = re.compile(
    r"\b(?:previous|prior|old|former|replac\w+|supersed\w+|terminated|had been|been before)\b",
    re.I,
)
_FORMER_ASKED = re.compile(rf"{_FORMER.pattern}|\bterminat\w*", re.I)
_MONEY = re.compile(r"[$€£₹]\s?\d")
_RATE = re.compile(r"\d\s?%")
_OPENING_DATE = re.compile(  # when it was done or signed, not until when it runs
    r"(?:\b(?:on|effective(?: as of)?|dated(?: as of)?|as of|beginning on)\s+)"
    r"[A-Z][a-z]+\s+\d{1,2},\s+\d{4}",
    re.I,
)
_DATE = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)"
    r"\s+(?:\d{1,2},\s+)?\d{4}"
)
_DATED = re.compile(rf"(?:\(\w\)\s+)?(?:on|effective)\s+{_DATE.pattern}", re.I)
_EXPIRES_ON = re.compile(r"\b(?:expires?|matures?|terminates?|due|mature)\s+on\b", re.I)
_PERSON = re.compile(
    r"\b(?:M[rs]s?\.\s+[A-Z]|[A-Z][a-z]+\s+(?:[A-Z]\.\s+|\(“\w+”\)\s+)*[A-Z][a-z]+)"
)


def _states_money(said: str) -> bool:
    return _MONEY.search(said) is not None


def _states_sum(said: str) -> bool:
    return re.search(r"[$€£₹]\s?\d|\d\s?(?:%|percent)", said) is not None


_USE = re.compile(r"\bdo with\b|\bused? (?:of|for)\b|\bfor what\b", re.I)
_WANTS: tuple[tuple[re.Pattern[str], Callable[[str], bool]], ...] = (
    (
        re.compile(
            r"\b(?:when|until when|(?:to|until|by|on) what date|what date|how long)\b", re.I
        ),
        lambda said: _DATE.search(_without_opening(said)) is not None,
    ),
    (
        re.compile(r"\bhow (?:large|much|big)\b|\bwhat (?:size|amount)\b", re.I),
        _states_money,
    ),
    (
        re.compile(r"\bwhat (?:interest )?rates?\b|\bcoupons?\b", re.I),
        lambda said: _RATE.search(said) is not None,
    ),
    (
        re.compile(r"\bwho\b|\bwhich (?:\w+ ){0,3}(?:executive|director|officer|person)\b", re.I),
        lambda said: _PERSON.search(said) is not None,
    ),
    (
        _USE,
        lambda said: re.search(r"\buse[ds]?\b", said, re.I) is not None,
    ),
    (
        re.compile(r"\bbeen before\b|\bpreviously\b|\bwas (?:he|she) before\b", re.I),
        lambda said: (
            re.search(r"\b(?:current(?:ly)?|former(?:ly)?|previously|prior|served|since)\b", said)
            is not None
        ),
    ),
    (
        re.compile(r"\bwhat (?:does|is) (?:he|she)\b", re.I),
        lambda said: (
            re.search(r"\b(?:currently )?serves? as\b|\bis (?:a|an|the) \w+", said) is not None
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause of the question, and what must be stated.

    Attributes:
        own: Its telling words with their weights.
        weights: They, its idle words at less weight, and the words of the clauses before it.
        wants: Tests of a sentence.
        thing: Stem of what is asked for by "what" or "which", empty where it is a name or a time.
    """

    own: Mapping[str, float]
    weights: Mapping[str, float]
    wants: tuple[Callable[[str], bool], ...]
    thing: str = ""


def answer_happened(reading: Reading, finder: PassageFinder) -> Draft | None:
    """What the reports of the day asked for tell first; None where more than that is asked."""
    rest = _rest(reading, finder, _OF_AN_OVERVIEW)
    is_dated = is_dated_report(reading) and _is_asked(reading)
    if rest or not is_dated or not _OVERVIEW.search(reading.intent.asked):
        return None
    documents = _selected(reading)
    return _overview(reading, reading.intent.pairs[0], documents) if documents else None


def answer_reported(reading: Reading, finder: PassageFinder) -> Draft | None:
    """Sentences of the current reports that the question's date selects; None where none answer."""
    if not _is_asked(reading):
        return None
    pair = reading.intent.pairs[0]
    told = {
        document_id: told_in(reading.archive, document_id) for document_id in _selected(reading)
    }
    if asks_announced(reading):
        told |= {d: told_in_release(reading.archive, d) for d in _of_form(reading, RELEASE_FORM)}
    drafts = (_narrowed(reading, finder, pair, d, sentences) for d, sentences in told.items())
    return next((draft for draft in drafts if draft is not None), None)


def asks_announced(reading: Reading) -> bool:
    """True for a dividend raised, a programme authorised: what a release tells besides results."""
    return _ANNOUNCED.search(reading.intent.asked) is not None


def _is_asked(reading: Reading) -> bool:
    """One company and time, no reason, no yes or no, and nobody's words."""
    is_one = len(reading.intent.pairs) == 1 and not reading.intent.filter_periods
    is_why = reading.intent.kind is QuestionKind.WHY and not _USE.search(reading.intent.asked)
    is_other = is_why or reading.intent.kind is QuestionKind.YES_NO
    return is_one and not is_other and reading.intent.speaker is None


def is_dated_report(reading: Reading) -> bool:
    """True where a day or a month of a current report is named, or its form."""
    asks_form = FORM in reading.intent.forms
    return asks_form or bool(days_in(reading.intent.asked) and reading.intent.pairs)


def _selected(reading: Reading) -> list[str]:
    """Current reports of the date asked for; where none is asked for, of the period."""
    if days_in(reading.intent.asked):
        return list(published_then(reading, FORM))[:MAX_REPORTS]
    own = _of_form(reading, FORM)
    return own if len(own) <= MAX_REPORTS and reading.intent.periods else []


def _of_form(reading: Reading, form: str) -> list[str]:
    """The company's own documents of a form for the period asked about, nearest first."""
    company = reading.intent.pairs[0].company
    nearest = sorted(reading.precedence.items(), key=lambda d: (d[1], d[0]))
    own = [d for d, nearness in nearest if nearness < LATER_DOCUMENT]
    identities = ((d, reading.archive.document(d).identity) for d in own)
    return [d for d, i in identities if i.company == company and (i.form or "").startswith(form)]


def _rest(reading: Reading, finder: PassageFinder, framing: str) -> list[str]:
    """What the question names beyond time, form and the words that shape it."""
    left_out = finder.words.question | finder.words.framing | frozenset(reading.terms(framing))
    return [t for t in dict.fromkeys(reading.intent.terms) if t not in left_out]


def _overview(reading: Reading, pair: Pair, documents: Sequence[str]) -> Draft | None:
    """What each item tells first and by a date, and the title of the release."""
    claims: list[Claim] = []
    lines: list[str] = []
    for document_id in documents:
        by_item: dict[str, list[Told]] = {}
        for told in told_in(reading.archive, document_id):
            if told.item != RELEASE:
                by_item.setdefault(told.item, []).append(told)
        for item, sentences in by_item.items():
            dated = [told for told in sentences[1:] if _DATED.match(told.text)]
            for told in (sentences[0], *dated)[:MAX_OF_ITEM]:
                claim = quoted(reading.archive, document_id, told.span, pair)
                lines.append(f"Item {item}: {claim.text}")
                claims.append(claim)
        head = release_head(reading.archive, document_id)
        if head is not None:
            claims.append(quoted(reading.archive, document_id, head, pair))
            lines.append(claims[-1].text)
    if not claims:
        return None
    return Draft("\n".join(lines), tuple(claims), None, "quote", 1.0)


def _narrowed(
    reading: Reading, finder: PassageFinder, pair: Pair, document_id: str, told: Sequence[Told]
) -> Draft | None:
    """A sentence for each clause of the question, in the order of the report."""
    needed = _rest(reading, finder, _IDLE)
    kinds = _kinds(reading)
    titles = " ".join(dict.fromkeys(t.title for t in told))
    everything = frozenset(reading.terms(" ".join((titles, *(t.text for t in told)))))
    if not needed or any(_met(finder, kinds, term, everything) == 0 for term in needed):
        return None
    chosen: list[Told] = []
    for clause in _clauses(reading, finder, needed):
        best = _best(reading, finder, kinds, clause, told)
        if not best:
            return None
        chosen += [t for t in best if t not in chosen]
    chosen.sort(key=lambda t: (t.span.page, t.span.start))
    claims = tuple(quoted(reading.archive, document_id, s, pair) for s in _joined(chosen))
    wanted = expected(reading)
    value = None
    if len(claims) == 1 and wanted.kind == "money":
        value = stated_value(claims[0].citations[0].quote, finder, reading, wanted)
    return Draft("\n".join(c.text for c in claims), claims, value, "quote", 1.0)


def _kinds(reading: Reading) -> tuple[frozenset[str], ...]:
    """Sets of stems that tell the same event."""
    return tuple(frozenset(reading.terms(line)) for line in _EVENTS.split("\n") if line)


def _clauses(reading: Reading, finder: PassageFinder, needed: Sequence[str]) -> Iterable[_Clause]:
    """The question's clauses; each has its own words, and those before it at less weight."""
    before: dict[str, float] = {}
    idle = frozenset(reading.terms(_IDLE))
    left_out = (finder.words.question | finder.words.framing) - frozenset(reading.terms(_NUMBERS))
    for said in _CLAUSE.split(reading.intent.asked):
        own = [t for t in dict.fromkeys(reading.terms(said)) if t in reading.intent.terms]
        own = [t for t in own if t not in left_out]
        mine = {t: reading.weight(t) * (1.0 if t not in idle else BEFORE_SHARE) for t in own}
        wants = tuple(states for asks, states in _WANTS if asks.search(said))
        if not before and not wants and expected(reading).kind == "money":
            wants = (_states_money,)
        if not before and asks_announced(reading):
            wants = (*wants, _states_sum)
        telling = {t: w for t, w in mine.items() if t not in idle}
        asked = _THING.search(said)
        thing = next(iter(reading.terms(asked["thing"])), "") if asked is not None else ""
        thing = thing if thing in telling else ""
        yield _Clause(telling, {**before, **mine}, wants, thing)
        before |= {t: BEFORE_SHARE * w for t, w in mine.items()}


def _best(
    reading: Reading,
    finder: PassageFinder,
    kinds: Sequence[frozenset[str]],
    clause: _Clause,
    told: Sequence[Told],
) -> list[Told]:
    """The sentence with most of a clause; all as good where several things are asked for."""
    total = sum(clause.weights.values())
    done = _DID.findall(reading.intent.asked)[:1]  # "did it terminate": what it terminated
    done = [t for word in done for t in reading.terms(word)]
    scored: list[tuple[float, Told]] = []
    for one in told:
        terms = frozenset(reading.terms(one.text))
        met = sum(w * _met(finder, kinds, t, terms) for t, w in clause.weights.items())
        own = sum(w * _met(finder, kinds, t, terms) for t, w in clause.own.items())
        if clause.thing and not _met(finder, kinds, clause.thing, terms):
            continue
        if own < MIN_OWN * sum(clause.own.values()) or len(one.text.split()) > MAX_WORDS:
            continue
        is_event = bool(clause.own) and all(any(t in k for k in kinds) for t in clause.own)
        if (
            is_event
            and not clause.wants
            and not any(re.search(rf"\b{t}\w{{0,4}}ed\b", one.text) for t in clause.own)
        ):
            continue  # "which company did it acquire" is not met by "acquisitions"
        if all(states(one.text) for states in clause.wants):
            share = met / total if total else 0.0
            if _FORMER.search(one.text) and not _FORMER_ASKED.search(reading.intent.asked):
                share *= FORMER_SHARE  # of what was replaced, where it is not asked about
            share += DONE_BONUS * any(re.search(rf"\b{t}\w{{0,4}}ed\b", one.text) for t in done)
            scored.append((share * (RELEASE_SHARE if one.item == RELEASE else 1.0), one))
    if not scored:
        return []
    best = max(score for score, _ in scored)
    if best < MIN_SHARE * (1.0 if not clause.wants else 0.6):
        return []
    first = [one for score, one in scored if score >= best - 1e-6]
    sums = [one for one in first if _MONEY.search(one.text)]  # says more than "were issued under"
    return (sums or first)[: MAX_QUOTED if _SEVERAL.search(reading.intent.asked) else 1]


def _met(
    finder: PassageFinder, kinds: Sequence[frozenset[str]], term: str, terms: frozenset[str]
) -> float:
    if finder.subject.is_met(term, terms):
        return 1.0
    return ALIKE if any(term in kind and not kind.isdisjoint(terms) for kind in kinds) else 0.0


def _without_opening(said: str) -> str:
    """Without the days on which something was done; "expires on May 26" keeps its day."""
    return _OPENING_DATE.sub(
        lambda m: m[0] if _EXPIRES_ON.search(said[max(m.start() - 12, 0) : m.start() + 3]) else "",
        said,
    )


def _joined(chosen: Sequence[Told]) -> list[Span]:
    """Their places; neighbours are one."""
    spans: list[Span] = []
    for told in chosen:
        last = spans[-1] if spans else None
        if last is not None and last.page == told.span.page and told.span.start - last.end <= 2:
            spans[-1] = Span(last.page, last.start, told.span.end)
        else:
            spans.append(told.span)
    return spans
