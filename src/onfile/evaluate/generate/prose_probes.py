"""Questions whose answer is a sentence: a stated cause, a stated number."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from onfile.evaluate.generate.holdings import CALL, Holdings
from onfile.evaluate.generate.probe import Number, Probe, Spot
from onfile.evaluate.generate.saying import possessive, whens
from onfile.language.sentences import units
from onfile.types import CatalogEntry, Period

FILINGS = ("10-K", "10-Q", "annual report", "20-F")
_VERBS = {
    "increased": "increase",
    "decreased": "decrease",
    "declined": "decline",
    "grew": "grow",
    "rose": "rise",
    "fell": "fall",
}
_CAUSE = re.compile(
    r"^(?P<subject>(?:[A-Z][\w’'&-]*)(?: [\w’'&,-]+){0,7}?) "
    rf"(?P<verb>{'|'.join(_VERBS)})\b(?P<middle>[^.;]{{0,160}}?)"
    r"\b(?:primarily |mainly |largely |principally |mostly )?"
    r"(?:due to|driven by|as a result of|because of|attributable to|reflecting) "
    r"(?P<cause>.{25,})"
)
_STARTS_OPEN = re.compile(
    r"^(?:it|its|she|some|all|to|app|this|these|that|those|such|they|their|we|our|he|however|in"
    r"|the (?!company)|see|if|as|for|during|and|but|also|approximately|excluding|including|of"
    r"|both|other|there|note|total change)\b",
    re.I,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_DATE = re.compile(
    r"^(?:As of|At|During|In|For|On) (?:(?!, [a-z]).){0,60}?\b(?:19|20)\d\d,\s+(?=[a-z])"
)
_AMOUNT = re.compile(
    r"(?P<money>\$)?\s?(?P<digits>\d[\d,]*(?:\.\d+)?)\s?(?P<scale>thousand|million|billion)?\s?"
    r"(?P<percent>%|percent)?"
)
_SCALE = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_REFERS = re.compile(
    r"\b(?:Note|Item|Part|Section|page|pages|Exhibit|Level|Topic|ASC|ASU|Rule|Form|Table|table"
    r"|Chapter|No\.|above|below|following|respectively|per cent|basis points|FASB|Act|Standard"
    r"|aforementioned|compared)\b"
)
_QUANTIFIED = re.compile(
    r"\b(?:approximately|about|nearly|over|least|most|than|of|to|with|had|have|has|employed|operated"
    r"|owned|opened|closed|acquired|was|were|totaled|totalled|by)\s$"
)
_OPENING = re.compile(r"^(?:Generally|Additionally|Further|Furthermore|Accordingly|Currently), ")
_MANNER = re.compile(r"\s(?:also|further|slightly|significantly|substantially|each|both)$")
MIN_WORDS, MAX_WORDS = 8, 26
MAX_CHARACTERS = 400
MIN_CAUSE = 15
MAX_SHARED = 0.6  # of a sentence's words, in another one: it might be asked about as well
MIN_LIKENESS = 0.75  # of content words, from which two sentences say the same of something


@dataclass(frozen=True, slots=True)
class _Sentence:
    page: int
    text: str
    words: frozenset[str]


class ProseProbes:
    """Sentences of filings as questions, in a seeded order."""

    def __init__(self, holdings: Holdings, rng: random.Random) -> None:
        self.holdings = holdings
        self._rng = rng
        self._read: dict[str, list[_Sentence]] = {}

    def of_company(self, company: str) -> Iterator[Probe]:
        """Causes and stated numbers of a company's filings in turn, one document after another."""
        entries = [e for e in self.holdings.companies[company] if _is_filing(e)]
        self._rng.shuffle(entries)
        yield from _alternating(*(self._of_document(company, entry) for entry in entries))

    def _of_document(self, company: str, entry: CatalogEntry) -> Iterator[Probe]:
        sentences = self._sentences(entry)
        order = self._rng.sample(range(len(sentences)), len(sentences))
        found = [
            map(partial(make, company, entry, others=sentences), map(sentences.__getitem__, order))
            for make in (self._cause, self._stated)
        ]
        yield from _alternating(*(filter(None, probes) for probes in found))

    def _sentences(self, entry: CatalogEntry) -> list[_Sentence]:
        if entry.document_id not in self._read:
            self._read[entry.document_id] = [
                _Sentence(number, text, _words(text))
                for number, page in self.holdings.pages(entry.document_id).items()
                for text in _whole_sentences(page)
            ]
        return self._read[entry.document_id]

    def _cause(
        self, company: str, entry: CatalogEntry, sentence: _Sentence, others: list[_Sentence]
    ) -> Probe | None:
        """Why did X rise in 2018, of a sentence "X rose in 2018, due to Y"."""
        period = entry.identity.period
        found = _CAUSE.match(sentence.text)
        if found is None or period is None or not _is_of_year(sentence.text, period):
            return None
        subject = _MANNER.sub("", found["subject"])
        cause = re.split(r",? (?:partially |partly )?offset", found["cause"])[0].rstrip(". ,")
        if _STARTS_OPEN.match(subject) or re.search(r"\d|,$", subject) or len(subject) < 6:
            return None
        if (
            self._is_line_of_all(subject)
            or len(cause) < MIN_CAUSE
            or _starts_alike(subject, sentence, others) > 1
        ):
            return None
        said = self._rng.choice(self._whens(company, entry, period))
        topic = subject if sum(c.isupper() for c in subject.split()[0]) > 1 else _lower(subject)
        question = f"Why did {possessive(company)} {topic} {_VERBS[found['verb']]} {said}?"
        spot = Spot(entry.name, sentence.page, sentence.text)
        return Probe(
            kind="cause",
            question=question,
            answer=cause,
            gold=(spot,),
            also_ok=self._alike(company, period, spot, sentence),
            scope=((company, period.name),),
            slots={"company": company, "when": said},
            variants={"company": self.holdings.aliases(company)},
            note="the only sentence of the document that gives its cause",
        )

    def _stated(
        self, company: str, entry: CatalogEntry, sentence: _Sentence, others: list[_Sentence]
    ) -> Probe | None:
        """We employed how many people, of a sentence "We employed 4,200 people"."""
        period = entry.identity.period
        body = _DATE.sub("", sentence.text).rstrip(".")
        numbers = [m for m in _AMOUNT.finditer(body) if m["digits"]]
        is_fit = MIN_WORDS <= len(body.split()) <= MAX_WORDS and len(numbers) == 1
        if period is None or not is_fit or not _is_plain(body):
            return None
        found = numbers[0]
        asked = _asked_for(found, body)
        if asked is None or not _is_alone(sentence, others):
            return None
        head, tail = body[: found.start()].rstrip(), body[found.end() :].lstrip(" ")
        echo = f"{head} {asked}{tail}".replace(" ,", ",").rstrip()
        form = f"{entry.identity.form} for {period.name}"
        question = f"According to {possessive(company)} {form}, {_inside(echo)}?"
        spot = Spot(entry.name, sentence.page, sentence.text)
        return Probe(
            kind="stated_number",
            question=question,
            answer=sentence.text,
            numbers=(_number(found),),
            gold=(spot,),
            also_ok=self._alike(company, period, spot, sentence),
            scope=((company, period.name),),
            slots={"company": company, "when": f"for {period.name}"},
            variants={"company": self.holdings.aliases(company)},
            note="the only sentence of the document that says so with a number",
        )

    def _is_line_of_all(self, subject: str) -> bool:
        """A line of the income statement by itself: a part's discussion says it of that part."""
        mentions = self.holdings.lexicon.mentions(subject)
        if len(mentions) != 1 or len(mentions[0].words) < len(subject.removeprefix("Total ")):
            return False
        return "income" in self.holdings.lexicon.concept(mentions[0].concept).statements

    def _whens(self, company: str, entry: CatalogEntry, period: Period) -> tuple[str, ...]:
        is_calendar = self.holdings.is_calendar(company)
        end = entry.identity.period_end
        return whens(period, is_instant=False, is_calendar=is_calendar, end=end)[:4]

    def _alike(
        self, company: str, period: Period, gold: Spot, sentence: _Sentence
    ) -> tuple[Spot, ...]:
        """Other pages of the company's documents of the period that say the same."""
        digits = set(re.findall(r"\d[\d.,]*\d|\d", sentence.text))
        found = []
        for entry in self.holdings.companies[company]:
            if entry.identity.period != period:
                continue
            for other in self._sentences(entry):
                is_gold = (entry.name, other.page) == (gold.file, gold.page)
                same = _likeness(other.words, sentence.words) >= MIN_LIKENESS
                if (
                    not is_gold
                    and same
                    and digits <= set(re.findall(r"\d[\d.,]*\d|\d", other.text))
                ):
                    found.append(Spot(entry.name, other.page, other.text))
        return tuple(found)


