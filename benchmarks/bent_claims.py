"""True statements about an archive's figures, each also bent in one way: are they told apart?

    python benchmarks/bent_claims.py STORE [--each 30] [--out OUT.jsonl]

True statements are made of the certain figures of the store's own tables in the wordings below: a
figure, two rows, two periods, a change, two companies, two segments, a bid. Each is then made
false by one swap: company, period, bidder, row, part, sign, direction, unit, scale, order, amount.
The question is the same for both. Prints how many true ones ``onfile verify`` supports (*kept*)
and how many bent ones it does not (*caught*), by kind of statement and by bend.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from onfile.engine import Engine
from onfile.evaluate.generate.facts import Fact, facts
from onfile.evaluate.generate.holdings import Holdings
from onfile.evaluate.generate.saying import possessive, spoken, whens
from onfile.language import lexicon
from onfile.types import Figure
from onfile.verify.named import bidder_of

SEED = 23
SCALE_WORDS = {10**3: "thousand", 10**5: "lakh", 10**6: "million", 10**7: "crore", 10**9: "billion"}
SIGNED = ("net_income", "operating_income", "pretax_income")
MIN_GAP = Decimal("0.03")  # a swap must change the amount by more than a rounding could

FIGURE = (
    "{owner} {item} was {money} {when}.",
    "{When}, {company} reported {item} of {money}.",
    "It was {money}.",
    "{company} had {money} of {item} {when}.",
    "According to the filing, {item} {when} came to {money}.",
    "The company's {item} for {bare} stood at {money}.",
    "{company} recorded {money} in {item} {when}.",
    "{item} ({bare}): {money}",
)
ROWS = (
    "{When}, {owner} {item} was {money} and its {item2} was {money2}.",
    "{company} reported {item} of {money} and {item2} of {money2} {when}.",
    "{bare}: {item} {money}; {item2} {money2}.",
    "{owner} {item} {when} was {money}.\nThe {item2} was {money2}.",
)
PERIODS = (
    "{owner} {item} was {money} {when} and {money2} {when2}.",
    "{When} {item} at {company} was {money}, against {money2} {when2}.",
    "{owner} {item} was {money2} and {money} {when2} and {when}, respectively.",
    "{company}, {item}: {when2}: {money2}; {when}: {money}.",
    "{item} of {company}: {money} ({bare}), {money2} ({bare2}).",
    "Compared with {money2} {when2}, {owner} {item} was {money} {when}.",
    "For {bare} {company} shows {item} of {money}; for {bare2}, {money2}.",
    "{owner} {item}:\n- {bare2}: {money2}\n- {bare}: {money}",
)
CHANGE = (
    "{owner} {item} {rose} by {by} to {money} {when}.",
    "{owner} {item} {rose} from {money2} {when2} to {money} {when}.",
    "{When} {owner} {item} was {money}, {up} {share} from {money2}.",
    "{owner} {item} was {higher} {when} than {when2}.",
    "{owner} {item} {rose} {share} to {money} {when}.",
    "{company}'s {item} came to {money} {when}, {a_rise} of {by} from the year before.",
    "There was {a_rise} in {item} from {money2} to {money}.",
    "{item} {rose} {when} compared to {when2}.",
)
WAYS = (
    {"rose": "rose", "up": "up", "higher": "higher", "a_rise": "an increase"},
    {"rose": "increased", "up": "up", "higher": "higher", "a_rise": "a rise"},
    {"rose": "grew", "up": "up", "higher": "larger", "a_rise": "an increase"},
)
OTHER_WAYS = (
    {"rose": "fell", "up": "down", "higher": "lower", "a_rise": "a decrease"},
    {"rose": "decreased", "up": "down", "higher": "lower", "a_rise": "a decline"},
    {"rose": "declined", "up": "down", "higher": "smaller", "a_rise": "a drop"},
)
COMPANIES = (
    "{When}, {item} was {money} at {company} and {money2} at {company2}.",
    "{owner} {item} was {money} {when}; {owner2} was {money2}.",
    "{When}, {owner} {item} of {money} was {higher} than the {money2} of {company2}.",
    "{company2} reported {item} of {money2} {when}, while {company} reported {money}.",
    "{company}: {money}\n{company2}: {money2}",
    "{owner} {item} ({money}) was {higher} than {owner2} ({money2}) {when}.",
)
PARTS = (
    "{owner} {part} segment had {item} of {money} {when}.",
    "{When}, {item} of {part} was {money} and that of {part2} was {money2}.",
    "{part}'s {item} was {money} {when}, {part2}'s {money2}.",
)
BIDS = (
    "{bidder} bid {money} for {item}.",
    "{item}: {bidder} bid {money} and {bidder2} {money2}.",
    "The unit price of {item} was {money} ({bidder}) and {money2} ({bidder2}).",
    "{bidder}'s unit price of {money} for {item} was {higher} than {bidder2}'s {money2}.",
    "For {item}, {money} was bid by {bidder} and {money2} by {bidder2}.",
    "{item} — {bidder}: {money}; {bidder2}: {money2}.",
    "{bidder} asked for {money} per unit of {item}, {bidder2} for {money2}.",
)

Fields = Mapping[str, str]
Made = tuple[str, str, Fields, dict[str, Fields]]
"""Question, template, the true fields, and for each bend the fields that it changes."""


@dataclass(frozen=True, slots=True)
class Claim:
    """An answer to a question. ``bend`` is what was made false; empty where it is true."""

    claim_id: str
    kind: str
    bend: str
    question: str
    answer: str


def money(amount: Decimal, scale: int, currency: str) -> str:
    """``$5,037 million``, ``-$11 million``, ``INR 180 crore``."""
    word = f" {SCALE_WORDS[scale]}" if scale in SCALE_WORDS else ""
    sign = "$" if currency == "USD" else f"{currency} "
    return f"{'-' if amount < 0 else ''}{sign}{abs(amount / scale):,f}{word}"


def of_fact(fact: Fact) -> str:
    """A fact's amount as its table prints it."""
    return money(fact.amount, fact.figure.scale or 1, fact.figure.currency or "")


