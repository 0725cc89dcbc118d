"""One archive, one seed, one set of questions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from onfile.errors import UsageError
from onfile.evaluate.generate import by_model
from onfile.evaluate.generate.adversarial import AdversarialProbes
from onfile.evaluate.generate.call_probes import CallProbes
from onfile.evaluate.generate.engineering_probes import EngineeringProbes
from onfile.evaluate.generate.figure_probes import FigureProbes, spread
from onfile.evaluate.generate.holdings import Holdings, Source
from onfile.evaluate.generate.paraphrase import paraphrased
from onfile.evaluate.generate.probe import Probe
from onfile.evaluate.generate.prose_probes import ProseProbes
from onfile.language.lexicon import Lexicon
from onfile.ports import Generator
from onfile.types import Catalog, JsonObject

SHARES = {  # of the answerable ones, in tenths; what an archive lacks goes to the others
    "single_figure": 4,
    "change": 1,
    "compare": 1,
    "prose": 2,
    "call": 1,
    "bid_item": 1,
    "clause": 1,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """How many questions are wanted.

    Attributes:
        seed: The same seed and archive give the same questions.
        paraphrases: Of how many of each class another wording is added.
    """

    seed: int = 1
    n_answerable: int = 100
    n_adversarial: int = 100
    n_paraphrases: int = 0


def generate(
    source: Source,
    catalog: Catalog,
    lexicon: Lexicon,
    asked: Asked,
    writer: Generator | None = None,
) -> list[JsonObject]:
    """Rows of a question set, the answerable first.

    Fewer than were asked for where the archive does not allow more.

    Args:
        source, catalog, lexicon: The archive, and what its words mean.
        asked: How many.
        writer: A model that adds a wording of its own to each rule's.

    Raises:
        UsageError: nothing on file can be asked about.
        ModelError: the model can't be reached or run.
    """
    holdings = Holdings(source, catalog, lexicon)
    rng = random.Random(asked.seed)
    figures = FigureProbes(holdings, rng)
    answerable = _in_shares(_answerable(holdings, figures, rng), asked.n_answerable)
    kinds = AdversarialProbes(holdings, figures, rng).kinds()
    adversarial = spread(list(kinds.values()), asked.n_adversarial)
    if not catalog.entries or not (answerable or adversarial):
        raise UsageError(
            "nothing on file can be asked about",
            hint="figures of statements, sentences of filings, turns of calls, bid items are",
        )
    wordings = _Wordings(asked.n_paraphrases, rng, writer)
    return [*_rows("A", answerable, wordings), *_rows("U", adversarial, wordings)]


@dataclass(frozen=True, slots=True)
class _Wordings:
    """Other wordings for the first ``n`` probes of each class."""

    n: int
    rng: random.Random
    writer: Generator | None

    def of(self, number: int, probe: Probe) -> Iterator[Probe]:
        if number > self.n:
            return
        by_rule = paraphrased(probe, self.rng)
        if by_rule is not None:
            yield by_rule
        written = None if self.writer is None else by_model.reworded(probe, self.writer)
        if written is not None:
            yield written


def _answerable(
    holdings: Holdings, figures: FigureProbes, rng: random.Random
) -> dict[str, list[Iterator[Probe]]]:
    prose, calls = ProseProbes(holdings, rng), CallProbes(holdings, rng)
    works = EngineeringProbes(holdings, rng)
    companies = list(holdings.companies)
    return {
        "single_figure": [figures.singles(c) for c in companies],
        "change": [figures.changes(c) for c in companies],
        "compare": [figures.comparisons()],
        "prose": [prose.of_company(c) for c in companies],
        "call": [calls.of_company(c) for c in companies],
        "bid_item": [works.bids()],
        "clause": [works.clauses()],
    }


def _in_shares(kinds: Mapping[str, list[Iterator[Probe]]], n: int) -> list[Probe]:
    """As many of each kind as its share, then more of those that have more."""
    total = sum(SHARES.values())
    found: list[Probe] = []
    for name, groups in kinds.items():
        found += spread(groups, round(n * SHARES[name] / total))
    left = [group for groups in kinds.values() for group in groups]
    found += spread(left, max(n - len(found), 0), seen={p.question for p in found})
    return found[:n]


def _rows(letter: str, probes: list[Probe], wordings: _Wordings) -> Iterator[JsonObject]:
    for number, probe in enumerate(probes, start=1):
        probe_id = f"gen-{letter}{number:03d}"
        yield probe.row(probe_id)
        for n, other in enumerate(wordings.of(number, probe), start=1):
            base = {"base_id": probe_id, "base_question": probe.question}
            yield other.row(f"{probe_id}-P{n}") | base
