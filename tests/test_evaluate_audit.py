"""Indexes against brute force, and every page accounted for."""

import dataclasses
import shutil

import pytest
from typer.testing import CliRunner

from onfile.cli.main import app
from onfile.engine import Engine
from onfile.evaluate.auditing import Audit, CoverageAudit, IndexAudit, audit_index, sample
from onfile.evaluate.gold import Place
from onfile.index.lexical import PostingsIndex
from onfile.targets import EngineTarget

TRUE = {"a": 3.0, "b": 2.0, "c": 1.0, "d": 1.0}


def recall_of(found, k=3):
    return audit_index("words", ["q"], 4, lambda _, k: found[:k], lambda _: TRUE, k).recall


def test_recall_is_the_share_of_the_true_first_k_and_a_tie_with_the_last_counts():
    assert recall_of([("a", 3.0), ("b", 2.0), ("c", 1.0)]) == 1.0
    assert recall_of([("a", 3.0), ("b", 2.0), ("d", 1.0)]) == 1.0
    assert recall_of([("a", 3.0), ("x", 2.5), ("y", 2.4)]) == 1 / 3
    assert recall_of([]) == 0.0


def test_a_found_passage_counts_by_its_true_score_and_not_by_what_the_index_says():
    assert recall_of([("c", 9.0), ("d", 9.0), ("a", 3.0)], k=2) == 0.0


def test_a_query_that_nothing_answers_is_no_miss():
    told = audit_index("words", ["q"], 0, lambda *_: [], lambda _: {}, 3)
    assert (told.recall, told.worst) == (1.0, None)


def test_a_sample_is_the_same_each_time_and_no_more_than_there_is():
    items = [str(n) for n in range(1000)]
    assert sample(items, 5) == sample(items, 5)
    assert len(set(sample(items, 5))) == 5
    assert sample(items[:3], 5) == items[:3]


def test_what_is_amiss_is_told_in_words():
    good = IndexAudit("words", 2, 9, 10, 1.0, None)
    bad = IndexAudit("dense", 2, 9, 10, 0.95, "some words")
    coverage = CoverageAudit(1, 3, 1, (("k.pdf", 2),), 0)
    assert Audit((good, bad), coverage).faults(1.0) == (
        "dense: recall@10 is 0.9500, at least 1.0000 was asked for; worst for 'some words'",
        "1 pages have no row in the ledger",
        "k.pdf p. 2 has text and is in no passage",
    )
    assert Audit((good, bad), CoverageAudit(1, 3, 0, (), 0)).faults(0.9) == ()


# ── over a store ─────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def store(small_store, tmp_path):
    return shutil.copytree(small_store, tmp_path / "store")


def test_both_indexes_give_what_brute_force_gives(store):
    with Engine(store) as engine:
        audited = engine.audit(n_queries=20)
    assert [(index.name, index.recall) for index in audited.indexes] == [
        ("words", 1.0),
        ("dense", 1.0),
    ]
    assert audited.faults(1.0) == ()


def test_an_index_that_looks_at_a_part_alone_is_seen(store, monkeypatch):
    search = PostingsIndex.search

    def shallow(self, query, *, k=60, **given):
        return search(self, query, k=60, **given)[k // 2 : k + k // 2]

    monkeypatch.setattr(PostingsIndex, "search", shallow)
    with Engine(store) as engine:
        words = engine.audit(n_queries=20).indexes[0]
    assert words.recall < 0.9
    assert words.worst is not None


def test_a_page_that_no_passage_holds_is_seen(store):
    with Engine(store) as engine:
        (document,) = (d for d in engine.documents() if d.name == "NORTHWIND_2024_10K.pdf")
        lost = engine.store.chunks_of_page(document.document_id, 9)
        with engine.store.database.writing() as connection:
            connection.executemany(
                "DELETE FROM chunks WHERE chunk_id = ?", [(chunk.chunk_id,) for chunk in lost]
            )
        unindexed = engine.audit(n_queries=1).coverage.unindexed
    assert unindexed == (("NORTHWIND_2024_10K.pdf", 9),)


def test_a_page_of_garbage_is_unread_and_no_fault_of_the_index(store):
    with Engine(store) as engine:
        (document,) = (d for d in engine.documents() if d.name == "NORTHWIND_2024_10K.pdf")
        lost = engine.store.chunks_of_page(document.document_id, 9)
        with engine.store.database.writing() as connection:
            connection.executemany(
                "DELETE FROM chunks WHERE chunk_id = ?", [(chunk.chunk_id,) for chunk in lost]
            )
            connection.execute("UPDATE ledger SET status = 'garbage_text' WHERE page = 9")
        audited = engine.audit(n_queries=1)
        target = EngineTarget(engine)
        assert not target.is_indexed(Place("northwind_2024_10k", 9, None))
        assert target.is_indexed(Place("northwind_2024_10k", 7, None))
    assert audited.coverage.unindexed == ()


def test_the_command_ends_with_1_where_something_is_amiss(store, monkeypatch):
    def run(*arguments):
        return CliRunner().invoke(app, ["eval", "audit", "--store", str(store), *arguments])

    result = run("--queries", "5")
    assert result.exit_code == 0, result.output
    assert "words   recall@10 1.0000 over 5 queries" in result.stdout
    audit = Engine.audit

    def lame(self, **given):
        told = audit(self, **given)
        lamed = tuple(dataclasses.replace(i, recall=0.5, worst="words") for i in told.indexes)
        return dataclasses.replace(told, indexes=lamed)

    monkeypatch.setattr(Engine, "audit", lame)
    assert run("--queries", "5").exit_code == 1
    assert run("--queries", "5", "--floor", "0.4").exit_code == 0
