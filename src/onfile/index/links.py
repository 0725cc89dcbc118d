"""Documents that belong together: amendments with what they amend, and near-duplicates."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from onfile.types import Document

AMENDS = "amends"
NEAR_DUPLICATE = "near_duplicate"
MIN_SHARE = 0.8  # of runs of five words: a proof and its final text are above, two quarters below
_COMMON_RUNS = 8  # of 256: fewer can't be four fifths of either text


Hashes = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Link:
    """One document and the one it belongs to.

    Attributes:
        document, other: Document ids; an amendment comes first.
        kind: ``amends`` or ``near_duplicate``.
        share: The estimated share of common text; 1 for an amendment.
    """

    document: str
    other: str
    kind: str
    share: float = 1.0


def links_of(documents: Sequence[Document], sketches: Mapping[str, bytes]) -> tuple[Link, ...]:
    """All links between these documents, in order of their ids."""
    held = {d.document_id: sketches[d.document_id] for d in documents if d.document_id in sketches}
    found = [*_amendments(documents), *_near_duplicates(held)]
    return tuple(sorted(found, key=lambda link: (link.document, link.other, link.kind)))


def _amendments(documents: Iterable[Document]) -> list[Link]:
    filed: dict[tuple[str | None, str, str], list[Document]] = defaultdict(list)
    for document in documents:
        key = _filing(document)
        if key is not None:
            filed[key].append(document)
    return [
        Link(later.document_id, original.document_id, AMENDS)
        for group in filed.values()
        for later in group
        if later.identity.is_amendment
        for original in group
        if not original.identity.is_amendment
    ]


def _filing(document: Document) -> tuple[str | None, str, str] | None:
    """What a filing and its amendments have in common; None when that is not known."""
    identity = document.identity
    if identity.company is None or identity.form is None or identity.period is None:
        return None
    return (identity.company, identity.form.removesuffix("/A"), identity.period.name)


def _near_duplicates(sketches: Mapping[str, bytes]) -> list[Link]:
    ids = sorted(sketches)
    hashes = [np.frombuffer(sketches[document_id], "<u8") for document_id in ids]
    return [
        Link(ids[one], ids[other], NEAR_DUPLICATE, round(share, 3))
        for one, other in sorted(_pairs_in_common(hashes))
        if (share := resemblance(hashes[one], hashes[other])) >= MIN_SHARE
    ]


def _pairs_in_common(hashes: Sequence[Hashes]) -> set[tuple[int, int]]:
    """Pairs that share enough of their smallest hashes to be worth a closer look."""
    if not hashes:
        return set()
    owners = np.repeat(np.arange(len(hashes)), [len(h) for h in hashes])
    order = np.argsort(np.concatenate(hashes), kind="stable")
    values = np.concatenate(hashes)[order]
    starts = np.flatnonzero(np.r_[True, values[1:] != values[:-1], True])
    times: dict[tuple[int, int], int] = defaultdict(int)
    for first, end in itertools.pairwise(starts.tolist()):
        if end - first > 1:
            group = owners[order[first:end]].tolist()
            for at, one in enumerate(group):
                for other in group[at + 1 :]:
                    times[one, other] += 1
    return {pair for pair, n in times.items() if n >= _COMMON_RUNS}


def resemblance(left: Hashes, right: Hashes) -> float:
    """The estimated share of runs of words that two texts have in common, 0 to 1."""
    if len(left) == 0 or len(right) == 0:
        return 0.0
    smallest = np.union1d(left, right)[: max(len(left), len(right))]
    return float((np.isin(smallest, left) & np.isin(smallest, right)).mean())
