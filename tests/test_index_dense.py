"""Exact cosine over what the asker may see, while vectors are still being made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onfile.errors import ModelError, UsageError
from onfile.index.dense import VectorIndex, _widened
from onfile.index.store import Store
from onfile.index.vectors import HEADER_SHARE, passage_vectors
from onfile.testing import BrokenEmbedder, FakeEmbedder
from onfile.types import Chunk, Document, Hit, Identity, Page, PageStatus, Span, Structure


def add(store: Store, document_id: str, texts: Sequence[str]) -> None:
    pages = [Page(n, text, PageStatus.TEXT) for n, text in enumerate(texts, 1)]
    chunks = [
        Chunk(f"{document_id}:{n}", document_id, n, "prose", text, "", (Span(n, 0, len(text)),))
        for n, text in enumerate(texts, 1)
    ]
    document = Document(
        document_id, f"{document_id}.txt", f"/{document_id}", "text/plain", 1, 1, True, Identity()
    )
    store.put(document, pages, [], Structure(Identity()), chunks, [])


@pytest.fixture
def store(tmp_path: Path) -> Store:
    with Store.open(tmp_path / "s", create=True) as opened:
        yield opened


@pytest.fixture
def embedder() -> FakeEmbedder:
    return FakeEmbedder()


@pytest.fixture
def index(store: Store, embedder: FakeEmbedder) -> VectorIndex:
    return VectorIndex(store, embedder.name)


def ids(hits: Sequence[Hit]) -> list[str]:
    return [hit.chunk_id for hit in hits]


def test_the_score_is_the_cosine(store: Store, index: VectorIndex, embedder: FakeEmbedder) -> None:
    add(store, "north", ["alder birch", "cedar"])
    index.embed_pending(embedder)
    hits = index.search(embedder.embed(["alder"])[0])
    assert ids(hits) == ["north:1", "north:2"]
    assert hits[0].score.value == pytest.approx(1 / np.sqrt(2), abs=1e-3)
    assert hits[1].score.value == 0.0


def test_searching_works_before_any_and_while_some_vectors_exist(
    store: Store, index: VectorIndex, embedder: FakeEmbedder
) -> None:
    query = embedder.embed(["alder"])[0]
    assert index.search(query) == []
    add(store, "north", ["alder", "alder birch"])
    assert index.search(query) == []
    assert not index.has_any()
    assert index.pending() == 2
    index.embed_pending(embedder)
    add(store, "south", ["alder"])
    assert ids(index.search(query)) == ["north:1", "north:2"]
    assert index.has_any()
    assert index.pending() == 1
    index.embed_pending(embedder)
    assert ids(index.search(query)) == ["north:1", "south:1", "north:2"]
    assert index.pending() == 0


def test_embedding_goes_on_where_a_failure_stopped_it(store: Store, index: VectorIndex) -> None:
    add(store, "north", ["alder"] * 10)
    with pytest.raises(ModelError):
        index.embed_pending(BrokenEmbedder(n_good=8), batch=3)
    assert index.pending() == 10 - 6
    assert len(index.search(FakeEmbedder().embed(["alder"])[0])) == 6
    healthy = FakeEmbedder()
    assert index.embed_pending(healthy, batch=3) == 4
    assert healthy.n_embedded == 4 + 2  # two batches, each with its one header


def test_progress_counts_up_to_what_was_missing(
    store: Store, index: VectorIndex, embedder: FakeEmbedder
) -> None:
    add(store, "north", ["alder"] * 5)
    seen: list[tuple[str, int, int, str]] = []
    index.embed_pending(embedder, lambda *event: seen.append(event), batch=2)
    assert seen == [("vectors", 2, 5, ""), ("vectors", 4, 5, ""), ("vectors", 5, 5, "")]


def test_vectors_of_another_model_are_never_mixed_in(
    store: Store, index: VectorIndex, embedder: FakeEmbedder
) -> None:
    add(store, "north", ["alder"])
    other = FakeEmbedder(name="another model")
    with pytest.raises(UsageError):
        index.embed_pending(other)
    VectorIndex(store, other.name).embed_pending(other)
    assert index.search(embedder.embed(["alder"])[0]) == []
    assert index.pending() == 1


def test_only_documents_both_visible_and_within_are_found(
    store: Store, index: VectorIndex, embedder: FakeEmbedder
) -> None:
    for name in ("north", "south", "east"):
        add(store, name, ["alder"])
    index.embed_pending(embedder)
    hits = index.search(
        embedder.embed(["alder"])[0], visible={"north", "south"}, within={"south", "east"}
    )
    assert ids(hits) == ["south:1"]


def test_ties_come_in_order_of_chunk_id(
    store: Store, index: VectorIndex, embedder: FakeEmbedder
) -> None:
    add(store, "south", ["alder"] * 3)
    add(store, "north", ["alder"] * 3)
    index.embed_pending(embedder)
    query = embedder.embed(["alder"])[0]
    assert ids(index.search(query, k=4)) == ["north:1", "north:2", "north:3", "south:1"]


def test_removed_and_replaced_documents_are_gone(
    store: Store, index: VectorIndex, embedder: FakeEmbedder
) -> None:
    add(store, "north", ["alder"])
    add(store, "south", ["alder"])
    index.embed_pending(embedder)
    store.remove("south")
    add(store, "north", ["birch"])
    assert index.search(embedder.embed(["alder"])[0]) == []
    index.embed_pending(embedder)
    assert ids(index.search(embedder.embed(["birch"])[0])) == ["north:1"]


@pytest.mark.parametrize("damage", ["none", "missing", "cut short"])
def test_opening_again_gives_the_same_hits_whatever_became_of_the_file(
    tmp_path: Path, damage: str
) -> None:
    embedder = FakeEmbedder()
    query = embedder.embed(["alder"])[0]
    with Store.open(tmp_path / "s", create=True) as store:
        add(store, "north", ["alder", "alder birch", "cedar"])
        index = VectorIndex(store, embedder.name)
        index.embed_pending(embedder)
        expected = index.search(query)
        del index
        victim = next((tmp_path / "s" / "dense").glob("*/*/vectors.npy"))
        whole = victim.read_bytes()
        if damage != "none":
            victim.unlink()
        if damage == "cut short":
            victim.write_bytes(whole[:-2])
        assert VectorIndex(store, embedder.name).search(query) == expected


@given(st.lists(st.floats(width=16, allow_nan=False, allow_infinity=False), max_size=40))
def test_widening_a_half_gives_the_same_number(values: list[float]) -> None:
    halves = np.asarray(values, np.float16).reshape(1, -1)
    assert np.array_equal(_widened(halves), halves.astype(np.float32))


def test_a_header_has_its_share_of_a_passages_vector() -> None:
    embedder = FakeEmbedder()
    header, text = embedder.embed(["alder", "birch birch"])
    expected = text + HEADER_SHARE * header
    found = passage_vectors(embedder, [("alder", "birch birch"), ("", "birch")])
    assert found[0] == pytest.approx(expected / np.linalg.norm(expected))
    assert found[1] == pytest.approx(text)
