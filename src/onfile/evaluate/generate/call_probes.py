"""Questions about who said what on a call."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from onfile.evaluate.generate.holdings import CALL, Holdings
from onfile.evaluate.generate.probe import Probe, Spot
from onfile.evaluate.generate.saying import NTH
from onfile.language.sentences import units
from onfile.types import CatalogEntry, Period, Turn

_WORD = re.compile(r"[A-Za-z][A-Za-z’'-]*")
_PLAIN_WORDS = """a about across actually all also am an and another any are around as at back be
    because been before being between big bit both but by call can come comes coming
    continue could couple course day days did different do does doing done down each early
    end even ever everybody everyone expect fact far feel few first for forward from full
    get gets getting give given go goes going good got great had happy has have he heard
    hello help her here hi him his how i if important in into is it its just kind know last
    least less let like line little long look looking lot lots made make makes making many
    may maybe me mean might more morning most much my need new next nice no not now number
    of off okay on one only operator or other our out over overall own part past people
    perspective pleased point possible pretty prior question questions quarter quarters
    quite rate really regarding right said same say second see seeing seen several should
    side similar since single so some something sort start state still strong such sure take
    taken talk team terms than thank thanks that the their them then there these they thing
    things think third this those though three through time to today together too total
    towards try two under until up us use very want was way we well were what when where
    whether which while who why will with within without work would year years yes yet you
    your basis points percent million billion dollars fiscal company business gentlemen
    ladies afternoon evening press release please everything anything appreciate super
    cannot always never offset partially transcript would again across already almost often
    color guys chief officer executive financial president vice director earnings conference"""
_PLAIN = frozenset(_PLAIN_WORDS.split())  # words that are no subject of a call
MAX_SENTENCES = 2  # of more, any would be an answer, and none the whole of it
MIN_TIMES = 2  # how often the turn says the two words: once may be in passing
ANALYST = (
    "Which analyst asked about {topic} on {call}?",
    "Who asked about {topic} on {call}?",
    "On {call}, which analyst raised {topic}?",
)
SAID = (
    "What did {speaker} say about {topic} on {call}?",
    "On {call}, what did {speaker} say about {topic}?",
    "{speaker} on {topic}, {call}?",
)


class CallProbes:
    """Turns that dwell on two words which no other turn of the call says."""

    def __init__(self, holdings: Holdings, rng: random.Random) -> None:
        self.holdings = holdings
        self._rng = rng

    def of_company(self, company: str) -> Iterator[Probe]:
        """The calls of a company in turn."""
        entries = [e for e in self.holdings.companies[company] if e.identity.form == CALL]
        self._rng.shuffle(entries)
        for entry in entries:
            if entry.identity.period is not None:
                probes = list(self._of_call(company, entry, entry.identity.period))
                self._rng.shuffle(probes)
                yield from probes

    def _of_call(self, company: str, entry: CatalogEntry, period: Period) -> Iterator[Probe]:
        turns = [t for t in self.holdings.source.turns(entry.document_id) if t.speaker]
        texts = {t.number: self._text(entry, t) for t in turns}
        said = [t.speaker or "" for t in turns] + list(self.holdings.names(company))
        names = {word.lower() for name in said for word in _WORD.findall(name)}
        bigrams = {n: Counter(_bigrams(text, names)) for n, text in texts.items()}
        spoken_in: dict[str, set[int]] = defaultdict(set)
        for number, counts in bigrams.items():
            for bigram in counts:
                spoken_in[bigram].add(number)
        call = _call_name(company, period)
        for turn in turns:
            if turn.is_operator or turn is turns[-1]:  # the last one runs into the small print
                continue
            probe = self._of_turn(company, entry, turn, turns, bigrams, spoken_in, texts, call)
            if probe is not None:
                yield probe

    def _of_turn(
        self,
        company: str,
        entry: CatalogEntry,
        turn: Turn,
        turns: list[Turn],
        bigrams: dict[int, Counter[str]],
        spoken_in: dict[str, set[int]],
        texts: dict[int, str],
        call: str,
    ) -> Probe | None:
        """The two words that the turn says most often; None where others say them too."""
        analysts = {t.number for t in turns if t.is_analyst}
        rivals = analysts if turn.is_analyst else {t.number for t in turns}
        least = 1 if turn.is_analyst else MIN_TIMES
        own = [
            bigram
            for bigram, n in bigrams[turn.number].most_common()
            if n >= least and (spoken_in[bigram] & rivals) == {turn.number}
            if not any(_has_both(bigram, texts[n]) for n in rivals if n != turn.number)
        ]
        if not own or (turn.is_analyst and not self._is_answered_on(own[0], turn, bigrams)):
            return None
        topic = own[0]
        spots = list(self._spots(entry, turn, topic))
        if not spots or len(spots) > MAX_SENTENCES:
            return None
        spot = spots[0]
        template = self._rng.choice(ANALYST if turn.is_analyst else SAID)
        slots = {"topic": topic, "call": call, "speaker": turn.speaker or ""}
        period = entry.identity.period
        return Probe(
            kind="who_asked" if turn.is_analyst else "said",
            question=template.format(**slots),
            answer=turn.speaker if turn.is_analyst else spot.quote,
            gold=(spot,),
            also_ok=tuple(spots[1:]),
            scope=((company, period.name if period else None),),
            flags=("transcript_text",),
            slots={**slots, "company": company},
            variants={"company": self.holdings.aliases(company)},
            note="no other turn says these words"
            if not turn.is_analyst
            else "no other analyst does",
        )

    def _is_answered_on(self, topic: str, turn: Turn, bigrams: dict[int, Counter[str]]) -> bool:
        """An analyst's words are the topic when the answer takes them up, or they come twice."""
        replies = (bigrams.get(n, Counter()) for n in (turn.number + 1, turn.number + 2))
        return bigrams[turn.number][topic] >= MIN_TIMES or any(topic in r for r in replies)

    def _text(self, entry: CatalogEntry, turn: Turn) -> str:
        pages = self.holdings.pages(entry.document_id)
        return "\n".join(pages[s.page][s.start : s.end] for s in turn.spans)

    def _spots(self, entry: CatalogEntry, turn: Turn, topic: str) -> Iterator[Spot]:
        """The sentences of the turn that say the words, in order."""
        has_pages = self.holdings.source.document(entry.document_id).has_pages
        for span in turn.spans:
            page = self.holdings.pages(entry.document_id)[span.page]
            for unit in units(page):
                if not span.start <= unit.start < span.end:
                    continue
                text = " ".join(page[unit.start : unit.end].split())
                if topic in " ".join(w.lower() for w in _WORD.findall(text)):
                    line = None if has_pages else page.count("\n", 0, unit.start) + 1
                    number = span.page if has_pages else None
                    yield Spot(entry.name, number, text, line, turn.number, turn.speaker)


