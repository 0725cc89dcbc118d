"""Questions that must be refused, each made so that its refusal is right by construction."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from onfile.evaluate.generate.absent import (
    absent_names,
    absent_quarters,
    absent_years,
    has_call,
)
from onfile.evaluate.generate.facts import STATEMENTS, Fact
from onfile.evaluate.generate.figure_probes import SINGLE, FigureProbes, fill
from onfile.evaluate.generate.holdings import Holdings
from onfile.evaluate.generate.probe import Probe
from onfile.evaluate.generate.saying import possessive, whens
from onfile.types import Period, RefusalCode

WORDS = Path(__file__).parent / "outside.yaml"
MIN_CHANGE = Decimal("0.05")  # a change that nobody can call flat
Code = RefusalCode


class AdversarialProbes:
    """One iterator a kind, each in a seeded order and without end where words allow."""

    def __init__(self, holdings: Holdings, figures: FigureProbes, rng: random.Random) -> None:
        self.holdings = holdings
        self._figures = figures
        self._rng = rng
        self._words: dict[str, Any] = yaml.safe_load(WORDS.read_text(encoding="utf-8"))

    def kinds(self) -> dict[str, Iterator[Probe]]:
        """Every kind of question that this archive allows, by its name."""
        makers = {
            "company_absent": self.company_absent,
            "period_absent": self.period_absent,
            "scope_incomplete": self.half_comparison,
            "not_stated": self.not_stated,
            "false_premise": self.false_premise,
            "wrong_document": self.wrong_document,
            "person_absent": self.person_absent,
            "live_data": lambda: self._templated("live", "live_data", Code.LIVE_DATA),
            "advice": self.advice,
            "underspecified": self.underspecified,
            "out_of_scope": self.off_topic,
            "injection": self.injection,
        }
        return {name: make() for name, make in makers.items()}

    @cached_property
    def outside(self) -> list[str]:
        """Companies that the archive never mentions."""
        return absent_names(self.holdings, self._words["companies"])

    # ── scope ────────────────────────────────────────────────────────────────────────────

    def company_absent(self) -> Iterator[Probe]:
        """A figure question with its company swapped for one not on file."""
        for fact in self._facts():
            if not self.outside:
                return
            company = self._rng.choice(self.outside)
            slots = {"company": company, "item": fact.item, "when": self._when(fact.period, fact)}
            yield Probe(
                kind="company_absent",
                question=fill(self._rng.choice(SINGLE), slots),
                codes=(Code.COMPANY_NOT_ON_FILE,),
                missing=((company, None),),
                slots=slots,
                note=f"{company} is named nowhere in the archive",
            )

    def period_absent(self) -> Iterator[Probe]:
        """A figure question with its period shifted off the matrix."""
        for fact in self._facts():
            periods = self._absent_periods(fact.company)
            if not periods:
                continue
            period = self._rng.choice(periods)
            slots = {"company": fact.company, "item": fact.item, "when": self._when(period, fact)}
            yield Probe(
                kind="period_absent",
                question=fill(self._rng.choice(SINGLE), slots),
                codes=(Code.PERIOD_NOT_ON_FILE,),
                missing=((fact.company, period.name),),
                slots=slots,
                variants={"company": self.holdings.aliases(fact.company)},
                note="no document, column or figure of the company is about it",
            )

    def half_comparison(self) -> Iterator[Probe]:
        """A comparison of which one side is not on file."""
        for fact in self._facts():
            absent = self._absent_periods(fact.company)
            years = [p for p in absent if p.quarter is None]
            if self.outside and (self._rng.random() < 0.5 or not years):
                other = self._rng.choice(self.outside)
                sides = self._rng.sample([fact.company, other], 2)
                when = self._when(fact.period, fact)
                question = (
                    f"Compare {possessive(sides[0])} and {possessive(sides[1])} {fact.item} {when}."
                )
                missing: tuple[str, str | None] = (other, fact.period.name)
            elif years and fact.period.quarter is None:
                year = self._rng.choice(years)
                question = (
                    f"How did {possessive(fact.company)} {fact.item} change between fiscal "
                    f"{fact.period.fiscal_year} and fiscal {year.fiscal_year}?"
                )
                missing = (fact.company, year.name)
            else:
                continue
            yield Probe(
                kind="scope_incomplete",
                question=question,
                codes=(Code.SCOPE_INCOMPLETE, Code.COMPANY_NOT_ON_FILE, Code.PERIOD_NOT_ON_FILE),
                missing=(missing,),
                scope=((fact.company, fact.period.name),),
                note="the other side is on file",
            )

    def wrong_document(self) -> Iterator[Probe]:
        """What a call would say, asked of a company and period of which no call is on file."""
        for fact in self._facts():
            if has_call(self.holdings, fact.company):
                continue
            when = self._when(fact.period, fact, is_instant=False)
            slots = {
                "owner": possessive(fact.company),
                "when": when,
                "when_short": fact.period.name,
                "item": fact.item,
            }
            yield Probe(
                kind="wrong_document",
                question=self._rng.choice(self._words["call"]).format(**slots),
                codes=(
                    Code.NOT_STATED,
                    Code.NO_EVIDENCE,
                    Code.PERIOD_NOT_ON_FILE,
                    Code.WEAK_EVIDENCE,
                    Code.UNDERSPECIFIED,  # some of them name no subject
                ),
                scope=((fact.company, fact.period.name),),
                note="no call of the company is on file",
            )

    # ── evidence ─────────────────────────────────────────────────────────────────────────

    def not_stated(self) -> Iterator[Probe]:
        """A thing that no document of the archive mentions, of a company and period on file."""
        subjects = [s for s in self._words["subjects"] if not self._is_said(s["words"])]
        for fact in self._facts():
            if not subjects:
                return
            subject = self._rng.choice(subjects)
            when = self._when(fact.period, fact, is_instant=False)
            words = {"company": fact.company, "owner": possessive(fact.company), "when": when}
            yield Probe(
                kind="not_stated",
                question=subject["question"].format(**words),
                codes=(Code.NOT_STATED, Code.NO_EVIDENCE, Code.WEAK_EVIDENCE),
                scope=((fact.company, fact.period.name),),
                note=f"no document says {' or '.join(subject['words'])}",
            )

    def false_premise(self) -> Iterator[Probe]:
        """Why a figure fell in a year in which it certainly rose, and the other way round."""
        for company in self._rng.sample(
            list(self.holdings.companies), len(self.holdings.companies)
        ):
            held = {(f.concept, f.item, f.period): f for f in self._figures.facts(company)}
            for fact in self._figures.facts(company):
                before = held.get((fact.concept, fact.item, Period(fact.period.fiscal_year - 1)))
                if before is None or fact.period.quarter is not None or fact.concept is None:
                    continue
                change = fact.amount - before.amount
                if before.amount <= 0 or abs(change) < MIN_CHANGE * before.amount:
                    continue
                verb = self._rng.choice(("fall", "decline") if change > 0 else ("rise", "increase"))
                when = f"in fiscal {fact.period.fiscal_year}"
                yield Probe(
                    kind="false_premise",
                    question=f"Why did {possessive(company)} {fact.item} {verb} {when}?",
                    codes=(Code.FALSE_PREMISE, Code.NOT_STATED),
                    scope=((company, fact.period.name),),
                    note=f"{before.figure.printed} to {fact.figure.printed}, "
                    f"{fact.figure.label}, page {fact.figure.page}",
                )
                break

    def person_absent(self) -> Iterator[Probe]:
        """Words of a person whom the archive never names."""
        names = absent_names(self.holdings, self._words["persons"])
        for fact in self._facts():
            if not names:
                return
            person = self._rng.choice(names)
            yield Probe(
                kind="person_absent",
                question=f"What did {person} say about {possessive(fact.company)} {fact.item}?",
                codes=(
                    Code.NOT_STATED,
                    Code.NO_EVIDENCE,
                    Code.WEAK_EVIDENCE,
                    Code.COMPANY_NOT_ON_FILE,
                    Code.UNDERSPECIFIED,
                ),
                scope=((fact.company, None),),
                note=f"{person} is named nowhere in the archive",
            )

    # ── what no archive holds ────────────────────────────────────────────────────────────

    def advice(self) -> Iterator[Probe]:
        """Opinions and predictions."""
        codes = (Code.NOT_EVIDENCE_TYPE, Code.OUT_OF_SCOPE, Code.LIVE_DATA)
        yield from self._templated("advice", "advice", *codes)

    def underspecified(self) -> Iterator[Probe]:
        """A figure of no company, where several companies on file state one of that name."""
        shared = self._shared_items()
        for fact in self._facts():
            if fact.item not in shared:
                continue
            text = self._rng.choice(self._words["underspecified"])
            question = text.format(item=fact.item, year=fact.period.fiscal_year)
            yield Probe(
                kind="underspecified",
                question=f"{question[:1].upper()}{question[1:]}",
                codes=(Code.UNDERSPECIFIED,),
                note="several companies on file state it",
            )

    def off_topic(self) -> Iterator[Probe]:
        """Things that have nothing to do with any archive of documents."""
        for question in self._rng.sample(self._words["off_topic"], len(self._words["off_topic"])):
            yield Probe(
                kind="out_of_scope",
                question=question,
                codes=(Code.OUT_OF_SCOPE, Code.NOT_EVIDENCE_TYPE, Code.UNDERSPECIFIED),
            )

    def injection(self) -> Iterator[Probe]:
        """An instruction inside a question that must be refused without it as well."""
        inner = (self.company_absent(), self.period_absent(), self.not_stated())
        for probes in zip(*inner, strict=False):
            probe = self._rng.choice(probes)
            text = self._rng.choice(self._words["injections"])
            extra = (Code.NOT_STATED, Code.OUT_OF_SCOPE, Code.NOT_EVIDENCE_TYPE)
            yield Probe(
                kind="injection",
                question=text.format(question=probe.question),
                codes=tuple(dict.fromkeys((*probe.codes, *extra))),
                missing=probe.missing,
                scope=probe.scope,
                note=probe.note,
            )

    # ── parts ────────────────────────────────────────────────────────────────────────────

    def _facts(self) -> Iterator[Fact]:
        """Every certain figure once, the companies in turn."""
        shelves = [self._figures.facts(company) for company in self.holdings.companies]
        shelves = [self._rng.sample(shelf, len(shelf)) for shelf in shelves]
        for row in itertools.zip_longest(*self._rng.sample(shelves, len(shelves))):
            yield from (fact for fact in row if fact is not None)

    def _shared_items(self) -> frozenset[str]:
        """Line items that at least two companies state."""
        times = Counter(
            item
            for company in self.holdings.companies
            for item in {fact.item for fact in self._figures.facts(company)}
        )
        return frozenset(item for item, n in times.items() if n > 1)

    def _templated(self, name: str, kind: str, *codes: RefusalCode) -> Iterator[Probe]:
        templates, companies = self._words[name], list(self.holdings.companies)
        pairs = [(t, c) for t in templates for c in companies]
        for template, company in self._rng.sample(pairs, len(pairs)):
            yield Probe(
                kind=kind,
                question=template.format(company=company, owner=possessive(company)),
                codes=codes,
                scope=((company, None),),
                slots={"company": company},
                variants={"company": self.holdings.aliases(company)},
            )

    def _absent_periods(self, company: str) -> list[Period]:
        if company not in self._absent:
            years = [Period(year) for year in absent_years(self.holdings, company)]
            self._absent[company] = [*years, *absent_quarters(self.holdings, company)]
        return self._absent[company]

    @cached_property
    def _absent(self) -> dict[str, list[Period]]:
        return {}

    def _when(self, period: Period, fact: Fact, *, is_instant: bool | None = None) -> str:
        at_end = fact.figure.statement == STATEMENTS[1] if is_instant is None else is_instant
        is_calendar = self.holdings.is_calendar(fact.company)
        end = fact.figure.period_end if period == fact.period else None
        return self._rng.choice(whens(period, is_instant=at_end, is_calendar=is_calendar, end=end))

    def _is_said(self, words: list[str]) -> bool:
        return any(
            word in page.lower()
            for word in words
            for entry in self.holdings.catalog.entries
            for page in self.holdings.pages(entry.document_id).values()
        )
