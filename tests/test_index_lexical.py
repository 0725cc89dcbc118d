"""BM25 as published, counted over what the asker may see, at once after a commit."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

import bm25s
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onfile.adapters.stemmer import SnowballStemmer
from onfile.index import lexical, segment
from onfile.index.lexical import HEADER_WEIGHT, K1, B, PostingsIndex
from onfile.index.store import Store
from onfile.types import Chunk, Document, Hit, Identity, Page, PageStatus, Span, Structure

NAMES = ("north", "south", "east", "west")
VOCABULARY = ("alder", "birch", "cedar", "doum", "elm", "fir", "gum", "hazel")


def unstemmed(tokens: list[str]) -> list[str]:
    return tokens


def add(store: Store, document_id: str, texts: Sequence[str], header: str = "") -> None:
    pages = [Page(n, text, PageStatus.TEXT) for n, text in enumerate(texts, 1)]
    chunks = [
        Chunk(
            f"{document_id}:{n}",
            document_id,
            n,
            "prose",
            text,
            header,
            (Span(n, 0, len(text)),),
        )
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
def index(store: Store) -> PostingsIndex:
    return PostingsIndex(store, unstemmed)


class Counted:
    """A function that counts how often it is called."""

    def __init__(self, function: Callable[..., segment.Segment]) -> None:
        self.n_calls = 0
        self._function = function

    def __call__(self, *arguments: object) -> segment.Segment:
        self.n_calls += 1
        return self._function(*arguments)


def ids(hits: Sequence[Hit]) -> list[str]:
    return [hit.chunk_id for hit in hits]


def scores(hits: Sequence[Hit]) -> list[float]:
    return [hit.score.value for hit in hits]


def test_the_score_is_the_written_arithmetic(store: Store, index: PostingsIndex) -> None:
    add(store, "north", ["alder alder birch", "birch"])
    mean_length = (3 + 1) / 2
    idf = math.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    times = 2 / (1 - B + B * 3 / mean_length)
    assert scores(index.search("alder")) == pytest.approx([idf * times / (times + K1)])


def test_a_word_of_the_header_counts_its_weight_and_adds_no_length(
    store: Store, index: PostingsIndex
) -> None:
    add(store, "north", ["birch birch"], header="alder")
    add(store, "south", ["birch"])
    idf = math.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    expected = idf * HEADER_WEIGHT / (HEADER_WEIGHT + K1)
    assert scores(index.search("alder")) == pytest.approx([expected])


def test_scores_equal_those_of_bm25s(store: Store, index: PostingsIndex) -> None:
    random = np.random.default_rng(7)
    texts = [" ".join(random.choice(VOCABULARY, random.integers(1, 30))) for _ in range(60)]
    for i, name in enumerate(NAMES):
        add(store, name, texts[i * 15 : (i + 1) * 15])
    index.refresh()
    reference = bm25s.BM25(method="lucene", k1=K1, b=B)
    reference.index([text.split() for text in texts], show_progress=False)
    for query in ("alder", "birch cedar", "alder alder hazel gum"):
        expected = np.sort(reference.get_scores(query.split()))[::-1]
        found = scores(index.search(query, k=100))
        assert found == pytest.approx(expected[expected > 0].tolist(), rel=1e-5)


def test_ties_come_in_order_of_chunk_id(store: Store, index: PostingsIndex) -> None:
    add(store, "south", ["alder"] * 3)
    add(store, "north", ["alder"] * 3)
    expected = ["north:1", "north:2", "north:3", "south:1", "south:2"]
    assert ids(index.search("alder", k=5)) == expected


def test_a_document_is_found_as_soon_as_it_is_committed(store: Store, index: PostingsIndex) -> None:
    assert index.search("alder") == []
    add(store, "north", ["alder"])
    assert ids(index.search("alder")) == ["north:1"]
    add(store, "south", ["alder birch"])
    assert ids(index.search("alder")) == ["north:1", "south:1"]


def test_a_removed_document_is_gone_from_hits_and_from_statistics(
    store: Store, index: PostingsIndex
) -> None:
    add(store, "north", ["alder birch", "cedar"])
    index.refresh()
    before = index.search("alder")
    add(store, "south", ["alder alder alder"] * 5)
    index.refresh()
    store.remove("south")
    assert index.search("alder") == before


def test_a_replaced_document_is_found_by_its_new_words_only(
    store: Store, index: PostingsIndex
) -> None:
    add(store, "north", ["alder"])
    index.refresh()
    add(store, "north", ["birch"])
    assert index.search("alder") == []
    assert ids(index.search("birch")) == ["north:1"]


def test_within_limits_the_hits_and_leaves_their_scores(store: Store, index: PostingsIndex) -> None:
    add(store, "north", ["alder", "alder birch"])
    add(store, "south", ["alder cedar cedar"])
    everywhere = {hit.chunk_id: hit.score for hit in index.search("alder")}
    inside = index.search("alder", within={"south"})
    assert [(hit.chunk_id, hit.score) for hit in inside] == [("south:1", everywhere["south:1"])]


def test_the_index_is_read_from_its_files_after_opening_again(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s", create=True) as store:
        add(store, "north", ["alder birch"] * 3)
        first = PostingsIndex(store, unstemmed)
        assert first.refresh() == 3
        expected = first.search("alder")
    stemmed: list[str] = []

    def spy(tokens: list[str]) -> list[str]:
        stemmed.extend(tokens)
        return tokens

    with Store.open(tmp_path / "s") as store:
        assert PostingsIndex(store, spy).search("alder") == expected
    assert stemmed == ["alder"]


@pytest.mark.parametrize("damage", ["missing", "cut short", "empty"])
def test_damaged_index_files_are_made_anew_from_the_store(tmp_path: Path, damage: str) -> None:
    with Store.open(tmp_path / "s", create=True) as store:
        add(store, "north", ["alder birch"] * 3)
        first = PostingsIndex(store, unstemmed)
        first.refresh()
        expected = first.search("alder")
        del first
        victim = next((tmp_path / "s" / "lexical").glob("*/chunks.npy"))
        whole = victim.read_bytes()
        victim.unlink()
        if damage != "missing":
            victim.write_bytes(whole[:-4] if damage == "cut short" else b"")
        again = PostingsIndex(store, unstemmed)
        assert again.search("alder") == expected
        assert again.refresh() == 3
        assert PostingsIndex(store, unstemmed).search("alder") == expected


def test_merging_many_small_updates_changes_no_result(store: Store, index: PostingsIndex) -> None:
    random = np.random.default_rng(3)
    for n in range(12):
        texts = [" ".join(random.choice(VOCABULARY, 8)) for _ in range(5)]
        add(store, f"d{n:02}", texts, header=VOCABULARY[n % 8])
        index.refresh()
    in_memory = PostingsIndex(store, unstemmed)
    in_memory._valid_files = dict  # type: ignore[method-assign]  # as if no file existed
    for query in VOCABULARY:
        merged = index.search(query, k=100)
        fresh = in_memory.search(query, k=100)
        assert ids(merged) == ids(fresh)
        assert scores(merged) == pytest.approx(scores(fresh))
    assert len(index._files) <= 5


def test_a_small_update_does_not_write_a_large_archive_anew() -> None:
    sizes: dict[str, int] = {"base": 100_000}
    n_written = 0
    for number in range(1_000):
        chosen = lexical._worth_merging(sizes, 10)
        size = 10 + sum(sizes.pop(name) for name in chosen)
        sizes[f"update {number}"] = size
        n_written += size
        assert len(sizes) <= lexical._MAX_SEGMENTS
    assert sum(sizes.values()) == 110_000
    assert n_written < 1_000_000  # all of it with every fourth: 26 million


def test_a_document_cut_over_several_batches_is_indexed_as_if_at_once(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [" ".join(VOCABULARY[n % 5 : n % 8 + 1] * (n % 3 + 1)) for n in range(40)]
    add(store, "north", texts, "alder")
    add(store, "south", texts[::-1])
    add(store, "east", texts[:9], "elm fir")
    whole = PostingsIndex(store, unstemmed)
    whole.refresh()
    expected = [whole.search(query, k=100) for query in VOCABULARY]
    counts = whole.indexed()
    monkeypatch.setattr(lexical, "_BATCH", 7)
    monkeypatch.setattr(segment, "_BLOCK", 5)
    cut = PostingsIndex(store, unstemmed)
    store.set_meta("lexical", "{}")
    store.remove("east")
    assert cut.indexed() == {name: counts[name] for name in ("north", "south")}
    add(store, "east", texts[:9], "elm fir")
    cut.rebuild()
    assert [cut.search(query, k=100) for query in VOCABULARY] == expected
    assert cut.indexed() == counts


def test_documents_are_indexed_while_others_are_still_to_come(
    store: Store, index: PostingsIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lexical, "_BATCH", 3)
    monkeypatch.setattr(lexical, "build", count := Counted(lexical.build))
    n_built = []
    for document_id, n_chunks in (("north", 2), ("south", 2), ("east", 4), ("west", 1)):
        add(store, document_id, [f"alder {VOCABULARY[n]}" for n in range(n_chunks)], document_id)
        index.keep_up(n_chunks)
        n_built.append(count.n_calls)
    assert n_built == [0, 2, 4, 4]  # two documents at once, then the large one alone, in parts
    assert index.refresh() == 9
    assert count.n_calls == 5
    rebuilt = PostingsIndex(store, unstemmed)
    rebuilt.rebuild()
    for query in (*VOCABULARY[:4], "south", "west"):
        assert index.search(query) == rebuilt.search(query) != []


def test_an_update_with_nothing_new_writes_nothing(store: Store, index: PostingsIndex) -> None:
    add(store, "north", ["alder"])
    index.refresh()
    before = sorted(path.name for path in (store.directory / "lexical").iterdir())
    assert index.refresh() == 0
    assert sorted(path.name for path in (store.directory / "lexical").iterdir()) == before


def test_a_rare_word_has_a_higher_idf_than_a_common_one(store: Store, index: PostingsIndex) -> None:
    add(store, "north", ["alder birch", "alder", "alder"])
    common, rare, unknown = (index.idf(term) for term in ("alder", "birch", "zebrano"))
    assert 0 < common < rare < unknown


def test_a_query_of_stop_words_finds_nothing(store: Store, index: PostingsIndex) -> None:
    add(store, "north", ["what is the alder"])
    assert index.search("what is the") == []


texts = st.lists(
    st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=6).map(" ".join),
    min_size=1,
    max_size=4,
)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seen=texts, hidden=texts, query=st.sampled_from(VOCABULARY))
def test_hidden_documents_change_neither_order_nor_scores(
    tmp_path_factory: pytest.TempPathFactory, seen: list[str], hidden: list[str], query: str
) -> None:
    with (
        Store.open(tmp_path_factory.mktemp("a"), create=True) as alone,
        Store.open(tmp_path_factory.mktemp("b"), create=True) as mixed,
    ):
        add(alone, "north", seen)
        add(mixed, "south", hidden)
        add(mixed, "north", seen)
        expected = PostingsIndex(alone, unstemmed).search(query)
        index = PostingsIndex(mixed, unstemmed)
        assert index.search(query, visible={"north"}) == expected
        index.refresh()
        assert index.search(query, visible={"north"}) == expected


def test_words_are_found_by_any_of_their_forms(store: Store) -> None:
    index = PostingsIndex(store, SnowballStemmer())
    add(store, "north", ["The pavements were resurfaced.", "Nothing of the kind."])
    assert ids(index.search("resurfacing a pavement")) == ["north:1"]


def test_an_index_made_with_another_stemmer_is_made_anew(store: Store) -> None:
    add(store, "north", ["pavements"])
    PostingsIndex(store, unstemmed).refresh()
    assert ids(PostingsIndex(store, SnowballStemmer()).search("pavement")) == ["north:1"]