class Maker:
    """Makes statements of one store, the same ones for the same seed."""

    def __init__(self, engine: Engine, each: int) -> None:
        self.engine = engine
        self.holdings = Holdings(engine.store, engine.store.catalog(), lexicon.load())
        self.random = random.Random(SEED)
        self.each = each
        self.facts = {c: self._told(c) for c in self.holdings.companies}

    def claims(self) -> Iterator[Claim]:
        """True statements and their bent forms."""
        makers: dict[str, tuple[Callable[[], Iterator[Made]], Sequence[str]]] = {
            "figure": (self._figures, FIGURE),
            "rows": (self._rows, ROWS),
            "periods": (self._periods, PERIODS),
            "change": (self._changes, CHANGE),
            "companies": (self._companies, COMPANIES),
            "parts": (self._parts, PARTS),
            "bids": (self._bids, BIDS),
        }
        for kind, (make, templates) in makers.items():
            every = list(make())
            self.random.shuffle(every)
            for n, (question, _, fields, bends) in enumerate(every[: self.each]):
                template = templates[n % len(templates)]
                true = _filled(template, fields)
                yield Claim(f"{kind}-{n}", kind, "", question, true)
                for bend, changed in bends.items():
                    bent = _filled(template, {**fields, **changed})
                    if bent != true and not _only_in(template, bend):
                        yield Claim(f"{kind}-{n}-{bend}", kind, bend, question, bent)

    def _told(self, company: str) -> list[Fact]:
        kept = [
            f
            for f in facts(self.holdings, company)
            if f.concept is not None
            and f.is_own
            and f.figure.scale is not None
            and f.figure.currency is not None
            and f.figure.unit is None
            and f.amount != 0
        ]
        return sorted(kept, key=lambda f: (f.concept or "", f.period.name))

    def _fields(self, fact: Fact) -> dict[str, str]:
        figure = fact.figure
        when = whens(
            fact.period,
            is_instant=figure.is_instant,
            is_calendar=self.holdings.is_calendar(fact.company),
            end=figure.period_end,
        )[0]
        return {
            "company": fact.company,
            "owner": possessive(fact.company),
            "item": fact.item,
            "money": of_fact(fact),
            "when": when,
            "bare": when.removeprefix("in ").removeprefix("at the end of "),
        }

    def _figures(self) -> Iterator[Made]:
        every = [f for told in self.facts.values() for f in told]
        for company, told in self.facts.items():
            for n, fact in enumerate(told):
                fields = self._fields(fact)
                others = {
                    "period": [f for f in told if f.concept == fact.concept],
                    "row": [f for f in told if f.period == fact.period],
                    "company": [
                        f
                        for f in every
                        if f.company != company
                        and (f.concept, f.period) == (fact.concept, fact.period)
                    ],
                }
                bends = {}
                for bend, found in others.items():
                    other = _one_of([f for f in found if _differ(f, fact)], n)
                    if other is not None:
                        bends[bend] = {"money": of_fact(other)}
                scale, currency = fact.figure.scale or 1, fact.figure.currency or ""
                if scale in (1000, 10**6):
                    bends["scale"] = {"money": money(fact.amount * 1000, scale * 1000, currency)}
                other_currency = "EUR" if currency == "USD" else "USD"
                bends["unit"] = {"money": money(fact.amount, scale, other_currency)}
                if fact.concept in SIGNED:
                    bends["sign"] = {"money": money(-fact.amount, scale, currency)}
                yield f"What was {fields['owner']} {fact.item} {fields['when']}?", "", fields, bends

    def _rows(self) -> Iterator[Made]:
        for told in self.facts.values():
            for n, fact in enumerate(told):
                beside = [f for f in told if f.period == fact.period and f.concept != fact.concept]
                other = _one_of(beside, n * 7)
                if other is None or not _differ(fact, other) or other.item in fact.item:
                    continue
                fields = {**self._fields(fact), **_second(self._fields(other))}
                question = f"How did {fact.company} do in {fields['bare']}?"
                if n % 2:
                    both = f"{fact.item} and {other.item}"
                    question = f"What were {fields['owner']} {both} {fields['when']}?"
                swapped = {"money": fields["money2"], "money2": fields["money"]}
                yield question, "", fields, {"row": swapped}

    def _in_time(self) -> Iterator[tuple[int, Fact, Fact]]:
        """The same item in one period and in the one a year before."""
        n = 0
        for told in self.facts.values():
            by_key = {(f.concept, f.period): f for f in told}
            for fact in told:
                before = replace(fact.period, fiscal_year=fact.period.fiscal_year - 1)
                earlier = by_key.get((fact.concept, before))
                if earlier and _differ(earlier, fact) and min(earlier.amount, fact.amount) > 0:
                    n += 1
                    yield n, earlier, fact

    def _periods(self) -> Iterator[Made]:
        for n, old, new in self._in_time():
            fields = {**self._fields(new), **_second(self._fields(old))}
            question = f"How did {fields['owner']} {new.item} develop?"
            if n % 2:
                question = (
                    f"What was {fields['owner']} {new.item} {fields['when2']} and {fields['when']}?"
                )
            swapped = {"money": fields["money2"], "money2": fields["money"]}
            yield question, "", fields, {"order": swapped}

    def _changes(self) -> Iterator[Made]:
        for n, old, new in self._in_time():
            gap = new.amount - old.amount
            share = (abs(gap) / old.amount * 100).quantize(Decimal("0.1"), ROUND_HALF_UP)
            ways = (WAYS, OTHER_WAYS) if gap > 0 else (OTHER_WAYS, WAYS)
            scale, currency = new.figure.scale or 1, new.figure.currency or ""
            fields = {
                **self._fields(new),
                **_second(self._fields(old)),
                **ways[0][n % 3],
                "by": money(abs(gap), scale, currency),
                "share": f"{share}%",
            }
            question = f"What happened to {fields['owner']} {new.item} {fields['when']}?"
            if n % 2:
                question = (
                    f"How did {fields['owner']} {new.item} change from {fields['bare2']} to "
                    f"{fields['bare']}?"
                )
            other = ways[1][n % 3]
            swapped = {"money": fields["money2"], "money2": fields["money"]}
            yield question, "", fields, {
                "direction": other,
                "order": {**swapped, **other},
                "amount": {
                    "by": money(abs(gap) * 2, scale, currency), "share": f"{share * 2 + 1}%"
                },
            }  # fmt: skip

    def _companies(self) -> Iterator[Made]:
        by_key = collections.defaultdict(list)
        for told in self.facts.values():
            for fact in told:
                by_key[fact.concept, fact.period].append(fact)
        for found in by_key.values():
            for a, b in itertools.combinations(found, 2):
                if not _differ(a, b) or min(a.amount, b.amount) <= 0 or a.company == b.company:
                    continue
                fields = {**self._fields(a), **_second(self._fields(b))}
                year = f"fiscal {a.period.fiscal_year}"
                quarter = "" if a.period.quarter is None else f"Q{a.period.quarter} of "
                at = "at the end of" if a.figure.is_instant else "in"
                fields["when"] = f"{at} {quarter}{year}"
                up = a.amount > b.amount
                fields["higher"] = "higher" if up else "lower"
                question = f"Compare the {a.item} of {a.company} and {b.company} {fields['when']}."
                other = {"higher": "lower" if up else "higher"}
                swapped = {"money": fields["money2"], "money2": fields["money"]}
                yield question, "", fields, {"company": {**swapped, **other}, "direction": other}

    def _parts(self) -> Iterator[Made]:
        names = self.holdings.lexicon
        for company in self.holdings.companies:
            calendar = self.holdings.is_calendar(company)
            groups = collections.defaultdict(list)
            for f in self.holdings.figures(company):
                is_total = "total" in f.label.lower() or f.value <= 0
                if f.statement != "segments" or not f.path or is_total:
                    continue
                is_measured = f.currency and names.mentions(f.path[-1])
                if f.period and f.scale and is_measured and not names.mentions(f.label):
                    groups[f.document_id, f.path, f.period].append(f)
            for (_, path, period), found in groups.items():
                for a, b in itertools.permutations(found, 2):
                    near = abs(a.value - b.value) <= MIN_GAP * max(a.value, b.value)
                    if near or [f.label for f in found].count(a.label) > 1:
                        continue
                    when = whens(period, is_instant=False, is_calendar=calendar, end=None)[0]
                    fields = {
                        "company": company, "owner": possessive(company), "item": spoken(path[-1]),
                        "part": a.label, "part2": b.label, "when": when,
                        "money": money(a.value * a.scale, a.scale, a.currency or ""),
                        "money2": money(b.value * b.scale, b.scale, b.currency or ""),
                    }  # fmt: skip
                    question = f"What was the {fields['item']} of {company}'s {a.label} {when}?"
                    swapped = {"money": fields["money2"], "money2": fields["money"]}
                    yield question, "", fields, {"part": swapped}

    def _bids(self) -> Iterator[Made]:
        rows = collections.defaultdict(list)
        columns = collections.defaultdict(list)
        for figure in self.engine.store.figures(None, statements=["bid_tabulation"]):
            if "unit price" in figure.column_header and figure.value > 0:
                rows[figure.document_id, figure.page, figure.label].append(figure)
                columns[figure.document_id, figure.column_header].append(figure)
        for figures in rows.values():
            for a, b in itertools.permutations(figures, 2):
                one, two, item = _bidder(a), _bidder(b), a.label.partition(" ")[2]
                if a.value == b.value or one == two or not item:
                    continue
                lower, higher = ("lower", "higher") if a.value < b.value else ("higher", "lower")
                fields = {
                    "bidder": one, "bidder2": two, "item": item, "higher": lower,
                    "money": f"${a.value:,f}", "money2": f"${b.value:,f}",
                }  # fmt: skip
                question = f"What unit prices did {one} and {two} bid for {item}?"
                swapped = {"money": fields["money2"], "money2": fields["money"], "higher": higher}
                bends = {"bidder": swapped, "direction": {"higher": higher}}
                row = _one_of(
                    [
                        f
                        for f in columns[a.document_id, a.column_header]
                        if f.label != a.label and f.value not in (a.value, b.value)
                    ],
                    len(item),
                )
                if row is not None:
                    bends["row"] = {"money": f"${row.value:,f}"}
                yield question, "", fields, bends


