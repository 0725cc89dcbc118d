"""Questions of an archive of works: bid items, clauses of specifications."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

from onfile.evaluate.generate.holdings import Holdings
from onfile.evaluate.generate.probe import Number, Probe, Spot
from onfile.evaluate.generate.saying import possessive
from onfile.language.sentences import units
from onfile.types import CatalogEntry, Figure

BID_FORM = "bid tabulation"
PRICES = ("unit price", "extension")
ENGINEER = "engineer's estimate"
_ITEM = re.compile(r"^(?P<number>\d[\w.-]*) (?P<words>.{3,80})$")
_CLAUSE = re.compile(
    r"^(?P<number>\d{1,2}[.-]\d{1,3}(?:[.(]\d+\)?)*[A-Z]?) (?P<words>[A-Z].{3,60})$"
)
_SPACES = re.compile(r"\s*\([^()]*\)$")
UNIT_PRICE = (
    "What unit price did {bidder} bid for item {number}, {words}?",
    "{bidder} unit price for {words} in the bid tabulation?",
    "In the bid tab, what is {owner} unit price for item {number}?",
)
EXTENSION = (
    "What is {owner} extended amount for item {number}, {words}?",
    "How much did {bidder} bid in total for item {number} ({words})?",
)
ESTIMATE = (
    "What is the engineer's estimate for the {what} of item {number}, {words}?",
    "Engineer's estimate, {what} of {words} in the bid tabulation?",
)
QUANTITY = (
    "What is the estimated quantity of item {number}, {words}, in the bid tabulation?",
    "Bid quantity for item {number} {words}?",
)
CLAUSE = (
    "What does clause {number} say about {words}?",
    "Under {number} {words}, what is specified?",
    "{number} {words}",
)


class EngineeringProbes:
    """Bid items and clauses as questions, in a seeded order."""

    def __init__(self, holdings: Holdings, rng: random.Random) -> None:
        self.holdings = holdings
        self._rng = rng

    def bids(self) -> Iterator[Probe]:
        """Cells of bid tabulations; only where one tabulation is on file, for no other is named."""
        entries = [e for e in self.holdings.others if e.identity.form == BID_FORM]
        if len(entries) != 1:
            return
        figures = list(self.holdings.source.figures([entries[0].document_id]))
        self._rng.shuffle(figures)
        for figure in figures:
            probe = self._bid(entries[0], figure, figures)
            if probe is not None:
                yield probe

    def clauses(self) -> Iterator[Probe]:
        """Numbered clauses of documents of no company."""
        found = [p for entry in self.holdings.others for p in self._clauses(entry)]
        times = Counter(p.slots["number"] for p in found)
        self._rng.shuffle(found)
        yield from (p for p in found if times[p.slots["number"]] == 1)

    def _bid(self, entry: CatalogEntry, figure: Figure, others: list[Figure]) -> Probe | None:
        item = _ITEM.match(figure.label)
        if item is None or figure.statement != "bid_tabulation":
            return None
        words = _SPACES.sub("", item["words"])
        if (
            sum(f.label == figure.label and f.column_header == figure.column_header for f in others)
            != 1
        ):
            return None
        header = figure.column_header
        what = next((p for p in (*PRICES, "quantity") if header.endswith(p)), None)
        bidder = header.removesuffix(what or "").strip()
        if what is None or len(bidder.split()) > 6:  # a title that ran into the heading
            return None
        templates = {"unit price": UNIT_PRICE, "extension": EXTENSION, "quantity": QUANTITY}[what]
        if bidder.lower().replace("’", "'") == ENGINEER:
            templates = ESTIMATE
        amount = "extended amount" if what == "extension" else what
        slots = {"bidder": bidder, "number": item["number"], "words": words, "what": amount}
        text = self.holdings.pages(figure.document_id)[figure.page]
        row = " ".join(text[figure.row_span.start : figure.row_span.end].split())
        return Probe(
            kind="bid_item",
            question=self._rng.choice(templates).format(**slots, owner=possessive(bidder)),
            answer=figure.printed,
            numbers=(Number(figure.value, 1, "count" if what == "quantity" else "USD"),),
            gold=(Spot(entry.name, figure.page, row),),
            slots=slots,
            note=f"{figure.label} | {header}",
        )

    def _clauses(self, entry: CatalogEntry) -> Iterator[Probe]:
        has_pages = self.holdings.source.document(entry.document_id).has_pages
        contents = set(_contents(self.holdings, entry))
        for number, page in self.holdings.pages(entry.document_id).items():
            if number in contents or not has_pages:
                continue
            parts = units(page)
            for i, unit in enumerate(parts[:-1]):
                heading = _CLAUSE.match(" ".join(page[unit.start : unit.end].split()))
                body = parts[i + 1]
                if heading is None or unit.kind != "heading" or body.kind != "sentence":
                    continue
                quote = " ".join(page[body.start : body.end].split())
                slots = {"number": heading["number"], "words": heading["words"]}
                yield Probe(
                    kind="clause",
                    question=self._rng.choice(CLAUSE).format(**slots),
                    answer=quote,
                    gold=(Spot(entry.name, number, quote),),
                    slots=slots,
                    note=f"heading {heading.group()}",
                )


def _contents(holdings: Holdings, entry: CatalogEntry) -> Iterator[int]:
    """Pages that list headings with dots and page numbers."""
    for number, page in holdings.pages(entry.document_id).items():
        if len(re.findall(r"\.{4,}\s*\d+", page)) >= 3:
            yield number
