"""Questions whose answer is a figure of a primary statement."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from onfile.evaluate.generate.facts import Fact, facts, spots
from onfile.evaluate.generate.holdings import Holdings
from onfile.evaluate.generate.probe import Number, Probe
from onfile.evaluate.generate.saying import possessive, whens
from onfile.language.labels import normal_label
from onfile.types import Period

SINGLE = (
    "What {was} {owner} {item} {when}?",
    "How much did {company} report as {item} {when}?",
    "{company} {item} {when}",
    "What did {company} report for {item} {when}?",
    "Give me {owner} {item} {when}.",
    "{owner} {item} {when}?",
)
COMPARE = (
    "Which reported the larger {item} {when}, {company} or {other}?",
    "Compare {owner} and {other_owner} {item} {when}.",
    "{item} {when}: {company} versus {other}?",
)
CHANGE = (
    "By how much did {owner} {item} grow from {before} to {now}?",
    "What was the increase in {owner} {item} between {before} and {now}?",
)
ABBREVIATION = 5  # letters: "capex", "cogs", "sg&a"
_TAIL = re.compile(r"(?:,| (?:from|of|for|to|by|in|before|attributable|provided|used|at)\b).*$")


class FigureProbes:
    """The certain figures of every company as questions, in a seeded order."""

    def __init__(self, holdings: Holdings, rng: random.Random) -> None:
        self.holdings = holdings
        self._rng = rng
        self._facts: dict[str, list[Fact]] = {}

    def facts(self, company: str) -> list[Fact]:
        """The certain figures of a company, in a seeded order."""
        if company not in self._facts:
            found = facts(self.holdings, company)
            self._rng.shuffle(found)
            self._facts[company] = found
        return self._facts[company]

    def singles(self, company: str) -> Iterator[Probe]:
        """One figure each."""
        for fact in self.facts(company):
            yield self.single(fact)

    def single(self, fact: Fact) -> Probe:
        """The question for one figure."""
        gold, also = spots(self.holdings, fact)
        said = self.when(fact)
        slots = {"company": fact.company, "item": fact.item, "when": self._rng.choice(said)}
        template = self._rng.choice(SINGLE)
        kind = "single_figure" if fact.period.quarter is None else "quarter_figure"
        return Probe(
            kind=kind if fact.is_own else "prior_column",
            question=fill(template, slots),
            answer=f"{fact.figure.printed} ({fact.figure.label})",
            numbers=(fact.number,),
            gold=(gold,),
            also_ok=also,
            scope=((fact.company, fact.period.name),),
            flags=() if fact.is_own else ("prior_year_column_only",),
            slots=slots,
            variants={
                "company": self.holdings.aliases(fact.company),
                "item": self._asks(fact),
                "when": said,
            },
            note=f"{fact.figure.statement}: {fact.figure.label} | {fact.figure.column_header}",
        )

    def comparisons(self) -> Iterator[Probe]:
        """The same concept of two companies in the same fiscal year."""
        by_key: dict[tuple[str, Period], list[Fact]] = defaultdict(list)
        for company in self.holdings.companies:
            for fact in self.facts(company):
                if fact.concept is not None and fact.period.quarter is None and fact.is_own:
                    by_key[normal_label(fact.item), fact.period].append(fact)
        keys = sorted((k for k in by_key if len(by_key[k]) > 1), key=lambda k: (k[0], k[1].name))
        self._rng.shuffle(keys)
        for key in keys:
            one, other = self._rng.sample(by_key[key], 2)
            if one.figure.currency == other.figure.currency and one.concept == other.concept:
                yield self._comparison(one, other)

    def changes(self, company: str) -> Iterator[Probe]:
        """The rise of a figure from one year to the next."""
        held = {(f.concept, f.item, f.period): f for f in self.facts(company)}
        for fact in self.facts(company):
            before = Period(fact.period.fiscal_year - 1, fact.period.quarter, fact.period.months)
            earlier = held.get((fact.concept, fact.item, before))
            if earlier is None or earlier.figure.scale != fact.figure.scale:
                continue
            if fact.amount > earlier.amount > 0:
                yield self._change(earlier, fact)

    def when(self, fact: Fact) -> tuple[str, ...]:
        """Ways to say a fact's period."""
        is_instant = fact.figure.statement == "balance_sheet"
        return whens(
            fact.period,
            is_instant=is_instant,
            is_calendar=self.holdings.is_calendar(fact.company),
            end=fact.figure.period_end,
        )

    def _comparison(self, one: Fact, other: Fact) -> Probe:
        pairs = [spots(self.holdings, fact) for fact in (one, other)]
        is_instant = one.figure.statement == "balance_sheet"
        preposition = "at the end of" if is_instant else "in"
        slots = {
            "company": one.company,
            "other": other.company,
            "item": one.item,
            "when": f"{preposition} fiscal {one.period.fiscal_year}",
        }
        larger = max((one, other), key=lambda f: f.amount)
        return Probe(
            kind="compare",
            question=fill(self._rng.choice(COMPARE), slots),
            answer=f"{larger.company}: {one.company} {one.figure.printed}, "
            f"{other.company} {other.figure.printed}",
            numbers=(one.number, other.number),
            gold=tuple(gold for gold, _ in pairs),
            also_ok=tuple(spot for _, also in pairs for spot in also),
            scope=tuple((f.company, f.period.name) for f in (one, other)),
            flags=("several_documents",),
            slots=slots,
            note=f"{one.figure.label} | {other.figure.label}",
        )

    def _change(self, before: Fact, now: Fact) -> Probe:
        pairs = [spots(self.holdings, fact) for fact in (now, before)]
        # Both on one page is best: the later filing prints the year before beside its own.
        number = Number(
            (now.amount - before.amount) / (now.figure.scale or 1),
            now.number.scale,
            now.number.unit,
        )
        slots = {
            "company": now.company,
            "item": now.item,
            "before": _bare(before.period),
            "now": _bare(now.period),
        }
        return Probe(
            kind="change",
            question=fill(self._rng.choice(CHANGE), slots),
            answer=f"{number.value} ({before.figure.printed} to {now.figure.printed})",
            numbers=(number,),
            gold=tuple(gold for gold, _ in pairs),
            also_ok=tuple(spot for _, also in pairs for spot in also),
            scope=((now.company, now.period.name), (now.company, before.period.name)),
            slots=slots,
            note=f"{now.figure.label}",
        )

    def _asks(self, fact: Fact) -> tuple[str, ...]:
        """Other names of the item, where its label and the concept are the same thing."""
        if fact.concept is None:
            return ()
        concept = self.holdings.lexicon.concept(fact.concept)
        mentions = self.holdings.lexicon.mentions(fact.item)
        is_whole = len(mentions) == 1 and mentions[0].concept == fact.concept
        is_whole = is_whole and len(mentions[0].words) == len(fact.item)
        if not is_whole:
            return ()
        labels = self.holdings.labels(fact.company) - {normal_label(fact.figure.label)}
        return tuple(
            ask
            for ask in concept.asks
            if normal_label(ask) not in labels and _is_near(fact.item, ask)
        )


