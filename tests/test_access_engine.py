"""Hidden is absent: the engine as each asker sees it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from onfile.contract import coverage_json, explanation_json, outcome_json
from onfile.engine import Engine
from onfile.errors import AccessBreach, UsageError
from onfile.types import AccessRule, RuleKind
from permission_archive import LABELS, MATTERS, MAY_SEE, USERS, files_of, rules, write_archive

QUESTIONS = (
    "What were net sales of Tarnwick Foundry in 2023?",
    "What was net income in 2024?",
    "Compare the research and development of Quillon Mills and Ostrava Looms in 2024.",
    "What do the anchors at the quay wall hold?",
    "Who may see the obsidianheron programme?",
    "Why did net sales rise in 2024?",
    "What was Halcyon Ferries' gross margin in 2022?",
    "Which company has the highest operating income in 2024?",
    "What is the settlement at the Larkmoor gauge?",
    "What will the share price be tomorrow?",
    "What was net sales of Quillon Mills Holdings in 2023?",
    "What did Quillon's CFO say about freight on the fourth-quarter 2024 call?",
    "What did Quillon announce in February 2025?",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    where = tmp_path_factory.mktemp("labelled")
    write_archive(where)
    return where


@pytest.fixture(scope="module")
def engine(folder, tmp_path_factory):
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([folder], workers=1, ocr=False)
        opened.store.change_access(add=rules(folder), made_by="the test")
        yield opened


@pytest.fixture(scope="module")
def trimmed(folder, tmp_path_factory):
    """For each set of labels, an engine over a store that never held the others."""
    made: dict[frozenset[str], Engine] = {}

    def of(user: str) -> Engine:
        seen = frozenset(MAY_SEE[user])
        if seen not in made:
            archive = tmp_path_factory.mktemp("trimmed") / folder.name
            write_archive(archive, without=frozenset({*LABELS, ""} - seen))
            archive.mkdir(exist_ok=True)
            made[seen] = Engine(tmp_path_factory.mktemp("store"))
            made[seen].ingest([archive], workers=1, ocr=False)
        return made[seen]

    yield of
    for one in made.values():
        one.close()


def told(outcome: Any) -> str:
    """An outcome as a program gets it, but for what is new with every ask."""
    body = outcome_json(outcome)
    for name in ("id", "record", "timings_ms"):
        del body[name]
    return json.dumps(body, sort_keys=True)


def words_hidden_from(user: str) -> list[str]:
    """Whatever stands only in what this user may not see."""
    return [
        word
        for matter in MATTERS
        if matter.label not in MAY_SEE[user]
        for word in (matter.canary, matter.place, matter.company, f"{matter.ticker.lower()}-")
    ]


@pytest.mark.parametrize("user", USERS)
def test_each_user_has_the_documents_of_his_labels(engine, user):
    names = {d.name for d in engine.documents(as_user=user)}
    assert names == files_of(MAY_SEE[user])


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_hidden_is_absent_to_the_last_byte(engine, trimmed, user, question):
    assert told(engine.ask(question, as_user=user)) == told(trimmed(user).ask(question))


def test_what_a_company_is_called_and_when_its_year_ends_is_told_by_visible_documents(engine):
    told = {}
    for user in (None, "ann", "ben", "dan"):
        found = {d.name: d.identity for d in engine.documents(as_user=user)}
        told[user] = (found["qlm-report.html"].company, found["qlm-current.html"].period.name)
    assert told[None] == told["dan"] != told["ann"]
    assert told["ann"] == ("Quillon Mills", "2025Q1")


@pytest.mark.parametrize("user", USERS)
def test_the_owner_sees_everything_and_a_user_no_word_of_what_is_hidden(engine, user):
    for question in QUESTIONS:
        shown = json.dumps(explanation_json(engine.explain(question, as_user=user))).lower()
        for word in words_hidden_from(user):
            assert word.lower() not in shown or word.lower() in question.lower()
    assert len(engine.documents()) == len(files_of([*LABELS, ""]))


@pytest.mark.parametrize("user", USERS)
def test_coverage_figures_and_search_are_those_of_a_store_without_the_rest(engine, trimmed, user):
    absent = trimmed(user)
    mine, theirs = (
        json.dumps({k: v for k, v in coverage_json(c).items() if k != "left_out"}, sort_keys=True)
        for c in (engine.coverage(as_user=user), absent.coverage())
    )
    assert mine == theirs
    assert engine.figures(as_user=user) == absent.figures()
    for question in QUESTIONS:
        found = engine.search(question, 5, as_user=user)
        expected = absent.search(question, 5)
        assert [(e.chunk.chunk_id, e.score) for e in found] == [
            (e.chunk.chunk_id, e.score) for e in expected
        ]


def test_a_hidden_document_and_one_that_never_was_get_the_same_words(engine):
    with pytest.raises(UsageError) as hidden:
        engine.outline("twf-report.html", as_user="ann")
    with pytest.raises(UsageError) as absent:
        engine.outline("xyz-report.html", as_user="ann")
    assert str(hidden.value).replace("twf", "xyz") == str(absent.value)
    assert hidden.value.hint == absent.value.hint


def test_a_stage_that_reaches_for_a_hidden_document_breaks_off(engine):
    (hidden,) = (d.document_id for d in engine.documents() if d.name == "twf-memo.txt")
    view = engine.view("ann")
    for reach in (view.document, view.pages_text, view.statement_pages, view.turns):
        with pytest.raises(AccessBreach) as breach:
            reach(hidden)
        assert hidden not in str(breach.value)
    with pytest.raises(AccessBreach):
        view.figures([hidden])
    with pytest.raises(AccessBreach):
        view.document("sha256:never was")


def test_a_change_takes_effect_on_the_next_question_from_another_process_too(engine):
    question = "What were net sales of Tarnwick Foundry in 2023?"
    denial = AccessRule(RuleKind.DENY, "hold", "user:ben")
    assert engine.ask(question, as_user="ben").is_answered
    with Engine(engine.store.directory) as other:
        other.store.change_access(add=[denial], made_by="the test")
    try:
        assert not engine.ask(question, as_user="ben").is_answered
    finally:
        engine.store.change_access(remove=[denial], made_by="the test")
    assert engine.ask(question, as_user="ben").is_answered


def test_an_empty_name_is_no_way_to_be_the_owner(engine):
    for name in ("", "  "):
        with pytest.raises(UsageError, match="name is empty"):
            engine.ask("What were net sales in 2024?", as_user=name)


def test_without_permissions_a_named_user_sees_everything(trimmed):
    engine = trimmed("ann")
    assert engine.documents(as_user="ann") == engine.documents()


def test_a_record_tells_auditors_what_was_hidden_and_others_nothing(engine):
    outcome = engine.ask("What were net sales in 2024?", as_user="ann")
    truth = engine.record(outcome.record).body
    assert truth["asker"] == "ann"
    assert truth["access"]["hidden"] == len(files_of([*LABELS, ""])) - len(files_of(["open"]))
    own = engine.record(outcome.record, as_user="ann")
    assert own.body["question"] == truth["question"]
    assert not {"access", "hashes"} & own.body.keys()
    with pytest.raises(UsageError, match="there is no audit record"):
        engine.record(outcome.record, as_user="ben")
    with pytest.raises(UsageError, match="auditor"):
        engine.verify_log(as_user="ann")


def test_a_record_in_which_something_was_hidden_since_is_gone(engine):
    hold = AccessRule(RuleKind.DENY, "hold", "user:ben")
    before = len(engine.records(as_user="ben"))
    outcome = engine.ask("What were net sales of Tarnwick Foundry in 2023?", as_user="ben")
    assert len(engine.records(as_user="ben")) == before + 1
    engine.store.change_access(add=[hold], made_by="the test")
    try:
        assert outcome.record not in {r.id for r in engine.records(as_user="ben")}
        with pytest.raises(UsageError, match="there is no audit record"):
            engine.replay(outcome.record, as_user="ben")
    finally:
        engine.store.change_access(remove=[hold], made_by="the test")
    assert engine.replay(outcome.record, as_user="ben").is_same


def test_an_auditor_reads_every_record_but_sees_no_document_by_it(engine):
    role = AccessRule(RuleKind.ROLE, "auditor", "user:eve")
    outcome = engine.ask("What were net sales of Tarnwick Foundry in 2023?", as_user="ben")
    engine.store.change_access(add=[role], made_by="the test")
    try:
        assert engine.record(outcome.record, as_user="eve").body["access"] is not None
        assert engine.verify_log(as_user="eve").ok
        assert engine.replay(outcome.record, as_user="eve").is_same
        again = engine.records(1)[0].body
        assert again["asker"] == "ben"
        assert again["request_id"] == f"replay of {outcome.record} by eve"
        assert "twf-report.html" not in {d.name for d in engine.documents(as_user="eve")}
    finally:
        engine.store.change_access(remove=[role], made_by="the test")
