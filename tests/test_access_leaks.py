"""Canaries under every label: none is met by who may not see it, and a moved filter is noticed."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter

import pytest

from onfile import engine as engines
from onfile import outgoing
from onfile.contract import outcome_json
from onfile.engine import Engine
from onfile.errors import AccessBreach
from onfile.index.store import Store
from onfile.index.view import View, ViewedVectors, ViewedWords
from onfile.retrieve.search import Retriever
from permission_archive import LABELS, MAY_SEE, rules, write_archive
from permission_probe import ABSENT, METRICS, probe

N_CALLS = 300  # 10,000 are run by benchmarks/permissions.py
USER = "ben"
QUESTIONS = (
    "What were net sales of Tarnwick Foundry in 2023?",
    "Why did net sales rise in 2024?",
    "What do the anchors at the quay wall hold?",
    "Which company has the highest operating income in 2024?",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    where = tmp_path_factory.mktemp("labelled")
    write_archive(where)
    return where


@pytest.fixture(scope="module")
def full(folder, tmp_path_factory):
    """The directory of a store that holds everything, with permissions."""
    with Engine(tmp_path_factory.mktemp("full")) as opened:
        opened.ingest([folder], workers=1, ocr=False)
        opened.store.change_access(add=rules(folder), made_by="the test")
        return opened.store.directory


@pytest.fixture(scope="module")
def absent(tmp_path_factory, folder):
    """A store in which what ``USER`` may not see was never ingested."""
    where = tmp_path_factory.mktemp("trimmed") / folder.name
    write_archive(where, without=frozenset({*LABELS, ""} - MAY_SEE[USER]))
    with Engine(tmp_path_factory.mktemp("absent")) as opened:
        opened.ingest([where], workers=1, ocr=False)
        yield opened


@pytest.fixture
def engine(full):
    """Opened anew: what a test breaks, it breaks for itself alone."""
    with Engine(full) as opened:
        yield opened


def told(outcome):
    body = outcome_json(outcome)
    return json.dumps({k: v for k, v in body.items() if k not in ("id", "record", "timings_ms")})


def is_noticed(engine, absent):
    """An answer differs from that of the store without the rest, or an assertion breaks it off."""
    for question in QUESTIONS:
        try:
            if told(engine.ask(question, as_user=USER)) != told(absent.ask(question)):
                return True
        except AccessBreach:
            return True
    return False


def test_no_user_meets_a_word_a_name_or_a_count_of_what_is_hidden_from_him(engine):
    assert list(probe(engine, N_CALLS, seed=20_26)) == []


def test_the_probe_finds_leaks_where_there_are_any(folder, tmp_path):
    with Engine(tmp_path) as unguarded:
        unguarded.ingest([folder], workers=1, ocr=False)
        leaks = Counter(leak.call for leak in probe(unguarded, N_CALLS // 2, seed=20_26))
    assert {"ask", "explain", "session", "search", "verify"} <= leaks.keys()
    assert {"figures", "coverage", "documents", "document"} <= leaks.keys()


# ── filters that are moved or lost ───────────────────────────────────────────────────────────


def test_nothing_is_noticed_while_nothing_is_broken(engine, absent):
    assert not is_noticed(engine, absent)


def _retriever_without(monkeypatch):
    class Careless(Retriever):
        def __init__(self, *given, visible, **named):
            super().__init__(*given, visible=None, **named)

    monkeypatch.setattr(engines, "Retriever", Careless)


def _words_over_all(monkeypatch):
    def search(self, query, *, visible, within, k):
        return self._index.search(query, visible=None, within=within, k=k)

    monkeypatch.setattr(ViewedWords, "search", search)


def _words_trimmed_afterwards(monkeypatch):
    def search(self, query, *, visible, within, k):
        found = self._index.search(query, visible=None, within=None, k=k)
        return [
            dataclasses.replace(hit, rank=rank)
            for rank, hit in enumerate((h for h in found if h.document_id in within), start=1)
        ]

    monkeypatch.setattr(ViewedWords, "search", search)


def _vectors_trimmed_afterwards(monkeypatch):
    def search(self, query, *, visible, within, k):
        found = self._index.search(query, visible=None, within=None, k=3)
        return [hit for hit in found if hit.document_id in within]

    monkeypatch.setattr(ViewedVectors, "search", search)


def _catalog_of_all(monkeypatch):
    monkeypatch.setattr(View, "catalog", lambda self: self._store.catalog())


def _names_by_all(monkeypatch):
    settled = Store.settled

    def settled_by_all(self, visible=None):
        del visible
        return {d: s._replace(company=f"{s.company} Group") for d, s in settled(self).items()}

    monkeypatch.setattr(Store, "settled", settled_by_all)


LOST = (
    _retriever_without,
    _words_over_all,
    _words_trimmed_afterwards,
    _vectors_trimmed_afterwards,
    _catalog_of_all,
    _names_by_all,
)


@pytest.mark.parametrize("lose", LOST)
def test_a_filter_that_is_lost_or_moved_behind_the_search_is_noticed(
    engine, absent, monkeypatch, lose
):
    lose(monkeypatch)
    assert is_noticed(engine, absent)


def test_a_search_that_is_not_trimmed_to_its_view_breaks_off(engine):
    desk = engine._desk(USER)
    for visible in (None, frozenset(), frozenset([*desk.visible, "sha256:more"])):
        with pytest.raises(AccessBreach):
            desk.words.search("quay", visible=visible, within=None, k=5)
        with pytest.raises(AccessBreach):
            desk.vectors.search(None, visible=visible, within=None, k=5)


def test_the_weights_of_words_are_counted_over_what_is_visible(engine, absent):
    own = engine._desk(USER).words
    for term in ("quay", "anchor", "tarnwick", "obsidianheron"):
        assert own.idf(term) == absent._desk(None).words.idf(term)
        assert own.idf(term) != engine._lexical.idf(term)


# ── the last look ────────────────────────────────────────────────────────────────────────────


def outcome_of_all(engine, question):
    """What the owner is told, as if a stage had let it through to a user."""
    return engine._ask(question, None)


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_outcome_of_more_than_he_may_see_is_not_released_to_a_user(engine, question):
    desk = engine._desk("ann")
    outcome, retrieved = outcome_of_all(engine, question)
    with pytest.raises(AccessBreach) as breach:
        desk.released(outcome, retrieved, desk.catalog)
    assert "tarnwick" not in f"{breach.value} {breach.value.hint}".lower()


def test_each_part_of_an_outcome_is_looked_at(engine):
    desk = engine._desk("ann")
    shown = outgoing.Shown(desk.visible, desk.catalog, frozenset(["Tarnwick Foundry"]))
    own, found = engine._ask("What were net sales of Quillon Mills in 2024?", "ann")
    theirs, _ = outcome_of_all(engine, "What were net sales of Tarnwick Foundry in 2024?")
    refused, _ = engine._ask("What were net sales of Quillon Mills in 2019?", "ann")
    outgoing.check_outcome(own, found, shown)
    broken = (
        dataclasses.replace(own, claims=theirs.claims),
        dataclasses.replace(own, evidence=theirs.evidence),
        dataclasses.replace(own, n_documents=theirs.n_documents),
        dataclasses.replace(own, n_pages=theirs.n_pages),
        dataclasses.replace(own, intent=theirs.intent),
        dataclasses.replace(own, parts=(theirs,)),
        _refused(refused, choices=("Tarnwick Foundry",)),
        _refused(refused, on_file={"Tarnwick Foundry": ("FY2024",)}),
        _refused(refused, on_file={"Quillon Mills": ("FY1999",)}),
        _refused(refused, missing=theirs.intent.pairs),
        _refused(refused, citations=theirs.claims[0].citations),
    )
    for outcome in broken:
        with pytest.raises(AccessBreach):
            outgoing.check_outcome(outcome, found, shown)


def _refused(outcome, **changed):
    return dataclasses.replace(outcome, refusal=dataclasses.replace(outcome.refusal, **changed))


# ── the same work ────────────────────────────────────────────────────────────────────────────


def statements_of(engine, question):
    """How many statements the store runs for a question: a measure of the work, not the clock."""
    counted: Counter[str] = Counter()
    engine.ask(question, as_user=USER)  # caches are filled
    connection = engine.store.database.connection
    connection.set_trace_callback(lambda sql: counted.update([sql.split("(")[0][:40]]))
    try:
        engine.ask(question, as_user=USER)
    finally:
        connection.set_trace_callback(None)
    return counted


@pytest.mark.parametrize("metric", METRICS[:4])
def test_what_is_hidden_takes_the_same_work_as_what_is_absent(engine, metric):
    hidden = statements_of(engine, f"What was the {metric} of Halcyon Ferries in 2024?")
    absent = statements_of(engine, f"What was the {metric} of {ABSENT.company} in 2024?")
    assert hidden == absent