def _alternating(*makers: Iterator[Probe]) -> Iterator[Probe]:
    """One of each in turn until all are done."""
    live = list(makers)
    while live:
        for maker in list(live):
            probe = next(maker, None)
            if probe is None:
                live.remove(maker)
            else:
                yield probe


def _whole_sentences(page: str) -> Iterator[str]:
    for unit in units(page):
        text = " ".join(page[unit.start : unit.end].split())
        if unit.kind == "sentence" and text.endswith(".") and len(text) < MAX_CHARACTERS:
            yield text


def _is_filing(entry: CatalogEntry) -> bool:
    identity = entry.identity
    return identity.form in FILINGS and identity.form != CALL and identity.period is not None


def _words(text: str) -> frozenset[str]:
    return frozenset(w for w in re.findall(r"[a-z]{3,}", text.lower()) if w not in _COMMON)


_COMMON = frozenset(
    re.findall(
        r"\w+",
        "the and for was were are our its with that this from had has have not been which will"
        " such than other into also any all may under each",
    )
)


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(len(one | other), 1)


def _is_of_year(text: str, period: Period) -> bool:
    """The first year that it names is the document's own (a later one may be compared with)."""
    years = _YEAR.findall(text)
    return period.quarter is None and bool(years) and int(years[0]) == period.fiscal_year


