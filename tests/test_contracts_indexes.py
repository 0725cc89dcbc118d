"""What lexical and dense indexes promise; the fakes and the real ones are held to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

import pytest

from onfile.index.dense import VectorIndex
from onfile.index.lexical import PostingsIndex
from onfile.index.store import Store
from onfile.testing import FakeDenseIndex, FakeEmbedder, FakeLexicalIndex
from onfile.types import (
    Chunk,
    Document,
    Hit,
    Identity,
    Page,
    PageStatus,
    ScoreKind,
    Span,
    Structure,
)

TEXTS = {
    "north": ["alder birch", "cedar elm", "alder alder fir"],
    "south": ["alder", "birch cedar cedar"],
    "west": ["hazel"],
}
CHUNKS = [
    Chunk(f"{name}:{n}", name, n, "prose", text, "", (Span(n, 0, len(text)),))
    for name, texts in TEXTS.items()
    for n, text in enumerate(texts, 1)
]
EMBEDDER = FakeEmbedder()


class Search:
    """One way to ask an index of either kind."""

    def __init__(self, kind: ScoreKind, search: Callable[..., list[Hit]]) -> None:
        self.kind = kind
        self._search = search

    def __call__(
        self,
        words: str,
        visible: AbstractSet[str] | None = None,
        within: AbstractSet[str] | None = None,
        k: int = 10,
    ) -> list[Hit]:
        query = EMBEDDER.embed([words])[0] if self.kind is ScoreKind.COSINE else words
        return self._search(query, visible=visible, within=within, k=k)


def store_of(chunks: Sequence[Chunk], folder: Path) -> Store:
    store = Store.open(folder, create=True)
    for name in TEXTS:
        own = [chunk for chunk in chunks if chunk.document_id == name]
        pages = [Page(c.number, c.text, PageStatus.TEXT) for c in own]
        document = Document(name, name, f"/{name}", "text/plain", 1, len(own), True, Identity())
        store.put(document, pages, [], Structure(Identity()), own, [])
    return store


@pytest.fixture(params=["fake lexical", "postings", "fake dense", "vectors"])
def search(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Search]:
    if request.param == "fake lexical":
        yield Search(ScoreKind.BM25, FakeLexicalIndex(CHUNKS).search)
    elif request.param == "fake dense":
        yield Search(ScoreKind.COSINE, FakeDenseIndex(CHUNKS, EMBEDDER).search)
    else:
        with store_of(CHUNKS, tmp_path / "s") as store:
            if request.param == "postings":
                yield Search(ScoreKind.BM25, PostingsIndex(store, lambda words: words).search)
            else:
                vectors = VectorIndex(store, EMBEDDER.name)
                vectors.embed_pending(EMBEDDER)
                yield Search(ScoreKind.COSINE, vectors.search)


def test_hits_come_best_first_with_ranks_from_one_and_one_kind_of_score(search: Search) -> None:
    hits = search("alder birch")
    assert hits[0].chunk_id == "north:1"
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    values = [hit.score.value for hit in hits]
    assert values == sorted(values, reverse=True)
    assert {hit.score.kind for hit in hits} == {search.kind}


def test_equal_scores_come_in_order_of_chunk_id(search: Search) -> None:
    hits = search("alder birch cedar")
    keys = [(-hit.score.value, hit.chunk_id) for hit in hits]
    assert keys == sorted(keys)


def test_at_most_k_hits_are_given(search: Search) -> None:
    assert len(search("alder", k=2)) == 2
    assert search("alder", k=0) == []


def test_each_hit_names_its_own_document(search: Search) -> None:
    assert all(hit.chunk_id.startswith(f"{hit.document_id}:") for hit in search("alder cedar"))


def test_documents_out_of_sight_are_not_found(search: Search) -> None:
    hits = search("alder birch", visible={"south"})
    assert {hit.document_id for hit in hits} == {"south"}
    assert search("alder", visible=set()) == []


def test_documents_outside_the_filter_are_not_found(search: Search) -> None:
    assert {hit.document_id for hit in search("alder", within={"north"})} == {"north"}
    assert search("alder", within=set()) == []


def test_within_never_shows_what_is_not_visible(search: Search) -> None:
    assert search("alder", visible={"south"}, within={"north"}) == []


def test_an_id_that_is_not_stored_changes_nothing(search: Search) -> None:
    everything = search("alder")
    assert search("alder", visible={*TEXTS, "nowhere"}) == everything
