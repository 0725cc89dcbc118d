"""Rescoring moves the first pages, and nothing it does can cost an answer."""

import itertools
import math

import pytest

from onfile.errors import ModelError
from onfile.retrieve.fuse import Run, fuse
from onfile.retrieve.rerank import WEIGHT, Rescoring
from onfile.retrieve.search import PairResult, Query, Retrieved, Retriever
from onfile.retrieve.trace import trace
from onfile.testing import FakeReranker
from onfile.types import (
    Catalog,
    CatalogEntry,
    EvidenceType,
    Hit,
    Identity,
    Intent,
    Pair,
    QuestionKind,
    Score,
    ScoreKind,
)
from small_archive import SmallArchive

TEXTS = ["elm", "alder", "birch alder", "birch"]
QUESTION = "alder birch"


class Told:
    """Gives what it is told to; an exception is raised."""

    name = "told 1"

    def __init__(self, given):
        self._given = given

    def score(self, question, chunks):
        if isinstance(self._given, Exception):
            raise self._given
        return [Score(value, ScoreKind.RERANK) for value in self._given]


def archive_and_pages():
    """Four pages in the order of their numbers."""
    archive = SmallArchive()
    document = archive.add("k.pdf", TEXTS)
    units = tuple(
        ((document, n, ""), Hit(f"k.pdf-{n}", document, n, Score(1.0, ScoreKind.BM25)))
        for n in range(1, len(TEXTS) + 1)
    )
    runs = (Run("words", 1.0, units),)
    return archive, runs, tuple(fuse(runs))


def order(reranker, top):
    archive, _, fused = archive_and_pages()
    (moved,), check = Rescoring(reranker, top).apply(QUESTION, [fused], archive)
    return [one.unit[1] for one in moved], check


def test_the_rerankers_rank_is_fused_with_the_order_that_was_and_its_ties_keep_that_order():
    """Its order is 3, 2, 4, 1 (2 and 4 are equal)."""
    places = {3: 1, 2: 2, 4: 3, 1: 4}
    total = {n: 1 / (10 + n) + WEIGHT / (10 + place) for n, place in places.items()}
    pages, check = order(FakeReranker(), 4)
    assert pages == sorted(total, key=lambda n: -total[n]) == [3, 2, 1, 4]
    assert check.passed
    assert "fake-reranker 1" in check.detail


def test_pages_after_the_first_n_stay_where_they_are():
    assert order(FakeReranker(), 2)[0] == [2, 1, 3, 4]


def test_scores_that_are_all_the_same_change_nothing():
    assert order(Told([0.0] * 4), 4)[0] == [1, 2, 3, 4]


def test_a_negative_score_is_a_score():
    assert order(Told([-9.0, -3.0, -1.0, -5.0]), 4)[0] == [3, 2, 1, 4]


@pytest.mark.parametrize(
    "given",
    [
        ModelError("timed out"),
        RuntimeError("of another kind"),
        [1.0],
        [1.0, 2.0, math.nan, 3.0],
        [1.0, 2.0, math.inf, 3.0],
    ],
)
def test_a_reranker_that_fails_leaves_the_fused_order_and_says_so(given):
    pages, check = order(Told(given), 4)
    assert pages == [1, 2, 3, 4]
    assert (check.name, check.passed) == ("rerank", False)
    assert "the fused order stays" in check.detail


def test_scores_of_another_kind_are_not_believed():
    class Cosines:
        name = "cosines"

        def score(self, question, chunks):
            return [Score(1.0, ScoreKind.COSINE) for _ in chunks]

    assert not order(Cosines(), 4)[1].passed


def test_all_pairs_are_scored_in_one_call_and_each_passage_once():
    archive, _, fused = archive_and_pages()
    calls = []

    class Counting(FakeReranker):
        def score(self, question, chunks):
            calls.append([chunk.chunk_id for chunk in chunks])
            return super().score(question, chunks)

    Rescoring(Counting(), 3).apply(QUESTION, [fused, fused[1:]], archive)
    assert calls == [["k.pdf-1", "k.pdf-2", "k.pdf-3", "k.pdf-4"]]


def test_without_pages_the_reranker_is_not_asked():
    archive, _, _ = archive_and_pages()
    lists, check = Rescoring(Told(ModelError("asked")), 5).apply(QUESTION, [()], archive)
    assert (lists, check.passed) == (((),), True)


def test_no_page_is_added_or_dropped_whatever_the_scores():
    for scores in itertools.permutations([0.0, 1.0, 1.0, 2.0]):
        assert sorted(order(Told(list(scores)), 4)[0]) == [1, 2, 3, 4]


def test_explain_shows_the_score_and_the_place_before():
    archive, runs, fused = archive_and_pages()
    (moved,), check = Rescoring(FakeReranker(), 4).apply(QUESTION, [fused], archive)
    result = PairResult(Pair("Northwind", None), {moved[0].unit[0]: 0}, runs, moved)
    (path,) = trace(Retrieved((), (result,), (check,)), {})
    assert [(p.rerank, p.fused_place) for p in path.places[:2]] == [(1.0, 3), (0.5, 2)]


def test_the_evidence_is_in_the_new_order_and_says_what_moved_it():
    class Words:
        def __init__(self, chunks):
            self._chunks = chunks

        def search(self, query, *, visible, within, k):
            return [
                Hit(c.chunk_id, c.document_id, rank, Score(1.0, ScoreKind.BM25))
                for rank, c in enumerate(self._chunks, start=1)
            ]

    class Pages(SmallArchive):
        def statement_pages(self, document_id):
            return ()

    archive = Pages()
    identity = Identity(company="Northwind", form="10-K")
    document = archive.add("k.pdf", TEXTS, identity=identity)
    words = Words(list(archive._chunks.values()))
    retriever = Retriever(archive, words, None, rescoring=Rescoring(FakeReranker(), 4))
    intent = Intent(QUESTION, QuestionKind.WHAT, EvidenceType.DOCUMENTS)
    catalog = Catalog((CatalogEntry(document, "k.pdf", identity),), 4)
    found = retriever.retrieve(intent, Query("text"), catalog, lambda *_: [], 2)
    assert [e.chunk.page for e in found.evidence] == [3, 2]
    assert found.evidence[0].reason == "words #3, rerank #1"
    assert [note.passed for note in found.notes] == [True]