def _starts_alike(subject: str, sentence: _Sentence, others: list[_Sentence]) -> int:
    """How many sentences give a cause for a subject of the same words."""
    mine = _words(subject)
    causes = (m for s in others if (m := _CAUSE.match(s.text)))
    counts = Counter(_words(m["subject"]) >= mine or mine >= _words(m["subject"]) for m in causes)
    return counts[True]


def _is_plain(body: str) -> bool:
    if _YEAR.search(body) or _REFERS.search(body) or _STARTS_OPEN.match(body.replace("We ", "", 1)):
        return False
    return body[:1].isupper() and ":" not in body and "(" not in body and ";" not in body


def _is_alone(sentence: _Sentence, others: list[_Sentence]) -> bool:
    """No other sentence of the document with a number has most of its words."""
    most = MAX_SHARED * len(sentence.words)
    return not any(
        other is not sentence and len(other.words & sentence.words) >= most
        for other in others
        if re.search(r"\d", other.text)
    )


def _asked_for(found: re.Match[str], body: str) -> str | None:
    """What to ask in place of the number, None where no plain word will do."""
    before, after = body[: found.start("digits")].removesuffix("$"), body[found.end() :].lstrip()
    if not _QUANTIFIED.search(before) or found["digits"].startswith("0"):
        return None
    if found["percent"]:
        is_share = re.match(r"(?:$|[,a-z])", after) and not after.startswith(("age", "point"))
        return "what percentage " if is_share else None
    if found["money"]:
        return "how much " if found["scale"] else None  # else its scale stands somewhere else
    is_counted = re.match(r"(?:[a-z-]+ ){0,2}[a-z]+s\b", after) is not None
    return "how many " if is_counted and len(found["digits"]) > 1 else None


def _number(found: re.Match[str]) -> Number:
    value = Decimal(found["digits"].replace(",", ""))
    unit = "percent" if found["percent"] else "USD" if found["money"] else "count"
    return Number(value, _SCALE.get(found["scale"] or "", 1), unit)


def _inside(text: str) -> str:
    """As it stands inside a question: its first letter small unless a name or initials."""
    text = _OPENING.sub("", text)
    return text if sum(c.isupper() for c in text.split()[0]) > 1 else _lower(text)


def _lower(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
