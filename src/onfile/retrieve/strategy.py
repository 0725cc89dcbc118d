"""How pages are ranked: which rankers, how much each counts, what settles near ties.

``STANDARD`` is what every search uses. The others exist to be measured against it by
``onfile compare-strategies``; docs/retrieval.md has what each part was worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from onfile.retrieve.fuse import RRF_K

_WEIGHTS = {"words": 0.8, "lexicon": 1.0, "dense": 0.7, "figures": 2.0, "statements": 1.0}


@dataclass(frozen=True, slots=True)
class Strategy:
    """One way to rank.

    Attributes:
        weights: By ranker; a ranker without weight is not asked.
        rrf_k: The constant of reciprocal rank fusion.
        is_graded: Whether a hit far behind its ranker's first counts less than its rank says.
        has_phrases: Whether words that stand together settle near ties.
        is_reranked, has_hyde, is_rewritten: Whether the reranker, and the passage and the words
            that a model makes up, have a say where they are set.
        is_scoped: Whether company, period and form choose documents before anything is ranked.
        section_bonus: For the part of a document in which such things are discussed.
        contents_penalty: Contents pages name everything and answer nothing.
        exhibit_penalty: Plans, agreements and lists of subsidiaries behind a filing mention much.
        segment_penalty: A page about one segment, where the company is asked about.
        event_bonus: The items of a current report, where one is named.
        speaker_bonus: The words of the person who is named.
        unasked_figures: A table helps a why-question, but does not answer it.
        older_penalty: Per year before the latest, where no period is asked for.
        later_penalty: Per step away from the period's own filing, see ``scoped.py``.
    """

    name: str = "standard"
    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType(_WEIGHTS))
    rrf_k: int = RRF_K
    is_graded: bool = True
    has_phrases: bool = True
    is_scoped: bool = True
    is_reranked: bool = True
    has_hyde: bool = True
    is_rewritten: bool = True
    section_bonus: float = 1.25
    contents_penalty: float = 0.5
    exhibit_penalty: float = 0.6
    segment_penalty: float = 0.9
    event_bonus: float = 1.3
    speaker_bonus: float = 1.5
    unasked_figures: float = 0.2
    later_penalty: float = 0.85
    older_penalty: float = 0.75

    def without(self, *rankers: str) -> Strategy:
        """The same without some rankers."""
        left = {name: w for name, w in self.weights.items() if name not in rankers}
        return replace(self, name=f"without {' and '.join(rankers)}", weights=left)

    def only(self, *rankers: str) -> Strategy:
        """Some rankers alone, as plain fusion does it: no phrases, no bonus for sections."""
        kept = {name: w for name, w in self.weights.items() if name in rankers}
        name = f"{' + '.join(rankers)} only"
        return replace(self, name=name, weights=kept, has_phrases=False, section_bonus=1.0)


STANDARD = Strategy()

STRATEGIES: tuple[Strategy, ...] = (
    STANDARD,
    *(STANDARD.without(ranker) for ranker in _WEIGHTS),
    STANDARD.without("figures", "statements"),
    replace(STANDARD, name="without phrases", has_phrases=False),
    replace(
        STANDARD,
        name="without sections",
        section_bonus=1.0,
        segment_penalty=1.0,
        event_bonus=1.0,
        speaker_bonus=1.0,
    ),
    replace(STANDARD, name="later filings as near", later_penalty=1.0, older_penalty=1.0),
    replace(STANDARD, name="contents as good", contents_penalty=1.0),
    replace(STANDARD, name="exhibits as good", exhibit_penalty=1.0),
    replace(STANDARD, name="ranks alone", is_graded=False),
    replace(STANDARD, name="k = 60", rrf_k=60),
    replace(STANDARD, name="k = 60, ranks alone", rrf_k=60, is_graded=False),
    STANDARD.only("words"),
    STANDARD.only("dense"),
    STANDARD.only("words", "dense"),
    replace(STANDARD.only("words"), name="words only, no scope", is_scoped=False),
    replace(STANDARD.only("dense"), name="dense only, no scope", is_scoped=False),
    replace(STANDARD.only("words", "dense"), name="words + dense, no scope", is_scoped=False),
)
"""What ``onfile compare-strategies`` runs, the standard first."""