def fill(template: str, slots: dict[str, str]) -> str:
    """A template's wording; ``owner`` is the possessive of ``company``, ``was`` agrees."""
    head = _TAIL.sub("", slots.get("item", ""))
    is_plural = head.endswith("s") and not head.endswith("ss")
    words = {
        **slots,
        "owner": possessive(slots.get("company", "")),
        "other_owner": possessive(slots.get("other", "")),
        "was": "were" if is_plural else "was",
    }
    text = template.format(**words)
    return f"{text[:1].upper()}{text[1:]}" if template.startswith("{item}") else text


def _is_near(item: str, ask: str) -> bool:
    """A synonym that nobody would dispute: it shares a word with the item, or is an abbreviation.

    What is a loss is not asked for as an income.
    """
    mine, theirs = ({*re.findall(r"[a-z]{4,}", text.lower())} for text in (item, ask))
    is_same_sign = ("loss" in mine) == ("loss" in theirs)
    return is_same_sign and (bool(mine & theirs) or len(ask) <= ABBREVIATION)


def _bare(period: Period) -> str:
    return f"fiscal {period.fiscal_year}" if period.quarter is None else period.name


def spread(
    groups: Sequence[Iterator[Probe]], n: int, seen: AbstractSet[str] = frozenset()
) -> list[Probe]:
    """The first ``n`` probes, one of each group in turn; a question only once, none ``seen``."""
    found: list[Probe] = []
    asked = set(seen)
    live = list(groups)
    while live and len(found) < n:
        for group in list(live):
            probe = next((p for p in group if p.question not in asked), None)
            if probe is None:
                live.remove(group)
                continue
            asked.add(probe.question)
            found.append(probe)
            if len(found) == n:
                break
    return found