def _filled(template: str, fields: Fields) -> str:
    first = {"When": fields.get("when", "")}
    text = template.format_map({**fields, **{k: v[:1].upper() + v[1:] for k, v in first.items()}})
    return text[:1].upper() + text[1:]


def _only_in(template: str, bend: str) -> bool:
    """True where the bend would leave the template's statement true, or without sense."""
    if bend == "order":  # a swap of two amounts needs both
        return "{money2}" not in template
    if bend == "row":
        return "higher" in template
    return False


def _second(fields: Fields) -> dict[str, str]:
    return {f"{name}2": value for name, value in fields.items()}


def _one_of(found: Sequence[Fact] | Sequence[Figure], n: int) -> Fact | Figure | None:
    return found[n % len(found)] if found else None


def _differ(a: Fact, b: Fact) -> bool:
    x, y = abs(a.amount), abs(b.amount)
    return abs(x - y) > MIN_GAP * max(x, y)


def _bidder(figure: Figure) -> str:
    name = bidder_of(figure.column_header)
    return f"the {name}" if name.startswith("Engineer") else name


def judged(engine: Engine, each: int) -> list[tuple[Claim, bool, tuple[str, ...]]]:
    """Every claim, whether it was found supported, and the reasons."""
    found = []
    for claim in Maker(engine, each).claims():
        verdict = engine.verify(claim.question, claim.answer)
        found.append((claim, verdict.is_supported, verdict.reasons))
    return found


def main() -> None:
    """Make them, have them judged, count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("--each", type=int, default=30)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    with Engine(given.store) as engine:
        rows = judged(engine, given.each)
    if given.out is not None:
        with given.out.open("w", encoding="utf-8") as out:
            for claim, is_supported, reasons in rows:
                row = {
                    "id": claim.claim_id, "bend": claim.bend, "question": claim.question,
                    "answer": claim.answer, "supported": is_supported, "reasons": reasons,
                }  # fmt: skip
                out.write(json.dumps(row) + "\n")
    counts: dict[tuple[str, str], list[int]] = collections.defaultdict(lambda: [0, 0])
    for claim, is_supported, _ in rows:
        what = "caught" if claim.bend else "kept"
        for name in ("all", claim.bend or claim.kind):
            counts[what, name][0] += is_supported != bool(claim.bend)
            counts[what, name][1] += 1
    for (what, name), (good, of) in sorted(counts.items()):
        sys.stdout.write(f"{what:7} {name:12} {good:4} of {of:4}  {good / of:.3f}\n")


if __name__ == "__main__":
    main()