def _bigrams(text: str, names: set[str]) -> Iterator[str]:
    """Neighbouring telling words with nothing but space between them."""
    words = list(_WORD.finditer(text))
    for first, second in itertools.pairwise(words):
        is_joined = text[first.end() : second.start()].isspace()
        one, other = first.group().lower(), second.group().lower()
        if is_joined and _tells(one, names) and _tells(other, names):
            yield f"{one} {other}"


def _has_both(bigram: str, text: str) -> bool:
    """True when a text says both words somewhere, in singular or plural, or as one word."""
    low = text.lower()
    bare = [word.rstrip("s") for word in bigram.split()]
    return all(word in low for word in bare) or "".join(bare) in low


def _tells(word: str, names: set[str]) -> bool:
    bare = re.sub(r"[’']s$", "", word)
    is_contracted = "'" in bare or "’" in bare
    if bare.endswith("ly"):
        return False
    return len(bare) > 3 and bare not in _PLAIN and bare not in names and not is_contracted


def _call_name(company: str, period: Period) -> str:
    owner = f"{company}'" if company.endswith("s") else f"{company}'s"
    if period.quarter is None:
        return f"{owner} fiscal {period.fiscal_year} call"
    nth = NTH[period.quarter]
    return f"{owner} {nth}-quarter fiscal {period.fiscal_year} call"
